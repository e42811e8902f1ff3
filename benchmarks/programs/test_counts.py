# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import contextlib
import io
import math
import unittest

import counts
import run

ROW = {"grid_x": 2, "grid_y": 1, "grid_z": 1, "block_x": 32, "block_y": 1,
       "block_z": 1, "dram_bytes": "1000", "sp_flops": "640", "dp_flops": "0"}


def answer(**more):
    return {"grid": [2, 1, 1], "block": [32, 1, 1], "counts": {
        "dram_read_bytes": 600, "dram_write_bytes": 200,
        "thread_instructions": {"fp32_add": 64, "fp32_fma": 128,
                                "fp32_rcp_approx": 1000, "fp64_fma": 1}},
        **more}


class Counts(unittest.TestCase):
    def test_a_multiply_add_is_two_operations_and_a_special_function_none(self):
        self.assertEqual(counts.counted(answer())["fp32"], 64 + 2 * 128)

    def test_a_division_is_its_sequence(self):
        executed = {"thread_instructions": {"fp64_div_ieee": 3}}
        self.assertEqual(
            counts.operations(executed, counts.FP64_OPERATIONS), 48)

    def test_reads_and_writes_are_held_against_the_counter(self):
        found = counts.compare(ROW, answer())
        self.assertEqual(found["dram"], (800, 1000, 1.25))
        self.assertEqual(found["fp32"], (320, 640, 2))

    def test_a_handful_of_operations_is_not_judged(self):
        self.assertNotIn("fp64", counts.compare(ROW, answer()))
        self.assertEqual(counts.factor(5, 0, 2), math.inf)

    def test_another_launch_is_not_compared(self):
        self.assertEqual(counts.compare(ROW, answer(block=[64, 1, 1])), {})
        self.assertEqual(counts.compare(ROW, None), {})

    def test_what_is_said_of_every_launch_is_no_guess(self):
        self.assertFalse(counts.guessed(
            answer(assumed=[{"kind": "registers"}])))
        self.assertTrue(counts.guessed(
            answer(assumed=[{"kind": "registers"}, {"kind": "index"}])))

    def test_shares_and_quantiles(self):
        f = counts.figures_of([1.0, 1.2, 1.05, 3.0])
        self.assertEqual((f["launches"], f["within_10"], f["within_25"],
                          f["within_2x"], f["median"], f["p90"]),
                         (4, 0.5, 0.75, 0.75, 1.2, 3.0))
        self.assertEqual(counts.figures_of([]), {"launches": 0})

    def test_a_share_that_falls_fails(self):
        before = {"dram": {"launches": 9, "within_10": 0.5, "median": 1.2}}
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(run.check(before, {
                "dram": {"within_10": 0.49, "median": 1.21}}), 0)
            self.assertEqual(run.check(before, {
                "dram": {"within_10": 0.47, "median": 1.2}}), 1)
            self.assertEqual(run.check(before, {
                "dram": {"within_10": 0.5, "median": 1.3}}), 1)
        self.assertEqual(out.getvalue().splitlines(), [
            "dram: within_10 was 0.500 and is 0.470",
            "dram: median was 1.200 and is 1.300"])


if __name__ == "__main__":
    unittest.main()
