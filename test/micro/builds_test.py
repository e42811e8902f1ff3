#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmarks build: with nvcc for every architecture that its version has
from sm_75 to sm_120, with clang as CUDA, and with hipcc where it is.

    builds_test.py [--clang=CLANG++] [--nvcc=NVCC] [--jobs=N] [--only=REGEX] [--all]

Needs no GPU. What no compiler is there for is skipped in a sentence.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from toolchain import find_nvcc, find_toolkit, has_cuda_for_clang

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = sorted([*(ROOT / "benchmarks/micro").rglob("*.cu"),
                  *(ROOT / "benchmarks/accuracy/measure").rglob("*.cu")])
ARCHES = [75, 80, 86, 89, 90, 100, 120]
# What asks for the architecture is compiled for all of them, the rest for the
# first, one of the middle and the last (--all: everything for all).
ENDS = [75, 90, 120]
ASKS_FOR_ARCH = re.compile(r"gpu/Ops|CompiledSm|__CUDA_ARCH__|/Operations\.h")
AMD = ["gfx90a", "gfx1030"]  # wavefronts of 64 and of 32


def known_arches(nvcc):
    listed = subprocess.run([nvcc, "--list-gpu-arch"], capture_output=True,
                            text=True, check=True).stdout
    return [a for a in ARCHES if f"compute_{a}\n" in listed]


def compile_one(command, source):
    done = subprocess.run([*command, str(source)], capture_output=True, text=True)
    lines = [l for l in (done.stderr + done.stdout).splitlines()
             if re.search(r"\b(error|warning|fatal)\b", l)]
    ok = done.returncode == 0 and not lines
    return ok, source, lines[:5] or [f"exit code {done.returncode}"]


def run(label, commands, jobs):
    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda c: compile_one(*c), commands))
    bad = [r for r in results if not r[0]]
    print(f"{label}: {len(results) - len(bad)} of {len(results)} files")
    for _, source, lines in bad:
        print(f"  {source.relative_to(ROOT)}")
        for line in lines:
            print(f"    {line}")
    return not bad


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--clang")
    options.add_argument("--nvcc")
    options.add_argument("--only", default="")
    options.add_argument("--all", action="store_true")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    o = options.parse_args()
    sources = [s for s in SOURCES if re.search(o.only, str(s))]
    if len(sources) < (1 if o.only else 5):
        print("builds_test.py: where are the benchmarks?")
        return 1
    nvcc = find_nvcc(o.nvcc)
    hipcc = shutil.which("hipcc")
    if not nvcc and not hipcc:
        print("builds_test.py: skipped: neither nvcc nor hipcc is here")
        return 0
    good = True
    with tempfile.TemporaryDirectory() as folder:
        def out(source, kind):
            return os.path.join(folder, f"{source.stem}.{kind}")
        if nvcc:
            arches = known_arches(nvcc)

            def compile_for(source):
                whole = o.all or ASKS_FOR_ARCH.search(source.read_text())
                return [f"-gencode=arch=compute_{a},code=sm_{a}"
                        for a in arches if whole or a in ENDS]
            good &= run("nvcc, of " + " ".join(f"sm_{a}" for a in arches), [
                ([nvcc, "-c", "-O3", "-std=c++17", *compile_for(s), f"-I{ROOT}",
                  "-o", out(s, "o")], s) for s in sources], o.jobs)
            toolkit = find_toolkit(nvcc)
            if o.clang and not has_cuda_for_clang(toolkit):
                print(f"{toolkit} has no headers or no libdevice: clang is not tried")
            elif o.clang:
                good &= run("clang, sm_90", [
                    ([o.clang, "-x", "cuda", "-O2", "-std=c++17", "-c",
                      f"--cuda-path={toolkit}", "--cuda-gpu-arch=sm_90",
                      "-Wno-unknown-cuda-version", f"-I{ROOT}", "-o",
                      out(s, "clang.o")], s) for s in sources], o.jobs)
        else:
            print("no nvcc: CUDA is not tried")
        if hipcc:
            for arch in AMD:
                good &= run(f"hipcc, {arch}", [
                    ([hipcc, "-x", "hip", "-O2", "-std=c++17", "-c",
                      f"--offload-arch={arch}", f"-I{ROOT}", "-o",
                      out(s, f"{arch}.o")], s) for s in sources], o.jobs)
        else:
            print("no hipcc: HIP is not tried")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
