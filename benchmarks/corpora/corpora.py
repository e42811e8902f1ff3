#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the plugin over real CUDA code: does it crash or hang, how many
launches get a time, does stock clang-tidy lose a diagnostic, what does it cost?

    benchmarks/corpora/corpora.py --mirror=FOLDER          # everything
    benchmarks/corpora/corpora.py --repo=cuda-samples --limit=20

Per file: the parse alone, the plugin's checks alone, and (unless --no-stock)
stock checks without and with the plugin. FOLDER holds git copies as
OWNER+NAME/repo; see the README of the corpora.
"""

import argparse
import csv
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import manifest
import tidy

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--plugin",
                   default=os.path.join(ROOT, "build", "lib",
                                        "GpuperfTidy.so"))
    p.add_argument("--clang-tidy", default="clang-tidy-22")
    p.add_argument("--corpora",
                   default=os.path.join(ROOT, "..", "shared", "corpora"))
    p.add_argument("--mirror", default=os.environ.get("MIRROR", ""),
                   help="folder of git copies; default: environment MIRROR")
    p.add_argument("--workdir",
                   default=os.environ.get("WORKDIR") or os.path.join(
                       tempfile.gettempdir(), "gpuperf-corpora"),
                   help="where the checkouts are put")
    p.add_argument("--arch", default="sm_90")
    p.add_argument("--side", choices=("device", "host"), default="device")
    p.add_argument("--gpu", default="", help="option GpuperfGpu")
    p.add_argument("--repo", default="", metavar="REGEX")
    p.add_argument("--parses", choices=("yes", "no", "all"), default="all")
    p.add_argument("--lang", choices=("cuda", "hip", "all"), default="all")
    p.add_argument("--launches-only", action="store_true",
                   help="only files that hold a launch")
    p.add_argument("--limit", type=int, default=0, metavar="N",
                   help="N files, spread evenly")
    p.add_argument("--no-stock", action="store_true",
                   help="skip the two runs with stock checks")
    p.add_argument("--repeat", type=int, default=1,
                   help="of the timed runs; the least time counts")
    p.add_argument("--timeout", type=float, default=60, metavar="SECONDS")
    p.add_argument("--jobs", type=int, default=1,
                   help="times and memory are best taken with 1")
    p.add_argument("--tsv", metavar="FILE", help="one line per file")
    p.add_argument("--summary", metavar="FILE",
                   help="write what is printed there too")
    args = p.parse_args()
    args.corpora = os.path.abspath(args.corpora)
    args.plugin = os.path.abspath(args.plugin)
    if not os.path.isfile(args.plugin):
        p.error(f"no '{args.plugin}': build it first or give --plugin")
    return args


def select(files, args):
    files = [f for f in files
             if re.search(args.repo, f.repo)
             and (args.parses == "all" or f.parses == (args.parses == "yes"))
             and (args.lang == "all" or f.lang == args.lang)
             and (not args.launches_only
                  or f.launches + f.launches_in_headers > 0)]
    if 0 < args.limit < len(files):
        files = [files[i * len(files) // args.limit]
                 for i in range(args.limit)]
    return files


def least(runs):
    """One run with the least cost of all; the first that is not ok decides."""
    for r in runs:
        if r.status != "ok":
            return r
    best = min(runs, key=lambda r: r.cpu_s)
    best.peak_mib = min(r.peak_mib for r in runs)
    return best


def examine(file, args):
    """All runs on one file, as one flat record."""
    options = {"gpuperf-kernel-time.ReportUnknown": "true"}
    if args.gpu:
        options["GpuperfGpu"] = args.gpu

    def take(checks, plugin=None, options=None):
        return tidy.run(args.clang_tidy, file, checks, args.timeout, plugin,
                        options)

    parse = least([take(tidy.PARSE_ONLY) for _ in range(args.repeat)])
    ours = least([take("-*,gpuperf-*", args.plugin, options)
                  for _ in range(args.repeat)])
    times, reasons = ours.launches()
    record = {
        "repo": file.repo, "path": file.path, "lang": file.lang,
        "manifest_parses": file.parses, "parsed": parse.parsed,
        "stock_status": parse.status, "status": ours.status,
        "launches_ast": file.launches,
        "launches_ast_headers": file.launches_in_headers,
        "with_time": len({place for place, _ in times}),
        "without_time": len(reasons),
        "block_unknown": sum(map(tidy.block_unknown,
                                 reasons.values())),
        "kernel_time_lines": len(times),
        "parse_cpu_s": parse.cpu_s, "plugin_cpu_s": ours.cpu_s,
        "parse_wall_s": parse.wall_s, "plugin_wall_s": ours.wall_s,
        "parse_mib": parse.peak_mib, "plugin_mib": ours.peak_mib,
        "stock_cpu_s": "", "both_cpu_s": "", "stock_mib": "", "both_mib": "",
        "lost": "", "added": "",
    }
    lost = []
    if not args.no_stock:
        stock = take(tidy.STOCK)
        both = take(tidy.STOCK + ",gpuperf-*", args.plugin, options)
        before, after = stock.stock_diagnostics(), both.stock_diagnostics()
        if both.status == stock.status == "ok":
            lost = sorted(before - after, key=str)
        record.update(
            stock_cpu_s=stock.cpu_s, both_cpu_s=both.cpu_s,
            stock_mib=stock.peak_mib, both_mib=both.peak_mib,
            lost=len(lost), added=len(after - before))
        if both.status != "ok" and record["status"] == "ok":
            record["status"] = both.status
        if stock.status != "ok" and record["stock_status"] == "ok":
            record["stock_status"] = stock.status
    return record, list(reasons.values()), lost


def quantile(values, q):
    s = sorted(values)
    at = q * (len(s) - 1)
    low = int(at)
    high = min(low + 1, len(s) - 1)
    return s[low] + (s[high] - s[low]) * (at - low)


def ratios(records, above, below):
    return [r[above] / r[below] for r in records
            if r["status"] == r["stock_status"] == "ok"
            and r[above] != "" and r[below]]


def share(part, whole):
    return f"{part} of {whole}" + (
        f" ({100 * part / whole:.1f}%)" if whole else "")


def plain(reason):
    """A reason without names and numbers, so that equal ones meet."""
    return re.sub(r"\b\d[\w.]*", "N", re.sub(r"'[^']*'", "'...'", reason))


def counted(items):
    counts = {}
    for i in items:
        counts[i] = counts.get(i, 0) + 1
    return sorted(counts.items(), key=lambda i: (-i[1], i[0]))


def cost_lines(records):
    for title, above, below, unit in (
            ("CPU time, gpuperf-* alone over the parse alone",
             "plugin_cpu_s", "parse_cpu_s", "s"),
            ("CPU time, stock checks with gpuperf-* over without",
             "both_cpu_s", "stock_cpu_s", "s"),
            ("peak memory, gpuperf-* alone over the parse alone",
             "plugin_mib", "parse_mib", "MiB"),
            ("peak memory, stock checks with gpuperf-* over without",
             "both_mib", "stock_mib", "MiB")):
        parsed = [r for r in records if r["parsed"]]
        for name, group in (("files that parse", parsed), ("with a launch", [
                r for r in parsed
                if r["launches_ast"] + r["launches_ast_headers"]])):
            found = ratios(group, above, below)
            if not found:
                continue
            usual = quantile([r[below] for r in group if r[below] != ""], 0.5)
            yield (f"{title}, {name}: median x{quantile(found, 0.5):.2f}, "
                   f"p95 x{quantile(found, 0.95):.2f}, "
                   f"worst x{max(found):.2f} (of {usual:.2f} {unit})")


def repo_lines(records):
    yield (f"{'repository':36} files parsed crash hang launches(AST) "
           "time none lost")
    for repo in sorted({r["repo"] for r in records}):
        group = [r for r in records if r["repo"] == repo]

        def total(key):
            return sum(r[key] for r in group if r[key] != "")

        yield (f"{repo:36} {len(group):5} {total('parsed'):6} "
               f"{sum(r['status'] == 'crash' for r in group):5} "
               f"{sum(r['status'] == 'hang' for r in group):4} "
               f"{total('launches_ast') + total('launches_ast_headers'):13} "
               f"{total('with_time'):4} {total('without_time'):4} "
               f"{total('lost'):4}")


def summary(records, reasons, lost, missing):
    parsed = [r for r in records if r["parsed"]]
    for name, group in (("all files", records), ("files that parse", parsed)):
        ast = sum(r["launches_ast"] + r["launches_ast_headers"]
                  for r in group)
        time = sum(r["with_time"] for r in group)
        none = sum(r["without_time"] for r in group)
        blind = sum(r["block_unknown"] for r in group)
        yield (f"{name}: {len(group)}; launches in the AST {ast}, reported "
               f"{time + none}: with a time {time}, without {none}, of which "
               f"{blind} for want of the block")
        yield ("  launches whose block is known, with a time: "
               + share(time, time + none - blind))
    short = sorted(((r["launches_ast"] - r["with_time"] - r["without_time"],
                     r["repo"], r["path"]) for r in parsed), reverse=True)
    short = [s for s in short if s[0] > 0]
    yield (f"launches in the AST of files that parse and not reported: "
           f"{sum(n for n, _, _ in short)} in {len(short)} files")
    for n, repo, path in short[:10]:
        yield f"{n:6d}  {repo} {path}"
    yield f"files that the manifest says parse, and do: " + share(
        sum(r["parsed"] and r["manifest_parses"] for r in records),
        sum(r["manifest_parses"] for r in records))
    for state in ("crash", "hang", "refused"):
        bad = [r for r in records if r["status"] == state]
        yield f"{state}: {len(bad)}"
        for r in bad:
            also = " (stock too)" if r["stock_status"] == state else ""
            yield f"  {r['repo']} {r['path']}{also}"
    yield f"stock diagnostics lost: {len(lost)}"
    for where, (place, level, text, check) in lost[:20]:
        yield f"  {where}: {place}: {level}: {text} [{check}]"
    yield from cost_lines(records)
    if reasons:
        yield "launches without a time, by reason:"
        for reason, n in counted(map(plain, reasons)):
            yield f"{n:6d}  {reason}"
    yield from repo_lines(records)
    slow = sorted((r for r in records if r["status"] == "ok"),
                  key=lambda r: r["parse_cpu_s"] - r["plugin_cpu_s"])[:5]
    yield "most CPU time added:"
    for r in slow:
        yield (f"  {r['plugin_cpu_s'] - r['parse_cpu_s']:+.2f} s  "
               f"{r['repo']} {r['path']}")
    if missing:
        yield f"not checked out: {len(missing)} files of " + ", ".join(
            sorted({f.repo for f in missing}))


def write_tsv(path, records):
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f, delimiter="\t", lineterminator="\n")
        if records:
            out.writerow(records[0])
        for r in records:
            out.writerow(f"{v:.3f}" if isinstance(v, float) else v
                         for v in r.values())


def main():
    args = parse_arguments()
    try:
        if args.mirror:
            manifest.check_out(args.corpora, args.workdir, args.mirror)
        files, missing = manifest.load(args.corpora, args.workdir, args.arch,
                                       args.side)
    except manifest.BadCorpora as e:
        print(f"corpora.py: {e}", file=sys.stderr)
        return 2
    files = select(files, args)
    why = tidy.why_unusable(args.clang_tidy, args.plugin)
    if why:
        print(f"corpora.py: {why}", file=sys.stderr)
        return 2
    if not files:
        print("corpora.py: no file to run on: set MIRROR or --mirror to a "
              "folder of git copies, each as OWNER+NAME/repo",
              file=sys.stderr)
        return 2
    records, reasons, lost = [], [], []
    with ThreadPoolExecutor(max_workers=max(1, args.jobs)) as pool:
        results = pool.map(lambda f: examine(f, args), files)
        for done, (file, (record, why, gone)) in enumerate(
                zip(files, results), 1):
            records.append(record)
            reasons += why
            lost += [(file.id, d) for d in gone]
            print(f"{done}/{len(files)} {record['status']:5} "
                  f"{record['with_time']}+{record['without_time']} {file.id}",
                  file=sys.stderr, flush=True)
    text = "\n".join(summary(records, reasons, lost, missing))
    print(text)
    if args.summary:
        with open(args.summary, "w", encoding="utf-8") as f:
            f.write(text + "\n")
    if args.tsv:
        write_tsv(args.tsv, records)
    bad = any(r["status"] != "ok" and r["stock_status"] == "ok"
              for r in records)
    return 1 if bad or lost else 0


if __name__ == "__main__":
    sys.exit(main())
