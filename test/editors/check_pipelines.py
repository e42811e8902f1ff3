#!/usr/bin/env python3
"""Runs what editor-config/pipelines/README.md says to paste, on a small project."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PIPELINES = REPOSITORY / "editor-config/pipelines"
args = None  # set by main

# Advice and a fix in one file; the other is fine.
SLOW = """__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}
void slow(float *p) { scale<<<(1 << 24) / 32, 32>>>(p, 1 << 24); }
"""
FINE = SLOW.replace("slow", "fine").replace("/ 32, 32", "/ 512, 512")


def commands():
    """{what: command} of the table."""
    rows = {}
    for line in (PIPELINES / "README.md").read_text().splitlines():
        found = re.match(r"\| ([^|]+) \| `(.+)` \|$", line)
        if found:
            rows[found.group(1)] = found.group(2).replace("\\|", "|")
    return rows


class Pipelines(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="gpuperf-pipelines-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name).resolve()
        (self.folder / "src").mkdir()
        (self.folder / "src/kernel.cu").write_text(FINE)
        (self.folder / "src/fine.cu").write_text(FINE)
        shutil.copy(REPOSITORY / "editor-config/clang-tidy/.clang-tidy", self.folder)
        self.write_database()
        for command in (["init", "-q", "-b", "main"], ["add", "src"], ["commit", "-q", "-m", "x"],
                        ["update-ref", "refs/remotes/origin/main", "HEAD"]):
            self.git(*command)
        (self.folder / "src/kernel.cu").write_text(SLOW)

    def write_database(self):
        (self.folder / "build").mkdir(exist_ok=True)
        flags = subprocess.run([args.bin / "gpuperf", "flags", "--format=lines"],
                               capture_output=True, text=True, check=True).stdout.split("\n")
        entries = [{"directory": str(self.folder), "file": f"src/{name}",
                    "arguments": ["clang++", *filter(None, flags), "-c", f"src/{name}"]}
                   for name in ("kernel.cu", "fine.cu")]
        (self.folder / "build/compile_commands.json").write_text(json.dumps(entries))

    def git(self, *command):
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.com", *command],
                       cwd=self.folder, check=True)

    def run_shell(self, command, **more):
        env = {**os.environ, "T": str(args.clang_tidy), **more}
        run = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=env,
                             capture_output=True, text=True, timeout=200)
        return run.stdout + run.stderr, run.returncode

    def test_one_file(self):
        said, code = self.run_shell(commands()["one file"])
        self.assertIn("kernel.cu:6:23: warning: block size 32 of 'scale'", said)
        self.assertEqual(code, 0)

    def test_errors_on_purpose(self):
        option = re.search(r"`(-warnings-as-errors=[^`]+)`", (PIPELINES / "README.md").read_text()).group(1)
        said, code = self.run_shell(commands()["one file"] + " " + option)
        self.assertRegex(said, r"error: block size 32 .*\[gpuperf-launch-config,-warnings-as-errors\]")
        self.assertRegex(said, r"warning: 'scale' is predicted .*\[gpuperf-kernel-time\]")
        self.assertEqual(code, 1)
        self.assertEqual(self.run_shell(commands()["one file"].replace("kernel.cu", "fine.cu") + " " + option)[1], 0)

    def test_project(self):
        said, code = self.run_shell(commands()["the project"])
        self.assertIn("kernel.cu:6:23: warning: block size 32 of 'scale'", said)
        self.assertIn("fine.cu:6:23: warning: 'scale' is predicted to take", said)
        self.assertEqual(code, 0)

    def test_what_a_branch_changed(self):
        command = commands()["what a branch changed"]
        said, code = self.run_shell(command)
        self.assertIn("kernel.cu:6:23: warning: block size 32 of 'scale'", said)
        self.assertNotIn("fine.cu", said)
        self.assertEqual(code, 0)
        # The reason for -iregex.
        without, _ = self.run_shell(re.sub(r" -iregex '[^']*'", "", command))
        self.assertNotIn("warning:", without)

    def test_fix(self):
        self.run_shell(commands()["what a branch changed"] + " -fix")
        text = (self.folder / "src/kernel.cu").read_text()
        self.assertNotEqual(text, SLOW)
        self.assertRegex(text, r"scale<<<[^>]*, (256|512|1024)>>>")

    @unittest.skipUnless(shutil.which("pre-commit"), "pre-commit is not there")
    def test_pre_commit(self):
        hook = (PIPELINES / "pre-commit-config.yaml").read_text()
        self.assertIn("/path/to/gpuperf/build/bin", hook)
        (self.folder / ".pre-commit-config.yaml").write_text(
            hook.replace("/path/to/gpuperf/build/bin", str(args.bin)))
        home = {"PRE_COMMIT_HOME": str(self.folder / "home")}
        self.git("add", ".pre-commit-config.yaml")
        self.git("add", "-u")
        said, code = self.run_shell("pre-commit run", **home)
        self.assertRegex(said, r"gpuperf\.*Failed")
        self.assertIn("error: block size 32 of 'scale'", said)
        self.assertNotIn("fine.cu", said)
        self.assertEqual(code, 1, said)
        (self.folder / "src/kernel.cu").write_text(FINE)
        self.git("add", "-u")
        said, code = self.run_shell("pre-commit run --all-files", **home)
        self.assertRegex(said, r"gpuperf\.*Passed")
        self.assertEqual(code, 0, said)

    @unittest.skipUnless(shutil.which("yamllint"), "yamllint is not there")
    def test_yaml(self):
        rules = "{extends: relaxed, rules: {line-length: {max: 130}}}"
        files = sorted(PIPELINES.glob("*.y*ml"))
        self.assertGreater(len(files), 3)
        run = subprocess.run(["yamllint", "--strict", "-d", rules, *files], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout)

    @unittest.skipUnless(shutil.which("groovy"), "groovy is not there")
    def test_jenkinsfile_parses(self):
        run = subprocess.run(["groovy", "-e", "new GroovyShell().parse(new File(args[0]))", PIPELINES / "Jenkinsfile"],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_commands_of_jenkins(self):
        """The shell of the comparison, with a build folder that is there already."""
        text = (PIPELINES / "Jenkinsfile").read_text()
        [compare] = re.findall(r"stage\('Compare'\).*?sh '''(.*?)'''", text, re.S)
        # The compile database of the test stands for what CMake writes.
        self.assertIn("cmake -B build", compare)
        compare = compare.replace("cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                                  f"mkdir -p build && sed 's|{self.folder}|{self.folder}/base|g' ../build/"
                                  "compile_commands.json > build/compile_commands.json")
        self.git("remote", "add", "origin", str(self.folder))
        (self.folder / "src/kernel.cu").write_text(FINE.replace("p[i]", "p[i * 8]"))
        environment = {"GPU": "t4", "CHANGE_TARGET": "main", "PATH": f"{args.bin}:{os.environ['PATH']}"}
        said, code = self.run_shell('gpuperf report -p build --gpu="$GPU" --cache=none -o head.json', **environment)
        self.assertEqual(code, 0, said)
        said, code = self.run_shell("set -e\n" + compare, **environment)
        self.assertEqual(code, 1, said)
        self.assertIn("1 of 2 launches slower", (self.folder / "gpuperf-diff.md").read_text())

    def configure(self, call):
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(x NONE)\n"
            f"include({PIPELINES / 'GpuperfCheck.cmake'})\n{call}\n")
        run = subprocess.run(["cmake", "-S", ".", "-B", "build", f"-DGPUPERF_CLANG_TIDY={args.clang_tidy}"],
                             cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.write_database()

    def test_cmake_target(self):
        self.configure("gpuperf_check_target(gpuperf-check)")
        said, code = self.run_shell("cmake --build build --target gpuperf-check")
        self.assertIn("warning: block size 32 of 'scale'", said)
        self.assertEqual(code, 0, said)

    def test_cmake_target_with_errors(self):
        self.configure("gpuperf_check_target(gpuperf-check ERRORS)")
        said, code = self.run_shell("cmake --build build --target gpuperf-check")
        self.assertIn("error: block size 32 of 'scale'", said)
        self.assertNotEqual(code, 0)


def main():
    global args
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--clang-tidy", type=pathlib.Path, required=True)
    args, rest = parser.parse_known_args()
    for program in ("git", "run-clang-tidy-22", "clang-tidy-diff-22.py"):
        if not shutil.which(program):
            print(f"check_pipelines.py: skipped: {program} is not there")
            return
    args.bin, args.clang_tidy = args.bin.resolve(), args.clang_tidy.resolve()
    unittest.main(argv=[sys.argv[0]] + rest)


if __name__ == "__main__":
    main()
