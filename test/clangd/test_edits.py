#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diagnostics follow the text in the editor, not the file on disk, and every
state of a line that is being typed is met without a wrong message."""

import re
import unittest

import case
import project
from case import FILE, KERNELS, RUN

LAUNCH = "saxpy<<<(n + 31) / 32, 32>>>"


class Edits(case.ClangdCase):
    def test_block_size(self):
        p, s, path, before = self.opened({"k.cu": FILE})
        s.replace(path, LAUNCH, "saxpy<<<(n + 511) / 512, 512>>>")
        after = s.settled(path)
        self.assertNotEqual(case.times(after)["saxpy"],
                            case.times(before)["saxpy"])
        self.assertEqual(case.times(after)["scale"],
                         case.times(before)["scale"])
        self.assertTrue(project.ours(before, "gpuperf-launch-config"))
        self.assertEqual(project.ours(after, "gpuperf-launch-config"), [])
        self.assertEqual(p.read("k.cu"), FILE)
        s.change(path, FILE)
        self.assertEqual(s.settled(path), before)

    def test_another_text_on_disk(self):
        """What is on disk does not matter once the file is open."""
        p, s, path, before = self.opened({"k.cu": FILE})
        p.write("k.cu", "int nothing;\n")
        s.change(path, FILE + "// an edit\n")
        self.assertEqual(s.settled(path), before)

    def test_kernel_body(self):
        """Only the edited kernel's time changes, and it grows with work."""
        _, s, path, before = self.opened({"k.cu": FILE})
        s.replace(path, "p[i] *= 3.0f;", "for (int k = 0; k < 4000; ++k)\n"
                  "      p[i] = p[i] * 3.0f + k;")
        after = s.settled(path)
        self.assertEqual(case.times(after)["saxpy"],
                         case.times(before)["saxpy"])

        def us(text):
            value, unit = re.search(r"take ([\d.]+) (ns|us|ms|s) ",
                                    text).groups()
            return float(value) * {"ns": 1e-3, "us": 1, "ms": 1e3,
                                   "s": 1e6}[unit]
        self.assertGreater(us(case.times(after)["scale"]),
                           5 * us(case.times(before)["scale"]))

    def test_same_launch_elsewhere(self):
        """Lines above move the messages and change nothing else."""
        _, s, path, before = self.opened({"k.cu": FILE})
        s.change(path, "// one\n// two\n" + FILE)

        def moved(diagnostics, lines):
            return [(d["code"], d["message"],
                     d["range"]["start"]["line"] + lines)
                    for d in project.ours(diagnostics)]
        self.assertEqual(moved(s.settled(path), 0), moved(before, 2))

    def test_comment_in_a_kernel(self):
        """The kernel's code is the same, and what is said of its data is not."""
        text = ("__global__ void follow(const int *next, float *y, int n) {\n"
                "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  float s = 0;\n"
                "  while (i < n) {\n"
                "    s += y[i];\n"
                "    i = next[i];\n"
                "  }\n"
                "  y[blockIdx.x] = s;\n"
                "}\n"
                "void run(int *next, float *y) {\n"
                "  follow<<<4096, 256>>>(next, y, 1 << 20);\n"
                "}\n")
        _, s, path, before = self.opened({"k.cu": text})
        self.assertIn("about", case.times(before)["follow"])
        s.replace(path, "(i < n) {", "(i < n) { // gpuperf: assume trips=4")
        few = case.times(s.settled(path))["follow"]
        self.assertNotIn("about", few)
        s.replace(path, "trips=4", "trips=400")
        self.assertNotEqual(case.times(s.settled(path))["follow"], few)
        s.replace(path, "trips=400", "trips=4")
        self.assertEqual(case.times(s.settled(path))["follow"], few)
        s.replace(path, " // gpuperf: assume trips=4", "")
        self.assertEqual(s.settled(path), before)

    def test_assumption_comment(self):
        text = KERNELS + ("void run(int n, float *y) {\n"
                          "  // gpuperf: assume n=1<<20\n"
                          "  scale<<<(n + 255) / 256, 256>>>(n, y);\n}\n")
        _, s, path, before = self.opened({"k.cu": text})
        s.replace(path, "n=1<<20", "n=1<<26")
        after = s.settled(path)
        self.assertNotEqual(case.times(after), case.times(before))
        s.replace(path, "  // gpuperf: assume n=1<<26\n", "")
        s.settled(path)
        s.replace(path, "void run(int n", "// gpuperf: assume n=1<<26\n"
                  "void run(int n")
        s.settled(path)

    def test_edited_header(self):
        """A kernel in a header, saved: the file that launches it follows at
        its next edit."""
        run = '#include "kernels.cuh"\n' + RUN
        p, s, path, before = self.opened(
            {"k.cu": run, "kernels.cuh": KERNELS})
        self.assertEqual(set(case.times(before)), {"saxpy", "scale"})
        p.write("kernels.cuh", KERNELS.replace(
            "p[i] *= 3.0f;",
            "for (int k = 0; k < 4000; ++k)\n    p[i] = p[i] * 3.0f + k;"))
        s.change(path, run + "// edit\n")
        after = s.settled(path)
        self.assertNotEqual(case.times(after)["scale"],
                            case.times(before)["scale"])
        self.assertEqual(case.times(after)["saxpy"],
                         case.times(before)["saxpy"])

    def test_device_function_of_a_header(self):
        """Its body counts, although an editor's server skips the bodies of
        functions in headers."""
        header = ("#pragma once\n__device__ inline float heavy(float v) {\n"
                  "  for (int k = 0; k < 5000; ++k)\n    v = v * v + k;\n"
                  "  return v;\n}\n")
        text = '#include "heavy.cuh"\n' + KERNELS.replace(
            "p[i] *= 3.0f;", "p[i] = heavy(p[i]);") + RUN
        _, _, _, with_header = self.opened(
            {"k.cu": text, "heavy.cuh": header})
        whole = text.replace('#include "heavy.cuh"\n', header.replace(
            "#pragma once\n", ""))
        _, _, _, in_place = self.opened({"k.cu": whole})
        self.assertEqual(case.times(with_header), case.times(in_place))

    def test_two_files_in_turn(self):
        a = FILE
        b = FILE.replace("1 << 24", "1 << 20")
        p = self.project({"a.cu": a, "b.cu": b})
        s = self.server(p)
        paths = p.path("a.cu"), p.path("b.cu")
        for path in paths:
            s.open(path)
        first = [s.settled(path) for path in paths]
        self.assertNotEqual(case.times(first[0]), case.times(first[1]))
        for block in (64, 128, 256):
            new = f"saxpy<<<(n + {block - 1}) / {block}, {block}>>>"
            for path, text in zip(paths, (a, b)):
                s.change(path, text.replace(LAUNCH, new))
            seen = [s.settled(path) for path in paths]
            for now, then in zip(seen, first):
                self.assertNotEqual(case.times(now)["saxpy"],
                                    case.times(then)["saxpy"])
                self.assertEqual(case.times(now)["scale"],
                                 case.times(then)["scale"])
            self.assertNotEqual(case.times(seen[0]), case.times(seen[1]))
        for path, text, then in zip(paths, (a, b), first):
            s.change(path, text)
            self.assertEqual(s.settled(path), then)


class Typing(case.ClangdCase):
    def test_launch(self):
        """A launch is typed char by char below one that stays."""
        head = KERNELS + ("void run(float *x, float *y) {\n"
                          "  const int n = 1 << 24;\n"
                          "  scale<<<(n + 511) / 512, 512>>>(n, y);\n")
        line = "  saxpy<<<(n + 31) / 32, 32>>>(n, 2.0f, x, y);"
        tail = "\n}\n"
        _, s, path, whole = self.opened({"k.cu": head + line + tail})
        final = case.times(whole)
        self.assertEqual(set(final), {"saxpy", "scale"})
        typed_line = (head + line).count("\n")
        complete = seen_good = 0
        for end in range(len(line) + 1):
            s.change(path, head + line[:end] + tail)
            found = s.settled(path)
            said = f"after typing {line[:end]!r}: {found}"
            here = [d for d in project.ours(found)
                    if d["range"]["start"]["line"] == typed_line]
            times = case.times(found)
            # The launch above is either as it was or, in text that hides it,
            # not mentioned; never different.
            self.assertIn(times.get("scale"), (None, final["scale"]), said)
            seen_good += "scale" in times
            if line[:end].rstrip(";").endswith("y)"):
                complete += 1
                self.assertEqual(times.get("saxpy"), final["saxpy"], said)
            else:
                self.assertEqual(here, [], said)
                self.assertNotIn("saxpy", times, said)
        self.assertEqual(complete, 2)
        self.assertGreater(seen_good, len(line) * 3 // 4)

    def test_kernel_body(self):
        """A statement of a kernel is typed: as long as there is an error in
        the kernel nothing is said of its launch. Only a ';' may be missing:
        clang then knows all of the statement."""
        line = "  y[i] = a * __ldg(&x[i]) + y[i];"
        head = ("__global__ void saxpy(int n, float a, const float *x, "
                "float *y) {\n  int i = blockIdx.x * blockDim.x + "
                "threadIdx.x;\n")
        tail = "\n}\n" + KERNELS[KERNELS.index("__global__ void scale"):] + RUN
        _, s, path, whole = self.opened({"k.cu": head + line + tail})
        final = case.times(whole)
        kernel = head.count("\n") - 2, head.count("\n") + 1
        broken = good = 0
        for end in range(len(line)):
            s.change(path, head + line[:end] + tail)
            found = s.settled(path)
            said = f"after typing {line[:end]!r}: {found}"
            times = case.times(found)
            self.assertIn(times.get("scale"), (None, final["scale"]), said)
            good += "scale" in times
            wrong = {d["code"] for d in case.errors(found)
                     if kernel[0] <= d["range"]["start"]["line"] <= kernel[1]}
            if wrong - {"expected_semi_after_expr"}:
                broken += 1
                self.assertEqual([d for d in project.ours(found)
                                  if "'saxpy'" in d["message"]], [], said)
            else:
                self.assertIn("saxpy", times, said)
        self.assertGreater(broken, len(line) // 2)
        self.assertGreater(good, len(line) * 3 // 4)
        s.change(path, head + line + tail)
        self.assertEqual(s.settled(path), whole)

    def test_brackets_and_quotes(self):
        """What swallows the rest of the file while it is open."""
        _, s, path, before = self.opened({"k.cu": FILE})
        for piece in ("/*", '"', "R\"(", "'", "{", "(", "<", "#if 0\n", "}",
                      "#include \"", "template <", "namespace {", "<<<"):
            for place in ("__global__ void scale", "  const int n",
                          "  saxpy<<<"):
                at = FILE.index(place)
                s.change(path, FILE[:at] + piece + FILE[at:])
                for name, text in case.times(s.settled(path)).items():
                    self.assertEqual(text, case.times(before)[name])
        s.change(path, FILE)
        self.assertEqual(s.settled(path), before)


if __name__ == "__main__":
    unittest.main()
