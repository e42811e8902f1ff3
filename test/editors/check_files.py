#!/usr/bin/env python3
"""The files of editor-config/ against what is shipped: they parse, what they name
exists, READMEs paste what the files say, and clangd and clang-tidy obey theirs."""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "editor-config"
CLANGD = "/path/to/gpuperf/build/bin/gpuperf-clangd"
args = None  # set by main


def texts():
    """(path, text) of what people read and copy; the extension's code is not."""
    for path in sorted(FOLDER.rglob("*")):
        code = "extension" in path.parts and path.name != "README.md"
        if path.is_file() and not code and path.suffix not in (".png", ".svg", ".gif"):
            yield path, path.read_text()


def block(readme, language):
    found = re.search(rf"```{language}\n(.*?)```", (FOLDER / readme).read_text(), re.S)
    assert found, f"{readme} has no block of {language}"
    return found.group(1)


class Names(unittest.TestCase):
    def test_paths_exist(self):
        for path, text in texts():
            for name in re.findall(r"/path/to/gpuperf/([\w./-]+[\w-])", text):
                if name.startswith("build/"):
                    found = args.build / name.removeprefix("build/")
                    exists = found.exists() or found.name in args.without
                else:
                    exists = (REPOSITORY / name).exists()
                self.assertTrue(exists, f"{path} names {name}, which is not there")

    def test_programs_exist(self):
        for path, text in texts():
            for name in re.findall(r"build/bin/([\w-]+)", text):
                there = (args.build / "bin" / name).exists() or name in args.without
                self.assertTrue(there, f"{path} names build/bin/{name}")

    def test_links_lead_somewhere(self):
        for path, text in texts():
            if path.suffix != ".md" or "extension" in path.parts:
                continue
            for target in re.findall(r"\]\(([^)#]+)\)", text):
                if "://" not in target:
                    self.assertTrue((path.parent / target).exists(), f"{path} links to {target}")

    def test_gpus_are_shipped(self):
        run = subprocess.run([args.build / "bin/gpuperf", "gpus", "--format=json"], capture_output=True, text=True)
        shipped = json.loads(run.stdout)
        for path, text in texts():
            for value in re.findall(r"GpuperfGpu: *'?([\w;-]+)", text):
                for gpu in value.split(";"):
                    self.assertIn(gpu, shipped, f"{path} names the GPU {gpu}")

    def test_options_and_checks_exist(self):
        sources = "".join(p.read_text() for p in (REPOSITORY / "plugin").rglob("*.cpp"))
        for path, text in texts():
            for option in re.findall(r"\b(Gpuperf[A-Z]\w+):", text):
                self.assertIn(f'"{option}"', sources, f"{path} names the option {option}")
            for check in re.findall(r"\bgpuperf-(?:kernel-time|launch-config|[a-z]+-[a-z]+-?[a-z]*)\b", text):
                if not re.match(r"gpuperf-clang", check):
                    self.assertIn(f'"{check}"', sources, f"{path} names the check {check}")


class Agents(unittest.TestCase):
    def test_all_start_the_same_server(self):
        read = lambda name: json.loads((FOLDER / "agents" / name).read_text())
        codex = tomllib.loads((FOLDER / "agents/codex-config.toml").read_text())
        servers = [read("mcp.json")["mcpServers"], read("vscode-mcp.json")["servers"],
                   read("zed-settings.json")["context_servers"], codex["mcp_servers"]]
        for server in servers:
            self.assertEqual((server["gpuperf"]["command"], server["gpuperf"]["args"]), ("gpuperf", ["mcp"]))
        help_of = subprocess.run([args.build / "bin/gpuperf", "mcp", "--help"], capture_output=True, text=True)
        self.assertIn("--time-limit", help_of.stdout)

    def test_language_server(self):
        server = json.loads((FOLDER / "agents/lsp.json").read_text())["gpuperf-clangd"]
        self.assertEqual(server["command"], "gpuperf-clangd")
        self.assertIn(".cu", server["extensionToLanguage"])


class Editors(unittest.TestCase):
    def test_vscode(self):
        settings = json.loads((FOLDER / "vscode/settings.json").read_text())
        self.assertEqual(settings["clangd.path"], CLANGD)
        self.assertEqual(json.loads(block("vscode/README.md", "json")), settings)
        recommended = json.loads((FOLDER / "vscode/extensions.json").read_text())["recommendations"]
        self.assertIn("llvm-vs-code-extensions.vscode-clangd", recommended)

    def test_vscode_extension_has_what_is_described(self):
        package = json.loads((FOLDER / "vscode/extension/package.json").read_text())
        settings = set(package["contributes"]["configuration"]["properties"])
        titles = {f"gpuperf: {c['title']}" for c in package["contributes"]["commands"]}
        named = (FOLDER / "vscode/README.md").read_text() + (FOLDER / "vscode/extension/README.md").read_text()
        self.assertLessEqual(set(re.findall(r"\bgpuperf\.(?!vsix)[a-zA-Z]+", named)), settings)
        self.assertLessEqual(set(re.findall(r"`(gpuperf: [^`]+)`", named)), titles)
        code = (FOLDER / "vscode/extension/extension.js").read_text()
        for command in package["contributes"]["commands"]:
            self.assertIn(f"'{command['command']}'", code)

    def test_helix(self):
        text = (FOLDER / "helix/languages.toml").read_text()
        self.assertEqual(tomllib.loads(text)["language-server"]["clangd"]["command"], CLANGD)
        self.assertEqual(tomllib.loads(block("helix/README.md", "toml")), tomllib.loads(text))

    def test_zed(self):
        settings = json.loads((FOLDER / "zed/settings.json").read_text())
        self.assertEqual(settings["lsp"]["clangd"]["binary"], {"path": CLANGD, "arguments": []})
        self.assertEqual(json.loads(block("zed/README.md", "json")), settings)


class Clang(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="gpuperf-files-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check(self, name, source, clangd=None):
        """What clangd says about a file, and its exit code."""
        (self.folder / name).write_text(source)
        run = subprocess.run(
            [clangd or args.build / "bin/gpuperf-clangd", f"--check={self.folder / name}", "--check-warnings",
             "--check-locations=0"], capture_output=True, text=True, timeout=120)
        return run.stderr, run.returncode

    SHARED = "struct B { __device__ B(); };\n__global__ void k() { __shared__ B b; }\n"

    def test_clangd_configuration_is_obeyed(self):
        """By stock clangd too, which shows the error without it."""
        flags = subprocess.run([args.build / "bin/gpuperf", "flags", "--format=lines"], capture_output=True, text=True)
        (self.folder / "compile_flags.txt").write_text(flags.stdout)
        said, code = self.check("k.cu", self.SHARED, args.clangd)
        self.assertIn("[shared_var_init]", said)
        self.assertNotEqual(code, 0)
        shutil.copy(FOLDER / "clangd/.clangd", self.folder)
        for clangd in (args.clangd, None):
            said, code = self.check("k.cu", self.SHARED, clangd)
            self.assertNotIn("[shared_var_init]", said)
            self.assertNotRegex(said, r"(?i)config (error|warning)|unknown .*key")
            self.assertEqual(code, 0, said)

    def test_clangd_configuration_leaves_true_errors(self):
        shutil.copy(FOLDER / "clangd/.clangd", self.folder)
        said, code = self.check("k.cu", "int Host;\n__global__ void k(int *p) { *p = Host; }\n")
        self.assertIn("[ref_bad_target]", said)
        self.assertNotEqual(code, 0)

    LAUNCH = ("__global__ void k(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
              "void run(float *p) { k<<<1024, 256>>>(p); }\n")

    def test_clang_tidy_configuration_is_obeyed(self):
        shutil.copy(FOLDER / "clang-tidy/.clang-tidy", self.folder)
        said, _ = self.check("k.cu", self.LAUNCH)
        self.assertRegex(said, r"\[gpuperf-kernel-time\].*on h200-sxm")
        run = subprocess.run([args.clang_tidy, f"--load={args.plugin}", "--verify-config",
                              f"--config-file={FOLDER / 'clang-tidy/.clang-tidy'}"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_advice_of_the_readme_silences(self):
        """NOLINT, a check left out, a folder switched off: each makes the time go."""
        self.assertIn("[gpuperf-kernel-time]", self.check("k.cu", self.LAUNCH)[0])
        with self.subTest("NOLINT"):
            quiet = self.LAUNCH.replace("(p); }\n", "(p); } // NOLINT(gpuperf-kernel-time)\n")
            self.assertNotIn("[gpuperf-kernel-time]", self.check("quiet.cu", quiet)[0])
        with self.subTest("GPU only"):
            (self.folder / ".clang-tidy").write_text("CheckOptions:\n  GpuperfGpu: 't4'\n")
            self.assertRegex(self.check("k.cu", self.LAUNCH)[0], r"\[gpuperf-kernel-time\].*on t4")
        with self.subTest("a check"):
            (self.folder / ".clang-tidy").write_text("Checks: 'gpuperf-*,-gpuperf-kernel-time'\n")
            self.assertNotIn("[gpuperf-kernel-time]", self.check("k.cu", self.LAUNCH)[0])
        with self.subTest("a folder"):
            (self.folder / ".clang-tidy").write_text("InheritParentConfig: true\nChecks: '-gpuperf-*'\n")
            self.assertNotIn("[gpuperf-kernel-time]", self.check("k.cu", self.LAUNCH)[0])


def main():
    global args
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--clangd", default="clangd-22", help="stock clangd")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--without", action="append", default=[], help="a program that this build does not make")
    args, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0]] + rest)


if __name__ == "__main__":
    main()
