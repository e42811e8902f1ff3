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


GROUPINGS = {
    "dataset": lambda r: r.dataset,
    "gpu": lambda r: r.gpu,
    "kernel": lambda r: f"{r.dataset}: {r.kernel}",
}

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
    p.add_argument("--by", choices=sorted(GROUPINGS), default="dataset",
                   help="lines of the table of times")
    p.add_argument("--json", metavar="FILE", help="write all scores")
    p.add_argument("--gate", default="", metavar="NAME=VALUE,...",
                   help="exit 1 if a figure is above its value: "
                   + ", ".join(GATES))
    args = options.parse(p)
    try:
        args.gate = {n: float(v) for n, v in
                     (g.split("=") for g in args.gate.split(",") if g)}
    except ValueError:
        p.error("--gate must be NAME=VALUE,..., such as mape=17,regret=1.05")
    unknown = [n for n in args.gate if n not in GATES]
    if unknown:
        p.error(f"no figure '{unknown[0]}'; there are: " + ", ".join(GATES))
    return args


def time_line(name, s):
    return [name, str(s["rows"]), str(s["answered"]), percent(s["mape"]),
            percent(s["median"]), percent(s["p90"]), percent(s["within25"]),
            signed_percent(s["bias"]), percent(s["band"])]


# Fits look at the first part only (datasets.py).
PARTS = ("fit", "held out")


def parts_of(rows):
    """Part -> its rows; only where there are rows of both."""
    parts = {p: [r for r in rows if r.held_out == (p == PARTS[1])]
             for p in PARTS}
    return parts if all(parts.values()) else {}


def scores_by(key, rows, answers, model):
    groups = {}
    for r in rows:
        groups.setdefault(key(r), []).append(r)
    return {n: score.time_score(g, answers, model) for n, g in groups.items()}


def report_times(rows, answers, model, by):
    print(f"time, model {model}")
    datasets = scores_by(GROUPINGS["dataset"], rows, answers, model)
    shown = scores_by(GROUPINGS[by], rows, answers, model)
    lines = [time_line(n, s) for n, s in shown.items()]
    out = {"datasets": datasets,
           "all": score.time_score(rows, answers, model),
           "mean_of_datasets": score.mean_of_scores(list(datasets.values()))}
    for part, members in parts_of(rows).items():
        of_part = scores_by(GROUPINGS["dataset"], members, answers, model)
        out[part] = {
            "all": score.time_score(members, answers, model),
            "mean_of_datasets": score.mean_of_scores(list(of_part.values()))}
    if by != "dataset":
        out[f"by_{by}"] = shown
    lines.append(time_line("all rows", out["all"]))
    lines.append(time_line("mean of datasets", out["mean_of_datasets"]))
    for part in PARTS:
        if part in out:
            lines.append(time_line(f"{part}: rows", out[part]["all"]))
            lines.append(time_line(f"{part}: datasets",
                                   out[part]["mean_of_datasets"]))
    print_table([by, "rows", "answered", "MAPE", "median", "p90",
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
    for part, members in parts_of(rows).items():
        s = score.regret_score([v for _, _, v in score.regrets(
            members, answers, model)["predicted"]])
        if s["sweeps"]:
            out[part] = s
            lines.append(regret_line(f"predicted, {part}", s))
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


def main():
    args = parse_arguments()
    try:
        rows, left_out = groundtruth.load(args.groundtruth, args.datasets)
    except groundtruth.BadGroundtruth as e:
        print(f"accuracy.py: {e}", file=sys.stderr)
        return 2
    if args.split != "all":
        rows = [r for r in rows
                if r.held_out == (args.split == "held-out")]
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
            "time": report_times(rows, answers, model, args.by),
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
    broken = list(broken_gates(result, args.gate))
    for text in broken:
        print(f"accuracy.py: {text}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
