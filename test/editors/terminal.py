"""An editor in a terminal: keys go in, the screen is read. tmux is the terminal."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DEMO = REPOSITORY / "test/editors/demo/blend.cu"
CONFIGURATION = "# The GPU of our cluster.\nCheckOptions:\n  GpuperfGpu: 'h200-sxm' # eight of them\n"
LAUNCH = "blend<<<(Count + 31) / 32, 32>>>"


def skip(reason):
    print(f"run.py: skipped: {reason}")
    sys.exit(0)


def need(*programs):
    """Their paths, or the end of the test as skipped."""
    for program in programs:
        if not shutil.which(program):
            skip(f"{program} is not there; test/editors/install.sh installs it")


def paste(readme, language, bin_folder):
    """The first block of that language in a README, with the paths of this build."""
    text = readme.read_text()
    block = re.search(rf"```{language}\n(.*?)```", text, re.S)
    assert block, f"{readme} has no block of {language}"
    return (block.group(1).replace("/path/to/gpuperf/build/bin", str(bin_folder))
            .replace("/path/to/gpuperf", str(REPOSITORY)))


def marked_processes(mark):
    """The processes that have this variable (NAME=value) in their environment."""
    found = []
    for file in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if os.fsencode(mark) in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
        except OSError:  # It has ended, or it is not ours to look at.
            pass
    return found


class Terminal:
    """`with Terminal(command, ...) as t`: ends what it started, whatever happens."""

    def __init__(self, command, cwd, env, artifacts, columns=180, lines=45, limit=150):
        self.artifacts = pathlib.Path(artifacts)
        self.artifacts.mkdir(parents=True, exist_ok=True)
        self.sockets = tempfile.TemporaryDirectory(prefix="gpuperf-tmux-")
        self.tmux = ["tmux", "-S", f"{self.sockets.name}/s", "-f", "/dev/null"]
        # Whoever the editor starts inherits this variable, so that the end finds them all.
        self.mark = f"GPUPERF_TERMINAL={self.sockets.name}"
        variables = [self.mark, *(f"{name}={value}" for name, value in env.items())]
        self.need_terminal()
        # Should we be killed, `timeout` ends the editor, and tmux with it.
        self.call("new-session", "-d", "-x", str(columns), "-y", str(lines), "-c", str(cwd),
                  "env", *variables, "timeout", "-k", "5", str(limit), *map(str, command))
        self.call("set-option", "-g", "escape-time", "0")

    def need_terminal(self, tries=3):
        """Ends the test as skipped where tmux cannot run even a shell.

        Some containers give no pseudo-terminal, or none at the moment: tmux's
        server ends at once, whatever it was to run. That says nothing about
        the editors.
        """
        for attempt in range(tries):
            # A socket of its own: a server that is ending still holds its socket.
            probe = ["tmux", "-S", f"{self.sockets.name}/probe{attempt}", "-f", "/dev/null"]
            run = subprocess.run(probe + ["new-session", "-d", "sleep", "60"],
                                 capture_output=True, text=True, timeout=30)
            subprocess.run(probe + ["kill-server"], stderr=subprocess.DEVNULL, timeout=30)
            if run.returncode == 0:
                return
            time.sleep(1 + attempt)
        self.sockets.cleanup()
        skip(f"tmux runs no command here: {run.stderr.strip()}")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        try:
            if error:
                self.keep("failed")
                print(f"the screen at the failure:\n{self.screen()}")
        finally:
            subprocess.run(self.tmux + ["kill-server"], stderr=subprocess.DEVNULL)
            self.end_processes()
            self.sockets.cleanup()

    def end_processes(self, seconds=10):
        """Returns when nobody whom the editor started is left.

        An editor that was told to quit still writes its state into its home
        folder. Who removes that folder meanwhile finds new files in it.
        """
        end = time.monotonic() + seconds
        while left := marked_processes(self.mark):
            if time.monotonic() > end:
                for process in left:
                    try:
                        os.kill(process, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
            time.sleep(0.05)

    def call(self, *arguments):
        run = subprocess.run(self.tmux + list(arguments), capture_output=True, text=True, timeout=30)
        if run.returncode:
            raise RuntimeError(f"tmux {arguments[0]}: {run.stderr.strip()} (has the editor ended?)")
        return run.stdout

    def screen(self):
        return self.call("capture-pane", "-p", "-J")

    def keep(self, name):
        """The screen as a file."""
        (self.artifacts / f"{name}.txt").write_text(self.screen())

    def keys(self, *names):
        """Keys by tmux's names: Enter, Escape, C-c, or a character."""
        self.call("send-keys", *names)

    def type(self, text):
        self.call("send-keys", "-l", "--", text)

    def wait(self, pattern, seconds=40, absent=False):
        """Until the screen matches (or no longer does); the match."""
        end = time.monotonic() + seconds
        while True:
            found = re.search(pattern, self.screen())
            if bool(found) != absent:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: the screen {'without' if absent else 'with'} {pattern}")
            time.sleep(0.1)


def check_fixed(file, before, bin_folder, clang):
    """The launch was fixed, nothing else was touched, and it compiles."""
    text = file.read_text()
    found = re.search(r"blend<<<\(Count \+ (\d+)\) / (\d+), (\d+)>>>", text)
    assert found, f"the launch is not fixed in {file}:\n{text}"
    rest, divisor, block = map(int, found.groups())
    assert divisor == block and rest == block - 1 and block > 32, found.group(0)
    assert text.replace(found.group(0), LAUNCH) == before, "more than the launch was changed"
    flags = subprocess.run([bin_folder / "gpuperf", "flags", "--format=lines"],
                           capture_output=True, text=True, check=True).stdout.split("\n")
    subprocess.run([clang, *filter(None, flags), "-fsyntax-only", file], check=True)


def wait_until(what, probe, seconds=15):
    end = time.monotonic() + seconds
    while not probe():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.1)
