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

    def change(self):
        """A branch with a kernel that became slower, and the environment of a runner."""
        (self.folder / "src/kernel.cu").write_text(FINE.replace("p[i]", "p[i * 8]"))
        self.git("commit", "-q", "-a", "-m", "slower")
        (self.folder / ".gpuperf-tool").mkdir()
        (self.folder / ".gpuperf-tool/build").symlink_to(args.bin.parent)
        return {"HOME": str(self.folder / "home"), "XDG_CACHE_HOME": str(self.folder / "cache"),
                "PATH": f"{args.bin}:{os.environ['PATH']}"}

    def test_commands_of_github(self):
        """What the steps behind the building of gpuperf run."""
        text = (PIPELINES / "github.yml").read_text().replace("${{ github.base_ref }}", "main")
        environment = self.change()
        environment |= {name: str(self.folder / name) for name in ("GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        (self.folder / "home").mkdir()

        def run(name):
            step = re.search(rf"- name: {name}\n(.*?)(?=\n      - |\Z)", text, re.S).group(1)
            lines = re.search(r"run: (?:\|\n)?(.*)", step, re.S).group(1)
            return self.run_shell("set -e\n" + lines, **environment)
        said, code = run("times")
        self.assertEqual(code, 0, said)
        # As the step of the comment looks for it.
        self.assertIn("**1 of 2 launches slower, 0 faster", (self.folder / "GITHUB_STEP_SUMMARY").read_text())
        self.assertIn("p[i * 8]", (self.folder / "src/kernel.cu").read_text())
        said, code = run("findings")
        self.assertEqual(code, 0, said)
        self.assertIn("gpuperf-uncoalesced-access", (self.folder / "gpuperf.sarif").read_text())
        said, code = run("advice")
        self.assertRegex(said, r"kernel.cu:4:.* error: .*\[gpuperf-uncoalesced-access,")
        self.assertNotIn("fine.cu", said)
        self.assertNotEqual(code, 0)
        said, code = run("gate")
        self.assertEqual(code, 1, said)
        self.assertIn("slower", said)

    def test_commands_of_gitlab(self):
        text = (PIPELINES / "gitlab.yml").read_text()
        # The compile database of the test stands for what CMake writes.
        text = text.replace("cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON &&",
                            f"mkdir -p build && sed 's|{self.folder}|{self.folder}/base|g' ../build/"
                            "compile_commands.json > build/compile_commands.json &&")
        script = text[text.index("    - gpuperf report"):text.index("  # Times as metrics")]
        script = re.sub(r"(?m)^(    - \|\n|    - |    )", "", script)
        environment = self.change() | {"GPU": "t4"}
        said, code = self.run_shell("set -e\n" + script, CI_MERGE_REQUEST_DIFF_BASE_SHA="origin/main", **environment)
        self.assertIn("1 of 2 launches slower", said)
        self.assertRegex(said, r"kernel.cu:4:.* error: .*\[gpuperf-uncoalesced-access,")
        self.assertNotEqual(code, 0)
        self.assertIn("scale", (self.folder / "metrics.txt").read_text())
        self.assertIn("gpuperf-uncoalesced-access", (self.folder / "quality.json").read_text())
        # On the default branch there is nothing to compare with.
        said, code = self.run_shell("set -e\n" + script, **environment)
        self.assertEqual(code, 0, said)

    @unittest.skipUnless(shutil.which("node"), "node is not there")
    def test_comment_on_github(self):
        text = (PIPELINES / "github.yml").read_text()
        script = re.search(r"script: \|\n(.*?)\n      #", text, re.S).group(1)

        def calls(diff, bodies):
            (self.folder / "diff.md").write_text(diff)
            program = """
              const [script, bodies] = process.argv.slice(1), said = [];
              const note = name => async given => said.push([name, given.comment_id, given.body]);
              const issues = {listComments: 0, updateComment: note('update'), createComment: note('create')};
              const github = {rest: {issues},
                paginate: async () => JSON.parse(bodies).map((body, i) => ({body, id: i + 1}))};
              const context = {repo: {owner: 'o', repo: 'r'}, issue: {number: 7}};
              const AsyncFunction = (async () => 0).constructor;
              new AsyncFunction('github', 'context', 'require', script)(github, context, require)
                .then(() => console.log(JSON.stringify(said)));
            """
            run = subprocess.run(["node", "-e", program, script, json.dumps(bodies)], cwd=self.folder,
                                 capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            return json.loads(run.stdout)
        slower = "**10 of 20 launches slower, 0 faster (t4)**\n"
        same = "**0 of 20 launches slower, 0 faster (t4)**\n"
        self.assertEqual(calls(slower, ["hello"]), [["create", None, "<!-- gpuperf -->\n" + slower]])
        self.assertEqual(calls(same, ["hello"]), [])
        self.assertEqual(calls(same, ["hello", "<!-- gpuperf -->\nold"]),
                         [["update", 2, "<!-- gpuperf -->\n" + same]])

    def configure(self, call):
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(x NONE)\n"
            f"include({PIPELINES / 'GpuperfCheck.cmake'})\n{call}\n")
        run = subprocess.run(["cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DGPUPERF_CLANG_TIDY={args.clang_tidy}"],
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
