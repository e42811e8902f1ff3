#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twelve files that are edited in turn: gpuperf-clangd takes at most 1.3 times
the memory of stock clangd."""

import os
import re
import unittest

import case
import project
from case import FILE

FILES, ROUNDS = 12, 2
MOST = 1.3


def resident_mib(process, what):
    """VmRSS (now) or VmHWM (the most so far) of a running process."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as f:
        return int(re.search(what + r":\s+(\d+) kB", f.read())[1]) / 1024


class Memory(case.ClangdCase):
    def use(self, s, p):
        """(now, at most) in MiB, after all files were edited."""
        names = [p.path(f"{i}.cu") for i in range(FILES)]
        for path in names:
            s.open(path)
            s.settled(path)
        for turn in range(ROUNDS):
            for i, path in enumerate(names):
                block = 64 + 32 * ((turn * FILES + i) % 30)
                s.change(path, FILE.replace(
                    "(n + 31) / 32, 32", f"(n + {block - 1}) / {block}, "
                    f"{block}"))
                s.settled(path)
        return (resident_mib(s.process, "VmRSS"),
                resident_mib(s.process, "VmHWM"))

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "no /proc")
    @unittest.skipUnless(project.stock(), "no stock clangd")
    def test_twelve_files_in_turn(self):
        p = self.project({f"{i}.cu": FILE for i in range(FILES)})
        with p.server([project.stock()]) as s:
            stock = self.use(s, p)
        ours = self.use(self.server(p), p)
        print(f"MiB now and at most: stock {stock}, ours {ours}")
        for mine, theirs in zip(ours, stock):
            self.assertLessEqual(mine, MOST * theirs)


if __name__ == "__main__":
    unittest.main()
