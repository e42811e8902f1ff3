#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every chain of the instruction benchmarks still has its links, and every
stream its independence, after each compiler has optimised it.

    chains.py [--nvcc=NVCC] [--clang=CLANG++] [--arch=90 ...] [--only=REGEX]

In PTX (nvcc's and clang's): the number of links in the loop and the longest path
through them. In machine code (machine_code.py; cuobjdump too, where it is): the
number of the operations that a link must become and, for single operations, the
longest path through them. What is expected stands in gpu/Ops.def.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from chain_checks import (MATRIX_OPS, OPS, ROOT, check_listing, check_machine,
                          check_ptx, machine_code, read_ops)
from toolchain import find_nvcc, find_toolkit, has_cuda_for_clang

SOURCES = sorted((ROOT / "benchmarks/micro/instructions").glob("*.cu"))
ARCHES = [75, 80, 86, 90, 100, 120]


def call(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: "
                           f"{(done.stderr or done.stdout).strip()[:400]}")
    return done.stdout


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--nvcc")
    options.add_argument("--clang")
    options.add_argument("--arch", type=int, nargs="*", default=ARCHES)
    options.add_argument("--only", default="")
    o = options.parse_args()
    nvcc = find_nvcc(o.nvcc)
    if not nvcc:
        print("chains.py: skipped: nvcc is not here")
        return 0
    ops = read_ops(OPS.read_text())
    known = call([nvcc, "--list-gpu-arch"])
    toolkit = find_toolkit(nvcc)
    ptxas = toolkit / "bin/ptxas"
    cuobjdump = shutil.which("cuobjdump", path=f"{toolkit / 'bin'}:"
                             f"{os.environ.get('PATH', '')}")
    sources = [s for s in SOURCES if re.search(o.only, s.name)]
    bad = []
    totals = {"PTX of nvcc": 0, "machine code": 0, "cuobjdump": 0,
              "PTX of clang": 0}
    with tempfile.TemporaryDirectory(prefix="gpuperf-chains-") as folder:
        ptx = os.path.join(folder, "x.ptx")
        cubin = os.path.join(folder, "x.cubin")

        def note(label, where, result):
            totals[label] += result[0]
            bad.extend(f"{where}, {label}: {b}" for b in result[1])

        for sm in o.arch:
            if f"compute_{sm}\n" not in known:
                print(f"chains.py: this nvcc has no sm_{sm}")
                continue
            for source in sources:
                where = f"{source.name}, sm_{sm}"
                call([nvcc, "-ptx", "-O3", "-std=c++17", f"-arch=compute_{sm}",
                      f"-I{ROOT}", str(source), "-o", ptx])
                note("PTX of nvcc", where,
                     check_ptx(pathlib.Path(ptx).read_text(), ops, sm))
                call([str(ptxas), "-O3", f"-arch=sm_{sm}", ptx, "-o", cubin])
                note("machine code", where,
                     check_machine(machine_code.read(cubin), ops, sm))
                if cuobjdump:
                    note("cuobjdump", where,
                         check_listing(call([cuobjdump, "-sass", cubin]), ops,
                                       sm))
                if o.clang and sm == 90 and has_cuda_for_clang(toolkit):
                    call([o.clang, "-x", "cuda", "-O2", "-std=c++17", "-S",
                          "--cuda-device-only", f"--cuda-path={toolkit}",
                          "--cuda-gpu-arch=sm_90", "-Wno-unknown-cuda-version",
                          f"-I{ROOT}", str(source), "-o", ptx])
                    note("PTX of clang", where,
                         check_ptx(pathlib.Path(ptx).read_text(), ops, sm))
    print(", ".join(f"{label}: {count} kernels"
                    for label, count in totals.items() if count))
    for line in bad:
        print(line)
    if not totals["PTX of nvcc"] or not totals["machine code"]:
        print("chains.py: no kernel was found")
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
