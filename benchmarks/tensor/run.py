#!/usr/bin/env python3
"""Matrix products on tensor cores: predicted against measured times.

    run.py --sources=FOLDER [--gpuperf=PATH] [--clock=sustained] [--only KERNEL]
           [--nvcc=PATH]

FOLDER is a checkout of the repository that the rows name, at their commit; its
sources are not ours. See README.md beside this file."""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GPUS = {"RTX PRO 6000 Max-Q": "rtx-pro-6000-max-q", "H100 SXM": "h100-sxm"}
ARCHS = {"RTX PRO 6000 Max-Q": "sm_120a", "H100 SXM": "sm_90a"}
# From the slowest to the fastest of the ladder, at every size from 2,048 on.
LADDER = ("mma_base", "mma_swizzle", "mma_vec", "mma_pipe", "mma_warptile")


def read_rows(shared):
    with open(shared / "groundtruth" / "tensor.csv", newline="") as f:
        return list(csv.DictReader(f))


def source_of(row, options):
    return options.sources / "src" / pathlib.Path(row["source_path"]).name


def build_objects(rows, options, folder):
    """What nvcc makes of the sources, by source and GPU: --object takes the
    registers from it. Nothing where it refuses one."""
    objects = {}
    for source, gpu in sorted({(source_of(r, options), r["gpu"])
                               for r in rows}):
        cubin = pathlib.Path(folder) / f"{source.stem}.{ARCHS[gpu]}.cubin"
        done = subprocess.run(
            [options.nvcc, "-cubin", f"-arch={ARCHS[gpu]}", "-std=c++17", "-w",
             f"-I{options.sources / 'include'}", source, "-o", cubin],
            capture_output=True, text=True)
        if done.returncode:
            print(f"{source.name} for {gpu}: nvcc makes nothing of it:",
                  done.stderr.strip().split("\n")[0])
        else:
            objects[source, gpu] = cubin
    return objects


def command(row, options):
    sizes = dict(part.split("=") for part in row["problem"].split(";"))
    source = source_of(row, options)
    out = [options.gpuperf, "predict", source, f"--gpu={GPUS[row['gpu']]}",
           f"--kernel={row['kernel_name']}",
           f"--grid={row['grid_x']},{row['grid_y']},{row['grid_z']}",
           f"--block={row['block_x']},{row['block_y']},{row['block_z']}",
           f"--dynamic-smem={row['dyn_smem_bytes']}", "--alone",
           "--facts=none", "--format=json"]
    if options.clock and row["gpu"] == "RTX PRO 6000 Max-Q":
        out.append(f"--clock={options.clock}")
    if (source, row["gpu"]) in options.objects:
        out.append(f"--object={options.objects[source, row['gpu']]}")
    for name, value in sizes.items():
        out.append(f"--arg={name}={value}")
    return [str(part) for part in
            out + ["--", f"-I{options.sources / 'include'}", "-std=c++17"]]


def ask(row, options):
    """The answer's time, band and bound; or why there is none."""
    try:
        done = subprocess.run(command(row, options), capture_output=True,
                              text=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return {"error": "timeout"}
    line = done.stdout.strip().split("\n")[-1]
    try:
        return json.loads(line)
    except ValueError:
        return {"error": done.stderr.strip() or "no answer"}


def off(ratio):
    return max(ratio, 1 / ratio)


def ladder_faults(answers):
    """Pairs of neighbours in the ladder that a GPU and a size have in another
    order than the measured times, which have to differ by a twentieth."""
    faults, pairs = [], 0
    by_size = collections.defaultdict(dict)
    for row, answer in answers:
        if row["kernel"] in LADDER and "time_us" in answer:
            by_size[row["gpu"], row["problem"]][row["kernel"]] = (
                float(row["time_ms"]), answer["time_us"])
    for key, times in sorted(by_size.items()):
        for slow, fast in zip(LADDER, LADDER[1:]):
            if slow not in times or fast not in times:
                continue
            (measured, predicted), (measured2, predicted2) = (times[slow],
                                                              times[fast])
            if measured < 1.05 * measured2:
                continue
            pairs += 1
            if predicted < predicted2:
                faults.append(f"{key[0]} {key[1]}: {slow} before {fast}")
    return faults, pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--gpuperf", default=ROOT / "build" / "bin" / "gpuperf")
    parser.add_argument("--clock", default="",
                        help="of the GPU that its power limit holds back")
    parser.add_argument("--nvcc", default="",
                        help="registers as this nvcc assigns them")
    parser.add_argument("--only", default="", help="one kernel of the rows")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=60)
    options = parser.parse_args()
    shared = pathlib.Path(os.environ.get("GPUPERF_SHARED",
                                         ROOT.parent / "shared"))
    rows = [r for r in read_rows(shared)
            if not options.only or r["kernel"] == options.only]
    with tempfile.TemporaryDirectory() as folder:
        options.objects = (build_objects(rows, options, folder)
                           if options.nvcc else {})
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            answers = list(zip(rows, pool.map(lambda r: ask(r, options),
                                              rows)))
    ratios = collections.defaultdict(list)
    within = 0
    for row, answer in answers:
        name = f"{row['gpu']:18} {row['kernel']:13} {row['problem']:22}"
        if "time_us" not in answer:
            print(name, "no time:", answer.get("error"))
            continue
        measured = float(row["time_ms"]) * 1000
        ratio = answer["time_us"] / measured
        covered = answer["time_us_low"] <= measured <= answer["time_us_high"]
        within += covered
        ratios[row["gpu"], row["kernel"]].append(ratio)
        print(f"{name} measured {measured:9.0f} us, predicted "
              f"{answer['time_us']:9.0f} us, {ratio:5.2f}, "
              f"{answer['bound']}{'' if covered else ', outside its band'}")
    everything = [r for group in ratios.values() for r in group]
    if not everything:
        sys.exit("no row has a time")
    print()
    for (gpu, kernel), group in ratios.items():
        print(f"{gpu:18} {kernel:13} "
              f"median {statistics.median(group):5.2f} of the measured time, "
              f"worst off by {max(map(off, group)):4.2f}")
    faults, pairs = ladder_faults(answers)
    print(f"\n{len(everything)} of {len(rows)} rows have a time; median off by "
          f"{statistics.median(map(off, everything)):.2f}, worst "
          f"{max(map(off, everything)):.2f}; band covers "
          f"{within / len(everything):.0%}; {len(faults)} of {pairs} pairs of "
          "the ladder in the wrong order")
    for fault in faults:
        print(" ", fault)


if __name__ == "__main__":
    main()
