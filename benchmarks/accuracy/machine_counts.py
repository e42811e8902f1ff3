#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicted instruction counts and registers against the machine code that nvcc
makes of the same kernels. No GPU is needed, only the toolkit.

    benchmarks/accuracy/machine_counts.py --arch=sm_75 --macro-sets=4
    benchmarks/accuracy/machine_counts.py FILE.cu ... -- -Isome/folder

Launches are those of the measured rows (one for each kernel and set of macros),
or those that a file contains. Counts are per unit of work (arithmetic on
floats, accesses to memory) of the kernel's hottest loop, so that it does not
matter how often a loop was unrolled. Kernels fall in two halves by a hash of
their name: rules may be made on one (fit), the other one (check) shows what
they are worth.
"""

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import groundtruth
import machine_code
import options
import predict
from score import quantile

GPU_OF_ARCH = {"sm_75": "rtx-2080-ti", "sm_80": "a100-sxm4-40gb",
               "sm_86": "rtx-3090", "sm_90": "h100-sxm"}
# What an answer calls them -> the class of machine_code.py.
CLASSES = {
    "fp32": ("fp32_add", "fp32_mul", "fp32_fma"),
    "fp64": ("fp64_add", "fp64_mul", "fp64_fma"),
    "int": ("int32_add", "int32_mul", "int32_mul_wide", "int32_shift",
            "int32_logic", "permute", "popc", "clz", "brev"),
    "compare": ("compare_min_max", "select_move"),
    "sfu": ("fp32_rcp_approx", "fp32_rsqrt_approx", "fp32_sqrt_approx",
            "fp32_sincos_approx", "fp32_ex2_approx", "fp32_lg2_approx"),
    "conversion": ("convert_32", "convert_64"),
    "global": ("load_global", "store_global"),
    "shared": ("load_shared", "store_shared"),
    "local": ("load_local", "store_local"),
    "constant": ("load_const",),
    "atomic": ("atomic_global", "atomic_shared"),
    "texture": ("load_texture",),
    "control": ("branch",),
}
# Machine classes -> those of the table.
MACHINE = {"move": "compare", "select": "compare", "predicate": "compare",
           "uniform": "int", "special": "other", "vote": "other",
           "shuffle": "other", "barrier": "other", "fence": "other",
           "fp16": "other", "tensor": "other", "unknown": "other"}
SHOWN = ("total", "fp32", "fp64", "sfu", "int", "compare", "conversion",
         "control", "global", "shared", "local", "constant", "other")


def half_of(name):
    """fit or check, for good."""
    digest = hashlib.sha256(name.encode()).digest()
    return "fit" if digest[0] & 1 else "check"


def classes_of_answer(answer):
    out = dict.fromkeys(SHOWN, 0.0)
    known = {c: k for k, names in CLASSES.items() for c in names}
    for name, n in answer["counts"]["warp_instructions"].items():
        out[known.get(name, "other")] = out.get(known.get(name, "other"),
                                                0) + n
        out["total"] += n
    return out


def classes_of_code(kinds):
    out = dict.fromkeys(SHOWN, 0.0)
    for kind, n in kinds.items():
        kind = MACHINE.get(kind, kind)
        out[kind] = out.get(kind, 0) + n
    return out


# Work that nothing but removal changes: the first of them that both have.
NORMS = (("fp32", "fp64"), ("atomic",), ("global", "shared"), ("sfu",),
         ("int",))


def norm_of(ours, theirs):
    for kinds in NORMS:
        a = sum(ours.get(k, 0) for k in kinds)
        b = sum(theirs.get(k, 0) for k in kinds)
        # Less than a tenth of a loop's instructions is not what it does.
        if a > 0 and b > 0 and b >= 0.08 * theirs["total"]:
            return a, b
    return None


def plain_name(text):
    """`transpose<0>` of `void transpose<0>(float *, ...)`."""
    depth, end = 0, len(text)
    for i, c in enumerate(text):
        if c == "<":
            depth += 1
        elif c == ">":
            depth -= 1
        elif c == "(" and depth == 0 and not text[i:].startswith("(anon"):
            end = i
            break
    head = text[:end]
    depth = 0
    for i in range(len(head) - 1, -1, -1):
        if head[i] == ">":
            depth += 1
        elif head[i] == "<":
            depth -= 1
        elif head[i] == " " and depth == 0:
            head = head[i + 1:]
            break
    return head.replace(" ", "")


def demangle(names):
    if not names:
        return {}
    try:
        done = subprocess.run(["c++filt"], input="\n".join(names), text=True,
                              capture_output=True, check=True)
        return dict(zip(names, map(plain_name, done.stdout.splitlines())))
    except (OSError, subprocess.CalledProcessError):
        return {n: n for n in names}


def compile_cubin(nvcc, file, arch, flags, folder, timeout=120):
    """(kernels by demangled name, why not)."""
    out = os.path.join(folder, "kernels.cubin")
    try:
        done = subprocess.run(
            [nvcc, "-cubin", f"-arch={arch}", "-std=c++17", "-w", *flags, file,
             "-o", out], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, "nvcc takes too long"
    if done.returncode:
        return None, (done.stderr.strip().splitlines() or ["nvcc failed"])[0]
    kernels = machine_code.read(out)
    names = demangle([k.name for k in kernels])
    return {names[k.name]: k for k in kernels}, ""


def file_answers(gpuperf, file, gpu, flags, timeout=120):
    """kernel -> answer of its launch with most instructions."""
    command = [gpuperf, "predict", file, f"--gpu={gpu}", "--format=json", "--",
               "-std=c++17", *flags]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, errors="replace",
                          timeout=timeout)
    out = {}
    for line in done.stdout.splitlines():
        try:
            a = json.loads(line)
        except ValueError:
            continue
        if "counts" not in a:
            continue
        name = a["kernel"].replace(" ", "").split("::")[-1]
        size = sum(a["counts"]["warp_instructions"].values())
        if name not in out or size > out[name][0]:
            out[name] = (size, a)
    return {n: a for n, (_, a) in out.items()}


def compare(label, kernel, answer, code):
    """One line of the table, or None where there is nothing to compare."""
    kinds, names, depth = machine_code.hot_counts(code)
    theirs = classes_of_code(kinds)
    ours = classes_of_answer(answer)
    norms = norm_of(ours, theirs)
    if not norms or code.indirect:
        return None
    a, b = norms
    return {
        "label": label, "kernel": kernel, "half": half_of(kernel),
        "depth": depth, "unknown": machine_code.unknown_share(code),
        "registers": (answer["registers_per_thread"], code.registers),
        "ours": {c: ours.get(c, 0) / a for c in SHOWN},
        "theirs": {c: theirs.get(c, 0) / b for c in SHOWN},
        "names": {n: round(v / b, 3) for n, v in names.items()},
    }


def benchmark_jobs(args):
    rows, _ = groundtruth.load(args.groundtruth)
    chosen = {}
    for r in rows:
        per_kernel = chosen.setdefault((r.file, r.kernel), {})
        per_kernel.setdefault(r.macros, r)
    for (file, kernel), sets in sorted(chosen.items()):
        keys = list(sets)
        step = max(1, len(keys) // args.macro_sets)
        for macros in keys[::step][:args.macro_sets]:
            yield sets[macros]


def benchmark_lines(args):
    groups = {}
    for r in benchmark_jobs(args):
        groups.setdefault((r.file, r.macros), []).append(r)

    def work(item):
        (file, macros), rows = item
        flags = [f"-D{m}" for m in macros] + args.flags
        with tempfile.TemporaryDirectory(prefix="gpuperf-code-") as folder:
            code, why = compile_cubin(args.nvcc,
                                      os.path.join(predict.KERNELS, file),
                                      args.arch, flags, folder)
        if code is None:
            return [], [f"{file} {' '.join(macros)}: {why}"]
        questions = []
        for r in rows:
            r.gpu = GPU_OF_ARCH[args.arch]
            questions.append(r)
        answers, errors = predict.predict(args.gpuperf, questions, None,
                                          args.flags, timeout_s=120)
        lines, notes = [], []
        for r in rows:
            name = r.kernel.replace(" ", "")
            k = code.get(name)
            answer = next(iter(answers.get(r.id, {}).values()), None)
            if not k or not answer:
                notes.append(f"{file} {r.kernel}: "
                             + (errors.get(r.id, "no such kernel in the "
                                           "machine code")))
                continue
            line = compare(f"{file[:-3]}:{r.kernel}", f"{file}:{r.kernel}",
                           answer, k)
            if line:
                line["macros"] = macros
                lines.append(line)
        return lines, notes

    with ThreadPoolExecutor(max_workers=args.jobs) as pool:
        for lines, notes in pool.map(work, groups.items()):
            yield lines, notes


def file_lines(args):
    def work(file):
        lines, notes = [], []
        with tempfile.TemporaryDirectory(prefix="gpuperf-code-") as folder:
            code, why = compile_cubin(args.nvcc, file, args.arch, args.flags,
                                      folder)
        if code is None:
            return [], [f"{os.path.basename(file)}: {why}"]
        try:
            answers = file_answers(args.gpuperf, file, GPU_OF_ARCH[args.arch],
                                   args.flags)
        except subprocess.TimeoutExpired:
            return [], [f"{os.path.basename(file)}: gpuperf takes too long"]
        for name, answer in sorted(answers.items()):
            k = code.get(name) or next(
                (c for n, c in code.items() if n.split("::")[-1] == name), None)
            if not k:
                continue
            where = os.path.basename(file)
            line = compare(f"{where}:{name}", f"{where}:{name}", answer, k)
            if line:
                line["macros"] = ()
                lines.append(line)
        return lines, notes

    with ThreadPoolExecutor(max_workers=args.jobs) as pool:
        for lines, notes in pool.map(work, args.files):
            yield lines, notes


def summary(lines):
    """Per half and class: ratio ours / theirs where theirs matters."""
    table = []
    for half in ("fit", "check"):
        mine = [l for l in lines if l["half"] == half]
        for c in SHOWN:
            ratios = []
            for l in mine:
                # A class that is a twentieth of the loop.
                if l["theirs"][c] >= 0.05 * l["theirs"]["total"]:
                    ratios.append(l["ours"][c] / l["theirs"][c])
            if not ratios:
                continue
            size = [abs(r - 1) for r in ratios]
            table.append([f"{half}: {c}", str(len(ratios)),
                          options.ratio(quantile(ratios, 0.1)),
                          options.ratio(quantile(ratios, 0.5)),
                          options.ratio(quantile(ratios, 0.9)),
                          options.percent(statistics.fmean(size)),
                          options.percent(quantile(size, 0.9))])
        pairs = [l["registers"] for l in mine if l["registers"][1]]
        if pairs:
            ratios = [a / b for a, b in pairs]
            size = [abs(r - 1) for r in ratios]
            table.append([f"{half}: registers", str(len(ratios)),
                          options.ratio(quantile(ratios, 0.1)),
                          options.ratio(quantile(ratios, 0.5)),
                          options.ratio(quantile(ratios, 0.9)),
                          options.percent(statistics.fmean(size)),
                          options.percent(quantile(size, 0.9))])
    options.print_table(["ours / machine code", "kernels", "p10", "median",
                         "p90", "mean |error|", "p90 |error|"], table)


def show(line):
    print(f"{line['half']:5s} {line['label']} {' '.join(line['macros'])}")
    print(f"      depth {line['depth']}, registers "
          f"{line['registers'][0]:g} / {line['registers'][1]}")
    for c in SHOWN:
        a, b = line["ours"][c], line["theirs"][c]
        if a > 0.005 or b > 0.005:
            print(f"      {c:10s} {a:8.2f} {b:8.2f}")
    print("      " + " ".join(f"{n}={v:g}" for n, v in sorted(
        line["names"].items(), key=lambda i: -i[1])))


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--gpuperf", default=os.path.join(options.ROOT, "build",
                                                     "bin", "gpuperf"))
    p.add_argument("--groundtruth",
                   default=os.environ.get(
                       "GPUPERF_GROUNDTRUTH",
                       os.path.join(options.ROOT, "..", "shared",
                                    "groundtruth")))
    p.add_argument("--nvcc", default=os.path.join(
        os.environ.get("CUDA_PATH", "/usr/local/cuda"), "bin", "nvcc"))
    p.add_argument("--arch", default="sm_75", choices=sorted(GPU_OF_ARCH))
    p.add_argument("--macro-sets", type=int, default=3, metavar="N",
                   help="of each kernel of the measured rows")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--half", choices=("fit", "check"),
                   help="print the kernels of this half only")
    p.add_argument("--show", metavar="TEXT",
                   help="print kernels whose name contains this, by class")
    p.add_argument("files", nargs="*")
    own = sys.argv[1:]
    flags = []
    if "--" in own:
        flags = own[own.index("--") + 1:]
        own = own[:own.index("--")]
    args = p.parse_args(own)
    args.flags = flags
    lines, notes = [], []
    source = file_lines(args) if args.files else benchmark_lines(args)
    for some, why in source:
        lines += some
        notes += why
    for line in sorted(lines, key=lambda l: (l["half"], l["label"])):
        if args.half and line["half"] != args.half:
            continue
        if args.show is not None and args.show in line["label"]:
            show(line)
        elif args.show is None:
            r = line["ours"]["total"] / line["theirs"]["total"]
            print(f"{line['half']:5s} {r:6.2f} "
                  f"{line['registers'][0]:4.0f}/{line['registers'][1]:<4d} "
                  f"{line['label']} {' '.join(line['macros'])}")
    print()
    summary(lines)
    worst = max((l["unknown"] for l in lines), default=0)
    print(f"{len(lines)} kernels; operations not known: at most "
          f"{100 * worst:.2f} % of a kernel's text")
    for n in sorted(set(notes)):
        print(f"  left out: {n}", file=sys.stderr)
    return 0 if lines else 1


if __name__ == "__main__":
    sys.exit(main())
