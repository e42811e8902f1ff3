#!/usr/bin/env python3
"""Real programs, built from source and run on the stand-in runtime: of how many
does `gpuperf record` see the launches, and are they those that were measured?"""
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run  # noqa: E402
import score  # noqa: E402

GPU = "rtx-3080"  # what the programs were measured on


def record(program, argv, files, folder, options):
    """The facts of a program's run, and what the command said."""
    with tempfile.TemporaryDirectory() as work:
        database = [{"directory": str(folder), "file": path,
                     "arguments": ["clang++", *flags, "-c", path]}
                    for path, flags in files]
        pathlib.Path(work, "compile_commands.json").write_text(
            json.dumps(database))
        facts = pathlib.Path(work, "facts.jsonl")
        try:
            done = subprocess.run(
                [options.gpuperf, "record", "-p", work, "--run=" + argv,
                 "--timeout=%d" % options.timeout, "--gpu=" + GPU,
                 "-o", str(facts)],
                cwd=folder / "src" / program, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                timeout=600)
        except subprocess.TimeoutExpired:
            return [], "gpuperf: timeout of the script"
        said = done.stderr.decode(errors="replace")
        if not facts.exists():
            return [], said
        return [json.loads(line) for line in facts.open()], said


def cause(said):
    """Why a program has no launches, in a few words."""
    for pattern, words in (
            (r"no file compiles.*?error: ([^\n]*)", "does not compile: "),
            (r"cannot be linked: ([^\n]*)", "does not link: "),
            (r"does not compile for the host: .*?error: ([^\n]*)",
             "a file does not compile: ")):
        m = re.search(pattern, said, re.S)
        if m:
            return words + m[1][:70]
    for words in ("exit code", "ended by signal", "--timeout", "memory"):
        for line in said.splitlines():
            if words in line and line.startswith("gpuperf: the program"):
                return line[len("gpuperf: "):]
    return "no launch"


def same_arguments(row, fact):
    """Whether the scalar arguments are those that were recorded elsewhere."""
    for name, value in json.loads(row["args"] or "{}").items():
        seen = fact["args"].get(name)
        if seen is None:
            return False
        if abs(float(seen) - float(value)) > 1e-5 * max(1, abs(float(value))):
            return False
    return True


def main():
    parser = run.common_parser(__doc__)
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--list", action="store_true",
                        help="also programs that were recorded")
    options, shared = run.parse_options(parser)
    folder = shared / "corpora" / "programs"
    rows = collections.defaultdict(list)
    for row in run.read_rows(shared, least_us=0):
        if not options.only or row["program"] in options.only:
            rows[row["program"]].append(row)
    files = run.read_files(shared)

    def work(program):
        return program, *record(program, rows[program][0]["argv"],
                                files[program], folder, options)

    launched = with_arguments = 0
    shapes = arguments = asked = 0
    causes = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for program, facts, said in pool.map(work, rows):
            launched += bool(facts)
            good = any(f["args"] or f["bytes"] for f in facts)
            with_arguments += good
            if not good:
                causes[re.sub(r"'[^']*/", "'", cause(said))] += 1
            right = 0
            for row in rows[program]:
                grid, block = score.shape(row)
                same = [f for f in facts
                        if score.base(f["kernel"]) ==
                        score.base(row["kernel_name"])
                        and (f["grid"], f["block"]) == (grid, block)]
                right += bool(same)
                if row["args"] and row["args"] != "{}":
                    asked += 1
                    arguments += any(same_arguments(row, f) for f in same)
            shapes += right
            if options.list or not good:
                print("%-28s %4d launches, %d of %d measured ones  %s" % (
                    program, len(facts), right, len(rows[program]),
                    "" if good else cause(said)))
                sys.stdout.flush()
    total = max(1, len(rows))
    measured = sum(len(r) for r in rows.values())
    print("%d programs: launches seen in %d (%.0f %%), with arguments in %d "
          "(%.0f %%)" % (len(rows), launched, 100 * launched / total,
                         with_arguments, 100 * with_arguments / total))
    print("%d measured launches: grid and block seen %d (%.0f %%); arguments "
          "right %d of %d (%.0f %%)" % (
              measured, shapes, 100 * shapes / max(1, measured), arguments,
              asked, 100 * arguments / max(1, asked)))
    for why, count in causes.most_common():
        print("    %4d %s" % (count, why))
    return 0


if __name__ == "__main__":
    sys.exit(main())
