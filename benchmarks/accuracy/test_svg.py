# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the SVG helper."""

import os
import sys
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import svg


class Scales(unittest.TestCase):
    def test_linear(self):
        s = svg.Linear(0, 10)
        self.assertEqual([s.at(0), s.at(5), s.at(10)], [0, 0.5, 1])
        self.assertEqual([t for _, t in s.ticks()],
                         ["0", "2", "4", "6", "8", "10"])
        self.assertEqual([v for v, _ in svg.Linear(3, 3).ticks()][0], 3)

    def test_log(self):
        s = svg.Log(1, 1000)
        self.assertAlmostEqual(s.at(10), 1 / 3)
        self.assertEqual([v for v, _ in s.ticks()], [1, 10, 100, 1000])
        self.assertEqual([v for v, _ in svg.Log(1.5, 60).ticks()],
                         [2, 5, 10, 20, 50])
        self.assertEqual([v for v, _ in svg.Log(32, 256, base=2).ticks()],
                         [32, 64, 128, 256])
        many = svg.Log(1e-6, 1e20).ticks()
        self.assertTrue(2 <= len(many) <= 10)

    def test_labels(self):
        self.assertEqual([svg.time_label(v) for v in
                          (0.5, 20, 999, 1000, 2.5e4, 1e6, 3e7)],
                         ["0.5 µs", "20 µs", "999 µs", "1 ms", "25 ms", "1 s",
                          "30 s"])
        self.assertEqual(svg.percent_label(0.25), "25 %")


class Shapes(unittest.TestCase):
    def canvas(self):
        return svg.Canvas(100, 50, "a < b & c")

    def parsed(self, canvas):
        return ElementTree.fromstring(canvas.render())

    def test_text_is_escaped(self):
        c = self.canvas()
        c.text(1, 2, "kernel<float> & more")
        found = [e.text for e in self.parsed(c).iter()
                 if e.tag.endswith("text")]
        self.assertEqual(found, ["kernel<float> & more"])

    def test_dots_on_one_pixel_are_one(self):
        c = self.canvas()
        c.dots([(1, 1), (1.01, 1.02), (5, 5)], "#000000")
        self.assertEqual(c.render().count("<circle"), 2)

    def test_up_is_up_and_the_outside_sits_on_the_border(self):
        panel = svg.Panel(self.canvas(), (10, 10, 80, 30),
                          svg.Linear(0, 1), svg.Linear(0, 1))
        self.assertEqual(panel.at(0, 0), (10, 40))
        self.assertEqual(panel.at(1, 1), (90, 10))
        self.assertEqual(panel.at(9, -9), (90, 40))

    def test_axes_draw_every_tick(self):
        c = self.canvas()
        svg.Panel(c, (10, 10, 80, 30), svg.Linear(0, 10),
                  svg.Names(["first", "second"])).axes("x", "y", "title")
        texts = [e.text for e in self.parsed(c).iter()
                 if e.tag.endswith("text")]
        for t in ("0", "10", "first", "second", "x", "y", "title"):
            self.assertIn(t, texts)

    def test_a_line_of_one_point_is_nothing(self):
        c = self.canvas()
        c.line([(1, 1)])
        self.assertEqual(c.items, [])


if __name__ == "__main__":
    unittest.main()
