#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a prediction takes once the device code is there.

Asks `gpuperf predict --batch` for many launches of each kernel and looks at
when the answers arrive. The first answer holds the compilation and is left out.
Everything is asked --repeat times, and each launch counts with its shortest
time: what else runs on the machine then disturbs little. `cpu` is the processor
time per launch, compilation taken off; `total` is what all launches took, in the
best repetition. Prints figures; fails only if a launch has no answer.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time

import launches


def ask(gpuperf, path, questions):
    """(arrival times in s, processor time in s, lines without an answer)."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as batch:
        for q in questions:
            batch.write(json.dumps(q) + "\n")
        batch.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = subprocess.Popen(
            [gpuperf, "predict", path, f"--batch={batch.name}", "--",
             "-std=c++17"], stdout=subprocess.PIPE)
        arrivals, errors = [], []
        for text in child.stdout:
            arrivals.append(time.perf_counter())
            if b'"error"' in text:
                errors.append(text.decode())
        child.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime -
           before.ru_stime)
    return arrivals, cpu, errors


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--gpuperf", default=os.path.join(launches.ROOT,
                                                     "build/bin/gpuperf"))
    p.add_argument("--gpu", default="h100-sxm")
    p.add_argument("--model", default="kleimenov-popova")
    p.add_argument("--count", type=int, default=1000)
    p.add_argument("--repeat", type=int, default=3)
    p.add_argument("--kernel", default="", help="only names that hold this")
    o = p.parse_args()
    print(f"{'kernel':44} {'cpu':>7} {'p50':>7} {'p99':>7} {'max':>7} ms"
          f" {'total':>7} s")
    bad = 0
    for file, kernel, launch in launches.KERNELS:
        if o.kernel not in kernel:
            continue
        path = launches.path_of(file)
        questions = list(launches.questions(kernel, launch, o.count, o.gpu,
                                            o.model))
        gaps, each, total = None, math.inf, math.inf
        for _ in range(max(1, o.repeat)):
            _, compile_cpu, _ = ask(o.gpuperf, path, questions[:1])
            at, cpu, errors = ask(o.gpuperf, path, questions)
            if errors or len(at) < 2:
                break
            now = [(b - a) * 1e3 for a, b in zip(at, at[1:])]
            gaps = [min(p) for p in zip(gaps, now)] if gaps else now
            each = min(each, max(0.0, cpu - compile_cpu) * 1e3 / len(now))
            total = min(total, at[-1] - at[0])
        if errors or len(at) < 2:
            bad += 1
            print(f"{kernel:44} {len(errors)} without an answer, the first: "
                  f"{errors[0].strip() if errors else ''}")
            continue
        print(f"{kernel:44} {each:7.3f} {quantile(gaps, .5):7.3f} "
              f"{quantile(gaps, .99):7.3f} {max(gaps):7.3f}    "
              f"{total:7.2f}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
