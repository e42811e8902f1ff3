#!/usr/bin/env python3
"""Emacs in a terminal, set up by the paste of editor-config/emacs/README.md."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from terminal import (CONFIGURATION, DEMO, LAUNCH, REPOSITORY, Terminal, check_fixed, need, paste, skip, wait_until)

# What else a first start does and shows is not ours to try.
QUIET = """(setq inhibit-startup-screen t create-lockfiles nil make-backup-files nil
      native-comp-deferred-compilation nil native-comp-async-report-warnings-errors nil)
"""


def command(terminal, name):
    terminal.keys("M-x")
    terminal.wait(r"M-x")
    terminal.type(name)
    terminal.keys("Enter")


def use(terminal, folder, args):
    file = folder / "blend.cu"
    before = file.read_text()
    line = before[:before.index(LAUNCH)].count("\n") + 1

    # Errors, warnings, notes: the echo area tells them when the cursor comes.
    terminal.wait(r"\(CUDA.*Flymake\[0 [1-9]")
    terminal.keys("M-g", "g")
    terminal.wait(r"[Gg]o ?to line")
    terminal.type(str(line))
    terminal.keys("Enter", "M-m")
    terminal.wait(r"Block size 32 of 'blend': \d+ is predicted|'blend' is predicted to take .* on h200-sxm")
    terminal.keep("1-opened")

    command(terminal, "flymake-show-buffer-diagnostics")
    terminal.wait(r"gpuperf-launch-config.*Block size 32 of 'blend'|Block size 32 of 'blend'.*gpuperf-launch-config")
    terminal.wait(r"gpuperf-kernel-time")
    terminal.keep("2-list")
    terminal.keys("C-x", "1")

    command(terminal, "eglot-code-actions")
    terminal.wait(r"Pick an action.*block size 32 of 'blend'")
    terminal.keep("3-fixes")
    terminal.keys("Enter")
    # Emacs 30 shows the names of the arguments in between.
    terminal.wait(r"blend<<<(gridDim: )?\(Count \+ (?!31)")
    assert file.read_text() == before, "the file was written before it was saved"
    terminal.keys("C-x", "C-s")
    wait_until("the file was saved", lambda: file.read_text() != before)
    check_fixed(file, before, args.bin, args.clang)
    terminal.wait(r"Flymake\[0 0 ")
    terminal.keys("C-a", "M-m")
    terminal.wait(r"'blend' is predicted to take .*, bound by dram")
    terminal.keep("4-fixed")
    terminal.keys("C-x", "C-c")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--artifacts", required=True)
    args = parser.parse_args()
    need("emacs", "tmux")
    if subprocess.run(["emacs", "--batch", "--eval", "(require 'eglot)"], capture_output=True).returncode:
        skip("emacs has no eglot; test/editors/install.sh installs it")
    args.bin = args.bin.resolve()
    with tempfile.TemporaryDirectory(prefix="gpuperf-emacs-") as temporary:
        home = pathlib.Path(temporary)
        folder = home / "demo"
        folder.mkdir()
        shutil.copy(DEMO, folder)
        (folder / ".clang-tidy").write_text(CONFIGURATION)
        init = home / ".emacs.d/init.el"
        init.parent.mkdir()
        init.write_text(QUIET + paste(REPOSITORY / "editor-config/emacs/README.md", "elisp", args.bin))
        env = {"HOME": home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        with Terminal(["emacs", "-nw", "blend.cu"], folder, env, args.artifacts) as terminal:
            use(terminal, folder, args)
    print("Emacs: opened, messages and checks seen, fix applied and saved, compiles")


if __name__ == "__main__":
    main()
