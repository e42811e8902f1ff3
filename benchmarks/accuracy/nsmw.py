# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The experiments of Qu et al. (2020) on measured rows: time against NSMW, the
settling of PEF, KDTV in situations 2 and 3 with its accuracy (eq. 12), and how
often v / I ranks launches of equal NSMW.

Their framework is for kernels whose warps all do the same, whatever the grid
and the block: rows are put together by what the answers say that a warp does.
"""

import statistics
from dataclasses import dataclass

WARP = 32
# Warps whose instructions and sectors differ by less are the same load.
SAME_LOAD = 1.10
# A case needs this many launches to show anything.
MIN_LAUNCHES = 6
# Settled: within this share of the stable value.
SETTLED = 0.15


@dataclass
class Launch:
    """One measured launch with the paper's features (its table 1)."""

    row: object
    time_us: float  # k, measured
    w: float        # NSMW
    i: float        # DPSID, not clamped
    v: int          # NBW: warps of a block
    a: float        # APB, blocks
    d: float        # DPS, warps
    sms: float
    blocks: int
    threads: int
    answers: dict   # model -> answer

    @property
    def situation(self):
        if self.blocks <= self.a:
            return 1
        return 2 if self.i >= 1 else 3

    @property
    def w1(self):
        """Where situation 2 begins for this block."""
        return self.a * self.v / self.sms

    @property
    def w2(self):
        """Where situation 2 ends: the device's warps are all in use."""
        return self.d / self.sms


@dataclass
class Case:
    """Launches of one kernel on one GPU whose warps do the same."""

    name: str
    family: str
    held_out: bool
    launches: list  # of Launch, by NSMW

    @property
    def reach(self):
        """Largest NSMW over smallest."""
        return self.launches[-1].w / self.launches[0].w

    @property
    def w2(self):
        """Where situation 2 ends for the block of the highest occupancy."""
        return max(x.w2 for x in self.launches)


def _load_of_a_warp(answer):
    """(instructions, sectors) of a warp, or None."""
    try:
        counts = answer["counts"]
        warps = counts["warps"]
        return (sum(counts["warp_instructions"].values()) / warps,
                sum(counts.get("sectors", {}).values()) / warps)
    except (KeyError, TypeError, ZeroDivisionError):
        return None


def launch_of(row, answers):
    """The launch of a row, or None where a feature is not known. Warps must
    be full: eq. 4 knows no others."""
    for a in answers.values():
        features = [a.get(k) for k in ("nsmw", "dpsid", "dps", "apb")]
        if all(isinstance(f, (int, float)) for f in features):
            break
    else:
        return None
    w, i, d, apb = features
    if row.threads % WARP or not w > 0 or not i > 0:
        return None
    blocks = row.grid[0] * row.grid[1] * row.grid[2]
    v = row.threads // WARP
    # eq. 4 and 5: W = ceil(g, n) v / n and I = D / (ceil(g, n) v).
    return Launch(row, row.time_us, w, i, v, apb, d, d / (i * w), blocks,
                  row.threads, answers)


def _other_macros(row):
    """Macros that are not the block's own size."""
    return tuple(m for m in row.macros
                 if not m.lower().startswith("block_size"))


def cases_of(rows, answers, family):
    """[Case] with enough launches, widest range of NSMW first."""
    groups = {}
    for r in rows:
        of_row = answers.get(r.id)
        launch = launch_of(r, of_row) if of_row else None
        load = launch and _load_of_a_warp(next(iter(of_row.values())))
        if load:
            key = (r.dataset, r.gpu, r.kernel, _other_macros(r))
            groups.setdefault(key, []).append((load, launch))
    out = []
    for (dataset, gpu, kernel, _), members in groups.items():
        for load, launches in _same_loads(members):
            if len(launches) < MIN_LAUNCHES:
                continue
            launches.sort(key=lambda x: (x.w, x.v, x.row.block))
            out.append(Case(
                f"{dataset}: {kernel}, {gpu}, {load[0]:.4g} instr./warp",
                family(kernel), launches[0].row.held_out, launches))
    out.sort(key=lambda c: (-c.reach, c.name))
    return out


def _same_loads(members):
    """[(load, launches)]: loads that differ by less than SAME_LOAD from the
    first of their cluster."""
    clusters = []
    for load, launch in sorted(members, key=lambda m: m[0]):
        for first, launches in clusters:
            if all(a <= SAME_LOAD * b and b <= SAME_LOAD * a
                   for a, b in zip(load, first)):
                launches.append(launch)
                break
        else:
            clusters.append((load, [launch]))
    return clusters


def warp_time(case):
    """t: mean time of situation 1, without W = 1 (the paper leaves it out);
    None where no launch is in it."""
    times = [x.time_us for x in case.launches
             if x.situation == 1 and x.w > 1]
    return statistics.fmean(times) if times else None


def stable_slope(case):
    """SPEF * t: mean time per NSMW in situation 3, in us; None without."""
    slopes = [x.time_us / x.w for x in case.launches if x.situation == 3]
    return statistics.fmean(slopes) if slopes else None


def settled_at(case):
    """The NSMW from which on PEF stays within SETTLED of SPEF, or None."""
    slope = stable_slope(case)
    if slope is None:
        return None
    at = None
    for x in reversed(case.launches):
        if abs(x.time_us / x.w / slope - 1) > SETTLED:
            break
        at = x.w
    return at


def kdtv_by_framework(launch, spef):
    """K by eq. 7 and 8, in warp times."""
    if launch.situation == 1:
        return 1.0
    if launch.situation == 3:
        return launch.w * spef
    low, high = launch.w1, launch.w2
    if high <= low:
        return 1.0
    upper = max(1.0, high * spef)
    return 1 + (upper - 1) / (high - low) * (launch.w - low)


def accuracy(pairs):
    """Eq. 12 of (measured, predicted); None of nothing."""
    errors = [abs(r - p) / r for r, p in pairs]
    return 1 - statistics.fmean(errors) if errors else None


def framework_pairs(case, situation):
    """(measured, predicted) K with t and SPEF taken from the case's own
    launches in situations 1 and 3, as the paper takes them. In situation 3
    only their product counts, and one launch alone would be met exactly;
    situation 2 needs t."""
    t, slope = warp_time(case), stable_slope(case)
    found = [x for x in case.launches if x.situation == situation]
    if slope is None or (t is None and situation != 3) or (
            situation == 3 and len(found) < 2):
        return []
    unit = t or 1.0
    return [(x.time_us / unit, kdtv_by_framework(x, slope / unit))
            for x in found]


def model_pairs(case, situation, model):
    """(measured, predicted) times of a model that has measured nothing."""
    return [(x.time_us, x.answers[model]["time_us"]) for x in case.launches
            if x.situation == situation and model in x.answers]


def _positions(values):
    """Of each value the places it may take in ascending order: equal values
    share theirs."""
    order = sorted(values)
    return [range(order.index(v), order.index(v) + order.count(v))
            for v in values]


def rank_share(case, feature):
    """(launches whose place by time is their place by the feature, launches,
    hits that chance gives) over launches of equal NSMW, in situation 2."""
    groups = {}
    for x in case.launches:
        if x.situation == 2:
            groups.setdefault(round(x.w, 6), []).append(x)
    hits = total = 0
    chance = 0.0
    for members in groups.values():
        places = _positions([round(feature(x), 9) for x in members])
        if len(members) < 2 or len(places[0]) == len(members):
            continue  # the feature does not tell them apart
        by_time = _positions([x.time_us for x in members])
        total += len(members)
        for mine, its in zip(by_time, places):
            hits += bool(set(mine) & set(its))
            chance += len(its) / len(members)
    return hits, total, chance


RANK_FEATURES = {
    "1/I": lambda x: 1 / max(1.0, x.i),
    "v": lambda x: x.v,
    "v/I": lambda x: x.v / max(1.0, x.i),
}
