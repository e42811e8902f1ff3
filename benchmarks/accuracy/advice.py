#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is the advice on blocks worth, and how often is it wrong?

    benchmarks/accuracy/advice.py                   # all sweeps, both splits
    benchmarks/accuracy/advice.py --split=fit       # what fits may look at
    benchmarks/accuracy/advice.py --by=kernel --csv=advice.csv
    benchmarks/accuracy/advice.py --gate=3          # exit 1 if more are wrong

Every measured block of a sweep is taken for the one in the source, and
`gpuperf sweep --batch` says what it would advise among the measured ones: the
rule is that of the checks. Advice is given only beyond the band of the ratio;
else the block stays. It is wrong where the advised block was measured slower by
more than 5 %.

Sweeps whose kernels were compiled anew for each block (auto-tuners put it in a
macro) get no advice, as one device code does not stand for all: their block
stays, in the last lines. No GPU; deterministic.
"""

import csv
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

import groundtruth
import options
import predict
import score
from datasets import DATASETS, family

SLOWER = 1.05
# Published, on its own 72 sweeps of an RTX 2070 SUPER, profiles first.
KLARAPTOR = {"geomean": 1.20, "median": 1.01, "worst": 13, "within5": 0.61}

# One sweep: its rows, what is advised by id of the row, the id ranked first.
Sweep = namedtuple("Sweep", "dataset name rows advice first")


def sweeps_of(rows):
    """(sweeps of one device code, sweeps whose code changes with the block)"""
    same, changing = [], []
    for (dataset, name), group in groundtruth.block_sweeps(rows).items():
        if not DATASETS[dataset].score_blocks:
            continue
        one = len({(r.file, r.macros, r.kernel, r.gpu) for r in group}) == 1
        (same if one else changing).append(
            Sweep(dataset, name, group, {}, None))
    return same, changing


def _ask(gpuperf, sweeps, flags, timeout_s):
    """Answers of sweeps that one compilation serves, in order; None: failed."""
    with tempfile.TemporaryDirectory(prefix="gpuperf-advice-") as folder:
        batch = os.path.join(folder, "sweeps.jsonl")
        with open(batch, "w", encoding="utf-8") as f:
            for number, s in enumerate(sweeps):
                launches = [r.question() for r in s.rows]
                f.write(json.dumps({"id": number, "launches": launches})
                        + "\n")
        first = sweeps[0].rows[0]
        command = [gpuperf, "sweep",
                   os.path.join(predict.KERNELS, first.file),
                   f"--batch={batch}", "--", "-std=c++17"]
        command += [f"-D{m}" for m in first.macros] + list(flags)
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True,
                              errors="replace", timeout=timeout_s)
    answers = {}
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        answers[answer["id"]] = answer
    if done.returncode or len(answers) != len(sweeps):
        raise RuntimeError(f"gpuperf sweep ended with {done.returncode}: "
                           + done.stderr.strip()[:300])
    return [answers[i] for i in range(len(sweeps))]


def advise(gpuperf, sweeps, flags=(), jobs=1, timeout_s=600):
    """The sweeps with what is advised: id -> advice. Errors: text -> count."""
    groups = {}
    for s in sweeps:
        groups.setdefault((s.rows[0].file, s.rows[0].macros), []).append(s)
    out, errors = [], {}
    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        asked = pool.map(
            lambda g: _ask(gpuperf, g, flags, timeout_s), groups.values())
        for members, answers in zip(groups.values(), asked):
            for s, answer in zip(members, answers):
                for e in [answer] + answer.get("errors", []):
                    if "error" in e:
                        errors[e["error"]] = errors.get(e["error"], 0) + 1
                advice = {a["id"]: a for a in answer.get("advice", ())}
                out.append(s._replace(
                    advice=advice,
                    first=next(iter(answer.get("ranked", ())), None)))
    return out, errors


# What advice does to one who has written `start`; times over the sweep's best.
Step = namedtuple("Step", "start end given before after wrong")


def steps_of(sweep):
    """From every measured block."""
    by_id = {r.id: r for r in sweep.rows}
    best = min(r.time_us for r in sweep.rows)
    out = []
    for start in sweep.rows:
        advice = sweep.advice.get(start.id)
        to = advice and advice["recommended"]
        end = by_id[to] if to else start
        out.append(Step(start, end, bool(to), start.time_us / best,
                        end.time_us / best,
                        end.time_us > SLOWER * start.time_us))
    return out


def first_in_rank(sweep):
    """The block that whoever is advised is advised; None without answers."""
    return next((r for r in sweep.rows if r.id == sweep.first), None)


def written_256(rows):
    return score.RULES["always-256"][0](rows, {}, score._is_two_d(rows))


def mean_score(sweeps, steps):
    """Over starts, sweeps weighing alike."""
    logs, within, quantiles = [], [], []
    for s in sweeps:
        after = [x.after for x in steps[s.dataset, s.name]]
        logs.append(sum(map(math.log, after)) / len(after))
        within.append(sum(a <= 1.05 for a in after) / len(after))
        quantiles += after
    n = len(sweeps)
    return {"geomean": math.exp(sum(logs) / n) if n else None,
            "p90": score.quantile(quantiles, 0.9),
            "within5": sum(within) / n if n else None}


def summarize(sweeps):
    """All figures of some sweeps."""
    steps = {(s.dataset, s.name): steps_of(s) for s in sweeps}
    every = [x for of in steps.values() for x in of]
    given = [x for x in every if x.given]
    before = {k: [x._replace(after=x.before) for x in of]
              for k, of in steps.items()}
    from_256 = []
    for s in sweeps:
        start = written_256(s.rows).id
        from_256 += [x for x in steps[s.dataset, s.name]
                     if x.start.id == start]
    return {
        "sweeps": len(sweeps),
        "starts": len(every),
        "advised": len(given),
        "advised_sweeps": sum(any(x.given for x in of)
                              for of in steps.values()),
        "wrong": sum(x.wrong for x in given),
        "wrong_sweeps": sum(any(x.wrong for x in of)
                            for of in steps.values()),
        # In the mean over the sweeps that advice is given in.
        "wrong_share": _mean([sum(x.wrong for x in of if x.given)
                              / sum(x.given for x in of)
                              for of in steps.values()
                              if any(x.given for x in of)]),
        "missed": sum(not x.given and x.before > 1.1 for x in every),
        "any_start": mean_score(sweeps, steps),
        "any_start_before": mean_score(sweeps, before),
        "from_256": score.regret_score([x.after for x in from_256]),
        "from_256_before": score.regret_score([x.before for x in from_256]),
        "ranked_first": score.regret_score(
            [f.time_us / min(r.time_us for r in s.rows)
             for s in sweeps if (f := first_in_rank(s))]),
    }


def _mean(values):
    return sum(values) / len(values) if values else None


def share(part, whole):
    return "-" if not whole else f"{100 * part / whole:.1f}%"


def advice_line(name, s):
    return [name, str(s["sweeps"]), str(s["starts"]),
            share(s["advised"], s["starts"]),
            share(s["wrong"], s["advised"]),
            options.percent(s["wrong_share"]),
            str(s["wrong_sweeps"]), share(s["wrong_sweeps"], s["sweeps"]),
            options.ratio(s["any_start_before"]["geomean"]),
            options.ratio(s["any_start"]["geomean"]),
            options.ratio(s["from_256_before"]["geomean"]),
            options.ratio(s["from_256"]["geomean"])]


ADVICE_HEAD = ["", "sweeps", "starts", "advised", "wrong", "per sweep",
               "sweeps wrong", "", "any start", "advised", "256", "advised"]


def regret_row(name, s):
    return [name, str(s.get("sweeps", "")), options.ratio(s["geomean"]),
            options.ratio(s.get("median")), options.ratio(s.get("p90")),
            options.ratio(s.get("worst")), options.percent(s["within5"])]


def print_regret(name, figures, rules):
    """The advice beside rules that need no model, on the same sweeps."""
    print(f"block choice, time over the best measured, {name}")
    lines = [
        regret_row("advised from any start",
                   dict(figures["any_start"], sweeps=figures["sweeps"])),
        regret_row("advised from 256", figures["from_256"]),
        regret_row("ranked first", figures["ranked_first"]),
    ]
    lines += [regret_row(rule, s) for rule, s in rules.items()]
    lines.append(regret_row("KLARAPTOR, its 72 sweeps, as published",
                            dict(KLARAPTOR, sweeps=72)))
    options.print_table(["rule", "sweeps", "geomean", "median", "p90",
                         "worst", "<=5%"], lines)


RULES = ("always-256", "max-occupancy", "qu-eq10", "qu-eq10-in-max-occupancy")


def rules_on(sweeps, answers, model):
    rows = [r for s in sweeps for r in s.rows]
    found = score.regrets(rows, answers, model)
    return {rule: score.regret_score([x.value for x in found[rule]])
            for rule in RULES}


GROUPINGS = {"dataset": lambda s: s.dataset,
             "family": lambda s: family(s.rows[0].kernel),
             "gpu": lambda s: s.rows[0].gpu,
             "kernel": lambda s: f"{s.dataset}: {s.rows[0].kernel}"}


def is_held_out(sweep):
    return any(r.held_out for r in sweep.rows)


def write_csv(path, sweeps):
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["dataset", "sweep", "held_out", "block", "measured_us",
                      "predicted_us", "advised", "advised_us", "speedup",
                      "speedup_low", "over_best", "advised_over_best",
                      "wrong", "reason"])
        for s in sweeps:
            for x in steps_of(s):
                a = s.advice.get(x.start.id, {})
                out.writerow([
                    s.dataset, s.name, int(is_held_out(s)),
                    "x".join(map(str, x.start.block)),
                    f"{x.start.time_us:.6g}", a.get("time_us", ""),
                    "x".join(map(str, x.end.block)) if x.given else "",
                    f"{x.end.time_us:.6g}" if x.given else "",
                    a.get("speedup", ""), a.get("speedup_low", ""),
                    f"{x.before:.4f}", f"{x.after:.4f}", int(x.wrong),
                    a.get("reason", "")])


def parse_arguments():
    p = options.parser(__doc__.split("\n\n", 1)[0])
    p.add_argument("--split", choices=("fit", "held-out", "all"),
                   default="all")
    p.add_argument("--by", choices=sorted(GROUPINGS), default="dataset")
    p.add_argument("--json", metavar="FILE", help="write all figures")
    p.add_argument("--gate", type=float, metavar="PERCENT",
                   help="exit 1 if advice was wrong in more than that of all "
                   "sweeps; without the measured figures: says so, exit 0")
    return options.parse(p), p


def main():
    args, _ = parse_arguments()
    try:
        rows, _ = groundtruth.load(args.groundtruth, args.datasets)
    except groundtruth.BadGroundtruth as e:
        if args.gate is not None:
            print(f"advice.py: skipped: {e}")
            return 0
        print(f"advice.py: {e}", file=sys.stderr)
        return 2
    same, changing = sweeps_of(rows)
    if args.split != "all":
        same, changing = ([s for s in some
                           if is_held_out(s) == (args.split == "held-out")]
                          for some in (same, changing))
    if not same:
        print("advice.py: no sweep of one device code", file=sys.stderr)
        return 2
    sweeps, errors = advise(args.gpuperf, same, args.flags, args.jobs,
                            args.timeout)
    # Occupancy, NSMW and DPSID, for the rules that stand beside.
    answers, _ = predict.predict(
        args.gpuperf, [r for s in sweeps for r in s.rows], None, args.flags,
        args.jobs, args.timeout)
    model = next((m for a in answers.values() for m in a), "")

    parts = {"fit": [s for s in sweeps if not is_held_out(s)],
             "held out": [s for s in sweeps if is_held_out(s)],
             "all": sweeps}
    result, lines = {}, []
    groups = {}
    for s in sweeps:
        groups.setdefault(GROUPINGS[args.by](s), []).append(s)
    for name, members in groups.items():
        lines.append(advice_line(name, summarize(members)))
    for name, members in parts.items():
        if not members or (name != "all" and len(members) == len(sweeps)):
            continue
        figures = summarize(members)
        figures["rules"] = rules_on(members, answers, model)
        result[name] = figures
        lines.append(advice_line(name, figures))
    print("advice: from every measured block; wrong: advised, and measured "
          "slower by more than 5 %")
    options.print_table(ADVICE_HEAD, lines)
    for name, figures in result.items():
        print_regret(name, figures, figures["rules"])
    if changing:
        print(f"{len(changing)} more sweeps were compiled anew for each "
              "block: no advice, their block stays.\n")
    for text, n in sorted(errors.items(), key=lambda i: (-i[1], i[0])):
        print(f"{n:6d}  {text}")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump(result, f, indent=1, sort_keys=True)
            f.write("\n")
    if args.csv:
        write_csv(args.csv, sweeps)
    of_all = result["all"]
    if (args.gate is not None
            and 100 * of_all["wrong_sweeps"] > args.gate * of_all["sweeps"]):
        print(f"advice.py: wrong in more than {args.gate:g} % of the sweeps",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
