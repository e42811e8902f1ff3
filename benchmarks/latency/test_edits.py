# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the benchmark of edits; no server runs."""

import unittest

import bigfile
import editfiles
import edits_gate
import edits_table
import lspserver


def apply(text, change):
    def offset(p):
        lines = text.split("\n")
        return sum(len(l) + 1 for l in lines[:p["line"]]) + p["character"]
    r = change["range"]
    return text[:offset(r["start"])] + change["text"] + text[offset(r["end"]):]


def kernel_time(line, message):
    return {"code": "gpuperf-kernel-time", "message": message,
            "range": {"start": {"line": line, "character": 0}}}


class Edits(unittest.TestCase):
    def test_big_file_is_as_said(self):
        text = bigfile.big_file()
        self.assertEqual(text.count("\n"), bigfile.LINES)
        self.assertEqual(text.count("<<<"), bigfile.LAUNCHES)
        self.assertEqual(text.count("__global__"), bigfile.KERNELS)
        self.assertEqual(text, bigfile.big_file())

    def test_every_edit_changes_its_place_alone(self):
        for file in editfiles.edited_files():
            before = file.text()
            for kind in list(editfiles.KINDS) * 15:
                site, after = file.edit(kind)
                self.assertEqual(site.kind, kind)
                change = lspserver.change_between(before, after)
                self.assertEqual(apply(before, change), after)
                r = change["range"]
                self.assertLessEqual(r["end"]["line"] - r["start"]["line"], 1)
                self.assertNotEqual(before, after, (file.name, kind))
                before = after

    def test_stale_diagnostics_are_noticed(self):
        old = [kernel_time(7, "'saxpy' takes 5 us"), kernel_time(9, "'other'")]
        moved = [kernel_time(8, "'saxpy' takes 5 us"),
                 kernel_time(10, "'other'")]
        new = [kernel_time(7, "'saxpy' takes 6 us"), kernel_time(9, "'other'")]

        def void(kind, after):
            site = editfiles.Site(kind, "x", None, "saxpy")
            return editfiles.void_because(site, old, after)

        for kind in ("kernel", "launch"):
            self.assertIsNone(void(kind, new))
            self.assertIsNotNone(void(kind, old))
        for kind in ("line", "top"):
            self.assertIsNone(void(kind, moved))
            self.assertIsNotNone(void(kind, old))
        for kind in ("comment", "host"):
            self.assertIsNone(void(kind, old))
            self.assertIsNotNone(void(kind, new))
        for kind in editfiles.KINDS:
            if kind != "broken":
                self.assertIsNotNone(void(kind, []))
                self.assertIsNotNone(void(kind, new[:1]))
        self.assertIsNone(void("broken", old[1:]))
        self.assertIsNotNone(void("broken", old))

    def test_table(self):
        def record(ms, void=None):
            return {"opens": [{"ms": ms, "last_ms": 3 * ms, "cpu_ms": ms}],
                    "errors": [],
                    "predicted": 1, "peak_mib": 100 + ms, "edits": [
                        {"kind": k, "ms": ms + i, "cpu_ms": 10, "void": void}
                        for i, k in enumerate(editfiles.KINDS)]}
        run = {"date": "d", "machine": "m", "load_before": 0, "flags": "f",
               "files": [{"name": "a", "configured": True, "servers": {
                   "stock": record(100), "gpuperf": record(200)}},
                         {"name": "b", "configured": True,
                          "skipped": "needs headers"}]}
        text = edits_table.markdown(run)
        self.assertIn("| a | **all** | 6 | 102 | 202 | 1.98x | +100 |", text)
        self.assertIn("| a | 100 | 200 | 2.00x | 600 | 6.00x | 100 | 200 | 2.00x",
                      text)
        self.assertIn("b: skipped, needs headers", text)
        self.assertEqual(edits_table.complaints(run), [])
        run["files"][0]["servers"]["gpuperf"] = record(200, "stale")
        self.assertIn("VOID", edits_table.markdown(run))

    def test_gate(self):
        def run(ours, slow_edit=0):
            def record(ms):
                return {"edits": [
                    {"kind": kind, "cpu_ms": ms + extra}
                    for kind in editfiles.KINDS for extra in (0, slow_edit)]}
            return {"files": [
                {"name": "a", "configured": True, "servers": {
                    "stock": record(100), "gpuperf": record(ours)}},
                {"name": "b", "configured": True, "skipped": "no headers"}]}

        baseline = edits_gate.updated({"toolkit": {"a": 9.0}}, run(150), False)
        self.assertEqual(baseline,
                         {"toolkit": {"a": 9.0}, "bundled": {"a": 1.5}})
        self.assertEqual(edits_gate.too_slow(baseline, run(205), False), [])
        # Other load makes single edits slow.
        self.assertEqual(edits_gate.too_slow(baseline, run(150, 500), False), [])
        self.assertEqual(
            edits_gate.too_slow(baseline, run(215), False),
            ["a: an edit takes 2.15x the processor time of stock clangd, "
             "1.50x in the baseline"])
        self.assertEqual(edits_gate.too_slow(baseline, run(215), True), [])
        self.assertEqual(edits_gate.too_slow({}, run(150), True),
                         ["a: the baseline has no figure for it"])


if __name__ == "__main__":
    unittest.main()
