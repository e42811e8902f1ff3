# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of clang-tidy: what it printed, and what it cost."""

import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

# A check that has nothing to do in CUDA: clang-tidy refuses to run without
# any, and this leaves the parse alone to be timed.
PARSE_ONLY = "-*,objc-super-self"
STOCK = "-*,bugprone-*,clang-diagnostic-*"

CRASH_BANNER = re.compile(r"PLEASE submit a bug report|Stack dump:")
# Nothing was analysed: the plugin or its checks never came to life.
REFUSED = re.compile(r"symbol lookup error|load request ignored"
                     r"|Error: no checks enabled|: undefined symbol: ")
DIAGNOSTIC = re.compile(r"^(?P<place>\S.*?:\d+:\d+): (?P<level>warning|error): "
                        r"(?P<text>.*?)(?: \[(?P<check>[\w.,+-]+)\])?$", re.M)
NO_PREDICTION = re.compile(r"no prediction for '(?P<kernel>.*?)'"
                           r"(?: on [\w.-]+)?: "
                           r"(?P<reason>.*?)(?: \[[\w.,+-]+\])?$", re.M)
A_TIME = re.compile(r"\d(?:\.\d+)?(?:e[+-]?\d+)?\s*(?:ns|us|µs|μs|ms|s)\b")
# A reason whose subject is the block, and that is not a limit it breaks.
ABOUT_BLOCK = re.compile(r"^(?:the )?block\b|\bblock\b.*\b(?:not|un)[ -]?known\b",
                         re.I)
A_LIMIT = re.compile(r"\b(?:limit|over|more than|exceeds?|at most)\b", re.I)


def block_unknown(reason):
    """Does a launch have no time because its block is not known?"""
    return bool(ABOUT_BLOCK.search(reason) and not A_LIMIT.search(reason))


@dataclass
class Run:
    status: str  # ok, crash, hang, refused
    output: str
    cpu_s: float
    wall_s: float
    peak_mib: float

    @property
    def diagnostics(self):
        return [m.groupdict() for m in DIAGNOSTIC.finditer(self.output)]

    @property
    def parsed(self):
        return not any(d["level"] == "error" for d in self.diagnostics)

    def stock_diagnostics(self):
        """Places and texts that are not ours, as a set."""
        return {(d["place"], d["level"], d["text"], d["check"])
                for d in self.diagnostics
                if not (d["check"] or "").startswith("gpuperf-")}

    def launches(self):
        """(lines with a time, {(place, kernel): reason}), each place once:
        instantiations repeat a line."""
        times, reasons = set(), {}
        for line in self.output.splitlines():
            d = DIAGNOSTIC.match(line)
            none = NO_PREDICTION.search(line)
            if none:
                place = d["place"] if d else ""
                reasons.setdefault((place, none["kernel"]), none["reason"])
            elif (d and d["check"] == "gpuperf-kernel-time"
                  and A_TIME.search(d["text"])):
                times.add((d["place"], d["text"]))
        return times, reasons


def run(tidy, file, checks, timeout_s, plugin=None, options=None):
    """Runs clang-tidy on one file. CPU time and peak memory are those of the
    process and of what it waited for."""
    command = [tidy, "--quiet", f"-checks={checks}",
               "--config={CheckOptions: {%s}}" % ", ".join(
                   f"{k}: '{v}'" for k, v in (options or {}).items())]
    if plugin:
        command.append(f"--load={plugin}")
    command += [file.path, "--", *file.flags]
    with tempfile.TemporaryFile() as out:
        began = time.monotonic()
        process = subprocess.Popen(command, cwd=file.folder, stdout=out,
                                   stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL,
                                   start_new_session=True)
        late = threading.Event()

        def stop():
            late.set()
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

        timer = threading.Timer(timeout_s, stop)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        output = out.read().decode("utf-8", "replace")
    if late.is_set():
        state = "hang"
    elif (process.returncode < 0 or process.returncode >= 128
          or CRASH_BANNER.search(output)):
        state = "crash"
    elif process.returncode in (126, 127) or REFUSED.search(output):
        state = "refused"
    else:
        state = "ok"
    return Run(state, output, usage.ru_utime + usage.ru_stime, wall,
               usage.ru_maxrss / 1024)


def why_unusable(tidy, plugin):
    """What keeps the plugin from being loaded, or None."""
    try:
        done = subprocess.run([tidy, f"--load={plugin}", "-checks=-*,gpuperf-*",
                               "--list-checks"], capture_output=True,
                              text=True, errors="replace", check=False)
    except OSError as e:
        return f"cannot run {tidy}: {e.strerror}"
    if "gpuperf-kernel-time" in done.stdout:
        return None
    said = (done.stderr or done.stdout).strip().splitlines()
    return (f"{tidy} does not list gpuperf-kernel-time with {plugin} loaded: "
            + (said[0] if said else f"exit {done.returncode}"))
