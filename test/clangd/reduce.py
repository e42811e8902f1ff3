#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the text of a crash or hang smaller: lines go, then tokens, as long as
the server still ends, or takes longer than --limit seconds, when it is opened.

    test/clangd/reduce.py fuzz-found/crash-001 > small.cu

The folder is one that fuzz_edits.py saved. Exit 1 if opening the text alone does
no harm: then it takes before.cu and the edit too.
"""

import argparse
import json
import os
import sys

import fuzz_edits
import lsp
import mutate
import project


class Case:
    """The file that a saved case was typed into."""

    def __init__(self, folder):
        with open(os.path.join(folder, "case.json"), encoding="utf-8") as f:
            facts = json.load(f)
        self.path, self.flags = facts["path"], facts["flags"]
        self.folder = facts["folder"]
        with open(os.path.join(folder, "text.cu"), encoding="utf-8",
                  newline="") as f:
            self.text = f.read()


def harmful(side, case, text):
    side.start(case)
    side.server.wait_s = side.limit_s
    try:
        side.show(case, text)
    except lsp.LspError:
        return True
    finally:
        side.stop()
    return False


def smaller(parts, is_bad):
    """Fewer parts of which is_bad is still true; halves first, then ever
    smaller pieces (delta debugging). What there is once is_bad has had
    enough."""
    size = max(1, len(parts) // 2)
    while True:
        at = 0
        while at < len(parts):
            rest = parts[:at] + parts[at + size:]
            if rest and is_bad("".join(rest)):
                parts = rest
            else:
                at += size
        if size == 1:
            return parts
        size = max(1, size // 2)


def main():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("folder")
    p.add_argument("--server", default=project.CLANGD)
    p.add_argument("--limit", type=float, default=30.0, metavar="SECONDS")
    p.add_argument("--probes", type=int, default=300,
                   help="starts of the server at most")
    args = p.parse_args()
    case = Case(args.folder)
    with project.Project({}, flags=[], user_config="") as scratch:
        side = fuzz_edits.Side("reduce", [args.server], scratch.top)
        side.limit_s = args.limit

        left = args.probes

        def is_bad(text):
            nonlocal left
            left -= 1
            return left >= 0 and harmful(side, case, text)

        if not is_bad(case.text):
            print("reduce.py: opening the text alone does no harm",
                  file=sys.stderr)
            return 1
        parts = smaller(case.text.splitlines(True), is_bad)
        text, end = "".join(parts), 0
        tokens = []
        for m in mutate.TOKEN.finditer(text):
            tokens.append(text[end:m.end()])
            end = m.end()
        tokens.append(text[end:])
        sys.stdout.write("".join(smaller(tokens, is_bad)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
