#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times are shown beside the code: as inlay hints after the launches and where
a kernel's name is hovered over. A changed facts file changes them."""

import json
import os
import time
import unittest

import case
import lsp
import project
from case import FILE, KERNELS

OPEN = KERNELS + """\
void run(int n, float *y) {
  scale<<<(n + 511) / 512, 512>>>(n, y);
}
"""
PROGRAM = KERNELS + """\
int main() {
  float *y = nullptr;
  for (int i = 0; i < 100; ++i)
    scale<<<4096, 256>>>(1 << 20, y);
  return 0;
}
"""


def hints(s, path, first=0, last=1000):
    """(line, column, label) of ours, which are those with a unit of time."""
    asked = s.request("textDocument/inlayHint", {
        "textDocument": {"uri": lsp.uri_of(path)},
        "range": {"start": {"line": first, "character": 0},
                  "end": {"line": last, "character": 0}}})
    return [(h["position"]["line"], h["position"]["character"], h["label"])
            for h in asked or [] if isinstance(h["label"], str)
            and "is predicted to take" in str(h.get("tooltip", ""))]


def end_of_launch(text, start):
    """(line, column) behind the launch that starts with this text."""
    at = text.index(")", text.index(">>>", text.index(start))) + 1
    place = lsp.position_of(text, at)
    return place["line"], place["character"]


def hover(s, path, piece, more=1):
    at = s.texts[os.path.abspath(path)].index(piece) + more
    got = s.request("textDocument/hover", s.cursor(path, at))
    return got["contents"]["value"] if got else ""


class Hints(case.ClangdCase):
    def test_after_each_launch(self):
        _, s, path, diagnostics = self.opened({"k.cu": FILE})
        got = hints(s, path)
        self.assertEqual([h[:2] for h in got],
                         [end_of_launch(FILE, "saxpy<<<"),
                          end_of_launch(FILE, "scale<<<")])
        times = case.times(diagnostics)
        for (_, _, label), name in zip(got, ("saxpy", "scale")):
            self.assertIn(f"take {label} (", times[name])

    def test_only_in_the_range(self):
        _, s, path, _ = self.opened({"k.cu": FILE})
        line = case.line_of(FILE, "saxpy<<<")
        self.assertEqual(len(hints(s, path, line, line + 1)), 1)
        self.assertEqual(hints(s, path, 0, line), [])

    def test_those_of_clangd_stay(self):
        _, s, path, _ = self.opened({"k.cu": FILE})
        asked = s.request("textDocument/inlayHint", {
            "textDocument": {"uri": lsp.uri_of(path)},
            "range": {"start": {"line": 0, "character": 0},
                      "end": {"line": 1000, "character": 0}}})
        self.assertIn("a:", [h["label"][0]["value"] for h in asked
                             if isinstance(h["label"], list)])

    def test_unknown_size(self):
        _, s, path, _ = self.opened({"k.cu": OPEN})
        (_, _, label), = hints(s, path)
        self.assertRegex(label, r" per n$| at n = \d+$")

    def test_often(self):
        _, s, path, _ = self.opened({"k.cu": PROGRAM})
        (_, _, label), = hints(s, path)
        self.assertRegex(label, r"^[\d.]+ (ns|us|ms), 100 times$")

    def test_characters_before_it(self):
        """Columns count UTF-16 units, as agreed on."""
        text = FILE.replace("  saxpy<<<", "  /* \u00e9\U0001f600 */ saxpy<<<")
        _, s, path, _ = self.opened({"k.cu": text})
        self.assertEqual(hints(s, path)[0][:2],
                         end_of_launch(text, "saxpy<<<"))

    def test_edits(self):
        _, s, path, _ = self.opened({"k.cu": FILE})
        before = hints(s, path)
        s.replace(path, "void run(", "\n\nvoid run(")
        self.assertEqual(hints(s, path),
                         [(line + 2, column, label)
                          for line, column, label in before])
        s.replace(path, "  saxpy<<<(n + 31) / 32, 32>>>(n, 2.0f, x, y);\n", "")
        (_, _, label), = hints(s, path)
        self.assertEqual(label, before[1][2])
        s.replace(path, "(n + 511) / 512, 512", "(n + 31) / 32, 32")
        s.settled(path)
        (_, _, label), = hints(s, path)
        self.assertNotEqual(label, before[1][2])

    def test_places_move_before_diagnostics_come(self):
        """An edit whose diagnostics nobody wants leaves the places right."""
        _, s, path, _ = self.opened({"k.cu": FILE})
        before = hints(s, path)
        s.replace(path, "void run(", "\n/* \u00e9 */ void run(", want=False)
        self.assertEqual(hints(s, path),
                         [(line + 1, column, label)
                          for line, column, label in before])
        s.replace(path, "32, 32>>>", "64, 64>>>", want=False)
        got = hints(s, path)
        self.assertEqual([label for _, _, label in got], [before[1][2]])

    def test_not_without_a_diagnostic(self):
        text = FILE.replace("x, y);", "x, y); // NOLINT")
        _, s, path, _ = self.opened({"k.cu": text})
        self.assertEqual(len(hints(s, path)), 1)

    def test_off(self):
        for option in ("gpuperf-kernel-time.InlayHints", "GpuperfInlayHints"):
            _, s, path, diagnostics = self.opened({
                "k.cu": FILE, ".clang-tidy": "CheckOptions:\n"
                f"  {option}: false\n"})
            self.assertEqual(set(case.times(diagnostics)), {"saxpy", "scale"})
            self.assertEqual(hints(s, path), [])
            self.assertIn("is predicted to take", hover(s, path, "saxpy<<<"))

    def test_refresh(self):
        """A client that can is told when the times have changed."""
        p = self.project({"k.cu": FILE})
        s = self.server(p, capabilities={
            "workspace": {"inlayHint": {"refreshSupport": True}}})
        path = p.path("k.cu")
        s.open(path)
        s.settled(path)
        self.assertEqual(s.asked["workspace/inlayHint/refresh"], 1)
        s.change(path, FILE + "// edit\n")
        s.settled(path)
        s.replace(path, "(n + 31) / 32, 32", "(n + 255) / 256, 256")
        s.settled(path)
        self.assertGreater(s.asked["workspace/inlayHint/refresh"], 1)


class Hover(case.ClangdCase):
    def test_name_at_a_launch(self):
        _, s, path, diagnostics = self.opened({"k.cu": FILE})
        text = hover(s, path, "saxpy<<<")
        self.assertIn("function saxpy", text)  # clangd's own
        self.assertIn(case.times(diagnostics)["saxpy"].split("\n")[0], text)
        self.assertIn("limited by", text)
        for elsewhere in ("saxpy(int n", "(n + 31)", "<<<(n + 31)"):
            self.assertNotIn("is predicted to take",
                             hover(s, path, elsewhere))

    def test_markdown(self):
        p = self.project({"k.cu": PROGRAM})
        s = self.server(p, capabilities={"textDocument": {
            "hover": {"contentFormat": ["markdown", "plaintext"]}}})
        path = p.path("k.cu")
        s.open(path)
        s.settled(path)
        text = hover(s, path, "scale<<<")
        self.assertIn("as \\<\\<\\<4096, 256\\>\\>\\> 100 times", text)

    def test_off(self):
        _, s, path, _ = self.opened({
            "k.cu": FILE, ".clang-tidy": "CheckOptions:\n"
            "  GpuperfHover: false\n"})
        self.assertNotIn("predicted", hover(s, path, "saxpy<<<"))
        self.assertEqual(len(hints(s, path)), 2)


class Facts(case.ClangdCase):
    def fact(self, times):
        return json.dumps({
            "schema": 1, "file": "k.cu", "function": "run", "kernel": "scale",
            "ordinal": 0, "grid": [4096, 1, 1], "block": [512, 1, 1],
            "dynamic_smem_bytes": 0, "args": {"n": 1 << 21}, "bytes": {},
            "count": times, "source": "recorded", "values": []}) + "\n"

    def wait(self, s, path, wanted):
        end = time.monotonic() + 30
        while wanted not in str(case.times(s.diagnostics(path))):
            self.assertLess(time.monotonic(), end,
                            s.diagnostics(path))
            time.sleep(0.1)

    def check(self, facts, files, **more):
        """Facts are made, changed and removed while the file is open, and its
        text does not change."""
        p = self.project({"k.cu": OPEN, **files})
        s = self.server(p, **more)
        path = p.path("k.cu")
        s.open(path)
        before = s.settled(path)
        self.assertNotIn("times", str(case.times(before)))
        for count in (7, 9):
            p.write(facts, self.fact(count))
            self.wait(s, path, f"<<<4096, 512>>> {count} times")
            (_, _, label), = hints(s, path)
            self.assertTrue(label.endswith(f", {count} times"), label)
        os.remove(p.path(facts))
        return p, s, path, before

    def test_of_the_project(self):
        _, s, path, before = self.check(".gpuperf/facts.jsonl", {})
        self.wait(s, path, "unknown")
        self.assertEqual(case.times(s.diagnostics(path)), case.times(before))

    def test_of_another_file(self):
        p = self.project({"k.cu": OPEN})
        p.write("other.jsonl", self.fact(3))
        p.write(".clang-tidy", "CheckOptions:\n  GpuperfFacts: "
                + p.path("other.jsonl") + "\n")
        s = self.server(p)
        path = p.path("k.cu")
        s.open(path)
        s.settled(path)
        self.assertIn("512>>> 3 times", str(case.times(s.diagnostics(path))))
        p.write("other.jsonl", self.fact(5))
        self.wait(s, path, "512>>> 5 times")

    def test_editor_that_watches(self):
        _, s, _, _ = self.check(
            ".gpuperf/facts.jsonl", {}, capabilities={"workspace": {
                "didChangeWatchedFiles": {"dynamicRegistration": True}}})
        self.assertEqual(s.asked["client/registerCapability"], 1)


if __name__ == "__main__":
    unittest.main()
