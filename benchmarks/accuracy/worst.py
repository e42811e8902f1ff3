# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The worst mispredictions, each kernel on each GPU once: what a diary of
causes is written from."""

import math

from options import percent
from score import quantile

OFF = 1.25  # a row further off than this factor counts as concerned
# Keys under which an answer may say what its time is made of.
PARTS = ("components_us", "components", "terms")


def _factor(ratio):
    return max(ratio, 1 / ratio)


def worst(rows, answers, model, count):
    """[object] of the worst groups, by their worst row."""
    groups = {}
    for r in rows:
        a = answers.get(r.id, {}).get(model)
        if a:
            groups.setdefault((r.dataset, r.kernel.split("<")[0], r.gpu),
                              []).append((a["time_us"] / r.time_us, r, a))
    found = []
    for (dataset, kernel, gpu), members in groups.items():
        ratio, row, answer = max(members, key=lambda m: _factor(m[0]))
        found.append({
            "dataset": dataset, "kernel": kernel, "gpu": gpu,
            "ratio": ratio, "row": row, "answer": answer,
            "rows": len(members),
            "rows_off": sum(_factor(m[0]) > OFF for m in members),
            "median_ratio": math.exp(quantile(
                [math.log(m[0]) for m in members], 0.5))})
    found.sort(key=lambda f: (-_factor(f["ratio"]), f["dataset"],
                              f["kernel"], f["gpu"]))
    return found[:count]


def _times(ratio):
    return (f"{ratio:.2f} x too slow" if ratio >= 1
            else f"{1 / ratio:.2f} x too fast")


def _flat(value):
    if isinstance(value, dict):
        return ", ".join(f"{k} {_flat(v)}" for k, v in value.items())
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def print_worst(rows, answers, model, count):
    found = worst(rows, answers, model, count)
    print(f"worst predictions, model {model} (one per kernel and GPU)")
    for i, f in enumerate(found, 1):
        r, a = f["row"], f["answer"]
        held = ", held out" if r.held_out else ""
        print(f"{i:3d}. {f['dataset']}: {f['kernel']} on {f['gpu']}{held}: "
              f"{_times(f['ratio'])}")
        print(f"       median {_times(f['median_ratio'])}; {f['rows_off']} of "
              f"{f['rows']} rows off by more than {OFF:g} x")
        print(f"       worst row, line {r.id}: {r.kernel} <<<"
              f"{'x'.join(map(str, r.grid))}, {'x'.join(map(str, r.block))}"
              f">>> {r.problem} {' '.join(r.macros)}".rstrip())
        known = [f"measured {r.time_us:.5g} us, "
                 f"predicted {a['time_us']:.5g} us"]
        if "time_us_low" in a and "time_us_high" in a:
            known.append(f"band {a['time_us_low']:.4g} to "
                         f"{a['time_us_high']:.4g}")
        known.append(f"bound {a.get('bound', '-')}")
        if "occupancy" in a:
            known.append(f"occupancy {percent(a['occupancy'])}")
        print("       " + "; ".join(known))
        for key in PARTS:
            if a.get(key):
                print(f"       {key}: {_flat(a[key])}")
        if a.get("assumptions"):
            print("       assumed: " + "; ".join(a["assumptions"]))
    print()
    return found
