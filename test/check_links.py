#!/usr/bin/env python3
"""Every relative link and every path in backticks in a Markdown file of the
repository exists.

usage: check_links.py [--self-test]

A link is taken relative to its page. A path in backticks may be relative to the
page, to a folder above it, or to the repository's root, and may hold the
wildcards * and **. The name of a source file without a folder must exist
somewhere. Left alone are what is built or recorded (build/, results/) and names
in capitals, which stand for something (FILE.cu, RESULTS/measured.csv). Of code
blocks only the paths into our own folders are read.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
# A path: it has a folder, and consists of what file names consist of.
PATH = re.compile(r"[\w.*+-]+(?:/[\w.*+-]+)+/?")
# A source file without its folder.
NAME = re.compile(r"[A-Za-z]\w*\.(?:cpp|h|def|py|md)")
# A script or source of ours that a code block names.
RUN = re.compile(r"(?<![\w./-])((?:benchmarks|test|gpumodel|analysis|plugin|"
                 r"editor-config)/[\w./*-]+|\./[\w-]+\.sh)")
# What a user has, or what is made; and folders of systems and other projects.
NOT_OURS = re.compile(
    r"(?:\.{1,2}/)*(?:build(?:-[\w-]+)?|results(?:-[\w-]+)?|src|usr|path|origin|"
    r"include|share|shared|benchmarks/results/[\w-]+|\.github/workflows|\.gpuperf|\.zed|"
    r"\.helix|\.vscode|psastras|"
    r"llvm-vs-code-extensions|settings)(?:/|$)")

# Files of the CUDA toolkit and of LLVM.
NOT_IN_THE_TREE = ("cuda_occupancy.h", "AMDGPUBaseInfo.cpp")


def tracked():
    """Every file that git knows or would know."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True,
        capture_output=True, check=True).stdout.split("\n")
    return [ROOT / n for n in names if n and (ROOT / n).exists()]


def is_there(path, page, root):
    """Relative to the page, to a folder above it, or to the root."""
    folder = page.parent
    while True:
        if "*" in path:
            if any(folder.glob(path)):
                return True
        elif (folder / path).exists():
            return True
        if folder == root or root not in folder.parents:
            return False
        folder = folder.parent


def stands_for_something(path, names):
    """FILE.cu, NAMECheck.cpp and calibrate.RANK.jsonl are no files; README.md
    is one."""
    stems = {name.split(".")[0] for name in names}
    return any(re.fullmatch(r"[A-Z][A-Z_]+|NAME\w*", part)
               for part in re.split(r"[/.]", path) if part not in stems)


def bad_names(page, root, names):
    """What a page names that is not there. names: of all files."""
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    prose = re.sub(r"^    .*$", "", prose, flags=re.M)
    found = []
    for target in LINK.findall(prose):
        if re.match(r"[a-z]+:|#", target):
            continue
        if not (page.parent / target.split("#")[0]).exists():
            found.append(f"link to '{target}'")
    for code in CODE.findall(prose):
        code = re.sub(r":\d+$", "", code)
        if PATH.fullmatch(code) and not stands_for_something(code, names) and \
                not NOT_OURS.match(code) and not is_there(code, page, root):
            found.append(f"`{code}`")
        if NAME.fullmatch(code) and code not in NOT_IN_THE_TREE and \
                not stands_for_something(code, names) and code not in names:
            found.append(f"`{code}`")
    for block in re.findall(r"^```.*?^```$|(?:^    .*\n)+", text, re.M | re.S):
        for path in RUN.findall(block):
            if not stands_for_something(path, names) and \
                    not NOT_OURS.match(path) and \
                    not is_there(path.rstrip("."), page, root):
                found.append(f"{path} in a code block")
    return list(dict.fromkeys(found))


def self_test():
    """Pages of which it is known what is wrong."""
    cases = {
        "see [this](there.md) and `sub/here.cpp`": [],
        "see [this](gone.md#part)": ["link to 'gone.md#part'"],
        "![picture](sub/gone.svg)": ["link to 'sub/gone.svg'"],
        "[web](https://example.org/x.md), [part](#limits)": [],
        "in `sub/gone.cpp`": ["`sub/gone.cpp`"],
        "in `sub/gone.cpp:12`": ["`sub/gone.cpp`"],
        "all of `sub/*.cpp`": [],
        "all of `sub/*.yaml`": ["`sub/*.yaml`"],
        "in `here.cpp`, not in `gone.cpp`": ["`gone.cpp`"],
        "a word `and/or`": ["`and/or`"],
        "`sub/LOUD.md` and `sub/NAMECheck.h`": ["`sub/LOUD.md`"],
        "`v / I` and `a->b()`, `build/bin/x`, `sub/NAME.cpp`": [],
        "    test/gone.py --x\n": ["test/gone.py in a code block"],
        "```\n./gone.sh demo\n```\n": ["./gone.sh in a code block"],
        "```\n[no](link.md) `sub/gone.cpp`\n```\n": [],
        "up: `there.md`, [up](../there.md)": ["link to '../there.md'"],
    }
    bad = []
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name) / "root"
        (root / "sub").mkdir(parents=True)
        (root / "there.md").write_text("")
        (root / "sub" / "here.cpp").write_text("")
        names = {"there.md", "here.cpp", "LOUD.md"}
        page = root / "page.md"
        for text, expected in cases.items():
            page.write_text(text)
            if (found := bad_names(page, root, names)) != expected:
                bad.append(f"{text!r}: found {found}, expected {expected}")
        # A path may be written as from a folder above its page.
        page = root / "sub" / "page.md"
        page.write_text("in `sub/here.cpp`")
        if found := bad_names(page, root, names):
            bad.append(f"from a folder below: {found}")
    return bad


def main():
    if "--self-test" in sys.argv[1:]:
        bad = self_test()
    else:
        files = tracked()
        names = {f.name for f in files}
        pages = [f for f in files if f.suffix == ".md"]
        bad = [f"{page.relative_to(ROOT)}: {name} does not exist"
               for page in pages for name in bad_names(page, ROOT, names)]
        if len(pages) < 30:
            bad.append("too few pages seen")
    print("\n".join(bad))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
