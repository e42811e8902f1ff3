# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks `gpuperf predict --batch` for all rows, one process per file and set of
macros, and joins the answers by id."""

import json
import math
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")


def groups_of(rows):
    """Rows that one compilation serves, in order of first appearance."""
    groups = {}
    for r in rows:
        groups.setdefault((r.file, r.macros), []).append(r)
    return groups


def _first_line(text):
    for line in text.splitlines():
        if line.strip():
            return line.strip()
    return "no message"


def _ask(gpuperf, file, macros, rows, model, flags, timeout_s, model_args):
    """(answers: id -> model -> object, errors: id -> text) of one group."""
    with tempfile.TemporaryDirectory(prefix="gpuperf-accuracy-") as folder:
        batch = os.path.join(folder, "questions.jsonl")
        with open(batch, "w", encoding="utf-8") as f:
            for r in rows:
                f.write(json.dumps(r.question(model)) + "\n")
        command = [gpuperf, "predict", os.path.join(KERNELS, file),
                   f"--batch={batch}"]
        command += [f"--model-arg={a}" for a in model_args]
        command += ["--", "-std=c++17"]
        command += [f"-D{m}" for m in macros] + flags
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True,
                                  errors="replace", timeout=timeout_s)
        except subprocess.TimeoutExpired:
            return {}, dict.fromkeys((r.id for r in rows),
                                     f"no answer within {timeout_s:g} s")
        except OSError as e:
            return {}, dict.fromkeys((r.id for r in rows),
                                     f"cannot run gpuperf: {e.strerror}")
    answers, errors = _read(done.stdout)
    if done.returncode < 0:
        why = f"gpuperf died of signal {-done.returncode}"
    elif done.returncode:
        why = (f"gpuperf ended with {done.returncode}: "
               f"{_first_line(done.stderr)}")
    else:
        why = "no answer for this id"
    for r in rows:
        if r.id not in answers and r.id not in errors:
            errors[r.id] = why
    return answers, errors


def _read(output):
    answers, errors = {}, {}
    for line in output.splitlines():
        if not line.strip():
            continue
        try:
            answer = json.loads(line)
            key = str(answer["id"])
        except (ValueError, KeyError, TypeError):
            continue
        if "error" in answer:
            errors[key] = str(answer["error"])
            continue
        time = answer.get("time_us")
        if (not isinstance(time, (int, float)) or not math.isfinite(time)
                or time <= 0):
            errors[key] = f"time_us is not a positive number: {time!r}"
            continue
        answers.setdefault(key, {})[str(answer.get("model", ""))] = answer
    for key in errors:
        if key in answers:
            errors[key] = "one of several models: " + errors[key]
    return answers, errors


def predict(gpuperf, rows, model=None, flags=(), jobs=1, timeout_s=600,
            progress=None, model_args=()):
    """(answers: id -> model -> object, errors: id -> text) of all rows. The
    result does not depend on the number of jobs."""
    groups = list(groups_of(rows).items())
    answers, errors = {}, {}

    def work(item):
        (file, macros), members = item
        return _ask(gpuperf, file, macros, members, model, list(flags),
                    timeout_s, model_args)

    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        for done, (a, e) in enumerate(pool.map(work, groups), 1):
            answers.update(a)
            errors.update(e)
            if progress:
                progress(done, len(groups))
    return answers, errors
