#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who decides what is checked: nothing configured, .clang-tidy, .clangd, the
server's own options, comments in the source."""

import time
import unittest

import case
import project
from case import FILE

GPU = "CheckOptions:\n  GpuperfGpu: '{}'\n"
# clangd reads .clang-tidy and .clangd again after 5 s at the earliest.
CACHED_S = 6.0


class Configuration(case.ClangdCase):
    def codes(self, files, options=()):
        _, _, _, found = self.opened({"k.cu": FILE, **files}, options=options)
        self.assertEqual(case.errors(found), [])
        return {d["code"] for d in project.ours(found)}

    def messages(self, files, options=()):
        _, _, _, found = self.opened({"k.cu": FILE, **files}, options=options)
        return case.times(found)["saxpy"]

    def test_nothing(self):
        _, _, _, found = self.opened({"k.cu": FILE}, user_config="")
        self.assertLessEqual({"gpuperf-kernel-time", "gpuperf-launch-config",
                              "gpuperf-occupancy"},
                             {d["code"] for d in project.ours(found)})

    def test_checks_of_the_project(self):
        self.assertEqual(self.codes({
            ".clang-tidy": "Checks: '-*,bugprone-*'\n"}), set())
        self.assertEqual(self.codes({
            ".clang-tidy": "Checks: '-*,gpuperf-kernel-time'\n"}),
            {"gpuperf-kernel-time"})
        self.assertNotIn("gpuperf-kernel-time", self.codes({
            ".clang-tidy": "Checks: '-*,gpuperf-*,-gpuperf-kernel-time'\n"}))

    def test_shipped_configuration(self):
        with open(f"{project.ROOT}/editor-config/clang-tidy/.clang-tidy",
                  encoding="utf-8") as f:
            text = f.read()
        self.assertIn(" on h200-sxm,", self.messages({".clang-tidy": text}))

    def test_options_alone(self):
        """A .clang-tidy that names a GPU and no checks keeps them all."""
        self.assertIn(" on l4,", self.messages({
            ".clang-tidy": GPU.format("l4")}))

    def test_clangd_configuration(self):
        config = "Diagnostics:\n  ClangTidy:\n    Remove: [{}]\n"
        self.assertEqual(self.codes({
            ".clangd": config.format("'gpuperf-*'")}), set())
        left = self.codes({".clangd": config.format("gpuperf-kernel-time")})
        self.assertNotIn("gpuperf-kernel-time", left)
        self.assertIn("gpuperf-launch-config", left)
        left = self.codes({".clangd": "Diagnostics:\n  Suppress: "
                                      "[gpuperf-launch-config]\n"})
        self.assertNotIn("gpuperf-launch-config", left)
        self.assertIn("gpuperf-kernel-time", left)
        self.assertEqual(self.codes({".clangd": "Diagnostics:\n"
                                     "  Suppress: '*'\n"}), set())
        self.assertIn(" on t4,", self.messages({
            ".clangd": "Diagnostics:\n  ClangTidy:\n    CheckOptions:\n"
                       "      GpuperfGpu: t4\n"}))

    def test_fast_check_filter(self):
        for value in ("Strict", "Loose", "None"):
            with self.subTest(value):
                self.assertIn("gpuperf-kernel-time", self.codes({
                    ".clangd": "Diagnostics:\n  ClangTidy:\n"
                               f"    FastCheckFilter: {value}\n"}))

    def test_options_of_the_server(self):
        self.assertIn(" on v100-sxm2-16gb,",
                      self.messages({}, ["--gpu=v100-sxm2-16gb"]))
        self.assertIn(" on l4,", self.messages(
            {".clang-tidy": GPU.format("l4")}, ["--gpu=v100-sxm2-16gb"]))
        self.assertEqual(self.codes({}, ["--clang-tidy=false"]), set())

    def test_flags_of_nvcc_in_compile_flags(self):
        _, _, _, found = self.opened(
            {"k.cu": FILE}, flags=["--generate-code=arch=compute_80,code=sm_80",
                                   "--use_fast_math", "-Xcompiler=-Wall"])
        self.assertEqual(case.errors(found), [])
        self.assertIn(" on a100-sxm4-40gb,", case.times(found)["saxpy"])

    def test_several_gpus(self):
        _, _, _, found = self.opened({
            "k.cu": FILE, ".clang-tidy": GPU.format("h200-sxm;l4;t4")})
        for d in project.ours(found, "gpuperf-kernel-time"):
            self.assertIn(" on h200-sxm,", d["message"])
            notes = " ".join(r["message"] for r in d["relatedInformation"])
            self.assertIn("n l4: ", notes)
            self.assertIn("n t4: ", notes)

    def test_gpu_edited(self):
        """Another GPU in .clang-tidy counts at the next edit, once clangd
        reads that file again."""
        p, s, path, found = self.opened({
            "k.cu": FILE, ".clang-tidy": GPU.format("t4")})
        before = case.times(found)
        self.assertIn(" on t4,", before["saxpy"])
        p.write(".clang-tidy", GPU.format("l4"))
        end = time.monotonic() + CACHED_S + 20
        edits = 0
        while time.monotonic() < end:
            time.sleep(1)
            edits += 1
            s.change(path, FILE + f"// {edits}\n")
            after = case.times(s.settled(path))
            if after != before:
                break
        self.assertIn(" on l4,", after["saxpy"])
        self.assertIn(" on l4,", after["scale"])

    def test_unknown_gpu(self):
        """One message for all checks, with names that would be right."""
        _, _, _, found = self.opened({
            "k.cu": FILE, ".clang-tidy": GPU.format("h100-smx")})
        found = project.ours(found)
        self.assertEqual(len(found), 1, found)
        self.assertRegex(found[0]["message"],
                         "GpuperfGpu: .*'h100-smx'.*h100-sxm")
        self.assertEqual(found[0]["range"]["start"]["line"],
                         case.line_of(FILE, "saxpy<<<"))

    def test_unknown_assumption(self):
        _, _, _, found = self.opened({
            "k.cu": FILE,
            ".clang-tidy": "CheckOptions:\n  GpuperfAssume: 'n=;'\n"})
        found = project.ours(found)
        self.assertEqual(len(found), 1, found)
        self.assertIn("GpuperfAssume: ", found[0]["message"])

    def test_errors_if_asked_for(self):
        _, _, _, found = self.opened({
            "k.cu": FILE,
            ".clang-tidy": "WarningsAsErrors: 'gpuperf-launch-config'\n"})
        self.assertEqual({d["severity"] for d in project.ours(
            found, "gpuperf-launch-config")}, {1})
        self.assertEqual({d["severity"] for d in project.ours(
            found, "gpuperf-kernel-time")}, {3})

    def test_nolint(self):
        line = "  saxpy<<<(n + 31) / 32, 32>>>(n, 2.0f, x, y);"
        at = case.line_of(FILE, line)
        for text, left in (
                (line + " // NOLINT", set()),
                (line + " // NOLINT(gpuperf-*)", set()),
                (line + " // NOLINT(gpuperf-kernel-time,gpuperf-occupancy)",
                 {"gpuperf-launch-config"}),
                ("// NOLINTNEXTLINE\n" + line, set()),
                ("// NOLINTBEGIN(gpuperf-*)\n" + line
                 + "\n// NOLINTEND(gpuperf-*)", set())):
            with self.subTest(text):
                changed = FILE.replace(line, text)
                _, _, _, found = self.opened({"k.cu": changed})
                lines = range(at, at + text.count("\n") + 1)
                self.assertEqual(
                    {d["code"] for d in project.ours(found)
                     if d["range"]["start"]["line"] in lines}, left)
                self.assertIn("scale", case.times(found))


if __name__ == "__main__":
    unittest.main()
