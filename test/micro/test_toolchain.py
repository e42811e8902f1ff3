#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of toolchain.py, over nvcc's that are made up: no toolkit is needed."""

import os
import pathlib
import tempfile
import unittest
from unittest import mock

import toolchain


class Toolchain(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gpuperf-toolchain-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.toolkit = self.folder / "cuda-99"
        self.nvcc = self.program("cuda-99/bin/nvcc",
                                 f"echo '#$ _SPACE_= ' >&2\n"
                                 f"echo '#$ TOP={self.toolkit}/bin/..' >&2")

    def program(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def test_the_toolkit_of_nvcc_itself(self):
        self.assertEqual(toolchain.find_toolkit(str(self.nvcc)), self.toolkit)

    def test_the_toolkit_behind_a_script(self):
        script = self.program("bin/nvcc", f'exec {self.nvcc} "$@"')
        self.assertEqual(toolchain.find_toolkit(str(script)), self.toolkit)

    def test_the_toolkit_behind_a_link(self):
        link = self.folder / "links/nvcc"
        link.parent.mkdir()
        link.symlink_to(self.nvcc)
        self.assertEqual(toolchain.find_toolkit(str(link)), self.toolkit)

    def test_an_nvcc_that_fails_is_named(self):
        broken = self.program("broken/nvcc", "echo 'no such compiler' >&2; exit 1")
        with self.assertRaisesRegex(RuntimeError, "broken/nvcc.*no such compiler"):
            toolchain.find_toolkit(str(broken))

    def test_path_comes_before_the_variables_and_a_name_before_both(self):
        on_path = self.program("path/nvcc", "")
        with mock.patch.dict(os.environ, {"PATH": str(on_path.parent),
                                          "CUDA_PATH": str(self.toolkit)}):
            self.assertEqual(toolchain.find_nvcc(), str(on_path))
            self.assertEqual(toolchain.find_nvcc(str(self.nvcc)), str(self.nvcc))
        with mock.patch.dict(os.environ, {"PATH": str(self.folder),
                                          "CUDA_PATH": str(self.toolkit)}):
            self.assertEqual(toolchain.find_nvcc(), str(self.nvcc))

    def test_what_clang_needs(self):
        self.assertFalse(toolchain.has_cuda_for_clang(self.toolkit))
        for part in ("include/cuda_runtime.h", "nvvm/libdevice/libdevice.10.bc"):
            (self.toolkit / part).parent.mkdir(parents=True, exist_ok=True)
            (self.toolkit / part).write_text("")
        self.assertTrue(toolchain.has_cuda_for_clang(self.toolkit))


if __name__ == "__main__":
    unittest.main()
