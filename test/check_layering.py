#!/usr/bin/env python3
"""Who may include whom: nothing upwards, and no clang header below plugin/."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Folder -> what its files may include of ours (itself is implied).
ALLOWED = {
    "gpumodel": [],
    "gpumodel/calibration": ["gpumodel"],
    "analysis/kernel": ["gpumodel", "analysis/Launch.h"],
    "analysis/warp": ["gpumodel", "analysis/Launch.h", "analysis/kernel"],
    "analysis/models": ["gpumodel", "analysis/Launch.h", "analysis/kernel",
                        "analysis/warp"],
    "analysis/advice": ["gpumodel", "analysis"],
    "analysis/report": ["gpumodel", "analysis/Launch.h", "analysis/kernel",
                        "analysis/warp", "analysis/models"],
    "plugin/nvcc": ["gpumodel", "analysis", "plugin/frontend"],
    "plugin/frontend": ["gpumodel", "analysis"],
    "plugin/checks": ["gpumodel", "analysis", "plugin/frontend",
                      "plugin/nvcc/FileFacts.h"],
    "plugin/tidy": ["plugin/checks", "plugin/nvcc"],
    "plugin/cli": ["gpumodel", "analysis", "plugin/frontend", "plugin/nvcc"],
    "plugin/clangd": ["gpumodel", "plugin/frontend", "plugin/nvcc"],
}
OURS = re.compile(r'#include "((?:gpumodel|analysis|plugin)/[^"]+)"')
CLANG = re.compile(r'#include [<"]clang')
# Also compiled for a machine with a GPU, where there is neither LLVM nor more
# than C++17.
PLAIN = [*(ROOT / "gpumodel" / "calibration").glob("Derive*"),
         *(ROOT / "gpumodel" / "calibration").glob("Fits*"),
         ROOT / "gpumodel" / "calibration" / "Series.h"]
NOT_PLAIN = re.compile(
    r'#include (?:<(?:llvm|clang|fmt)|"(?!gpumodel/calibration/(?:Derive|Fits|Series)'
    r'|gpumodel/OpClass\.def))')


def main():
    bad = []
    seen = 0
    for folder, allowed in ALLOWED.items():
        files = [f for f in (ROOT / folder).glob("*")
                 if f.suffix in (".h", ".cpp", ".def")]
        for f in files:
            seen += 1
            for number, line in enumerate(f.read_text().splitlines(), 1):
                where = f"{f.relative_to(ROOT)}:{number}"
                if CLANG.search(line) and not folder.startswith("plugin"):
                    bad.append(f"{where}: {folder} may not include clang")
                m = OURS.search(line)
                if m and not any(m[1].startswith(a)
                                 for a in [folder + "/", *allowed]):
                    bad.append(f"{where}: {folder} may not include {m[1]}")
    for f in PLAIN:
        for number, line in enumerate(f.read_text().splitlines(), 1):
            if NOT_PLAIN.search(line):
                bad.append(f"{f.relative_to(ROOT)}:{number}: is compiled where "
                           "there is no LLVM")
    for line in bad:
        print(line)
    if seen < 30:
        bad.append("too few files seen: is the folder table up to date?")
        print(bad[-1])
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
