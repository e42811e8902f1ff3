# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of curves.py itself; no gpuperf is needed."""

import unittest
import xml.dom.minidom

import curves


def row(kernel, n, block, gcells):
    return {"kernel": kernel, "n": n, "block_x": block[0],
            "block_y": block[1], "block_z": block[2], "gcells_per_s": gcells}


class Curves(unittest.TestCase):
    def test_blocks_can_be_launched(self):
        for walks in (False, True):
            found = curves.shapes(walks)
            self.assertEqual(len(found), len(set(found)))
            for x, y, z in found:
                self.assertTrue(128 <= x * y * z <= 1024)
                self.assertGreaterEqual(x, 8)
                self.assertTrue(z == 1 or not walks)
        self.assertIn((32, 4, 4), curves.shapes(False))
        self.assertIn((32, 8, 1), curves.shapes(True))

    def test_a_question_covers_the_cube(self):
        asked = curves.question("stencil7", (32, 4, 2), 50)
        self.assertEqual(asked["grid"], [2, 13, 25])
        self.assertEqual(asked["dynamic_smem_bytes"], 0)
        self.assertEqual(asked["args"], {"n": 50})
        tiled = curves.question("stencil27Tiled", (32, 8, 1), 64)
        self.assertEqual(tiled["grid"], [2, 8, 1])
        self.assertEqual(tiled["dynamic_smem_bytes"], 34 * 10 * 8)

    def test_cells_per_second(self):
        answer = {"id": ["stencil7", [32, 4, 4], 100], "time_us": 50.0,
                  "time_us_low": 40.0, "time_us_high": 60.0, "bound": "dram"}
        got = list(curves.rows_of([answer]))[0]
        self.assertAlmostEqual(got["gcells_per_s"], 20)
        self.assertEqual(curves.shape_name(got), "32x4x4")

    def test_a_line_per_size_in_the_picture(self):
        rows = [row("stencil7", n, b, 10.0) for n in (256, 512)
                for b in ((8, 8, 8), (32, 4, 4))]
        rows += [row("stencil27Tiled", 256, (32, 8, 1), 5.0)]
        doc = xml.dom.minidom.parseString(
            curves.svg(rows, [256, 512], "A <title>"))
        lines = doc.getElementsByTagName("polyline")
        self.assertEqual([len(l.getAttribute("points").split())
                          for l in lines], [2, 2, 1, 0])


if __name__ == "__main__":
    unittest.main()
