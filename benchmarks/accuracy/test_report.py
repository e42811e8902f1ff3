# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the tables, the worst list, the variants and the pictures."""

import os
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import predict
import report
import score
import sweep_plots
import variants
import worst
from fixtures import line, load, run_accuracy


def sweep(measured, **more):
    return [line(block=(b, 1, 1), time_ms=str(t), **more)
            for b, t in measured.items()]


def answered(rows, times, **more):
    return {r.id: {"m": {"time_us": t, "time_us_low": t / 2,
                         "time_us_high": 2 * t, "occupancy": 1, "nsmw": 20,
                         "dpsid": 2, "bound": "dram", **more}}
            for r, t in zip(rows, times)}


class Blocks(unittest.TestCase):
    def test_a_better_rule_is_named(self):
        rows, _ = load(*sweep({32: 4, 64: 2, 128: 1, 256: 1.5, 1024: 3}))
        scores, _ = report._regret_scores(
            rows, answered(rows, [1, 5, 8, 7, 6]), "m")
        self.assertEqual(scores["predicted"]["geomean"], 4)
        found = {rule: (mine, theirs)
                 for rule, mine, theirs in report.worse_than(scores)}
        self.assertEqual(set(found), {"always-256", "always-1024",
                                      "max-occupancy"})
        self.assertAlmostEqual(found["always-256"][1], 1.5)

    def test_a_rule_is_compared_on_the_sweeps_both_judged(self):
        rows, _ = load(
            *sweep({32: 4, 64: 2, 128: 1, 256: 1.5}),
            *sweep({32: 1, 64: 2, 128: 3, 256: 9}, sweep="other"))
        # Only the first sweep was answered; always-256 is bad on the second.
        scores, _ = report._regret_scores(
            rows, answered(rows[:4], [9, 9, 1, 9]), "m")
        self.assertEqual(scores["always-256"]["sweeps"], 2)
        self.assertAlmostEqual(scores["always-256"]["there"], 1.5)
        self.assertEqual(report.worse_than(scores), [])

    def test_lines_of_parts(self):
        rows, _ = load(*sweep({32: 4, 64: 2, 128: 1, 256: 1.5}),
                       *sweep({32: 4, 64: 2, 128: 1, 256: 1.5},
                              kernel="syrk_kernel", sweep="held"))
        self.assertEqual([len(m) for m in report.parts_of(rows).values()],
                         [4, 4])
        self.assertEqual(report.parts_of(rows[:4]), {})


class Sure(unittest.TestCase):
    def sure(self, *kinds):
        rows, _ = load(line())
        made = [{"name": "", "value": None, "kind": kind} for kind in kinds]
        answers = answered(rows, [1], assumed=made)
        return score.is_sure(answers, rows[0], "m")

    def test_guesses_of_the_code_are_not_sure(self):
        self.assertTrue(self.sure())
        self.assertTrue(self.sure("registers", "cache_shares", "gpu_fact"))
        for guess in ("argument", "index", "trip_count", "branch"):
            self.assertFalse(self.sure("registers", guess), guess)

    def test_no_answer_is_not_sure(self):
        rows, _ = load(line())
        self.assertFalse(score.is_sure({}, rows[0], "m"))


class Worst(unittest.TestCase):
    def test_a_kernel_on_a_gpu_appears_once(self):
        rows, _ = load(line(time_ms="0.1"), line(time_ms="0.1"),
                       line(time_ms="0.1", kernel="mvt_kernel2"),
                       line(time_ms="0.1", gpu="RTX 2070 SUPER"))
        found = worst.worst(rows, answered(rows, [10, 110, 300, 101]), "m", 2)
        self.assertEqual([(f["kernel"], f["gpu"]) for f in found],
                         [("mvt_kernel1", "gtx-1080-ti"),
                          ("mvt_kernel2", "gtx-1080-ti")])
        self.assertAlmostEqual(found[0]["ratio"], 0.1)
        self.assertEqual((found[0]["rows"], found[0]["rows_off"]), (2, 1))

    def test_in_words(self):
        self.assertEqual(worst._times(2.0), "2.00 x too slow")
        self.assertEqual(worst._times(0.25), "4.00 x too fast")
        self.assertEqual(worst._flat({"dram": 1.5, "l2": {"read": 2}}),
                         "dram 1.5, l2 read 2")

    def test_the_option(self):
        with tempfile.TemporaryDirectory() as folder:
            _, _, text, _ = run_accuracy(folder, "--worst=1", factor=3.0)
        self.assertIn("3.00 x too slow", text)
        self.assertIn("bound dram", text)


class Variants(unittest.TestCase):
    def test_parse(self):
        v = variants.parse("off:a=0,b=1", ("c=2",), "gpuperf")
        self.assertEqual((v.name, v.model_args), ("off", ("c=2", "a=0",
                                                          "b=1")))
        self.assertEqual(variants.parse("a=0", (), "g").name, "a=0")
        with self.assertRaisesRegex(variants.BadVariant, "NAME=VALUE"):
            variants.parse("off:a", (), "g")

    def test_side_by_side(self):
        with tempfile.TemporaryDirectory() as folder:
            status, result, text, _ = run_accuracy(
                folder, "--variant=twice:slow=1")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"all rows +5 +0\.0% / 0\.0% +100\.0% / "
                         r"100\.0%")
        # What is scored and gated is the plain run.
        self.assertEqual(result["models"]["m"]["time"]["all"]["mape"], 0)

    def test_model_arguments_reach_all(self):
        with tempfile.TemporaryDirectory() as folder:
            _, result, _, _ = run_accuracy(folder, "--model-arg=slow=1")
        self.assertEqual(result["models"]["m"]["time"]["all"]["mape"], 1)

    def test_bad_ones_are_refused(self):
        for option in ("--variant=x", "--model-arg=x", "--against=/no/such",
                       "--variant=as is:a=1"):
            with tempfile.TemporaryDirectory() as folder:
                with self.assertRaises(SystemExit):
                    run_accuracy(folder, option)


class Pictures(unittest.TestCase):
    SWEEP = "sweep-s.svg"

    def test_all_are_drawn_and_well_formed(self):
        lines = [line(block=(b, 1, 1), time_ms=str(t), kernel=k, sweep=k)
                 for k in ("mvt_kernel1", "syrk_kernel")
                 for b, t in ((32, 2), (96, 1), (128, 1.2), (256, 3))]
        with tempfile.TemporaryDirectory() as folder:
            plots = os.path.join(folder, "plots")
            status, _, _, _ = run_accuracy(
                folder, f"--plots={plots}", "--sweep=syrk*", lines=lines)
            self.assertEqual(status, 0)
            self.assertEqual(sorted(os.listdir(plots)), [
                "error-by-family-m.svg", "error-by-gpu-m.svg",
                "error-by-kernel-m.svg", "predicted-measured-m.svg",
                "sweep-syrk-kernel.svg", "sweeps.svg"])
            for name in os.listdir(plots):
                root = ElementTree.parse(os.path.join(plots, name)).getroot()
                self.assertTrue(root.tag.endswith("svg"), name)
            with open(os.path.join(plots, "predicted-measured-m.svg"),
                      encoding="utf-8") as f:
                picture = f.read()
        self.assertIn("8 launches", picture)
        self.assertIn("held out", picture)

    def test_blocks_are_in_order_and_bands_are_kept(self):
        rows, _ = load(*sweep({256: 4, 32: 2, 64: 1}))
        answers = answered(rows, [4000, 2000, 1000])
        del answers[rows[1].id]
        curves = sweep_plots.curves_of(("klaraptor", "s"), rows, answers,
                                       ["m"])
        self.assertEqual(curves.labels, ["32", "64", "256"])
        self.assertEqual(curves.measured, [2000, 1000, 4000])
        self.assertEqual(curves.predicted["m"],
                         [None, (1000, 500, 2000), (4000, 2000, 8000)])

    def test_what_is_marked_is_what_is_scored(self):
        rows, _ = load(*sweep({32: 4, 64: 2, 128: 1, 256: 1.5}))
        answers = answered(rows, [5, 5, 5, 5])
        answers[rows[2].id]["m"]["nsmw"] = 10  # equal times: eq. 10 decides
        curves = sweep_plots.curves_of(("klaraptor", "s"), rows, answers,
                                       ["m"])
        self.assertEqual(curves.chosen, {"m": 2})
        self.assertEqual(score.regrets(rows, answers, "m")["predicted"][0].row,
                         rows[2])

    def test_our_model_is_drawn_first(self):
        self.assertEqual(sweep_plots._own_first(["a", "gpuperf", "b"]),
                         ["gpuperf", "a", "b"])


class Command(unittest.TestCase):
    def test_model_arguments_stand_before_the_flags(self):
        rows, _ = load(line())
        seen = []
        run = predict.subprocess.run

        def fake(command, **_):
            seen.append(command)
            raise OSError(2, "nothing")

        predict.subprocess.run = fake
        try:
            _, errors = predict.predict("g", rows, model_args=("a=1",))
        finally:
            predict.subprocess.run = run
        self.assertLess(seen[0].index("--model-arg=a=1"), seen[0].index("--"))
        self.assertEqual(errors[rows[0].id], "cannot run gpuperf: nothing")


if __name__ == "__main__":
    unittest.main()
