#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The client itself: a server that hangs, dies or talks nonsense is a failure
that says so, in time; positions and edits."""

import os
import random
import sys
import tempfile
import time
import unittest

import lsp
import mutate

# Answers 'initialize', then does what argv says at the next request.
STUB = r"""
import json, os, sys, time
def read():
    n = 0
    while True:
        line = sys.stdin.buffer.readline()
        if line in (b"\r\n", b""): break
        n = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(n))
def send(m):
    b = json.dumps(m).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(b) + b)
    sys.stdout.buffer.flush()
send({"id": read()["id"], "result": {"capabilities": {}}})
print("last words", file=sys.stderr, flush=True)
while "id" not in read(): pass
what = sys.argv[1]
if what == "hang": time.sleep(600)
if what == "die": os.abort()
if what == "exit": sys.exit(3)
if what == "nonsense": print("Content-Length: x\r\n\r\n", flush=True)
time.sleep(600)
"""


class Client(unittest.TestCase):
    def stub(self, what, wait_s):
        s = lsp.Server([sys.executable, "-c", STUB, what],
                       tempfile.gettempdir(), wait_s=wait_s)
        self.addCleanup(s.kill)
        return s

    def test_hang(self):
        s = self.stub("hang", 20)
        start = time.monotonic()
        with self.assertRaisesRegex(lsp.Timeout, "(?s)answer to a/b within "
                                    "0.5 s.*last words"):
            s.request("a/b", limit=0.5)
        self.assertLess(time.monotonic() - start, 10)
        s.kill()
        with self.assertRaises(ProcessLookupError):
            os.kill(s.process.pid, 0)

    def test_death(self):
        for what, said in (("die", "signal SIGABRT"),
                           ("exit", "exit status 3")):
            with self.subTest(what):
                s = self.stub(what, 20)
                with self.assertRaisesRegex(lsp.ServerDied,
                                            f"(?s){said}.*last words"):
                    s.request("a/b")

    def test_no_diagnostics(self):
        s = self.stub("hang", 20)
        s.wait_s = 0.5  # Only now: on a busy machine the start takes longer.
        s.open(__file__, "text")
        with self.assertRaisesRegex(lsp.Timeout, "diagnostics of "
                                    "test_client.py version 1"):
            s.diagnostics(__file__)

    def test_nonsense(self):
        s = self.stub("nonsense", 5)
        with self.assertRaisesRegex(lsp.ServerDied, "(?s)not a message"):
            s.request("a/b")

    def test_positions(self):
        text = "a\u00e9\U0001f600b\nsecond\n"
        at = text.index("b")
        self.assertEqual(lsp.position_of(text, at),
                         {"line": 0, "character": 4})
        for i in range(len(text) + 1):
            self.assertEqual(lsp.offset_of(text, lsp.position_of(text, i)), i)

    def test_edits(self):
        def edit(a, b, new):
            return {"range": {"start": {"line": 0, "character": a},
                              "end": {"line": 0, "character": b}},
                    "newText": new}
        self.assertEqual(lsp.apply_edits("0123456789", [
            edit(8, 9, "Y"), edit(1, 3, "x"), edit(3, 3, "-")]), "0x-34567Y9")
        with self.assertRaisesRegex(lsp.LspError, "overlapping"):
            lsp.apply_edits("0123456789", [edit(1, 4, ""), edit(3, 5, "")])

    def test_mutations(self):
        """Every edit changes the text, and the same seed gives the same."""
        text = "__global__ void k(int *p) { p[0] = 1; }\n" \
               "void f(int *p) {\n  k<<<1, 64>>>(p);\n}\n"
        runs = []
        for _ in range(2):
            rng = random.Random(5)
            runs.append([mutate.edit(rng, text, [text]) for _ in range(400)])
        self.assertEqual(*runs)
        self.assertTrue(all(new != text for _, new in runs[0]))
        self.assertEqual({how for how, _ in runs[0]},
                         {e.__name__ for e in mutate.EDITS})


if __name__ == "__main__":
    unittest.main()
