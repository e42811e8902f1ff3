#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long from an edit to its diagnostics, beside stock clangd?

    benchmarks/latency/edits.py
    benchmarks/latency/edits.py --files=small,big --edits=6 --checks-off
    benchmarks/latency/edits.py --files=small,big --check=benchmarks/latency/baseline.json

Both servers get the same files, flags and edits in one run, an edit to the one,
then the same edit to the other, so that what else the machine does meets both.
The next edit waits until nothing of the last one is being worked on. Every edit's
diagnostics are looked at: where gpuperf's do not follow the edit, its figure is
void, and the exit status is 1. With --check, it is also 1 where edits cost more
processor time than the baseline says, twice in a row (edits_gate.py).
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

import editfiles
import edits_gate
import edits_table
import lspserver

ROOT = os.path.dirname(os.path.dirname(editfiles.HERE))
STOCK, OURS, CHECKS_OFF = "stock", "gpuperf", "gpuperf, checks off"
# What clangd 22 runs where no configuration names a check.
CLANGD_CHECKS = ",".join((
    "readability-misleading-indentation", "readability-deleted-default",
    "bugprone-integer-division", "bugprone-sizeof-expression",
    "bugprone-suspicious-missing-comma", "bugprone-unused-raii",
    "bugprone-unused-return-value", "misc-unused-using-decls",
    "misc-unused-alias-decls", "misc-definitions-in-headers"))


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    build = os.path.join(ROOT, "build", "bin")
    names = [f.name for f in editfiles.edited_files()]
    p.add_argument("--clangd", default=os.path.join(build, "gpuperf-clangd"))
    p.add_argument("--gpuperf", default=os.path.join(build, "gpuperf"),
                   help="asked for the flags")
    p.add_argument("--stock", default="clangd-22")
    p.add_argument("--files", default=",".join(names),
                   help="of " + ",".join(names))
    p.add_argument("--kinds", default=",".join(editfiles.KINDS),
                   help="of edits: " + ",".join(editfiles.KINDS))
    p.add_argument("--edits", type=int, default=10, help="per kind")
    p.add_argument("--top", type=int, default=3,
                   help="edits above the includes: they are parsed again")
    p.add_argument("--warm-up", type=int, default=5,
                   help="edits before, not counted")
    p.add_argument("--opens", type=int, default=3, help="cold starts")
    p.add_argument("--config", choices=("flags", "none", "both"),
                   default="flags", help="with the flags of `gpuperf flags` in "
                   "compile_flags.txt, without any file, or first the one, then "
                   "the other")
    p.add_argument("--checks-off", action="store_true",
                   help="also our server with the gpuperf checks off")
    p.add_argument("--check", metavar="FILE",
                   help="fail where edits cost more than this baseline says; "
                   "exit 77 without a stock clangd")
    p.add_argument("--write-baseline", metavar="FILE",
                   help="put this run's figures into it")
    p.add_argument("--json", metavar="FILE")
    p.add_argument("--markdown", metavar="FILE",
                   help="write the tables there too")
    args = p.parse_args()
    args.files = args.files.split(",")
    args.kinds = args.kinds.split(",")
    for given, known in ((args.files, names), (args.kinds, editfiles.KINDS)):
        for name in given:
            if name not in known:
                p.error(f"no '{name}'; there are {', '.join(known)}")
    for name in ("clangd", "gpuperf", "stock"):
        program = shutil.which(getattr(args, name))
        if not program and name == "stock" and args.check:
            print(f"edits.py: skipped: no program '{args.stock}'")
            sys.exit(77)
        if not program:
            p.error(f"no program '{getattr(args, name)}': build it first, or "
                    f"say where it is with --{name}")
        setattr(args, name, os.path.abspath(program))
    return args


class Contender:
    """One server on one file, in a folder of its own."""

    def __init__(self, name, program, file, flags, folder):
        self.name, self.program, self.folder = name, program, folder
        os.makedirs(folder)
        self.path = os.path.join(folder, file.name + ".cu")
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(file.source)
        if flags is not None:
            with open(os.path.join(folder, "compile_flags.txt"), "w",
                      encoding="utf-8") as f:
                f.write("\n".join(flags) + "\n")
        if name == CHECKS_OFF:
            with open(os.path.join(folder, ".clang-tidy"), "w",
                      encoding="utf-8") as f:
                f.write(f"Checks: '-*,{CLANGD_CHECKS}'\n")
        self.server = None
        self.diagnostics = []
        self.record = {"opens": [], "edits": []}

    def open(self, text):
        self.close()
        # The index of other files is none of our business.
        self.server = lspserver.Server(
            [self.program, "--background-index=0", "--log=error"],
            self.folder, os.path.join(self.folder, "stderr.txt"))
        first, last, self.diagnostics = self.server.open(self.path, text)
        self.server.settle()
        self.record["opens"].append({"ms": first * 1e3, "last_ms": last * 1e3,
                                     "cpu_ms": self.server.cpu_s() * 1e3})

    def edit(self, site, text, counts):
        before, cpu = self.diagnostics, self.server.cpu_s()
        wall, self.diagnostics = self.server.edit(text)
        self.server.settle()
        void = (editfiles.void_because(site, before, self.diagnostics)
                if self.name == OURS else None)
        if counts:
            self.record["edits"].append({
                "kind": site.kind, "ms": wall * 1e3,
                "cpu_ms": (self.server.cpu_s() - cpu) * 1e3, "void": void})

    def finish(self):
        self.record["peak_mib"] = self.server.peak_mib()
        self.record["errors"] = sorted(
            {d["message"].split("\n")[0] for d in self.diagnostics
             if d.get("severity") == 1})
        self.record["predicted"] = len(editfiles.times(self.diagnostics))

    def close(self):
        if self.server:
            self.server.close()
            self.server = None


def plan(args):
    """The kinds of the edits in the order they are made: mixed, as typed."""
    kinds = [k for i in range(args.edits) for k in args.kinds if k != "top"]
    if "top" in args.kinds:
        kinds += ["top"] * args.top
    return kinds


def measure(file, flags, args, folder):
    names = [STOCK, OURS] + [CHECKS_OFF] * args.checks_off
    contenders = [
        Contender(name, args.stock if name == STOCK else
                  args.clangd, file, flags,
                  os.path.join(folder, str(i)))
        for i, name in enumerate(names)]

    def each(turn, do):
        # Nobody always goes first.
        shift = turn % len(contenders)
        for c in contenders[shift:] + contenders[:shift]:
            do(c)

    try:
        for turn in range(args.opens):
            each(turn, lambda c: c.open(file.text()))
        warm = (["kernel", "comment", "launch"] * args.warm_up)[:args.warm_up]
        for turn, kind in enumerate(warm + plan(args)):
            site, text = file.edit(kind)
            each(turn, lambda c: c.edit(site, text, turn >= len(warm)))
            if kind == "broken":  # and put right again, which does not count
                site, text = file.edit(kind)
                each(turn, lambda c: c.edit(site, text, False))
        for c in contenders:
            c.finish()
        return {c.name: c.record for c in contenders}
    finally:
        for c in contenders:
            c.close()


def measure_files(args, flags, toolkit, names):
    """The record of a run over these files."""
    run = {"date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
           "machine": f"{os.cpu_count()} cores, {platform.machine()}",
           "load_before": os.getloadavg()[0], "flags": " ".join(flags),
           "files": []}
    configs = {"flags": [True], "none": [False], "both": [True, False]}
    for configured in configs[args.config]:
        for file in editfiles.edited_files():
            if file.name not in names:
                continue
            entry = {"name": file.name, "title": file.title,
                     "configured": configured}
            run["files"].append(entry)
            if file.needs_toolkit and not toolkit:
                entry["skipped"] = "needs the headers of a CUDA toolkit"
                continue
            with tempfile.TemporaryDirectory(prefix="edits-") as folder:
                try:
                    entry["servers"] = measure(
                        file, flags if configured else None, args, folder)
                except lspserver.ServerFailed as e:
                    entry["skipped"] = f"failed: {e}"
            entry["load_after"] = os.getloadavg()[0]
            print(f"{file.name}: done, load {entry['load_after']:.1f}",
                  file=sys.stderr, flush=True)
    return run


def check(args, flags, toolkit, run):
    """What is slower than the baseline, also when it is measured again."""
    with open(args.check, encoding="utf-8") as f:
        baseline = json.load(f)
    slow = edits_gate.too_slow(baseline, run, toolkit)
    if slow:
        names = [sentence.split(":")[0] for sentence in slow]
        print("measured again: " + "; ".join(slow), file=sys.stderr)
        slow = edits_gate.too_slow(
            baseline, measure_files(args, flags, toolkit, names), toolkit)
    return slow


def write_baseline(path, run, toolkit):
    baseline = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            baseline = json.load(f)
    with open(path, "w", encoding="utf-8") as f:
        json.dump(edits_gate.updated(baseline, run, toolkit), f, indent=1,
                  sort_keys=True)
        f.write("\n")


def main():
    args = parse_arguments()
    # One flag a line, as compile_flags.txt wants them; paths have no blanks.
    flags = subprocess.run([args.gpuperf, "flags"], check=True,
                           capture_output=True, text=True).stdout.split()
    toolkit = any(f.startswith("--cuda-path=") for f in flags)
    run = measure_files(args, flags, toolkit, args.files)
    text = edits_table.markdown(run)
    print(text)
    if args.markdown:
        with open(args.markdown, "w", encoding="utf-8") as f:
            f.write(text + "\n")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump(run, f, indent=1)
    if args.write_baseline:
        write_baseline(args.write_baseline, run, toolkit)
    slow = check(args, flags, toolkit, run) if args.check else []
    for sentence in slow:
        print(f"edits.py: {sentence}")
    return 1 if slow or edits_table.complaints(run) else 0


if __name__ == "__main__":
    sys.exit(main())
