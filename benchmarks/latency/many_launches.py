#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a long CUDA file with many launches: 3,000 lines and 60 launches
unless told otherwise. The same arguments always give the same text.

    benchmarks/latency/many_launches.py --lines=3000 --launches=60 > huge.cu

Kernels are of eight kinds, with constants that differ, so that no two are
equal; every kernel is launched once. Host functions fill the rest.
"""

import argparse
import sys

HEAD = """\
// Made by many_launches.py: {launches} kernels, each launched once.
#include <cuda_runtime.h>

constexpr int Width = 2048;
constexpr int Height = 2048;

static int ceilDiv(int A, int B) {{ return (A + B - 1) / B; }}
"""

# {i} makes names and constants differ. Each: (kernel, launch).
LINE = "  const int n = 1 << {p};\n  {call}<<<ceilDiv(n, {b}), {b}>>>({args});\n"
PLANE = ("  dim3 Block(32, {r}), Grid(ceilDiv(Width, 32), ceilDiv(Height, {r}));"
         "\n  {call}<<<Grid, Block>>>({args});\n")

KINDS = [
    ("scale", """\
__global__ void scale{i}(float *Out, const float *In, int n) {{
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    Out[I] = {c}.0f * In[I] + {c}.5f;
}}
""", LINE, "Out, In, n"),
    ("strided", """\
__global__ void strided{i}(float *Out, const float *In, int n) {{
  int Stride = blockDim.x * gridDim.x;
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < n; I += Stride) {{
    float V = In[I];
    Out[I] = V * V - {c}.0f;
  }}
}}
""", LINE, "Out, In, n"),
    ("transpose", """\
__global__ void transpose{i}(float *Out, const float *In, int W, int H) {{
  __shared__ float Tile[32][32 + {odd}];
  int X = blockIdx.x * 32 + threadIdx.x;
  int Y = blockIdx.y * 32 + threadIdx.y;
  for (int J = 0; J < 32 && Y + J < H; J += blockDim.y)
    if (X < W)
      Tile[(threadIdx.y + J) % 32][threadIdx.x] = In[(Y + J) * W + X];
  __syncthreads();
  Out[X * H + Y] = Tile[threadIdx.x][threadIdx.y] + {c}.0f;
}}
""", PLANE, "Out, In, Width, Height"),
    ("blur", """\
__global__ void blur{i}(float *Out, const float *In, int W, int H) {{
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X < {taps} || Y < {taps} || X >= W - {taps} || Y >= H - {taps})
    return;
  float Sum = 0.0f;
  for (int D = -{taps}; D <= {taps}; ++D)
    Sum += In[(Y + D) * W + X] + In[Y * W + X + D];
  Out[Y * W + X] = Sum / {c}.0f;
}}
""", PLANE, "Out, In, Width, Height"),
    ("dot", """\
__global__ void dot{i}(float *Out, const float *In, int n) {{
  __shared__ float Part[1024];
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  Part[threadIdx.x] = I < n ? In[I] * In[n - 1 - I] : {c}.0f;
  __syncthreads();
  for (int Half = blockDim.x / 2; Half > 0; Half /= 2) {{
    if (threadIdx.x < Half)
      Part[threadIdx.x] += Part[threadIdx.x + Half];
    __syncthreads();
  }}
  if (threadIdx.x == 0)
    atomicAdd(Out, Part[0]);
}}
""", LINE, "Out, In, n"),
    ("count", """\
__global__ void count{i}(int *Bins, const int *Keys, int n) {{
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    atomicAdd(&Bins[Keys[I] & {mask}], {c});
}}
""", LINE, "Bins, Keys, n"),
    ("rows", """\
__global__ void rows{i}(float *Out, const float *In, int W, int H) {{
  int Row = blockIdx.x * blockDim.x + threadIdx.x;
  if (Row >= H)
    return;
  float Sum = {c}.0f;
  for (int K = 0; K < W; ++K)
    Sum += In[Row * W + K];
  Out[Row] = Sum;
}}
""", LINE, "Out, In, Width, n"),
    ("twice", """\
__global__ void twice{i}(double *Out, const double *In, int n) {{
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    Out[I] = In[I] * 2.0 + {c}.25;
}}
""", LINE, "Doubles, Doubles, n"),
]

BLOCKS = (64, 96, 100, 128, 256, 512)
FILLER = """\
// Host arithmetic that no launch depends on.
static int mix{i}(int A, int B) {{
  int R = A * {c} + B;
  for (int K = 0; K < {taps}; ++K) {{
    R ^= R >> {taps};
    R += A - K * {c};
    if (R < B)
      R += {mask};
    else
      R -= K;
  }}
  return R;
}}

"""


def kernel_and_launch(i):
    name, kernel, launch, args = KINDS[i % len(KINDS)]
    facts = {"i": i, "c": i + 3, "odd": i % 2, "taps": 1 + i % 7,
             "mask": (1 << (4 + i % 8)) - 1}
    call = launch.format(call=f"{name}{i}", args=args, p=18 + i % 6,
                         b=BLOCKS[i % len(BLOCKS)], r=(2, 4, 8)[i % 3])
    run = ("void run%d(float *Out, const float *In, int *Bins, const int *Keys,"
           "\n          double *Doubles) {\n%s}\n" % (i, call))
    return kernel.format(**facts) + "\n" + run + "\n"


def make(lines=3000, launches=60):
    """The file's text: at least so many lines, exactly so many launches."""
    parts = [HEAD.format(launches=launches), "\n"]
    parts += [kernel_and_launch(i) for i in range(launches)]
    have = sum(p.count("\n") for p in parts)
    fillers = []
    while have < lines:
        i = len(fillers)
        fillers.append(FILLER.format(i=i, c=i + 3, taps=1 + i % 7,
                                     mask=(1 << (4 + i % 8)) - 1))
        have += fillers[-1].count("\n")
    # Spread among the kernels, as host code is.
    for i, text in enumerate(fillers):
        parts.insert(2 + i * (launches + 1) // max(1, len(fillers)) + i, text)
    return "".join(parts)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--lines", type=int, default=3000)
    p.add_argument("--launches", type=int, default=60)
    args = p.parse_args()
    sys.stdout.write(make(args.lines, args.launches))


if __name__ == "__main__":
    main()
