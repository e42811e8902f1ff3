#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA file is opened: what is shown, where, how severe, with which page and
which quick fix; and by what compile command."""

import json
import os
import re
import unittest

import case
import lsp
import project
from case import FILE, KERNELS, RUN

SEVERITY = {"gpuperf-kernel-time": 3, "gpuperf-occupancy": 4,
            "gpuperf-tail-wave": 4}
OTHERS = 2


class Open(case.ClangdCase):
    def test_messages(self):
        _, _, _, found = self.opened({"k.cu": FILE})
        self.assertEqual(case.errors(found), [])
        times = case.times(found)
        self.assertEqual(set(times), {"saxpy", "scale"})
        for text in times.values():
            self.assertRegex(text, r"is predicted to take [\d.]+ (us|ms) "
                                   r"\([\d.]+ to [\d.]+\) on h100-sxm")
        codes = {d["code"] for d in project.ours(found)}
        self.assertIn("gpuperf-launch-config", codes)
        advised = project.ours(found, "gpuperf-launch-config")
        self.assertEqual(len(advised), 1)
        self.assertIn("'saxpy'", advised[0]["message"])
        self.assertEqual(advised[0]["range"]["start"],
                         {"line": case.line_of(FILE, "saxpy<<<"),
                          "character": 2})

    def test_severities(self):
        """Information, hints and warnings by check."""
        text = FILE + ("void hints(float *x, float *y) {\n"
                       "  saxpy<<<140, 1024>>>(140 * 1024, 1.0f, x, y);\n"
                       "  scale<<<1 << 20, 33>>>(1 << 24, x);\n}\n")
        _, _, _, found = self.opened({"k.cu": text})
        seen = {}
        for d in project.ours(found):
            seen[d["code"]] = d["severity"]
            self.assertEqual(d["severity"],
                             SEVERITY.get(d["code"], OTHERS), d)
        for check in ("gpuperf-kernel-time", "gpuperf-launch-config",
                      "gpuperf-partial-warp", "gpuperf-occupancy"):
            self.assertIn(check, seen)

    def test_pages(self):
        """Each diagnostic links to a page of ours that is there."""
        text = FILE + ("void more(float *y) {\n"
                       "  scale<<<1 << 20, 33>>>(1 << 24, y);\n}\n")
        _, _, _, found = self.opened({"k.cu": text})
        for d in project.ours(found):
            href = d["codeDescription"]["href"]
            self.assertTrue(href.startswith("file://"), href)
            page = lsp.path_of(href)
            self.assertTrue(page.endswith(d["code"] + ".md"), page)
            with open(page, encoding="utf-8") as f:
                self.assertIn(d["code"], f.readline())

    def test_every_check_has_a_page(self):
        folder = os.path.join(project.ROOT, "plugin", "checks")
        built = os.path.join(project.BUILD, "share", "gpuperf", "checks")
        names = set()
        for name in os.listdir(folder):
            if name.endswith("Check.md"):
                words = re.sub(r"(?<!^)([A-Z])", r"-\1", name[:-len("Check.md")])
                names.add(f"gpuperf-{words.lower()}.md")
        self.assertGreater(len(names), 10)
        self.assertEqual(names, set(os.listdir(built)))

    def test_pages_of_others(self):
        """clang-tidy's own checks keep their pages."""
        text = FILE + "int f(int a) {\n  if (a)\n    a = 2;\n    a = 3;\n" \
                      "  return a;\n}\n"
        _, _, _, found = self.opened({"k.cu": text})
        pages = [d["codeDescription"]["href"] for d in found
                 if d.get("code") == "readability-misleading-indentation"]
        self.assertEqual(len(pages), 1)
        self.assertIn("clang.llvm.org", pages[0])

    def test_no_launches(self):
        _, s, path, found = self.opened({"k.cu": KERNELS})
        self.assertEqual(found, [])
        s.change(path, "")
        self.assertEqual(s.settled(path), [])
        s.change(path, FILE)
        self.assertEqual(set(case.times(s.settled(path))), {"saxpy", "scale"})

    def test_check_option(self):
        p = self.project({"k.cu": FILE, "broken.cu": KERNELS + "void f( {\n"})
        done = p.run([project.CLANGD, "--check=k.cu", "--check-warnings",
                      "--check-locations=0"])
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("gpuperf-kernel-time", done.stdout)
        self.assertIn("0 errors", done.stdout)
        done = p.run([project.CLANGD, "--check=k.cu"])
        self.assertEqual(done.returncode, 0, done.stdout)
        done = p.run([project.CLANGD, "--check=broken.cu",
                      "--check-locations=0"])
        self.assertGreater(done.returncode, 0, done.stdout)


class QuickFix(case.ClangdCase):
    def test_block_size(self):
        p, s, path, found = self.opened({"k.cu": FILE})
        advice, = project.ours(found, "gpuperf-launch-config")
        block = re.search(r": (\d+) is predicted [\d.]+x faster",
                          advice["message"])[1]
        fixes = [a for a in s.actions(path, advice)
                 if a.get("kind") == "quickfix"]
        self.assertEqual(len(fixes), 1, fixes)
        self.assertIn(f"block size 32 of 'saxpy': {block} is",
                      fixes[0]["title"].lower())
        changes = fixes[0]["edit"]["changes"]
        self.assertEqual(list(changes), [lsp.uri_of(path)])
        fixed = lsp.apply_edits(FILE, changes[lsp.uri_of(path)])
        self.assertEqual(fixed, FILE.replace(
            "<<<(n + 31) / 32, 32>>>",
            f"<<<(n + {int(block) - 1}) / {block}, {block}>>>"))
        s.change(path, fixed)
        after = s.settled(path)
        self.assertEqual(project.ours(after, "gpuperf-launch-config"), [])
        self.assertEqual(set(case.times(after)), {"saxpy", "scale"})
        self.assertNotEqual(case.times(after)["saxpy"],
                            case.times(found)["saxpy"])
        self.assertEqual(p.read("k.cu"), FILE)  # the file is the editor's
        p.write("k.cu", fixed)
        self.assertEqual(p.compiles("k.cu"), "")

    def test_applied_in_unsaved_text(self):
        """The edit fits the text as it is now, not the file on disk."""
        p, s, path, _ = self.opened({"k.cu": FILE})
        moved = "// \u00e9\U0001f600 above\n\n" + FILE.replace(
            "  saxpy<<<", "  /* \U0001f600 */ saxpy<<<")
        s.change(path, moved)
        advice, = project.ours(s.settled(path), "gpuperf-launch-config")
        fix, = [a for a in s.actions(path, advice)
                if a.get("kind") == "quickfix"]
        fixed = lsp.apply_edits(moved, fix["edit"]["changes"][
            lsp.uri_of(path)])
        self.assertRegex(fixed, r"\*/ saxpy<<<\(n \+ (\d+)\) / (\d+), \2>>>\(")
        self.assertEqual(fixed.count("\n"), moved.count("\n"))
        p.write("k.cu", fixed)
        self.assertEqual(p.compiles("k.cu"), "")

    def test_none_where_there_is_none(self):
        _, s, path, found = self.opened({"k.cu": FILE})
        times = project.ours(found, "gpuperf-kernel-time")
        self.assertEqual(len(times), 2)
        for d in times:
            self.assertEqual([a for a in s.actions(path, d)
                              if a.get("kind") == "quickfix"
                              and "gpuperf-kernel-time" in json.dumps(a)], [])


class Commands(case.ClangdCase):
    """By what command the file is compiled."""

    def times_in(self, files, flags, name="k.cu"):
        _, _, _, found = self.opened(files, flags, name=name)
        self.assertEqual(case.errors(found), [])
        return case.times(found)

    def test_compile_commands(self):
        files = {"src/k.cu": '#include "kernels.cuh"\n' + RUN,
                 "inc/kernels.cuh": "#pragma once\n" + KERNELS}
        p = self.project(files, flags=[])
        p.write("compile_commands.json", json.dumps([{
            "directory": p.folder, "file": "src/k.cu",
            "arguments": ["clang++", *project.bundled_flags("sm_80"),
                          "-Iinc", "-c", "src/k.cu"]}]))
        s = self.server(p)
        path = p.path("src/k.cu")
        s.open(path)
        found = s.settled(path)
        self.assertEqual(case.errors(found), [])
        self.assertEqual(set(case.times(found)), {"saxpy", "scale"})
        for text in case.times(found).values():
            self.assertIn("on a100-sxm4-40gb", text)
        # The header by itself, with the command of its neighbour.
        header = p.path("inc/kernels.cuh")
        s.open(header)
        self.assertEqual(s.settled(header), [])

    def test_nvcc_database(self):
        """What CMake writes for nvcc, as it is."""
        command = ("/opt/cuda-nowhere/bin/nvcc "
                   "-forward-unknown-to-host-compiler -DBLOCK=32 "
                   "--generate-code=arch=compute_80,code=[compute_80,sm_80] "
                   "-Xcompiler=-fPIC,-Wall --expt-relaxed-constexpr "
                   "--extended-lambda -lineinfo -Xptxas=-v -std=c++17 "
                   "-ccbin g++ --threads 0 -Iinc -x cu -rdc=true "
                   "-c src/k.cu -o k.cu.o")
        text = ('#include "kernels.cuh"\nstatic_assert(__cplusplus == 201703L);'
                "\n" + RUN.replace("32>>>", "BLOCK>>>"))
        p = self.project({"src/k.cu": text,
                          "inc/kernels.cuh": "#pragma once\n" + KERNELS},
                         flags=[])
        p.write("compile_commands.json", json.dumps([{
            "directory": p.folder, "file": "src/k.cu", "command": command}]))
        s = self.server(p)
        s.open(p.path("src/k.cu"))
        found = s.settled(p.path("src/k.cu"))
        self.assertEqual(case.errors(found), [])
        self.assertEqual(set(case.times(found)), {"saxpy", "scale"})
        for message in case.times(found).values():
            self.assertIn("on a100-sxm4-40gb", message)
        s.open(p.path("inc/kernels.cuh"))
        self.assertEqual(s.settled(p.path("inc/kernels.cuh")), [])

    def test_flags_of_the_command(self):
        """What `gpuperf flags` prints, with the toolkit of this machine or
        without one."""
        flags = project.machine_flags("t4")
        self.assertIn("--cuda-gpu-arch=sm_75", flags)
        _, _, _, found = self.opened({"k.cu": FILE}, flags)
        self.assertEqual(case.errors(found), [])
        self.assertIn(" on t4,", case.times(found)["saxpy"])

    def test_no_command(self):
        """A folder with nothing but the file."""
        text = "#include <cuda_runtime.h>\n" + FILE
        self.assertEqual(set(self.times_in({"k.cu": text}, flags=[])),
                         {"saxpy", "scale"})

    def test_header_alone(self):
        text = "#pragma once\n" + FILE
        for flags in (None, []):
            with self.subTest(flags=flags):
                self.assertEqual(
                    set(self.times_in({"k.cuh": text}, flags, "k.cuh")),
                    {"saxpy", "scale"})

    def test_host_functions_in_device_code(self):
        """Calls that clang judges at the end of the text, once it knows who
        calls whom: in the text, and in a header's template that the text
        instantiates. A header's functions that nobody calls say nothing."""
        header = ("#pragma once\nint host();\n"
                  "template <class F>\n__host__ __device__ int apply(F f) { return f(); }\n"
                  "inline __host__ __device__ int unused() { return host(); }\n")
        text = ('#include "apply.cuh"\n'
                "struct Host { int operator()() const { return 1; } };\n"
                "__host__ __device__ int both() { return host(); }\n"
                "inline __host__ __device__ int spare() { return host(); }\n"
                "__global__ void direct(int *p) { *p = both(); }\n"
                "__global__ void applied(int *p) { *p = apply(Host()); }\n")
        _, _, _, found = self.opened({"k.cu": text, "apply.cuh": header},
                                     name="k.cu")
        said = [(d["code"], d["message"].split("\n")[0])
                for d in case.errors(found)]
        self.assertEqual(len(said), 2, said)
        self.assertEqual({code for code, _ in said}, {"ref_bad_target"}, said)
        self.assertTrue(any("'operator()'" in text for _, text in said), said)

    def test_two_architectures(self):
        """One launch, one message, whatever number of GPUs it is built
        for."""
        flags = project.bundled_flags("sm_80") + ["--cuda-gpu-arch=sm_90"]
        self.assertEqual(set(self.times_in({"k.cu": FILE}, flags)),
                         {"saxpy", "scale"})

    def test_cpp_file(self):
        """C++ gets clangd's answers only."""
        _, _, _, found = self.opened(
            {"a.cpp": "int main() { return nothing; }\n"}, ["-std=c++17"])
        self.assertEqual([d["code"] for d in found], ["undeclared_var_use"])


if __name__ == "__main__":
    unittest.main()
