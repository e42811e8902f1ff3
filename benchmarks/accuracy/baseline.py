# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The committed figures, and whether new ones are worse.

The run is deterministic: a figure that moved was moved by a change of the
code, of the GPU files or of the toolkit. Worse than the tolerance fails; what
got better is named, so that the baseline is renewed with the change.
"""

import json
import os
import re

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                    "baseline.json")
RENEW = "renew it with benchmarks/accuracy/accuracy.py --write-baseline"

# Our model is held to its figures on every dataset, the published ones, which
# are there to be compared with, to their means.
OWN_MODEL = "gpuperf"

# Rows that are asked: sweeps spread evenly over every dataset, all models. A
# change here makes another baseline.
SUBSET = {"max_macro_sets": 8, "limit": 200, "model": "all"}

# figure -> (may be worse by this share of itself, and by this much). Errors
# and shares are parts of 1 (0.005 is half a percentage point), regret is a
# ratio, answered is a number of rows.
TOLERANCES = {
    "mape": (0.02, 0.005),
    "median": (0.02, 0.005),
    "regret": (0.01, 0.0),
    "unanswered": (0.0, 0.0),
    "outside_band": (0.0, 0.02),
}


def _figures(time, regret, band):
    out = {"unanswered": time["rows"] - time["answered"],
           "mape": time["mape"], "median": time["median"],
           "regret": (regret or {}).get("geomean")}
    if band and time["band"] is not None:
        out["outside_band"] = 1 - time["band"]
    return {k: round(v, 5) for k, v in out.items() if v is not None}


def of_result(result):
    """model -> line -> figures, of what accuracy.py found."""
    out = {}
    for model, found in result["models"].items():
        time, blocks = found["time"], found["blocks"]
        lines = {name: _figures(s, blocks.get("datasets", {}).get(name),
                                band=False)
                 for name, s in time["datasets"].items()
                 if model == OWN_MODEL}
        lines["mean of datasets"] = _figures(
            time["mean_of_datasets"], blocks.get("rules", {}).get("predicted"),
            band=True)
        for part in ("fit", "held out"):
            if part in time:
                lines[f"{part}: datasets"] = _figures(
                    time[part]["mean_of_datasets"], blocks.get(part),
                    band=True)
        out[model] = lines
    return out


def toolkit_version(flags_output):
    """The CUDA toolkit that `gpuperf flags` found: '13.0', 'unknown', or None
    without one. Registers come from its ptxas, so figures depend on it."""
    found = re.search(r"--cuda-path=(\S+)", flags_output)
    if not found:
        return None
    header = os.path.join(found[1], "include", "cuda_runtime_api.h")
    try:
        with open(header, encoding="utf-8", errors="replace") as f:
            defined = re.search(r"#define\s+CUDART_VERSION\s+(\d+)", f.read())
    except OSError:
        return "unknown"
    if not defined:
        return "unknown"
    return f"{int(defined[1]) // 1000}.{int(defined[1]) % 1000 // 10}"


def write(path, result, toolkit, rows):
    with open(path, "w", encoding="utf-8") as f:
        json.dump({"subset": SUBSET, "rows": rows, "cuda_toolkit": toolkit,
                   "models": of_result(result)}, f, indent=1, sort_keys=True)
        f.write("\n")


def read(path):
    """The committed object, or None where there is none."""
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except FileNotFoundError:
        return None


def reason_to_skip(committed, toolkit):
    """Why the figures cannot be compared, or None."""
    if committed is None:
        return f"there is no baseline yet: {RENEW}"
    if committed["subset"] != SUBSET:
        return f"the baseline is of another choice of rows: {RENEW}"
    if committed["cuda_toolkit"] != toolkit:
        return (f"the baseline was made with CUDA toolkit "
                f"{committed['cuda_toolkit'] or '(none)'}, here is "
                f"{toolkit or 'none'}")
    return None


def _shown(figure, value):
    if figure == "unanswered":
        return f"{value:g} rows"
    return f"{value:.3f}" if figure == "regret" else f"{100 * value:.2f} %"


def compare(committed, result, rows):
    """(texts of what got worse, texts of what got better)."""
    worse, better = [], []
    if committed["rows"] != rows:
        worse.append(f"{rows} rows were asked, {committed['rows']} are in the "
                     "baseline: other measured figures, or other sampling")
    now = of_result(result)
    for model, lines in committed["models"].items():
        if model not in now:
            worse.append(f"{model}: no answers any more")
            continue
        for line, figures in lines.items():
            for figure, old in figures.items():
                share, amount = TOLERANCES[figure]
                new = now[model].get(line, {}).get(figure)
                where = f"{model}, {line}: {figure.replace('_', ' ')}"
                allowed = max(old * share, amount)
                if new is None:
                    worse.append(f"{where} was {_shown(figure, old)} and is "
                                 "not known any more")
                elif new > old + allowed + 1e-9:
                    worse.append(f"{where} is {_shown(figure, new)}, was "
                                 f"{_shown(figure, old)}")
                elif new < old - allowed - 1e-9:
                    better.append(f"{where} is {_shown(figure, new)}, was "
                                  f"{_shown(figure, old)}")
    better += [f"{m}: a new model" for m in now
               if m not in committed["models"]]
    return worse, better
