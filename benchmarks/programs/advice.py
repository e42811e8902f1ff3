#!/usr/bin/env python3
"""What the advice checks say of real programs, beside what was measured of the
kernels that they speak of. See README.md beside this file."""
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "corpora"))
import run  # noqa: E402
import score  # noqa: E402
import tidy  # noqa: E402

CHECKS = "-*,gpuperf-*,-gpuperf-kernel-time"
PEAK_GBS = 760.3  # DRAM of the RTX 3080 by its data sheet
NEAR_PEAK = 0.85
# These findings move fewer bytes, so that the bytes that were measured do not
# bound what they gain.
FEWER_BYTES = ("gpuperf-uncoalesced-access", "gpuperf-redundant-access",
               "gpuperf-register-spill")
# By how many points of a launch's time a gain may exceed what the bytes allow:
# measured times are those of full clocks, and bytes of caches that were empty.
TOLERANCE = 0.10
KERNEL = re.compile(r"'([^']+)'")
SHARE = re.compile(r"(?<![\d.])(\d+)% of (?:the|its) time")
FASTER = re.compile(r"predicted ([\d.]+)x faster")
WARNING = re.compile(r"^(\S.*?):(\d+):(\d+): warning: (.*) \[(gpuperf-[\w-]+)\]$")
NOTE = re.compile(r"^(\S.*?):(\d+):(\d+): note: (.*)$")


def findings_of(output):
    """Warnings with their notes, in order; each place and text once."""
    found, last = [], None
    for line in output.splitlines():
        w, n = WARNING.match(line), NOTE.match(line)
        if w:
            last = {"file": w[1], "line": int(w[2]), "check": w[5],
                    "text": w[4], "notes": []}
            if not any((f["file"], f["line"], f["text"]) ==
                       (last["file"], last["line"], last["text"])
                       for f in found):
                found.append(last)
        elif n and last:
            last["notes"].append("%s:%s: %s" % (
                pathlib.Path(n[1]).name, n[2], n[4]))
        elif re.match(r"^\S.*?:\d+:\d+: (warning|error):", line):
            last = None
    return found


def kernel_of(finding, rows):
    """The measured launches of the kernel that a finding names."""
    named = KERNEL.findall(finding["text"])
    return [r for r in rows
            if any(score.base(n) == score.base(r["kernel_name"])
                   for n in named)]


def near_peak(row):
    """Part of the DRAM's peak at which a launch was measured to move data."""
    return float(row["dram_bytes"] or 0) / (float(row["time_us"]) * 1e-6) / (
        PEAK_GBS * 1e9)


def claimed(finding):
    """Part of a launch's time that a finding says is to be gained, or None."""
    share, faster = (e.search(finding["text"]) for e in (SHARE, FASTER))
    if share:
        return int(share[1]) / 100
    return 1 - 1 / float(faster[1]) if faster else None


def beyond_floor(finding, rows):
    """The measured launch of the finding's kernel that leaves the most room,
    and that room as a part of its time, where the gain is larger; else None.
    As long as the same bytes move, no launch ends before DRAM has moved them."""
    gain, launches = claimed(finding), kernel_of(finding, rows)
    if gain is None or not launches or finding["check"] in FEWER_BYTES:
        return None
    row = min(launches, key=near_peak)
    room = max(0.0, 1 - near_peak(row))
    return (row, room) if gain > room + TOLERANCE else None


def describe(finding, rows, folder):
    lines = ["%s:%d: %s [%s]" % (finding["file"], finding["line"],
                                 finding["text"], finding["check"])]
    lines += ["    note: " + n for n in finding["notes"]]
    for r in kernel_of(finding, rows)[:4]:
        grid, block = score.shape(r)
        lines.append(
            "    measured: %s<<<%s, %s>>> %.1f us, %.0f %% of DRAM peak, args %s"
            % (r["kernel_name"][:60], "x".join(map(str, grid)),
               "x".join(map(str, block)), float(r["time_us"]),
               100 * near_peak(r), (r["args"] or "")[:160]))
    path = pathlib.Path(folder) / finding["file"]
    if path.is_file():
        text = path.read_text(errors="replace").splitlines()
        at = finding["line"]
        for n in range(max(1, at - 12), min(len(text), at + 8) + 1):
            lines.append("    %s%5d | %s" % (">" if n == at else " ", n,
                                             text[n - 1]))
    return "\n".join(lines)


def main():
    parser = run.common_parser(__doc__)
    parser.add_argument("--plugin", default=str(
        run.ROOT / "build/lib/GpuperfTidy.so"))
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--gpu", default="rtx-3080")
    parser.add_argument("--with-run", action="store_true",
                        help="give each program's command line (GpuperfRun)")
    parser.add_argument("--all", action="store_true",
                        help="the half that others judge by as well")
    parser.add_argument("--part", choices=("fit", "check"))
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--text", metavar="FILE", help="findings with code")
    parser.add_argument("--json", metavar="FILE")
    options, shared = run.parse_options(parser)
    folder = shared / "corpora" / "programs"
    files, rows = run.read_files(shared), collections.defaultdict(list)
    for row in run.read_rows(shared, 0):
        rows[row["program"]].append(row)
    programs = [p for p in (files if options.all else rows)
                if (not options.only or p in options.only) and
                options.part in (None, run.part_of(p))]

    flags = subprocess.run([options.gpuperf, "flags", "--format=lines"],
                           capture_output=True, text=True,
                           check=True).stdout.split("\n")

    def work(program):
        out = []
        for path, own in files[program]:
            if not path.endswith((".cu", ".cuh")):
                continue
            checked = {"GpuperfGpu": options.gpu}
            if options.with_run and rows[program]:
                checked["GpuperfRun"] = rows[program][0]["argv"]
            config = json.dumps({"CheckOptions": checked})
            done, _ = run.ask(
                [options.clang_tidy, "--quiet", "-checks=" + CHECKS,
                 "--config=" + config,
                 *(["--load=" + options.plugin] if options.plugin else []),
                 path, "--",
                 *filter(None, flags), *own, "-w"], folder, options.timeout)
            out.append((path, done))
        return program, out

    every, by_check, seen = [], collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for program, outputs in pool.map(work, programs):
            seen += len(outputs)
            for _, output in outputs:
                for f in findings_of(output):
                    f["file"] = f["file"].replace(str(folder.resolve()) + "/", "")
                    f["program"] = program
                    if not any((g["file"], g["line"], g["text"]) ==
                               (f["file"], f["line"], f["text"])
                               for g in every[-50:]):
                        every.append(f)
                        by_check[f["check"]] += 1
    print("%d programs, %d files, %d findings" % (
        len(programs), seen, len(every)))
    for check, n in by_check.most_common():
        print("    %4d %s" % (n, check))
    # A launch that moves data as fast as DRAM can gains by moving less of it,
    # or by nothing.
    for f in every:
        peak = max(map(near_peak, kernel_of(f, rows[f["program"]])), default=0)
        if peak >= NEAR_PEAK:
            print("at %.0f %% of DRAM's peak: %s:%d: %s" % (
                100 * peak, f["file"], f["line"], f["text"]))
    bounded = [f for f in every if f["check"] not in FEWER_BYTES and
               claimed(f) is not None and
               kernel_of(f, rows[f["program"]])]
    beyond = 0
    for f in bounded:
        over = beyond_floor(f, rows[f["program"]])
        if over:
            beyond += 1
            print("gains %.0f %% where %.1f us of DRAM in %.1f us leave "
                  "%.0f %%: %s:%d: %s" % (
                      100 * claimed(f),
                      float(over[0]["time_us"]) * (1 - over[1]),
                      float(over[0]["time_us"]), 100 * over[1], f["file"],
                      f["line"], f["text"]))
    print("%d findings that leave the bytes as they are, on kernels that were "
          "measured; %d gain more than DRAM allows" % (len(bounded), beyond))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(every, indent=1))
    if options.text:
        pathlib.Path(options.text).write_text("\n\n".join(
            "## %d\n" % i + describe(f, rows[f["program"]], folder)
            for i, f in enumerate(every, 1)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
