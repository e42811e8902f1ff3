# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measured rows, answers and a stand-in for gpuperf, for the tests."""

import contextlib
import io
import json
import os
import stat
import sys
import tempfile

import accuracy
import groundtruth

HEADER = ("dataset,repo,commit,gpu,kernel,source_path,kernel_name,problem,"
          "macros,grid_x,grid_y,grid_z,block_x,block_y,block_z,"
          "dyn_smem_bytes,time_ms,notes\n")

# Answers 1500 us to everything but blocks of 64.
STAND_IN = """#!{python}
import json, sys
if sys.argv[1] == "flags":
    print("-x cuda {flags}")
    sys.exit(0)
path = next(a for a in sys.argv if a.startswith("--batch="))[8:]
slower = 2.0 if "--model-arg=slow=1" in sys.argv else 1.0
for text in open(path):
    q = json.loads(text)
    if q["block"][0] == 64:
        print(json.dumps({{"id": q["id"], "error": "no such luck"}}))
        continue
    print(json.dumps({{"id": q["id"], "model": "{model}",
                       "time_us": 1500.0 * slower * {factor},
                       "time_us_low": 1, "time_us_high": 2000,
                       "occupancy": 1, "nsmw": 1, "dpsid": 1, "dps": 96,
                       "apb": 0, "bound": "dram",
                       "counts": {{"warps": 64, "warp_instructions":
                                   {{"fp32_add": 640}}}},
                       "assumptions": ["cache hit shares estimated"],
                       "assumed": [{{"name": "", "value": None,
                                     "kind": "cache_shares"}}]}}))
{tail}
"""


def line(dataset="klaraptor", gpu="GTX 1080 Ti", kernel="mvt_kernel1",
         problem="N=1024", macros="", grid=(4, 1, 1), block=(256, 1, 1),
         time_ms="1.5", sweep="s"):
    return ",".join([dataset, "r", "c", gpu, "k", "p", kernel, problem, macros,
                     *map(str, grid), *map(str, block), "0", time_ms,
                     f"sweep={sweep};x"]) + "\n"


def write_rows(folder, lines):
    with open(os.path.join(folder, "measured.csv"), "w",
              encoding="utf-8") as f:
        f.write(HEADER + "".join(lines))


def load(*lines):
    with tempfile.TemporaryDirectory() as folder:
        write_rows(folder, lines)
        return groundtruth.load(folder)


def write_stand_in(folder, tail="", flags="", factor=1.0, model="m"):
    path = os.path.join(folder, "gpuperf")
    with open(path, "w", encoding="utf-8") as f:
        f.write(STAND_IN.format(python=sys.executable, tail=tail, flags=flags,
                                factor=factor, model=model))
    os.chmod(path, stat.S_IRWXU)
    return path


FIVE_BLOCKS = tuple(line(block=(b, 1, 1)) for b in (32, 64, 128, 256, 512))


def run(main, *options):
    """(status, standard output, standard error) of a driver's main."""
    argv, out, err = sys.argv, io.StringIO(), io.StringIO()
    sys.argv = ["driver", *options]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main()
    finally:
        sys.argv = argv
    return status, out.getvalue(), err.getvalue()


def run_accuracy(folder, *options, lines=FIVE_BLOCKS, **stand_in):
    """(status, result, standard output, standard error) over a stand-in."""
    write_rows(folder, lines)
    binary = write_stand_in(folder, **stand_in)
    out = os.path.join(folder, "out.json")
    status, text, errors = run(
        accuracy.main, f"--gpuperf={binary}", "--quiet",
        f"--groundtruth={folder}", f"--json={out}", *options)
    result = None
    if os.path.isfile(out):
        with open(out, encoding="utf-8") as f:
            result = json.load(f)
    return status, result, text, errors
