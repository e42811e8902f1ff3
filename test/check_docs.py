#!/usr/bin/env python3
"""Every check has its files and a page that names each of its options.

usage: check_docs.py CLANG_TIDY PLUGIN
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, check=True,
                          cwd="/").stdout


def main():
    tidy, plugin = sys.argv[1:3]
    load = [tidy, f"--load={plugin}", "--config={}", "--checks=-*,gpuperf-*"]
    checks = re.findall(r"^\s+gpuperf-([a-z0-9-]+)$", run(*load, "--list-checks"),
                        re.M)
    config = run(*load, "--dump-config", "-")
    bad = [] if checks else ["no gpuperf check is registered"]
    for check in checks:
        camel = "".join(w.capitalize() for w in check.split("-"))
        page = ROOT / "plugin/checks" / f"{camel}Check.md"
        # Checks that look at a line of a kernel have their sources in lines/,
        # those that look at the host's loops in host/.
        rooms = [page.parent / room / page.name for room in ("lines", "host")]
        sources = next((r for r in rooms if r.with_suffix(".h").exists()), page)
        for f in (page, sources.with_suffix(".h"), sources.with_suffix(".cpp"),
                  ROOT / "test/checks" / f"{check}.cu"):
            if not f.exists():
                bad.append(f"gpuperf-{check}: {f.relative_to(ROOT)} is missing")
        if not page.exists():
            continue
        text = page.read_text()
        for heading in ("## Why", "## Example", "## Options", "## Limits"):
            if heading not in text:
                bad.append(f"{page.name}: no '{heading}'")
        for option in re.findall(rf"gpuperf-{check}\.(\w+)", config):
            if option not in text:
                bad.append(f"{page.name}: option {option} is not described")
    print("\n".join(bad))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
