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

import csv
import json
import sys

import groundtruth
import options
import predict
import score
from options import percent, print_table, ratio, signed_percent


def parse_arguments():
    p = options.parser(__doc__.split("\n\n", 1)[0])
    p.add_argument("--model", default=None,
                   help="a model's name or 'all'; default: gpuperf's default")
    p.add_argument("--limit", type=int, default=0, metavar="N",
                   help="about N rows per dataset, whole sweeps, evenly")
    p.add_argument("--json", metavar="FILE", help="write all scores")
    return options.parse(p)


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
        None if args.quiet else options.show_progress)
    models = list(dict.fromkeys(m for r in rows
                                for m in sorted(answers.get(r.id, {}))))
    result = {"models": {}}
    for model in models:
        result["models"][model] = {
            "time": report_times(rows, answers, model),
            "blocks": report_blocks(rows, answers, model)}
    result["errors"] = options.print_errors(rows, errors, left_out)
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
