# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the committed figures and their gate."""

import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import accuracy
import baseline
import fixtures
from fixtures import run, run_accuracy


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = os.path.join(self.folder, "baseline.json")

    def driver(self, *options, **stand_in):
        stand_in.setdefault("model", "gpuperf")
        return run_accuracy(self.folder, f"--baseline={self.file}", *options,
                            **stand_in)

    def write(self, **stand_in):
        self.assertEqual(self.driver("--write-baseline", **stand_in)[0], 0)

    def test_the_same_figures_pass(self):
        self.write()
        status, _, text, _ = self.driver("--check-baseline")
        self.assertEqual(status, 0)
        self.assertIn("as the baseline", text)

    def test_worse_fails_and_is_named(self):
        self.write()
        status, _, _, errors = self.driver("--check-baseline", factor=1.1)
        self.assertEqual(status, 1)
        self.assertIn("gpuperf, klaraptor: mape is 10.00 %, was 0.00 %", errors)
        self.assertIn("--write-baseline", errors)

    def test_a_published_model_is_held_to_its_means(self):
        self.write(model="qu-nsmw")
        self.assertEqual(list(baseline.read(self.file)["models"]["qu-nsmw"]),
                         ["mean of datasets"])
        _, _, _, errors = self.driver("--check-baseline", model="qu-nsmw",
                                      factor=1.1)
        self.assertIn("qu-nsmw, mean of datasets: mape", errors)

    def test_within_tolerance_passes(self):
        self.write(factor=1.2)
        self.assertEqual(self.driver("--check-baseline", factor=1.203)[0], 0)
        self.assertEqual(self.driver("--check-baseline", factor=1.21)[0], 1)

    def test_better_passes_and_asks_to_be_kept(self):
        self.write(factor=1.5)
        status, _, text, _ = self.driver("--check-baseline", factor=1.2)
        self.assertEqual(status, 0)
        self.assertIn("better: gpuperf, klaraptor: mape is 20.00 %", text)
        self.assertIn("--write-baseline", text)

    def test_lost_answers_and_models_fail(self):
        self.write()
        with open(self.file, encoding="utf-8") as f:
            committed = json.load(f)
        committed["models"]["n"] = committed["models"]["gpuperf"]
        committed["models"]["gpuperf"]["klaraptor"]["unanswered"] = 0
        with open(self.file, "w", encoding="utf-8") as f:
            json.dump(committed, f)
        status, _, _, errors = self.driver("--check-baseline")
        self.assertEqual(status, 1)
        self.assertIn("unanswered is 1 rows, was 0 rows", errors)
        self.assertIn("n: no answers any more", errors)

    def test_other_rows_are_no_comparison(self):
        self.write()
        status, _, _, errors = self.driver(
            "--check-baseline", lines=fixtures.FIVE_BLOCKS[:4])
        self.assertEqual(status, 1)
        self.assertIn("4 rows were asked, 5 are in the baseline", errors)

    def skipped(self, why, *options, **stand_in):
        status, _, text, _ = self.driver("--check-baseline", *options,
                                         **stand_in)
        self.assertEqual(status, 0)
        self.assertIn("skipped: ", text)
        self.assertIn(why, text)

    def test_what_cannot_be_compared_is_skipped(self):
        self.skipped("no baseline yet")
        self.write()
        self.skipped("CUDA toolkit (none), here is unknown",
                     flags="--cuda-path=/no/such/place")
        with open(self.file, "w", encoding="utf-8") as f:
            json.dump({"subset": {}}, f)
        self.skipped("another choice of rows")

    def test_no_measured_figures_are_skipped(self):
        binary = fixtures.write_stand_in(self.folder)
        status, text, _ = run(
            accuracy.main, f"--gpuperf={binary}", "--check-baseline",
            f"--groundtruth={self.folder}")
        self.assertEqual(status, 0)
        self.assertIn("skipped: no measured.csv", text)

    def test_no_other_rows_may_be_asked(self):
        for option in ("--limit=1", "--model=m", "--datasets=klaraptor",
                       "--split=fit", "--variant=a=1", "--model-arg=a=1"):
            with self.assertRaises(SystemExit):
                self.driver("--check-baseline", option)


class Committed(unittest.TestCase):
    def test_is_of_this_subset_and_has_every_figure(self):
        committed = baseline.read(baseline.FILE)
        self.assertIsNotNone(committed)
        self.assertEqual(committed["subset"], baseline.SUBSET)
        for lines in committed["models"].values():
            for part in ("mean of datasets", "held out: datasets"):
                self.assertTrue({"mape", "median", "regret", "unanswered"}
                                <= set(lines[part]))


class Toolkit(unittest.TestCase):
    def test_version(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "include"))
            header = os.path.join(folder, "include", "cuda_runtime_api.h")
            for text, version in (("#define CUDART_VERSION  12080", "12.8"),
                                  ("nothing", "unknown")):
                with open(header, "w", encoding="utf-8") as f:
                    f.write(text)
                self.assertEqual(baseline.toolkit_version(
                    f"-x cuda --cuda-path={folder} -isystem x"), version)
        self.assertIsNone(baseline.toolkit_version("-x cuda -nocudainc"))
        self.assertEqual(baseline.toolkit_version("--cuda-path=/no/such"),
                         "unknown")


if __name__ == "__main__":
    unittest.main()
