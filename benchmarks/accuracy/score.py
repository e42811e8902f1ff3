# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the answers are worth: error of the time, and regret of the chosen
block beside simple rules. Plain arithmetic on rows and answers."""

import math
import statistics
from collections import namedtuple

from datasets import DATASETS
from groundtruth import block_sweeps

WARP = 32


def quantile(values, q):
    """Linear between order statistics; None of nothing."""
    if not values:
        return None
    s = sorted(values)
    at = q * (len(s) - 1)
    low = math.floor(at)
    high = min(low + 1, len(s) - 1)
    return s[low] + (s[high] - s[low]) * (at - low)


def time_score(rows, answers, model):
    """Relative errors of the time over rows that have an answer."""
    signed, inside = [], 0
    for r in rows:
        a = answers.get(r.id, {}).get(model)
        if not a:
            continue
        signed.append(a["time_us"] / r.time_us - 1)
        low, high = a.get("time_us_low"), a.get("time_us_high")
        if low is not None and high is not None:
            inside += low <= r.time_us <= high
    errors = [abs(e) for e in signed]
    n = len(errors)
    return {
        "rows": len(rows),
        "answered": n,
        "mape": statistics.fmean(errors) if n else None,
        "median": quantile(errors, 0.5),
        "p90": quantile(errors, 0.9),
        "within25": sum(e <= 0.25 for e in errors) / n if n else None,
        "bias": quantile(signed, 0.5),
        "band": inside / n if n else None,
    }


# Kinds of assumptions (gpumodel/Assumption.def) with which the counts are as sure
# as the code is: registers, caches and the GPU's own figures. A guessed argument,
# trip count, branch, index or callee is none of these.
_HARMLESS = {"registers", "cache_shares", "gpu_fact", "other_architecture"}


def is_sure(answers, row, model):
    """Whether nothing that the counts rest on was guessed."""
    a = answers.get(row.id, {}).get(model)
    return bool(a) and all(made["kind"] in _HARMLESS
                           for made in a.get("assumed", ()))


def mean_of_scores(scores):
    """The mean over datasets of each figure; rows and answered are sums."""
    out = {}
    for key in ("rows", "answered"):
        out[key] = sum(s[key] for s in scores)
    for key in ("mape", "median", "p90", "within25", "bias", "band"):
        known = [s[key] for s in scores if s[key] is not None]
        out[key] = statistics.fmean(known) if known else None
    return out


def _plain_first(row, two_d):
    """Breaks ties: in a 2D problem 32 x N first, else the widest x."""
    return (two_d and row.block[0] != WARP, -row.block[0])


def _written(rows, threads, two_d):
    """The block that somebody who wants `threads` would write: 32 x N in a 2D
    problem, N x 1 else, where one of at least half and at most twice as many
    threads was measured; else the nearest of any shape."""
    def far(r):
        return abs(math.log2(r.threads / threads))
    plain = [r for r in rows if far(r) <= 1 and (
        r.block[0] == WARP if two_d else r.block[1] == r.block[2] == 1)]
    return min(plain or rows, key=lambda r: (far(r), *_plain_first(r, two_d)))


def _nearest(threads):
    return lambda rows, _answers, two_d: _written(rows, threads, two_d)


def _max_occupancy(rows, answers, two_d):
    """The largest block of maximum occupancy: what the occupancy API gives."""
    best = max(round(answers[r.id]["occupancy"], 6) for r in rows)
    full = [r for r in rows
            if round(answers[r.id]["occupancy"], 6) == best]
    return _written(full, max(r.threads for r in full), two_d)


def _eq10_key(row, answer):
    """Qu eq. 10: ascending by (W, v / I), I not below 1."""
    warps = (row.threads + WARP - 1) // WARP
    return (round(answer["nsmw"], 6),
            round(warps / max(1.0, answer["dpsid"]), 6))


def _qu_eq10(rows, answers, two_d):
    return min(rows, key=lambda r: (*_eq10_key(r, answers[r.id]),
                                    *_plain_first(r, two_d)))


def _qu_within_occupancy(rows, answers, two_d):
    best = max(round(answers[r.id]["occupancy"], 6) for r in rows)
    full = [r for r in rows
            if round(answers[r.id]["occupancy"], 6) == best]
    return _qu_eq10(full, answers, two_d)


def _predicted(rows, answers, two_d):
    """Fastest predicted; equal times (six digits) by Qu eq. 10, as the advice
    ranks them."""
    def key(r):
        a = answers[r.id]
        rank = (_eq10_key(r, a) if _has(a, "nsmw", "dpsid") else ())
        return (float(f"{a['time_us']:.6g}"), *rank, *_plain_first(r, two_d))
    return min(rows, key=key)


def _is_two_d(rows):
    """A 1D kernel may have been swept over 2D blocks: the grid tells."""
    return any(r.grid[1] > 1 for r in rows)


def choice_of(rows, answers, model):
    """The row of a sweep that the model would choose."""
    mine = {r.id: answers[r.id][model] for r in rows
            if model in answers.get(r.id, {})}
    return _predicted([r for r in rows if r.id in mine], mine,
                      _is_two_d(rows))


def _has(answer, *keys):
    return all(isinstance(answer.get(k), (int, float)) for k in keys)


# (rule, what its answers must hold)
RULES = {
    "predicted": (_predicted, ("time_us",)),
    "always-256": (_nearest(256), ()),
    "always-1024": (_nearest(1024), ()),
    "max-occupancy": (_max_occupancy, ("occupancy",)),
    "qu-eq10": (_qu_eq10, ("nsmw", "dpsid")),
    "qu-eq10-in-max-occupancy": (_qu_within_occupancy,
                                 ("nsmw", "dpsid", "occupancy")),
}


# value: time of the chosen block over the best measured; row: the chosen one.
Regret = namedtuple("Regret", "dataset sweep value row")


def regrets(rows, answers, model):
    """rule -> [Regret]. A rule chooses among the blocks that were answered; the
    best is of all."""
    out = {name: [] for name in RULES}
    for (dataset, sweep), group in block_sweeps(rows).items():
        if not DATASETS[dataset].score_blocks:
            continue
        mine = {r.id: answers[r.id][model] for r in group
                if model in answers.get(r.id, {})}
        two_d = _is_two_d(group)
        best = min(r.time_us for r in group)
        for name, (rule, needs) in RULES.items():
            usable = [r for r in group
                      if not needs or (r.id in mine
                                       and _has(mine[r.id], *needs))]
            # A sweep of which little was answered judges nothing.
            if 2 * len(usable) < len(group):
                continue
            chosen = rule(usable, mine, two_d)
            out[name].append(Regret(dataset, sweep, chosen.time_us / best,
                                    chosen))
    return out


def regret_score(values):
    if not values:
        return {"sweeps": 0, "geomean": None, "median": None, "p90": None,
                "worst": None, "within5": None}
    return {
        "sweeps": len(values),
        "geomean": math.exp(statistics.fmean(map(math.log, values))),
        "median": quantile(values, 0.5),
        "p90": quantile(values, 0.9),
        "worst": max(values),
        "within5": sum(v <= 1.05 for v in values) / len(values),
    }
