#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the advice checks say of real CUDA code: diagnostics by check, a sample
to be judged by hand, and whether every fix-it compiles and is the last.

    MIRROR=FOLDER benchmarks/corpora/advice.py --sample=100 --markdown=FILE
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import manifest
import tidy

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CHECKS = "-*,gpuperf-*,-gpuperf-kernel-time"


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--plugin", default=os.path.join(ROOT, "build", "lib",
                                                    "GpuperfTidy.so"))
    p.add_argument("--clang-tidy", default="clang-tidy-22")
    p.add_argument("--clang", default="clang++-22")
    p.add_argument("--corpora",
                   default=os.path.join(ROOT, "..", "shared", "corpora"))
    p.add_argument("--mirror", default=os.environ.get("MIRROR", ""))
    p.add_argument("--workdir",
                   default=os.environ.get("WORKDIR") or os.path.join(
                       tempfile.gettempdir(), "gpuperf-corpora"))
    p.add_argument("--gpus", default="h100-sxm,rtx-3090", metavar="A,B",
                   help="one run each; what several say alike counts once")
    p.add_argument("--checks", default=CHECKS)
    p.add_argument("--repo", default="", metavar="REGEX")
    p.add_argument("--limit", type=int, default=0, metavar="N")
    p.add_argument("--sample", type=int, default=0, metavar="N")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--markdown", metavar="FILE", help="the sample, with code")
    p.add_argument("--json", metavar="FILE", help="all diagnostics")
    p.add_argument("--no-fixes", action="store_true")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--timeout", type=float, default=60, metavar="SECONDS")
    args = p.parse_args()
    args.corpora = os.path.abspath(args.corpora)
    args.plugin = os.path.abspath(args.plugin)
    return args


def diagnostics_of(output):
    """Warnings with their notes; each place and text once."""
    found, last = [], None
    for line in output.splitlines():
        d = tidy.DIAGNOSTIC.match(line)
        if d and (d["check"] or "").startswith("gpuperf-"):
            last = {"place": d["place"], "check": d["check"],
                    "text": d["text"], "notes": []}
            if not any(f["place"] == last["place"]
                       and f["text"] == last["text"] for f in found):
                found.append(last)
        elif d:
            last = None
        elif last is not None and ": note: " in line:
            last["notes"].append(line.split(": note: ", 1)[1])
    return found


def absolute(file):
    return os.path.abspath(os.path.join(file.folder, file.path))


def fixed_text(args, gpu, file, folder):
    """The file's text after --fix, by way of a copy that stands in for it;
    None if nothing was fixed."""
    copy = os.path.join(folder, os.path.basename(file.path))
    with open(absolute(file), "rb") as f:
        before = f.read()
    fixes = os.path.join(folder, "fixes.yaml")
    subprocess.run(
        [args.clang_tidy, "--quiet", f"--load={args.plugin}",
         f"-checks={args.checks}", f"--export-fixes={fixes}",
         "--config={CheckOptions: {GpuperfGpu: '%s'}}" % gpu,
         file.path, "--", *file.flags],
        cwd=file.folder, capture_output=True, timeout=args.timeout)
    edits = replacements(fixes, file)
    if not edits:
        return None
    # As clang-tidy does: all of a diagnostic or nothing of it.
    taken, text = [], before
    for group in edits:
        clash = any(a["o"] < b["o"] + b["n"] and b["o"] < a["o"] + a["n"]
                    and a != b for a in group for b in taken)
        if not clash:
            taken += [e for e in group if e not in taken]
    for e in sorted(taken, key=lambda e: (-e["o"], -e["n"])):
        text = text[:e["o"]] + e["t"] + text[e["o"] + e["n"]:]
    with open(copy, "wb") as f:
        f.write(text)
    return copy if text != before else None


def replacements(path, file):
    """Edits of \\p file by diagnostic, of clang-tidy's YAML."""
    if not os.path.exists(path):
        return []
    groups, group, edit = [], None, None
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        for line in f:
            text = line.strip()
            if text.startswith("- DiagnosticName:"):
                group = []
                groups.append(group)
            elif text.startswith("- FilePath:"):
                edit = {"f": text.split(":", 1)[1].strip().strip("'\"")}
                if group is not None:
                    group.append(edit)
            elif edit is not None and text.startswith("Offset:"):
                edit["o"] = int(text.split(":")[1])
            elif edit is not None and text.startswith("Length:"):
                edit["n"] = int(text.split(":")[1])
            elif edit is not None and text.startswith("ReplacementText:"):
                value = text.split(":", 1)[1].strip()
                if value[:1] == '"':
                    value = json.loads(value)
                elif value[:1] == "'":
                    value = value[1:-1].replace("''", "'")
                edit["t"] = value.encode()
    here = os.path.realpath(absolute(file))
    out = []
    for group in groups:
        mine = [e for e in group if "t" in e and os.path.realpath(
            os.path.join(file.folder, e["f"])) == here]
        if mine:
            out.append(mine)
    return out


def overlay(folder, file, copy):
    """A file system in which the copy has the file's name."""
    path = os.path.join(folder, "overlay.json")
    names = {absolute(file), os.path.realpath(absolute(file))}
    with open(path, "w") as f:
        json.dump({"version": 0, "case-sensitive": "true", "roots": [
            {"name": os.path.dirname(n), "type": "directory", "contents": [
                {"name": os.path.basename(n), "type": "file",
                 "external-contents": copy}]} for n in sorted(names)]}, f)
    return path


def errors_of(args, file, extra):
    done = subprocess.run(
        [args.clang, "-fsyntax-only", "-w", *extra, *file.flags, file.path],
        cwd=file.folder, capture_output=True, text=True, errors="replace",
        timeout=args.timeout)
    return sum(": error: " in l for l in done.stderr.splitlines()), done.stderr


def check_fix(args, gpu, file):
    """What one --fix makes of the file; None if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        copy = fixed_text(args, gpu, file, folder)
        if not copy:
            return None
        vfs = ["-ivfsoverlay", overlay(folder, file, copy)]
        before, _ = errors_of(args, file, [])
        after, log = errors_of(args, file, vfs)
        fixes = os.path.join(folder, "again.yaml")
        subprocess.run(
            [args.clang_tidy, "--quiet", f"--load={args.plugin}",
             f"-checks={args.checks}", f"--export-fixes={fixes}",
             "--vfsoverlay", vfs[1],
             "--config={CheckOptions: {GpuperfGpu: '%s'}}" % gpu,
             file.path, "--", *file.flags],
            cwd=file.folder, capture_output=True, timeout=args.timeout)
        return {"gpu": gpu, "compiles": after <= before,
                "again": len(replacements(fixes, file)),
                "log": "" if after <= before else log}


def examine(file, args):
    states, found, fixes = [], [], []
    for gpu in args.gpus.split(","):
        run = tidy.run(args.clang_tidy, file, args.checks, args.timeout,
                       args.plugin, {"GpuperfGpu": gpu})
        states.append(run.status)
        said = diagnostics_of(run.output)
        for d in said:
            if any(d["place"] == f["place"] and d["check"] == f["check"]
                   for f in found):
                continue
            d["file"] = file.id
            d["line_text"] = source_line(d["place"], file.folder)
            found.append(d)
        if said and not args.no_fixes:
            fix = check_fix(args, gpu, file)
            if fix:
                fixes.append(fix)
    state = next((s for s in states if s != "ok"), "ok")
    return state, found, fixes


def source_line(place, folder):
    path, line, _ = place.rsplit(":", 2)
    try:
        with open(os.path.join(folder, path), errors="replace") as f:
            return f.read().splitlines()[int(line) - 1].strip()
    except (OSError, IndexError):
        return ""


def context(place, folder, around=6):
    path, line, _ = place.rsplit(":", 2)
    try:
        with open(os.path.join(folder, path), errors="replace") as f:
            lines = f.read().splitlines()
    except OSError:
        return ""
    at = int(line) - 1
    return "\n".join(f"{'>' if i == at else ' '}{i + 1:5} {lines[i]}"
                     for i in range(max(0, at - around),
                                    min(len(lines), at + around + 1)))


def write_sample(path, sample, folders):
    with open(path, "w", encoding="utf-8") as out:
        for i, d in enumerate(sample, 1):
            out.write(f"## {i}. {d['file']}\n\n{d['place']}\n\n"
                      f"**{d['check']}**: {d['text']}\n\n")
            for n in d["notes"]:
                out.write(f"- {n}\n")
            out.write("\n```\n" + context(d["place"], folders[d["file"]])
                      + "\n```\n\n")


def main():
    args = parse_arguments()
    try:
        if args.mirror:
            manifest.check_out(args.corpora, args.workdir, args.mirror)
        files, _ = manifest.load(args.corpora, args.workdir, "sm_90", "device")
    except manifest.BadCorpora as e:
        print(f"advice.py: {e}", file=sys.stderr)
        return 2

    files = [f for f in files if re.search(args.repo, f.repo)
             and f.lang == "cuda"
             and f.launches + f.launches_in_headers > 0]
    if 0 < args.limit < len(files):
        files = [files[i * len(files) // args.limit]
                 for i in range(args.limit)]
    why = tidy.why_unusable(args.clang_tidy, args.plugin)
    if why or not files:
        print(f"advice.py: {why or 'no file to run on: set MIRROR'}",
              file=sys.stderr)
        return 2
    everything, states, fixes = [], collections.Counter(), []
    with ThreadPoolExecutor(max_workers=max(1, args.jobs)) as pool:
        for file, (state, found, fix) in zip(
                files, pool.map(lambda f: examine(f, args), files)):
            states[state] += 1
            everything += found
            fixes += [(f"{file.id} ({f['gpu']})", f) for f in fix]
    # A header's line is said once, however many files include it.
    unique = {}
    for d in everything:
        unique.setdefault((d["place"].rsplit("/", 1)[-1], d["line_text"],
                           d["check"]), d)
    everything = list(unique.values())
    print(f"{len(files)} files with a launch: "
          + ", ".join(f"{n} {s}" for s, n in sorted(states.items())))
    for check, n in sorted(collections.Counter(
            d["check"] for d in everything).items()):
        print(f"{n:6d}  {check}")
    print(f"files with fix-its, per GPU: {len(fixes)}; compile as well as before: "
          f"{sum(f['compiles'] for _, f in fixes)}; offered again after the "
          f"fix: {sum(f['again'] for _, f in fixes)}")
    for name, f in fixes:
        if not f["compiles"]:
            print(f"  does not compile: {name}\n{f['log'][:2000]}")
        elif f["again"]:
            print(f"  offered again: {name}")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as out:
            json.dump(everything, out, indent=1)
    if args.sample:
        drawn = sorted(everything, key=lambda d: (d["file"], d["place"],
                                                  d["check"], d["text"]))
        drawn = random.Random(args.seed).sample(
            drawn, min(args.sample, len(drawn)))
        if args.markdown:
            write_sample(args.markdown, drawn,
                         {f.id: f.folder for f in files})
    return 1 if any(not f["compiles"] for _, f in fixes) else 0


if __name__ == "__main__":
    sys.exit(main())
