#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicted time of a 7-point and a 27-point stencil over the shape of the
block: the curves of the stencil models, on the V100 of their author.

    benchmarks/stencil/curves.py                   # table
    benchmarks/stencil/curves.py --out=FOLDER      # and curves.csv, curves.svg
    benchmarks/stencil/curves.py --gpu=h200-sxm --n=512

3D blocking for both, 2D tiling for the 27 points. Needs build/bin/gpuperf; no
GPU. Deterministic.
"""

import argparse
import csv
import html
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KERNELS = os.path.join(ROOT, "benchmarks", "accuracy", "kernels",
                       "stencil3d.cu")
ELEMENT_BYTES = 8

# kernel -> (what it shows, whether blocks walk along z)
KERNEL_NAMES = {
    "stencil7": ("7 points, 3D blocking", False),
    "stencil27": ("27 points, 3D blocking", False),
    "stencil27Tiled": ("27 points, 2D tiling", True),
}
COLOURS = ("#4e79a7", "#f28e2b", "#59a14f", "#b07aa1", "#76b7b2")


def shapes(walks):
    """Blocks of 128 to 1024 threads, sides powers of two, small first."""
    sides = [1 << i for i in range(11)]
    out = [(x, y, z) for z in (sides[:5] if not walks else [1])
           for y in sides[:6] for x in sides[3:9]
           if 128 <= x * y * z <= 1024]
    return sorted(out, key=lambda b: (b[0] * b[1] * b[2], b))


def blocks(n, side):
    return (n + side - 1) // side


def question(kernel, block, n):
    walks = KERNEL_NAMES[kernel][1]
    grid = [blocks(n, block[0]), blocks(n, block[1]),
            1 if walks else blocks(n, block[2])]
    shared = (block[0] + 2) * (block[1] + 2) * ELEMENT_BYTES if walks else 0
    return {"id": [kernel, list(block), n], "kernel": kernel, "grid": grid,
            "block": list(block), "dynamic_smem_bytes": shared,
            "args": {"n": n}, "model": "stencil-traffic", "l2": "cold"}


def ask(args):
    """Answers, and errors as (id, text), in the order of the questions."""
    questions = [question(k, b, n) for k, (_, walks) in KERNEL_NAMES.items()
                 for n in args.n for b in shapes(walks)]
    with tempfile.TemporaryDirectory(prefix="gpuperf-stencil-") as folder:
        batch = os.path.join(folder, "questions.jsonl")
        with open(batch, "w", encoding="utf-8") as f:
            for q in questions:
                f.write(json.dumps(q) + "\n")
        command = [args.gpuperf, "predict", KERNELS, f"--batch={batch}",
                   f"--gpu={args.gpu}"]
        command += [f"--model-arg={a}" for a in args.model_arg]
        done = subprocess.run(command + ["--", "-std=c++17"],
                              capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"curves.py: gpuperf ended with {done.returncode}: "
                 f"{done.stderr.strip()}")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    good = [a for a in answers if "error" not in a]
    return good, [(a["id"], a["error"]) for a in answers if "error" in a]


def rows_of(answers):
    for a in answers:
        kernel, block, n = a["id"]
        yield {"kernel": kernel, "n": n, "block_x": block[0],
               "block_y": block[1], "block_z": block[2],
               "time_us": a["time_us"], "time_us_low": a["time_us_low"],
               "time_us_high": a["time_us_high"], "bound": a["bound"],
               "gcells_per_s": n ** 3 / a["time_us"] * 1e-3}


def shape_name(row):
    name = f"{row['block_x']}x{row['block_y']}"
    walks = KERNEL_NAMES[row["kernel"]][1]
    return name if walks else f"{name}x{row['block_z']}"


def print_table(rows, sizes):
    for kernel, (title, _) in KERNEL_NAMES.items():
        mine = [r for r in rows if r["kernel"] == kernel]
        by_shape = {}
        for r in mine:
            by_shape.setdefault(shape_name(r), {})[r["n"]] = r
        print(title)
        print(f"  {'block':>10}" + "".join(f"{f'n = {n}':>20}" for n in sizes))
        for shape, at in by_shape.items():
            cells = "".join(
                f"{at[n]['time_us']:>13.1f} us {at[n]['bound']:<4}"
                if n in at else f"{'-':>20}" for n in sizes)
            print(f"  {shape:>10}{cells}")
        for n in sizes:
            known = [r for r in mine if r["n"] == n]
            if known:
                best = min(known, key=lambda r: r["time_us"])
                print(f"  fastest at n = {n}: {shape_name(best)}, "
                      f"{best['time_us']:.1f} us, "
                      f"{best['gcells_per_s']:.1f} Gcells/s")
        print()


def svg(rows, sizes, title):
    """One panel per kernel: cells per second over the block's shape."""
    panel, left, top, wide = 260, 60, 40, 980
    height = top + panel * len(KERNEL_NAMES)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" '
           f'height="{height}" font-family="sans-serif" font-size="11">',
           f'<rect width="{wide}" height="{height}" fill="white"/>',
           f'<text x="{left}" y="22" font-size="15">{html.escape(title)}'
           '</text>']
    for i, n in enumerate(sizes):
        x = wide - 90 * (len(sizes) - i)
        out.append(f'<rect x="{x}" y="12" width="12" height="12" '
                   f'fill="{COLOURS[i % len(COLOURS)]}"/>'
                   f'<text x="{x + 16}" y="22">n = {n}</text>')
    for p, (kernel, (name, _)) in enumerate(KERNEL_NAMES.items()):
        mine = [r for r in rows if r["kernel"] == kernel]
        if not mine:
            continue
        y0, plot = top + p * panel + 20, panel - 90
        names = list(dict.fromkeys(shape_name(r) for r in mine))
        most = max(r["gcells_per_s"] for r in mine)
        step = (wide - left - 20) / max(len(names) - 1, 1)
        out.append(f'<text x="{left}" y="{y0 - 6}" font-size="13">{name}'
                   ' [Gcells/s]</text>')
        for k in range(5):
            y = y0 + plot * (1 - k / 4)
            out.append(f'<line x1="{left}" x2="{wide - 20}" y1="{y:.1f}" '
                       f'y2="{y:.1f}" stroke="#ddd"/><text x="{left - 6}" '
                       f'y="{y + 4:.1f}" text-anchor="end">'
                       f'{most * k / 4:.0f}</text>')
        for i, shape in enumerate(names):
            x, y = left + i * step, y0 + plot + 8
            out.append(f'<text x="{x:.1f}" y="{y}" font-size="8" '
                       f'text-anchor="end" transform="rotate(-60 {x:.1f} '
                       f'{y})">{shape}</text>')
        for i, n in enumerate(sizes):
            at = {shape_name(r): r["gcells_per_s"] for r in mine
                  if r["n"] == n}
            line = " ".join(
                f"{left + j * step:.1f},{y0 + plot * (1 - at[s] / most):.1f}"
                for j, s in enumerate(names) if s in at)
            out.append(f'<polyline points="{line}" fill="none" '
                       f'stroke="{COLOURS[i % len(COLOURS)]}" '
                       'stroke-width="1.5"/>')
    return "\n".join(out + ["</svg>", ""])


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--gpuperf",
                   default=os.path.join(ROOT, "build", "bin", "gpuperf"))
    p.add_argument("--gpu", default=os.path.join(HERE, "v100-stencil.yaml"),
                   help="name or file; default: the author's V100")
    p.add_argument("--n", type=lambda t: [int(v) for v in t.split(",")],
                   default=[256, 384, 512], help="sides of the cube")
    p.add_argument("--model-arg", action="append", default=[],
                   metavar="NAME=VALUE", help="alpha or beta")
    p.add_argument("--out", metavar="FOLDER",
                   help="write curves.csv and curves.svg there")
    args = p.parse_args()
    if not os.path.isfile(args.gpuperf):
        p.error(f"no '{args.gpuperf}': build it first or give --gpuperf")
    answers, errors = ask(args)
    rows = list(rows_of(answers))
    print_table(rows, args.n)
    for where, text in errors:
        print(f"no answer for {where}: {text}", file=sys.stderr)
    if args.out and rows:
        os.makedirs(args.out, exist_ok=True)
        with open(os.path.join(args.out, "curves.csv"), "w", newline="",
                  encoding="utf-8") as f:
            writer = csv.DictWriter(f, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        name = os.path.splitext(os.path.basename(args.gpu))[0]
        with open(os.path.join(args.out, "curves.svg"), "w",
                  encoding="utf-8") as f:
            f.write(svg(rows, args.n, f"Stencils of doubles on {name}"))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
