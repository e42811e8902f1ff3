#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long files, edits faster than answers, files closed and servers ended in
the middle of an analysis, code that is absurd."""

import os
import random
import sys
import time
import unittest

import case
import lsp
import project
from case import FILE, KERNELS

sys.path.insert(0, os.path.join(project.ROOT, "benchmarks", "latency"))
import many_launches  # noqa: E402

LAUNCH = "saxpy<<<(n + 31) / 32, 32>>>"


def by_line(diagnostics):
    return sorted((d["range"]["start"]["line"], d["code"], d["message"])
                  for d in project.ours(diagnostics))


class LongFile(case.ClangdCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.text = many_launches.make(3000, 60)

    def test_every_launch_and_only_what_changed(self):
        _, s, path, before = self.opened({"huge.cu": self.text})
        self.assertEqual(case.errors(before), [])
        self.assertGreaterEqual(self.text.count("\n"), 3000)
        self.assertEqual(len(case.times(before)), 60)
        old = "scale8<<<ceilDiv(n, 100), 100>>>"
        line = case.line_of(self.text, old)
        s.replace(path, old, "scale8<<<ceilDiv(n, 512), 512>>>")
        after = s.settled(path)
        self.assertEqual(len(case.times(after)), 60)
        changed = set(by_line(before)) ^ set(by_line(after))
        self.assertTrue(changed)
        self.assertEqual({at for at, _, _ in changed}, {line})
        # A kernel in the middle that does not parse: its launch is silent,
        # the others are as they were.
        at = self.text.index("__global__ void scale24(")
        at = self.text.index("Out[I] = ", at)
        s.change(path, self.text[:at] + "Out[I = " + self.text[at + 9:])
        times = case.times(s.settled(path))
        expected = dict(case.times(before))
        del expected["scale24"]
        self.assertEqual(times, expected)

    def test_shutdown_during_analysis(self):
        for pause in (0.0, 0.4, 0.8, 1.2):
            with self.subTest(pause=pause):
                p = self.project({"huge.cu": self.text})
                s = p.server()
                try:
                    s.open(p.path("huge.cu"))
                    time.sleep(pause)
                    start = time.monotonic()
                    self.assertEqual(s.shut_down(limit=20), 0)
                    self.assertLess(time.monotonic() - start, 20)
                finally:
                    s.kill()

    def test_close_during_analysis(self):
        p = self.project({"huge.cu": self.text, "k.cu": FILE})
        s = self.server(p)
        path, other = p.path("huge.cu"), p.path("k.cu")
        s.open(other)
        expected = case.times(s.settled(other))
        for pause in (0.0, 0.1, 0.3, 0.6):
            s.open(path)
            time.sleep(pause)
            s.close_file(path)
            s.change(other, FILE + f"// {pause}\n")
            self.assertEqual(case.times(s.settled(other)), expected)
        with self.assertRaises(lsp.Refused):  # closed: no answers about it
            s.request("textDocument/documentSymbol",
                      {"textDocument": {"uri": lsp.uri_of(path)}})
        s.open(path)
        self.assertEqual(len(case.times(s.settled(path))), 60)
        s.close_file(path)
        end = time.monotonic() + 20
        while s.published[path][-1].items and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(s.published[path][-1].items, [],
                         "a closed file keeps no messages")

    def test_another_file_meanwhile(self):
        """A long analysis of one file does not hold up another."""
        p = self.project({"huge.cu": self.text, "k.cu": FILE})
        s = self.server(p)
        s.open(p.path("huge.cu"))
        s.open(p.path("k.cu"))
        self.assertEqual(set(case.times(s.settled(p.path("k.cu")))),
                         {"saxpy", "scale"})
        self.assertEqual(len(case.times(s.settled(p.path("huge.cu")))), 60)


class QuickEdits(case.ClangdCase):
    def test_only_the_last_counts(self):
        _, s, path, _ = self.opened({"k.cu": FILE})
        blocks = [32 * k for k in range(2, 22)]
        for block in blocks:
            s.change(path, FILE.replace(
                LAUNCH, f"saxpy<<<(n + {block - 1}) / {block}, {block}>>>"))
            time.sleep(0.01)
        last = s.texts[path]
        start = time.monotonic()
        found = s.settled(path, limit=20)
        self.assertLess(time.monotonic() - start, 20)
        count = len(s.published[path])
        self.assertLess(count, len(blocks), "every text in between was shown")
        versions = [p.version for p in s.published[path]]
        self.assertEqual(versions, sorted(versions))
        self.assertEqual(versions[-1], s.versions[path])
        # The same text, alone.
        _, _, _, alone = self.opened({"k.cu": last})
        self.assertEqual(by_line(found), by_line(alone))

    def test_in_a_long_file(self):
        """Ten edits while an analysis of 60 launches is under way."""
        text = many_launches.make(3000, 60)
        _, s, path, before = self.opened({"huge.cu": text})
        old = "scale8<<<ceilDiv(n, 100), 100>>>"
        for block in range(32, 352, 32):
            s.change(path, text.replace(
                old, f"scale8<<<ceilDiv(n, {block}), {block}>>>"))
            time.sleep(0.15)
        # Not the first text again: that is known, and not published anew.
        s.change(path, text + "// end\n")
        self.assertEqual(by_line(s.settled(path, limit=40)), by_line(before))

    def test_there_and_back(self):
        """An edit while the text before it is analysed, undone at once: the
        editor ends with the messages of the text that it shows."""
        text = many_launches.make(1000, 40)
        old = "scale8<<<ceilDiv(n, 100), 100>>>"
        new = text.replace(old, "scale8<<<ceilDiv(n, 64), 64>>>")
        _, _, _, expected = self.opened({"huge.cu": new})
        for pause in (0.0, 0.1, 0.3, 0.6):
            with self.subTest(pause=pause):
                _, s, path, before = self.opened({"huge.cu": text})
                self.assertNotEqual(by_line(before), by_line(expected))
                s.change(path, new)
                time.sleep(pause)
                s.change(path, new + "// typed\n")
                s.change(path, new)
                end = time.monotonic() + 40
                while time.monotonic() < end and by_line(
                        s.published[path][-1].items) != by_line(expected):
                    time.sleep(0.05)
                self.assertEqual(by_line(s.published[path][-1].items),
                                 by_line(expected))

    def test_messages_stay_until_the_next(self):
        """While typing goes on no answer is without what is known: each one
        that is published holds the launch that nobody touches, but for the
        first after the file was opened."""
        _, s, path, before = self.opened({"k.cu": FILE})
        kept = case.times(before)["scale"]
        for i in range(30):
            s.change(path, FILE + "//" + "x" * i + "\n")
            time.sleep(0.02)
        s.settled(path)
        self.assertTrue(s.published[path][0].first)
        for p in s.published[path][1:]:
            self.assertEqual(case.times(p.items).get("scale"), kept)


class Absurd(case.ClangdCase):
    """Code that parses, or hardly, and asks for the impossible."""

    def survives(self, texts, limit=30):
        _, s, path, _ = self.opened({"k.cu": FILE})
        for text in texts:
            s.change(path, text)
            try:
                s.settled(path, limit=limit)
            except lsp.LspError as e:
                self.fail(f"{e}\nat {text[-300:]!r}")
        s.change(path, FILE)
        self.assertEqual(set(case.times(s.settled(path))),
                         {"saxpy", "scale"})

    def test_launches(self):
        values = ("0", "-1", "1 << 31", "4294967296", "1e30", "1 / 0", "n / 0",
                  "dim3(0)", "dim3(1u << 31, 1u << 31, 9)", "{}", "'c'",
                  "2147483647", "0.5f", "nullptr", "99999999999999999999",
                  "sizeof(int[1 << 20])", "(1, 2)", "n++")
        self.survives([FILE.replace(LAUNCH, f"saxpy<<<{grid}, {block}>>>")
                       for value in values
                       for grid, block in ((value, "128"), ("64", value),
                                           (value, value))])

    def test_kernels(self):
        bodies = (
            "for (;;) ;", "for (int i = 0; i < n; i += 0) p[i] = 1;",
            "for (long k = 1; k; k <<= 1) p[k] = k;", "p[n / 0] = 1;",
            "while (p[0]) __syncthreads();", "scale<<<1, 1>>>(n, p);",
            'asm volatile("bar.sync 0;");', 'asm("nonsense;");',
            "float v[1 << 16]; for (int i = 0; i < 1 << 16; ++i) v[i] = p[i]; "
            "p[0] = v[n];", "__shared__ double Big[1 << 20]; Big[n] = p[n];",
            "switch (n) { case 0 ... 1000000: p[n] = 1; }",
            "int *q = nullptr; *q = 1;", "goto a; a: goto a;",
            "p[0] = ((float(*)(float))n)(1);", "__trap();",
            "for (int i = 0; i < 2147483647; ++i) p[i] = i * i / (i - i);",
            "#pragma unroll 100000\nfor (int i = 0; i < 100000; ++i) "
            "p[i] = sinf(p[i]);")
        self.survives([KERNELS.replace("p[i] *= 3.0f;", body) + case.RUN
                       for body in bodies])

    def test_outside_functions(self):
        """Statements after a '}' too many: declarations to clang, some of them
        with initialisers that have no type."""
        self.survives([FILE + text for text in (
            'int f();\ncheck((f()), "text", 2);\n',
            "check(dim3(1), dim3(2));\n", "int check((1), 2);\n",
            'check(({1, 2}), {3}, "text");\n', "x = {1, {2}};\n",
            'printf("%d", 32);\n', "for (;;) { k<<<1, 32>>>(); }\n",
            "return 32;\n}\n}\n", "saxpy<<<1, 32>>>(1, 2.0f, 0, 0);\n",
            "asm(\"nonsense\");\n", "static_assert(nope, \"text\");\n",
            "float y[] = {[0] = 1, .x = {}, (1, 2)};\n")])

    def test_recursion(self):
        self.survives([
            "__device__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2);"
            " }\n" + FILE.replace("p[i] *= 3.0f;", "p[i] = f(n);"),
            "template <int N> __device__ int f() { return f<N + 1>(); }\n"
            + FILE.replace("p[i] *= 3.0f;", "p[i] = f<0>();"),
            # (Stock clangd ends at 3,000 of them that are not closed.)
            FILE.replace("p[i] *= 3.0f;", "p[i] = " + "(" * 300 + "1"
                         + ")" * 300 + ";"),
            FILE.replace("p[i] *= 3.0f;", "p[i] = " + "(" * 200),
            FILE.replace("p[i] *= 3.0f;",
                         " ".join(f"p[{k}] = {k} * p[i];"
                                  for k in range(4000)))])

    def test_text(self):
        """Not code at all."""
        noise = random.Random(3)
        self.survives([
            "", "\n", "\x00", "\ufeff" + FILE, FILE.replace("\n", "\r\n"),
            FILE.replace("\n", "\r"), FILE + "\\", "#" * 5000,
            "\U0001f600" * 500, "\t" * 10000, FILE.upper(),
            "".join(chr(noise.randrange(1, 0x250)) for _ in range(4000)),
            FILE[::-1], "#include __FILE__\n" + FILE, "{" * 2000])


if __name__ == "__main__":
    unittest.main()
