# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ablations: the same rows asked several times, each time with other model
arguments or another binary, side by side in one table.

    --variant no-tail:tail=0 --variant tail=0,ramp=0 --against=old/gpuperf
"""

import os
from dataclasses import dataclass, replace

import report
import score
from options import percent, print_table, ratio

AS_IS = "as is"


class BadVariant(Exception):
    """The text says what is wrong and what would be right."""


@dataclass(frozen=True)
class Variant:
    name: str
    model_args: tuple  # ("NAME=VALUE", ...) for --model-arg
    gpuperf: str
    gpu: str = ""  # a name or a file; empty: the one that the row names


def check_model_arg(text):
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise BadVariant(f"'{text}' is no model argument: NAME=VALUE is one")
    return text


def parse(text, model_args, gpuperf):
    """[LABEL:]NAME=VALUE[,NAME=VALUE]... on top of the arguments that all
    variants share."""
    label, colon, given = text.partition(":")
    if not colon:
        label, given = text, text
    own = tuple(check_model_arg(a) for a in given.split(","))
    return Variant(label, tuple(model_args) + own, gpuperf)


def all_variants(args):
    """What the options ask for; the first is the plain run."""
    shared = tuple(check_model_arg(a) for a in args.model_arg)
    for gpu in args.gpu:
        if gpu.endswith((".yaml", ".yml")) and not os.path.isfile(gpu):
            raise BadVariant(f"no GPU file '{gpu}'")
    first = args.gpu[0] if args.gpu else ""
    out = [Variant(AS_IS, shared, args.gpuperf, first)]
    out += [replace(parse(v, shared, args.gpuperf), gpu=first)
            for v in args.variant]
    out += [Variant(os.path.basename(gpu), shared, args.gpuperf, gpu)
            for gpu in args.gpu[1:]]
    for path in args.against:
        if not os.path.isfile(path):
            raise BadVariant(f"no '{path}' to stand against")
        out.append(Variant(path, shared, path, first))
    names = [v.name for v in out]
    for n in names:
        if names.count(n) > 1:
            raise BadVariant(f"two variants are called '{n}'")
    return out


def print_side_by_side(rows, answers_of, models, by):
    """`answers_of`: variant's name -> answers. One column per variant: the
    error of the time as `MAPE / median`, and the regret of the block."""
    names = list(answers_of)
    for model in models:
        print(f"MAPE / median of the time, model {model}")
        lines = []
        groups = report.grouped(report.GROUPINGS[by], rows)
        for group, members in {**groups, **report.parts_of(rows),
                               "all rows": rows}.items():
            cells = [score.time_score(members, answers_of[n], model)
                     for n in names]
            lines.append([group, str(len(members))] + [
                f"{percent(s['mape'])} / {percent(s['median'])}"
                for s in cells])
        cells = [score.mean_of_scores(list(report.scores_by(
            report.GROUPINGS["dataset"], rows, answers_of[n],
            model).values())) for n in names]
        lines.append(["mean of datasets", str(len(rows))] + [
            f"{percent(s['mape'])} / {percent(s['median'])}" for s in cells])
        print_table([by, "rows", *names], lines)
        _print_regrets(rows, answers_of, names, model, groups)


def _print_regrets(rows, answers_of, names, model, groups):
    lines = []
    for group, members in {**groups, **report.parts_of(rows),
                           "all": rows}.items():
        cells = [score.regret_score([x.value for x in score.regrets(
            members, answers_of[n], model)["predicted"]]) for n in names]
        if any(s["sweeps"] for s in cells):
            lines.append([group, str(max(s["sweeps"] for s in cells))] + [
                f"{ratio(s['geomean'])} / {ratio(s['p90'])}" for s in cells])
    if lines:
        print(f"regret of the block, geomean / p90, model {model}")
        print_table(["", "sweeps", *names], lines)
