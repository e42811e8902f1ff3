# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of gpuperf-clangd have in common: a file with launches that
earn known messages, and servers that end with the test."""

import re
import unittest

import project

KERNELS = """\
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
__global__ void scale(int n, float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 3.0f;
}
"""
# saxpy: a block that is far too small. scale: one that leaves nothing to say.
RUN = """\
void run(float *x, float *y) {
  const int n = 1 << 24;
  saxpy<<<(n + 31) / 32, 32>>>(n, 2.0f, x, y);
  scale<<<(n + 511) / 512, 512>>>(n, y);
}
"""
FILE = KERNELS + RUN


def errors(diagnostics):
    return [d for d in diagnostics if d["severity"] == 1]


def times(diagnostics):
    """Kernel name -> kernel-time message, one launch each."""
    found = {}
    for d in project.ours(diagnostics, "gpuperf-kernel-time"):
        name = re.match(r"'([^']+)'", d["message"])
        assert name and name[1] not in found, diagnostics
        found[name[1]] = d["message"]
    return found


def line_of(text, piece):
    """0-based line of a piece that is there once."""
    assert text.count(piece) == 1, piece
    return text[:text.index(piece)].count("\n")


class ClangdCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        project.need_server()

    def project(self, files, flags=None, **more):
        p = project.Project(files, flags, **more)
        self.addCleanup(p.close)
        return p

    def server(self, p, *options, **more):
        """gpuperf-clangd in a project. At the test's end it must be there
        still and shut down in order; kill() before if it should not."""
        s = p.server([project.CLANGD, *options], **more)

        def end():
            if s.process.poll() is None:
                s.close()
            elif s.process.returncode > 0 or s.process.returncode < -9:
                self.fail(f"ended with {s.how_it_ended()}\n{s.tail()}")
            s.kill()

        self.addCleanup(end)
        return s

    def opened(self, files, flags=None, options=(), name=None, **more):
        """(project, server, path, diagnostics) with one file open."""
        p = self.project(files, flags, **more)
        s = self.server(p, *options)
        path = p.path(name or next(iter(files)))
        s.open(path)
        return p, s, path, s.settled(path)
