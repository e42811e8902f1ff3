#!/usr/bin/env python3
"""gpuperf-clang-tidy's SARIF of real files, read by Microsoft's validator with
GitHub's rules. No error is allowed; what else it says is printed.

    validate_sarif.py --bin=build/bin [--multitool=FOLDER] [--all | FILE.cu...]

Without files: those of test/checks that have the name of a check, and one that does not
parse; --all: all of them. FOLDER is the one in which npm installed
@microsoft/sarif-multitool-linux (test/editors/install.sh does, into
build/editors/sarif), or the program. Where it is not there, this is skipped: exit 77.
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
    path = pathlib.Path(given)
    path = path if path.is_file() else path / PROGRAM
    if not path.is_file():
        return None
    path.chmod(path.stat().st_mode | 0o100)
    return path


def files_of_checks(tools):
    """One file for each check, and one that does not parse."""
    said = subprocess.run([tools / "gpuperf-clang-tidy", "--checks=-*,gpuperf-*", "--list-checks"],
                          capture_output=True, text=True, check=True).stdout
    names = [word.removeprefix("gpuperf-") for word in said.split() if word.startswith("gpuperf-")]
    return [REPOSITORY / f"test/checks/{name}.cu" for name in [*names, "kernel-time-broken"]]


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
    parser.add_argument("--multitool", default=REPOSITORY / "build/editors/sarif")
    parser.add_argument("--all", action="store_true", help="all of test/checks")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    program = multitool(args.multitool)
    if not program:
        print(f"validate_sarif.py: skipped: Microsoft's validator is not in {args.multitool} "
              "(test/editors/install.sh installs it)")
        return 77
    tools = args.bin.resolve()
    files = [f.resolve() for f in args.files] or (
        sorted(REPOSITORY.glob("test/checks/*.cu")) if args.all else files_of_checks(tools))
    with tempfile.TemporaryDirectory(prefix="gpuperf-sarif-") as temporary:
        folder = pathlib.Path(temporary)
        report, quality = folder / "report.sarif", folder / "quality.json"
        write_sarif(tools, files, report, quality)
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
