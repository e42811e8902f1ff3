#!/usr/bin/env python3
"""Neovim in a terminal, set up by the paste of editor-config/neovim/README.md."""
import argparse
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from terminal import (CONFIGURATION, DEMO, LAUNCH, REPOSITORY, Terminal, check_fixed, need, paste, wait_until)


def use(terminal, folder, args):
    file = folder / "blend.cu"
    before = file.read_text()
    line = before[:before.index(LAUNCH)].count("\n") + 1

    terminal.type(f":{line}")
    terminal.keys("Enter")
    terminal.type("^")  # Neovim 0.12 offers the fixes of what the cursor is on
    terminal.wait(r"gpuperf-kernel-time: 'brightness' is predicted to take .* on h200-sxm")
    terminal.keep("1-opened")

    terminal.keys("C-w", "d")
    terminal.wait(r"\d\. gpuperf-launch-config: Block size 32 of 'blend': \d+ is predicted")
    terminal.keep("2-message")
    terminal.keys("Escape", "l")  # moving closes the window

    terminal.type("gra")
    number = terminal.wait(r"(\d): [Bb]lock size 32 of 'blend'").group(1)
    terminal.keep("3-fixes")
    terminal.type(number)
    terminal.keys("Enter")
    terminal.wait(r"blend<<<.*256>>>|blend<<<\(Count \+ (?!31)")
    assert file.read_text() == before, "the file was written before it was saved"
    terminal.type(":w")
    terminal.keys("Enter")
    wait_until("the file was saved", lambda: file.read_text() != before)
    check_fixed(file, before, args.bin, args.clang)
    terminal.wait(r"gpuperf-launch-config", absent=True)
    terminal.keep("4-fixed")

    # Another GPU in .clang-tidy: shown at an edit, once clangd looks again.
    (folder / ".clang-tidy").write_text(CONFIGURATION.replace("h200-sxm", "rtx-4090"))

    def edited():
        terminal.keys("Escape", "A", " ", "Escape")
        try:
            return terminal.wait(r"is predicted to take .* on rtx-4090", seconds=2)
        except AssertionError:
            return None
    wait_until("times for the GPU that .clang-tidy now names", edited, 20)
    terminal.keep("5-other-gpu")
    terminal.type(":qa!")
    terminal.keys("Enter")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--artifacts", required=True)
    args = parser.parse_args()
    need("nvim", "tmux")
    args.bin = args.bin.resolve()
    with tempfile.TemporaryDirectory(prefix="gpuperf-neovim-") as temporary:
        home = pathlib.Path(temporary)
        folder = home / "demo"
        folder.mkdir()
        shutil.copy(DEMO, folder)
        (folder / ".clang-tidy").write_text(CONFIGURATION)
        init = home / ".config/nvim/init.lua"
        init.parent.mkdir(parents=True)
        init.write_text(paste(REPOSITORY / "editor-config/neovim/README.md", "lua", args.bin))
        env = {"HOME": home, "XDG_CONFIG_HOME": home / ".config", "XDG_DATA_HOME": home / ".local/share",
               "XDG_STATE_HOME": home / ".local/state", "XDG_CACHE_HOME": home / ".cache",
               "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        with Terminal(["nvim", "blend.cu"], folder, env, args.artifacts) as terminal:
            use(terminal, folder, args)
    print("Neovim: opened, message and check seen, fix applied and saved, compiles, another GPU")


if __name__ == "__main__":
    main()
