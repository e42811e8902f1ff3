#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicted against measured: how far off are the times, and what does the
block predicted fastest cost over the best one measured?

    benchmarks/accuracy/accuracy.py                      # all, default model
    benchmarks/accuracy/accuracy.py --datasets=klaraptor --model=all
    benchmarks/accuracy/accuracy.py --max-macro-sets=40 --jobs=2

Needs build/bin/gpuperf and the measured figures; no GPU. Deterministic.
"""

import argparse
import csv
import json
import os
import sys

import groundtruth
import predict
import score
from datasets import DATASETS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--gpuperf",
                   default=os.path.join(ROOT, "build", "bin", "gpuperf"))
    p.add_argument("--groundtruth",
                   default=os.environ.get(
                       "GPUPERF_GROUNDTRUTH",
                       os.path.join(ROOT, "..", "shared", "groundtruth")),
                   help="folder of measured.csv")
    p.add_argument("--model", default=None,
                   help="a model's name or 'all'; default: gpuperf's default")
    p.add_argument("--datasets", default="",
                   help="comma-separated; default: all")
    p.add_argument("--limit", type=int, default=0, metavar="N",
                   help="about N rows per dataset, whole sweeps, evenly")
    p.add_argument("--max-macro-sets", type=int, default=0, metavar="N",
                   help="at most N compilations per dataset, evenly")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--timeout", type=float, default=600, metavar="SECONDS",
                   help="for one file with one set of macros")
    p.add_argument("--json", metavar="FILE", help="write all scores")
    p.add_argument("--csv", metavar="FILE",
                   help="write one line per row and model")
    p.add_argument("--quiet", action="store_true", help="no progress")
    p.add_argument("flags", nargs="*", help="after --: more compiler flags")
    args = p.parse_args()
    args.datasets = [d for d in args.datasets.split(",") if d]
    unknown = [d for d in args.datasets if d not in DATASETS]
    if unknown:
        p.error(f"no dataset '{unknown[0]}'; there are: "
                + ", ".join(DATASETS))
    if not os.path.isfile(args.gpuperf):
        p.error(f"no '{args.gpuperf}': build it first or give --gpuperf")
    return args


def percent(v):
    return "-" if v is None else f"{100 * v:.1f}%"


def signed_percent(v):
    return "-" if v is None else f"{100 * v:+.1f}%"


def ratio(v):
    return "-" if v is None else f"{v:.3f}"


def print_table(header, lines):
    cells = [header] + lines
    widths = [max(len(c[i]) for c in cells) for i in range(len(header))]
    for c in cells:
        print("  ".join(
            t.ljust(w) if i == 0 else t.rjust(w)
            for i, (t, w) in enumerate(zip(c, widths))).rstrip())
    print()


def time_line(name, s):
    return [name, str(s["rows"]), str(s["answered"]), percent(s["mape"]),
            percent(s["median"]), percent(s["p90"]), percent(s["within25"]),
            signed_percent(s["bias"]), percent(s["band"])]


def report_times(rows, answers, model):
    print(f"time, model {model}")
    names = list(dict.fromkeys(r.dataset for r in rows))
    scores = {n: score.time_score([r for r in rows if r.dataset == n],
                                  answers, model) for n in names}
    lines = [time_line(n, scores[n]) for n in names]
    out = {"datasets": scores,
           "all": score.time_score(rows, answers, model),
           "mean_of_datasets": score.mean_of_scores(list(scores.values()))}
    lines.append(time_line("all rows", out["all"]))
    lines.append(time_line("mean of datasets", out["mean_of_datasets"]))
    print_table(["dataset", "rows", "answered", "MAPE", "median", "p90",
                 "<=25%", "bias", "in band"], lines)
    return out


def regret_line(name, s):
    return [name, str(s["sweeps"]), ratio(s["geomean"]), ratio(s["median"]),
            ratio(s["p90"]), ratio(s["worst"]), percent(s["within5"])]


def report_blocks(rows, answers, model):
    all_regrets = score.regrets(rows, answers, model)
    if not any(all_regrets.values()):
        return {}
    print(f"block choice, time of the chosen block over the best measured, "
          f"model {model}")
    lines, out = [], {"rules": {}, "datasets": {}}
    for rule, found in all_regrets.items():
        s = score.regret_score([v for _, _, v in found])
        out["rules"][rule] = s
        lines.append(regret_line(rule, s))
    predicted = all_regrets["predicted"]
    for name in dict.fromkeys(d for d, _, _ in predicted):
        s = score.regret_score([v for d, _, v in predicted if d == name])
        out["datasets"][name] = s
        lines.append(regret_line(f"  predicted: {name}", s))
    print_table(["rule", "sweeps", "geomean", "median", "p90", "worst",
                 "<=5%"], lines)
    out["sweeps"] = {rule: [{"dataset": d, "sweep": w, "regret": v}
                            for d, w, v in found]
                     for rule, found in all_regrets.items()}
    return out


def report_errors(rows, errors, left_out):
    counts = {}
    for r in rows:
        if r.id in errors:
            key = (r.dataset, errors[r.id])
            counts[key] = counts.get(key, 0) + 1
    for (dataset, text), n in sorted(counts.items(),
                                     key=lambda i: (-i[1], i[0])):
        print(f"{n:6d}  {dataset}: {text}")
    for text, n in sorted(left_out.items(), key=lambda i: (-i[1], i[0])):
        print(f"{n:6d}  left out: {text}")
    return [{"dataset": d, "message": t, "rows": n}
            for (d, t), n in sorted(counts.items())]


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


def show_progress(done, total):
    if sys.stderr.isatty() or done == total or done % 50 == 0:
        end = "\n" if done == total or not sys.stderr.isatty() else "\r"
        print(f"{done}/{total} compilations", end=end, file=sys.stderr,
              flush=True)


def main():
    args = parse_arguments()
    try:
        rows, left_out = groundtruth.load(args.groundtruth, args.datasets)
    except groundtruth.BadGroundtruth as e:
        print(f"accuracy.py: {e}", file=sys.stderr)
        return 2
    if args.max_macro_sets > 0:
        rows = groundtruth.limit_macro_sets(rows, args.max_macro_sets)
    if args.limit > 0:
        rows = groundtruth.limit_rows(rows, args.limit)
    answers, errors = predict.predict(
        args.gpuperf, rows, args.model, args.flags, args.jobs, args.timeout,
        None if args.quiet else show_progress)
    models = list(dict.fromkeys(m for r in rows
                                for m in sorted(answers.get(r.id, {}))))
    result = {"models": {}}
    for model in models:
        result["models"][model] = {
            "time": report_times(rows, answers, model),
            "blocks": report_blocks(rows, answers, model)}
    result["errors"] = report_errors(rows, errors, left_out)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump(result, f, indent=1, sort_keys=True)
            f.write("\n")
    if args.csv:
        write_csv(args.csv, rows, answers, errors)
    if not models:
        print("accuracy.py: no row was answered", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
