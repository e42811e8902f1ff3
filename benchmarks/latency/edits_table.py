# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run of edits.py comes to, as markdown tables."""

import statistics

import editfiles


def quantile(values, q):
    s = sorted(values)
    at = q * (len(s) - 1)
    low = int(at)
    return s[low] + (s[min(low + 1, len(s) - 1)] - s[low]) * (at - low)


def median(values):
    return statistics.median(values)


def of(record, kind, what):
    """kind None: all but the edits above the includes, which are few and cost
    what an open does."""
    return [e[what] for e in record["edits"]
            if (e["kind"] != "top" if kind is None else e["kind"] == kind)]


def complaints(run):
    """What makes figures void or is missing for another reason than the
    machine's."""
    out = []
    for entry in run["files"]:
        where = entry["name"] + ("" if entry["configured"] else
                                 " without configuration")
        if entry.get("skipped", "").startswith("failed"):
            out.append(f"{where}: {entry['skipped']}")
        for name, record in entry.get("servers", {}).items():
            void = [f"edit {i} ({e['kind']}): {e['void']}"
                    for i, e in enumerate(record["edits"], 1) if e["void"]]
            if void:
                out.append(f"{where}: VOID, {len(void)} edits of "
                           f"{len(record['edits'])} did not show in {name}'s "
                           f"diagnostics; the first: {void[0]}")
    return out


def _row(cells):
    return "| " + " | ".join(cells) + " |"


def _pair(ours, stock):
    """Figures of both, ratio and difference."""
    return [f"{stock:.0f}", f"{ours:.0f}",
            f"{ours / stock:.2f}x" if stock else "", f"{ours - stock:+.0f}"]


def _edit_rows(entry, name, kinds):
    stock, ours = entry["servers"]["stock"], entry["servers"][name]
    for kind in kinds:
        wall, cpu = of(stock, kind, "ms"), of(stock, kind, "cpu_ms")
        if not wall:
            continue
        our_wall, our_cpu = of(ours, kind, "ms"), of(ours, kind, "cpu_ms")
        yield _row([entry["name"], "**all**" if kind is None else kind,
                    str(len(wall))]
                   + _pair(median(our_wall), median(wall))
                   + _pair(quantile(our_wall, .95), quantile(wall, .95))[:3]
                   + _pair(median(our_cpu), median(cpu)))


def _edit_table(entries, name):
    yield _row(["file", "edit", "n", "stock ms", "ours", "ratio", "diff",
                "stock p95 ms", "ours", "ratio", "stock CPU ms", "ours",
                "ratio", "diff"])
    yield "|---|---|" + "--:|" * 12
    for entry in entries:
        yield from _edit_rows(entry, name, [None, *editfiles.KINDS])


def _open_table(entries, name):
    yield _row(["file", "stock open ms", "ours", "ratio", "with times",
                "ratio", "stock CPU ms", "ours", "ratio", "stock peak MiB", "ours", "diff", "launches",
                "errors (stock, ours)"])
    yield "|---|" + "--:|" * 13
    for entry in entries:
        stock, ours = entry["servers"]["stock"], entry["servers"][name]
        cells = [entry["name"]]
        for ours_is, stock_is in (("ms", "ms"), ("last_ms", "ms"),
                                  ("cpu_ms", "cpu_ms")):
            pair = _pair(median([o[ours_is] for o in ours["opens"]]),
                         median([o[stock_is] for o in stock["opens"]]))
            cells += pair[1:3] if ours_is == "last_ms" else pair[:3]
        memory = _pair(ours["peak_mib"], stock["peak_mib"])
        yield _row(cells + memory[:2] + memory[3:] + [
            str(ours["predicted"]),
            f"{len(stock['errors'])}, {len(ours['errors'])}"])


def markdown(run):
    out = [f"{run['date']}; {run['machine']}; load "
           + ", ".join(f"{load:.1f}" for load in [run["load_before"]] + [
               e["load_after"] for e in run["files"] if "load_after" in e]), ""]
    for configured, title in ((True, f"Flags: `{run['flags']}`"),
                              (False, "No configuration at all")):
        entries = [e for e in run["files"] if e["configured"] == configured]
        if not entries:
            continue
        done = [e for e in entries if "servers" in e]
        out += [f"## {title}", ""]
        names = [n for e in done[:1] for n in e["servers"] if n != "stock"]
        for name in names:
            out += [f"### {name}: edit to diagnostics", "",
                    *_edit_table(done, name), "",
                    f"### {name}: cold open and memory", "",
                    *_open_table(done, name), ""]
        out += [f"{e['name']}: skipped, {e['skipped']}" for e in entries
                if "skipped" in e]
    out += complaints(run)
    return "\n".join(out).rstrip()
