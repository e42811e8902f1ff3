# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One program before and after a fix: compile, run, compare."""

import difflib
import os
import re
import shutil
import subprocess
import tempfile

import rewrite

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = re.compile(r"// RUN-ON: (?P<gpu>[\w,-]+); expect "
                    r"(?P<expect>fix|none|either)"
                    r"(?:; check (?P<check>[\w-]+))?(?:; args: (?P<args>.*))?$")
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
TIMEOUT_S = 60
# Nothing may depend on the order of threads or on what fresh memory holds.
FORWARD = {"EMULATION_ORDER": "forward", "EMULATION_FILL": "165"}
BACKWARD = {"EMULATION_ORDER": "reverse", "EMULATION_FILL": "90"}


class Seen:
    """What clang-tidy did to a program."""

    def __init__(self):
        self.said, self.text = 0, ""
        self.edited, self.diff = False, ""
        self.fixed = 0  # findings that are gone after the edits


class Failure(Exception):
    """What is wrong, in a line."""

    def __init__(self, message, seen=None):
        super().__init__(message)
        self.seen = seen or Seen()


def first_line(text):
    for line in text.splitlines():
        if line.strip() and "WARNING: ASan" not in line:
            return line.strip()
    return ""


def run(command, env=None, cwd=None):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, cwd=cwd,
                              errors="replace", timeout=TIMEOUT_S,
                              env=dict(os.environ, **(env or {})))
    except subprocess.TimeoutExpired:
        raise Failure("%s runs for more than %d s"
                      % (os.path.basename(command[0]), TIMEOUT_S))


class Program:
    """A .cu or .hip file and the headers in include/ beside it."""

    def __init__(self, path, gpu=None):
        self.name, self.suffix = os.path.splitext(os.path.basename(path))
        self.is_hip = self.suffix == ".hip"
        self.folder = os.path.dirname(path)
        with open(path, encoding="utf-8") as file:
            head = file.readline().strip()
        match = HEADER.match(head)
        if not match:
            raise Failure("%s: the first line is not '// RUN-ON: GPU; expect "
                          "fix|none|either[; check NAME][; args: N, ...]'"
                          % path)
        self.gpu, self.expect = match["gpu"], match["expect"]
        self.check = match["check"]
        if gpu:
            self.gpu = gpu
            if self.expect == "fix":
                self.expect = "either"
        # No arguments at all, or one run per value.
        self.runs = ([[value.strip()] for value in match["args"].split(",")]
                     if match["args"] else [[]])

    def copy_to(self, folder):
        shutil.copy(os.path.join(self.folder, self.name + self.suffix), folder)
        headers = os.path.join(self.folder, "include")
        if os.path.isdir(headers):
            shutil.copytree(headers, os.path.join(folder, "include"))
        return folder

    def source(self, folder):
        return os.path.join(folder, self.name + self.suffix)


def texts_in(folder):
    result = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, encoding="utf-8") as file:
                result[os.path.relpath(path, folder)] = file.read()
    return result


def difference(before, after):
    lines = []
    for name in sorted(set(before) | set(after)):
        lines += [line for line in difflib.unified_diff(
            before.get(name, "").splitlines(),
            after.get(name, "").splitlines(), name, name, lineterm="", n=0)
            if not line.startswith("@@")]
    return "\n".join("    " + line for line in lines)


def flags_for(program, build, side):
    """As in test/lit.cfg.py; side: device, host or both."""
    only = [] if side == "both" else ["--cuda-%s-only" % side]
    if program.is_hip:
        minimal = os.path.join(build, "share", "gpuperf", "hip-minimal")
        return ["-x", "hip", "-nogpuinc", "-nogpulib", "-std=c++17", "-isystem",
                minimal, "-include", os.path.join(minimal, "gpuperf_hip.h"),
                "--offload-arch=gfx90a"] + only
    minimal = os.path.join(build, "share", "gpuperf", "cuda-minimal")
    flags = ["-x", "cuda", "-nocudainc", "-nocudalib", "-std=c++17",
             "-Wno-unknown-cuda-version", "-isystem", minimal, "-include",
             os.path.join(minimal, "gpuperf_cuda.h"), "--cuda-gpu-arch=sm_90"]
    return flags + only


MICROSECONDS = {"ns": 1e-3, "us": 1, "ms": 1e3, "s": 1e6}


def predicted_us(text):
    """By line: the time of the launches there that gpuperf-kernel-time tells of.
    Where a size is open, it may tell of a time for each element instead, or
    of that and what comes on top."""
    times = {}
    for line, value, unit in re.findall(
            r":(\d+):\d+: warning: .* is predicted to take (?:about )?([\d.]+) "
            r"(ns|us|ms|s)\b(?! per| \+)", text):
        times[line] = times.get(line, 0) + float(value) * MICROSECONDS[unit]
    return times


class Tidy:
    """Stock clang-tidy with the plugin: edits the file, tells how often it
    advised and all that it said."""

    def __init__(self, clang_tidy, build, check):
        self.clang_tidy, self.build, self.check = clang_tidy, build, check
        self.load = "--load=" + os.path.join(build, "lib", "GpuperfTidy.so")

    def has_check(self):
        listed = run([self.clang_tidy, self.load, "--checks=-*,gpuperf-*",
                      "--list-checks"])
        return self.check in listed.stdout.split()

    def __call__(self, program, folder, side):
        config = ("{CheckOptions: {GpuperfGpu: '%s'}}"
                  % program.gpu.replace(",", ";"))
        check = program.check or self.check
        done = run([self.clang_tidy, "--quiet", self.load,
                    "--checks=-*,gpuperf-kernel-time," + check,
                    "--config=" + config, "--fix",
                    program.source(folder), "--"]
                   + flags_for(program, self.build, side)
                   + ["-I" + os.path.join(folder, "include")])
        text = (done.stdout + done.stderr).replace(folder + os.sep, "")
        if done.returncode or re.search(r"\berror: ", text):
            wrong = [l for l in text.splitlines() if "error: " in l]
            raise Failure("clang-tidy fails: " + (wrong or [text.strip()])[0])
        return len(re.findall(r"warning: .*\[(?:%s)\]"
                              % check.replace(",", "|"), text)), text


class Bench:
    def __init__(self, cxx, clang, build, scratch):
        self.cxx, self.clang, self.build = cxx, clang, build
        self.scratch = scratch
        # What a text gives, by the texts of a program and the order of threads:
        # on many GPUs a program is edited alike.
        self.known = {}
        self.flags = ["-std=gnu++20", "-O1", "-g1", "-w", "-pthread",
                      "-ffp-contract=off"]
        self.note = ""
        # A bench without sanitizers sees less, but what it sees is right.
        for extra in (SANITIZE, []):
            self.sanitize = extra
            failed = self.prepare()
            if not failed:
                break
            self.note = ("without sanitizers (%s cannot link them): accesses "
                         "out of bounds may go unseen" % cxx)
        if failed:
            raise Failure("%s cannot compile the emulation: %s" % (cxx, failed))

    def prepare(self):
        """Compiles the emulation once; what is wrong, if anything."""
        folder = os.path.join(self.scratch, "emulation")
        os.makedirs(folder, exist_ok=True)
        self.header = os.path.join(folder, "Emulation.h")
        self.object = os.path.join(folder, "Emulation.o")
        for name in ("Emulation.h", "Emulation.cpp", "HipNames.h"):
            shutil.copy(os.path.join(HERE, "emulation", name), folder)
        # Threads switch stacks: their variables are not watched, all else is.
        if self.sanitize:
            probe = run([self.cxx, "--param", "asan-stack=0", "-E", "-x", "c++",
                         os.devnull])
            self.sanitize = self.sanitize + (
                ["--param", "asan-stack=0"] if probe.returncode == 0
                else ["-mllvm", "-asan-stack=0"])
        flags = self.flags + self.sanitize
        done = run([self.cxx] + flags + [
            "-c", os.path.join(folder, "Emulation.cpp"), "-o", self.object])
        if done.returncode:
            return first_line(done.stderr)
        # Precompiled where the compiler does that; the header is found anyway.
        run([self.cxx] + flags + ["-x", "c++-header", self.header, "-o",
                                  self.header + ".gch"])
        probe = os.path.join(folder, "probe")
        with open(probe + ".cpp", "w", encoding="utf-8") as file:
            file.write("int main() {}\n")
        done = run([self.cxx] + flags + ["-include", self.header,
                                         probe + ".cpp", self.object,
                                         "-o", probe])
        if not done.returncode:
            done = run([probe])
        return first_line(done.stderr) if done.returncode else ""

    def compile(self, program, folder):
        """The program in `folder` for the host; the path of the binary."""
        out = tempfile.mkdtemp(dir=self.scratch)
        try:
            for name, text in texts_in(folder).items():
                path = os.path.join(out, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(rewrite.rewrite(text))
        except rewrite.RewriteError as error:
            raise Failure("not understood: %s" % error)
        binary = os.path.join(out, program.name)
        done = run([self.cxx] + self.flags + self.sanitize
                   + ["-include", self.header]
                   + (["-include", os.path.join(os.path.dirname(self.header),
                                                "HipNames.h")]
                      if program.is_hip else [])
                   + ["-I" + os.path.join(out, "include"), "-x", "c++",
                      program.source(out), "-x", "none", self.object,
                      "-o", binary])
        if done.returncode:
            wrong = [l for l in done.stderr.splitlines() if "error: " in l]
            raise Failure("does not compile for the host: "
                          + (wrong or [first_line(done.stderr)])[0]
                          .replace(out + os.sep, ""))
        return binary

    def outputs(self, program, binary, how):
        result = []
        for values in program.runs:
            done = run([binary] + values,
                       env=dict(how, ASAN_OPTIONS="detect_leaks=0"))
            if done.returncode:
                said = [l for l in done.stderr.splitlines()
                        if re.search(r"^emulation: |runtime error: |ERROR:", l)]
                raise Failure("ends with %d: %s" % (
                    done.returncode,
                    re.sub(r"^(emulation: |==\d+==ERROR: |/\S*/)", "",
                           (said or [first_line(done.stderr)])[0])))
            result.append(done.stdout)
        return result

    def compiles_for_gpus(self, program, folder, side):
        done = run([self.clang, "-fsyntax-only"]
                   + flags_for(program, self.build, side)
                   + ["-I" + os.path.join(folder, "include"),
                      program.source(folder)])
        if done.returncode:
            wrong = [l for l in done.stderr.splitlines() if "error: " in l]
            raise Failure("does not compile: "
                          + (wrong or [first_line(done.stderr)])[0]
                          .replace(folder + os.sep, ""))

    def judge(self, program, fixer):
        """Lets `fixer` edit the program and, if it does, runs it as it was and
        as it is. Without a fixer: runs it. A Failure says what is wrong."""
        seen = Seen()
        try:
            self.judge_into(program, fixer, seen)
        except Failure as failure:
            failure.seen = seen
            raise
        return seen

    def judge_into(self, program, fixer, seen):
        def fresh():
            return program.copy_to(tempfile.mkdtemp(dir=self.scratch))

        def step(name, action, *arguments):
            try:
                return action(*arguments)
            except Failure as failure:
                raise Failure("%s: %s" % (name, failure))

        before = fresh()

        def once(key, action):
            key = (tuple(sorted(texts_in(key[0]).items())),) + key[1:]
            if key not in self.known:
                self.known[key] = action()
            return self.known[key]

        def results():
            binary = step("original", self.compile, program, before)
            found = step("original", self.outputs, program, binary, FORWARD)
            if step("original", self.outputs, program, binary,
                    BACKWARD) != found:
                raise Failure("original: the result depends on the order of "
                              "threads or on unset memory")
            return found

        def fixed_results():
            fixed = step("fixed", self.compile, program, after)
            return step("fixed", self.outputs, program, fixed, BACKWARD)

        if not fixer:
            results()
            return

        after, on_host = fresh(), fresh()
        seen.said, seen.text = step("device parse", fixer, program, after,
                                    "device")
        step("host parse", fixer, program, on_host, "host")
        old, new = texts_in(before), texts_in(after)
        seen.edited, seen.diff = old != new, difference(old, new)
        if texts_in(on_host) != new:
            raise Failure("host parse: edits differ from the device parse's")
        if program.expect == "none" and seen.edited:
            raise Failure("edited, but no edit keeps the results")
        if program.expect == "fix" and not seen.edited:
            raise Failure("not edited" if seen.said else "no advice")
        if not seen.edited:
            return

        # For the device the second run of clang-tidy compiles it.
        step("fixed", self.compiles_for_gpus, program, after, "host")
        again, text = step("second run", fixer, program, after, "device")
        if texts_in(after) != new:
            raise Failure("second run: edits again")
        seen.fixed = seen.said - again
        if again and program.expect == "fix":
            raise Failure("second run: not silent")
        before_us, after_us = predicted_us(seen.text), predicted_us(text)
        both = before_us.keys() & after_us.keys()
        slow = sum(before_us[line] for line in both)
        fast = sum(after_us[line] for line in both)
        # The times are printed with three digits.
        if fast > 1.005 * slow:
            raise Failure("second run: predicted slower, %.3g us -> %.3g us"
                          % (slow, fast))
        if (once((after, "fixed"), fixed_results)
                != once((before, "original"), results)):
            raise Failure("fixed: another result")
