#!/usr/bin/env python3
"""Every value that is called measured follows from curves that are kept.

    check_measured_values.py --gpuperf=PATH [--results=FOLDER] [--models=FOLDER]
    check_measured_values.py --gpuperf=PATH --self-test

A folder benchmarks/results/NAME holds what gpuperf-calibrate recorded on the
GPU of gpumodel/devices/NAME.yaml: each measured value of that file must follow
from it, and no file may have a measured value without such a folder. The self
test proves on a made-up GPU that each of this is noticed.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEASURED = re.compile(r"^[^#\n]*\bstatus:\s*[\"']?measured\b", re.MULTILINE)


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True,
                          text=True)


def problems(gpuperf, results, models):
    """Sentences, none if all is well; and how many folders were compared."""
    found = []
    folders = {f.name: f for f in sorted(results.glob("*")) if f.is_dir()}
    for name, folder in folders.items():
        device = models / "devices" / f"{name}.yaml"
        if not device.is_file():
            found.append(f"{folder} is of no GPU file: there is no {device}")
            continue
        done = run(gpuperf, "calibrate-import", folder, f"--check={device}")
        if done.returncode:
            text = (done.stdout + done.stderr).strip()
            found += text.splitlines() or [f"{folder}: exit {done.returncode}"]
    for device in sorted((models / "devices").glob("*.yaml")):
        if MEASURED.search(device.read_text()) and device.stem not in folders:
            found.append(f"{device} has measured values, but there is no "
                         f"{results / device.stem}")
    for arch in sorted((models / "arch").glob("*.yaml")):
        if MEASURED.search(arch.read_text()):
            found.append(f"{arch} has measured values; a GPU is measured, not "
                         "an architecture: they belong into its device file")
    return found, len(folders)


def self_test(gpuperf):
    """What is wrong with the check itself."""
    wrong = []
    script = ROOT / "test" / "cli" / "Inputs" / "made_up_results.py"
    with tempfile.TemporaryDirectory() as temporary:
        base = pathlib.Path(temporary)

        def case(title, expected, change, *options):
            shutil.rmtree(base / "case", ignore_errors=True)
            results, models = base / "case" / "results", base / "case" / "models"
            folder, device = results / "it", models / "devices" / "it.yaml"
            device.parent.mkdir(parents=True)
            made = run(sys.executable, script, folder, *options)
            done = run(gpuperf, "calibrate-import", folder, "--name=it", "-o",
                       device)
            if made.returncode or done.returncode:
                wrong.append(f"{title}: {made.stderr}{done.stderr}")
                return
            change(folder, device)
            found, _ = problems(gpuperf, results, models)
            text = "\n".join(found)
            if (expected == "") != (text == "") or expected not in text:
                wrong.append(f"{title}: wanted '{expected}', got '{text}'")

        def edit(pattern, new):
            def change(_, device):
                text = device.read_text()
                edited = re.sub(pattern, new, text, count=1)
                if edited == text:
                    wrong.append(f"'{pattern}' is not in the file")
                device.write_text(edited)
            return change

        measured = r"(l1_latency_cycles: \{value: )40(, status: measured)"
        case("sound", "", lambda folder, device: None)
        case("a value was touched",
             "latency.l1_latency_cycles is 41, the results give 40",
             edit(measured, r"\g<1>41\g<2>"))
        case("a launch line was touched", "time_lines.1.base_us is 3",
             edit(r"base_us: 2\b", "base_us: 3"))
        case("called measured without a result",
             "latency.shared_latency_cycles is",
             edit(r"(shared_latency_cycles: \{value: [0-9.]+, status: )\w+",
                  r"\g<1>measured"))
        case("no folder", "but there is no",
             lambda folder, device: shutil.rmtree(folder))
        case("no file", "is of no GPU file",
             lambda folder, device: device.unlink())
        case("an empty folder", "holds no calibrate*.jsonl",
             lambda folder, device: [f.unlink() for f in folder.iterdir()])
        case("emulated, and called measured", "were not measured on a GPU",
             edit(r"(l1_latency_cycles: \{value: 40, status: )estimated",
                  r"\g<1>measured"), "--backend=emulated")
        case("curves of another GPU", "the results give 50",
             lambda folder, device: run(sys.executable, script, folder,
                                        "--l1=50"))
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpuperf", required=True)
    parser.add_argument("--results", type=pathlib.Path,
                        default=ROOT / "benchmarks" / "results")
    parser.add_argument("--models", type=pathlib.Path,
                        default=ROOT / "gpumodel")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        found = self_test(args.gpuperf)
    else:
        if not list((args.models / "devices").glob("*.yaml")):
            sys.exit(f"{args.models} holds no devices: is --models right?")
        found, count = problems(args.gpuperf, args.results, args.models)
        print(f"{count} folders of results compared")
    for line in found:
        print(line)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
