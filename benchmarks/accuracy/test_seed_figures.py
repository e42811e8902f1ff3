# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the papers' own experiments on measured rows."""

import os
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fixtures
import nsmw
import regression
import seed_figures
import seed_plots
from datasets import family
from fixtures import line, load

SMS, DPS = 3, 192  # a GTX 940MX: 3 SMs of 64 warps


def answer(blocks, threads, load=100, sectors=8, apb=None, time_us=1.0):
    """What gpuperf would say of a launch on a GPU of 3 SMs."""
    v = threads // 32
    rounded = -(-blocks // SMS) * SMS
    return {"m": {"time_us": time_us, "nsmw": rounded * v / SMS,
                  "dpsid": DPS / (rounded * v), "dps": DPS,
                  "apb": 4 // v * SMS if apb is None else apb,
                  "counts": {"warps": blocks * v,
                             "warp_instructions": {"fp32_add":
                                                   load * blocks * v},
                             "sectors": {"global": sectors * blocks * v}}}}


def case(*launches, **more):
    """Launches (blocks, threads, ms) of one kernel as a case."""
    rows, _ = load(*[line(grid=(g, 1, 1), block=(b, 1, 1), time_ms=str(t))
                     for g, b, t in launches])
    answers = {r.id: answer(g, b, **more)
               for r, (g, b, _) in zip(rows, launches)}
    return nsmw.cases_of(rows, answers, family), rows, answers


# One warp takes 1 ms; from W = 64 on, 0.05 ms for each NSMW.
FULL = ((3, 32, 1), (6, 32, 1), (6, 64, 1), (30, 64, 1.4), (150, 64, 2.8),
        (300, 64, 10), (600, 64, 20), (1200, 64, 40))


class Cases(unittest.TestCase):
    def test_features(self):
        (found,), _, _ = case(*FULL)
        by_blocks = {x.blocks: x for x in found.launches if x.v == 2}
        x = by_blocks[30]
        self.assertEqual((x.w, x.sms, x.w2, x.situation), (20, 3, 64, 2))
        self.assertEqual(x.a, 6)
        self.assertAlmostEqual(x.w1, 4)
        self.assertEqual([x.situation for x in found.launches],
                         [1, 1, 1, 2, 3, 3, 3, 3])
        self.assertEqual(found.reach, 800)

    def test_other_loads_of_a_warp_are_other_cases(self):
        rows, _ = load(*[line(grid=(g, 1, 1)) for g in range(1, 13)])
        answers = {r.id: answer(r.grid[0], 256, load=100 if k < 6 else 120)
                   for k, r in enumerate(rows)}
        found = nsmw.cases_of(rows, answers, family)
        self.assertEqual([len(c.launches) for c in found], [6, 6])
        answers = {r.id: answer(r.grid[0], 256, sectors=8 if k < 6 else 32)
                   for k, r in enumerate(rows)}
        self.assertEqual(len(nsmw.cases_of(rows, answers, family)), 2)

    def test_few_launches_partial_warps_and_lost_counts_are_none(self):
        self.assertEqual(case(*FULL[:5])[0], [])
        rows, _ = load(line(block=(48, 1, 1)))
        self.assertIsNone(nsmw.launch_of(rows[0], answer(1, 32)))
        rows, _ = load(line())
        self.assertIsNone(nsmw.launch_of(rows[0], {"m": {"nsmw": 1}}))
        self.assertIsNone(nsmw._load_of_a_warp({}))

    def test_a_block_size_in_a_macro_is_no_other_case(self):
        rows, _ = load(*[line(dataset="ktt_pnpoly", gpu="RTX 2080 Ti",
                              kernel="Pnpoly", macros=f"BLOCK_SIZE_X={b};T=1",
                              block=(b, 1, 1)) for b in range(32, 224, 32)])
        answers = {r.id: answer(4, r.threads) for r in rows}
        self.assertEqual(len(nsmw.cases_of(rows, answers, family)), 1)


class Framework(unittest.TestCase):
    def setUp(self):
        (self.case,), _, _ = case(*FULL)

    def test_warp_time_leaves_out_w_of_one(self):
        (found,), _, _ = case((3, 32, 9), *FULL[1:])
        self.assertAlmostEqual(nsmw.warp_time(found), 1000)

    def test_spef(self):
        slope = nsmw.stable_slope(self.case)
        # (2.8 / 100 + 10 / 200 + 20 / 400 + 40 / 800) / 4, in us
        self.assertAlmostEqual(slope, (28 + 50 + 50 + 50) / 4)

    def test_settling(self):
        self.assertEqual(nsmw.settled_at(self.case), 200)

    def test_equations_7_and_8(self):
        of = {(x.blocks, x.threads): x for x in self.case.launches}
        spef = 0.05
        self.assertEqual(nsmw.kdtv_by_framework(of[6, 64], spef), 1)
        self.assertAlmostEqual(nsmw.kdtv_by_framework(of[300, 64], spef), 10)
        # W1 = 4, W2 = 64: K2 = 3.2, W = 20.
        self.assertAlmostEqual(nsmw.kdtv_by_framework(of[30, 64], spef),
                               1 + 2.2 / 60 * 16)

    def test_equation_12(self):
        self.assertAlmostEqual(nsmw.accuracy([(1, 1.1), (2, 1.4)]), 0.8)
        self.assertIsNone(nsmw.accuracy([]))

    def test_what_would_be_met_exactly_is_not_scored(self):
        (one,), _, _ = case(*FULL[:6])
        self.assertEqual(len(nsmw.framework_pairs(one, 3)), 2)
        (one,), _, _ = case(*FULL[:5], (3, 64, 1))
        self.assertEqual(nsmw.framework_pairs(one, 3), [])
        self.assertEqual(len(nsmw.framework_pairs(one, 2)), 1)

    def test_situation_2_needs_the_warp_time(self):
        (none,), _, _ = case(*FULL, apb=0)
        self.assertIsNone(nsmw.warp_time(none))
        self.assertEqual(nsmw.framework_pairs(none, 2), [])
        self.assertEqual(len(nsmw.framework_pairs(none, 3)), 4)


class Ranks(unittest.TestCase):
    # Equal NSMW of 20, blocks of 1, 2, 4 and 20 warps.
    EQUAL = ((60, 32), (30, 64), (15, 128), (3, 640))

    def share(self, times, feature="v"):
        (found,), _, _ = case(
            *[(g, b, t) for (g, b), t in zip(self.EQUAL, times)],
            (600, 64, 9), (1200, 64, 9), apb=0)
        return nsmw.rank_share(found, nsmw.RANK_FEATURES[feature])

    def test_in_order_against_order_and_chance(self):
        self.assertEqual(self.share((1, 2, 3, 4))[:2], (4, 4))
        self.assertEqual(self.share((4, 3, 2, 1))[:2], (0, 4))
        self.assertAlmostEqual(self.share((1, 2, 3, 4))[2], 1)

    def test_equal_values_share_their_places(self):
        self.assertEqual(self.share((1, 1, 1, 1))[:2], (4, 4))

    def test_a_feature_that_does_not_tell_is_not_counted(self):
        self.assertEqual(self.share((1, 2, 3, 4), "1/I"), (0, 0, 0))


class Regression(unittest.TestCase):
    def test_solve(self):
        x = regression.solve([[0, 2], [3, 1]], [4, 5])
        self.assertAlmostEqual(x[0], 1)
        self.assertAlmostEqual(x[1], 2)

    def test_a_quadratic_is_met(self):
        samples = [(a, b, 7) for a in range(6) for b in range(6)]
        targets = [3 + a + 2 * b * b + a * b for a, b, _ in samples]
        fitted = regression.Polynomial(samples, targets)
        self.assertAlmostEqual(fitted((2, 3, 7)), 3 + 2 + 18 + 6, places=3)

    def test_a_power_law_is_met_in_logarithms(self):
        samples = [(a, b) for a in (1, 2, 4, 8) for b in (1, 10, 100)]
        targets = [3 * a ** 2 * b for a, b in samples]
        errors = regression.scores(regression.LogPolynomial, samples, targets,
                                   [(samples, targets),
                                    ([(3, 30)], [3 * 9 * 30])])
        self.assertLess(max(errors), 0.01)

    def test_halves(self):
        self.assertEqual(regression.halves([1, 2, 3]), ([1, 3], [2]))


class ErrorOverWarps(unittest.TestCase):
    def test_bins_and_order(self):
        rows, _ = load(*[line(kernel=k, grid=(g, 1, 1), block=(64, 1, 1),
                              time_ms="1")
                         for k in ("mvt_kernel1", "mm2_kernel1")
                         for g in (4, 100) for _ in range(5)])
        answers = {r.id: {"m": {"time_us": 1100 if r.grid[0] == 4 else 500}}
                   for r in rows}
        curves = seed_figures.error_curves(rows, answers, ["m"])
        self.assertEqual(list(curves), ["matrix product", "matrix-vector"])
        (low, low_error, n), (high, high_error, _) = \
            curves["matrix-vector"]["m"]
        self.assertTrue(8 < low < 16 and 128 < high < 256)
        self.assertAlmostEqual(low_error, 0.1)
        self.assertAlmostEqual(high_error, 0.5)
        self.assertEqual(n, 5)

    def test_octaves(self):
        self.assertEqual(seed_plots.octave(8), seed_plots.octave(15))
        self.assertLess(seed_plots.octave(15), seed_plots.octave(16))


class Pictures(unittest.TestCase):
    def test_each_page_is_well_formed(self):
        cases, _, _ = case(*FULL)
        curves = {"streaming": {"m": [(8, 0.1), (64, 0.3)],
                                "hong-kim": [(8, 0.2), (64, 0.1)]}}
        for canvas in (seed_plots.time_over_nsmw(cases),
                       seed_plots.pef_over_nsmw(cases),
                       seed_plots.kdtv_over_nsmw(cases),
                       seed_plots.error_over_warps(
                           curves, ["m", "hong-kim"], "hong-kim")):
            ElementTree.fromstring(canvas.render())
        self.assertIn("stroke-dasharray", canvas.render())

    def test_typical_takes_turns_among_kernels(self):
        a, _, _ = case(*FULL)
        b, _, _ = case(*FULL)
        b[0].launches[0].row.kernel = "other"
        self.assertEqual(len(seed_figures.typical(a + a + b)), 2)


class Command(unittest.TestCase):
    def test_the_whole_of_it(self):
        with tempfile.TemporaryDirectory() as folder:
            fixtures.write_rows(folder, fixtures.FIVE_BLOCKS * 3)
            binary = fixtures.write_stand_in(folder)
            plots = os.path.join(folder, "plots")
            status, text, _ = fixtures.run(
                seed_figures.main, f"--gpuperf={binary}", "--quiet",
                f"--groundtruth={folder}", f"--plots={plots}")
            self.assertEqual(status, 0)
        self.assertIn("Rows: 15 (0 held out), 12 answered; klaraptor 15",
                      text)
        self.assertIn("hong-kim gave no answer in this build", text)

    def test_nothing_to_read(self):
        with tempfile.TemporaryDirectory() as folder:
            binary = fixtures.write_stand_in(folder)
            self.assertEqual(fixtures.run(
                seed_figures.main, f"--gpuperf={binary}", "--quiet",
                f"--groundtruth={folder}")[0], 2)


if __name__ == "__main__":
    unittest.main()
