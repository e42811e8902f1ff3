# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CUDA compiler that the tests use, and the toolkit that it belongs to."""

import os
import pathlib
import re
import shutil
import subprocess

DRYRUN_TOP = re.compile(r"^#\$ TOP=(.*)$", re.MULTILINE)


def find_nvcc(named=None):
    """The nvcc that is named, or is on PATH, or in the usual folders; or None."""
    candidates = [named, shutil.which("nvcc")]
    for root in (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"),
                 "/usr/local/cuda"):
        if root:
            candidates.append(os.path.join(root, "bin/nvcc"))
    for candidate in candidates:
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    return None


def find_toolkit(nvcc):
    """The folder whose bin/ this nvcc works from, as nvcc itself says: what is
    on PATH may be a link or a script that calls it from elsewhere."""
    said = subprocess.run([nvcc, "--dryrun", "-x", "cu", os.devnull],
                          capture_output=True, text=True)
    top = DRYRUN_TOP.search(said.stderr + said.stdout)
    if said.returncode or not top:
        raise RuntimeError(f"{nvcc} --dryrun does not name its toolkit: "
                           f"{(said.stderr or said.stdout).strip()[:200]}")
    return pathlib.Path(top.group(1)).resolve()


def has_cuda_for_clang(toolkit):
    """Clang needs more than nvcc's programs: the headers and libdevice."""
    return ((toolkit / "include/cuda_runtime.h").exists() and
            (toolkit / "nvvm/libdevice/libdevice.10.bc").exists())
