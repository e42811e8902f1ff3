"""How answers are held against the measured launches of real programs."""
import math
import re


def normal(name):
    """A kernel's name without what profilers and compilers write differently."""
    name = re.sub(r"^(void|static) ", "", name.strip())
    name = re.sub(r"\((?:unsigned )?(?:int|long|char|bool|short)\)", "", name)
    name = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", name)
    name = re.sub(r"\btrue\b", "1", name)
    name = re.sub(r"\bfalse\b", "0", name)
    return re.sub(r"\s+", "", name)


def base(name):
    """The name without namespaces and template arguments."""
    return re.split(r"[<(]", normal(name))[0].split("::")[-1]


def shape(row):
    """Grid and block of a row of programs.csv."""
    return ([int(row["grid_" + a]) for a in "xyz"],
            [int(row["block_" + a]) for a in "xyz"])


def match(row, answers):
    """The answer to a measured launch: of those for its kernel, the one with
    its block and grid, else one that has a time, else any; None without."""
    full = normal(row["kernel_name"])
    named = [a for a in answers if normal(a["kernel"]) == full]
    if not named:
        named = [a for a in answers
                 if base(a["kernel"]) == base(row["kernel_name"])]
    grid, block = shape(row)
    for wanted in (lambda a: a.get("grid") == grid and a.get("block") == block
                   and "time_us" in a,
                   lambda a: a.get("grid") == grid and a.get("block") == block,
                   lambda a: "time_us" in a):
        for answer in named:
            if wanted(answer):
                return answer
    return named[0] if named else None


def score(rows, answer_of):
    """Figures over measured launches; \\p answer_of gives a row's answer."""
    factors, inside, banded = [], 0, 0
    shapes = within2 = within25 = 0
    for row in rows:
        answer = answer_of(row)
        measured = float(row["time_us"])
        if not answer:
            continue
        if (answer.get("grid"), answer.get("block")) == shape(row):
            shapes += 1
        time = answer.get("time_us")
        if not time:
            continue
        factor = max(time / measured, measured / time)
        factors.append(factor)
        within2 += factor <= 2
        within25 += abs(time / measured - 1) <= 0.25
        low, high = answer.get("time_us_low"), answer.get("time_us_high")
        if low is not None and high is not None:
            banded += 1
            inside += low <= measured <= high
    factors.sort()

    def quantile(q):
        if not factors:
            return math.nan
        return factors[min(len(factors) - 1, int(q * len(factors)))]

    n = max(1, len(rows))
    return {"launches": len(rows), "with_time": len(factors) / n,
            "shape": shapes / n, "median": quantile(0.5), "p90": quantile(0.9),
            "within_2x": within2 / n, "within_25": within25 / n,
            "band": inside / banded if banded else math.nan}


# What is said of nearly every launch: no guess about this one.
HARMLESS = {"registers", "gpu_fact", "no_wrap", "launch_time"}


def guesses(answer):
    """The kinds of what was guessed for an answer."""
    return {a["kind"] for a in answer.get("assumed", [])} - HARMLESS


def classes(rows, answer_of):
    """By what the answer assumes: name -> (figures, width of the band).

    Only launches with a time are in a class. A launch with several assumptions
    is in the class of each. The width is the median of sqrt(high / low): a band
    of 1.5 reaches from t / 1.5 to t * 1.5."""
    members = {}
    for row in rows:
        answer = answer_of(row)
        if not answer or not answer.get("time_us"):
            continue
        kinds = guesses(answer)
        names = sorted(kinds) or ["nothing"]
        if not kinds:
            names.append("nothing, bound by %s" % answer.get("bound", "?"))
        for name in names:
            members.setdefault(name, []).append(row)
    out = {}
    for name, found in sorted(members.items(), key=lambda m: -len(m[1])):
        widths = sorted(math.sqrt(a["time_us_high"] / a["time_us_low"])
                        for a in map(answer_of, found) if a.get("time_us_low"))
        out[name] = (score(found, answer_of),
                     widths[len(widths) // 2] if widths else math.nan)
    return out
