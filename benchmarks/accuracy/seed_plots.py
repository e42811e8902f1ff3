# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The papers' own pictures: error over warps (Kleimenov and Popova 2021,
Fig. 6), time over NSMW, PEF and KDTV (Qu et al. 2020, Fig. 2 to 5)."""

import math

import nsmw
import svg

COLUMNS, WIDTH, HEIGHT = 2, 390, 210
LEFT, TOP, GAP_X, GAP_Y = 78, 88, 96, 76
# Colours of block sizes: few warps light, many dark.
BLOCK_COLOURS = ((1, "#a6cee3"), (2, "#6fb1d6"), (4, "#1f77b4"),
                 (8, "#2ca02c"), (16, "#ff7f0e"), (32, "#d62728"))


def _page(count, title, legend=()):
    lines = -(-count // COLUMNS)
    canvas = svg.Canvas(LEFT + COLUMNS * (WIDTH + GAP_X) - GAP_X + 24,
                        TOP + lines * (HEIGHT + GAP_Y), title)
    canvas.text(LEFT, 22, title, 14, bold=True)
    x = LEFT
    for entry in legend:
        svg.legend(canvas, x, 42, [entry])
        x += 40 + len(entry[0]) * 11 * svg.CHARACTER
    return canvas


def _box(i):
    return (LEFT + i % COLUMNS * (WIDTH + GAP_X),
            TOP + i // COLUMNS * (HEIGHT + GAP_Y), WIDTH, HEIGHT)


def _short(title):
    most = int(WIDTH / (11 * svg.CHARACTER * 1.05))
    return title if len(title) <= most else title[:most - 1] + "…"


def _range(values, room=1.15):
    return min(values) / room, max(values) * room


def error_over_warps(curves, models, compared):
    """`curves`: family -> model -> [(warps, median error)]. The model that the
    others stand beside is dashed."""
    colours = {m: svg.COLOURS[i % len(svg.COLOURS)]
               for i, m in enumerate(m for m in models if m != compared)}
    colours[compared] = "#000000"
    canvas = _page(len(curves), "Relative error over the number of warps "
                   "(median)", [(m, colours[m],
                                 "dash" if m == compared else "line")
                                for m in models])
    for i, (family, of_family) in enumerate(curves.items()):
        points = [p for line in of_family.values() for p in line]
        low, high = _range([w for w, _ in points])
        top = min(2.0, max(e for _, e in points) * 1.05)
        panel = svg.Panel(canvas, _box(i), svg.Log(low, high),
                          svg.Linear(0, top, svg.percent_label))
        panel.axes("warps of the launch", "|t - t'| / t", _short(family),
                   size=10)
        for m, line in of_family.items():
            panel.line(line, colours[m], 1.8, "5 4" if m == compared else "")
            panel.dots(line, colours[m], 2.4)
    return canvas


def _block_colour(v):
    return next(c for most, c in BLOCK_COLOURS if v <= most)


_BLOCK_LEGEND = [(f"{32 * most} threads" if most in (1, 2)
                  else f"to {32 * most}", c, "dot")
                 for most, c in BLOCK_COLOURS]


def time_over_nsmw(cases):
    """Launches of equal NSMW take the same time, whatever their block: the
    paper's claim, with the line SPEF t W where the device is full."""
    canvas = _page(len(cases), "Measured time over NSMW, one load per warp",
                   _BLOCK_LEGEND)
    for i, case in enumerate(cases):
        low, high = _range([x.w for x in case.launches])
        panel = svg.Panel(canvas, _box(i), svg.Log(low, high),
                          svg.Log(*_range([x.time_us for x in case.launches]),
                                  svg.time_label))
        panel.axes("NSMW", "time", _short(case.name), size=10)
        slope = nsmw.stable_slope(case)
        if slope:
            first = max(low, case.w2)
            panel.line([(w, slope * w) for w in _steps(first, high)],
                       svg.FAINT, 1.2, "4 3")
        for x in case.launches:
            panel.dots([(x.w, x.time_us)], _block_colour(x.v), 2.6)
    return canvas


def _steps(low, high, count=40):
    if high <= low:
        return []
    return [low * (high / low) ** (k / count) for k in range(count + 1)]


def pef_over_nsmw(cases):
    """PEF over its stable value: it settles at 1, before W2 (dashed)."""
    canvas = _page(len(cases), "PEF / SPEF over NSMW", _BLOCK_LEGEND)
    for i, case in enumerate(cases):
        slope = nsmw.stable_slope(case)
        low, high = _range([x.w for x in case.launches])
        values = [x.time_us / x.w / slope for x in case.launches]
        panel = svg.Panel(canvas, _box(i), svg.Log(low, high),
                          svg.Log(*_range([*values, 0.8, 1.25])))
        panel.axes("NSMW", "PEF / SPEF", _short(case.name), size=10)
        panel.line([(low, 1), (high, 1)], svg.FAINT, 1)
        w2 = case.w2
        if low < w2 < high:
            panel.line([(w2, panel.y.low), (w2, panel.y.high)], svg.FAINT, 1,
                       "4 3")
        for x, v in zip(case.launches, values):
            panel.dots([(x.w, v)], _block_colour(x.v), 2.6)
    return canvas


def kdtv_over_nsmw(cases):
    """KDTV of situations 2 and 3 with the framework's line (eq. 7 and 8)."""
    canvas = _page(len(cases), "KDTV over NSMW with the framework's line",
                   [*_BLOCK_LEGEND, ("eq. 7, 8", svg.INK, "line")])
    for i, case in enumerate(cases):
        t, slope = nsmw.warp_time(case), nsmw.stable_slope(case)
        values = [x.time_us / t for x in case.launches]
        low, high = _range([x.w for x in case.launches])
        panel = svg.Panel(canvas, _box(i), svg.Log(low, high),
                          svg.Log(*_range([*values, 1])))
        panel.axes("NSMW", "KDTV", _short(case.name), size=10)
        w2 = case.w2
        first = max(low, min(x.w1 for x in case.launches))
        upper = max(1.0, w2 * slope / t)
        if w2 > first:
            panel.line([(w, 1 + (upper - 1) * (w - first) / (w2 - first))
                        for w in _steps(first, min(w2, high))], svg.INK, 1.2)
        panel.line([(w, w * slope / t) for w in _steps(max(w2, low), high)],
                   svg.INK, 1.2)
        for x, v in zip(case.launches, values):
            panel.dots([(x.w, v)], _block_colour(x.v), 2.6)
    return canvas


def octave(value):
    """The middle of the factor-of-two bin that a count falls into."""
    return 2 ** (math.floor(math.log2(value)) + 0.5)
