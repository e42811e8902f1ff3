#!/usr/bin/env python3
"""gpuperf-clang-tidy's SARIF of real files, read by Microsoft's validator with
GitHub's rules. No error is allowed; what else it says is printed.

    npm install --prefix /tmp/sarif @microsoft/sarif-multitool-linux
    validate_sarif.py --bin=build/bin [--multitool=/tmp/sarif] [FILE.cu...]

Without files: test/checks/*.cu. Without --multitool and GPUPERF_SARIF_MULTITOOL
(the folder that was given to npm, or the program) it is skipped: exit 77.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = "node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"


def multitool(given):
    """The program, or None."""
    if not given:
        return None
    path = pathlib.Path(given)
    path = path / PROGRAM if path.is_dir() else path
    if not path.is_file():
        sys.exit(f"validate_sarif.py: there is no {path}")
    path.chmod(path.stat().st_mode | 0o100)
    return path


def write_sarif(tools, files, report, quality):
    """Files with errors are wanted, too; only a crash is a failure."""
    flags = subprocess.run([tools / "gpuperf", "flags", "--format=lines"],
                           capture_output=True, text=True, check=True).stdout.split("\n")
    run = subprocess.run(
        [tools / "gpuperf-clang-tidy", "--quiet", "--config={Checks: '-*,gpuperf-*,modernize-*'}",
         f"--export-sarif={report}", f"--export-code-quality={quality}", *files, "--",
         *filter(None, flags)],
        cwd=REPOSITORY, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"validate_sarif.py: gpuperf-clang-tidy ended with {run.returncode}")


def own_faults(report, quality):
    """What the validator does not look at."""
    run = json.loads(report.read_text())["runs"][0]
    results, rules = run["results"], run["tool"]["driver"]["rules"]
    print(f"{len(results)} results of {len(rules)} rules, "
          f"{sum('fixes' in r for r in results)} with fixes, {report.stat().st_size // 1024} KiB")
    if not 0 < len(results) <= 5000:
        yield f"{len(results)} results"
    prints = [r["partialFingerprints"]["primaryLocationLineHash"] for r in results]
    if len(set(prints)) != len(prints):
        yield "fingerprints are not unique"
    entries = json.loads(quality.read_text())
    if len({e["fingerprint"] for e in entries}) != len(entries):
        yield "fingerprints of the Code Quality report are not unique"
    for entry in entries:
        if (set(entry) != {"description", "check_name", "fingerprint", "severity", "location"}
                or entry["severity"] not in ("info", "minor", "major")
                or entry["location"]["lines"]["begin"] < 1 or not entry["location"]["path"]):
            yield f"a Code Quality entry: {entry}"


def validators_faults(program, report, folder):
    """[(rule, level, text)]."""
    log = folder / "validated.sarif"
    subprocess.run([program, "validate", report, "--rule-kind", "Sarif;Ghas", "--output", log],
                   env=os.environ | {"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
                   stdout=subprocess.DEVNULL, check=False)
    for r in json.loads(log.read_text(encoding="utf-8-sig"))["runs"][0].get("results", []):
        text = " ".join(r["message"].get("arguments", [])) or r["message"].get("text", "")
        yield r["ruleId"], r.get("level", "warning"), text


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=REPOSITORY / "build/bin")
    parser.add_argument("--multitool", default=os.environ.get("GPUPERF_SARIF_MULTITOOL"))
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    program = multitool(args.multitool)
    if not program:
        print("validate_sarif.py: skipped: there is no sarif-multitool")
        return 77
    files = [f.resolve() for f in args.files] or sorted(REPOSITORY.glob("test/checks/*.cu"))
    with tempfile.TemporaryDirectory(prefix="gpuperf-sarif-") as temporary:
        folder = pathlib.Path(temporary)
        report, quality = folder / "report.sarif", folder / "quality.json"
        write_sarif(args.bin.resolve(), files, report, quality)
        bad = list(own_faults(report, quality))
        seen = collections.Counter()
        for rule, level, text in validators_faults(program, report, folder):
            seen[level, rule] += 1
            if level == "error":
                bad.append(f"{rule}: {text}")
    for (level, rule), count in sorted(seen.items()):
        print(f"the validator: {count} x {level} {rule}")
    print("\n".join(bad) or "no error")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
