#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmarks of operations, atomics, clocks and optimisation pairs on the
synthetic GPU: they report its figures and compute right results.

    synthetic_ops_test.py build/bin/gpuperf-calibrate-emulated [unittest options]
"""

import sys
import tempfile
import unittest

import synthetic_test

THREADS = 256  # of a block of streams in the emulation


class Operations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.done = synthetic_test.calibrate(
                folder, "--quick", "--budget=600",
                "--only=instructions,atomics,clocks,optimisation",
                SYNTHETIC_CLOCK_MHZ=1500, SYNTHETIC_SM_COUNT=3)
            cls.records = synthetic_test.records(folder)
            cls.found = synthetic_test.quantities(folder)

    def check(self, expected):
        for name, value in expected.items():
            with self.subTest(name):
                self.assertIn(name, self.found)
                q = self.found[name]
                self.assertTrue(q["ok"], q["why"])
                self.assertAlmostEqual(q["value"], value, delta=0.01 * value)

    def test_ends_well(self):
        self.assertEqual(self.done.returncode, 0,
                         self.done.stdout + self.done.stderr)

    def test_latencies_are_the_synthetic_ones(self):
        # SyntheticGpu.cpp, operationCycles().
        self.check({"latency_cycles." + name: value for name, value in {
            "fp32_fma": 5, "fp32_add": 4, "fp16_arith": 4, "fp64_fma": 8,
            "fp64_div_ieee": 60, "fp32_rsqrt_approx": 20, "int32_add": 4,
            "compare_min_max": 4, "int32_div": 60, "int64_div": 60,
            "convert_32": 4, "convert_64": 4, "shuffle": 20, "vote": 4,
            "special_register": 4, "tensor_mma": 4, "tensor_half_sum": 4,
            "tensor_tf32": 4, "tensor_int8": 4, "tensor_fp8": 4,
            "tensor_fp64": 4, "atomic_global": 4,
            "atomic_shared": 4,
            # The loop's permutation does not overlap with it here.
            "branch": 4 + 4}.items()})

    def test_rates_are_the_synthetic_ones(self):
        # Its threads share no unit: each gives a result per latency.
        self.check({"throughput_results_per_clk_per_sm." + row: THREADS / cycles
                    for row, cycles in {
                        "fp32_add_mul_fma": 5, "fp64_add_mul_fma": 8,
                        "sfu_rcp_rsqrt_lg2_ex2_sin_cos": 20,
                        "int32_add_sub": 4, "compare_min_max": 4,
                        "warp_shuffle": 20, "cvt_other_32": 4,
                        "warp_vote": 4, "syncthreads_ops": THREADS / (1024 / 4),
                        "atomic_shared": 4}.items()})
        # Multiply-adds of a thread.
        self.check({"throughput_results_per_clk_per_sm." + row: each * THREADS / 4
                    for row, each in {
                        "tensor_f16": 64, "tensor_f16_half_sum": 64,
                        "tensor_tf32": 32, "tensor_int8": 128,
                        "tensor_fp8": 128, "tensor_fp64": 8}.items()})
        # Two results a step.
        self.check({"throughput_results_per_clk_per_sm.fp16_add_mul_fma":
                    2 * THREADS / 4})

    def test_every_class_of_the_table_has_both_curves(self):
        names = {r["series"] for r in self.records if r["record"] == "series"}
        latencies = {n[8:] for n in names if n.startswith("latency.")}
        rates = {n[11:] for n in names if n.startswith("throughput.")}
        self.assertGreater(len(latencies), 40)
        self.assertEqual(latencies, rates)

    def test_clock_and_sms(self):
        self.check({"clock_under_compute_mhz": 1500, "sm_count_seen": 3})

    def test_all_results_are_right(self):
        checked = 0
        for r in self.records:
            for param in ("wrong_cells", "wrong_elements"):
                if param in r.get("params", {}):
                    checked += 1
                    self.assertEqual(r["params"][param], 0, r["series"])
        self.assertEqual(checked, 2 + 9 + 9 + 5 + 3 + 2)

    def test_tuned_is_faster(self):
        for name in ("matrix_product_tiled_gain", "fft_gain.1024",
                     "fft_gain.2048"):
            self.assertTrue(self.found[name]["ok"], self.found[name]["why"])
            self.assertGreater(self.found[name]["value"], 1)


if __name__ == "__main__":
    synthetic_test.PROGRAM = sys.argv.pop(1)
    unittest.main()
