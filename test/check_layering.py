#!/usr/bin/env python3
"""Who may include whom: nothing upwards, no circle, no clang header below plugin/,
no room that is overfull. Run it with --print to see the floors."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Folders from the ground up -> the folders whose files theirs may include (their
# own is implied). A folder may only name folders that stand above it in this
# table, so that there can be no circle between folders.
ALLOWED = {
    "gpumodel": [],
    "gpumodel/files": ["gpumodel"],
    "gpumodel/calibration/derive": ["gpumodel"],
    "gpumodel/calibration": ["gpumodel", "gpumodel/files", "gpumodel/calibration/derive"],
    "gpumodel/calibration/plots": ["gpumodel", "gpumodel/files", "gpumodel/calibration",
                                   "gpumodel/calibration/derive"],
    # Values that flow between the rooms of analysis/: Launch.h.
    "analysis": ["gpumodel", "gpumodel/files"],
    "analysis/symbolic": ["analysis"],
    "analysis/kernel": ["gpumodel", "gpumodel/files", "analysis", "analysis/symbolic"],
    # Blackwell's tensor memory in inline PTX: LLVM and nothing of ours.
    "analysis/machine/tensor": [],
    "analysis/machine": ["gpumodel", "gpumodel/files", "analysis/kernel",
                         "analysis/machine/tensor"],
    "analysis/lift": ["analysis/kernel", "analysis/symbolic",
                      "analysis/machine"],
    "analysis/registers": ["gpumodel", "gpumodel/files", "analysis/kernel"],
    # What nvcc has written: LLVM's reader of ELF files and nothing of ours.
    "analysis/objects": [],
    "analysis/independence": ["analysis/kernel", "analysis/symbolic",
                              "analysis/machine", "analysis/lift"],
    "analysis/summarize": ["analysis/kernel", "analysis/symbolic",
                           "analysis/machine", "analysis/machine/tensor", "analysis/lift",
                           "analysis/registers", "analysis/independence"],
    "analysis/footprint": ["analysis", "analysis/kernel", "analysis/symbolic"],
    "analysis/warp": ["gpumodel", "gpumodel/files", "analysis", "analysis/kernel",
                      "analysis/symbolic", "analysis/footprint"],
    "analysis/models": ["gpumodel", "gpumodel/files", "analysis", "analysis/kernel",
                        "analysis/warp"],
    "analysis/models/path": ["gpumodel", "gpumodel/files", "analysis/kernel", "analysis/models",
                             "analysis/symbolic", "analysis/warp"],
    **{"analysis/models/" + model:
           ["gpumodel", "gpumodel/files", "analysis", "analysis/kernel", "analysis/warp",
            "analysis/footprint", "analysis/models", "analysis/models/path"]
       for model in ("kleimenov-popova", "gpuperf", "hong-kim", "qu-nsmw",
                     "stencil-traffic")},
    "analysis/predict": ["gpumodel", "gpumodel/files", "analysis", "analysis/kernel",
                         "analysis/warp", "analysis/models",
                         "analysis/models/*"],
    "analysis/report": ["gpumodel", "gpumodel/files", "analysis", "analysis/kernel",
                        "analysis/warp", "analysis/models",
                        "analysis/predict"],
    "analysis/advice": ["gpumodel", "gpumodel/files", "analysis", "analysis/kernel",
                        "analysis/symbolic", "analysis/warp",
                        "analysis/models", "analysis/predict",
                        "analysis/report"],
    **{"analysis/advice/" + room:
           ["gpumodel", "gpumodel/files", "analysis", "analysis/kernel", "analysis/symbolic",
            "analysis/registers", "analysis/footprint", "analysis/warp",
            "analysis/models",
            "analysis/predict", "analysis/report", "analysis/advice"]
       for room in ("arithmetic", "idle", "launches", "lines")},
    **{"analysis/advice/" + room:
           ["gpumodel", "gpumodel/files", "analysis",
            "analysis/kernel", "analysis/symbolic",
            "analysis/warp", "analysis/predict", "analysis/report",
            "analysis/advice", "analysis/advice/lines"]
       for room in ("loops", "vectors")},
    "plugin": [],
    "plugin/ast": ["gpumodel", "gpumodel/files"],
    "plugin/host": ["analysis", "plugin/ast"],
    "plugin/host/state": ["plugin/host"],
    "plugin/host/eval": ["plugin/ast", "plugin/host", "plugin/host/state"],
    "plugin/facts": ["gpumodel", "analysis"],
    "plugin/program/machine": [],
    "plugin/program/library": ["gpumodel", "analysis", "plugin/program/machine"],
    "plugin/program/ir": ["plugin/ast"],
    "plugin/program": ["gpumodel", "analysis", "plugin/facts", "plugin/program/*"],
    "plugin/launch": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/ast",
                      "plugin/facts", "plugin/host", "plugin/host/eval"],
    # Inline PTX in device IR: LLVM and nothing of ours.
    "plugin/device/assembly": [],
    # AMD's intrinsics in device IR: LLVM and nothing of ours.
    "plugin/device/amd": [],
    "plugin/device/unrolling": ["analysis", "analysis/*"],
    # Text with words that it lacks: clang and nothing of ours.
    "plugin/device/mended": [],
    "plugin/device": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/ast",
                      "plugin/device/assembly", "plugin/device/amd",
                      "plugin/device/mended", "plugin/device/unrolling"],
    "plugin/editor": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/device"],
    "plugin/analyze": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/ast",
                       "plugin/facts", "plugin/program", "plugin/program/*",
                       "plugin/host", "plugin/launch", "plugin/device", "plugin/device/unrolling",
                       "plugin/editor"],
    # Names of files that are the same on any machine.
    "plugin/paths": [],
    "plugin/others": ["gpumodel", "gpumodel/files", "plugin/ast", "plugin/launch", "plugin/device",
                      "plugin/program/*", "plugin/analyze", "plugin/paths"],
    "plugin/rewrite": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/ast",
                       "plugin/host", "plugin/launch", "plugin/analyze"],
    "plugin/findings/weight": ["gpumodel", "analysis", "analysis/*", "plugin/facts",
                               "plugin/host", "plugin/launch", "plugin/analyze"],
    "plugin/findings": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/ast",
                        "plugin/host", "plugin/launch", "plugin/device",
                        "plugin/analyze", "plugin/rewrite", "plugin/findings/weight"],
    "plugin/findings/doubles": ["gpumodel", "analysis", "analysis/*", "plugin/ast",
                                "plugin/launch", "plugin/analyze", "plugin/findings"],
    # Of the host's own code: nothing but clang.
    "plugin/findings/guessed": ["analysis", "plugin/ast", "plugin/host", "plugin/launch", "plugin/analyze"],
    "plugin/findings/host": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/ast",
                             "plugin/host", "plugin/launch", "plugin/device", "plugin/analyze",
                             "plugin/findings", "plugin/findings/guessed"],
    "plugin/findings/recompiled": ["gpumodel", "gpumodel/files", "analysis", "analysis/*",
                                   "plugin/ast", "plugin/host", "plugin/launch",
                                   "plugin/device", "plugin/analyze", "plugin/rewrite",
                                   "plugin/findings", "plugin/findings/weight"],
    # HIP's command lines: beside nvcc's, which know of them.
    "plugin/nvcc/hip": ["plugin/device"],
    "plugin/nvcc": ["gpumodel", "gpumodel/files", "analysis", "plugin/device", "plugin/analyze",
                    "plugin/nvcc/hip"],
    # The stand-in runtime, which programs of users are run with.
    "plugin/record/runtime": [],
    "plugin/record": ["gpumodel", "analysis", "plugin/ast", "plugin/facts"],
    "plugin/checks/base": ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/host",
                           "plugin/facts", "plugin/program",
                           "plugin/launch", "plugin/device", "plugin/editor", "plugin/analyze",
                           "plugin/ast", "plugin/others",
                           "plugin/findings", "plugin/findings/guessed",
                           "plugin/findings/recompiled", "plugin/findings/weight",
                           "plugin/nvcc"],
    **{room: ["gpumodel", "gpumodel/files", "analysis", "analysis/*", "plugin/ast",
              "plugin/host", "plugin/launch", "plugin/device",
              "plugin/analyze", "plugin/rewrite", "plugin/findings",
              "plugin/findings/doubles", "plugin/findings/recompiled", "plugin/findings/host",
              "plugin/findings/weight", "plugin/checks/base"]
       for room in ("plugin/checks", "plugin/checks/lines", "plugin/checks/host")},
    # Findings as plain values and the files that are written of them.
    "plugin/tidy/export": ["plugin/paths"],
    "plugin/tidy": ["plugin/checks", "plugin/checks/lines", "plugin/checks/host",
                    "plugin/device", "plugin/nvcc", "plugin/paths", "plugin/tidy/export"],
    # Files of the user -> what clang makes of them.
    "plugin/cli/parse": ["gpumodel", "gpumodel/files", "analysis", "plugin/ast",
                         "plugin/device", "plugin/device/mended", "plugin/nvcc", "plugin/program",
                         "plugin/program/*", "plugin/facts", "plugin/launch",
                         "plugin/analyze", "plugin/others"],
    "plugin/cli/draw": [],
    "plugin/cli/program": ["gpumodel", "analysis", "analysis/*", "plugin/facts",
                           "plugin/cli/draw"],
    # Other programs, and this one once more.
    "plugin/cli/process": [],
    # Agents that ask: messages, tools and the command.
    "plugin/cli/mcp": ["gpumodel", "gpumodel/files", "analysis", "analysis/*",
                       "plugin/cli/process"],
    "plugin/cli/report": ["gpumodel", "analysis", "analysis/*", "plugin/cli/process"],
    "plugin/cli": ["gpumodel", "gpumodel/files", "gpumodel/calibration",
                   "gpumodel/calibration/plots", "analysis",
                   "analysis/*", "plugin/ast", "plugin/facts", "plugin/program",
                   "plugin/program/*", "plugin/host", "plugin/launch",
                   "plugin/device", "plugin/analyze", "plugin/others", "plugin/findings",
                   "plugin/nvcc", "plugin/paths", "plugin/record", "plugin/cli/*"],
    "plugin/clangd": ["gpumodel", "gpumodel/files", "plugin/device", "plugin/editor",
                      "plugin/facts", "plugin/nvcc"],
}
# Files of code in one folder. A room with more wants a wall.
MOST_FILES = 25
# A check is two files; there are 13. A command of gpuperf is two or three.
MORE_FILES = {"plugin/cli": 32}
OURS = re.compile(r'#include "((?:gpumodel|analysis|plugin)/[^"]+)"')
CLANG = re.compile(r'#include [<"]clang')
# Also compiled for a machine with a GPU, where there is neither LLVM nor more
# than C++17.
PLAIN = [f for f in (ROOT / "gpumodel" / "calibration" / "derive").glob("*")
         if f.suffix in (".h", ".cpp")]
NOT_PLAIN = re.compile(
    r'#include (?:<(?:llvm|clang|fmt)|"(?!gpumodel/calibration/derive/'
    r'|gpumodel/OpClass\.def))')


def code_files(folder):
    return sorted(f for f in (ROOT / folder).glob("*")
                  if f.suffix in (".h", ".cpp", ".def"))


def matches(folder, pattern):
    if pattern.endswith("/*"):
        return folder.startswith(pattern[:-1])
    return folder == pattern


def check_table(bad):
    """The table itself: a folder may only name folders above it."""
    above = []
    for folder, allowed in ALLOWED.items():
        for pattern in allowed:
            if not any(matches(a, pattern) for a in above):
                bad.append(f"check_layering.py: {folder} may not name "
                           f"{pattern}, which does not stand above it")
        above.append(folder)
    for top in ("gpumodel", "gpumodel/files", "analysis", "plugin"):
        for path in (ROOT / top).rglob("*"):
            name = str(path.relative_to(ROOT))
            if path.is_dir() and code_files(name) and name not in ALLOWED and \
                    "-minimal" not in name:
                bad.append(f"{name}: a folder that check_layering.py does not "
                           "know: give it a place in the table")


def find_circles(bad):
    """Headers that include each other, through however many others."""
    includes = {}
    for folder in ALLOWED:
        for f in code_files(folder):
            name = str(f.relative_to(ROOT))
            includes[name] = OURS.findall(f.read_text())
    state = {}

    def visit(name, way):
        state[name] = "open"
        for to in includes.get(name, []):
            if state.get(to) == "open":
                bad.append("circle: " + " -> ".join([*way, name, to]))
            elif to not in state:
                visit(to, [*way, name])
        state[name] = "done"

    for name in includes:
        if name not in state:
            visit(name, [])


def main():
    bad = []
    seen = 0
    check_table(bad)
    find_circles(bad)
    for folder, allowed in ALLOWED.items():
        files = code_files(folder)
        most = MORE_FILES.get(folder, MOST_FILES)
        if len(files) > most:
            bad.append(f"{folder}: {len(files)} files, more than {most}: part of "
                       "it wants a folder of its own")
        for f in files:
            seen += 1
            for number, line in enumerate(f.read_text().splitlines(), 1):
                where = f"{f.relative_to(ROOT)}:{number}"
                if CLANG.search(line) and not folder.startswith("plugin"):
                    bad.append(f"{where}: {folder} may not include clang")
                m = OURS.search(line)
                if not m:
                    continue
                to = str(pathlib.PurePosixPath(m[1]).parent)
                if to != folder and not any(matches(to, a) for a in allowed):
                    bad.append(f"{where}: {folder} may not include {m[1]}")
        if "--print" in sys.argv[1:]:
            print(f"{folder:38} {len(files):3} files")
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
