#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The papers' own experiments, asked of every model on the GPUs they used, with
what the papers print beside it.

    benchmarks/accuracy/seeds.py
    benchmarks/accuracy/seeds.py --csv=seeds-out.csv --quiet

seeds.csv holds the experiments. `status`: printed (a measured figure of the
paper), derived (from figures that it prints), none (it prints no figure, or the
picture is lost: only predictions are shown). Without a block in the file the
launch is not known and cannot be asked. Needs build/bin/gpuperf; no GPU. Exit 1
if a launch gets no answer from any model.
"""

import csv
import os
import sys
from dataclasses import dataclass

import groundtruth
import options
import predict
import score
from options import percent, print_table, ratio

FILE = os.path.join(options.HERE, "seeds.csv")
PAPERS = {
    "kleimenov-popova": "Kleimenov and Popova 2021",
    "ostapenko": "Ostapenko, Hong-Kim on AMD",
    "qu": "Qu et al. 2020",
    "stencil": "Stencils on a V100, after Su et al.",
}
STATUSES = ("printed", "derived", "none")


@dataclass
class Experiment(groundtruth.Row):
    """One launch of a paper. time_us is None where no figure is printed."""

    paper: str = ""
    where: str = ""
    status: str = ""
    what: str = ""

    def question(self, model=None):
        q = {"id": self.id, "kernel": self.kernel, "gpu": self.gpu,
             "grid": list(self.grid), "block": list(self.block),
             "dynamic_smem_bytes": self.dynamic_smem_bytes,
             "args": self.args, "l1": "on", "l2": "warm", "timing": "kernel"}
        if model:
            q["model"] = model
        return q


def _dims(text):
    """(x, y, z) of '64x64', or None of nothing."""
    if not text:
        return None
    given = tuple(int(v) for v in text.split("x"))
    return given + (1,) * (3 - len(given))


def load(path=FILE):
    """[Experiment], in the order of the file. A grid or block that is not
    printed is None."""
    out = []
    with open(path, newline="", encoding="utf-8") as f:
        reader = csv.DictReader(f)
        for r in reader:
            try:
                if r["status"] not in STATUSES or r["paper"] not in PAPERS:
                    raise ValueError(f"'{r['paper']}', '{r['status']}'")
                out.append(Experiment(
                    id=str(reader.line_num), dataset="paper " + r["paper"],
                    gpu=r["gpu"], kernel=r["kernel"], file=r["file"],
                    macros=(), problem=r["args"],
                    sweep=f"{r['paper']} {r['where']} {r['kernel']}",
                    grid=_dims(r["grid"]), block=_dims(r["block"]),
                    dynamic_smem_bytes=int(r["dynamic_smem_bytes"] or 0),
                    args={k: int(v) for k, v in
                          (p.split("=") for p in r["args"].split(";") if p)},
                    time_us=float(r["measured_us"])
                    if r["measured_us"] else None,
                    paper=r["paper"], where=r["where"], status=r["status"],
                    what=r["what"]))
            except (KeyError, TypeError, ValueError) as e:
                raise groundtruth.BadGroundtruth(
                    f"{path}:{reader.line_num}: not an experiment: {e!r}")
    return out


def _size(dims):
    used = 3 if dims[2] > 1 else 2 if dims[1] > 1 else 1
    return "x".join(map(str, dims[:used]))


def report(experiments, answers, errors, models):
    for paper, title in PAPERS.items():
        mine = [x for x in experiments if x.paper == paper]
        asked = [x for x in mine if x.grid and x.block]
        print(title)
        lines = []
        for x in asked:
            cells = []
            for m in models:
                a = answers.get(x.id, {}).get(m)
                cells.append("-" if not a else f"{a['time_us']:.4g}" + (
                    f" ({a['time_us'] / x.time_us:.2f})" if x.time_us else ""))
            lines.append([
                f"{x.where}: {x.kernel}<<<{_size(x.grid)}, {_size(x.block)}>>>"
                f" {x.problem}", x.gpu,
                "-" if x.time_us is None else f"{x.time_us:.4g}", x.status,
                *cells])
        print_table(["launch", "GPU", "us", "status", *(
            f"{m} us (ratio)" for m in models)], lines)
        for x in mine:
            if x not in asked:
                print(f"  not asked: {x.where}: {x.kernel} {x.problem}: "
                      f"{x.time_us:g} us {x.status}; {x.what}")
        for text in dict.fromkeys(x.what for x in asked):
            print(f"  {text}")
        for text in dict.fromkeys(errors[x.id] for x in asked
                                  if x.id in errors):
            print(f"  no answer: {text}")
        print()


def summary(experiments, answers, models):
    """Error over what is printed and derived, and the block that each model
    would choose where a paper measured several of one launch."""
    lines, out = [], {}
    for m in models:
        cells = []
        for status in STATUSES[:2]:
            errors = [abs(answers[x.id][m]["time_us"] / x.time_us - 1)
                      for x in experiments if x.status == status
                      and m in answers.get(x.id, {})]
            out[m, status] = score.quantile(errors, 0.5)
            cells += [str(len(errors)), percent(
                sum(errors) / len(errors) if errors else None),
                percent(out[m, status])]
        out[m, "regret"] = block_regret(experiments, answers, m)
        lines.append([m, *cells, ratio(out[m, "regret"])])
    print_table(["model", "printed", "MAPE", "median", "derived", "MAPE",
                 "median", "regret in table 6"], lines)
    return out


def block_regret(experiments, answers, model):
    """Time of the block predicted fastest over the best of table 6."""
    table = [x for x in experiments if x.where == "table 6"
             and model in answers.get(x.id, {})]
    if not table:
        return None
    chosen = min(table, key=lambda x: (answers[x.id][model]["time_us"],
                                       x.threads))
    return chosen.time_us / min(x.time_us for x in experiments
                                if x.where == "table 6")


def write_csv(path, experiments, answers, models):
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["paper", "where", "gpu", "kernel", "args", "grid",
                      "block", "measured_us", "status", "model",
                      "predicted_us"])
        for x in experiments:
            for m in models:
                if a := answers.get(x.id, {}).get(m):
                    out.writerow([x.paper, x.where, x.gpu, x.kernel, x.problem,
                                  _size(x.grid), _size(x.block),
                                  "" if x.time_us is None else x.time_us,
                                  x.status, m, f"{a['time_us']:.6g}"])


def main():
    args = options.parse(options.parser(__doc__.split("\n\n", 1)[0]))
    experiments = load()
    asked = [x for x in experiments if x.grid and x.block]
    answers, errors = predict.predict(
        args.gpuperf, asked, "all", args.flags, args.jobs, args.timeout,
        None if args.quiet else options.show_progress)
    models = sorted({m for a in answers.values() for m in a})
    report(experiments, answers, errors, models)
    summary(experiments, answers, models)
    if args.csv:
        write_csv(args.csv, experiments, answers, models)
    silent = [x for x in asked if x.id not in answers]
    for x in silent:
        print(f"seeds.py: no model answers {x.kernel} on {x.gpu}: "
              f"{errors.get(x.id, '')}", file=sys.stderr)
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
