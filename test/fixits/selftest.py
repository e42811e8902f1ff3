# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does the bench catch bad fixes? Each fault is put in by hand where clang-tidy
would edit; the verdict must name it. And: does the emulation do what CUDA says?
"""

import os

from bench import Failure, Program, run as run_command

HERE = os.path.dirname(os.path.abspath(__file__))


def replaces(*pairs, side=None):
    """A fixer that puts one text for another, as clang-tidy --fix would; of
    several pairs the first that is found."""
    def fixer(program, folder, parse):
        path = program.source(folder)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        found = [pair for pair in pairs if pair[0] in text]
        if not found or side not in (None, parse):
            return 0, ""
        text = text.replace(*found[0], 1)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return 1, ""
    return fixer


def slows(program, folder, parse):
    """An edit after which the launch is predicted to take longer."""
    edit = replaces((LAUNCH, "(n + 31) / 32, 256"))
    done = edit(program, folder, parse)[0]
    return done, ("saxpy.cu:30:3: warning: 'saxpy' is predicted to take %s (to be measured)"
                  % ("900 ns" if done else "1.1 us"))


LAUNCH = "(n + 31) / 32, 32"

# program, expected verdict ("" is good), fixer
CASES = [
    ("saxpy_literal", "", replaces((LAUNCH, "(n + 255) / 256, 256"))),
    ("saxpy_literal", "no advice", replaces()),
    ("saxpy_literal", "fixed: another result",
     replaces((LAUNCH, "(n + 31) / 64, 32"))),
    ("saxpy_literal", "fixed: another result",
     replaces((LAUNCH, "n / 256, 256"))),
    ("saxpy_literal", "fixed: does not compile: ",
     replaces((LAUNCH, "(n + 31) / 32, block"))),
    ("saxpy_literal", "fixed: ends with 97: a launch with blocks of 2048",
     replaces((LAUNCH, "(n + 2047) / 2048, 2048"))),
    ("saxpy_literal", "fixed: ends with 97: a launch with a grid of 0",
     replaces((LAUNCH, "0, 256"))),
    ("saxpy_literal", "host parse: edits differ",
     replaces((LAUNCH, "(n + 255) / 256, 256"), side="device")),
    ("saxpy_literal", "second run: edits again",
     replaces((LAUNCH, "(n + 255) / 256, 256"),
              ("(n + 255) / 256, 256", "(n + 127) / 128, 128"))),
    ("saxpy_literal", "second run: predicted slower, 0.9 us -> 1.1 us", slows),
    ("no_exact_grid", "edited, but no edit keeps the results",
     replaces(("block = 32", "block = 64"))),
    ("no_header_constant", "edited, but no edit keeps the results",
     lambda program, folder, parse: edit_header(folder)),
    ("no_block_reduction", "edited, but no edit keeps the results",
     replaces(("(n + 31) / 32, 32", "(n + 63) / 64, 64"))),
    # What the emulation itself must see, as if an edit were allowed.
    ("block_reduction as either", "fixed: ends with ",
     replaces(("(n + 31) / 32, 32", "(n + 63) / 64, 64"))),
    ("exact_grid as either", "fixed: ends with ",
     replaces(("n / block, block", "n / 64 + 1, 64"))),
    ("launch_bounds as either", "fixed: ends with 97: a launch with 64 threads",
     replaces(("MAX_THREADS>>>", "64>>>"))),
    ("warp_shuffle as either", "fixed: another result",
     replaces(("block = 32", "block = 64"))),
    ("partial_sums as either", "fixed: another result",
     replaces(("threads = 32", "threads = 256"))),
    ("static_assert as either", "fixed: does not compile: ",
     replaces(("BlockThreads = 32", "BlockThreads = 64"))),
    ("lane_pattern as either", "fixed: another result",
     replaces(("threads = 32", "threads = 64"))),
    ("own_slot_literal_bytes", "fixed: ends with ",
     replaces(("(n + 31) / 32, 32", "(n + 63) / 64, 64"))),
    ("own_slot_literal_bytes", "",
     replaces(("(n + 31) / 32, 32, 128", "(n + 63) / 64, 64, 256"))),
    # HIP programs: a block with the grid of another one, and one thread too few.
    ("hip_half_waves", "", replaces(("block = 32", "block = 256"))),
    ("hip_half_waves", "fixed: another result",
     replaces(("(n + block - 1) / block, block", "n / block, block"))),
    ("hip_few_blocks", "fixed: another result",
     replaces(("/ block, block", "/ block, 256"))),
    ("hip_tail_1024", "fixed: another result",
     replaces(("/ block, block", "/ block, 512"))),
]


def edit_header(folder):
    path = os.path.join(folder, "include", "block_size.h")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("= 32", "= 64"))
    return 1, ""


def program_named(name):
    plain = name.split(" as ")[0]
    folder = os.path.join(HERE, "programs")
    paths = [os.path.join(folder, start + plain + suffix)
             for start in ("", "no_") for suffix in (".cu", ".hip")]
    program = Program(next(path for path in paths if os.path.exists(path)))
    if " as " in name:
        program.expect = name.split(" as ")[1]
    return program


def emulation_is_right(bench):
    program = Program.__new__(Program)
    program.name, program.folder = "self_test", os.path.join(HERE, "emulation")
    program.suffix, program.is_hip = ".cu", False
    program.runs = [[]]
    try:
        folder = os.path.join(bench.scratch, "alone")
        os.makedirs(folder)
        program.copy_to(folder)
        bench.compiles_for_gpus(program, folder, "both")
        binary = bench.compile(program, folder)
        done = run_command([binary], env={"ASAN_OPTIONS": "detect_leaks=0"})
    except Failure as failure:
        return str(failure)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def verdict_on(bench, name, fixer):
    try:
        bench.judge(program_named(name), fixer)
        return ""
    except Failure as failure:
        return str(failure)


def run(bench, pool):
    """How many verdicts are not the wanted ones."""
    verdicts = pool.map(lambda case: verdict_on(bench, case[0], case[2]), CASES)
    rows = [("the emulation", "", emulation_is_right(bench))]
    rows += [(name, wanted, verdict)
             for (name, wanted, _), verdict in zip(CASES, verdicts)]
    failures = 0
    for name, wanted, verdict in rows:
        good = verdict.startswith(wanted) if wanted else not verdict
        failures += not good
        print("%-4s %-28s wanted '%s', got '%s'"
              % ("ok" if good else "BAD", name, wanted or "ok",
                 verdict or "ok"))
    print("%d faults, %d verdicts not as wanted" % (len(rows), failures))
    return failures
