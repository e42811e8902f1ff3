"""What gpuperf counts of the launches of real programs (bytes from and to DRAM,
floating-point operations), held against hardware counters, for run.py. See
README.md beside this file."""
import math

import score

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
    return bool(score.guesses(answer))


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


def print_figures(table):
    """Prints the shares of each counter. Those of the launches of which nothing
    is guessed are returned: there a wrong count is a mistake of the analysis."""
    gated = {}
    for name in COUNTERS.values():
        for is_guess in (False, True):
            f = figures_of([found[name][2] for _, answer, found in table
                            if name in found and guessed(answer) == is_guess])
            if not f["launches"]:
                continue
            if not is_guess:
                gated[name] = f
            print("    %-4s %-15s %3d launches: within 10 %% %.0f %%, within "
                  "25 %% %.0f %%, within 2x %.0f %%, median %.2f, p90 %.3g"
                  % (name, "guessed" if is_guess else "nothing guessed",
                     f["launches"], 100 * f["within_10"],
                     100 * f["within_25"], 100 * f["within_2x"],
                     f["median"], f["p90"]))
    return gated
