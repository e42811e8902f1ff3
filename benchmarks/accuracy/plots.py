# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of rows and answers: predicted against measured, and the error by
kernel and by GPU. Sweeps are drawn by sweep_plots.py."""

import math
import os

import report
import score
import svg
import sweep_plots
from options import percent

# An error bar longer than this is cut; its figures are printed beside it.
LONGEST_ERROR = 1.5


def draw_all(folder, rows, answers, models, sweep_globs=()):
    os.makedirs(folder, exist_ok=True)
    for model in models:
        known = [r for r in rows if model in answers.get(r.id, {})]
        predicted_against_measured(known, answers, model).write(
            os.path.join(folder, f"predicted-measured-{model}.svg"))
        for by in ("kernel", "gpu", "family"):
            errors_by(by, known, answers, model).write(
                os.path.join(folder, f"error-by-{by}-{model}.svg"))
    sweep_plots.draw_all(folder, rows, answers, models, sweep_globs)


def _decades(values):
    return (10 ** math.floor(math.log10(min(values))),
            10 ** math.ceil(math.log10(max(values))))


def predicted_against_measured(rows, answers, model):
    """Both axes alike, in time; a dataset has a colour, a row that no fit may
    look at is a ring."""
    size, left, top = 520, 84, 46
    canvas = svg.Canvas(left + size + 260, top + size + 62,
                        f"Predicted against measured time, {model}")
    times = [t for r in rows
             for t in (r.time_us, answers[r.id][model]["time_us"])]
    low, high = _decades(times)
    panel = svg.Panel(canvas, (left, top, size, size),
                      svg.Log(low, high, svg.time_label),
                      svg.Log(low, high, svg.time_label))
    s = score.time_score(rows, answers, model)
    panel.axes("measured", "predicted",
               f"{model}: {len(rows):,} launches, MAPE {percent(s['mape'])}, "
               f"median error {percent(s['median'])}")
    panel.band((low, high), (low / 1.25, high / 1.25),
               (low * 1.25, high * 1.25), svg.FAINT, 0.16)
    panel.line([(low, low), (high, high)], svg.FAINT, 1)
    datasets = report.grouped(report.GROUPINGS["dataset"], rows)
    for colour, members in zip(_colours(datasets), datasets.values()):
        for held_out in (False, True):
            panel.dots([(r.time_us, answers[r.id][model]["time_us"])
                        for r in members if r.held_out == held_out],
                       colour, 2.4, held_out, 0.75)
    x = left + size + 24
    svg.legend(canvas, x, top + 8, [
        (f"{n} ({len(m):,})", c, "dot")
        for c, (n, m) in zip(_colours(datasets), datasets.items())])
    y = top + 8 + 17 * len(datasets) + 14
    svg.legend(canvas, x, y, [("open to fits", svg.FAINT, "dot"),
                              ("held out", svg.FAINT, "ring"),
                              ("within 25 %", svg.FAINT, "band"),
                              ("equal", svg.FAINT, "line")])
    return canvas


def _colours(items):
    return [svg.COLOURS[i % len(svg.COLOURS)] for i in range(len(items))]


PART_COLOURS = {"fit": (svg.COLOURS[0], "#a9c4dd"),
                "held out": (svg.COLOURS[1], "#f6cfa6")}


def _scores_by_part(by, rows, answers, model):
    """[(name, part, score)], best median first. A group of which no fit may
    look at some rows has two lines."""
    out = []
    for held_out, part in enumerate(PART_COLOURS):
        mine = [r for r in rows if r.held_out == bool(held_out)]
        out += [(n, part, s) for n, s in report.scores_by(
            report.GROUPINGS[by], mine, answers, model).items()]
    return sorted(out, key=lambda g: (g[2]["median"], g[0]))


def errors_by(by, rows, answers, model):
    """Horizontal bars: the median error, and a thin one up to the 90th
    percentile; sorted, with the figures at the end of the line."""
    groups = _scores_by_part(by, rows, answers, model)
    names = [f"{n} ({s['rows']:,})" for n, _, s in groups]
    step, top, width = 17, 66, 430
    left = 24 + max([len(n) for n in names] or [0]) * 11 * svg.CHARACTER
    height = step * len(groups)
    canvas = svg.Canvas(round(left + width + 140), top + height + 54,
                        f"Error by {by}, {model}")
    longest = min(LONGEST_ERROR, max(
        [s["p90"] for _, _, s in groups], default=1.0) * 1.05)
    panel = svg.Panel(canvas, (left, top, width, height),
                      svg.Linear(0, longest, svg.percent_label, ticks=6),
                      svg.Names([""] * len(groups)))
    panel.axes("|predicted / measured - 1|", grid="x")
    canvas.text(left, 20, f"Error of the time by {by}, {model}", 13,
                bold=True)
    for i, (name, (_, part, s)) in enumerate(zip(names, groups)):
        middle = top + (i + 0.5) * step
        canvas.text(left - 8, middle + 4, name, 11, "end")
        strong, light = PART_COLOURS[part]
        for figure, half, colour in (("p90", 2, light),
                                     ("median", 5, strong)):
            length = min(s[figure], longest) / longest * width
            canvas.rect(left, middle - half, max(1, length), 2 * half, colour)
        cut = " >" if s["p90"] > longest else ""
        canvas.text(left + width + 8, middle + 4,
                    f"{percent(s['median'])} / {percent(s['p90'])}{cut}", 11,
                    colour=svg.FAINT)
    for i, (part, (strong, light)) in enumerate(PART_COLOURS.items()):
        x = left + i * 212
        canvas.rect(x, 37, 14, 10, strong)
        canvas.rect(x + 14, 40, 14, 4, light)
        canvas.text(x + 34, 46, f"{part}: median, 90th percentile", 11)
    canvas.text(left + width + 8, 46, "median / p90", 11)
    return canvas
