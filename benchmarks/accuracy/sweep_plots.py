# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time over block size: measured and predicted curves of block sweeps."""

import fnmatch
import os
import re
from dataclasses import dataclass

import report
import score
import svg
from groundtruth import block_sweeps

MEASURED, BAND_MODEL = "#000000", svg.COLOURS[0]
# gpuperf's own model is the one whose band is drawn, where it answered.
OWN_MODEL = "gpuperf"
MOST_PANELS = 12
LEGEND_HEIGHT = 30


@dataclass
class Curves:
    """One sweep, blocks in order of their threads, then of their x."""

    title: str
    labels: list
    measured: list  # us
    # model -> [(us, low, high) or None]
    predicted: dict
    # model -> index of the block that it would choose, as it is scored
    chosen: dict


def curves_of(key, rows, answers, models):
    rows = sorted(rows, key=lambda r: (r.threads, r.block, r.macros))
    three_d = any(r.block[2] > 1 for r in rows)
    flat = all(r.block[1] == r.block[2] == 1 for r in rows)

    def label(r):
        used = 1 if flat else 3 if three_d else 2
        return "x".join(map(str, r.block[:used]))

    predicted, chosen = {}, {}
    for m in models:
        line = []
        for r in rows:
            a = answers.get(r.id, {}).get(m)
            line.append(a and (a["time_us"],
                               a.get("time_us_low", a["time_us"]),
                               a.get("time_us_high", a["time_us"])))
        if any(line):
            predicted[m] = line
            chosen[m] = rows.index(score.choice_of(rows, answers, m))
    first = rows[0]
    problem = first.problem or " ".join(key[1].split(":")[1:])
    return Curves(f"{first.kernel}, {first.gpu}, {problem}",
                  [label(r) for r in rows], [r.time_us for r in rows],
                  predicted, chosen)


def _own_first(models):
    return sorted(models, key=lambda m: m != OWN_MODEL)


def _colour(models, model):
    return svg.COLOURS[_own_first(models).index(model) % len(svg.COLOURS)]


def draw(canvas, box, curves, models):
    """One panel: measured black, the first model with its band, the others as
    thin lines; the best block measured and the one predicted are marked."""
    x0, y0, width, height = box
    values = list(curves.measured)
    banded = _own_first(list(curves.predicted))[:1]
    for m, line in curves.predicted.items():
        values += [v for p in line if p
                   for v in (p if m in banded else p[:1])]
    # A band of several decades would flatten everything else.
    middle = sorted(curves.measured)[len(curves.measured) // 2]
    low = max(min(values), middle / 200)
    high = min(max(values), middle * 200)
    room = max(1, int(width / 15))
    every = -(-len(curves.labels) // room)
    panel = svg.Panel(canvas, box, svg.Names(curves.labels, every),
                      svg.Log(low / 1.15, high * 1.15, svg.time_label,
                              ticks=6))
    panel.axes(size=9, turn=-50, grid="y")
    title = curves.title
    most = int(width / (11 * svg.CHARACTER * 1.1))  # bold is wider
    if len(title) > most:
        title = title[:most - 1] + "…"
    canvas.text(x0, y0 - 8, title, 11, bold=True)
    for m in _own_first(list(curves.predicted)):
        line = curves.predicted[m]
        there = [(i, p) for i, p in enumerate(line) if p]
        if m in banded:
            panel.band([i for i, _ in there], [p[1] for _, p in there],
                       [p[2] for _, p in there], _colour(models, m))
        panel.line([(i, p[0]) for i, p in there], _colour(models, m),
                   1.8 if m in banded else 1.0)
        if m in banded:
            chosen = curves.chosen[m]
            panel.dots([(chosen, curves.measured[chosen])],
                       _colour(models, m), 6, hollow=True)
    points = list(enumerate(curves.measured))
    panel.line(points, MEASURED, 1.2)
    panel.dots(points, MEASURED, 1.8)
    best = min(points, key=lambda p: p[1])
    panel.dots([best], "#d62728", 3.2)


def _legend(canvas, x, y, models):
    own = _own_first(models)[0] if models else ""
    entries = [("measured", MEASURED, "line"),
               ("best measured", "#d62728", "dot")]
    for m in _own_first(models):
        entries.append((m, _colour(models, m), "line"))
    if own:
        entries += [(f"band of {own}", _colour(models, own), "band"),
                    (f"chosen by {own}", _colour(models, own), "ring")]
    for e in entries:
        svg.legend(canvas, x, y, [e])
        x += 40 + len(e[0]) * 11 * svg.CHARACTER


def one_sweep(key, rows, answers, models):
    curves = curves_of(key, rows, answers, models)
    canvas = svg.Canvas(880, 400, f"Time over block size: {curves.title}")
    draw(canvas, (70, 66, 790, 270), curves, models)
    _legend(canvas, 70, 24, models)
    canvas.text(465, 392, "block", 12, "middle")
    return canvas


def overview(sweeps, answers, models):
    """Several sweeps on a page, two beside each other."""
    columns, width, height = 2, 400, 190
    lines = -(-len(sweeps) // columns)
    canvas = svg.Canvas(columns * (width + 90) + 10,
                        LEGEND_HEIGHT + lines * (height + 74) + 10,
                        "Time over block size")
    _legend(canvas, 70, 18, models)
    for i, (key, rows) in enumerate(sweeps):
        box = (70 + i % columns * (width + 90),
               LEGEND_HEIGHT + 28 + i // columns * (height + 74),
               width, height)
        draw(canvas, box, curves_of(key, rows, answers, models), models)
    return canvas


def typical(sweeps):
    """Of each kernel family and part one sweep: that of most blocks."""
    best = {}
    for key, rows in sweeps.items():
        of = (report.GROUPINGS["family"](rows[0]), rows[0].held_out)
        if of not in best or len(rows) > len(best[of][1]):
            best[of] = (key, rows)
    return list(best.values())[:MOST_PANELS]


def file_name(sweep):
    return "sweep-" + re.sub(r"[^A-Za-z0-9.]+", "-", sweep).strip("-") \
        + ".svg"


def draw_all(folder, rows, answers, models, globs=()):
    """The typical sweeps on one page, and each that is asked for by name."""
    answered = [r for r in rows if answers.get(r.id)]
    sweeps = block_sweeps(answered)
    if sweeps and models:
        overview(typical(sweeps), answers, models).write(
            os.path.join(folder, "sweeps.svg"))
    for key, members in sweeps.items():
        if any(fnmatch.fnmatch(key[1], g) for g in globs):
            one_sweep(key, members, answers, models).write(
                os.path.join(folder, file_name(key[1])))
