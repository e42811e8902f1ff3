#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An opened file: the diagnostics of others are shown first and ours when they
are ready, and none is lost whatever is done in between."""

import time
import unittest

import case
import lsp
import project
from case import FILE

WARNED = FILE + "int *unused() { int left; return 0 ? &left : 0; }\n" \
                "int half(int n) { if (n = 2) return 1; return 0; }\n"
LAUNCH = "saxpy<<<(n + 31) / 32, 32>>>"
LARGER = "saxpy<<<(n + 511) / 512, 512>>>"


def not_ours(diagnostics):
    return sorted((d["range"]["start"]["line"], d["message"])
                  for d in diagnostics
                  if not str(d.get("code", "")).startswith("gpuperf-"))


class Opening(case.ClangdCase):
    def started(self, text, **more):
        p = self.project({"k.cu": text})
        return p, self.server(p, **more), p.path("k.cu")

    def first(self, s, path):
        """The first diagnostics that come."""
        s._wait("first diagnostics", lambda: s.published[path])
        return s.published[path][0]

    def test_others_first(self):
        _, s, path = self.started(WARNED)
        version = s.open(path)
        all_of_them = s.settled(path)
        first, last = s.published[path]
        self.assertTrue(first.first)
        self.assertEqual(project.ours(first.items), [])
        self.assertTrue(not_ours(first.items))
        self.assertEqual(not_ours(first.items), not_ours(all_of_them))
        self.assertEqual((first.version, last.version), (version, version))
        self.assertEqual(set(case.times(all_of_them)), {"saxpy", "scale"})
        self.assertIn(lsp.PREDICTING, s.status[path])
        # The includes are not parsed again.
        self.assertEqual(sum("Built preamble" in line for line in s.stderr),
                         1, s.tail())

    def test_fixes_are_there(self):
        _, s, path = self.started(FILE)
        s.open(path)
        found, = project.ours(s.settled(path), "gpuperf-launch-config")
        self.assertTrue(s.actions(path, found))

    def test_an_edit_has_all_at_once(self):
        _, s, path = self.started(FILE)
        s.open(path)
        s.settled(path)
        before = len(s.published[path])
        for block in (64, 128, 256):
            s.change(path, FILE.replace(
                LAUNCH, f"saxpy<<<(n + {block - 1}) / {block}, {block}>>>"))
            s.settled(path)
        for p in s.published[path][before:]:
            self.assertFalse(p.first)
            self.assertEqual(set(case.times(p.items)), {"saxpy", "scale"})

    def test_a_file_without_launches(self):
        _, s, path = self.started(case.KERNELS)
        s.open(path)
        s.settled(path)
        time.sleep(0.5)
        published, = s.published[path]
        self.assertFalse(published.first)

    def test_an_editor_that_wants_no_status(self):
        _, s, path = self.started(
            FILE, initialization={"clangdFileStatus": False})
        s.open(path)
        s._wait("our diagnostics",
                lambda: any(project.ours(p.items)
                            for p in s.published[path]))
        self.assertEqual(s.status[path], [])

    def test_edited_before_ours_are_there(self):
        """Whenever the edit comes, what is shown last is of the last text."""
        _, s, path, _ = self.opened({"k.cu": FILE.replace(LAUNCH, LARGER)})
        expected = case.times(s.diagnostics(path))
        for pause in (0, 0.1, 0.2, 0.4, 0.6, 0.8):
            with self.subTest(pause=pause):
                _, s, path = self.started(FILE)
                s.open(path)
                time.sleep(pause)
                s.replace(path, LAUNCH, LARGER)
                self.assertEqual(case.times(s.settled(path)), expected)

    def test_edited_when_the_first_are_there(self):
        _, s, path = self.started(FILE)
        s.open(path)
        self.first(s, path)
        s.replace(path, LAUNCH, LARGER)
        found = s.settled(path)
        self.assertEqual(set(case.times(found)), {"saxpy", "scale"})
        self.assertEqual(project.ours(found, "gpuperf-launch-config"), [])

    def test_edit_undone_when_the_first_are_there(self):
        """clangd may find that the diagnostics of the first text will do."""
        _, s, path, expected = self.opened({"k.cu": FILE})
        for pause in (0, 0.05, 0.1, 0.2):
            with self.subTest(pause=pause):
                _, s, path = self.started(FILE)
                s.open(path)
                self.first(s, path)
                time.sleep(pause)
                s.replace(path, LAUNCH, LARGER)
                s.replace(path, LARGER, LAUNCH)
                s._wait("our diagnostics", lambda: case.times(
                    s.published[path][-1].items) == case.times(expected))

    def test_asked_before_the_first_are_there(self):
        """A request makes clangd parse the file before it wants diagnostics."""
        _, s, path = self.started(FILE)
        s.open(path)
        s.request("textDocument/documentSymbol",
                  {"textDocument": {"uri": lsp.uri_of(path)}})
        self.assertEqual(set(case.times(s.settled(path))),
                         {"saxpy", "scale"})

    def test_closed_and_opened_again(self):
        _, s, path = self.started(FILE)
        for pause in (0, 0.3, 0.5, 1):
            s.open(path)
            time.sleep(pause)
            s.close_file(path)
        s.published[path].clear()
        s.open(path)
        self.assertEqual(set(case.times(s.settled(path))),
                         {"saxpy", "scale"})

    def test_several_files(self):
        names = [f"{i}.cu" for i in range(6)]
        p = self.project({n: FILE.replace("1 << 24", f"1 << {18 + i}")
                          for i, n in enumerate(names)})
        s = self.server(p)
        for n in names:
            s.open(p.path(n))
        times = [str(case.times(s.settled(p.path(n)))) for n in names]
        self.assertEqual(len(set(times)), len(names))


if __name__ == "__main__":
    unittest.main()
