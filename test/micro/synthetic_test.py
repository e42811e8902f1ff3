#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpuperf-calibrate on a GPU whose figures we chose (SyntheticGpu.h): what it
reports must be what we chose, whatever that is.

    synthetic_test.py build/bin/gpuperf-calibrate-emulated build/bin/gpuperf
                      [unittest options]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = None
GPUPERF = None


def calibrate(folder, *options, **figures):
    environment = {**os.environ}
    for name in list(environment):
        if name.startswith(("SLURM_", "OMPI_", "PMI", "SYNTHETIC_")):
            del environment[name]
    environment.update({k: str(v) for k, v in figures.items()})
    return subprocess.run([PROGRAM, f"--out={folder}", *options],
                          capture_output=True, text=True, env=environment,
                          timeout=300)


def records(folder, name="calibrate.jsonl"):
    text = pathlib.Path(folder, name).read_text()
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def quantities(folder):
    return {r["name"]: r for r in records(folder) if r["record"] == "quantity"}


class Figures(unittest.TestCase):
    """Two GPUs that differ in everything: no constant can pass for a figure."""

    def check(self, benchmarks, expected, **figures):
        with tempfile.TemporaryDirectory() as folder:
            done = calibrate(folder, "--quick", "--budget=600",
                             "--only=" + ",".join(benchmarks),
                             SYNTHETIC_MAX_THREADS_PER_BLOCK=256, **figures)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            found = quantities(folder)
            for name, (value, tolerance) in expected.items():
                with self.subTest(name):
                    self.assertIn(name, found)
                    q = found[name]
                    self.assertTrue(q["ok"], q["why"])
                    self.assertAlmostEqual(q["value"], value,
                                           delta=value * tolerance)

    def test_default_figures(self):
        self.check(["launch", "latency", "cache-line", "line-size",
                    "dram-bandwidth"], {
            "dram_achievable_read_gbps": (50, 0.05),
            "dram_achievable_copy_gbps": (50, 0.05),
            "back_to_back_us": (3.001, 0.01), "single_us": (3.001, 0.01),
            "time_lines.4.grid_slope_us": (0.001, 0.02),
            "time_lines.4.base_us": (3.0, 0.02),
            "l1_latency_cycles": (30, 0.02), "l2_latency_cycles": (200, 0.02),
            "dram_latency_cycles": (600, 0.02),
            "sector_bytes": (32, 0), "l2_fetch_bytes": (32, 0),
            "l1_held_bytes": (32768, 0.07),
            "l1_line_bytes": (128, 0),
            "l2_far_latency_cycles": (320, 0.02),
            "shared_latency_cycles": (24, 0.02),
            "mem_ld_cycles": (600, 0.02),
            "departure_del_uncoal_cycles": (2, 0.05),
            "uncoalesced_warp_latency_cycles": (600 + 31 * 2, 0.02),
            "constant_l1_latency_cycles": (8, 0.02),
            "constant_l1_bytes": (2048, 0),
            "texture_l1_latency_cycles": (30, 0.02),
            "dram_tlb_miss_latency_cycles": (600 + 400, 0.02),
            "block_turnaround_cycles": (300, 0.02),
        })

    def test_other_figures(self):
        self.check(["launch", "global-latency", "shared-latency",
                    "uncoalesced-latency", "cache-line"], {
            "back_to_back_us": (7.002, 0.01),
            "time_lines.8.grid_slope_us": (0.002, 0.02),
            "time_lines.8.base_us": (7.0, 0.02),
            "l1_latency_cycles": (44, 0.02), "l2_latency_cycles": (150, 0.02),
            "dram_latency_cycles": (900, 0.02),
            "l1_held_bytes": (65536, 0.07),
            "l2_far_latency_cycles": (280, 0.02),
            "shared_latency_cycles": (31, 0.02),
            "departure_del_uncoal_cycles": (5, 0.05),
            "uncoalesced_warp_latency_cycles": (900 + 31 * 5, 0.02),
            "block_turnaround_cycles": (450, 0.02),
        }, SYNTHETIC_LAUNCH_US=7, SYNTHETIC_BLOCK_US=0.002,
            SYNTHETIC_L1_CYCLES=44, SYNTHETIC_L2_CYCLES=150,
            SYNTHETIC_DRAM_CYCLES=900, SYNTHETIC_L1_BYTES=65536,
            SYNTHETIC_L2_FAR_CYCLES=280, SYNTHETIC_SHARED_CYCLES=31,
            SYNTHETIC_SECTOR_CYCLES=5, SYNTHETIC_TURNAROUND_CYCLES=450,
            SYNTHETIC_L2_BYTES=1 << 20, SYNTHETIC_SM_COUNT=2)

    def test_lines(self):
        # Launches that cost nothing: a pass through L2 is short here.
        for line in (64, 128):
            self.check(["line-size"], {"l1_line_bytes": (line, 0),
                                       "l2_line_bytes": (line, 0)},
                       SYNTHETIC_LINE_BYTES=line, SYNTHETIC_LAUNCH_US=0.001,
                       SYNTHETIC_BLOCK_US=0, SYNTHETIC_TURNAROUND_CYCLES=0)


class WholeRun(unittest.TestCase):
    """Everything, quickly: each benchmark finds curves or says why not."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        # A small one: the emulation runs one thread after the other.
        cls.done = calibrate(cls.folder.name, "--quick", "--budget=600",
                             SYNTHETIC_SM_COUNT=2,
                             SYNTHETIC_MAX_THREADS_PER_SM=512,
                             SYNTHETIC_MAX_THREADS_PER_BLOCK=256)
        cls.records = records(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_runs_to_the_end(self):
        self.assertEqual(self.done.returncode, 0,
                         self.done.stdout + self.done.stderr)
        self.assertEqual(self.records[0]["record"], "run")
        self.assertEqual(self.records[0]["device"]["name"], "Synthetic GPU")
        self.assertEqual(self.records[-1]["record"], "end")

    def test_each_benchmark_finds_something(self):
        listed = subprocess.run([PROGRAM, "--list"], capture_output=True,
                                text=True, check=True).stdout.splitlines()
        self.assertGreaterEqual(len(listed), 7)
        for line in listed:
            name = line.split()[0]
            with self.subTest(name):
                own = [r for r in self.records if r.get("benchmark") == name]
                kinds = {r["record"] for r in own}
                self.assertTrue({"series", "skipped"} & kinds)
                for r in own:
                    self.assertNotIn("failed", r.get("why", ""))

    def test_curves_are_sound(self):
        for r in self.records:
            if r["record"] != "series":
                continue
            with self.subTest(f"{r['benchmark']}/{r['series']} {r['params']}"):
                self.assertTrue(r["points"])
                xs = [p[0] for p in r["points"]]
                self.assertEqual(xs, sorted(set(xs)))
                for _, median, low, high, samples in r["points"]:
                    self.assertLessEqual(low, median)
                    self.assertLessEqual(median, high)
                    self.assertGreater(samples, 0)


class Imported(unittest.TestCase):
    """What was recorded becomes a GPU file that predictions are made with."""

    def imported(self, folder, *options):
        done = subprocess.run([GPUPERF, "calibrate-import", folder, *options],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_gpu_file_predicts(self):
        with tempfile.TemporaryDirectory() as folder:
            calibrate(folder, "--quick", "--only=launch,global-latency",
                      SYNTHETIC_MAX_THREADS_PER_BLOCK=256)
            gpu, kernel = (os.path.join(folder, n) for n in ("x.yaml", "k.cu"))
            self.imported(folder, "-o", gpu)
            listed = subprocess.run([GPUPERF, "gpus", gpu], capture_output=True,
                                    text=True, check=True).stdout
            self.assertRegex(listed, r"dram_latency_cycles +600 cycles")
            # Of an emulated GPU nothing may pass for measured.
            self.assertNotIn("measured", pathlib.Path(gpu).read_text())
            pathlib.Path(kernel).write_text(
                "__global__ void zero(int *A) { A[blockIdx.x] = 0; }\n"
                "void run(int *A) { zero<<<1000, 32>>>(A); }\n")
            answer = subprocess.run([GPUPERF, "predict", kernel, f"--gpu={gpu}",
                                     "--timing=single"],
                                    capture_output=True, text=True)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIn("on synthetic-gpu", answer.stdout)

    def test_cards_that_differ_are_told_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            for rank in range(4):
                calibrate(folder, "--quick", "--only=global-latency",
                          SLURM_PROCID=rank, SYNTHETIC_CARD=rank,
                          SYNTHETIC_DRAM_CYCLES=690 if rank == 2 else 600)
            said = self.imported(folder, "-o", os.path.join(folder, "x.yaml"))
            self.assertIn("4 runs on 4 GPUs", said)
            self.assertRegex(said, r"dram_latency_cycles.*15\.\d* ?%")
            self.assertRegex(said, r"(?m)rank 2")
            self.assertNotRegex(said, r"(?m)rank [013] ")


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.at = self.folder.name

    def run_it(self, *options, **figures):
        return calibrate(self.at, *options, **figures)

    def test_fits_into_its_time(self):
        listed = subprocess.run([PROGRAM, "--list"], capture_output=True,
                                text=True, check=True).stdout.splitlines()
        seconds = sum(float(line.split()[2]) for line in listed)
        self.assertLessEqual(seconds, 550)  # 10 minutes in full
        self.assertLessEqual(seconds / 6, 55)  # a minute if quick

    def test_goes_on_where_it_stopped(self):
        self.run_it("--quick", "--only=launch-modes")
        with open(os.path.join(self.at, "calibrate.jsonl"), "a") as f:
            f.write('{"record":"series","benchmark":"global-la')  # killed here
        done = self.run_it("--quick", "--only=launch-modes,transfer")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("done before"), 1)
        text = pathlib.Path(self.at, "calibrate.jsonl").read_text()
        self.assertEqual(text.count('"record":"run"'), 1)
        self.assertEqual(text.count('"name":"single_us"'), 1)
        self.assertIn('\n{"record":"series","benchmark":"transfer"', text)

    def test_again_begins_anew(self):
        self.run_it("--quick", "--only=launch-modes")
        done = self.run_it("--quick", "--only=launch-modes", "--again")
        self.assertNotIn("done before", done.stdout)
        self.assertEqual(len([r for r in records(self.at)
                              if r["record"] == "run"]), 1)

    def test_another_kind_of_run_is_refused(self):
        self.run_it("--quick", "--only=launch-modes")
        done = self.run_it("--only=launch-modes")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is of a quick run", done.stderr)

    def test_results_of_another_gpu_are_refused(self):
        self.run_it("--quick", "--only=launch-modes")
        path = pathlib.Path(self.at, "calibrate.jsonl")
        text = path.read_text()
        identity = json.loads(text.splitlines()[0])["device"]["identity"]
        path.write_text(text.replace(identity, "0123456789ab"))
        done = self.run_it("--quick", "--only=launch-modes")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is of another GPU", done.stderr)

    def test_budget_leaves_out(self):
        done = self.run_it("--budget=1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("would not fit into the budget", done.stdout)
        self.assertNotIn("end", [r["record"] for r in records(self.at)])

    def test_one_file_per_rank(self):
        done = self.run_it("--quick", "--only=launch-modes", SLURM_PROCID=3,
                           SLURM_LOCALID=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(records(self.at, "calibrate.3.jsonl")[0]["rank"], 3)

    def test_no_gpu(self):
        done = self.run_it("--quick", SYNTHETIC_NO_GPU=1)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no GPU", done.stderr)

    def test_bad_options(self):
        for option, message in [("--only=latencies", "'latencies'"),
                                ("--budget=soon", "--budget is 'soon'"),
                                ("--device=7", "there are 1 devices"),
                                ("--frobnicate", "unknown option")]:
            with self.subTest(option):
                done = self.run_it(option)
                self.assertEqual(done.returncode, 2)
                self.assertIn(message, done.stderr)

    def test_folder_that_cannot_be_written(self):
        path = os.path.join(self.at, "file")
        pathlib.Path(path).write_text("")
        done = calibrate(path + "/below", "--quick", "--only=launch-modes")
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot write", done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    GPUPERF = sys.argv.pop(1)
    unittest.main()
