#!/usr/bin/env python3
"""bootstrap.sh on systems that are not Debian: what it tells their users to type; and what
its tests do without others' programs. The system is made up, as /etc/os-release would name
it, with a PATH without LLVM."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BOOTSTRAP = pathlib.Path(__file__).resolve().parent.parent / "bootstrap.sh"
NEEDED = ("bash", "dirname", "cat", "env")


class Advice(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "bin").mkdir()
        for name in NEEDED:
            (self.folder / "bin" / name).symlink_to(shutil.which(name))
        # It runs in the folder of the script, which is not to be built in.
        shutil.copy(BOOTSTRAP, self.folder / "bootstrap.sh")

    def program(self, name, text):
        file = self.folder / "bin" / name
        file.write_text(f"#!{shutil.which('bash')}\n{text}\n")
        file.chmod(0o755)

    def run_on(self, release, word="demo"):
        (self.folder / "os-release").write_text(release)
        return subprocess.run([shutil.which("bash"), self.folder / "bootstrap.sh", word],
                              env={"PATH": str(self.folder / "bin"),
                                   "GPUPERF_OS_RELEASE": str(self.folder / "os-release")},
                              capture_output=True, text=True)

    def test_ubuntu_24_needs_the_archive_of_llvm(self):
        run = self.run_on('ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\nVERSION_CODENAME=noble\n')
        self.assertEqual(run.returncode, 2)
        self.assertIn("deb http://apt.llvm.org/noble/ llvm-toolchain-noble-22 main", run.stderr)
        self.assertIn("sudo apt-get install cmake ninja-build", run.stderr)
        self.assertIn("libclang-22-dev", run.stderr)
        self.assertNotIn("bookworm", run.stderr)

    def test_ubuntu_22_is_jammy(self):
        run = self.run_on('ID=ubuntu\nVERSION_ID="22.04"\nVERSION_CODENAME=jammy\n')
        self.assertIn("deb http://apt.llvm.org/jammy/ llvm-toolchain-jammy-22 main", run.stderr)

    def test_ubuntu_26_installs(self):
        self.program("dpkg-query", "exit 1")
        self.program("id", "echo 0")
        self.program("apt-get", 'echo "apt-get $*"; [ "$1" = update ]')
        run = self.run_on('ID=ubuntu\nVERSION_ID="26.04"\nVERSION_CODENAME=resolute\n')
        self.assertIn("Installing cmake", run.stderr)
        self.assertNotIn("apt.llvm.org", run.stderr)

    def test_fedora_44_has_it(self):
        run = self.run_on('ID=fedora\nVERSION_ID=44\n')
        self.assertEqual(run.returncode, 2)
        self.assertIn("sudo dnf install cmake ninja-build gcc-c++", run.stderr)

    def test_fedora_43_has_another(self):
        run = self.run_on('ID=fedora\nVERSION_ID=43\n')
        self.assertEqual(run.returncode, 2)
        self.assertIn("Fedora 43 has another LLVM than 22", run.stderr)
        self.assertIn("the bundle", run.stderr)
        self.assertNotIn("dnf", run.stderr)

    def test_arch(self):
        run = self.run_on('ID=arch\n')
        self.assertEqual(run.returncode, 2)
        self.assertIn("sudo pacman -S --needed cmake ninja", run.stderr)

    def test_another_system(self):
        run = self.run_on('ID=gentoo\n')
        self.assertEqual(run.returncode, 2)
        self.assertIn("gentoo is not known here", run.stderr)

    def test_where_llvm_is_there_it_is_configured_with_the_system_s_clang(self):
        self.program("llvm-config", "echo 22.1.8")
        self.program("cmake", 'echo "cmake $*"; exit 1')
        run = self.run_on('ID=fedora\nVERSION_ID=44\n')
        self.assertIn("-DCMAKE_CXX_COMPILER=clang++", run.stderr)

    def test_of_another_version_it_does_not_count(self):
        self.program("llvm-config", "echo 21.1.0")
        run = self.run_on('ID=arch\n')
        self.assertIn("sudo pacman", run.stderr)

    def test_debian_12_without_its_security_archive(self):
        self.program("dpkg-query", "exit 1")
        self.program("id", "echo 0")
        self.program("apt-get", '[ "$1" = update ]')
        run = self.run_on('ID=debian\nVERSION_ID="12"\n')
        self.assertEqual(run.returncode, 2)
        self.assertIn("bookworm-security, which must be among the sources", run.stderr)

    def run_tests(self, build):
        """`test` where the registry of npm does not answer; 'build' is what the build does."""
        for name in ("grep", "mkdir", "rm"):
            (self.folder / "bin" / name).symlink_to(shutil.which(name))
        (self.folder / "build").mkdir()
        (self.folder / "test/editors").mkdir(parents=True)
        install = self.folder / "test/editors/install.sh"
        install.write_text(f"#!{shutil.which('bash')}\necho 'install.sh: no answer' >&2\nexit 2\n")
        install.chmod(0o755)
        self.program("cmake", f'[ "$1" != --build ] || {build}')
        self.program("nproc", "echo 2")
        self.program("ctest", 'echo "ctest $*"')
        return self.run_on('ID=debian\nVERSION_ID="12"\n', "test")

    def test_what_cannot_be_had_is_skipped(self):
        run = self.run_tests("true")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("ctest --test-dir build", run.stdout)
        self.assertIn("install.sh: no answer", run.stderr)
        self.assertIn("will be skipped", run.stderr)

    def test_nothing_is_tested_that_does_not_build(self):
        run = self.run_tests("false")
        self.assertEqual(run.returncode, 1)
        self.assertNotIn("ctest", run.stdout)


if __name__ == "__main__":
    unittest.main()
