#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The papers' own pictures and tables, on measured rows.

    benchmarks/accuracy/seed_figures.py --plots=FOLDER --jobs=2
    benchmarks/accuracy/seed_figures.py --datasets=klaraptor --limit=500

Kleimenov and Popova 2021: relative error over the number of warps, each model
beside Hong and Kim's. Qu et al. 2020: time over NSMW, settling of PEF, KDTV in
situations 2 and 3 with eq. 12, how often v / I ranks launches of equal NSMW,
polynomial regression on their two feature sets.

Needs build/bin/gpuperf and the measured figures; no GPU. Deterministic.
"""

import json
import os
import subprocess
import sys

import groundtruth
import nsmw
import options
import predict
import regression
import report
import score
import seed_plots
from datasets import family
from options import percent, print_table

COMPARED = "hong-kim"
MOST_PANELS = 6
# A bin of fewer launches shows noise.
MIN_IN_BIN = 5
# A case whose NSMW spans less shows no curve.
MIN_REACH = 4


def parse_arguments():
    p = options.parser(__doc__.split("\n\n", 1)[0])
    p.add_argument("--limit", type=int, default=0, metavar="N",
                   help="about N rows per dataset, of sweeps spread evenly")
    p.add_argument("--split", choices=("fit", "held-out", "all"),
                   default="all")
    p.add_argument("--plots", metavar="FOLDER", help="draw svg pictures there")
    p.add_argument("--json", metavar="FILE", help="write all figures")
    return options.parse(p)


# -- Kleimenov and Popova, Fig. 6 --------------------------------------------

def error_curves(rows, answers, models):
    """family -> model -> [(warps, median error, launches)] by octave."""
    bins = {}
    for r in rows:
        warps = -(-r.threads // nsmw.WARP) * r.grid[0] * r.grid[1] * r.grid[2]
        for m in models:
            if a := answers.get(r.id, {}).get(m):
                bins.setdefault((family(r.kernel), m), {}).setdefault(
                    seed_plots.octave(warps), []).append(
                        abs(a["time_us"] / r.time_us - 1))
    out = {}
    for (name, m), of_bin in sorted(bins.items()):
        line = [(w, score.quantile(e, 0.5), len(e))
                for w, e in sorted(of_bin.items()) if len(e) >= MIN_IN_BIN]
        if len(line) > 1:
            out.setdefault(name, {})[m] = line
    # The paper's own kernel first.
    return dict(sorted(out.items(), key=lambda i: i[0] != "matrix product"))


def report_errors(curves, models):
    print("Relative error over warps, median per octave (Kleimenov and Popova "
          "2021, Fig. 6)")
    if COMPARED not in models:
        print(f"  {COMPARED} gave no answer in this build: not beside it")
    lines = []
    for name, of_family in curves.items():
        some = max(of_family.values(), key=len)
        for w, _, n in some:
            cells = []
            for m in models:
                here = {x: e for x, e, _ in of_family.get(m, [])}
                cells.append(percent(here.get(w)))
            lines.append([name, f"{w / 2 ** 0.5:.0f}", str(n), *cells])
    print_table(["family", "warps from", "rows", *models], lines)


# -- Qu et al. ---------------------------------------------------------------

def report_cases(cases):
    """Time over NSMW and the settling of PEF."""
    print("Time over NSMW and settling of PEF (Qu et al. 2020, 5.1), launches "
          "of one load per warp.\nOf a kernel on a GPU the load of most "
          "launches is shown; all are in --json.")
    lines, out, shown = [], [], set()
    for c in sorted(cases, key=lambda c: -len(c.launches)):
        same = {}
        for x in c.launches:
            same.setdefault(round(x.w, 6), []).append(x.time_us)
        spreads = [max(t) / min(t) for t in same.values() if len(t) > 1]
        t, slope = nsmw.warp_time(c), nsmw.stable_slope(c)
        settled = nsmw.settled_at(c)
        found = {"case": c.name, "launches": len(c.launches),
                 "held_out": c.held_out, "w_from": c.launches[0].w,
                 "w_to": c.launches[-1].w,
                 "spread_at_equal_w": score.quantile(spreads, 0.5),
                 "spef": slope / t if t and slope else None,
                 "settled_from": settled, "w2": c.w2}
        out.append(found)
        of_kernel = (c.launches[0].row.kernel, c.launches[0].row.gpu)
        if of_kernel in shown:
            continue
        shown.add(of_kernel)
        lines.append([
            c.name + (" *" if c.held_out else ""), str(len(c.launches)),
            f"{found['w_from']:.4g} - {found['w_to']:.4g}",
            options.ratio(found["spread_at_equal_w"]),
            "-" if found["spef"] is None else f"{found['spef']:.4f}",
            "-" if settled is None else f"{settled:.4g}",
            f"{found['w2']:.4g}"])
    print_table(["case (* held out)", "rows", "NSMW", "t max/min at equal W",
                 "SPEF", "settled from W", "W2"], lines)
    return out


def report_kdtv(cases, models):
    """Eq. 12 in situations 2 and 3."""
    print("Accuracy by eq. 12 in situations 2 and 3. 'measured t, SPEF': eq. 7 "
          "and 8 with both\ntaken from the same launches, as the paper takes "
          "them (situation 2 needs launches in\nsituation 1 for t); the models "
          "have measured nothing.")
    lines, out = [], {}
    for situation in (2, 3):
        usable = [c for c in cases if nsmw.framework_pairs(c, situation)]
        ways = {"measured t, SPEF":
                [p for c in usable
                 for p in nsmw.framework_pairs(c, situation)]}
        for m in models:
            ways[m] = [p for c in usable
                       for p in nsmw.model_pairs(c, situation, m)]
        for way, pairs in ways.items():
            errors = [abs(p / r - 1) for r, p in pairs]
            out[f"situation {situation}, {way}"] = {
                "launches": len(pairs), "cases": len(usable),
                "accuracy": nsmw.accuracy(pairs),
                "median": score.quantile(errors, 0.5)}
            lines.append([f"situation {situation}: {way}", str(len(usable)),
                          str(len(pairs)), percent(nsmw.accuracy(pairs)),
                          percent(score.quantile(errors, 0.5))])
    print_table(["", "cases", "rows", "eq. 12", "median error"], lines)
    print("The paper reports 89.3 % in situation 2 and 94.7 % in situation 3, "
          "on its own kernels\nand GPU.\n")
    return out


def report_ranks(cases):
    print("Launches of equal NSMW in situation 2: place by time equals place "
          "by the feature (table 4)")
    lines, out = [], {}
    for name, feature in nsmw.RANK_FEATURES.items():
        found = [nsmw.rank_share(c, feature) for c in cases]
        used = sum(bool(f[1]) for f in found)
        hits, total, chance = (sum(f[k] for f in found) for k in range(3))
        out[name] = {"hits": hits, "launches": total, "chance": chance}
        lines.append([name, str(used), str(total),
                      percent(hits / total if total else None),
                      percent(chance / total if total else None)])
    print_table(["feature", "cases", "rows", "share", "by chance"], lines)
    print("The paper reports 0.70 for DPSID and 0.86 for NBW.\n")
    return out


# -- Regression --------------------------------------------------------------

def gpu_facts(gpuperf, name):
    """What feature set 1 asks of a GPU, or None."""
    try:
        done = subprocess.run([gpuperf, "gpus", name, "--format=json"],
                              stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=60)
        gpu = json.loads(done.stdout)
        facts, arch = gpu["facts"], gpu["arch"]["facts"]
        return {"sms": facts["sm_count"]["value"],
                "cores": arch["fp32_lanes"]["value"],
                "clock_mhz": facts["boost_clock_mhz"]["value"],
                "memory_mhz": facts["memory_clock_mhz"]["value"]}
    except (OSError, ValueError, KeyError, TypeError,
            subprocess.TimeoutExpired):
        return None


def regression_samples(cases, facts):
    """feature set -> (seen, unseen), each [(features, target)]. The target is
    KDTV in units of SPEF: time over the stable time per NSMW of the case's
    seen launches."""
    out = {"1: grid, block, data sheet": ([], []),
           "2: NSMW, DPSID, NBW, APB": ([], [])}
    for c in cases:
        of_gpu = facts.get(c.launches[0].row.gpu)
        seen, unseen = regression.halves(c.launches)
        slopes = [x.time_us / x.w for x in seen if x.situation == 3]
        if not slopes or not of_gpu:
            continue
        unit = sum(slopes) / len(slopes)
        for (_, parts), features in zip(out.items(), (
                regression.basic_features, regression.high_level_features)):
            for part, launches in zip(parts, (seen, unseen)):
                part += [(features(x, of_gpu), x.time_us / unit)
                         for x in launches]
    return out


def report_regression(cases, facts, models):
    print("Polynomial regression of degree 2 (5.3). Every second launch is "
          "seen, the others are not;\nthe cases are those with launches in "
          "situation 3. The models have seen none.")
    samples = regression_samples(cases, facts)
    lines, out = [], {}
    for name, parts in samples.items():
        seen, unseen = parts
        if len(seen) < 40 or not unseen:
            print("  too few launches\n")
            return {}
        for kind, how in ((regression.Polynomial, "as printed"),
                          (regression.LogPolynomial, "in logarithms")):
            errors = regression.scores(kind, *zip(*seen),
                                       [tuple(zip(*p)) for p in parts])
            out[f"{name}, {how}"] = dict(zip(("seen", "unseen"), errors))
            lines.append([f"{name}, {how}", str(len(seen)), str(len(unseen)),
                          *map(percent, errors)])
    used = [c for c in cases if any(x.situation == 3 for x in
                                    regression.halves(c.launches)[0])
            and facts.get(c.launches[0].row.gpu)]
    for m in models:
        errors = []
        for half in (0, 1):
            pairs = [(x.time_us, x.answers[m]["time_us"]) for c in used
                     for x in regression.halves(c.launches)[half]
                     if m in x.answers]
            accuracy = nsmw.accuracy(pairs)
            errors.append(None if accuracy is None else 1 - accuracy)
        out[m] = dict(zip(("seen", "unseen"), errors))
        lines.append([f"model {m}", "0", "-", *map(percent, errors)])
    print_table(["", "seen", "unseen", "MAPE, seen", "MAPE, unseen"], lines)
    return out


# -- The command -------------------------------------------------------------

def chosen_rows(args):
    rows, _ = groundtruth.load(args.groundtruth, args.datasets)
    if args.split != "all":
        rows = [r for r in rows
                if r.held_out == (args.split == "held-out")]
    if args.max_macro_sets > 0:
        rows = groundtruth.limit_macro_sets(rows, args.max_macro_sets)
    if args.limit > 0:
        rows = groundtruth.limit_rows(rows, args.limit)
    return rows


def print_rows(rows, answers, cases):
    asked = sum(1 for r in rows if r.id in answers)
    held_out = sum(r.held_out for r in rows)
    print(f"Rows: {len(rows):,} ({held_out:,} held out), {asked:,} answered; "
          + ", ".join(f"{n} {len(g):,}" for n, g in report.grouped(
              report.GROUPINGS["dataset"], rows).items()))
    used = sum(len(c.launches) for c in cases)
    print(f"Cases (one kernel, one GPU, one load per warp, full warps, "
          f"{nsmw.MIN_LAUNCHES} launches or more): {len(cases):,} with "
          f"{used:,} rows\n")


def draw(folder, curves, models, cases):
    os.makedirs(folder, exist_ok=True)

    def write(canvas, name):
        canvas.write(os.path.join(folder, name))

    if curves:
        write(seed_plots.error_over_warps(
            {f: {m: [(w, e) for w, e, _ in line] for m, line in of.items()}
             for f, of in curves.items()}, models, COMPARED),
            "seed-error-over-warps.svg")
    wide = [c for c in cases if c.reach >= MIN_REACH]
    stable = [c for c in wide if nsmw.stable_slope(c)]
    # Cases with launches in situation 1 show all three.
    full = [c for c in stable if nsmw.warp_time(c)]
    if wide:
        write(seed_plots.time_over_nsmw(typical(wide)),
              "seed-time-over-nsmw.svg")
    if stable:
        write(seed_plots.pef_over_nsmw(typical(stable)), "seed-pef.svg")
    if full:
        write(seed_plots.kdtv_over_nsmw(typical(full)), "seed-kdtv.svg")


def typical(cases):
    """A few cases of different kernels, widest first, most launches next."""
    best = {}
    for c in sorted(cases, key=lambda c: -len(c.launches)):
        best.setdefault((c.launches[0].row.kernel, c.launches[0].row.gpu), c)
    by_kernel = {}
    for (kernel, _), c in best.items():
        by_kernel.setdefault(kernel, []).append(c)
    turns = [c for turn in range(MOST_PANELS)
             for of in by_kernel.values() for c in of[turn:turn + 1]]
    return turns[:MOST_PANELS]


def main():
    args = parse_arguments()
    try:
        rows = chosen_rows(args)
    except groundtruth.BadGroundtruth as e:
        print(f"seed_figures.py: {e}", file=sys.stderr)
        return 2
    answers, _ = predict.predict(
        args.gpuperf, rows, "all", args.flags, args.jobs, args.timeout,
        None if args.quiet else options.show_progress)
    models = sorted({m for a in answers.values() for m in a})
    if not models:
        print("seed_figures.py: no row was answered", file=sys.stderr)
        return 1
    cases = nsmw.cases_of(rows, answers, family)
    print_rows(rows, answers, cases)
    curves = error_curves(rows, answers, models)
    report_errors(curves, models)
    wide = [c for c in cases if c.reach >= MIN_REACH]
    facts = {g: gpu_facts(args.gpuperf, g) for g in
             dict.fromkeys(c.launches[0].row.gpu for c in cases)}
    result = {"models": models, "error_over_warps": curves,
              "cases": report_cases(wide),
              "kdtv": report_kdtv(cases, models),
              "rank_share": report_ranks(cases),
              "regression": report_regression(cases, facts, models)}
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump(result, f, indent=1, sort_keys=True)
            f.write("\n")
    if args.plots:
        draw(args.plots, curves, models, cases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
