#!/usr/bin/env python3
"""The package of the VS Code extension: vsce has nothing to warn of, the code is one
file, the programs lie where the extension looks for them and can be executed."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

EXTENSION = pathlib.Path(__file__).resolve().parents[2] / "editor-config/vscode/extension"


def why_not():
    """Why nothing can be packed here; empty if it can."""
    if not shutil.which("npx"):
        return "npx is not there"
    asked = subprocess.run(["npm", "view", "esbuild", "version", "--fetch-retries=0",
                            "--fetch-timeout=20000"], capture_output=True)
    return "" if asked.returncode == 0 else "npm's registry does not answer"


class Package(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def pack(self, *words):
        return subprocess.run([sys.executable, EXTENSION / "pack.py",
                               f"--out={self.folder}/x.vsix", *words],
                              capture_output=True, text=True)

    def programs(self):
        """What a bundle has, with programs of one line."""
        home = self.folder / "gpuperf-0-linux-x86_64"
        for name in ("bin/gpuperf", "bin/gpuperf-clangd", "lib/libLLVM.so",
                     "share/gpuperf/cuda-minimal/gpuperf_cuda.h", "share/gpuperf/licenses/llvm",
                     "lib/GpuperfTidy.so", "share/gpuperf/editor-config/README.md"):
            file = home / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("#!/bin/sh\necho gpuperf\n")
            if name.startswith("bin/"):
                file.chmod(0o755)
        return home

    def test_code_is_one_file_and_programs_are_there(self):
        run = self.pack("--repository=https://example.org/gpuperf.git",
                        f"--programs={self.programs()}")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        with zipfile.ZipFile(self.folder / "x.vsix") as packed:
            files = {i.filename: i for i in packed.infolist()}
            package = json.loads(packed.read("extension/package.json"))
            manifest = packed.read("extension.vsixmanifest").decode()
        code = [f for f in files if f.endswith(".js")]
        self.assertEqual(code, ["extension/dist/extension.js"])
        self.assertEqual(package["main"], "./dist/extension.js")
        self.assertNotIn("dependencies", package)
        self.assertIn("extension/LICENSE.txt", files)
        self.assertIn("extension/dist/licenses.txt", files)
        self.assertIn('TargetPlatform="linux-x64"', manifest)
        self.assertIn("https://example.org/gpuperf", manifest)
        for name in ("gpuperf", "gpuperf-clangd"):
            mode = files[f"extension/gpuperf/bin/{name}"].external_attr >> 16
            self.assertTrue(mode & 0o111, f"{name} cannot be executed: {mode:o}")
        self.assertIn("extension/gpuperf/share/gpuperf/cuda-minimal/gpuperf_cuda.h", files)
        self.assertIn("extension/gpuperf/share/gpuperf/licenses/llvm", files)
        self.assertFalse([f for f in files if "GpuperfTidy" in f or "editor-config" in f])

    def test_folder_that_is_no_bundle(self):
        run = self.pack("--repository=https://example.org/gpuperf.git", f"--programs={self.folder}")
        self.assertEqual(run.returncode, 1)
        self.assertIn("is no bundle of gpuperf: it has no bin/gpuperf-clangd", run.stderr)


if __name__ == "__main__":
    reason = why_not()
    if reason:
        print(f"check_vsix.py: skipped: {reason}")
        sys.exit(0)
    unittest.main()
