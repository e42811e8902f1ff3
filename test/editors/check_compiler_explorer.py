#!/usr/bin/env python3
"""Calls the two tools of cuda.local.properties as Compiler Explorer calls them."""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROPERTIES = (pathlib.Path(__file__).resolve().parents[2]
              / "editor-config/pipelines/compiler-explorer/cuda.local.properties")
args = None  # set by main

SOURCE = """__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}
void run(float *p) { scale<<<(1 << 24) / 32, 32>>>(p, 1 << 24); }
"""
# As its nvcc group calls nvcc for one file, and what a user types.
OF_COMPILER = ["--compiler-bindir", "/opt/gcc/bin", "-g", "-o", "/tmp/output.s",
               "--keep-device-functions", "-ptx"]


def properties():
    """{tool: {key: value}}"""
    tools = {}
    listed = []
    for line in PROPERTIES.read_text().splitlines():
        key, found, value = line.partition("=")
        if line.startswith("#") or not found:
            continue
        words = key.split(".")
        if words == ["tools"]:
            listed = value.split(":")
        else:
            assert words[0] == "tools" and len(words) == 3, line
            tools.setdefault(words[1], {})[words[2]] = value
    assert sorted(listed) == sorted(tools), listed
    return tools


def call(tool, flags=(), typed=()):
    """What base-tool and clang-tidy-tool do: the working folder is the file's, the
    tool's options come first, except that clang-tidy-tool adds them to the flags."""
    with tempfile.TemporaryDirectory(prefix="gpuperf-ce-") as folder:
        source = pathlib.Path(folder) / "example.cu"
        source.write_text(SOURCE)
        command = [str(args.bin / pathlib.Path(tool["exe"]).name)]
        if tool["class"] == "clang-tidy-tool":
            (source.parent / "compile_flags.txt").write_text(
                "\n".join([*flags, *tool["options"].split()]))
        else:
            command += tool["options"].split()
        run = subprocess.run([*command, *typed, str(source)], cwd=folder, input="",
                             capture_output=True, text=True, timeout=120)
    return run.stdout + run.stderr, run.returncode


class CompilerExplorer(unittest.TestCase):
    def setUp(self):
        self.tools = properties()

    def test_times(self):
        said, code = call(self.tools["gpuperf"], typed=["--gpu=t4"])
        self.assertRegex(said, r"example\.cu:6:22: scale <<<524288, 32>>> on t4\n +\d+ us \(")
        self.assertEqual(code, 0, said)

    def test_checks_with_options_of_nvcc(self):
        for arch in (["--generate-code=arch=compute_80,code=sm_80"], ["-arch=sm_80"],
                     ["-arch", "sm_80"], ["-gencode", "arch=compute_80,code=sm_80"]):
            said, code = call(self.tools["gpuperftidy"], OF_COMPILER + ["-use_fast_math", *arch])
            self.assertRegex(said, r"example\.cu:6:22: warning: 'scale' is predicted to take .* on a100-sxm4-40gb")
            self.assertIn("[gpuperf-launch-config]", said)
            self.assertNotIn("unknown argument", said)
            self.assertEqual(code, 0, said)

    def test_checks_with_options_of_clang(self):
        said, code = call(self.tools["gpuperftidy"], ["--cuda-gpu-arch=sm_75", "-O2"])
        self.assertRegex(said, r"warning: 'scale' is predicted to take .* on t4")
        self.assertEqual(code, 0, said)


def main():
    global args
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    args, rest = parser.parse_known_args()
    args.bin = args.bin.resolve()
    unittest.main(argv=[sys.argv[0]] + rest)


if __name__ == "__main__":
    main()
