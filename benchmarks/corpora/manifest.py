# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of the corpora: what the manifest lists, checked out, with the
compiler flags each needs."""

import csv
import os
import re
import shlex
import subprocess
from dataclasses import dataclass


class BadCorpora(Exception):
    """The corpora cannot be used; the text says why."""


@dataclass(frozen=True)
class File:
    repo: str
    path: str  # in the checkout
    folder: str  # the checkout
    flags: tuple  # after --
    parses: bool  # as the manifest says
    lang: str  # cuda or hip
    launches: int  # in the AST, main file
    launches_in_headers: int

    @property
    def id(self):
        return f"{self.repo}/{self.path}"


def _expand(text, corpora):
    """The manifest's flags: shell words with one variable and one mark."""
    text = re.sub(r"\$\{(\w+):-([^}]*)\}",
                  lambda m: os.environ.get(m[1]) or m[2], text)
    text = text.replace("@CORPORA@", corpora)
    if "$" in text or "`" in text:
        raise BadCorpora(f"flags '{text}' need a shell: only ${{NAME:-VALUE}} "
                         "and @CORPORA@ are understood")
    return shlex.split(text)


def _language_flags(lang, arch, side, workdir):
    if lang == "hip":
        headers = os.path.join(workdir, "hip-headers")
        return ["-x", "hip", "--offload-arch=gfx90a", "--cuda-device-only",
                "-nogpulib", "-nogpuinc", "-D__HIP_PLATFORM_AMD__",
                "-D__AMDGCN_WAVEFRONT_SIZE=64", f"-I{headers}/include",
                f"-I{headers}/hipamd/include", "-include",
                "__clang_hip_runtime_wrapper.h"]
    toolkit = os.environ.get("CUDA_PATH") or "/usr/local/cuda"
    return ["-x", "cuda", f"--cuda-gpu-arch={arch}", f"--cuda-path={toolkit}",
            f"--cuda-{side}-only", "-Wno-unknown-cuda-version"]


def load(corpora, workdir, arch="sm_90", side="device"):
    """All files of manifest.tsv whose checkout is there, and those missing."""
    path = os.path.join(corpora, "manifest.tsv")
    if not os.path.isfile(path):
        raise BadCorpora(f"no manifest.tsv in '{corpora}': give its folder "
                         "with --corpora")
    files, missing = [], []
    with open(path, newline="", encoding="utf-8") as f:
        for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            folder = os.path.join(workdir, r["repo"].replace("/", "+"))
            extra = "" if r["flags"] == "-" else r["flags"]
            file = File(
                repo=r["repo"], path=r["path"], folder=folder,
                flags=tuple(_language_flags(r["lang"], arch, side, workdir)
                            + _expand(extra, corpora)),
                parses=r["parses"] == "yes", lang=r["lang"],
                launches=int(r["launches_ast"] or 0),
                launches_in_headers=int(r["launches_ast_headers"] or 0))
            there = os.path.isfile(os.path.join(folder, file.path))
            (files if there else missing).append(file)
    return files, missing


def check_out(corpora, workdir, mirror):
    """Source files of every repository that the mirror has, by the scripts
    that come with the corpora; both do nothing where it is done already."""
    path = os.path.join(corpora, "manifest.tsv")
    if not os.path.isfile(path):
        raise BadCorpora(f"no manifest.tsv in '{corpora}': give its folder "
                         "with --corpora")
    with open(path, encoding="utf-8") as f:
        repos = sorted({line.split("\t", 1)[0] for line in f} - {"repo"})
    os.makedirs(workdir, exist_ok=True)
    environment = dict(os.environ, WORKDIR=workdir, MIRROR=mirror)
    for script, arguments in (("checkout.sh", repos), ("hipheaders.sh", [])):
        script = os.path.join(corpora, script)
        if os.path.isfile(script):
            subprocess.run(["bash", script] + arguments, env=environment,
                           check=False)
