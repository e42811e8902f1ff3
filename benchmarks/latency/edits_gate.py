# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether edits cost more than they did: the processor time of gpuperf-clangd
over that of stock clangd, against the committed ratio.

Processor time, and a ratio of two servers that did the same in turn, because
wall times are those of what else the machine does. The least of the edits of
each kind counts, because other load only adds."""

import editfiles

# How much larger than the committed ratio one may be. On two cores with a load
# of 5 to 10, a file's ratio was within 12 % of that of other runs; other
# processors have other caches.
TOLERANCE = 0.4


def least_cpu_ms(record, kind):
    """The least processor time of an edit of a kind, ms; None without one."""
    values = [e["cpu_ms"] for e in record["edits"] if e["kind"] == kind]
    return min(values) if values else None


def ratios(run):
    """{file: ratio}. Edits above the includes do not count: they cost what an
    open does."""
    out = {}
    for entry in run["files"]:
        if "servers" not in entry or not entry["configured"]:
            continue
        pairs = [(least_cpu_ms(entry["servers"]["gpuperf"], kind),
                  least_cpu_ms(entry["servers"]["stock"], kind))
                 for kind in editfiles.KINDS if kind != "top"]
        pairs = [(ours, stock) for ours, stock in pairs if ours and stock]
        if pairs:
            out[entry["name"]] = (sum(ours for ours, _ in pairs)
                                  / sum(stock for _, stock in pairs))
    return out


def toolkit_key(toolkit):
    """The part of the baseline that holds: with a toolkit ptxas runs, too."""
    return "toolkit" if toolkit else "bundled"


def updated(baseline, run, toolkit):
    """The baseline with this run's ratios in place of its own."""
    new = dict(baseline)
    new[toolkit_key(toolkit)] = dict(
        baseline.get(toolkit_key(toolkit), {}),
        **{name: round(ratio, 2) for name, ratio in ratios(run).items()})
    return new


def too_slow(baseline, run, toolkit):
    """What became slower, a sentence for each file. A file that the baseline
    does not have is a fault, too."""
    committed = baseline.get(toolkit_key(toolkit), {})
    out = []
    for name, ratio in ratios(run).items():
        if name not in committed:
            out.append(f"{name}: the baseline has no figure for it")
        elif ratio > committed[name] * (1 + TOLERANCE):
            out.append(f"{name}: an edit takes {ratio:.2f}x the processor time "
                       f"of stock clangd, {committed[name]:.2f}x in the baseline")
    return out
