#!/usr/bin/env python3
"""Our C++ is formatted by clang-format 22 as .clang-format says, and each file
begins with a banner of one line. `check_format.py CLANG_FORMAT [--fix]`."""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["gpumodel", "analysis", "plugin", "test", "benchmarks"]
# Programs whose text is the test, and declarations laid out as in a table.
LEFT_OUT = re.compile(r"/(fixits/programs|(cuda|hip|std)-minimal|Inputs|corpora|build)/")


def files():
    return sorted(f for folder in FOLDERS for f in (ROOT / folder).rglob("*")
                  if f.suffix in (".h", ".cpp") and
                  not LEFT_OUT.search("/" + str(f.relative_to(ROOT))))


def banner_error(f):
    lines = f.read_text().splitlines()
    name = f.relative_to(ROOT)
    if not lines or not lines[0].startswith(f"//===- {f.name} ") or \
            not lines[0].endswith("===//"):
        return f"{name}:1: the banner is one line: //===- {f.name} - What it is ---===//"
    if len(lines[0]) > 80:
        return f"{name}:1: the banner has {len(lines[0])} columns, 80 at most"
    if len(lines) > 1 and lines[1].strip() != "//":
        return f"{name}:2: the banner is broken over two lines"
    return None


def format_errors(clang_format, some):
    run = subprocess.run([clang_format, "--dry-run", "--Werror", *map(str, some)],
                         stderr=subprocess.PIPE, text=True, check=False)
    return sorted({re.sub(r":\d+:.*", "", line) for line in run.stderr.splitlines()
                   if ": error:" in line})


def main():
    clang_format = sys.argv[1]
    every = files()
    if len(every) < 300:
        print("too few files seen: is the list of folders up to date?")
        return 1
    if "--fix" in sys.argv[2:]:
        for at in range(0, len(every), 50):
            subprocess.run([clang_format, "-i", *map(str, every[at:at + 50])],
                           check=True)
    bad = [error for error in map(banner_error, every) if error]
    parts = [every[at:at + 25] for at in range(0, len(every), 25)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda part: format_errors(clang_format, part), parts):
            bad += [f"{name}: not formatted: clang-format-22 -i {name}" for name in found]
    for line in bad:
        print(line)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
