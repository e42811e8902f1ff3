# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of rows that gpuperf-measure writes: python3 -m unittest discover"""

import csv
import glob
import os
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import accuracy
import counters
import fixtures
import groundtruth
from datasets import DATASETS, MEASURED

MEASURE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "measure")


def line(block=256, l2="cold", timing="single", check="check=ok",
         time_ms="1.5", gpu="h200-sxm"):
    notes = f"sweep=gm:{l2}:{timing};l2={l2};timing={timing};runs=9;{check}"
    return (f"gpuperf_measure,gpuperf,,{gpu},gather,benchmarks/accuracy/"
            f"kernels/measure_gather.cu,gather,n=1024,,4,1,1,{block},1,1,0,"
            f"{time_ms},{notes}\n")


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "measured.csv")

    def write(self, *lines):
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(fixtures.HEADER + "".join(lines))

    def test_conditions_come_from_the_notes(self):
        self.write(line(), line(l2="warm", timing="back-to-back"))
        (first, second), left_out = groundtruth.load_measured(self.path)
        self.assertEqual(first.question(), {
            "id": "2", "kernel": "gather", "gpu": "h200-sxm",
            "grid": [4, 1, 1], "block": [256, 1, 1], "dynamic_smem_bytes": 0,
            "args": {"n": 1024}, "l1": "on", "l2": "cold",
            "timing": "single"})
        self.assertEqual(second.question()["l2"], "warm")
        self.assertEqual(second.question()["timing"], "back-to-back")
        self.assertTrue(first.held_out, "no fit may look at these")
        self.assertEqual(left_out, {})

    def test_a_wrong_result_is_left_out_and_counted(self):
        self.write(line(), line(block=64, check="check=FAILED;why=x"))
        rows, left_out = groundtruth.load_measured(self.path)
        self.assertEqual([r.block for r in rows], [(256, 1, 1)])
        self.assertEqual(left_out, {"gather: its result was wrong": 1})

    def test_a_row_that_does_not_say_how_it_was_taken_is_refused(self):
        self.write(line(l2="tepid"))
        with self.assertRaisesRegex(groundtruth.BadGroundtruth, ":2: "):
            groundtruth.load_measured(self.path)
        with self.assertRaisesRegex(groundtruth.BadGroundtruth, "no file"):
            groundtruth.load_measured(self.path + "x")

    def test_an_argument_that_the_kernel_has_not_is_refused(self):
        self.write(line().replace("n=1024", "n=1024;m=2"))
        with self.assertRaisesRegex(groundtruth.BadGroundtruth,
                                    "no parameter 'm'"):
            groundtruth.load_measured(self.path)
        self.write(line().replace("n=1024", "n=1024;rows=2"))
        (row,), _ = groundtruth.load_measured(self.path)
        self.assertEqual(row.args, {"n": 1024})

    def run_driver(self, *options, tail=""):
        binary = fixtures.write_stand_in(self.folder, tail=tail)
        return fixtures.run(accuracy.main, f"--gpuperf={binary}", "--quiet",
                            f"--measured={self.path}", *options)

    def test_the_driver_scores_them(self):
        self.write(*[line(block=b) for b in (32, 64, 128, 256, 512)])
        status, out, _ = self.run_driver()
        self.assertEqual(status, 0)
        self.assertRegex(out, r"gpuperf_measure +5 +4 ")
        self.assertIn("block choice", out)

    # A stand-in that knows one GPU file: half of what is right elsewhere.
    OTHER_GPU = """
for text in open(path):
    q = json.loads(text)
    print(json.dumps({"id": q["id"], "model": "g", "occupancy": 1,
                      "time_us": 750 if q["gpu"].endswith("b.yaml") else 1500,
                      "time_us_low": 1, "time_us_high": 2}))
"""

    def test_two_gpu_files_stand_side_by_side(self):
        self.write(*[line(block=b) for b in (32, 128, 256, 512)])
        other = os.path.join(self.folder, "b.yaml")
        open(other, "w", encoding="utf-8").close()
        status, out, _ = self.run_driver("--gpu=a100-sxm4-40gb",
                                         f"--gpu={other}", "--model=all",
                                         tail=self.OTHER_GPU)
        self.assertEqual(status, 0)
        self.assertRegex(out, r"rows +as is +b\.yaml")
        self.assertRegex(out, r"all rows +4 +0\.0% / 0\.0% +50\.0% / 50\.0%")
        self.assertIn(f"== {other}", out)

    def test_bad_options(self):
        self.write(line())
        for bad in ("--gpu=missing.yaml", "--check-baseline"):
            with self.assertRaises(SystemExit), \
                    tempfile.TemporaryFile("w") as quiet:
                stderr, sys.stderr = sys.stderr, quiet
                try:
                    self.run_driver(bad)
                finally:
                    sys.stderr = stderr

    def test_counters_of_a_run(self):
        columns = ["dataset", "gpu", "kernel_name", "source_path", "macros",
                   *(f"{w}_{a}" for w in ("grid", "block") for a in "xyz"),
                   "regs", "static_smem", "time_us",
                   "smsp__inst_executed.sum", "problem"]
        with open(os.path.join(self.folder, "counters_h200-sxm.csv"), "w",
                  newline="", encoding="utf-8") as f:
            out = csv.writer(f)
            out.writerow(columns)
            out.writerow([MEASURED, "h200-sxm", "gather", "p", "", 4, 1, 1,
                          256, 1, 1, 12, 0, "", "640", "n=1024"])
        (row,), records, _ = counters.load(self.folder, [])
        self.assertEqual(row.args, {"n": 1024})
        self.assertEqual((row.l2, row.timing), ("cold", "kernel"))
        self.assertEqual(records[row.id]["smsp__inst_executed.sum"], "640")


    def test_every_counter_that_is_compared_is_recorded(self):
        with open(os.path.join(MEASURE, "Counters.cpp"),
                  encoding="utf-8") as f:
            recorded = re.sub(r'"\s*"', "", f.read())
        compared = [c for _, names, *_ in counters.QUANTITIES for c in names
                    if "__" in c]
        self.assertGreater(len(compared), 15)
        for name in compared:
            self.assertIn(f'"{name}"', recorded)

    def test_conflicts_are_the_passes_beyond_the_requests(self):
        (conflicts,) = (q for q in counters.QUANTITIES
                        if q[0] == "bank conflicts")
        answer = {"counts": {"bank_passes": 96, "requests": {"shared": 64}}}
        self.assertEqual(conflicts[3](answer), 32)
        answer = {"counts": {"bank_passes": 0, "requests": {}}}
        self.assertEqual(conflicts[3](answer), 0)


class Cases(unittest.TestCase):
    """What the program runs is what the questions know."""

    def setUp(self):
        text = ""
        for path in glob.glob(os.path.join(MEASURE, "*Cases.cpp")):
            with open(path, encoding="utf-8") as f:
                text += f.read()
        self.names = set(re.findall(
            r'"(\w+)(?:<[^"]*>)?"(?=,\s*"\w+\.cu"|[,)]|;)', text))
        self.text = text

    def test_every_kernel_is_known_and_every_known_one_is_run(self):
        known = DATASETS[MEASURED].kernels
        self.assertGreaterEqual(len(known), 30)
        for kernel, source in known.items():
            self.assertIn(kernel, self.names)
            self.assertIn(f'"{source.file}"', self.text)
        with_file = set(re.findall(r'\{"(\w+)(?:<[^"]*>)?",\s*"\w+\.cu"',
                                   self.text))
        self.assertLessEqual(with_file, set(known))


if __name__ == "__main__":
    unittest.main()
