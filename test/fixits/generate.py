# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random CUDA programs for the fix-its: what a kernel makes of its block and its
grid, how the host writes both, and what else depends on the numbers, in every
combination. Most kernels take another block; the rest compute with the one that they
have, each in a way of its own, and an edit of those is seen in the results.

A program is a function of its seed alone.
"""

import random

GPUS = ["rtx-4090", "rtx-3080", "h200-sxm", "a100-sxm4-80gb", "t4", "l4", "gb200"]
# What the programs are run with; they say a larger size where nothing is given, which
# is the one that the tool reads.
SIZES = "1, 63, 1000, 4099"

HEAD = """// RUN-ON: %s; expect either; args: %s
#include "report.h"
#include <cmath>
#include <cstdlib>

static int sizeOfRun(int argc, char **argv) {
  return argc > 1 ? atoi(argv[1]) : %s;
}

template <typename T> T *numbers(size_t count, unsigned seed) {
  T *v;
  cudaMallocManaged(&v, count * sizeof(T));
  for (size_t i = 0; i < count; ++i)
    v[i] = T(int(noise(unsigned(i) + seed) * 1000));
  return v;
}

__host__ __device__ inline int ceilDiv(int a, int b) { return (a + b - 1) / b; }
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
"""


class Case:
    """One kernel and its launch, in names that end in `k`."""

    def __init__(self, rng, k):
        self.rng, self.k = rng, k
        self.before, self.kernel, self.host = [], "", []
        self.of = ""               # the kernel's template arguments
        self.parameter = ("", "")  # of the host's function, and what it is given
        self.type = rng.choice(["int", "int", "float", "double", "long long"])

    def pick(self, *choices):
        return self.rng.choice(choices)

    # ---- how a thread finds its element --------------------------------

    def index(self, axis="x", name="i"):
        kind = self.pick("int", "int", "unsigned", "size_t", "long long", "const int",
                         "auto")
        return "%s %s = %s;" % (kind, name, self.position(axis))

    def position(self, axis="x"):
        b, d, t = "blockIdx." + axis, "blockDim." + axis, "threadIdx." + axis
        return self.pick("%s * %s + %s" % (b, d, t), "%s + %s * %s" % (t, b, d),
                         "%s * %s + %s" % (d, b, t), "(%s * %s) + %s" % (b, d, t),
                         "__umul24(%s, %s) + %s" % (b, d, t) if axis == "x"
                         else "%s * %s + %s" % (b, d, t))

    def guarded(self, statements, condition, leave):
        """`leave` is the condition's opposite."""
        if self.rng.random() < 0.4:
            return "  if (%s)\n    return;\n  %s\n" % (leave, statements)
        return "  if (%s) {\n    %s\n  }\n" % (condition, statements)

    def value(self, at):
        """What is computed of in[at]; heavier ones have reason to hide latency."""
        return self.pick("in[%s] + 1", "in[%s] * 3 - 1", "in[%s] * in[%s]",
                         "in[%s] > 500 ? in[%s] - 500 : in[%s]",
                         "in[%s] / 3").replace("%s", at)

    # ---- how the host writes block and grid ----------------------------

    def block(self, sizes):
        """A block of one dimension: the text that names it in the launch."""
        n = self.size = self.rng.choice(sizes)
        k = self.k
        form = self.form = self.pick("literal", "literal", "macro", "const", "constexpr",
                                     "int", "enum", "static", "dim3", "parameter",
                                     "branch")
        if form == "literal":
            return str(n)
        if form == "macro":
            self.before.append("#define BLOCK_%d %d" % (k, n))
            return "BLOCK_%d" % k
        if form == "enum":
            self.before.append("enum { Threads%d = %d };" % (k, n))
            return "Threads%d" % k
        if form == "static":
            self.before.append("static const int Block%d = %d;" % (k, n))
            return "Block%d" % k
        if form == "parameter":
            self.parameter = ("int block", str(n))
            return "block"
        if form == "dim3":
            self.host.append("dim3 block(%s);" % self.pick("%d" % n, "%d, 1" % n,
                                                           "%d, 1, 1" % n))
            return "block"
        if form == "branch":
            self.host += ["int threads;", "if (n > 0)", "  threads = %d;" % n,
                          self.pick("", "else return;")]
            return "threads"
        kind = {"const": "const int", "constexpr": "constexpr int", "int": "int"}[form]
        self.host.append("%s threads = %d;" % (kind, n))
        return "threads"

    def number(self, block):
        """The block as a number in an expression."""
        return block + ".x" if self.form == "dim3" else block

    def grid(self, block, n):
        """Enough blocks for n threads."""
        b = self.number(block)
        text = self.pick("(%s + %s - 1) / %s", "(%s - 1) / %s + 1", "ceilDiv(%s, %s)",
                         "CEIL_DIV(%s, %s)", "%s / %s + 1", "floor", "double", "odd")
        if text == "floor":
            text = "(%s %% %s) ? %s / %s + 1 : %s / %s" % (n, b, n, b, n, b)
        elif text == "double":
            text = "(int)%sceil(%s / (double)%s)" % (self.pick("", "std::"), n, b)
        elif text == "odd":
            text = "(%s + %d) / %s" % (n, self.size - 1, b)
        else:
            text = text % ((n, b, b) if text.count("%s") == 3 else (n, b))
        form = self.pick("inline", "variable", "variable", "dim3", "dim3 =")
        if form == "inline":
            return text
        self.host.append({"variable": self.pick("int", "const int", "unsigned")
                          + " grid = " + text + ";",
                          "dim3": "dim3 grid(%s);" % text,
                          "dim3 =": "dim3 grid = dim3(%s);" % text}[form])
        return "grid"

    def launch(self, grid, block, arguments, shared=None):
        more = ", " + shared if shared else ""
        self.host.append("kernel%d%s<<<%s, %s%s>>>(%s);"
                         % (self.k, self.of, grid, block, more, arguments))

    def text(self):
        kind, arg = self.parameter
        name = "case%d" % self.k
        body = "".join("  %s\n" % line for line in self.host)
        return "%s%s\nstatic void %s(int n%s) {\n%s}\n" % (
            "".join(line + "\n" for line in self.before), self.kernel, name,
            ", " + kind if kind else "", body), "%s(n%s);" % (
                name, ", " + arg if arg else "")

    # ---- one kernel each -------------------------------------------------

    def arrays(self, count, outputs=None):
        t = self.type
        self.host.append("%s *in = numbers<%s>(%s, %du);" % (t, t, count, self.k))
        self.host.append("%s *out = numbers<%s>(%s, 7u);" % (t, t, outputs or count))

    def done(self, count):
        self.host.append("cudaDeviceSynchronize();")
        self.host.append('report("case%d", out, %s);' % (self.k, count))

    def signature(self, more="int n", constant=True):
        return "__global__ void kernel%d(%s%s *in, %s *out, %s) {\n" % (
            self.k, self.pick("const ", "") if constant else "", self.type, self.type,
            more)


SMALL = [8, 16, 16, 32, 32, 32, 48, 64, 96, 100]
ANY = SMALL + [128, 192, 256, 384, 512, 1000, 1024]
POWERS = [16, 32, 32, 64, 128, 256]


def one_each(c):
    c.arrays("n")
    body = c.pick("out[i] = %s;" % c.value("i"), "out[i] += %s;" % c.value("i"),
                  "%s x = in[i]; out[i] = x + x / 7;" % c.type,
                  "out[i] = i > 0 ? in[i - 1] + in[i] : in[i];",
                  "out[i] = in[n - 1 - i];",
                  "%s s = 0; for (int j = 0; j < 9; ++j) s += in[(i + j) %% n]; out[i] = s;"
                  % c.type)
    c.kernel = (c.signature() + "  " + c.index() + "\n"
                + c.guarded(body, "i < n", "i >= n") + "}\n")
    block = c.block(ANY)
    c.launch(c.grid(block, "n"), block, "in, out, n")
    c.done("n")


def helper_index(c):
    c.arrays("n")
    c.before.append(c.pick(
        "#define TID%d (blockIdx.x * blockDim.x + threadIdx.x)\n#define AT%d TID%d",
        "__device__ inline int at%d() { return blockIdx.x * blockDim.x + threadIdx.x; }\n"
        "#define AT%d at%d()") % (c.k, c.k, c.k))
    c.kernel = (c.signature() + "  int i = AT%d;\n" % c.k
                + c.guarded("out[i] = %s;" % c.value("i"), "i < n", "i >= n") + "}\n")
    block = c.block(ANY)
    c.launch(c.grid(block, "n"), block, "in, out, n")
    c.done("n")


def grid_stride(c):
    c.arrays("n")
    c.kernel = (c.signature()
                + "  for (%s i = %s; i < n; i += %s)\n    out[i] = %s;\n}\n" % (
                    c.pick("int", "unsigned", "size_t"), c.position(),
                    c.pick("blockDim.x * gridDim.x", "gridDim.x * blockDim.x"),
                    c.value("i")))
    block = c.block(ANY)
    grid = c.pick("64", "240", "1024", None) or c.grid(block, "n")
    c.launch(grid, block, "in, out, n")
    c.done("n")


def several_in_a_row(c):
    """A thread computes K elements that follow one another, or a block's apart."""
    per = c.pick(2, 4, 8)
    c.arrays("n")
    apart = c.rng.random() < 0.5
    c.kernel = c.signature() + (
        "  int first = blockIdx.x * blockDim.x * %d + threadIdx.x;\n" % per if apart else
        "  int first = (blockIdx.x * blockDim.x + threadIdx.x) * %d;\n" % per) + (
        "  for (int j = 0; j < %d; ++j) {\n    int i = first + j%s;\n"
        "    if (i < n)\n      out[i] = %s;\n  }\n}\n" % (
            per, " * blockDim.x" if apart else "", c.value("i")))
    block = c.block(ANY)
    b = c.number(block)
    if c.rng.random() < 0.5:
        c.host.append("int perBlock = %s * %d;" % (b, per))
        grid = "(n + perBlock - 1) / perBlock"
    else:
        grid = "(n + %d * %s - 1) / (%d * %s)" % (per, b, per, b)
    c.launch(grid, block, "in, out, n")
    c.done("n")


def exact(c):
    """No guard: the grid has to be as large as the array, for this block."""
    c.host.append("n = (n / 1024 + 1) * 1024;")
    c.arrays("n")
    c.kernel = (c.signature() + "  " + c.index() + "\n  out[i] = %s;\n}\n" % c.value("i"))
    block = c.block([16, 32, 64, 128, 256])
    c.launch("n / " + c.number(block), block, "in, out, n")
    c.done("n")


def image(c):
    """Two dimensions, in every order that is found."""
    c.host.append("int w = n % 61 + 5, h = n / 61 + 1;")
    c.arrays("w * h")
    swapped = c.rng.random() < 0.3
    x, y = ("y", "x") if swapped else ("x", "y")
    names = c.pick(("x", "y"), ("col", "row"), ("i", "j"))
    at = c.pick("%s + w * %s" % names, "%s * w + %s" % (names[1], names[0]))
    inside = "%s < w && %s < h" % names
    if c.rng.random() < 0.3:
        inside = "%s >= 1 && %s >= 1 && %s < w - 1 && %s < h - 1" % (names + names)
        body = "out[%s] = in[%s - 1] + in[%s + w] + in[%s - w];" % (at, at, at, at)
    else:
        body = "out[%s] = %s;" % (at, c.value(at))
    c.kernel = (c.signature("int w, int h")
                + "  %s\n  %s\n" % (c.index(x, names[0]).replace("size_t", "int"),
                                    c.index(y, names[1]).replace("size_t", "int"))
                + c.guarded(body, inside, "!(%s)" % inside) + "}\n")
    sizes = c.pick((8, 8), (4, 4), (16, 16), (32, 32), (16, 2), (2, 16), (32, 1), (1, 32),
                   (10, 10), (5, 20), (64, 2))
    form = c.pick("literal", "const", "macro", "one", "dim3")
    bx, by = str(sizes[0]), str(sizes[1])
    if form == "const":
        c.host.append("const int bx = %s, by = %s;" % (bx, by))
        bx, by = "bx", "by"
    elif form == "macro":
        c.before += ["#define BX%d %s" % (c.k, bx), "#define BY%d %s" % (c.k, by)]
        bx, by = "BX%d" % c.k, "BY%d" % c.k
    elif form == "one":
        sizes = c.rng.choice([(8, 8), (4, 4), (16, 16)])
        c.before.append("const int Tile%d = %d;" % (c.k, sizes[0]))
        bx = by = "Tile%d" % c.k
    grid = {"x": "(w + {0} - 1) / {0}", "y": "(h + {0} - 1) / {0}"}
    if swapped:
        grid = {"x": grid["y"], "y": grid["x"]}
    c.host.append("dim3 block(%s, %s);" % (bx, by))
    if form == "dim3":
        bx, by = "block.x", "block.y"
    c.host.append("dim3 grid(%s, %s);" % (grid["x"].format(bx), grid["y"].format(by)))
    c.launch("grid", "block", "in, out, w, h")
    c.done("w * h")


def row_of_thread(c):
    c.host.append("const int columns = %d;" % c.pick(3, 16, 33))
    c.arrays("n * columns", "n")
    c.kernel = (c.signature("int rows, int columns") + "  " + c.index(name="row") + "\n"
                + c.guarded("%s s = 0; for (int j = 0; j < columns; ++j) s += "
                            "in[row * columns + j]; out[row] = s;" % c.type,
                            "row < rows", "row >= rows") + "}\n")
    block = c.block(ANY)
    c.launch(c.grid(block, "n"), block, "in, out, n, columns")
    c.done("n")


def row_of_block(c):
    """A block takes a row and strides over it: any block does."""
    c.host.append("const int columns = %d, rows = n / 16 + 1;" % c.pick(3, 100, 513))
    c.arrays("rows * columns")
    start, by = c.pick(("threadIdx.x", "blockDim.x"),) if c.rng.random() < 0.7 else (
        "threadIdx.x", None)
    c.kernel = c.signature("int columns") + (
        "  %s *row = out + blockIdx.x * columns;\n" % c.type)
    block = c.block(ANY)
    # Some stride by the number of this block, which no other block does right.
    by = by or str(c.size)
    c.kernel += ("  for (int j = %s; j < columns; j += %s)\n"
                 "    row[j] = in[blockIdx.x * columns + j] + j;\n}\n" % (start, by))
    c.launch("rows", block, "in, out, columns")
    c.done("rows * columns")


def linear_to_image(c):
    c.host.append("int w = n % 61 + 5, h = n / 61 + 1;")
    c.arrays("w * h")
    c.kernel = (c.signature("int w, int h") + "  " + c.index().replace("size_t", "int")
                + "\n  int x = i %% w, y = i / w;\n%s}\n" % c.guarded(
                    "out[y * w + x] = in[x * h + y] + x;", "y < h", "y >= h"))
    block = c.block(ANY)
    c.launch(c.grid(block, "w * h").replace("w * h", "(w * h)"), block, "in, out, w, h")
    c.done("w * h")


def product(c):
    c.host.append("const int m = n % 19 + 2;")
    c.arrays("m * m")
    c.kernel = (c.signature("int m") + "  int row = %s;\n  int col = %s;\n"
                % (c.position("y"), c.position("x"))
                + c.guarded("%s s = 0; for (int k = 0; k < m; ++k) s += in[row * m + k] * "
                            "in[k * m + col]; out[row * m + col] = s;" % c.type,
                            "row < m && col < m", "row >= m || col >= m") + "}\n")
    b = c.pick(4, 8, 16, 32)
    c.before.append("#define SIDE%d %d" % (c.k, b))
    side = "SIDE%d" % c.k
    c.host.append("dim3 block(%s, %s);" % (side, side))
    c.launch("dim3((m + %s - 1) / %s, (m + %s - 1) / %s)" % (side, side, side, side),
             "block", "in, out, m")
    c.done("m * m")


def atomics(c):
    c.type = "int"
    c.arrays("n", "64")
    c.kernel = (c.signature() + "  " + c.index() + "\n" + c.guarded(
        c.pick("atomicAdd(&out[in[i] % 64], 1);", "atomicMax(&out[in[i] & 63], in[i]);",
               "if (in[i] > 300) atomicAdd(out, in[i]);"), "i < n", "i >= n") + "}\n")
    block = c.block(ANY)
    c.launch(c.grid(block, "n"), block, "in, out, n")
    c.done("64")


def cube(c):
    c.host.append("int w = n % 13 + 2, h = n % 7 + 2, d = n / 97 + 1;")
    c.arrays("w * h * d")
    c.kernel = (c.signature("int w, int h, int d")
                + "  int x = %s, y = %s, z = %s;\n" % tuple(map(c.position, "xyz"))
                + c.guarded("int at = (z * h + y) * w + x; out[at] = %s;" % c.value("at"),
                            "x < w && y < h && z < d", "x >= w || y >= h || z >= d")
                + "}\n")
    sizes = c.pick((8, 8, 8), (4, 4, 4), (32, 2, 2), (2, 2, 2), (8, 4, 1), (1, 1, 32))
    c.host.append("dim3 block(%d, %d, %d);" % sizes)
    c.host.append("dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y, "
                  "(d + block.z - 1) / block.z);")
    c.launch("grid", "block", "in, out, w, h, d")
    c.done("w * h * d")


def batch(c):
    """The grid's other dimension counts something else."""
    axis = c.pick("y", "z")
    c.host.append("const int batches = 3;")
    c.arrays("n * batches")
    c.kernel = (c.signature() + "  " + c.index().replace("size_t", "int") + "\n"
                + c.guarded("int at = blockIdx.%s * n + i; out[at] = %s;"
                            % (axis, c.value("at")), "i < n", "i >= n") + "}\n")
    block = c.block(ANY)
    ceil = "(n + {0} - 1) / {0}".format(c.number(block))
    c.host.append("dim3 grid(%s, %s);" % (ceil, "batches" if axis == "y"
                                          else "1, batches"))
    c.launch("grid", block, "in, out, n")
    c.done("n * batches")


def templated(c):
    """The block is a template argument as well, used or not."""
    c.arrays("n")
    use = c.pick("blockDim.x", "B")
    b = c.rng.choice(POWERS)
    c.kernel = ("template <int B> " + c.signature()
                + "  int i = blockIdx.x * %s + threadIdx.x;\n" % use
                + c.guarded("out[i] = %s;" % c.value("i"), "i < n", "i >= n") + "}\n")
    c.before.append("constexpr int Size%d = %d;" % (c.k, b))
    c.of = "<Size%d>" % c.k
    second = c.pick("Size%d" % c.k, str(b))
    c.launch("(n + %s - 1) / %s" % (second, second), second, "in, out, n")
    c.done("n")


def own_slot(c):
    """Shared memory of which a thread uses its own element only."""
    c.arrays("n")
    block = c.block(POWERS)
    fixed = c.rng.random() < 0.5
    declared = ("__shared__ %s mine[%s];" % (
        c.type, c.size if c.form in ("int", "const", "constexpr", "dim3", "parameter",
                                     "literal", "branch") else block)
        if fixed else "extern __shared__ char bytes[];\n  %s *mine = (%s *)bytes;"
        % (c.type, c.type))
    c.kernel = (c.signature() + "  %s\n  %s\n" % (declared, c.index())
                + c.guarded("mine[threadIdx.x] = in[i]; "
                            "for (int j = 0; j < 5; ++j) mine[threadIdx.x] += j; "
                            "out[i] = mine[threadIdx.x];", "i < n", "i >= n") + "}\n")
    b = c.number(block)
    c.launch(c.grid(block, "n"), block, "in, out, n",
             None if fixed else c.pick("%s * sizeof(%s)" % (b, c.type),
                                       "%d * sizeof(%s)" % (c.size, c.type)))
    c.done("n")


def neighbours_in_tile(c):
    """A tile with a halo, which the block's own number of threads fills."""
    c.arrays("n")
    block = c.block([16, 32, 64, 128])
    c.kernel = (c.signature() + "  __shared__ %s tile[%d];\n" % (c.type, c.size + 2)
                + "  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;\n"
                "  tile[t] = i < n ? in[i] : 0;\n"
                "  if (threadIdx.x == 0)\n    tile[0] = i > 0 ? in[i - 1] : 0;\n"
                "  if (threadIdx.x == blockDim.x - 1)\n"
                "    tile[t + 1] = i + 1 < n ? in[i + 1] : 0;\n"
                "  __syncthreads();\n"
                "  if (i < n)\n    out[i] = tile[t - 1] + tile[t] + tile[t + 1];\n}\n")
    c.launch(c.grid(block, "n"), block, "in, out, n")
    c.done("n")


def block_sums(c):
    """One result for each block: another block gives other results."""
    c.type = "int"
    block = c.block(POWERS)
    c.arrays("n", "n + 1")
    c.kernel = (c.signature() + "  __shared__ int s[%d];\n" % c.size
                + "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  s[threadIdx.x] = i < n ? in[i] : 0;\n  __syncthreads();\n"
                "  for (int d = blockDim.x / 2; d > 0; d /= 2) {\n"
                "    if (threadIdx.x < d)\n      s[threadIdx.x] += s[threadIdx.x + d];\n"
                "    __syncthreads();\n  }\n"
                + c.pick("  if (threadIdx.x == 0)\n    out[blockIdx.x] = s[0];\n}\n",
                         "  if (threadIdx.x == 0)\n    atomicAdd(out, s[0]);\n}\n"))
    c.launch("(n + {0} - 1) / {0}".format(c.number(block)), block, "in, out, n")
    c.done("(n + {0} - 1) / {0}".format(c.number(block)))


def says_its_thread(c):
    """Values of the thread, the block or their numbers are results."""
    c.type = "int"
    c.arrays("n")
    c.kernel = (c.signature() + "  " + c.index().replace("size_t", "int") + "\n"
                + c.guarded(c.pick("out[i] = in[i] + threadIdx.x;",
                                   "out[i] = blockIdx.x * 7 + in[i];",
                                   "out[i] = blockDim.x;", "out[i] = gridDim.x;",
                                   "if (threadIdx.x % 4 == 0) out[i] = in[i];",
                                   "if (threadIdx.x < 8) out[i] = in[i];",
                                   "if (blockIdx.x == 0) out[i] = in[i];",
                                   "if (blockIdx.x < gridDim.x - 1) out[i] = in[i];",
                                   "out[i] = in[i - threadIdx.x];",
                                   "out[i] = in[(i / blockDim.x) * blockDim.x];"),
                            "i < n", "i >= n") + "}\n")
    block = c.block(ANY)
    c.launch(c.grid(block, "n"), block, "in, out, n")
    c.done("n")


def one_number_twice(c):
    """The number of the block stands in the kernel or at the host, too."""
    c.arrays("n")
    c.before.append(c.pick("#define N%d %d", "const int N%d = %d;",
                           "constexpr int N%d = %d;") % (c.k, c.rng.choice(POWERS)))
    name = "N%d" % c.k
    use = c.pick("index", "step", "host", "print", "length", "none", "none")
    width = name if use == "index" else "blockDim.x"
    at = "(i + %s) %% n" % name if use == "step" else "i"
    c.kernel = (c.signature() + "  int i = blockIdx.x * %s + threadIdx.x;\n" % width
                + c.guarded("out[i] = %s;" % c.value(at), "i < n", "i >= n") + "}\n")
    c.launch("(n + %s - 1) / %s" % (name, name), name, "in, out, n")
    c.host.append("cudaDeviceSynchronize();")
    if use == "host":
        c.host.append("for (int i = 0; i < n; i += %s) out[i] = -1;" % name)
    if use == "print":
        c.host.append('printf("blocks of %%d\\n", %s);' % name)
    count = "(n < %s ? n : %s)" % (name, name) if use == "length" else "n"
    c.host.append('report("case%d", out, %s);' % (c.k, count))


def fixed_part(c):
    """A launch that covers a part: as many threads as somebody wrote."""
    c.host.append("n += 5000;")
    c.arrays("n")
    block = c.block(POWERS)
    guard = c.rng.random() < 0.6
    body = "out[i] = %s;" % c.value("i")
    c.kernel = (c.signature() + "  " + c.index() + "\n"
                + (c.guarded(body, "i < n", "i >= n") if guard else "  %s\n" % body)
                + "}\n")
    c.launch(c.pick("4", "7", "12"), block, "in, out, n")
    c.done("n")


def warp_lanes(c):
    c.type = "int"
    c.arrays("n", "n + 1")
    block = c.block([32, 64, 96, 128])
    c.kernel = (c.signature() + "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                + c.pick("  int warp = i / 32, lane = i % 32;\n",
                         "  int warp = i >> 5, lane = threadIdx.x & 31;\n",
                         "  int lane = threadIdx.x % warpSize, warp = (blockIdx.x * "
                         "blockDim.x + threadIdx.x) / warpSize;\n")
                + "  int v = i < n ? in[i] : 0;\n"
                "  for (int d = 16; d > 0; d /= 2)\n"
                "    v += __shfl_down_sync(0xffffffff, v, d);\n"
                "  if (lane == 0 && i < n)\n    out[warp] = v;\n}\n")
    c.launch("(n + {0} - 1) / {0}".format(c.number(block)), block, "in, out, n")
    c.done("(n + 31) / 32")


def piece_of_loop(c):
    """A host loop that launches one piece after another."""
    c.arrays("n")
    block = c.block(ANY)
    b = c.number(block)
    c.kernel = (c.signature("int first, int n") + "  int i = first + %s;\n" % c.position()
                + c.guarded("out[i] = %s;" % c.value("i"), "i < n", "i >= n") + "}\n")
    c.host.append("for (int first = 0; first < n; first += 4 * %s)" % b)
    c.launch("4", block, "in, out, first, n")
    c.done("n")


def launched_twice(c):
    """One block for two launches, the second of which may not like another."""
    c.arrays("n")
    block = c.block(POWERS)
    c.kernel = (c.signature() + "  " + c.index() + "\n"
                + c.guarded("out[i] = %s;" % c.value("i"), "i < n", "i >= n") + "}\n"
                + "__global__ void second%d(%s *out, int n) {\n" % (c.k, c.type)
                + "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n)\n    "
                + c.pick("out[i] += 1;", "out[i] += threadIdx.x;",
                         "if (threadIdx.x == 0) out[i] = 0;") + "\n}\n")
    grid = "(n + {0} - 1) / {0}".format(c.number(block))
    c.launch(grid, block, "in, out, n")
    c.host.append("second%d<<<%s, %s>>>(out, n);" % (c.k, grid, block))
    c.done("n")


KINDS = ([one_each] * 6 + [helper_index, grid_stride, grid_stride, several_in_a_row,
          several_in_a_row, exact] + [image] * 5 + [row_of_thread] * 2
         + [row_of_block, linear_to_image, linear_to_image, product, product, atomics,
            atomics, cube, cube, batch, templated, own_slot, own_slot,
            neighbours_in_tile, block_sums, says_its_thread, says_its_thread,
            one_number_twice, one_number_twice, fixed_part, warp_lanes, piece_of_loop,
            launched_twice, launched_twice])


def program(seed, launches=12):
    """The text of the program of this seed."""
    rng = random.Random(seed)
    cases = []
    for k in range(launches):
        case = Case(rng, k)
        rng.choice(KINDS)(case)
        cases.append(case.text())
    default = rng.choice(["1 << 22", "1 << 20", "3000001", "100000"])
    return (HEAD % (rng.choice(GPUS), SIZES, default)
            + "".join("\n" + text for text, _ in cases)
            + "\nint main(int argc, char **argv) {\n"
            "  const int n = sizeOfRun(argc, argv);\n"
            + "".join("  %s\n" % call for _, call in cases) + "}\n")
