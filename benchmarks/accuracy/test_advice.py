# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the driver that judges advice; they need neither gpuperf nor the
measured figures."""

import json
import os
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import advice
from fixtures import line, load, run, write_rows

# Advises the block of 128 threads to all but itself, and predicts as asked.
STAND_IN = """#!{python}
import json, sys
path = next(a for a in sys.argv if a.startswith("--batch="))[8:]
for text in open(path):
    q = json.loads(text)
    if sys.argv[1] == "predict":
        print(json.dumps({{"id": q["id"], "model": "m", "time_us": 1.0,
                           "occupancy": 1, "nsmw": 1, "dpsid": 1}}))
        continue
    best = next(l["id"] for l in q["launches"] if l["block"][0] == 128)
    print(json.dumps({{"id": q["id"], "ranked": [best], "advice": [
        {{"id": l["id"], "time_us": 1.0, "speedup": 2, "speedup_low": 1.5,
          "reason": "because",
          "recommended": None if l["id"] == best else best}}
        for l in q["launches"]]}}))
"""

TIMES = {32: "4", 64: "2", 128: "1.5", 256: "1", 512: "1.45"}


def rows(times=None, **more):
    return [line(block=(b, 1, 1), time_ms=t, **more)
            for b, t in (times or TIMES).items()]


def sweep(times, recommended):
    """`recommended`: start block -> advised block."""
    found, _ = load(*rows(times))
    ids = {r.block[0]: r.id for r in found}
    return advice.Sweep(
        "klaraptor", "s", found,
        {ids[b]: {"recommended": ids.get(recommended.get(b))} for b in times},
        ids[128])


class Steps(unittest.TestCase):
    def test_advice_is_wrong_if_measured_slower(self):
        s = sweep(TIMES, {32: 128, 64: 128, 256: 128, 512: 128})
        steps = {x.start.block[0]: x for x in advice.steps_of(s)}
        self.assertEqual({b for b, x in steps.items() if x.wrong}, {256})
        self.assertEqual({b for b, x in steps.items() if not x.given}, {128})
        self.assertAlmostEqual(steps[32].before, 4)
        self.assertAlmostEqual(steps[32].after, 1.5)
        # 1.45 to 1.5 is slower by less than 5 %.
        self.assertFalse(steps[512].wrong)

    def test_who_is_not_advised_stays(self):
        s = sweep(TIMES, {})
        for x in advice.steps_of(s):
            self.assertEqual(x.before, x.after)
            self.assertFalse(x.wrong)

    def test_summary(self):
        good = sweep(TIMES, {32: 256, 64: 256})
        bad = sweep(TIMES, {32: 128, 256: 128})._replace(name="t")
        got = advice.summarize([good, bad])
        self.assertEqual((got["sweeps"], got["starts"], got["advised"]),
                         (2, 10, 4))
        self.assertEqual((got["wrong"], got["wrong_sweeps"]), (1, 1))
        self.assertAlmostEqual(got["wrong_share"], 0.25)
        self.assertAlmostEqual(got["ranked_first"]["geomean"], 1.5)
        self.assertAlmostEqual(got["from_256_before"]["geomean"], 1)
        self.assertAlmostEqual(got["from_256"]["worst"], 1.5)
        self.assertLess(got["any_start"]["geomean"],
                        got["any_start_before"]["geomean"])
        # Not advised though more than 10 % were to be had.
        self.assertEqual(got["missed"], 5)


class Sweeps(unittest.TestCase):
    def test_code_that_changes_with_the_block_is_set_apart(self):
        conv = dict(dataset="benchmark_hub_conv", gpu="RTX A4000",
                    kernel="convolution_kernel", problem="w=4096")
        found, _ = load(
            *rows(sweep="same"),
            *(line(block=(b, 1, 1), macros=f"block_size_x={b}",
                   sweep="changing", **conv) for b in TIMES))
        same, changing = advice.sweeps_of(found)
        self.assertEqual([s.name for s in same], ["same"])
        self.assertEqual([s.name for s in changing], ["changing"])


class Driver(unittest.TestCase):
    def run_main(self, folder, *options, tail=""):
        write_rows(folder, rows() + rows(gpu="Tesla T4", sweep="t"))
        path = os.path.join(folder, "gpuperf")
        with open(path, "w", encoding="utf-8") as f:
            f.write(STAND_IN.format(python=sys.executable) + tail)
        os.chmod(path, stat.S_IRWXU)
        return run(advice.main, f"--gpuperf={path}", "--quiet",
                   f"--groundtruth={folder}", *options)

    def test_figures_of_both_splits(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out.json")
            table = os.path.join(folder, "out.csv")
            status, text, _ = self.run_main(folder, f"--json={out}",
                                            f"--csv={table}")
            self.assertEqual(status, 0)
            with open(out, encoding="utf-8") as f:
                result = json.load(f)
            self.assertEqual(set(result), {"fit", "held out", "all"})
            self.assertEqual(result["fit"]["sweeps"], 1)
            self.assertEqual(result["held out"]["wrong_sweeps"], 1)
            self.assertIn("KLARAPTOR", text)
            with open(table, encoding="utf-8") as f:
                self.assertEqual(len(f.readlines()), 11)

    def test_the_gate(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.run_main(folder, "--gate=100")[0], 0)
            status, _, errors = self.run_main(folder, "--gate=3")
            self.assertEqual(status, 1)
            self.assertIn("wrong in more than 3 %", errors)

    def test_without_measured_figures_the_gate_is_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_main(folder)
            os.remove(os.path.join(folder, "measured.csv"))
            binary = os.path.join(folder, "gpuperf")
            for gate, status in (([], 2), (["--gate=3"], 0)):
                got, text, _ = run(advice.main, f"--gpuperf={binary}",
                                   f"--groundtruth={folder}", *gate)
                self.assertEqual(got, status)
                self.assertEqual("skipped" in text, bool(gate))

    def test_a_command_that_fails_is_no_result(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(RuntimeError, "ended with 3"):
                self.run_main(folder, tail="sys.exit(3)\n")


if __name__ == "__main__":
    unittest.main()
