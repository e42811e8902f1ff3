#!/usr/bin/env python3
"""Counts of generated kernels, held against what their source says.

Each kernel is a tree of arithmetic under branches and loops of every kind: on the
thread, the warp, the block or an argument; with constant, passed and
thread-dependent trip counts; unrolled or not. Only additions and multiplications
of floats are in it, one after the other, which no compiler may leave out or
reorder. This
program executes the tree itself, lane by lane, from the source. So it sees what
an oracle that starts from the optimised code cannot see.

    source_counts.py GPUPERF [--seed N] [--kernels N] [--show]
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile

WARP = 32
# Arithmetic of a statement: more than what is executed under a predicate.
LEAST, MOST = 20, 40


# The two arms of a branch compute with different operations, for the compiler
# merges what they have in common.
KINDS = ["v = v * a + b;", "w = w * x;", "v = v + c;", "w = w * y + x;",
         "v = v * d;", "w = w + z;"]
COUNTED = ["fp32_fma", "fp32_add", "fp32_mul", "fp64_fma", "fp64_add", "fp64_mul"]


class Arith:
    def __init__(self, rng, kinds):
        self.count = rng.randint(LEAST, MOST)
        self.operation = rng.choice(kinds)

    def text(self, pad):
        return "\n".join(pad + " ".join([self.operation] * min(4, self.count - i))
                         for i in range(0, self.count, 4)) + "\n"

    def run(self, lanes, where, sums):
        if lanes:
            sums[0] += self.count
            sums[1] += self.count * len(lanes)


# What a branch depends on: text and value for (thread, block, n).
CONDITIONS = [
    ("threadIdx.x < 32", lambda t, b, n: t < 32),
    ("threadIdx.x >= 48", lambda t, b, n: t >= 48),
    ("(threadIdx.x / 32) % 2", lambda t, b, n: t // 32 % 2),
    ("threadIdx.x % 2 == 0", lambda t, b, n: t % 2 == 0),
    ("(threadIdx.x & 7) == 3", lambda t, b, n: t & 7 == 3),
    ("threadIdx.x == 0", lambda t, b, n: t == 0),
    ("blockIdx.x % 3 == 0", lambda t, b, n: b % 3 == 0),
    ("n > 5", lambda t, b, n: n > 5),
    ("blockIdx.x * blockDim.x + threadIdx.x < 700",
     lambda t, b, n: b * 128 + t < 700),
]
# Trip counts.
TRIPS = [(str(k), lambda t, n, k=k: k) for k in (2, 7, 16, 50, 300, 1000)] + [
    ("n", lambda t, n: n),
    ("n + (int)threadIdx.x % 4", lambda t, n: n + t % 4),
    ("(int)threadIdx.x / 32", lambda t, n: t // 32),
]
PRAGMAS = ["", "", "#pragma unroll\n", "#pragma unroll 1\n", "#pragma unroll 4\n"]


class Branch:
    def __init__(self, rng, depth, kinds):
        self.condition = rng.choice(CONDITIONS)
        half = len(kinds) // 2
        self.then = Body(rng, depth + 1, kinds[:half] or kinds)
        self.other = (Body(rng, depth + 1, kinds[half:])
                      if rng.random() < 0.5 and half else None)

    def text(self, pad):
        out = "%sif (%s) {\n%s%s}" % (pad, self.condition[0],
                                      self.then.text(pad + "  "), pad)
        if self.other:
            out += " else {\n%s%s}" % (self.other.text(pad + "  "), pad)
        return out + "\n"

    def run(self, lanes, where, sums):
        block, n = where
        yes = [t for t in lanes if self.condition[1](t, block, n)]
        self.then.run(yes, where, sums)
        if self.other:
            self.other.run([t for t in lanes if t not in yes], where, sums)


class Loop:
    def __init__(self, rng, depth, kinds):
        # Large constants are for loops that have nothing around them.
        few = TRIPS if depth == 0 else TRIPS[:3] + TRIPS[6:]
        self.trips = rng.choice(few)
        self.pragma = rng.choice(PRAGMAS)
        if self.trips[0] == "1000" and self.pragma == PRAGMAS[2]:
            self.pragma = ""
        self.name = "i%d" % depth
        self.body = Body(rng, depth + 1, kinds)

    def text(self, pad):
        return "%s%sfor (int %s = 0; %s < %s; ++%s) {\n%s%s}\n" % (
            self.pragma, pad, self.name, self.name, self.trips[0], self.name,
            self.body.text(pad + "  "), pad)

    def run(self, lanes, where, sums):
        trips = {t: self.trips[1](t, where[1]) for t in lanes}
        for k in range(max(trips.values(), default=0)):
            self.body.run([t for t in lanes if trips[t] > k], where, sums)


class Body:
    def __init__(self, rng, depth=0, kinds=tuple(KINDS)):
        parts = [Arith] if depth > 2 else [Arith, Branch, Loop]
        self.parts = []
        for _ in range(rng.randint(1, 2)):
            part = rng.choice(parts)
            self.parts.append(part(rng, kinds) if part is Arith
                              else part(rng, depth, kinds))

    def text(self, pad):
        return "".join(p.text(pad) for p in self.parts)

    def run(self, lanes, where, sums):
        for p in self.parts:
            p.run(lanes, where, sums)


def true_counts(body, grid, block, n):
    """(warp, thread) operations of a launch."""
    sums = [0, 0]
    for b in range(grid):
        for first in range(0, block, WARP):
            body.run(list(range(first, min(first + WARP, block))), (b, n), sums)
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gpuperf")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=60)
    parser.add_argument("--show", action="store_true", help="print all kernels")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    grid, block, n = 6, 128, 9
    bodies = [Body(rng) for _ in range(options.kernels)]
    source = "".join(
        "__global__ void k%d(float *p, double *q, float a, float b, float c,\n"
        "    float d, double x, double y, double z, int n) {\n"
        "  float v = p[threadIdx.x];\n  double w = q[threadIdx.x];\n%s"
        "  p[threadIdx.x] = v;\n  q[threadIdx.x] = w;\n}\n" % (i, body.text("  "))
        for i, body in enumerate(bodies))
    with tempfile.TemporaryDirectory() as folder:
        path, batch = folder + "/k.cu", folder + "/b.jsonl"
        with open(path, "w") as f:
            f.write(source)
        with open(batch, "w") as f:
            for i in range(len(bodies)):
                f.write(json.dumps({"id": i, "kernel": "k%d" % i,
                                    "grid": [grid, 1, 1], "block": [block, 1, 1],
                                    "args": {"n": n}}) + "\n")
        done = subprocess.run([options.gpuperf, "predict", path, "--batch=" + batch,
                               "--gpu=rtx-3080", "--format=json"],
                              capture_output=True, text=True)
    answers = {a["id"]: a for a in map(json.loads, done.stdout.splitlines())}
    wrong = 0
    for i, body in enumerate(bodies):
        want = true_counts(body, grid, block, n)
        counts = answers.get(i, {}).get("counts")
        got = [sum(counts[key].get(c, 0) for c in COUNTED) for key in
               ("warp_instructions", "thread_instructions")] if counts else None
        # Half an execution of the smallest statement by one warp.
        same = got and all(abs(g - w) <= max(0.01 * w, LEAST / 2)
                           for g, w in zip(got, want))
        wrong += not same
        if not same or options.show:
            print("%s k%d: warps %s, threads %s; the source says %d, %d\n%s" % (
                "ok" if same else "WRONG", i, *(got or ["-", answers.get(i)]),
                *want, body.text("  ")))
    print("%d of %d kernels have other counts than their source" %
          (wrong, len(bodies)))
    if not answers:
        print(done.stderr)
    return 1 if wrong or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
