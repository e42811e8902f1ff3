#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""benchmarks/run-on-gpu.sh without a GPU: a compiler that writes shell scripts,
and programs that fail, hang or have no GPU as a test asks them to.
"""

import os
import pathlib
import signal
import stat
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "benchmarks/run-on-gpu.sh"

# Objects hold their source's name; a program is the script of that name.
NVCC = r"""#!/bin/sh
echo "$*" >>"$FAKE/nvcc.log"
out= source= link=1
while [ $# -gt 0 ]; do
  case $1 in
  -o) out=$2; shift ;;
  -c) link= ;;
  -arch=native) [ -z "$FAKE_OLD_NVCC" ] || exit 1 ;;
  *.cu | *.cpp) source=$1 ;;
  esac
  shift
done
if [ -n "$link" ]; then
  name=$(basename "$out" .part)
  cp "$FAKE/$name.sh" "$out" && chmod +x "$out"
  exit
fi
case $FAKE_COMPILER_HANGS$source in
1*/Plan.cpp) sleep 300 ;;
esac
case $source in
*"$FAKE_BROKEN_SOURCE"*) [ -z "$FAKE_BROKEN_SOURCE" ] || exit 1 ;;
esac
echo "$source" >"$out"
"""

CALIBRATE = r"""#!/bin/sh
if [ "$1" = --list ]; then
  echo "launch-modes launch 3 s What does a launch cost?"
  echo "global-latency latency 25 s How long?"
  echo "coherence patterns 25 s And together?"
  exit
fi
echo "calibrate $*" >>"$FAKE/runs.log"
if [ -n "$FAKE_NO_GPU" ]; then
  echo "gpuperf-calibrate: no GPU: the driver is missing" >&2
  exit 2
fi
for option in "$@"; do
  case $option in --out=*) out=${option#*=} ;; esac
done
echo '{"record":"run"}' >>"$out/calibrate.jsonl"
[ -z "$FAKE_CALIBRATE_HANGS" ] || { trap '' TERM; while :; do sleep 1; done; }
exit ${FAKE_CALIBRATE_STATUS:-0}
"""

MEASURE = r"""#!/bin/sh
case $1 in --list-counters) echo a.sum; exit ;; esac
echo "measure $*" >>"$FAKE/runs.log"
for option in "$@"; do
  case $option in --out=*) out=${option#*=} ;; esac
done
case "$*" in
*--profile*) exit ;;
*--counters=*) echo x >"$out/counters_g.csv"; exit ;;
esac
{ echo dataset,repo,commit,gpu,kernel; echo m,gpuperf,,h200-sxm,k; } \
  >"$out/measured.csv"
[ -z "$FAKE_SLOW" ] || sleep "$FAKE_SLOW"
"""

GPUPERF = r"""#!/bin/sh
echo "gpuperf $*" >>"$FAKE/runs.log"
[ "$1" != gpus ] || exit 0
while [ $# -gt 0 ]; do
  [ "$1" != -o ] || echo "name: g" >"$2"
  shift
done
"""


class RunOnGpu(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.fake = pathlib.Path(folder.name) / "fake"
        self.out = pathlib.Path(folder.name) / "out"
        self.fake.mkdir()
        self.program("nvcc", NVCC)
        self.program("gpuperf-calibrate.sh", CALIBRATE)
        self.program("gpuperf-measure.sh", MEASURE)

    def program(self, name, text):
        path = self.fake / name
        path.write_text(text, encoding="utf-8")
        path.chmod(stat.S_IRWXU)
        return path

    def environment(self, **more):
        ours = {"FAKE": self.fake, "NVCC": self.fake / "nvcc",
                "GPUPERF": self.fake / "no-gpuperf",
                "NCU": self.fake / "no-ncu", **more}
        return {**os.environ, **{k: str(v) for k, v in ours.items()}}

    def run_it(self, *options, status=0, **environment):
        done = subprocess.run([SCRIPT, self.out, *options],
                              capture_output=True, text=True, timeout=120,
                              env=self.environment(**environment))
        text = done.stdout + done.stderr
        self.assertEqual(done.returncode, status, text)
        return text

    def runs(self):
        log = self.fake / "runs.log"
        return log.read_text().splitlines() if log.exists() else []

    def test_the_most_valuable_first(self):
        text = self.run_it("--gpu-name=h200-sxm")
        runs = self.runs()
        self.assertEqual([r.split()[0] for r in runs],
                         ["calibrate", "measure", "calibrate", "measure"])
        self.assertIn("--only=launch,latency", runs[0])  # what there is of them
        self.assertIn("--first=10", runs[1])
        self.assertIn("--gpu-name=h200-sxm", runs[1])
        self.assertNotIn("--only", runs[2])
        self.assertNotIn("--first", runs[3])
        self.assertIn("counters: skipped", text)
        self.assertIn("ncu) is not here", text)
        self.assertIn("gpuperf calibrate-import", text)
        self.assertIn("accuracy.py --measured=", text)
        self.assertTrue((self.out / "calibrate.jsonl").exists())
        self.assertTrue((self.out / "measured.csv").exists())
        self.assertIn("-arch=native", (self.fake / "nvcc.log").read_text())

    def test_every_source_is_compiled_once(self):
        self.run_it()
        compiled = [l.split(" -c ")[1].split()[0] for l in
                    (self.fake / "nvcc.log").read_text().splitlines()
                    if " -c " in l and "probe" not in l]
        self.assertEqual(len(compiled), len(set(compiled)))
        names = {str(pathlib.Path(c).relative_to(ROOT)) for c in compiled}
        for path in ("benchmarks/micro/Main.cpp",
                     "benchmarks/micro/host/Device.cu",
                     "benchmarks/micro/launch/LaunchModes.cu",
                     "benchmarks/accuracy/measure/Main.cpp",
                     "benchmarks/accuracy/measure/StreamingKernels.cu",
                     "gpumodel/calibration/derive/Fits.cpp"):
            self.assertIn(path, names)
        # LLVM is not on a machine with a GPU.
        self.assertNotIn("gpumodel/calibration/ResultsJson.cpp", names)

    def test_all_of_its_time_and_no_more(self):
        begun = time.monotonic()
        self.run_it("--minutes=1")
        self.assertLess(time.monotonic() - begun, 60)
        for run in self.runs():
            budget = int(run.split("--budget=")[1].split()[0])
            self.assertGreater(budget, 1)
            self.assertLess(budget, 60)
        first, second = (int(r.split("--budget=")[1].split()[0])
                         for r in self.runs()[:2])
        self.assertLess(first, 0.4 * 60)
        self.assertLess(second, 0.4 * 60)

    def test_a_program_that_hangs_is_ended_and_the_rest_runs(self):
        begun = time.monotonic()
        text = self.run_it("--minutes=1", FAKE_CALIBRATE_HANGS=1)
        self.assertLess(time.monotonic() - begun, 75)
        self.assertIn("calibrate-first: stopped", text)
        self.assertIn("measure-first: done", text)
        self.assertTrue((self.out / "measured.csv").exists())
        left = subprocess.run(["pgrep", "-f", str(self.out)],
                              capture_output=True, text=True)
        self.assertEqual(left.stdout, "", "something still runs")

    def test_a_stage_that_fails_does_not_end_the_others(self):
        text = self.run_it(status=1, FAKE_CALIBRATE_STATUS=7)
        self.assertIn("calibrate-first: FAILED (7)", text)
        self.assertEqual(len(self.runs()), 4)
        self.assertIn("measure-rest: done", text)

    def test_again_goes_on_without_building(self):
        self.run_it()
        built = (self.fake / "nvcc.log").read_text()
        self.run_it()
        self.assertEqual((self.fake / "nvcc.log").read_text(), built)
        self.assertEqual(len(self.runs()), 8)
        self.assertEqual((self.out / "calibrate.jsonl").read_text().count("\n"),
                         4)

    def test_one_program_that_does_not_build_leaves_the_other(self):
        text = self.run_it(status=1, FAKE_BROKEN_SOURCE="measure/Sweeps.cpp")
        self.assertIn("no gpuperf-measure: benchmarks/accuracy/measure/"
                      "Sweeps.cpp was not compiled", text)
        self.assertIn("build: FAILED", text)
        self.assertEqual({r.split()[0] for r in self.runs()}, {"calibrate"})
        # Mended: only what is missing is compiled.
        before = (self.fake / "nvcc.log").read_text().count("\n")
        self.run_it()
        after = (self.fake / "nvcc.log").read_text().splitlines()[before:]
        self.assertEqual(len([l for l in after if " -c " in l
                              and "probe" not in l]), 1)

    def test_a_build_that_takes_too_long_goes_on_next_time(self):
        text = self.run_it("--minutes=1", status=1, FAKE_COMPILER_HANGS=1)
        self.assertIn("build: stopped after 4", text)
        self.assertIn("the same command goes on", text)
        self.assertEqual(self.runs(), [])
        before = (self.fake / "nvcc.log").read_text().count("\n")
        self.run_it()
        after = (self.fake / "nvcc.log").read_text().splitlines()[before:]
        self.assertEqual([l for l in after if "LaunchModes.cu" in l
                          and " -c " in l], [], "was compiled before")
        self.assertEqual(len(self.runs()), 4)

    def test_an_old_nvcc_is_told_the_architecture(self):
        smi = self.program("nvidia-smi", """#!/bin/sh
case $1 in -L) echo "GPU 0: X (UUID: GPU-1)" ;; *) echo 8.6 ;; esac
""")
        text = self.run_it(FAKE_OLD_NVCC=1,
                           PATH=f"{smi.parent}:{os.environ['PATH']}")
        self.assertIn("-arch=sm_86 ", (self.fake / "nvcc.log").read_text())
        self.assertIn("GPU 0: X\n", text)

    def test_no_gpu(self):
        text = self.run_it(status=2, FAKE_NO_GPU=1)
        self.assertIn("no GPU", text)
        self.assertEqual(len(self.runs()), 1, "others need not try")
        smi = self.program("nvidia-smi", "#!/bin/sh\nexit 9\n")
        text = self.run_it(status=2,
                           PATH=f"{smi.parent}:{os.environ['PATH']}")
        self.assertIn("nvidia-smi lists none", text)

    def test_no_nvcc(self):
        text = self.run_it(status=2, NVCC=self.fake / "none")
        self.assertIn("no nvcc", text)
        # What was built elsewhere does.
        for name in ("calibrate", "measure"):
            to = self.out / "bin" / f"gpuperf-{name}"
            to.write_text((self.fake / f"gpuperf-{name}.sh").read_text())
            to.chmod(stat.S_IRWXU)
        self.run_it(NVCC=self.fake / "none")
        self.assertEqual(len(self.runs()), 4)

    def test_gpuperf_makes_the_file_and_the_comparison(self):
        gpuperf = self.program("gpuperf", GPUPERF)
        python = self.program("python3", '#!/bin/sh\necho "python $*" '
                              '>>"$FAKE/runs.log"\n')
        self.run_it(GPUPERF=gpuperf,
                    PATH=f"{python.parent}:{os.environ['PATH']}")
        runs = self.runs()
        self.assertIn(f"gpuperf calibrate-import {self.out} "
                      f"-o {self.out}/device.yaml", runs[-3])
        self.assertIn(f"--measured={self.out}/measured.csv --gpu=h200-sxm "
                      f"--gpu={self.out}/device.yaml", runs[-1])

    def test_counters(self):
        ncu = self.program("ncu", r"""#!/bin/sh
[ "$1" != --query-metrics ] || exit 0
echo "ncu $*" >>"$FAKE/runs.log"
""")
        text = self.run_it(NCU=ncu)
        self.assertIn("counters: done", text)
        (run,) = [r for r in self.runs() if r.startswith("ncu ")]
        self.assertIn("--clock-control none", run)
        self.assertIn("--metrics a.sum ", run)
        self.assertIn("--profile-from-start off", run)
        self.program("ncu", r"""#!/bin/sh
[ "$1" != --query-metrics ] || exit 0
echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission"
exit 1
""")
        (self.out / "counters_g.csv").unlink()
        text = self.run_it(NCU=ncu)
        self.assertIn("ERR_NVGPUCTRPERM", text)
        self.assertIn("counters: skipped", text)

    def test_interrupted(self):
        process = subprocess.Popen(
            [SCRIPT, self.out], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
            env=self.environment(FAKE_SLOW=60))
        deadline = time.monotonic() + 60
        while not (self.out / "measured.csv").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        text, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, text)
        self.assertIn("calibrate-first: done", text)
        self.assertIn("interrupted", text)
        self.assertTrue((self.out / "measured.csv").exists())

    def test_options(self):
        for bad, why in ((["--minutes=0"], "at least 1"),
                         (["--minutes=x"], "whole number"),
                         (["--fast"], "unknown option"),
                         (["another"], "two folders")):
            self.assertIn(why, self.run_it(*bad, status=2))
        self.assertIn("--minutes=8", self.run_it("--help"))


if __name__ == "__main__":
    unittest.main()
