# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of accuracy.py, and the same figures as plain objects."""

import score
from datasets import DATASETS, family
from options import percent, print_table, ratio, signed_percent

GROUPINGS = {
    "dataset": lambda r: r.dataset,
    "family": lambda r: family(r.kernel),
    "gpu": lambda r: r.gpu,
    "kernel": lambda r: f"{r.dataset}: {r.kernel}",
}

# Fits look at the first part only (datasets.py).
PARTS = ("fit", "held out")


def parts_of(rows):
    """Part -> its rows; only where there are rows of both."""
    parts = {p: [r for r in rows if r.held_out == (p == PARTS[1])]
             for p in PARTS}
    return parts if all(parts.values()) else {}


def grouped(key, rows):
    groups = {}
    for r in rows:
        groups.setdefault(key(r), []).append(r)
    return groups


def scores_by(key, rows, answers, model):
    return {n: score.time_score(g, answers, model)
            for n, g in grouped(key, rows).items()}


def time_line(name, s):
    return [name, str(s["rows"]), str(s["answered"]), percent(s["mape"]),
            percent(s["median"]), percent(s["p90"]), percent(s["within25"]),
            signed_percent(s["bias"]), percent(s["band"])]


def _rows_and_datasets(rows, answers, model):
    of_datasets = scores_by(GROUPINGS["dataset"], rows, answers, model)
    return {"all": score.time_score(rows, answers, model),
            "mean_of_datasets": score.mean_of_scores(
                list(of_datasets.values()))}


def report_times(rows, answers, model, by):
    print(f"time, model {model}")
    lines = []
    out = {"datasets": scores_by(GROUPINGS["dataset"], rows, answers, model)}
    out.update(_rows_and_datasets(rows, answers, model))
    shown = {}
    for name, group in grouped(GROUPINGS[by], rows).items():
        shown[name] = score.time_score(group, answers, model)
        lines.append(time_line(name, shown[name]))
        if by in ("family", "gpu"):
            for part, members in parts_of(group).items():
                s = score.time_score(members, answers, model)
                shown[name][part] = s
                lines.append(time_line(f"  of it {part}", s))
    if by != "dataset":
        out[f"by_{by}"] = shown
    lines.append(time_line("all rows", out["all"]))
    lines.append(time_line("mean of datasets", out["mean_of_datasets"]))
    for part, members in parts_of(rows).items():
        out[part] = _rows_and_datasets(members, answers, model)
        lines.append(time_line(f"{part}: rows", out[part]["all"]))
        lines.append(time_line(f"{part}: datasets",
                               out[part]["mean_of_datasets"]))
    lines += _report_sure(rows, answers, model, out)
    print_table([by, "rows", "answered", "MAPE", "median", "p90",
                 "<=25%", "bias", "in band"], lines)
    return out


def _report_sure(rows, answers, model, out):
    """Lines of the launches whose counts nothing was guessed for."""
    sure = [r for r in rows if score.is_sure(answers, r, model)]
    if not sure or not any("assumed" in answers[r.id][model]
                           for r in sure):
        return []
    lines = []
    for name, members in (("", sure), *(
            (f"{p}: ", m) for p, m in parts_of(sure).items())):
        s = score.time_score(members, answers, model)
        s["share"] = len(members) / len(rows)
        out[(name + "nothing guessed").replace(": ", ", ")] = s
        lines.append(time_line(f"{name}nothing guessed", s))
    return lines


SHORT = {"always-256": "256", "always-1024": "1024",
         "max-occupancy": "max occ.", "qu-eq10": "eq. 10",
         "qu-eq10-in-max-occupancy": "eq. 10 occ."}


def regret_line(name, s):
    return [name, str(s["sweeps"]), ratio(s["geomean"]), ratio(s["median"]),
            ratio(s["p90"]), ratio(s["worst"]), percent(s["within5"])]


def _regret_scores(rows, answers, model):
    """rule -> score, with how each rule compares on the same sweeps."""
    found = score.regrets(rows, answers, model)
    mine = {(x.dataset, x.sweep): x.value for x in found["predicted"]}
    out = {}
    for rule, of_rule in found.items():
        out[rule] = score.regret_score([x.value for x in of_rule])
        common = [(mine[x.dataset, x.sweep], x.value) for x in of_rule
                  if (x.dataset, x.sweep) in mine]
        out[rule]["predicted_there"] = score.regret_score(
            [m for m, _ in common])["geomean"]
        out[rule]["there"] = score.regret_score(
            [v for _, v in common])["geomean"]
    return out, found


# A difference that nobody would call one.
SAME = 1.005


def worse_than(scores):
    """[(rule, regret of the model, regret of the rule)] of better rules."""
    return [(rule, s["predicted_there"], s["there"])
            for rule, s in scores.items()
            if rule != "predicted" and s["there"] is not None
            and s["predicted_there"] > SAME * s["there"]]


def report_blocks(rows, answers, model, by="dataset"):
    """The table of rules, then one line per dataset (or family, ...) with the
    rules beside the model, then where a rule is better than the model."""
    scores, found = _regret_scores(rows, answers, model)
    if not any(found.values()):
        return {}
    print(f"block choice, time of the chosen block over the best measured, "
          f"model {model}")
    print_table(["rule", "sweeps", "geomean", "median", "p90", "worst",
                 "<=5%"],
                [regret_line(rule, s) for rule, s in scores.items()])
    out = {"rules": scores, "datasets": {}, "worse_than": {}}
    shown = {n: _regret_scores(g, answers, model)[0] for n, g in
             grouped(GROUPINGS[by], rows).items()}
    for name, members in parts_of(rows).items():
        of_part = _regret_scores(members, answers, model)[0]
        shown[name] = of_part
        out[name] = dict(of_part["predicted"], rules=of_part)
    lines = []
    for name, of_name in {**shown, "all": scores}.items():
        if not of_name["predicted"]["sweeps"]:
            continue
        lines.append(regret_line(name, of_name["predicted"])
                     + [ratio(of_name[r]["geomean"]) for r in SHORT])
        _note_worse(out, name, of_name)
    print_table([by, "sweeps", "geomean", "median", "p90", "worst", "<=5%",
                 *SHORT.values()], lines)
    for name, group in grouped(GROUPINGS["dataset"], rows).items():
        of_name = (shown[name] if by == "dataset"
                   else _regret_scores(group, answers, model)[0])
        if of_name["predicted"]["sweeps"]:
            out["datasets"][name] = dict(of_name["predicted"], rules=of_name)
            _note_worse(out, name, of_name)
    if by != "dataset":
        out[f"by_{by}"] = shown
    _print_worse(out["worse_than"], model)
    out["sweeps"] = {rule: [{"dataset": x.dataset, "sweep": x.sweep,
                             "regret": x.value} for x in of_rule]
                     for rule, of_rule in found.items()}
    return out


def _note_worse(out, name, scores):
    if worse := worse_than(scores):
        out["worse_than"][name] = {rule: {"predicted": m, "rule": v}
                                   for rule, m, v in worse}


def _print_worse(worse, model):
    if not worse:
        print(f"{model} chooses no worse than any rule, on any dataset or "
              "line above.\n")
        return
    print(f"{model} chooses worse than")
    for name, rules in worse.items():
        listed = ", ".join(
            f"{rule} {v['rule']:.3f} ({v['predicted']:.3f})"
            for rule, v in sorted(rules.items(),
                                  key=lambda i: i[1]["rule"]))
        noise = ("" if name not in DATASETS or DATASETS[name].score_blocks
                 else " (noisy)")
        print(f"  {name}{noise}: {listed}")
    print()
