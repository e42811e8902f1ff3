# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the papers' experiments."""

import os
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fixtures
import groundtruth
import options
import predict
import seeds

HEADER = ("paper,where,gpu,file,kernel,args,grid,block,measured_us,status,"
          "what,dynamic_smem_bytes\n")


class File(unittest.TestCase):
    def setUp(self):
        self.all = seeds.load()

    def test_every_kernel_is_in_its_file_with_its_parameters(self):
        for x in self.all:
            with open(os.path.join(predict.KERNELS, x.file),
                      encoding="utf-8") as f:
                text = re.sub(r"//.*", "", f.read())
            name = x.kernel.split("<")[0]
            found = re.search(rf"\b{name}\s*\(([^)]*)\)", text)
            self.assertIsNotNone(found, x.kernel)
            for p in x.args:
                self.assertRegex(found[1], rf"\b{p}\b", x.kernel)
            if "<" in x.kernel:
                self.assertIn(f"template __global__ void {x.kernel}(", text)

    def test_every_gpu_has_a_file(self):
        for gpu in {x.gpu for x in self.all}:
            self.assertTrue(os.path.isfile(os.path.join(
                options.ROOT, "gpumodel", "devices", f"{gpu}.yaml")), gpu)

    def test_figures_are_there_where_they_are_said_to_be(self):
        for x in self.all:
            self.assertEqual(x.time_us is None, x.status == "none", x.id)
            if x.grid is None or x.block is None:  # else: why is it here?
                self.assertIsNotNone(x.time_us, x.id)
            self.assertTrue(x.what, x.id)

    def test_table_6(self):
        table = {(x.grid[0], x.block[0]): x.time_us for x in self.all
                 if x.where == "table 6"}
        self.assertEqual(len(table), 14)
        self.assertAlmostEqual(table[15, 128], 32.022)
        self.assertAlmostEqual(table[2, 1024], 36.5674)
        for grid, block in table:
            self.assertGreaterEqual(grid * block, 1920)

    def test_what_is_derived_follows_from_table_3(self):
        for x in self.all:
            if x.status != "derived":
                continue
            spef, nsmw = map(float, re.fullmatch(
                r"SPEF (\S+) x warp time x NSMW (\S+)", x.what).groups())
            warp_us = {"vector_add_x3": 1.5, "transpose_tile<16>": 1.2,
                       "transpose_tile<32>": 1.3}[x.kernel]
            blocks = x.grid[0] * x.grid[1]
            self.assertEqual(nsmw, -(-blocks // 3) * x.threads // 32)
            self.assertAlmostEqual(x.time_us / (spef * nsmw * warp_us), 1, 3)


class Read(unittest.TestCase):
    def load(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "seeds.csv")
            with open(path, "w", encoding="utf-8") as f:
                f.write(HEADER + text)
            return seeds.load(path)

    def test_a_question(self):
        (x,) = self.load("qu,table 6,gtx-940mx,f.cu,k<16>,n=9;m=2,4x2,16x16,"
                         "1.5,printed,w,64\n")
        q = x.question("all")
        self.assertEqual(q["dynamic_smem_bytes"], 64)
        self.assertEqual((q["grid"], q["block"], q["args"], q["timing"]),
                         ([4, 2, 1], [16, 16, 1], {"n": 9, "m": 2}, "kernel"))

    def test_no_launch_is_no_launch(self):
        (x,) = self.load("ostapenko,results,radeon-hd-6970,f.cu,k,,,,2800,printed,"
                         "w,\n")
        self.assertIsNone(x.grid)
        self.assertEqual(x.args, {})

    def test_a_bad_line_is_named(self):
        for text in ("qu,t,g,f,k,,1,32,fast,printed,w,\n",
                     "qu,t,g,f,k,,1,32,1,guessed,w,\n",
                     "other,t,g,f,k,,1,32,1,printed,w,\n"):
            with self.assertRaisesRegex(groundtruth.BadGroundtruth,
                                        r"seeds\.csv:2: "):
                self.load(text)


class Command(unittest.TestCase):
    def run_seeds(self, **stand_in):
        with tempfile.TemporaryDirectory() as folder:
            binary = fixtures.write_stand_in(folder, **stand_in)
            out = os.path.join(folder, "out.csv")
            status, text, _ = fixtures.run(
                seeds.main, f"--gpuperf={binary}", "--quiet", f"--csv={out}")
            with open(out, encoding="utf-8") as f:
                return status, text, f.read()

    def test_all_is_printed(self):
        status, text, table = self.run_seeds(factor=0.02)
        self.assertEqual(status, 1)  # blocks of 64 get no answer
        self.assertIn("30 (0.94)", text)  # 30 us of 32.022 measured
        self.assertIn("not asked: results: reciprocal_sum", text)
        self.assertIn("no answer: no such luck", text)
        self.assertIn("qu,table 6,gtx-940mx,vector_arithmetic,n=1920,15,128,"
                      "32.022,printed,m,30\n", table)

    def test_regret_of_table_6(self):
        experiments = seeds.load()
        answers = {x.id: {"m": {"time_us": 1 if x.block[0] == 480 else 2}}
                   for x in experiments if x.block}
        self.assertAlmostEqual(seeds.block_regret(experiments, answers, "m"),
                               36.24633 / 32.001)
        self.assertIsNone(seeds.block_regret(experiments, {}, "m"))


if __name__ == "__main__":
    unittest.main()
