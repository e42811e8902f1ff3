# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options and tables that the drivers in this folder share."""

import argparse
import os
import sys

from datasets import DATASETS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def parser(description):
    p = argparse.ArgumentParser(description=description)
    p.add_argument("--gpuperf",
                   default=os.path.join(ROOT, "build", "bin", "gpuperf"))
    p.add_argument("--groundtruth",
                   default=os.environ.get(
                       "GPUPERF_GROUNDTRUTH",
                       os.path.join(ROOT, "..", "shared", "groundtruth")),
                   help="folder of the measured figures")
    p.add_argument("--datasets", default="",
                   help="comma-separated; default: all")
    p.add_argument("--max-macro-sets", type=int, default=0, metavar="N",
                   help="at most N compilations per dataset, evenly")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--timeout", type=float, default=600, metavar="SECONDS",
                   help="for one file with one set of macros")
    p.add_argument("--csv", metavar="FILE",
                   help="write one line per row and model")
    p.add_argument("--quiet", action="store_true", help="no progress")
    p.add_argument("flags", nargs="*", help="after --: more compiler flags")
    return p


def parse(p):
    args = p.parse_args()
    args.datasets = [d for d in args.datasets.split(",") if d]
    unknown = [d for d in args.datasets if d not in DATASETS]
    if unknown:
        p.error(f"no dataset '{unknown[0]}'; there are: "
                + ", ".join(DATASETS))
    if not os.path.isfile(args.gpuperf):
        p.error(f"no '{args.gpuperf}': build it first or give --gpuperf")
    return args


def percent(v):
    return "-" if v is None else f"{100 * v:.1f}%"


def signed_percent(v):
    return "-" if v is None else f"{100 * v:+.1f}%"


def ratio(v):
    return "-" if v is None else f"{v:.3f}"


def print_table(header, lines):
    cells = [header] + lines
    widths = [max(len(c[i]) for c in cells) for i in range(len(header))]
    for c in cells:
        print("  ".join(
            t.ljust(w) if i == 0 else t.rjust(w)
            for i, (t, w) in enumerate(zip(c, widths))).rstrip())
    print()


def print_errors(rows, errors, left_out):
    """Messages with counts, most frequent first; the same as a list."""
    counts = {}
    for r in rows:
        if r.id in errors:
            key = (r.dataset, errors[r.id])
            counts[key] = counts.get(key, 0) + 1
    for (dataset, text), n in sorted(counts.items(),
                                     key=lambda i: (-i[1], i[0])):
        print(f"{n:6d}  {dataset}: {text}")
    for text, n in sorted(left_out.items(), key=lambda i: (-i[1], i[0])):
        print(f"{n:6d}  left out: {text}")
    return [{"dataset": d, "message": t, "rows": n}
            for (d, t), n in sorted(counts.items())]


def show_progress(done, total):
    if sys.stderr.isatty() or done == total or done % 50 == 0:
        end = "\n" if done == total or not sys.stderr.isatty() else "\r"
        print(f"{done}/{total} compilations", end=end, file=sys.stderr,
              flush=True)
