#!/usr/bin/env python3
"""Builds a gpuperf_report with editor-config/pipelines/bazel. Without bazel (Debian:
bazel-bootstrap) it is skipped."""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "editor-config/pipelines/bazel"
args = None  # set by main


class Bazel(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="gpuperf-bazel-", ignore_cleanup_errors=True)
        self.addCleanup(temporary.cleanup)
        self.top = pathlib.Path(temporary.name).resolve()
        self.folder = self.top / "project"
        shutil.copytree(HERE / "bazel", self.folder / "src")
        (self.folder / "src/BUILD.test").rename(self.folder / "src/BUILD")
        tools = self.folder / "tools/gpuperf"
        tools.mkdir(parents=True)
        for name in ("gpuperf.bzl", "BUILD.gpuperf"):
            shutil.copy(FOLDER / name, tools)
        (tools / "BUILD").write_text("")
        (self.folder / "WORKSPACE").write_text(
            f'new_local_repository(name = "gpuperf", path = "{args.bin.parent}",\n'
            '    build_file = "//tools/gpuperf:BUILD.gpuperf")\n')
        self.addCleanup(lambda: self.bazel("shutdown"))

    def bazel(self, *words):
        return subprocess.run(["bazel", f"--output_user_root={self.top / 'root'}", *words], cwd=self.folder,
                              capture_output=True, text=True, timeout=300)

    def build(self, name="times"):
        """(report, what bazel said)"""
        run = self.bazel("build", "--noshow_progress", f"//src:{name}")
        self.assertEqual(run.returncode, 0, run.stderr[-3000:])
        return json.loads((self.folder / f"bazel-bin/src/{name}.json").read_text()), run.stderr

    def test_report(self):
        report, _ = self.build()
        self.assertEqual([(f["file"], f["status"]) for f in report["files"]],
                         [("src/broken.cu", "failed"), ("src/k.cu", "ok"), ("src/low.cu", "ok")])
        self.assertEqual([(l["file"], l["block"]) for l in report["launches"]],
                         [("src/k.cu", [96, 1, 1]), ("src/low.cu", [96, 1, 1])])
        self.assertTrue(all(l["time_us"] > 0 and l["gpu"] == "t4" for l in report["launches"]))
        # Only what changed is predicted again: one file, and the merge.
        source = self.folder / "src/k.cu"
        source.write_text(source.read_text().replace("2048", "4096"))
        report, said = self.build()
        self.assertEqual(report["launches"][0]["grid"], [4096, 1, 1])
        self.assertRegex(said, r"3 processes: 1 internal, 2 ")
        # A header concerns all files that may include it.
        header = self.folder / "src/low.cuh"
        header.write_text(header.read_text() + "// an edit\n")
        self.assertRegex(self.build()[1], r"processes: 1 internal, [34] ")
        # HIP, for a GPU of AMD's.
        report, _ = self.build("amd_times")
        self.assertEqual([(l["file"], l["gpu"]) for l in report["launches"]], [("src/amd.hip", "mi300x")])
        self.assertGreater(report["launches"][0]["time_us"], 0)


def main():
    global args
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    args, rest = parser.parse_known_args()
    args.bin = args.bin.resolve()
    if not shutil.which("bazel"):
        print("check_bazel.py: skipped: bazel is not there (Debian's bazel-bootstrap)")
        return
    unittest.main(argv=[sys.argv[0]] + rest)


if __name__ == "__main__":
    main()
