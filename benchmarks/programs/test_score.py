# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import math
import unittest

import score


def launch(measured, time=None, assumed=(), bound="dram", low=None, high=None):
    row = {"time_us": str(measured), "grid_x": 2, "grid_y": 1, "grid_z": 1,
           "block_x": 32, "block_y": 1, "block_z": 1}
    answer = {"grid": [2, 1, 1], "block": [32, 1, 1], "bound": bound,
              "assumed": [{"kind": k} for k in assumed]}
    if time:
        answer.update(time_us=time, time_us_low=low or time / 2,
                      time_us_high=high or time * 2)
    return row, answer


class Classes(unittest.TestCase):
    def setUp(self):
        pairs = [launch(100, 124, ["registers"]),
                 launch(100, 76, bound="l2"),
                 launch(100, 300, ["branch", "index"], low=30, high=3000),
                 launch(100, 20, ["index"], low=19, high=21),
                 launch(100, None, ["branch"])]
        self.rows = [r for r, _ in pairs]
        answers = {id(r): a for r, a in pairs}
        self.found = score.classes(self.rows, lambda r: answers[id(r)])

    def test_a_launch_is_in_each_of_its_classes(self):
        self.assertEqual({n: f["launches"] for n, (f, _) in self.found.items()},
                         {"nothing": 2, "nothing, bound by dram": 1,
                          "nothing, bound by l2": 1, "index": 2, "branch": 1})

    def test_shares_are_those_of_the_whole(self):
        figures, width = self.found["nothing"]
        # 0.76 is within 25 % of the measured time, although 1 / 0.76 is 1.32.
        self.assertEqual((figures["within_25"], figures["band"]), (1, 1))
        self.assertAlmostEqual(width, 2)

    def test_the_width_is_one_factor_both_ways(self):
        figures, width = self.found["branch"]
        self.assertAlmostEqual(width, 10)
        self.assertEqual((figures["within_2x"], figures["band"]), (0, 1))
        self.assertEqual(self.found["index"][0]["band"], 0.5)

    def test_nothing_with_a_time_is_no_class(self):
        self.assertEqual(score.classes([], lambda r: None), {})
        self.assertTrue(math.isnan(score.score([], lambda r: None)["band"]))


if __name__ == "__main__":
    unittest.main()
