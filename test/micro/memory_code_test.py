#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ptxas has left of the memory benchmarks: a chase is loads and nothing
else, an access has the width that is counted, and none was removed. To ptxas a
load is plain: what nobody uses it drops, word by word.

    memory_code_test.py [--nvcc=NVCC] [--arch=80,90] [unittest options]

Needs nvcc, no GPU.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "accuracy"))
import machine_code  # noqa: E402
from toolchain import find_nvcc  # noqa: E402

NVCC = None
ARCHES = ["80", "90"]

# (file, kernel, operation of the chain)
CHASES = [
    ("latency/GlobalLatency.cu", "chaseILb0E", "LDG"),
    ("latency/GlobalLatency.cu", "chaseILb1E", "LDG"),
    ("latency/TlbLatency.cu", "chaseILb0E", "LDG"),
    ("latency/UncoalescedLatency.cu", "laneChains", "LDG"),
    ("latency/SharedLatency.cu", "sharedChase", "LDS"),
    ("latency/ConstantLatency.cu", "constantChase", "LDC"),
    ("latency/TextureLatency.cu", "textureChase", "TLD"),
]
LOOP_OVERHEAD = 6  # counter, comparison, branch; a uniform register or two

BITS = {4: 32, 5: 64, 6: 128}  # of a load or store, by its size field
ELEMENT = {"I5uint4": 128, "Im": 64, "Ij": 32}  # by the mangled template


def compiled(file, arch):
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "x.cubin")
        subprocess.run([NVCC, "-O3", "-std=c++17", f"-arch=sm_{arch}", "-cubin",
                        f"-I{ROOT}", str(ROOT / "benchmarks/micro" / file),
                        "-o", cubin], check=True, capture_output=True)
        return machine_code.read(cubin)


def accesses(kernel, name):
    """Widths in bits of all operations of that name."""
    return [BITS.get(c.high >> 9 & 7) for c in kernel.code if c.name == name]


class MachineCode(unittest.TestCase):
    cache = {}

    def kernels(self, file, arch, pattern):
        key = file, arch
        if key not in self.cache:
            self.cache[key] = compiled(*key)
        found = [k for k in self.cache[key] if re.search(pattern, k.name)]
        self.assertTrue(found, f"{file} has no kernel {pattern}")
        return found

    def each_arch(self):
        for arch in ARCHES:
            with self.subTest(arch=arch):
                yield arch

    def test_a_chase_is_loads_only(self):
        for arch in self.each_arch():
            for file, kernel, operation in CHASES:
                with self.subTest(file=file, kernel=kernel):
                    for k in self.kernels(file, arch, kernel):
                        unrolled = 0
                        for loop in k.loops:
                            _, names = machine_code.counts_of(k, loop)
                            hops = names[operation]
                            if hops < 8:
                                continue
                            if operation == "LDS" and names["STS"] > 0:
                                continue  # writes the cycle
                            unrolled += 1
                            self.assertEqual(hops % 8, 0, names)
                            self.assertLessEqual(sum(names.values()),
                                                 hops + LOOP_OVERHEAD, names)
                        self.assertGreater(unrolled, 0, "no unrolled chain")

    def check_widths(self, file, arch, kernel, loads, stores):
        """loads, stores: how many there are at least, by the kernel's name."""
        for k in self.kernels(file, arch, kernel):
            bits = next((b for m, b in ELEMENT.items()
                         if re.search(kernel + m, k.name)), 128)
            for name, least in (("LDG", loads(k.name)), ("STG", stores(k.name))):
                with self.subTest(kernel=k.name, operation=name):
                    widths = accesses(k, name)
                    self.assertGreaterEqual(len(widths), least)
                    if least > 0:
                        self.assertEqual(set(widths), {bits})
                    else:
                        self.assertEqual(widths, [])

    def test_patterns_keep_width_and_number(self):
        for arch in self.each_arch():
            self.check_widths(
                "bandwidth/GlobalBandwidth.cu", arch, "accessGlobal",
                loads=lambda n: 0 if "4ModeE1" in n else 4,
                stores=lambda n: 0 if "4ModeE0" in n else 4)

    def test_streams_keep_width_and_number(self):
        for arch in self.each_arch():
            def in_flight(name):
                return int(re.search(r"streamILj(\d)E", name).group(1))
            self.check_widths(
                "bandwidth/DramBandwidth.cu", arch, "stream", loads=in_flight,
                stores=lambda n: in_flight(n) if "ELb1E" in n else 0)

    def test_mixes_have_their_share_of_writes(self):
        for arch in self.each_arch():
            for k in self.kernels("bandwidth/ReadWriteMix.cu", arch, r"\dmixedI"):
                writes = int(re.search(r"mixedILj(\d+)E", k.name).group(1))
                with self.subTest(writes=writes):
                    self.assertEqual(accesses(k, "STG"), [128] * writes)
                    self.assertEqual(accesses(k, "LDG"), [128] * (10 - writes))

    def test_permutations_move_whole_elements(self):
        for arch in self.each_arch():
            self.check_widths("bandwidth/Permutation.cu", arch, "moveElements",
                              loads=lambda n: 4, stores=lambda n: 4)

    def test_cache_ceilings_read_16_bytes(self):
        for arch in self.each_arch():
            for file, kernel in (("bandwidth/L1Bandwidth.cu", "readOwn"),
                                 ("bandwidth/L2Bandwidth.cu", "readAround")):
                for k in self.kernels(file, arch, kernel):
                    widths = accesses(k, "LDG")
                    self.assertGreaterEqual(len(widths), 4)
                    self.assertEqual(set(widths), {128})

    def test_shared_accesses_are_neither_merged_nor_narrowed(self):
        for arch in self.each_arch():
            file = "bandwidth/SharedBandwidth.cu"
            for mode, loads, stores in ((0, 16, 0), (1, 0, 16), (2, 16, 16)):
                for k in self.kernels(file, arch, f"accessSharedI.*ModeE{mode}E"):
                    with self.subTest(mode=mode):
                        # In one loop, so that setting up does not count.
                        most = [max(machine_code.counts_of(k, l)[1][name]
                                    for l in k.loops)
                                for name in ("LDS", "STS")]
                        self.assertGreaterEqual(most[0], loads)
                        self.assertGreaterEqual(most[1], stores)
            for element, bits in ELEMENT.items():
                for k in self.kernels(file, arch, "readShared" + element):
                    with self.subTest(element=element):
                        self.assertGreaterEqual(
                            accesses(k, "LDS").count(bits), 16)

    def test_loads_of_matrices_are_not_merged(self):
        for arch in self.each_arch():
            for k in self.kernels("bandwidth/MatrixLoads.cu", arch, "loadRows"):
                self.assertEqual(max(machine_code.counts_of(k, l)[1]["LDSM"]
                                     for l in k.loops) % 16, 0)
                self.assertTrue(any(machine_code.counts_of(k, l)[1]["LDSM"]
                                    for l in k.loops))

    def test_copies_keep_their_number(self):
        for arch in self.each_arch():
            for k in self.kernels("latency/AsyncCopies.cu", arch, "copyGroups"):
                with self.subTest(kernel=k.name):
                    groups, is_async = re.search(
                        r"copyGroupsILj(\d+)ELb([01])E", k.name).groups()
                    names = [c.name for c in k.code]
                    used, other = (("LDGSTS", "LDG") if is_async == "1" else
                                   ("LDG", "LDGSTS"))
                    # The two rounds may stand one after the other.
                    self.assertIn(names.count(used) / int(groups), (1, 2))
                    self.assertEqual(names.count(other), 0)

    def test_repeated_reads_stay_in_their_loop(self):
        # Of an address that never changes one load would stand before it.
        for arch in self.each_arch():
            for file, kernel, least in (
                    ("bandwidth/MissPath.cu", "oneLine", 4),
                    ("bandwidth/MissPath.cu", "ownLines", 4),
                    # Its four stand behind a comparison each: half weights.
                    ("patterns/LineSize.cu", "readPairs", 2)):
                for k in self.kernels(file, arch, kernel):
                    with self.subTest(kernel=k.name):
                        most = max(machine_code.counts_of(k, l)[1]["LDG"]
                                   for l in k.loops)
                        self.assertGreaterEqual(most, least)

    def test_the_flush_of_l2_reads(self):
        for arch in self.each_arch():
            for k in self.kernels("latency/TlbLatency.cu", arch, "readSectors"):
                self.assertTrue(any(machine_code.counts_of(k, l)[1]["LDG"]
                                    for l in k.loops))

    def test_updates_without_result_are_reductions(self):
        # 1: Add, 2: Max; ptxas has another instruction for those whose result
        # is used, and makes it of atomicAdd where there is a fence.
        for arch in self.each_arch():
            for kind, types in ((1, "jmf"), (2, "jm")):
                for k in self.kernels("atomics/GlobalAtomics.cu", arch,
                                      f"updateGlobalI.*UpdateKindE{kind}E"
                                      f"[{types}]E"):
                    with self.subTest(kernel=k.name):
                        names = [c.name for c in k.code]
                        self.assertNotIn("ATOMG", names)
                        self.assertEqual(max(machine_code.counts_of(k, l)[1]
                                             ["RED"] for l in k.loops), 8)

    def test_the_compute_load_is_multiply_adds(self):
        for arch in self.each_arch():
            for file, kernel in (("clocks/ClockUnderLoad.cu", "computeFor"),
                                 ("clocks/SmSpread.cu", "computePasses")):
                for k in self.kernels(file, arch, kernel):
                    with self.subTest(kernel=k.name):
                        self.assertEqual(max(machine_code.counts_of(k, l)[1]
                                             ["FFMA"] for l in k.loops), 32)

    def test_textures_are_fetched(self):
        for arch in self.each_arch():
            for k in self.kernels("bandwidth/TextureBandwidth.cu", arch,
                                  "fetchAll"):
                fetches = [c for c in k.code if c.kind == "texture"]
                self.assertGreaterEqual(len(fetches), 4, k.name)


def main():
    global NVCC, ARCHES
    rest = []
    for argument in sys.argv[1:]:
        if argument.startswith("--nvcc="):
            NVCC = argument.partition("=")[2]
        elif argument.startswith("--arch="):
            ARCHES = argument.partition("=")[2].split(",")
        else:
            rest.append(argument)
    NVCC = find_nvcc(NVCC)
    if not NVCC:
        print("memory_code_test.py: skipped: nvcc is not here")
        return
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
