#!/usr/bin/env python3
"""clang-tidy, as .clang-tidy says, on the sources that changed.

    tidy_changed.py --build=build [--base=REVISION] [--all] [--most=N]

Changed is what differs from the base: unless said, the newest commit that is a day
older than HEAD. A changed header is checked through a source of the same name, if
there is one.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("gpumodel/", "analysis/", "plugin/")


def git(*arguments):
    run = subprocess.run(["git", "-C", str(ROOT), *arguments], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return run.stdout.split() if run.returncode == 0 else None


def a_day_before_head():
    """The newest commit that is a day older than HEAD, or the parent of HEAD."""
    made = git("log", "-1", "--format=%ct", "HEAD")
    if not made:
        return "HEAD~1"
    older = git("rev-list", "-1", f"--before={int(made[0]) - 24 * 3600}", "HEAD")
    return older[0] if older else "HEAD~1"


def changed_files(base):
    names = git("diff", "--name-only", "--diff-filter=d", base)
    if names is None:
        return None
    return names + (git("ls-files", "--others", "--exclude-standard") or [])


def sources_of(names, compiled):
    """The sources to check for what changed; a header stands for its source."""
    wanted = []
    for name in names:
        if not name.startswith(FOLDERS):
            continue
        source = ROOT / name
        if source.suffix == ".h":
            source = source.with_suffix(".cpp")
        if source in compiled and source not in wanted:
            wanted.append(source)
    return wanted


def check(clang_tidy, build, source):
    run = subprocess.run([clang_tidy, "--quiet", "--warnings-as-errors=*", "-p", str(build),
                          str(source)], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return source, run.returncode, run.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--base", help="a revision")
    parser.add_argument("--all", action="store_true", help="every source of ours")
    parser.add_argument("--most", type=int, default=0, help="no more than these many sources")
    options = parser.parse_args()

    database = options.build / "compile_commands.json"
    if not database.is_file():
        sys.exit(f"tidy_changed.py: {database} is not there: build first")
    compiled = {pathlib.Path(entry["file"]) for entry in json.loads(database.read_text())}
    if options.all:
        names = sorted(str(f.relative_to(ROOT)) for f in compiled if ROOT in f.parents)
    else:
        names = changed_files(options.base or a_day_before_head())
        if names is None:
            print(f"tidy_changed.py: skipped: git does not know the base")
            return 0
    sources = sources_of(names, compiled)
    left = len(sources) - options.most if options.most else 0
    if left > 0:
        sources = sources[:options.most]
        print(f"tidy_changed.py: {left} more changed sources are not checked (--most)")
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for source, code, text in pool.map(
                lambda s: check(options.clang_tidy, options.build, s), sources):
            if code != 0:
                bad += 1
                print(f"{source.relative_to(ROOT)}:\n{text}")
    print(f"tidy_changed.py: {len(sources)} sources checked, {bad} with findings")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
