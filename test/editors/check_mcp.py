#!/usr/bin/env python3
"""gpuperf mcp as the protocol's own inspector sees it (npm: @modelcontextprotocol/inspector, or
its command alone, inspector-cli), in --packages=FOLDER/node_modules or on PATH. install.sh
installs it; without it this is skipped."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

args = None  # set by main

SOURCE = """__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}
void run(float *p) { scale<<<(1 << 24) / 32, 32>>>(p, 1 << 24); }
"""


class Inspector(unittest.TestCase):
    def ask(self, *words):
        """(what it printed as JSON or None, exit code)"""
        run = subprocess.run([args.inspector, "--cli", args.bin / "gpuperf", "mcp", *words],
                             capture_output=True, text=True, timeout=120)
        try:
            return json.loads(run.stdout), run.returncode
        except json.JSONDecodeError:
            return run.stdout + run.stderr, run.returncode

    def test_tools(self):
        said, code = self.ask("--method", "tools/list")
        self.assertEqual(code, 0, said)
        self.assertEqual([t["name"] for t in said["tools"]],
                         ["predict_launch", "sweep", "explain", "program", "gpus"])

    def test_call(self):
        with tempfile.TemporaryDirectory(prefix="gpuperf-mcp-") as folder:
            file = pathlib.Path(folder) / "k.cu"
            file.write_text(SOURCE)
            said, code = self.ask("--method", "tools/call", "--tool-name", "predict_launch",
                                  "--tool-arg", f"file={file}", "--tool-arg", "gpu=t4")
        self.assertEqual(code, 0, said)
        [launch] = said["structuredContent"]["launches"]
        self.assertLess(launch["band"]["low_us"], launch["time_us"])

    def test_unknown_tool(self):
        said, code = self.ask("--method", "tools/call", "--tool-name", "nothing")
        self.assertIn("-32602", said)
        self.assertNotEqual(code, 0)


def main():
    global args
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--packages", type=pathlib.Path, default=pathlib.Path("none"))
    args, rest = parser.parse_known_args()
    args.bin = args.bin.resolve()
    folder = (args.packages / "node_modules/.bin").resolve()
    where = f"{folder}{os.pathsep}{os.environ['PATH']}"
    args.inspector = shutil.which("mcp-inspector-cli", path=where) or shutil.which("mcp-inspector", path=where)
    if not args.inspector:
        print("check_mcp.py: skipped: the inspector is not there (test/editors/install.sh installs it)")
        return
    unittest.main(argv=[sys.argv[0]] + rest)


if __name__ == "__main__":
    main()
