#!/usr/bin/env python3
"""Real programs, nothing prepared: what gpuperf counts of their launches (bytes
from and to DRAM, floating-point operations), held against hardware counters.
See README.md beside this file."""
import collections
import concurrent.futures
import csv
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run  # noqa: E402
import score  # noqa: E402

# Column of programs.csv -> what it is called here.
COUNTERS = {"dram_bytes": "dram", "sp_flops": "fp32", "dp_flops": "fp64"}
# Floating-point operations of an instruction of each class, as the profiler
# counts them: one of an addition or a product, two of a multiply-add, none of
# what the special function unit computes. Divisions and roots are the sequences
# of gpumodel/Substitutes.def.
FP32_OPERATIONS = {"fp32_add": 1, "fp32_mul": 1, "fp32_fma": 2,
                   "fp32_div_ieee": 10, "fp32_sqrt_ieee": 8,
                   "fp32_rcp_ieee": 6, "fp32_sincos_slow": 20,
                   "fp64_div_ieee": 2}
FP64_OPERATIONS = {"fp64_add": 1, "fp64_mul": 1, "fp64_fma": 2,
                   "fp64_div_ieee": 16, "fp64_sqrt_ieee": 16,
                   "fp64_rcp_ieee": 10}
# What is said of nearly every launch, or does not touch the counts.
HARMLESS = {"registers", "gpu_fact", "no_wrap", "launch_time"}
# Where there is at most one operation for a warp, it is not what the launch
# does, and is not judged.
FEWEST_OPERATIONS_PER_THREAD = 1 / 32
SHARES = (("within_10", 1.1), ("within_25", 1.25), ("within_2x", 2.0))


def operations(counts, table):
    executed = counts["thread_instructions"]
    return sum(executed.get(name, 0) * each for name, each in table.items())


def counted(answer):
    """What an answer says of each counter."""
    counts = answer["counts"]
    return {"dram": counts["dram_read_bytes"] + counts["dram_write_bytes"],
            "fp32": operations(counts, FP32_OPERATIONS),
            "fp64": operations(counts, FP64_OPERATIONS)}


def factor(ours, measured, least):
    """How far off a count is, at least 1; None: neither is worth speaking of."""
    if max(ours, measured) <= least:
        return None
    if min(ours, measured) <= 0:
        return math.inf
    return max(ours / measured, measured / ours)


def guessed(answer):
    """Whether something that the counts rest on was guessed."""
    return any(a["kind"] not in HARMLESS for a in answer.get("assumed", []))


def compare(row, answer):
    """Counter -> (ours, measured, factor) of a launch; {} where the answer has
    no counts or is for another launch."""
    if not answer or "counts" not in answer or (
            answer.get("grid"), answer.get("block")) != score.shape(row):
        return {}
    threads = math.prod(score.shape(row)[0] + score.shape(row)[1])
    ours = counted(answer)
    found = {}
    for column, name in COUNTERS.items():
        measured = float(row[column] or 0)
        least = (1 if name == "dram" else
                 threads * FEWEST_OPERATIONS_PER_THREAD)
        off = factor(ours[name], measured, least)
        if off is not None:
            found[name] = (ours[name], measured, off)
    return found


def figures_of(factors):
    factors = sorted(factors)
    out = {"launches": len(factors)}
    if factors:
        out["median"] = factors[len(factors) // 2]
        out["p90"] = factors[min(len(factors) - 1, int(0.9 * len(factors)))]
        for name, most in SHARES:
            out[name] = sum(f <= most for f in factors) / len(factors)
    return out


def check(baseline, figures):
    """1 if a share of the launches of which nothing is guessed fell by more
    than two points, or a median rose by 3 %."""
    bad = 0
    for name, before in baseline.items():
        new = figures.get(name, {})
        for key, old in before.items():
            if key in ("launches", "p90") or key not in new:
                continue
            worse = (new[key] > old * 1.03 if key == "median" else
                     new[key] < old - 0.02)
            if worse:
                print("%s: %s was %.3f and is %.3f" % (name, key, old,
                                                       new[key]))
                bad = 1
    return bad


def ask_all(options, shared):
    """(row, answer) of every launch of the chosen programs."""
    rows = collections.defaultdict(list)
    for row in run.read_rows(shared):
        if (options.part in (None, run.part_of(row["program"])) and
                (not options.only or row["program"] in options.only)):
            rows[row["program"]].append(row)
    files = run.read_files(shared)
    folder = shared / "corpora" / "programs"

    def work(program):
        answers, _ = run.answers_for("run", program, rows[program],
                                     files[program], folder, options)
        return [(row, score.match(row, answers)) for row in rows[program]]

    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        return [pair for pairs in pool.map(work, rows) for pair in pairs]


def print_worst(table, most):
    """The rows that are furthest off, nothing guessed first."""
    for name in COUNTERS.values():
        rows = [(guessed(answer), -found[name][2], row, found[name])
                for row, answer, found in table if name in found]
        for is_guess in (False, True):
            worst = sorted((r for r in rows if r[0] == is_guess),
                           key=lambda r: r[1])
            for _, off, row, (ours, measured, _) in worst[:most]:
                if -off <= SHARES[0][1]:
                    break
                print("%-5s %-8s %-24s %-36s %11.4g %11.4g %8.2f" % (
                    name, "guessed" if is_guess else "", row["program"],
                    row["kernel_name"][:36], ours, measured, -off))


def write_table(path, table):
    with open(path, "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["program", "kernel", "guessed", "bound", "measured_us",
                      "time_us", "l2_bytes"] +
                     [n + s for n in COUNTERS.values()
                      for s in ("", "_measured", "_factor")])
        for row, answer, found in table:
            if found:
                out.writerow([row["program"], row["kernel_name"],
                              int(guessed(answer)), answer.get("bound"),
                              row["time_us"], answer.get("time_us"),
                              answer["counts"]["l2_bytes"]] +
                             [v for n in COUNTERS.values()
                              for v in found.get(n, ("", "", ""))])


def main():
    parser = run.common_parser(__doc__)
    parser.add_argument("--part", choices=("fit", "check"))
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--list", type=int, nargs="?", const=40, default=0,
                        metavar="N", help="the N worst rows of each counter")
    parser.add_argument("-o", metavar="CSV")
    parser.add_argument("--check", metavar="JSON",
                        help="fail where a figure is worse than there")
    parser.add_argument("--write", metavar="JSON")
    options, shared = run.parse_options(parser)
    table = [(row, answer, compare(row, answer))
             for row, answer in ask_all(options, shared)]
    print_worst(table, options.list)
    gated = {}
    for name in COUNTERS.values():
        for is_guess in (False, True):
            f = figures_of([found[name][2] for _, answer, found in table
                            if name in found and guessed(answer) == is_guess])
            if not is_guess:
                gated[name] = f
            if f["launches"]:
                print("%-4s %-15s %3d launches: within 10 %% %.0f %%, within "
                      "25 %% %.0f %%, within 2x %.0f %%, median %.2f, p90 %.3g"
                      % (name, "guessed" if is_guess else "nothing guessed",
                         f["launches"], 100 * f["within_10"],
                         100 * f["within_25"], 100 * f["within_2x"],
                         f["median"], f["p90"]))
    if options.o:
        write_table(options.o, table)
    if options.write:
        pathlib.Path(options.write).write_text(
            json.dumps(gated, indent=2) + "\n")
    if options.check:
        return check(json.loads(pathlib.Path(options.check).read_text()),
                     gated)
    return 0


if __name__ == "__main__":
    sys.exit(main())
