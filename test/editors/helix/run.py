#!/usr/bin/env python3
"""Helix in a terminal, set up by the pastes of editor-config/helix/README.md."""
import argparse
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from terminal import (CONFIGURATION, DEMO, LAUNCH, REPOSITORY, Terminal, check_fixed, need, paste, wait_until)

README = REPOSITORY / "editor-config/helix/README.md"


def is_saved(file, before):
    """Helix writes the file anew: for a moment there is none, or an empty one."""
    try:
        return file.read_text() not in ("", before)
    except FileNotFoundError:
        return False


def use(terminal, folder, args):
    file = folder / "blend.cu"
    before = file.read_text()
    line = before[:before.index(LAUNCH)].count("\n") + 1

    terminal.wait(r"blend\.cu")
    terminal.type(f"{line}gggs")  # onto the name of the kernel: fixes are those of the selection
    terminal.wait(r"Block size 32 of 'blend'")
    terminal.keep("1-opened")
    terminal.type("j")
    terminal.wait(r"'brightness' is predicted to take .* on h200-sxm")
    terminal.keep("1-next-launch")
    terminal.type("k")

    terminal.type(" d")
    terminal.wait(r"gpuperf-launch-config")
    terminal.keep("2-all")
    terminal.keys("Escape")
    terminal.wait(r"severity +source", absent=True)  # what is typed next is no Alt and no filter

    terminal.type(" a")
    terminal.wait(r"block size 32 of 'blend': 256 is predicted")
    terminal.keep("3-fixes")
    terminal.keys("Enter")
    terminal.wait(r"blend<<<.*256>>>")
    assert file.read_text() == before, "the file was written before it was saved"
    terminal.type(":w")
    terminal.keys("Enter")
    wait_until("the file was saved", lambda: is_saved(file, before))
    check_fixed(file, before, args.bin, args.clang)
    terminal.wait(r"Block size 32 of", absent=True)
    terminal.keep("4-fixed")

    # Another GPU in .clang-tidy, and the server once more.
    (folder / ".clang-tidy").write_text(CONFIGURATION.replace("h200-sxm", "rtx-4090"))
    terminal.type(":lsp-restart")
    terminal.keys("Enter")
    terminal.wait(r"is predicted to take .* on rtx-4090")
    terminal.keep("5-other-gpu")
    terminal.type(":qa!")
    terminal.keys("Enter")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--artifacts", required=True)
    args = parser.parse_args()
    need("hx", "tmux")
    args.bin = args.bin.resolve()
    with tempfile.TemporaryDirectory(prefix="gpuperf-helix-") as temporary:
        home = pathlib.Path(temporary)
        folder = home / "demo"
        folder.mkdir()
        shutil.copy(DEMO, folder)
        (folder / ".clang-tidy").write_text(CONFIGURATION)
        config = home / ".config/helix"
        config.mkdir(parents=True)
        text = README.read_text()
        (config / "languages.toml").write_text(paste(README, "toml", args.bin))
        (config / "config.toml").write_text(text.split("```toml\n")[2].split("```")[0])
        env = {"HOME": home, "XDG_CONFIG_HOME": home / ".config", "XDG_CACHE_HOME": home / ".cache",
               "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        with Terminal(["hx", "blend.cu"], folder, env, args.artifacts) as terminal:
            use(terminal, folder, args)
    print("Helix: opened, messages seen, fix applied and saved, compiles, another GPU")


if __name__ == "__main__":
    main()
