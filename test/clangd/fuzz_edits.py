#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random edits in gpuperf-clangd and, the same ones, in stock clangd.

    test/clangd/fuzz_edits.py --edits=100                    # repository files
    test/clangd/fuzz_edits.py --edits=2000 --files=LIST      # or a folder
    test/clangd/fuzz_edits.py --edits=2000 --corpora=FOLDER --workdir=CHECKOUTS

Counted against us: an end of the server that stock survives; more than --beyond
seconds above stock on the same edit, by the clock and by processor time (or above
twice stock's), three times out of three; a diagnostic of
clang that stock has and ours has not, or the other way round. Each is saved under
--out: the text, the text before it, the server's last lines. A line of LIST is a
path and, if wanted, its compile flags. Exit 0 if nothing was found, 1 if
something was, 2 if it could not run. `reduce.py` makes a saved text smaller.
"""

import argparse
import collections
import json
import os
import random
import re
import shlex
import sys
import time
import zlib

import lsp
import mutate
import project

HARD_LIMIT_S = 90.0
# For both servers: our checks are on whatever the folders of the files say, and
# some that stock has too.
CONFIG = project.NO_INDEX + """\
Diagnostics: {ClangTidy: {Add: ['gpuperf-*', 'bugprone-sizeof-expression',
  'bugprone-unused-raii', 'bugprone-infinite-loop', 'misc-unused-using-decls',
  'readability-misleading-indentation']}}
"""


class Side:
    """One of the two servers with the file at hand open in it."""

    def __init__(self, name, command, folder):
        self.name, self.command, self.folder = name, command, folder
        self.server = None
        self.starts = 0
        self.peak_mib = 0.0
        self.env = project.environment(os.path.join(folder, name),
                                       toolkit=True)
        project.write_user_config(self.env, CONFIG)

    def start(self, file):
        self.stop()
        self.starts += 1
        self.server = lsp.Server(
            self.command, file.folder, env=self.env, wait_s=HARD_LIMIT_S,
            initialization={"compilationDatabaseChanges": {file.path: {
                "workingDirectory": file.folder,
                "compilationCommand": ["clang++", *file.flags, "-c",
                                       file.path]}}})

    def stop(self):
        if self.server:
            self._note_memory()
            self.server.kill()
        self.server = None

    def _note_memory(self):
        try:
            with open(f"/proc/{self.server.process.pid}/status") as f:
                found = re.search(r"VmHWM:\s*(\d+) kB", f.read())
            self.peak_mib = max(self.peak_mib, int(found[1]) / 1024)
        except (OSError, TypeError):
            pass

    def cpu_s(self):
        """Processor time of the server and of what it ran, s."""
        with open(f"/proc/{self.server.process.pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def show(self, file, text):
        """Text typed into the file; (seconds until all is done, what was
        published, processor time)."""
        start, cpu = time.monotonic(), self.cpu_s()
        if file.path in self.server.texts:
            self.server.change(file.path, text)
        else:
            self.server.open(file.path, text)
        found = self.server.settled(file.path)
        return time.monotonic() - start, found, self.cpu_s() - cpu

    def show_burst(self, file, texts):
        """As fast as they can be sent; the last one counts."""
        for text in texts[:-1]:
            self.server.change(file.path, text)
        return self.show(file, texts[-1])


class File:
    def __init__(self, path, flags, folder=None):
        self.path = os.path.abspath(path)
        self.folder = folder or os.path.dirname(self.path)
        self.flags = list(flags)
        with open(path, encoding="utf-8", errors="replace", newline="") as f:
            self.text = f.read()


def repository_files():
    folders = ("benchmarks/demo", "benchmarks/accuracy/kernels", "test/checks",
               "test/fixits/programs", "test/exact/kernels", "test/cli/Inputs")
    for folder in folders:
        folder = os.path.join(project.ROOT, folder)
        for name in sorted(os.listdir(folder)):
            if name.endswith(".cu"):
                yield File(os.path.join(folder, name),
                           project.bundled_flags())


def listed_files(path, flags):
    if os.path.isdir(path):
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                if name.endswith(".cu"):
                    yield File(os.path.join(folder, name), flags)
        return
    if path.endswith((".cu", ".cuh")):
        yield File(path, flags)
        return
    with open(path, encoding="utf-8") as f:
        for line in f:
            words = shlex.split(line, comments=True)
            if words:
                yield File(words[0], words[1:] or flags)


def corpora_files(args):
    sys.path.insert(0, os.path.join(project.ROOT, "benchmarks", "corpora"))
    import manifest
    if args.mirror:
        manifest.check_out(args.corpora, args.workdir, args.mirror)
    found, _ = manifest.load(args.corpora, args.workdir)
    for f in found:
        if f.parses and f.launches and f.lang == "cuda":
            # As an editor's command, which has both halves.
            flags = [x for x in f.flags if x != "--cuda-device-only"]
            yield File(os.path.join(f.folder, f.path), flags, f.folder)


def choose(files, count, seed):
    """So many, spread over all by chance."""
    files = list(files)
    if 0 < count < len(files):
        picks = sorted(random.Random(seed).sample(range(len(files)), count))
        files = [files[i] for i in picks]
    return files


def plain(diagnostics):
    """Clang's own diagnostics, in a form that can be compared."""
    return collections.Counter(
        json.dumps([d["range"], d.get("severity"), d.get("code"),
                    d["message"]], sort_keys=True)
        for d in diagnostics if d not in project.ours(diagnostics))


class Fuzz:
    def __init__(self, args, folder):
        self.args = args
        self.ours = Side("ours", [args.server], folder)
        self.stock = Side("stock", [args.stock], folder)
        self.counts = collections.Counter()
        self.kinds = collections.Counter()
        self.found = []
        self.times = []  # (ours, stock), s
        self.messages = 0
        self.answered = 0  # edits after which gpuperf said something

    def save(self, what, file, before, text, more):
        self.counts[what] += 1
        number = len(self.found) + 1
        folder = os.path.join(self.args.out, f"{what}-{number:03d}")
        os.makedirs(folder, exist_ok=True)
        for name, content in (("text.cu", text), ("before.cu", before),
                              ("log.txt", more)):
            with open(os.path.join(folder, name), "w", encoding="utf-8",
                      newline="") as f:
                f.write(content)
        with open(os.path.join(folder, "case.json"), "w") as f:
            json.dump({"what": what, "path": file.path, "flags": file.flags,
                       "folder": file.folder}, f, indent=1)
        self.found.append(folder)
        first = next((l for l in more.splitlines() if l.strip()), "")
        print(f"{what}: {file.path}: {first}\n  saved in {folder}",
              flush=True)

    def attempt(self, side, file, texts):
        """(seconds, diagnostics), or the failure."""
        try:
            return side.show_burst(file, texts), None
        except lsp.LspError as e:
            return None, e

    def restart(self, side, file, text):
        side.start(file)
        return self.attempt(side, file, [text])

    def one(self, file, before, texts):
        """The same edit in both. False if a server had to be restarted."""
        text = texts[-1]
        theirs, stock_failure = self.attempt(self.stock, file, texts)
        mine, failure = self.attempt(self.ours, file, texts)
        if failure or stock_failure:
            if failure and not stock_failure:
                hung = isinstance(failure, lsp.Timeout)
                self.save("hang" if hung else "crash", file, before, text,
                          str(failure))
            elif failure:
                self.counts["both end or hang"] += 1
            else:
                self.counts["only stock ends or hangs"] += 1
            return False
        self.times.append((mine[0], theirs[0]))
        said = project.ours(mine[1])
        self.messages += len(said)
        self.answered += bool(said)
        if self.is_slow(mine, theirs):
            self.confirm_slow(file, before, text)
        if plain(mine[1]) != plain(theirs[1]):
            self.confirm_different(file, before, text)
        return True

    def confirm_different(self, file, before, text):
        """Once more: a message may depend on what was there before."""
        seen = []
        for side in (self.ours, self.stock):
            for again in (before, text):
                result, failure = self.attempt(side, file, [again])
                if failure:
                    self.save("crash", file, before, text, str(failure))
                    return
            seen.append(plain(result[1]))
        lost, added = seen[1] - seen[0], seen[0] - seen[1]
        # True errors that stock cannot see: it has no bodies to instantiate.
        deeper = [x for x in added if '"In template: ' in x]
        for x in deeper:
            del added[x]
        if deeper:
            self.counts["edits with errors in templates of headers that "
                        "stock does not see"] += 1
        if lost or added:
            self.save("differs", file, before, text, "\n".join(
                ["lost:", *lost.elements(), "added:", *added.elements()]))
        elif not deeper:
            self.counts["different once, not again"] += 1

    def is_slow(self, mine, theirs):
        """Beyond stock by the clock, and not only because others use this
        machine: by processor time too, or by far more than twice."""
        beyond = self.args.beyond
        return mine[0] > theirs[0] + beyond and (
            mine[2] > theirs[2] + beyond or mine[0] > 2 * theirs[0] + beyond)

    def confirm_slow(self, file, before, text):
        """Slow three times out of three is slow."""
        for _ in range(2):
            taken = []
            for side in (self.stock, self.ours):
                self.attempt(side, file, [before])
                result, failure = self.attempt(side, file, [text])
                if failure:
                    self.save("hang", file, before, text, str(failure))
                    return
                taken.append(result)
            if not self.is_slow(taken[1], taken[0]):
                self.counts["slow once, not again"] += 1
                return
        self.save("hang", file, before, text,
                  f"{taken[1][0]:.1f} s ({taken[1][2]:.1f} s of processor), "
                  f"stock {taken[0][0]:.1f} s ({taken[0][2]:.1f} s)\n"
                  + self.ours.server.tail())

    def file(self, file, edits, donors):
        rng = random.Random(f"{self.args.seed} {os.path.basename(file.path)} "
                            f"{zlib.crc32(file.text.encode())}")
        for side in (self.stock, self.ours):
            _, failure = self.restart(side, file, file.text)
            if failure:
                if side is self.ours:
                    self.save("crash", file, file.text, file.text,
                              str(failure))
                else:
                    print(f"stock: {file.path}: {failure}")
                return
        shown = file.text
        deep = 0
        for _ in range(edits):
            # Half of the edits start from the file as it is: others may pile
            # up until nothing parses.
            deep = 0 if deep >= 4 or rng.random() < 0.5 else deep + 1
            text = shown if deep else file.text
            texts = []
            for _ in range(3 if rng.random() < 0.08 else 1):
                kind, text = mutate.edit(rng, text, donors)
                self.kinds[kind] += 1
                texts.append(text)
            if texts[-1] == shown:
                texts[-1] += "\n"
            self.counts["edits"] += 1
            before, shown = shown, texts[-1]
            if not self.one(file, before, texts):
                for side in (self.stock, self.ours):
                    _, failure = self.restart(side, file, file.text)
                    if failure:
                        print(f"{side.name}: {file.path} again: {failure}")
                        return
                shown, deep = file.text, 0
        for side in (self.stock, self.ours):
            side.stop()


def quantile(values, q):
    s = sorted(values)
    return s[min(len(s) - 1, int(q * len(s)))]


def report(fuzz):
    c = fuzz.counts
    print(f"{c['edits']} edits: {c['crash']} crashes, {c['hang']} hangs, "
          f"{c['differs']} with other clang diagnostics than stock's")
    for name in ("both end or hang", "only stock ends or hangs",
                 "slow once, not again", "different once, not again",
                 "edits with errors in templates of headers that stock does "
                 "not see"):
        if c[name]:
            print(f"  {name}: {c[name]}")
    if fuzz.times:
        mine, theirs = zip(*fuzz.times)
        extra = [a - b for a, b in fuzz.times]
        print("edit to idle, s (median, p95, most): "
              + "; ".join(f"{name} {quantile(v, .5):.2f}, "
                          f"{quantile(v, .95):.2f}, {max(v):.2f}"
                          for name, v in (("ours", mine), ("stock", theirs),
                                          ("ours - stock", extra))))
    print(f"gpuperf messages: {fuzz.messages}, after {fuzz.answered} edits; "
          f"peak memory ours {fuzz.ours.peak_mib:.0f} MiB, "
          f"stock {fuzz.stock.peak_mib:.0f} MiB")


def parse_arguments():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--server", default=project.CLANGD)
    p.add_argument("--stock", default=project.stock())
    p.add_argument("--files", action="append", metavar="FOLDER|LIST|FILE.cu",
                   help="default: the CUDA files of this repository")
    p.add_argument("--flags", help="compile flags of --files; default: the "
                   "bundled CUDA declarations")
    p.add_argument("--corpora", metavar="FOLDER",
                   help="files of FOLDER/manifest.tsv that parse and launch")
    p.add_argument("--workdir", metavar="FOLDER",
                   help="with --corpora: the checkouts")
    p.add_argument("--mirror", default=os.environ.get("MIRROR", ""),
                   help="with --corpora: folder of git copies to check out")
    p.add_argument("--count", type=int, default=20, help="of files")
    p.add_argument("--edits", type=int, default=100, help="all together")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--part", default="1/1", metavar="I/N",
                   help="only the I-th of N parts of the files")
    p.add_argument("--beyond", type=float, default=2.0, metavar="SECONDS")
    p.add_argument("--out", default="fuzz-found", metavar="FOLDER")
    args = p.parse_args()
    if not args.stock:
        print("fuzz_edits.py: skipped: no stock clangd (clangd-22) to compare with")
        sys.exit(0)
    for program in (args.server, args.stock):
        if not os.access(program, os.X_OK):
            p.error(f"no program '{program}'")
    if args.corpora and not args.workdir:
        p.error("--corpora needs --workdir")
    return args


def main():
    args = parse_arguments()
    if args.corpora:
        files = corpora_files(args)
    elif args.files:
        flags = shlex.split(args.flags) if args.flags else \
            project.bundled_flags()
        files = (f for path in args.files for f in listed_files(path, flags))
    else:
        files = repository_files()
    files = choose(files, args.count, args.seed)
    if not files:
        print("fuzz_edits.py: no CUDA file to edit", file=sys.stderr)
        return 2
    donors = [f.text for f in files if f.text.strip()]
    part, parts = map(int, args.part.split("/"))
    start = time.monotonic()
    with project.Project({}, flags=[], user_config="") as scratch:
        fuzz = Fuzz(args, scratch.top)
        try:
            for i, file in enumerate(files):
                if i % parts != part - 1:
                    continue
                share = args.edits * (i + 1) // len(files) \
                    - args.edits * i // len(files)
                print(f"{time.monotonic() - start:6.0f} s  {file.path}: "
                      f"{share} edits", flush=True)
                fuzz.file(file, share, donors)
        except KeyboardInterrupt:
            print("stopped")
        finally:
            fuzz.ours.stop()
            fuzz.stock.stop()
    report(fuzz)
    if not fuzz.answered:
        print("fuzz_edits.py: gpuperf never said anything: nothing was tested",
              file=sys.stderr)
        return 2
    return 1 if fuzz.found else 0


if __name__ == "__main__":
    sys.exit(main())
