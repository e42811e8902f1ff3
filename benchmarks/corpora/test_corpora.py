# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the corpora driver: python3 -m unittest discover -s FOLDER

They need neither the plugin nor the corpora: a stand-in plays clang-tidy.
"""

import os
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import manifest
import tidy

HEADER = ("repo\tcommit\tpath\tflags\tparses\tsplit\tlang\tkind\tseconds\t"
          "fixlevel\tlaunches_text\tlaunches_ast\tlaunches_ast_headers\t"
          "first_error\n")


def tidy_run(output, status="ok"):
    return tidy.Run(status, output, 1, 1, 1)


class Reading(unittest.TestCase):
    OUTPUT = """\
/a/x.cu:3:5: warning: 'k' is predicted to take 4.2 us (3 to 6) on t4 [gpuperf-kernel-time]
/a/x.cu:3:5: warning: 'k' is predicted to take 4.2 us (3 to 6) on t4 [gpuperf-kernel-time]
/a/x.cu:9:5: warning: no prediction for 'm<int>' on t4: the block is not known [gpuperf-kernel-time]
/a/x.cu:12:1: warning: no prediction for 'n': the block is over the limit of 1024 threads [gpuperf-kernel-time]
/a/x.cu:20:1: warning: suspicious [bugprone-sizeof-expression]
/a/x.cu:20:1: note: here
"""

    def test_launches(self):
        times, reasons = tidy_run(self.OUTPUT).launches()
        self.assertEqual(len(times), 1)
        self.assertEqual(list(reasons.values()), [
            "the block is not known",
            "the block is over the limit of 1024 threads"])

    def test_only_a_missing_block_is_a_missing_block(self):
        self.assertTrue(tidy.block_unknown("block size is not known: 'n'"))
        self.assertTrue(tidy.block_unknown("the block depends on argv"))
        self.assertFalse(tidy.block_unknown("block of 2048 over the limit"))
        self.assertFalse(tidy.block_unknown("the kernel has no body"))

    def test_stock_diagnostics_leave_ours_out(self):
        found = tidy_run(self.OUTPUT).stock_diagnostics()
        self.assertEqual([d[3] for d in found], ["bugprone-sizeof-expression"])

    def test_parsed(self):
        self.assertTrue(tidy_run(self.OUTPUT).parsed)
        self.assertFalse(tidy_run(
            "x.cu:1:1: error: no [clang-diagnostic-error]\n").parsed)


class Running(unittest.TestCase):
    def run_script(self, script, timeout_s=30):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "clang-tidy")
            with open(path, "w", encoding="utf-8") as f:
                f.write("#!/bin/sh\n" + script)
            os.chmod(path, stat.S_IRWXU)
            file = manifest.File("r", "x.cu", folder, ("-x", "cuda"), True,
                                 "cuda", 1, 0)
            return tidy.run(path, file, "-*", timeout_s)

    def test_output_of_both_streams(self):
        r = self.run_script('echo "$@"; echo err >&2; exit 1\n')
        self.assertEqual(r.status, "ok")
        self.assertIn("x.cu -- -x cuda", r.output)
        self.assertIn("err", r.output)
        self.assertGreater(r.peak_mib, 0)

    def test_crash(self):
        self.assertEqual(self.run_script("kill -SEGV $$\n").status, "crash")
        self.assertEqual(
            self.run_script("echo Stack dump:; exit 1\n").status, "crash")

    def test_a_plugin_that_does_not_come_to_life_is_not_ok(self):
        for script in ("echo x: symbol lookup error: y; exit 127\n",
                       "echo '  -load request ignored.'\n", "exit 127\n"):
            self.assertEqual(self.run_script(script).status, "refused")
        self.assertIn("does not list",
                      tidy.why_unusable("/bin/false", "plugin.so"))

    def test_hang(self):
        self.assertEqual(self.run_script("sleep 60\n", 0.2).status, "hang")


class Manifest(unittest.TestCase):
    def test_flags_and_missing_files(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "manifest.tsv"), "w",
                      encoding="utf-8") as f:
                f.write(HEADER)
                f.write("o/r\tc\ta.cu\t-I${NO_SUCH_VARIABLE:-/opt/x}/i "
                        "-include @CORPORA@/c.h\tyes\tv\tcuda\ttu\t1\t1\t2\t2"
                        "\t1\t\n")
                f.write("o/r\tc\tb.cu\t-\tno\tv\thip\ttu\t1\t1\t0\t0\t0\t"
                        "'q\" is missing\n")
            os.makedirs(os.path.join(folder, "o+r"))
            with open(os.path.join(folder, "o+r", "a.cu"), "w",
                      encoding="utf-8"):
                pass
            (file,), (gone,) = manifest.load(folder, folder, "sm_80", "host")
        self.assertEqual(file.flags[-3:],
                         ("-I/opt/x/i", "-include", f"{folder}/c.h"))
        self.assertIn("--cuda-gpu-arch=sm_80", file.flags)
        self.assertIn("--cuda-host-only", file.flags)
        self.assertEqual((file.launches, file.launches_in_headers), (2, 1))
        self.assertEqual((gone.path, gone.lang, gone.parses),
                         ("b.cu", "hip", False))

    def test_flags_that_need_a_shell_are_refused(self):
        with self.assertRaises(manifest.BadCorpora):
            manifest._expand("-I$(pwd)", "")


if __name__ == "__main__":
    unittest.main()
