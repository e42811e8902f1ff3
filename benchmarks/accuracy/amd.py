#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far off are the predictions for AMD's GPUs? The kernels are compiled as
HIP code for the GPU's own architecture. The rows are those of an MI250X in
measured.csv and those of an MI300A in amd.csv."""

import csv
import os
import sys

import accuracy
import datasets
import groundtruth
import options
import predict
import report

# The split, frozen on 2026-11-24 before any constant was chosen by these rows.
# Fit: the convolution through shared memory on the MI250X. Held out: the one
# without, dedispersion, and all of the other GPU.
FIT_KERNELS = ("convolution2d_15x15",)

# Reads of shared memory that the compiler of ROCm 5 joined, though they are not
# aligned (DIARY.md): the convolutions through shared memory.
AS_MEASURED = ["-DAS_ROCM_5"]

AMD_DATASETS = {
    "laplacian7": datasets.Dataset(
        datasets._same("amd_laplacian.hip", "laplacian_kernel",
                       "nx", "ny", "nz"), timing="kernel"),
    "babelstream": datasets.Dataset(
        datasets._same("amd_stream.hip",
                       "copy_kernel mul_kernel add_kernel triad_kernel"),
        timing="single"),
}


def is_fit(record):
    return record["kernel"] in FIT_KERNELS


def load(folder):
    """(rows, fit: the ids of those that constants may be chosen by)."""
    datasets.DROPPED_GPUS = {"Radeon PRO W6600", "RTX 5050 Laptop", "H100 NVL"}
    datasets.DATASETS.update(AMD_DATASETS)
    rows, fit = [], set()
    for name in ("measured.csv", "amd.csv"):
        path = os.path.join(folder, name)
        if not os.path.isfile(path):
            raise groundtruth.BadGroundtruth(f"no {name} in '{folder}'")
        with open(path, newline="", encoding="utf-8") as f:
            for record in csv.DictReader(f):
                if record["gpu"] not in ("MI250X", "MI300A"):
                    continue
                line = f"{name}:{len(rows)}"
                row = groundtruth.as_row(line, record, {})
                if row:
                    rows.append(row)
                    if is_fit(record):
                        fit.add(line)
    return rows, fit


def main():
    p = options.parser(__doc__)
    p.add_argument("--model", default="gpuperf")
    p.add_argument("--split", choices=("fit", "held-out", "all"), default="all")
    p.add_argument("--by", default="dataset")
    p.add_argument("--today", action="store_true",
                   help="the code that today's compiler makes of the kernels, "
                   "not that of ROCm 5, which was measured")
    args = options.parse(p)
    try:
        rows, fit = load(args.groundtruth)
    except groundtruth.BadGroundtruth as e:
        print(f"amd.py: {e}", file=sys.stderr)
        return 2
    for split in ("fit", "held-out") if args.split == "all" else (args.split,):
        print(f"== {split}\n")
        judge([r for r in rows if (r.id in fit) == (split == "fit")], split,
              args)
    return 0


def judge(rows, split, args):
    """Prints how far off the predictions of one side of the split are."""
    groundtruth.held_out = lambda *_: split == "held-out"
    if args.max_macro_sets > 0:
        rows = groundtruth.limit_macro_sets(rows, args.max_macro_sets)
    answers, errors = predict.predict(
        args.gpuperf, rows, args.model,
        ["-x", "hip"] + ([] if args.today else AS_MEASURED) + args.flags,
        args.jobs, args.timeout, None, [])
    for text in sorted(set(errors.values())):
        print(f"amd.py: {text}", file=sys.stderr)
    for model in dict.fromkeys(m for r in rows for m in answers.get(r.id, {})):
        report.report_times(rows, answers, model, args.by)
        report.report_blocks(rows, answers, model, args.by)
    if args.csv:
        accuracy.write_csv(args.csv.replace(".csv", f"-{split}.csv"), rows,
                           answers, errors)


if __name__ == "__main__":
    sys.exit(main())
