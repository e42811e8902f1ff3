#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpuperf-measure from end to end against a GPU that we made up: rows, resuming,
wrong folders, the profiled run.

    measure_test.py GPUPERF-MEASURE-EMULATED
"""

import csv
import os
import subprocess
import sys
import tempfile
import unittest

BINARY = ""
FEW = "--only=gather,copy_strided,block_sums"


class Measure(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "measured.csv")

    def run_it(self, *options, status=0, **environment):
        # A small L2 keeps the flush short.
        done = subprocess.run(
            [BINARY, "--tiny", f"--out={self.folder}", *options],
            capture_output=True, text=True, timeout=300,
            env=dict(os.environ, SYNTHETIC_L2_BYTES="16384", **environment))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def rows(self):
        with open(self.path, newline="", encoding="utf-8") as f:
            return list(csv.DictReader(f))

    def test_every_kernel_is_right(self):
        out = self.run_it("--commit=abc")
        self.assertNotIn("WRONG", out)
        rows = self.rows()
        self.assertGreater(len(rows), 700)
        self.assertGreater(len({r["kernel_name"] for r in rows}), 30)
        for r in rows:
            self.assertTrue(r["notes"].startswith("sweep=gm:synthetic-gpu:"))
            self.assertTrue(r["notes"].endswith("check=ok"), r["notes"])
            self.assertGreater(float(r["time_ms"]), 0)
            self.assertEqual(r["commit"], "abc")

    def test_goes_on_behind_half_a_line(self):
        self.run_it(FEW)
        with open(self.path, encoding="utf-8") as f:
            whole = f.read()
        kept = whole[:len(whole) * 2 // 3]
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(kept)
        out = self.run_it(FEW)
        self.assertIn("done before", out)
        with open(self.path, encoding="utf-8") as f:
            again = f.read()
        self.assertTrue(again.startswith(kept[:kept.rindex("\n") + 1]))
        self.assertEqual(sorted(l.split("sweep=")[0] for l in
                                whole.splitlines()),
                         sorted(l.split("sweep=")[0] for l in
                                again.splitlines()))
        self.assertIn("0 rows", self.run_it(FEW))

    def test_no_time_is_no_failure(self):
        out = self.run_it(FEW, "--budget=0")
        self.assertIn("sweeps are left", out)
        self.assertEqual(self.rows(), [])

    def test_another_gpu_and_a_foreign_file_are_refused(self):
        self.run_it("--only=gather")
        self.assertIn("is of synthetic-gpu", self.run_it(
            "--only=gather", "--gpu-name=h200-sxm", status=2))
        with open(self.path, "w", encoding="utf-8") as f:
            f.write("a,b\n1,2\n")
        self.assertIn("not written by this program",
                      self.run_it("--only=gather", status=2))
        with open(self.path, encoding="utf-8") as f:
            self.assertEqual(f.read(), "a,b\n1,2\n")

    def test_options(self):
        self.assertIn("no kernel", self.run_it("--only=gathre", status=2))
        self.assertIn("--budget is 'soon'",
                      self.run_it("--budget=soon", status=2))
        self.assertIn("no GPU", self.run_it(status=2, SYNTHETIC_NO_GPU="1"))
        self.assertIn("there are 1 devices", self.run_it("--device=1",
                                                         status=2))
        self.assertGreater(len(self.run_it("--list").splitlines()), 30)

    def test_a_kernel_that_brought_the_gpu_down_is_not_tried_again(self):
        with open(os.path.join(self.folder, "measure-failed.txt"), "w",
                  encoding="utf-8") as f:
            f.write("gather n=4096\n")
        out = self.run_it("--only=gather", status=1)
        self.assertIn("not tried again", out)
        self.assertEqual({r["problem"] for r in self.rows()}, {"n=1024"})

    def test_the_profiled_run_and_its_counters(self):
        self.run_it("--profile", "--only=gather,transpose_naive")
        with open(os.path.join(self.folder, "profiled.csv"),
                  encoding="utf-8") as f:
            launches = list(csv.DictReader(f))
        self.assertEqual([r["kernel_name"] for r in launches],
                         ["transpose_naive"] * 2 + ["gather"] * 2)
        log = os.path.join(self.folder, "ncu.log")
        with open(log, "w", encoding="utf-8") as f:
            f.write('"ID","Kernel Name","Block Size","Grid Size",'
                    '"smsp__inst_executed.sum"\n')
            for i, r in enumerate(launches):
                block, grid = (", ".join(r[f"{w}_{a}"] for a in "xyz")
                               for w in ("block", "grid"))
                f.write(f'"{i}","{r["kernel_name"]}(int)","({block})",'
                        f'"({grid})","{i},000"\n')
        self.assertIn("counters of 4 launches",
                      self.run_it(f"--counters={log}"))
        with open(os.path.join(self.folder, "counters_synthetic-gpu.csv"),
                  encoding="utf-8") as f:
            self.assertEqual(
                [r["smsp__inst_executed.sum"] for r in csv.DictReader(f)],
                ["0000", "1000", "2000", "3000"])
        self.assertIn("no counters", self.run_it("--counters=none", status=1))


if __name__ == "__main__":
    BINARY = sys.argv.pop(1)
    unittest.main()
