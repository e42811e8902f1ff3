#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicted against measured: how far off are the times, and what does the
block predicted fastest cost over the best one measured?

    benchmarks/accuracy/accuracy.py                      # all, default model
    benchmarks/accuracy/accuracy.py --datasets=klaraptor --model=all
    benchmarks/accuracy/accuracy.py --max-macro-sets=40 --jobs=2
    benchmarks/accuracy/accuracy.py --by=family --plots=FOLDER
    benchmarks/accuracy/accuracy.py --worst=10           # where to look
    benchmarks/accuracy/accuracy.py --variant=LABEL:NAME=VALUE --limit=200
    benchmarks/accuracy/accuracy.py --check-baseline     # as CI does
    benchmarks/accuracy/accuracy.py --measured=RESULTS/measured.csv \\
        --gpu=h200-sxm --gpu=RESULTS/device.yaml         # one's own GPU

Needs build/bin/gpuperf and the measured figures; no GPU. Deterministic.
"""

import csv
import dataclasses
import json
import subprocess
import sys

import baseline
import groundtruth
import options
import plots
import predict
import report
import variants
import worst

# What --gate may hold down. Errors in percent, as the mean over datasets;
# regret as a ratio, over all sweeps.
GATES = {
    "mape": lambda r: 100 * r["time"]["mean_of_datasets"]["mape"],
    "median": lambda r: 100 * r["time"]["mean_of_datasets"]["median"],
    "unanswered": lambda r: 100 * (
        1 - r["time"]["all"]["answered"] / r["time"]["all"]["rows"]),
    "outside-band": lambda r: 100 * (
        1 - r["time"]["mean_of_datasets"]["band"]),
    "regret": lambda r: r["blocks"]["rules"]["predicted"]["geomean"],
    "regret-p90": lambda r: r["blocks"]["rules"]["predicted"]["p90"],
}


def parse_arguments():
    p = options.parser(__doc__.split("\n\n", 1)[0])
    p.add_argument("--model", default=None,
                   help="a model's name or 'all'; default: gpuperf's default")
    p.add_argument("--limit", type=int, default=0, metavar="N",
                   help="about N rows per dataset, of sweeps spread evenly")
    p.add_argument("--split", choices=("fit", "held-out", "all"),
                   default="all", help="rows that fits may look at, or the "
                   "others; default: all, with both parts shown")
    p.add_argument("--by", choices=sorted(report.GROUPINGS),
                   default="dataset", help="lines of the tables")
    p.add_argument("--json", metavar="FILE", help="write all scores")
    p.add_argument("--gate", default="", metavar="NAME=VALUE,...",
                   help="exit 1 if a figure is above its value: "
                   + ", ".join(GATES))
    p.add_argument("--plots", metavar="FOLDER", help="draw svg pictures there")
    p.add_argument("--sweep", action="append", default=[], metavar="GLOB",
                   help="with --plots: a picture of each sweep of that name")
    p.add_argument("--worst", type=int, default=0, metavar="N",
                   help="the N worst kernels on a GPU, with their worst row")
    p.add_argument("--model-arg", action="append", default=[],
                   metavar="NAME=VALUE", help="handed to gpuperf as it is")
    p.add_argument("--variant", action="append", default=[],
                   metavar="[LABEL:]NAME=VALUE,...",
                   help="ask again with these model arguments and print all "
                   "variants side by side")
    p.add_argument("--measured", metavar="FILE",
                   help="rows that gpuperf-measure has written, in place of "
                   "the published ones")
    p.add_argument("--gpu", action="append", default=[],
                   metavar="NAME|FILE", help="the GPU to ask for whatever the "
                   "rows name; a second one is another variant")
    p.add_argument("--against", action="append", default=[],
                   metavar="GPUPERF", help="another binary as a variant")
    p.add_argument("--check-baseline", action="store_true",
                   help="exit 1 if a figure is worse than the committed one")
    p.add_argument("--write-baseline", action="store_true",
                   help="commit to the figures of this build")
    p.add_argument("--baseline", default=baseline.FILE, metavar="FILE")
    return p


def check_arguments(p, args):
    try:
        args.gate = {n: float(v) for n, v in
                     (g.split("=") for g in args.gate.split(",") if g)}
    except ValueError:
        p.error("--gate must be NAME=VALUE,..., such as mape=17,regret=1.05")
    unknown = [n for n in args.gate if n not in GATES]
    if unknown:
        p.error(f"no figure '{unknown[0]}'; there are: " + ", ".join(GATES))
    try:
        args.variants = variants.all_variants(args)
    except variants.BadVariant as e:
        p.error(str(e))
    if args.check_baseline or args.write_baseline:
        if (args.model or args.limit or args.max_macro_sets or args.datasets
                or args.split != "all" or len(args.variants) > 1
                or args.model_arg or args.measured or args.gpu):
            p.error("the baseline has its own choice of rows and models: "
                    "give neither --model, --limit, --max-macro-sets, "
                    "--datasets, --split, --variant, --against, "
                    "--model-arg, --measured nor --gpu")
        for name, value in baseline.SUBSET.items():
            setattr(args, name, value)
    return args


def broken_gates(result, gates):
    """Figures of any model that are above what --gate allows, as text. A
    figure that cannot be had is above everything."""
    for model, of_model in result["models"].items():
        for name, most in gates.items():
            try:
                value = GATES[name](of_model)
            except (KeyError, TypeError):
                value = None
            if value is None or value > most:
                shown = "not known" if value is None else f"{value:.3f}"
                yield f"{model}: {name} is {shown}, allowed is {most:g}"


def write_csv(path, rows, answers, errors):
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["line", "dataset", "sweep", "gpu", "kernel", "problem",
                      "macros", "grid", "block", "measured_us", "model",
                      "predicted_us", "low_us", "high_us", "ratio", "bound",
                      "occupancy", "registers", "error"])
        for r in rows:
            head = [r.id, r.dataset, r.sweep, r.gpu, r.kernel, r.problem,
                    ";".join(r.macros), "x".join(map(str, r.grid)),
                    "x".join(map(str, r.block)), f"{r.time_us:.6g}"]
            for model, a in sorted(answers.get(r.id, {}).items()):
                out.writerow(head + [
                    model, f"{a['time_us']:.6g}", a.get("time_us_low", ""),
                    a.get("time_us_high", ""),
                    f"{a['time_us'] / r.time_us:.4f}", a.get("bound", ""),
                    a.get("occupancy", ""), a.get("registers_per_thread", ""),
                    ""])
            if r.id in errors:
                out.writerow(head + [""] * 8 + [errors[r.id]])


def chosen_rows(args):
    """(rows to ask, what was left out)."""
    if args.measured:
        rows, left_out = groundtruth.load_measured(args.measured)
    else:
        rows, left_out = groundtruth.load(args.groundtruth, args.datasets)
    if args.split != "all":
        rows = [r for r in rows
                if r.held_out == (args.split == "held-out")]
    if args.max_macro_sets > 0:
        rows = groundtruth.limit_macro_sets(rows, args.max_macro_sets)
    if args.limit > 0:
        rows = groundtruth.limit_rows(rows, args.limit)
    return rows, left_out


def ask(variant, rows, args):
    if variant.gpu:
        rows = [dataclasses.replace(r, gpu=variant.gpu) for r in rows]
    return predict.predict(
        variant.gpuperf, rows, args.model, args.flags, args.jobs,
        args.timeout, None if args.quiet else options.show_progress,
        variant.model_args)


def models_of(rows, answers):
    return list(dict.fromkeys(m for r in rows
                              for m in sorted(answers.get(r.id, {}))))


def of_another_gpu(variant, rows, answers, models, by):
    """The tables again for the GPU file of a variant."""
    print(f"== {variant.gpu}\n")
    return {m: {"time": report.report_times(rows, answers, m, by),
                "blocks": report.report_blocks(rows, answers, m, by)}
            for m in models}


def toolkit_of(gpuperf):
    try:
        done = subprocess.run([gpuperf, "flags"], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return baseline.toolkit_version(done.stdout)


def skipped(args):
    """Whether --check-baseline has nothing to compare; says why."""
    try:
        groundtruth.measured_csv(args.groundtruth)
        why = baseline.reason_to_skip(baseline.read(args.baseline),
                                      toolkit_of(args.gpuperf))
    except groundtruth.BadGroundtruth as e:
        why = str(e)
    if why:
        print(f"accuracy.py: skipped: {why}")
    return bool(why)


def check_baseline(args, result, rows):
    """Whether nothing got worse; says what did."""
    worse, better = baseline.compare(baseline.read(args.baseline), result,
                                     len(rows))
    for text in better:
        print(f"accuracy.py: better: {text}")
    for text in worse:
        print(f"accuracy.py: worse: {text}", file=sys.stderr)
    if worse:
        print(f"accuracy.py: {len(worse)} figures are worse than the "
              f"baseline; if they have to be, {baseline.RENEW}",
              file=sys.stderr)
    elif better:
        print(f"accuracy.py: nothing is worse; {baseline.RENEW}")
    else:
        print("accuracy.py: as the baseline")
    return not worse


def main():
    p = parse_arguments()
    args = check_arguments(p, options.parse(p))
    if args.check_baseline and skipped(args):
        return 0
    try:
        rows, left_out = chosen_rows(args)
    except groundtruth.BadGroundtruth as e:
        print(f"accuracy.py: {e}", file=sys.stderr)
        return 2
    answers_of, errors = {}, {}
    for variant in args.variants:
        answers_of[variant.name], of_variant = ask(variant, rows, args)
        errors = errors or of_variant
    answers = answers_of[variants.AS_IS]
    models = models_of(rows, answers)
    result = {"models": {}}
    for model in models:
        result["models"][model] = {
            "time": report.report_times(rows, answers, model, args.by),
            "blocks": report.report_blocks(rows, answers, model, args.by)}
    for variant in args.variants[1:]:
        if variant.gpu and variant.gpu != args.variants[0].gpu:
            result.setdefault("gpus", {})[variant.name] = of_another_gpu(
                variant, rows, answers_of[variant.name], models, args.by)
    if len(answers_of) > 1:
        variants.print_side_by_side(rows, answers_of, models, args.by)
    if args.worst > 0:
        for model in models:
            worst.print_worst(rows, answers, model, args.worst)
    result["errors"] = options.print_errors(rows, errors, left_out)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump(result, f, indent=1, sort_keys=True)
            f.write("\n")
    if args.csv:
        write_csv(args.csv, rows, answers, errors)
    if args.plots:
        plots.draw_all(args.plots, rows, answers, models, args.sweep)
    if not models:
        print("accuracy.py: no row was answered", file=sys.stderr)
        return 1
    good = not args.check_baseline or check_baseline(args, result, rows)
    if args.write_baseline:
        baseline.write(args.baseline, result, toolkit_of(args.gpuperf),
                       len(rows))
    broken = list(broken_gates(result, args.gate))
    for text in broken:
        print(f"accuracy.py: {text}", file=sys.stderr)
    return 0 if good and not broken else 1


if __name__ == "__main__":
    sys.exit(main())
