#!/usr/bin/env python3
"""Real programs, nothing prepared: what gpuperf says of their launches, held
against measured times. See README.md beside this file."""
import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import counts  # noqa: E402
import score  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
WAYS = ("file", "run", "arguments")
COMMON = ["--gpu=rtx-3080", "--clock=base", "--l2=cold", "--timing=kernel",
          "--compiler=clang"]
LEAST_US = 10


def read_rows(shared, least_us=LEAST_US):
    with open(shared / "groundtruth" / "programs.csv", newline="") as f:
        return [r for r in csv.DictReader(f)
                if float(r["time_us"]) >= least_us]


def read_files(shared):
    """Program -> its source files with their flags."""
    files = collections.defaultdict(list)
    with open(shared / "corpora" / "programs" / "commands.tsv") as f:
        next(f)
        for line in f:
            program, path, flags = line.rstrip("\n").split("\t")
            files[program].append((path, flags.split()))
    return files


def hashed(program, first, last):
    """A part of the hash of a program's name, as a number: what splits are made
    by, so that they never change."""
    return int(hashlib.sha256(program.encode()).hexdigest()[first:last], 16)


def part_of(program):
    """Constants may be chosen on "fit"; "check" says whether they hold."""
    return "fit" if hashed(program, 8, 12) % 2 else "check"


def ask(command, folder, seconds):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True,
                              text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "", "timeout"
    return done.stdout, done.stderr


def parse(text):
    answers = []
    for line in text.splitlines():
        try:
            answers.append(json.loads(line))
        except json.JSONDecodeError:
            pass
    flat = []
    for a in answers:
        flat += a if isinstance(a, list) else [a]
    return flat


def answers_for(way, program, rows, files, folder, options):
    """Answers to all launches of a program, and what went wrong."""
    answers, errors = [], []
    for path, flags in files:
        if not path.endswith((".cu", ".cuh")):
            continue
        command = [options.gpuperf, "predict", path, *COMMON]
        if way == "arguments":
            with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as batch:
                for number, row in enumerate(rows):
                    grid, block = score.shape(row)
                    batch.write(json.dumps(
                        {"id": number, "kernel": row["kernel_name"],
                         "grid": grid, "block": block, "l2": "cold",
                         "dynamic_smem_bytes": int(row["dyn_smem_bytes"] or 0),
                         "args": json.loads(row["args"] or "{}")}) + "\n")
                batch.flush()
                out, err = ask(command + ["--batch=" + batch.name, "--",
                                          *flags], folder, options.timeout)
            for a in parse(out):
                row = rows[a["id"]]
                a["kernel"] = row["kernel_name"]
                a["grid"], a["block"] = score.shape(row)
                answers.append(a)
        else:
            if way == "run":
                command.append("--run=" + rows[0]["argv"])
            out, err = ask(command + ["--format=json", "--", *flags], folder,
                           options.timeout)
            answers += parse(out)
        errors.append(err)
    return answers, errors


def cause(row, answer, factor):
    """Why a launch counts as missed, in a few words; None: it does not."""
    if answer is None:
        return "launch not seen"
    if "time_us" not in answer:
        return "no time: " + answer.get("error", "?")[:60]
    if (answer.get("grid"), answer.get("block")) != score.shape(row):
        return "other grid or block"
    if factor <= 2:
        return None
    return "more than 2x off with the right grid and block"


def common_parser(doc):
    """The options that all scripts of this folder have."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--shared", type=pathlib.Path, default=os.environ.get(
        "GPUPERF_SHARED", ROOT.parent / "shared"),
        help="folder of groundtruth/ and corpora/")
    parser.add_argument("--gpuperf", default=str(ROOT / "build/bin/gpuperf"))
    parser.add_argument("--only", action="append", metavar="PROGRAM")
    parser.add_argument("-j", type=int, default=2)
    return parser


def parse_options(parser):
    """(options, shared folder); ends with 77 where there is no such folder."""
    options = parser.parse_args()
    options.gpuperf = os.path.abspath(options.gpuperf)
    shared = pathlib.Path(options.shared)
    if not (shared / "groundtruth" / "programs.csv").is_file():
        print("skipped: there are no measured programs at %s" % shared)
        sys.exit(77)
    return options, shared


def main():
    parser = common_parser(__doc__)
    parser.add_argument("--way", choices=WAYS, action="append")
    parser.add_argument("--sample", type=int, default=1, metavar="N",
                        help="every Nth program, chosen by a hash of its name")
    parser.add_argument("--part", choices=("fit", "check"),
                        help="one part of the programs (see README.md)")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--classes", action="store_true",
                        help="figures by what the answers assume")
    parser.add_argument("--counts", type=int, nargs="?", const=20, default=0,
                        metavar="N", help="list the N worst counts of each kind")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("-o", metavar="CSV")
    parser.add_argument("--check", metavar="JSON",
                        help="fail where a figure is worse than there")
    parser.add_argument("--write", metavar="JSON")
    options, shared = parse_options(parser)
    folder = shared / "corpora" / "programs"
    rows = collections.defaultdict(list)
    for row in read_rows(shared):
        program = row["program"]
        if (hashed(program, 0, 8) % options.sample == 0 and
                options.part in (None, part_of(program)) and
                (not options.only or program in options.only)):
            rows[program].append(row)
    files = read_files(shared)

    figures, table = {}, []
    for way in options.way or WAYS:
        found = {}

        def work(program):
            return program, answers_for(way, program, rows[program],
                                        files[program], folder, options)

        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            for program, (answers, _) in pool.map(work, rows):
                for row in rows[program]:
                    found[id(row)] = score.match(row, answers)
        every = [r for p in rows for r in rows[p]]
        figures[way] = score.score(every, lambda r: found[id(r)])
        causes = collections.Counter()
        for row in every:
            answer = found[id(row)]
            time = (answer or {}).get("time_us")
            measured = float(row["time_us"])
            factor = max(time / measured, measured / time) if time else None
            why = cause(row, answer, factor)
            causes[why] += 1
            table.append((way, row, answer, factor, why))
            if options.list:
                print("%-9s %-24s %-40s %10.1f %10s %6s %s" % (
                    way, row["program"], row["kernel_name"][:40], measured,
                    "%.1f" % time if time else "-",
                    "%.2f" % factor if factor else "-", why or ""))
        f = figures[way]
        print("%-9s %d launches: with a time %.0f %%, block and grid %.0f %%, "
              "median %.2f, p90 %.1f, within 2x %.0f %%, within 25 %% %.0f %%, "
              "band covers %.0f %%" % (
                  way, f["launches"], 100 * f["with_time"], 100 * f["shape"],
                  f["median"], f["p90"], 100 * f["within_2x"],
                  100 * f["within_25"], 100 * f["band"]))
        for why, count in causes.most_common():
            if why:
                print("    %4d %s" % (count, why))
        if options.classes:
            print("    %-32s launches  median  within 2x  within 25 %%  band" % "assumed")
            for name, (f, width) in score.classes(
                    every, lambda r: found[id(r)]).items():
                print("    %-32s %8d %7.2f %8.0f %% %9.0f %% %5.0f %%, x/ %.3g" % (
                    name, f["launches"], f["median"], 100 * f["within_2x"],
                    100 * f["within_25"], 100 * f["band"], width))
        counted = [(row, found[id(row)], counts.compare(row, found[id(row)]))
                   for row in every]
        counts.print_worst(counted, options.counts)
        for name, f in counts.print_figures(counted).items():
            figures["%s: %s" % (way, name)] = f
        sys.stdout.flush()
    if options.o:
        with open(options.o, "w", newline="") as f:
            out = csv.writer(f)
            out.writerow(["way", "program", "kernel", "measured_us", "time_us",
                          "low_us", "high_us", "factor", "cause", "bound",
                          "assumed"])
            for way, row, answer, factor, why in table:
                out.writerow([way, row["program"], row["kernel_name"],
                              row["time_us"], (answer or {}).get("time_us"),
                              (answer or {}).get("time_us_low"),
                              (answer or {}).get("time_us_high"), factor, why,
                              (answer or {}).get("bound"),
                              " ".join(sorted({a["kind"] for a in (
                                  answer or {}).get("assumed", [])}))])
    if options.write:
        pathlib.Path(options.write).write_text(
            json.dumps(figures, indent=2) + "\n")
    if options.check:
        return check(json.loads(pathlib.Path(options.check).read_text()),
                     figures)
    return 0


def check(baseline, figures):
    """1 if a share fell by more than two points, or a median rose by 3 %."""
    bad = 0
    for way, before in baseline.items():
        for key, old in before.items():
            new = figures.get(way, {}).get(key)
            if new is None or key in ("launches", "p90"):
                continue
            worse = new > old * 1.03 if key == "median" else new < old - 0.02
            if worse:
                print("%s: %s was %.3f and is %.3f" % (way, key, old, new))
                bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
