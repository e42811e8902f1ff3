#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What does gpuperf report cost on a large tree?

    benchmarks/report/report.py tree COMMANDS.tsv --files=2000 --out=/tmp/tree
    benchmarks/report/report.py small --files=2000 --out=/tmp/small
    benchmarks/report/report.py files /tmp/tree --sample=150
    benchmarks/report/report.py runs /tmp/tree

`tree` copies the folder of COMMANDS.tsv (columns program, file and flags; paths
are relative to it) until there are so many files, each copy with a comment of its
own at the end of each file, and writes a compile database of nvcc's commands.
`small` makes files of one kernel each, which need no headers but the bundled ones,
so that what the report itself costs can be seen.
`files` compares one file's prediction with clang's bare parse of it, in processor
time. `runs` reports on parts of the tree and the whole of it, with one and two
jobs, and once more with what the first run kept.
"""
import argparse
import csv
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def used(command, **more):
    """(processor seconds, wall seconds, the finished process) of a command."""
    before, began = os.times(), time.monotonic()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **more)
    after = os.times()
    cpu = (after.children_user - before.children_user) + (after.children_system - before.children_system)
    return cpu, time.monotonic() - began, done


def make_tree(args):
    source = args.commands.resolve().parent
    with open(args.commands, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, delimiter="\t"))
    args.out.mkdir(parents=True)
    entries = []
    for copy in range(-(-args.files // len(rows))):
        folder = args.out / f"copy{copy}"
        shutil.copytree(source / "src", folder / "src")
        for row in rows:
            if len(entries) == args.files:
                break
            file = folder / row["file"]
            # Copies that are the same to the byte would be no other files.
            with open(file, "a", encoding="utf-8") as f:
                f.write(f"\n// copy {copy}\n")
            flags = row["flags"].replace("-x cuda", "-x cu").split()
            entries.append({"directory": str(folder), "file": row["file"],
                            "arguments": ["nvcc", f"-arch={args.arch}", *flags, "-c", row["file"]]})
    (args.out / "compile_commands.json").write_text(json.dumps(entries, indent=0))
    print(f"{len(entries)} files in {args.out}")


SMALL = """__global__ void k{0}(float *p, const float *q, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = {0}.0f * q[{1} * i];
}}
void run{0}(float *p, const float *q) {{ k{0}<<<{2}, 128>>>(p, q, {2} * 128); }}
"""


def make_small(args):
    args.out.mkdir(parents=True)
    bundled = pathlib.Path(args.gpuperf).resolve().parent.parent / "share/gpuperf/cuda-minimal"
    flags = ["-x", "cuda", "-nocudainc", "-nocudalib", f"--cuda-gpu-arch={args.arch}", "-isystem", str(bundled),
             "-include", str(bundled / "gpuperf_cuda.h")]
    entries = []
    for number in range(args.files):
        name = f"folder{number // 100}/k{number}.cu"
        (args.out / name).parent.mkdir(exist_ok=True)
        (args.out / name).write_text(SMALL.format(number, 1 + number % 8, 1000 + number), encoding="utf-8")
        entries.append({"directory": str(args.out.resolve()), "file": name,
                        "arguments": ["clang++", *flags, "-c", name]})
    (args.out / "compile_commands.json").write_text(json.dumps(entries, indent=0))
    print(f"{len(entries)} files in {args.out}")


def entries_of(tree):
    return json.loads((tree / "compile_commands.json").read_text())


def clang_flags(args):
    said = subprocess.run([args.gpuperf, "flags", f"--gpu={args.gpu}", "--format=lines"],
                          capture_output=True, text=True, check=True)
    return said.stdout.split()


def compare_files(args):
    entries = entries_of(args.tree)
    take = max(1, min(args.sample, len(entries)))
    # Of the first copy, evenly.
    first = [e for e in entries if e["directory"] == entries[0]["directory"]]
    sample = [first[i * len(first) // take] for i in range(min(take, len(first)))]
    flags = clang_flags(args)
    rows = []
    for number, entry in enumerate(sample, 1):
        user = " ".join(entry["arguments"][2:-2]).replace("-x cu", "").split()
        # Headers of CUDA 13 want C++17, and gpuperf reads such a file as C++17.
        bare = [args.clang, *flags, *user, "-std=gnu++17", "-fsyntax-only", "-w", entry["file"]]
        # As `gpuperf report` calls it: for one file, with its own command only.
        one = args.tree / "one"
        one.mkdir(exist_ok=True)
        (one / "compile_commands.json").write_text(json.dumps([entry]))
        ours = [args.gpuperf, "predict", entry["file"], "-p", str(one), f"--gpu={args.gpu}", "--alone",
                "--walk-steps=6000000", "--format=json"]
        best_bare = best_ours = float("inf")
        for _ in range(args.repeat):
            best_bare = min(best_bare, used(bare, cwd=entry["directory"])[0])
            cpu, _, done = used(ours, cwd=entry["directory"])
            best_ours = min(best_ours, cpu)
        rows.append({"file": entry["file"], "bare_s": best_bare, "ours_s": best_ours,
                     "ratio": best_ours / best_bare, "launches": done.stdout.count("\n"), "exit": done.returncode})
        if sys.stderr.isatty():
            print(f"\r[{number}/{len(sample)}] ", end="", file=sys.stderr)
    if args.tsv:
        with open(args.tsv, "w", encoding="utf-8", newline="") as f:
            out = csv.DictWriter(f, list(rows[0]), delimiter="\t")
            out.writeheader()
            out.writerows(rows)

    def line(name, some):
        if some:
            ratios = sorted(r["ratio"] for r in some)
            print(f"| {name} | {len(some)} | {1000 * statistics.median(r['bare_s'] for r in some):.0f} | "
                  f"{1000 * statistics.median(r['ours_s'] for r in some):.0f} | {statistics.median(ratios):.2f} | "
                  f"{ratios[int(0.95 * (len(ratios) - 1))]:.2f} | "
                  f"{sum(r['ours_s'] for r in some) / sum(r['bare_s'] for r in some):.2f} |")
    print("| files | n | bare parse, median ms | predict, median ms | median ratio | 95th percentile | of the sums |")
    print("|---|---|---|---|---|---|---|")
    line("all", rows)
    line("without a launch", [r for r in rows if not r["launches"]])
    line("with launches", [r for r in rows if r["launches"]])


def run_reports(args):
    entries = entries_of(args.tree)
    print("| files | jobs | cache | wall s | processor s | processor ms a file | what it said |")
    print("|---|---|---|---|---|---|---|")
    sizes = [int(n) for n in args.sizes.split(",")] if args.sizes else [len(entries) // 4, len(entries) // 2,
                                                                      len(entries)]
    reports = {}
    for size in sizes:
        part = entries[:size]
        names = args.tree / f"names-{size}.txt"
        names.write_text("".join(os.path.join(e["directory"], e["file"]) + "\n" for e in part))
        for jobs in args.jobs.split(","):
            cache = args.tree / f"cache-{size}-{jobs}"
            shutil.rmtree(cache, ignore_errors=True)
            for state in ("empty", "full"):
                out = args.tree / f"report-{size}-{jobs}-{state}.json"
                cpu, wall, done = used([args.gpuperf, "report", "-p", str(args.tree), f"--files-from={names}",
                                        f"--gpu={args.gpu}", f"--root={args.tree}", f"-j{jobs}",
                                        f"--cache={cache}", "-o", str(out)])
                said = done.stderr.strip().split("\n")[0].removeprefix("gpuperf: ")
                print(f"| {size} | {jobs} | {state} | {wall:.1f} | {cpu:.1f} | {1000 * cpu / size:.0f} | {said} |",
                      flush=True)
                text = out.read_bytes()
                if reports.setdefault(size, text) != text:
                    sys.exit(f"{out} differs from the first report of these files")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpuperf", default=str(ROOT / "build/bin/gpuperf"))
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--gpu", default="h200-sxm")
    commands = parser.add_subparsers(required=True)
    tree = commands.add_parser("tree")
    tree.add_argument("commands", type=pathlib.Path)
    tree.add_argument("--files", type=int, default=2000)
    tree.add_argument("--arch", default="sm_90")
    tree.add_argument("--out", type=pathlib.Path, required=True)
    tree.set_defaults(do=make_tree)
    small = commands.add_parser("small")
    small.add_argument("--files", type=int, default=2000)
    small.add_argument("--arch", default="sm_90")
    small.add_argument("--out", type=pathlib.Path, required=True)
    small.set_defaults(do=make_small)
    files = commands.add_parser("files")
    files.add_argument("tree", type=pathlib.Path)
    files.add_argument("--sample", type=int, default=150)
    files.add_argument("--repeat", type=int, default=1, help="the least time counts")
    files.add_argument("--tsv", help="one line per file")
    files.set_defaults(do=compare_files)
    runs = commands.add_parser("runs")
    runs.add_argument("tree", type=pathlib.Path)
    runs.add_argument("--sizes", default="", help="numbers of files; default: a quarter, half, all")
    runs.add_argument("--jobs", default="1,2")
    runs.set_defaults(do=run_reports)
    args = parser.parse_args()
    if hasattr(args, "tree"):
        args.tree = args.tree.resolve()
    args.do(args)


if __name__ == "__main__":
    main()
