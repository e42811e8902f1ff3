# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Polynomial regression of degree 2 on the two feature sets of Qu et al.
(2020), table 5, as their section 5.3 compares it: a model that has seen
measurements, as a baseline for those that have not."""

import math
import statistics

# Keeps the normal equations solvable where features say the same.
RIDGE = 1e-9


def solve(matrix, right):
    """Gauss with pivots; the matrix is square."""
    n = len(right)
    rows = [list(m) + [r] for m, r in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if rows[k][k] == 0:
            continue
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            if factor:
                for j in range(k, n + 1):
                    rows[i][j] -= factor * rows[k][j]
    out = [0.0] * n
    for k in range(n - 1, -1, -1):
        if rows[k][k]:
            out[k] = (rows[k][n] - sum(rows[k][j] * out[j]
                                       for j in range(k + 1, n))) \
                / rows[k][k]
    return out


def _terms(features):
    """1, each feature, each product of two."""
    out = [1.0, *features]
    for i, a in enumerate(features):
        out += [a * b for b in features[i:]]
    return out


class Polynomial:
    """Least squares of the relative error, or of the plain one: by the
    relative a short launch counts as much as a long one. Features are
    normalised to 0..1 over the rows it has seen."""

    def __init__(self, samples, targets, relative=True):
        self.low = [min(c) for c in zip(*samples)]
        self.high = [max(c) for c in zip(*samples)]
        terms = [_terms(self._normal(s)) for s in samples]
        weights = [1 / y if relative else 1.0 for y in targets]
        weighted = [[v * u for v in t] for t, u in zip(terms, weights)]
        n = len(terms[0])
        matrix = [[sum(w[i] * w[j] for w in weighted) for j in range(n)]
                  for i in range(n)]
        ridge = RIDGE * max(matrix[i][i] for i in range(n))
        for i in range(n):
            matrix[i][i] += ridge
        right = [sum(w[i] * y * u for w, y, u in
                     zip(weighted, targets, weights)) for i in range(n)]
        self.weights = solve(matrix, right)

    def _normal(self, sample):
        return [(v - a) / (b - a) if b > a else 0.0
                for v, a, b in zip(sample, self.low, self.high)]

    def __call__(self, sample):
        return sum(w * t for w, t in
                   zip(self.weights, _terms(self._normal(sample))))


class LogPolynomial:
    """The same on logarithms of features and target: what one would do today
    with figures that span six decades."""

    def __init__(self, samples, targets):
        self.inner = Polynomial([self._logs(s) for s in samples],
                                [math.log(y) for y in targets], False)

    @staticmethod
    def _logs(sample):
        return [math.log(max(v, 1e-3)) for v in sample]

    def __call__(self, sample):
        return math.exp(min(self.inner(self._logs(sample)), 60.0))


def basic_features(launch, facts):
    """Feature set 1: what the launch and the GPU's data sheet say. The w of
    the paper, 32 everywhere, and its profiler metrics are left out."""
    return [launch.blocks, launch.threads, facts["sms"], facts["cores"],
            launch.w2, facts["clock_mhz"], facts["memory_mhz"]]


def high_level_features(launch, _facts):
    """Feature set 2: NSMW, DPSID, NBW, APB. Its SPEF is in the unit of the
    target, see seed_figures.py."""
    return [launch.w, launch.i, launch.v, launch.a]


def halves(launches):
    """(seen, unseen): every second launch, in order of NSMW."""
    return launches[0::2], launches[1::2]


def scores(kind, samples_seen, targets_seen, sets):
    """kind fitted on what was seen -> MAPE of each (samples, targets)."""
    fitted = kind(samples_seen, targets_seen)
    return [statistics.fmean([abs(fitted(s) / y - 1)
                              for s, y in zip(samples, targets)])
            for samples, targets in sets]
