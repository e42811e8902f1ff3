#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicted counts against hardware counters: registers, instructions by
class, requests, bank passes and bytes of launches on one GPU.

    benchmarks/accuracy/counters.py --max-macro-sets=40

Per count: the median of ratio - 1 (bias), and of its size the median, the mean
and the 90th percentile. The counts are what the times are made of: a time may be right by luck, a count
hardly. Three classes do not mean quite the same on both sides: the hardware
counts comparisons of floats and the steps of a division as FP32, and loads from
constant memory as memory; an answer has classes of its own for them.

Needs build/bin/gpuperf and counters_rtx-2080-ti.csv; no GPU.
"""

import csv
import glob
import os
import statistics
import sys

import groundtruth
import options
import predict
from score import quantile

SECTOR_BYTES = 32
FP32 = ("fp32_add", "fp32_mul", "fp32_fma")
FP64 = ("fp64_add", "fp64_mul", "fp64_fma")
INTEGER = ("int32_add", "int32_mul", "int32_mul_wide", "int32_shift",
           "int32_logic", "compare_min_max", "permute", "popc", "clz", "brev")
MEMORY = ("load_global", "store_global", "load_shared", "store_shared",
          "load_local", "store_local", "load_texture", "atomic_global",
          "atomic_shared")

# What rows of this file leave out; as in measured.csv.
PROFILED = ";l2=cold;timing=kernel"  # the profiler empties the caches
ARGUMENTS = {"Pnpoly": "n=20000000", "vectorAddition": "scalar=3.0"}


def _thread(classes):
    return lambda a: sum(a["counts"]["thread_instructions"].get(c, 0)
                         for c in classes)


def _warp(*classes):
    return lambda a: sum(v for k, v in a["counts"]["warp_instructions"].items()
                         if not classes or k in classes)


def _thread_all(a):
    return sum(a["counts"]["thread_instructions"].values())


def _executed(kind):
    return f"smsp__sass_thread_inst_executed_op_{kind}_pred_on.sum"


# (what, counters that sum up to it, factor, the same of an answer)
QUANTITIES = (
    ("registers per thread", ("regs",), 1,
     lambda a: a["registers_per_thread"]),
    ("shared bytes per block", ("static_smem",), 1,
     lambda a: a["shared_bytes"]),
    ("warp instructions", ("smsp__inst_executed.sum",), 1, _warp()),
    ("FP32 thread instructions", (_executed("fp32"),), 1, _thread(FP32)),
    ("FP64 thread instructions", (_executed("fp64"),), 1, _thread(FP64)),
    ("integer thread instructions", (_executed("integer"),), 1,
     _thread(INTEGER)),
    ("memory thread instructions", (_executed("memory"),), 1,
     _thread(MEMORY)),
    ("control thread instructions", (_executed("control"),), 1,
     _thread(("branch",))),
    ("conversion thread instructions", (_executed("conversion"),), 1,
     _thread(("convert_32", "convert_64"))),
    ("threads per warp instruction",
     ("smsp__thread_inst_executed_per_inst_executed.ratio",), 1,
     lambda a: _thread_all(a) / _warp()(a)),
    ("global load requests",
     ("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",), 1,
     _warp("load_global")),
    ("global store requests",
     ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",), 1,
     _warp("store_global")),
    ("global sectors, loads and stores",
     ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"), 1,
     lambda a: a["counts"]["sectors"]["global"]),
    ("bank conflicts",
     ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"), 1,
     lambda a: a["counts"]["bank_passes"] -
     a["counts"]["requests"].get("shared", 0)),
    ("occupancy, achieved and possible, %",
     ("sm__warps_active.avg.pct_of_peak_sustained_active",), 1,
     lambda a: 100 * a["occupancy"]),
    ("shared-memory passes",
     ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"), 1,
     lambda a: a["counts"]["bank_passes"]),
    ("L2 bytes, read and written",
     ("lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum"),
     SECTOR_BYTES, lambda a: a["counts"]["l2_bytes"]),
    ("DRAM bytes read", ("dram__sectors_read.sum",), SECTOR_BYTES,
     lambda a: a["counts"]["dram_read_bytes"]),
    ("DRAM bytes written", ("dram__sectors_write.sum",), SECTOR_BYTES,
     lambda a: a["counts"]["dram_write_bytes"]),
)


def load(folder, datasets):
    """(rows, record of each row's id, what was left out)."""
    paths = sorted(glob.glob(os.path.join(folder, "counters_*.csv")))
    if not paths:
        raise groundtruth.BadGroundtruth(
            f"no counters_*.csv in '{folder}': give its folder with "
            "--groundtruth or the environment variable GPUPERF_GROUNDTRUTH")
    rows, records, left_out = [], {}, {}
    for path in paths:
        with open(path, newline="", encoding="utf-8") as f:
            for number, record in enumerate(csv.DictReader(f), 2):
                try:
                    record.update(
                        dyn_smem_bytes="0", notes=PROFILED,
                        problem=record.get("problem")
                        or ARGUMENTS.get(record["kernel_name"], ""),
                        time_ms=float(record["time_us"] or 0) / 1000)
                    row = groundtruth.as_row(f"{os.path.basename(path)}:"
                                             f"{number}", record, left_out,
                                             datasets)
                except (KeyError, TypeError, ValueError) as e:
                    raise groundtruth.BadGroundtruth(
                        f"{path}:{number}: not a row of counters: {e!r}")
                if row:
                    rows.append(row)
                    records[row.id] = record
    return rows, records, left_out


def pairs(rows, records, answers, quantity):
    """(row, measured, predicted) where both are known."""
    _, counters, factor, of_answer = quantity
    for r in rows:
        for _, answer in sorted(answers.get(r.id, {}).items()):
            try:
                measured = factor * sum(float(records[r.id][c])
                                        for c in counters)
                predicted = of_answer(answer)
            except (KeyError, TypeError, ValueError, ZeroDivisionError):
                continue
            if predicted is not None:
                yield r, measured, predicted


def report(rows, records, answers):
    lines = []
    for dataset in dict.fromkeys(r.dataset for r in rows):
        mine = [r for r in rows if r.dataset == dataset]
        for quantity in QUANTITIES:
            errors, none, invented = [], 0, 0
            for _, measured, predicted in pairs(mine, records, answers,
                                                quantity):
                if measured > 0:
                    errors.append(predicted / measured - 1)
                elif predicted > 0:
                    invented += 1
                else:
                    none += 1
            if not errors and not invented:
                continue
            size = [abs(e) for e in errors]
            n = len(errors)
            lines.append([
                f"{dataset}: {quantity[0]}", str(n),
                options.signed_percent(quantile(errors, 0.5)),
                options.percent(quantile(size, 0.5)),
                options.percent(statistics.fmean(size) if n else None),
                options.percent(quantile(size, 0.9)),
                options.percent(sum(e <= 0.05 for e in size) / n
                                if n else None), str(invented)])
    options.print_table(["count", "rows", "bias", "median", "MAPE", "p90",
                         "<=5%", "of none"], lines)


def write_csv(path, rows, records, answers):
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["line", "dataset", "kernel", "macros", "grid", "block",
                      "count", "measured", "predicted"])
        for quantity in QUANTITIES:
            for r, measured, predicted in pairs(rows, records, answers,
                                                quantity):
                out.writerow([r.id, r.dataset, r.kernel, ";".join(r.macros),
                              "x".join(map(str, r.grid)),
                              "x".join(map(str, r.block)), quantity[0],
                              f"{measured:.9g}", f"{predicted:.9g}"])


def main():
    args = options.parse(options.parser(__doc__.split("\n\n", 1)[0]))
    try:
        rows, records, left_out = load(args.groundtruth, args.datasets)
    except groundtruth.BadGroundtruth as e:
        print(f"counters.py: {e}", file=sys.stderr)
        return 2
    if args.max_macro_sets > 0:
        rows = groundtruth.limit_macro_sets(rows, args.max_macro_sets)
    answers, errors = predict.predict(
        args.gpuperf, rows, None, args.flags, args.jobs, args.timeout,
        None if args.quiet else options.show_progress)
    report(rows, records, answers)
    options.print_errors(rows, errors, left_out)
    if args.csv:
        write_csv(args.csv, rows, records, answers)
    if not answers:
        print("counters.py: no row was answered", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
