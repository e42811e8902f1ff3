# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the programs under test are, and projects in folders of their own.

CTest names the programs in the environment; without it, those of build/ count.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile

import lsp

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("GPUPERF_BUILD", os.path.join(ROOT, "build"))
CLANGD = os.environ.get("GPUPERF_CLANGD",
                        os.path.join(BUILD, "bin", "gpuperf-clangd"))
GPUPERF = os.environ.get("GPUPERF", os.path.join(BUILD, "bin", "gpuperf"))
CLANG = os.environ.get("GPUPERF_CLANG", "clang++-22")


def stock():
    """Path of the clangd that ours is compared with, or None."""
    named = os.environ.get("GPUPERF_STOCK_CLANGD", "clangd-22")
    return shutil.which(named)


def bundled_flags(arch="sm_90"):
    """Compile flags that need no toolkit: the bundled CUDA declarations."""
    folder = os.path.join(BUILD, "share", "gpuperf", "cuda-minimal")
    return ["-xcuda", "-std=c++17", f"--cuda-gpu-arch={arch}", "-nocudainc",
            "-nocudalib", "--cuda-feature=+ptx88",
            "-Wno-unused-command-line-argument",
            "-Wno-unknown-cuda-version",
            "-isystem", folder, "-include",
            os.path.join(folder, "gpuperf_cuda.h")]


def machine_flags(gpu="h100-sxm"):
    """What `gpuperf flags` prints: for the toolkit of this machine, or the
    bundled declarations."""
    done = subprocess.run([GPUPERF, "flags", f"--gpu={gpu}"], text=True,
                          timeout=60, check=True, stdout=subprocess.PIPE)
    return [w for line in done.stdout.splitlines() if line.startswith("-")
            for w in shlex.split(line)]


def environment(home, toolkit=False):
    """As the caller's, but no configuration and no cache of the user's. Unless
    toolkit is asked for, one without ptxas stands in for the machine's: its
    answers come later than the first messages and make them another text."""
    env = dict(os.environ)
    if not toolkit:
        stand_in = os.path.join(home, "toolkit")
        os.makedirs(os.path.join(stand_in, "include"), exist_ok=True)
        header = os.path.join(stand_in, "include", "cuda_runtime.h")
        if not os.path.exists(header):
            open(header, "w").close()
        env["CUDA_PATH"] = stand_in
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR", "HOME"):
        folder = os.path.join(home, name.lower())
        os.makedirs(folder, exist_ok=True)
        env[name] = folder
    for name in ("CLANGD_FLAGS", "CLANGD_TRACE", "CPATH",
                 "CPLUS_INCLUDE_PATH"):
        env.pop(name, None)
    return env


def write_user_config(env, text):
    folder = os.path.join(env["XDG_CONFIG_HOME"], "clangd")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "config.yaml"), "w",
              encoding="utf-8") as f:
        f.write(text)


# Indexing the standard library takes longer than most tests, and answers would
# depend on how far it has come.
NO_INDEX = "Index: {Background: Skip, StandardLibrary: false}\n"


class Project:
    """A folder with CUDA files and compile_flags.txt. Goes with close().
    user_config is the user's own clangd configuration."""

    def __init__(self, files, flags=None, user_config=NO_INDEX,
                 toolkit=None):
        self.top = tempfile.mkdtemp(prefix="gpuperf-clangd-")
        # Below the folder with HOME and the rest, so that none is above it.
        self.folder = os.path.join(self.top, "project")
        os.mkdir(self.folder)
        # Where the command does not say where CUDA is, the machine's counts.
        self.toolkit = flags is not None if toolkit is None else toolkit
        if flags is None:
            flags = bundled_flags()
        if flags:
            self.write("compile_flags.txt", "\n".join(flags) + "\n")
        for name, text in files.items():
            self.write(name, text)
        if user_config:
            write_user_config(self.environment(), user_config)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as f:
            f.write(text)
        return path

    def read(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as f:
            return f.read()

    def environment(self):
        return environment(self.top, self.toolkit)

    def server(self, command=None, **more):
        """gpuperf-clangd in this folder, as an editor starts it."""
        if command is None:
            command = [CLANGD]
        return lsp.Server(command, self.folder,
                          env=self.environment(), **more)

    def run(self, command, limit=120):
        return subprocess.run(command, cwd=self.folder, text=True,
                              env=self.environment(), timeout=limit,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)

    def compiles(self, name, flags=None):
        """What clang says against the file on disk; empty if nothing."""
        flags = bundled_flags() if flags is None else flags
        done = self.run([CLANG, "-fsyntax-only", *flags, name])
        if done.returncode:
            return done.stdout or f"exit status {done.returncode}"
        return ""

    def close(self):
        shutil.rmtree(self.top, ignore_errors=True)


def ours(diagnostics, check=None):
    """Those of gpuperf-* checks, or of one of them."""
    return [d for d in diagnostics
            if str(d.get("code", "")).startswith("gpuperf-")
            and check in (None, d["code"])]


def need_server():
    if not os.access(CLANGD, os.X_OK):
        sys.exit(f"no program '{CLANGD}': build it, or name it in "
                 "GPUPERF_CLANGD")
