#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does `clang-tidy --fix` with gpuperf-launch-config leave results unchanged?
Runs every program on the CPU (emulation/) before and after the fix.

    test/fixits/run.py                       # all, table, exit 1 on a failure
    test/fixits/run.py --only='saxpy|heat' --diff
    test/fixits/run.py --self-test           # the programs alone; are bad
                                             # fixes caught?
    test/fixits/run.py --generated=0:12      # 12 random programs, of these seeds

A program's first line says what is asked of it:

    // RUN-ON: GPU[,GPU...]; expect fix|none|either[; check NAME][; args: 100, 33]

fix: it is edited; none: it is not, although another block would be faster;
either: not settled, but an edit must be right. The check is gpuperf-launch-config
unless another is named. Each value of args is a run.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from bench import Bench, Failure, Program, Tidy
import generate
import selftest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CHECK = "gpuperf-launch-config"
# Those whose fix-its leave the results as they are, bit for bit.
TOGETHER = "gpuperf-launch-config,gpuperf-bank-conflict,gpuperf-launch-bounds"


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    build = os.path.join(ROOT, "build")
    p.add_argument("--build", default=build, help="build folder of gpuperf")
    p.add_argument("--clang-tidy", default="clang-tidy-22")
    p.add_argument("--clang", default="clang++-22")
    p.add_argument("--cxx", default="g++", help="compiles the emulation")
    p.add_argument("--only", default="", metavar="REGEX")
    p.add_argument("--gpu", help="ask for another GPU than the programs name, or "
                   "for several, separated by commas and one after the other: "
                   "where a fix is expected, there may be none")
    p.add_argument("--together", action="store_true",
                   help="apply what all checks propose in one run: " + TOGETHER)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--diff", action="store_true", help="print the edits")
    p.add_argument("--diagnostics", action="store_true",
                   help="print what clang-tidy said")
    p.add_argument("--self-test", action="store_true")
    p.add_argument("--generated", metavar="SEED:COUNT", help="random programs "
                   "(generate.py) instead of those in programs/")
    return p.parse_args()


def programs(only, gpu=None):
    folder = os.path.join(HERE, "programs")
    return [Program(os.path.join(folder, name), gpu)
            for name in sorted(os.listdir(folder))
            if name.endswith((".cu", ".hip")) and re.search(only, name)]


def generated(seeds, scratch):
    """The programs of SEED:COUNT, written into a folder of their own."""
    first, count = map(int, seeds.split(":"))
    folder = os.path.join(scratch, "generated")
    shutil.copytree(os.path.join(HERE, "programs", "include"),
                    os.path.join(folder, "include"))
    result = []
    for seed in range(first, first + count):
        path = os.path.join(folder, "seed_%d.cu" % seed)
        with open(path, "w", encoding="utf-8") as file:
            file.write(generate.program(seed))
        result.append(Program(path))
    return result


def judged(bench, program, fixer):
    """(program, what was seen, what is wrong or None)."""
    try:
        return program, bench.judge(program, fixer), None
    except Failure as failure:
        return program, failure.seen, failure


def self_test(args, bench):
    """Do the programs have results of their own, and are faults caught?"""
    with ThreadPoolExecutor(max_workers=args.jobs) as pool:
        results = list(pool.map(lambda p: judged(bench, p, None),
                                programs(args.only)))
        for program, _, failure in results:
            if failure:
                print("BAD  %-28s %s" % (program.name, failure))
        alone = sum(failure is not None for _, _, failure in results)
        print("%d programs alone, %d failures" % (len(results), alone))
        faults = selftest.run(bench, pool)
    return 1 if alone or faults else 0


def run(args, bench):
    tidy = Tidy(args.clang_tidy, args.build, CHECK)
    if not tidy.has_check():
        print("run.py: skipped: the plugin has no %s" % CHECK)
        return 0
    chosen = generated(args.generated, bench.scratch) if args.generated else [
        program for gpu in (args.gpu or "").split(",")
        for program in programs(args.only, gpu or None)]
    if args.together:
        for program in chosen:
            program.check, program.expect = TOGETHER, "either"
    with ThreadPoolExecutor(max_workers=args.jobs) as pool:
        results = list(pool.map(lambda p: judged(bench, p, tidy), chosen))
    print("%-31s %-18s %-7s %-6s %-7s %s"
          % ("program", "gpu", "expect", "said", "edited", "verdict"))
    failures, edited, launches, silent, texts = 0, 0, 0, [], set()
    for program, seen, failure in results:
        failures += failure is not None
        if seen.edited and not failure:
            edited += 1
            launches += seen.fixed
            texts.add((program.name, seen.diff))
        if program.expect == "none" and not seen.said:
            silent.append(program.name)
        print("%-31s %-18s %-7s %-6s %-7s %s"
              % (program.name, program.gpu, program.expect,
                 "yes" if seen.said else "no",
                 "yes" if seen.edited else "no", failure or "ok"))
        if args.diff and seen.diff:
            print(seen.diff)
        if args.diagnostics and seen.text:
            print(seen.text)
    if silent:
        print("no advice at all, so nothing was held back: "
              + ", ".join(silent))
    print("%d programs, %d edited with the same results (%d different edits, of "
          "%d launches), %d failures"
          % (len(results), edited, len(texts), launches, failures))
    return 1 if failures else 0


def main():
    args = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="gpuperf-fixits-") as scratch:
        try:
            bench = Bench(args.cxx, args.clang, args.build, scratch)
        except Failure as failure:
            print("run.py: %s" % failure)
            return 1
        if bench.note:
            print(bench.note)
        if args.self_test:
            return self_test(args, bench)
        return run(args, bench)


if __name__ == "__main__":
    sys.exit(main())
