#!/usr/bin/env python3
"""Runs a script in node, or says why it is skipped.

    with_node.py --packages=FOLDER [--need=FILE]... -- NODE_ARGUMENTS

Node packages are also looked for in FOLDER. Where node is missing or older than
18, or a needed file is not there, prints "with_node.py: skipped: REASON".
"""
import argparse
import os
import re
import shutil
import subprocess
import sys


def skip(reason):
    print(f"with_node.py: skipped: {reason}")
    sys.exit(0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", required=True)
    parser.add_argument("--need", action="append", default=[])
    parser.add_argument("arguments", nargs="+")
    args = parser.parse_args()
    node = shutil.which("node")
    if not node:
        skip("node is not there (18 or later is needed)")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    if int(re.match(r"v(\d+)", version).group(1)) < 18:
        skip(f"node is {version.strip()}; 18 or later is needed")
    for needed in [args.packages] + args.need:
        if not os.path.exists(needed):
            skip(f"{needed} is not there; test/editors/install.sh installs it")
    os.environ["NODE_PATH"] = args.packages
    os.execv(node, [node] + args.arguments)


if __name__ == "__main__":
    main()
