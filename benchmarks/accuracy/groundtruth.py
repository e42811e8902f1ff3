# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measured rows as questions to gpuperf: read, map, sample."""

import csv
import os
from dataclasses import dataclass

from datasets import (
    DATASETS, MEASURED, carveout_as_dynamic_bytes, gpu_name, held_out)


class BadGroundtruth(Exception):
    """The measured figures cannot be used; the text says why."""


@dataclass
class Row:
    """One measured launch and the question that stands for it."""

    id: str  # line number in measured.csv
    dataset: str
    gpu: str
    kernel: str  # as asked, with template arguments
    file: str  # in kernels/
    macros: tuple  # ("NAME=VALUE", ...)
    problem: str
    sweep: str
    grid: tuple
    block: tuple
    dynamic_smem_bytes: int
    args: dict
    time_us: float
    l2: str = ""  # empty: as its dataset says
    timing: str = ""

    @property
    def threads(self):
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def held_out(self):
        return held_out(self.dataset, self.gpu, self.kernel)

    def question(self, model=None):
        conditions = DATASETS[self.dataset]
        q = {
            "id": self.id,
            "kernel": self.kernel,
            "gpu": self.gpu,
            "grid": list(self.grid),
            "block": list(self.block),
            "dynamic_smem_bytes": self.dynamic_smem_bytes,
            "args": self.args,
            "l1": conditions.l1,
            "l2": self.l2 or conditions.l2,
            "timing": self.timing or conditions.timing,
        }
        if model:
            q["model"] = model
        return q


# Of our own rows: said of a problem, though no kernel is told.
ONLY_DESCRIBED = ("rows",)


def _number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)


def _pairs(text):
    return [p.split("=", 1) for p in text.split(";") if "=" in p]


def _sweep_id(notes):
    head = notes.split(";", 1)[0]
    return head[len("sweep="):] if head.startswith("sweep=") else ""


def _conditions(notes):
    """What the notes of a row say about how its time was taken."""
    said = dict(_pairs(notes))
    if said.get("l2") not in ("cold", "warm"):
        raise ValueError(f"l2 is {said.get('l2')!r}, not cold or warm")
    if said.get("timing") not in ("single", "back-to-back", "kernel"):
        raise ValueError(f"timing is {said.get('timing')!r}")
    return {"l2": said["l2"], "timing": said["timing"]}


def _dims(record, which):
    return tuple(int(record[f"{which}_{axis}"]) for axis in "xyz")


def measured_csv(folder):
    """The path of the measured figures."""
    path = os.path.join(folder, "measured.csv")
    if not os.path.isfile(path):
        raise BadGroundtruth(
            f"no measured.csv in '{folder}': give its folder with "
            "--groundtruth or the environment variable GPUPERF_GROUNDTRUTH")
    return path


def load(folder, datasets=None):
    """(rows, what was left out: reason -> count). In the order of the file."""
    return load_file(measured_csv(folder), datasets)


def load_measured(path):
    """The same of the file that gpuperf-measure has written."""
    if not os.path.isfile(path):
        raise BadGroundtruth(f"no file '{path}': gpuperf-measure writes "
                             "measured.csv into its --out folder")
    return load_file(path, [MEASURED])


def load_file(path, datasets=None):
    rows, left_out = [], {}
    with open(path, newline="", encoding="utf-8") as f:
        reader = csv.DictReader(f)
        for record in reader:
            try:
                row = as_row(str(reader.line_num), record, left_out,
                             datasets)
            except (KeyError, TypeError, ValueError) as e:
                raise BadGroundtruth(
                    f"{path}:{reader.line_num}: not a measured row: {e!r}")
            if row:
                rows.append(row)
    return rows, left_out


def as_row(line, record, left_out, datasets=None):
    """The question of one record, or None: then `left_out` says why, unless
    its dataset is not among those asked for."""
    name = record["dataset"]
    if datasets and name not in datasets:
        return None

    def drop(reason):
        left_out[reason] = left_out.get(reason, 0) + 1

    gpu = gpu_name(record["gpu"])
    if gpu is None:
        return drop(f"GPU '{record['gpu']}' is not scored")
    if name not in DATASETS:
        return drop(f"dataset '{name}' has no kernels here")
    dataset = DATASETS[name]
    source = dataset.kernels.get(record["kernel_name"].split("<")[0])
    if source is None:
        return drop(f"{name}: kernel '{record['kernel_name']}' is not here")
    conditions = {}
    if dataset.conditions_in_notes:
        conditions = _conditions(record["notes"])
        for key, _ in _pairs(record["problem"]):
            if key not in (*source.params, *ONLY_DESCRIBED):
                raise ValueError(f"{record['kernel_name']} has no parameter "
                                 f"'{key}'")
        if ("check", "FAILED") in map(tuple, _pairs(record["notes"])):
            return drop(f"{record['kernel_name']}: its result was wrong")
    args = dict(source.fixed)
    args.update((k, _number(v)) for k, v in _pairs(record["problem"])
                if k in source.params)
    dynamic = int(record["dyn_smem_bytes"])
    return Row(
        id=line, dataset=name, gpu=gpu, kernel=record["kernel_name"],
        file=source.file,
        macros=tuple(f"{k}={v}" for k, v in _pairs(record["macros"])),
        problem=record["problem"], sweep=_sweep_id(record["notes"]),
        grid=_dims(record, "grid"), block=_dims(record, "block"),
        dynamic_smem_bytes=dynamic + carveout_as_dynamic_bytes(dataset, gpu),
        args=args, time_us=float(record["time_ms"]) * 1000, **conditions)


def block_sweeps(rows, min_blocks=4):
    """Rows that differ only in their block, by sweep, in order."""
    groups = {}
    for r in rows:
        if r.sweep:
            groups.setdefault((r.dataset, r.sweep), []).append(r)
    return {
        key: group for key, group in groups.items()
        if len({r.block for r in group}) >= min_blocks
        and len({r.problem for r in group}) == 1
    }


def _evenly(items, count):
    """`count` of the items, spread over all of them, first one included."""
    if count >= len(items):
        return list(items)
    return [items[i * len(items) // count] for i in range(count)]


def _clusters(rows):
    """Macro sets that meet in a sweep, so that sampling keeps sweeps whole."""
    parent = {}

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for r in rows:
        a, b = ("macros", r.file, r.macros), ("sweep", r.sweep or r.id)
        parent.setdefault(a, a)
        parent.setdefault(b, b)
        parent[find(b)] = find(a)
    out = {}
    for r in rows:
        out.setdefault(find(("macros", r.file, r.macros)), []).append(r)
    return list(out.values())


# A sweep that is thinned keeps this many rows or macro sets: enough to choose
# a block among.
KEPT_PER_SWEEP = 8


def _thinned(groups, size, count):
    """About `count` members in groups spread evenly, each thinned evenly:
    many sweeps in part say more than one sweep in full."""
    total = sum(map(size, groups))
    if total <= count:
        return [(g, size(g)) for g in groups]
    each = min(KEPT_PER_SWEEP, max(1, total // len(groups)))
    chosen = _evenly(groups, max(1, count // each))
    share = max(1, count // len(chosen))
    return [(g, min(share, size(g))) for g in chosen]


def limit_macro_sets(rows, count):
    """Of each dataset, rows of about `count` macro sets, from sweeps spread
    evenly over all of them."""
    keep = set()
    for name in dict.fromkeys(r.dataset for r in rows):
        clusters = _clusters([r for r in rows if r.dataset == name])

        def sets(cluster):
            return list(dict.fromkeys(r.macros for r in cluster))

        for cluster, n in _thinned(clusters, lambda c: len(sets(c)), count):
            macros = set(_evenly(sets(cluster), n))
            keep |= {r.id for r in cluster if r.macros in macros}
    return [r for r in rows if r.id in keep]


def limit_rows(rows, count):
    """Of each dataset, about `count` rows, from sweeps spread evenly."""
    keep = set()
    for name in dict.fromkeys(r.dataset for r in rows):
        groups = {}
        for r in rows:
            if r.dataset == name:
                groups.setdefault(r.sweep or r.id, []).append(r)
        for group, n in _thinned(list(groups.values()), len, count):
            keep |= {r.id for r in _evenly(group, n)}
    return [r for r in rows if r.id in keep]
