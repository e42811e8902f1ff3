# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the accuracy drivers: python3 -m unittest discover -s FOLDER

They need neither gpuperf nor the measured figures.
"""

import os
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import groundtruth
import predict
import score
from datasets import DATASETS, carveout_as_dynamic_bytes, family, gpu_name
from fixtures import line, load, run_accuracy


class Questions(unittest.TestCase):
    def test_conditions_and_arguments_of_a_row(self):
        (row,), left_out = load(line())
        self.assertEqual(row.question(), {
            "id": "2", "kernel": "mvt_kernel1", "gpu": "gtx-1080-ti",
            "grid": [4, 1, 1], "block": [256, 1, 1], "dynamic_smem_bytes": 0,
            "args": {"N": 1024}, "l1": "bypass", "l2": "cold",
            "timing": "single"})
        self.assertEqual(row.time_us, 1500)
        self.assertEqual(left_out, {})

    def test_what_is_no_parameter_stays_out_of_the_arguments(self):
        (row,), _ = load(line(dataset="benchmark_hub_conv", gpu="RTX A4000",
                              kernel="convolution_kernel",
                              problem="image_width=4096",
                              macros="block_size_x=16;read_only=0"))
        self.assertEqual(row.args, {})
        self.assertEqual(row.macros, ("block_size_x=16", "read_only=0"))

    def test_values_that_rows_leave_out(self):
        (row,), _ = load(line(kernel="fdtd_step1_kernel",
                              problem="NX=8;NY=9"))
        self.assertEqual(row.args, {"t": 0, "NX": 8, "NY": 9})

    def test_dropped_rows_are_counted(self):
        rows, left_out = load(line(gpu="MI250X"), line(dataset="other"),
                              line(kernel="unheard_of"))
        self.assertEqual(rows, [])
        self.assertEqual(sum(left_out.values()), 3)

    def test_a_bad_row_names_its_line(self):
        with self.assertRaisesRegex(groundtruth.BadGroundtruth,
                                    r"measured\.csv:3: "):
            load(line(), line(time_ms="fast"))

    def test_gpu_names(self):
        self.assertEqual(gpu_name("H100 80GB"), "h100-pcie")
        self.assertEqual(gpu_name("RTX 3060 Laptop"), "rtx-3060-laptop")
        self.assertIsNone(gpu_name("MI250X"))

    def test_carveout_holds_exactly_the_blocks(self):
        stream = DATASETS["gpu_stream"]
        for gpu, per_sm, reserved in (("v100-sxm2-16gb", 96 * 1024, 0),
                                      ("h100-pcie", 228 * 1024, 1024)):
            block = (carveout_as_dynamic_bytes(stream, gpu) + reserved
                     + stream.static_shared_bytes)
            self.assertEqual(per_sm // block, stream.resident_blocks)
        self.assertEqual(
            carveout_as_dynamic_bytes(DATASETS["h100_vecadd"], "h100-pcie"), 0)


class Kernels(unittest.TestCase):
    def test_every_kernel_has_a_family(self):
        for dataset in DATASETS.values():
            for kernel in dataset.kernels:
                self.assertNotEqual(family(kernel), "other", kernel)
        self.assertEqual(family("scale_kernel<double>"), "streaming")
        self.assertEqual(family("unheard_of"), "other")

    def test_every_kernel_is_in_its_file_with_its_parameters(self):
        for name, dataset in DATASETS.items():
            for kernel, source in dataset.kernels.items():
                path = os.path.join(predict.KERNELS, source.file)
                with open(path, encoding="utf-8") as f:
                    text = re.sub(r"//.*", "", f.read())
                found = re.search(rf"\b{kernel}\s*\(([^)]*)\)", text)
                if not found:  # made by a macro: its name, and the list there
                    self.assertRegex(text, rf"\({kernel}, ")
                    found = re.search(r"\bNAME\(([^)]*)\)", text)
                for p in (*source.params, *source.fixed):
                    self.assertRegex(found[1], rf"\b{p}\b", (name, kernel))


class Sampling(unittest.TestCase):
    def rows(self, sweeps, blocks):
        return load(*[line(dataset="ktt_pnpoly", gpu="RTX 2080 Ti",
                           kernel="Pnpoly", problem="n=9",
                           macros=f"B={b};T={s}", block=(b, 1, 1),
                           sweep=f"s{s}")
                      for s in range(sweeps)
                      for b in range(32, 32 + blocks)])[0]

    def test_sweeps_are_spread_and_whole_where_small(self):
        kept = groundtruth.limit_macro_sets(self.rows(10, 5), 15)
        self.assertEqual([sum(r.sweep == f"s{s}" for r in kept)
                          for s in range(10)],
                         [5, 0, 0, 5, 0, 0, 5, 0, 0, 0])

    def test_large_sweeps_are_thinned_so_that_several_are_seen(self):
        for limit in (groundtruth.limit_macro_sets, groundtruth.limit_rows):
            kept = limit(self.rows(4, 40), 16)
            self.assertEqual([sum(r.sweep == f"s{s}" for r in kept)
                              for s in range(4)], [8, 0, 8, 0])
            self.assertEqual([r.block[0] for r in kept[:8]],
                             list(range(32, 72, 5)))

    def test_enough_room_keeps_all(self):
        rows = self.rows(2, 3)
        self.assertEqual(groundtruth.limit_macro_sets(rows, 6), rows)
        self.assertEqual(groundtruth.limit_rows(rows, 6), rows)

    def test_rows(self):
        kept = groundtruth.limit_rows(self.rows(10, 5), 10)
        self.assertEqual(len(kept), 10)
        self.assertEqual({r.sweep for r in kept}, {"s0", "s5"})


class Scores(unittest.TestCase):
    def test_quantile(self):
        self.assertIsNone(score.quantile([], 0.5))
        self.assertEqual(score.quantile([4, 1, 2, 3], 0.5), 2.5)
        self.assertEqual(score.quantile([1, 2, 3], 1), 3)

    def test_time(self):
        rows, _ = load(line(time_ms="0.1"), line(time_ms="0.1"),
                       line(time_ms="0.1"))
        answers = {
            "2": {"m": {"time_us": 110, "time_us_low": 90,
                        "time_us_high": 130}},
            "3": {"m": {"time_us": 50, "time_us_low": 40,
                        "time_us_high": 60}}}
        s = score.time_score(rows, answers, "m")
        self.assertEqual((s["rows"], s["answered"]), (3, 2))
        self.assertAlmostEqual(s["mape"], 0.3)
        self.assertAlmostEqual(s["bias"], -0.2)
        self.assertAlmostEqual(s["within25"], 0.5)
        self.assertAlmostEqual(s["band"], 0.5)

    def sweep(self):
        measured = {32: "4", 64: "2", 128: "1", 256: "1.5", 1024: "3"}
        rows, _ = load(*[line(block=(b, 1, 1), time_ms=t)
                         for b, t in measured.items()])
        return rows

    def answers(self, rows, times, **more):
        return {r.id: {"m": {"time_us": t, "occupancy": 1, "nsmw": 20,
                             "dpsid": 2, **more}}
                for r, t in zip(rows, times)}

    def test_regret(self):
        rows = self.sweep()
        found = score.regrets(rows, self.answers(rows, [9, 5, 8, 7, 6]), "m")
        one = {rule: values[0][2] for rule, values in found.items()}
        self.assertEqual(one["predicted"], 2)  # 64 predicted, 128 best
        self.assertEqual(one["always-256"], 1.5)
        self.assertEqual(one["always-1024"], 3)
        self.assertEqual(one["max-occupancy"], 3)
        self.assertEqual(one["qu-eq10"], 4)  # equal W and I: least warps

    def test_rules_think_in_plain_shapes(self):
        """The only block of 1024 threads is 2 x 512: nobody would write it."""
        rows, _ = load(*[line(block=(x, y, 1), time_ms=t) for x, y, t in
                         ((2, 512, "9"), (512, 1, "1"), (256, 1, "2"),
                          (8, 32, "8"), (128, 1, "3"))])
        found = score.regrets(rows, self.answers(rows, [1] * 5), "m")
        self.assertEqual(found["always-1024"][0].row.block, (512, 1, 1))
        self.assertEqual(found["always-256"][0].row.block, (256, 1, 1))
        self.assertEqual(found["max-occupancy"][0].row.block, (512, 1, 1))
        flat, _ = load(*[line(block=(x, y, 1), grid=(4, 4, 1)) for x, y in
                         ((2, 512), (32, 4), (32, 16), (256, 1))])
        found = score.regrets(flat, self.answers(flat, [1] * 4), "m")
        self.assertEqual(found["always-1024"][0].row.block, (32, 16, 1))
        self.assertEqual(found["always-256"][0].row.block, (32, 4, 1))
        # None of that shape is near: the nearest of any.
        far, _ = load(*[line(block=(x, y, 1), grid=(4, 4, 1)) for x, y in
                        ((32, 1), (16, 16), (64, 8), (128, 8))])
        found = score.regrets(far, self.answers(far, [1] * 4), "m")
        self.assertEqual(found["always-256"][0].row.block, (16, 16, 1))

    def test_equal_times_are_ranked_by_eq10(self):
        rows = self.sweep()
        answers = self.answers(rows, [5, 5, 5, 5, 5])
        answers[rows[2].id]["m"]["nsmw"] = 10
        found = score.regrets(rows, answers, "m")
        self.assertEqual(found["predicted"][0][2], 1)

    def test_few_blocks_few_answers_and_noise_judge_nothing(self):
        rows = self.sweep()
        self.assertEqual(score.regrets(rows[:3], {}, "m")["always-256"], [])
        two = self.answers(rows[:2], [1, 2])
        self.assertEqual(score.regrets(rows, two, "m")["predicted"], [])
        noisy, _ = load(*[line(dataset="ktt_vecadd", gpu="RTX 2080 Ti",
                               kernel="vectorAddition", block=(b, 1, 1))
                          for b in (32, 64, 128, 256)])
        self.assertEqual(score.regrets(noisy, {}, "m")["always-256"], [])

    def test_eq10_as_printed_prefers_small_blocks(self):
        """Table 6 of the paper: equal W, then v / I with I not below 1."""
        def key(grid, block, w, i):
            row = load(line(grid=(grid, 1, 1), block=(block, 1, 1)))[0][0]
            return score._eq10_key(row, {"nsmw": w, "dpsid": i})
        self.assertLess(key(60, 32, 20, 0.8), key(15, 128, 20, 3.2))
        self.assertLess(key(15, 128, 20, 3.2), key(12, 160, 20, 3.2))
        self.assertLess(key(2, 960, 20, 1), key(20, 96, 21, 9))


class Command(unittest.TestCase):
    """The whole driver over a stand-in for gpuperf."""

    def run_driver(self, tail, *options):
        with tempfile.TemporaryDirectory() as folder:
            return run_accuracy(folder, *options, tail=tail)[:3]

    def test_scores_and_errors(self):
        status, result, text = self.run_driver("")
        self.assertEqual(status, 0)
        times = result["models"]["m"]["time"]["all"]
        self.assertEqual((times["rows"], times["answered"]), (5, 4))
        self.assertEqual(times["mape"], 0)
        self.assertEqual(result["errors"], [
            {"dataset": "klaraptor", "message": "no such luck", "rows": 1}])
        self.assertIn("klaraptor: no such luck", text)

    def test_gates(self):
        self.assertEqual(
            self.run_driver("", "--gate=mape=0,unanswered=20")[0], 0)
        self.assertEqual(self.run_driver("", "--gate=unanswered=19")[0], 1)
        self.assertEqual(self.run_driver("", "--gate=regret=0.99")[0], 1)
        with self.assertRaises(SystemExit):
            self.run_driver("", "--gate=beauty=1")

    def test_by_kernel(self):
        _, result, text = self.run_driver("", "--by=kernel")
        self.assertIn("klaraptor: mvt_kernel1", text)
        self.assertEqual(list(result["models"]["m"]["time"]["by_kernel"]),
                         ["klaraptor: mvt_kernel1"])

    def test_a_crash_is_an_error_of_the_rows_it_did_not_answer(self):
        status, result, _ = self.run_driver(
            "import os; sys.stdout.flush(); os.abort()")
        self.assertEqual(status, 0)
        self.assertEqual(result["models"]["m"]["time"]["all"]["answered"], 4)

    def test_no_answer_at_all_fails(self):
        with self.assertRaises(SystemExit):
            self.run_driver("", "--datasets=unheard_of")
        status, result, _ = self.run_driver("", "--datasets=gpu_stream")
        self.assertEqual(status, 1)
        self.assertEqual(result["models"], {})


if __name__ == "__main__":
    unittest.main()
