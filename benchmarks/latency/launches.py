# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of the repository and the launches of them that are timed: blocks,
grids and arguments vary, so that no two neighbours are the same question."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))

BLOCKS_1D = [(b, 1, 1) for b in (32, 64, 100, 128, 192, 256, 384, 512, 768,
                                 1024)]
BLOCKS_2D = [(32, 1, 1), (32, 4, 1), (16, 16, 1), (32, 8, 1), (64, 4, 1),
             (8, 32, 1), (32, 16, 1), (128, 2, 1), (256, 1, 1), (32, 32, 1)]
SIZES = [256 * k + r for k in range(1, 17) for r in (0, 100, 255)]


def _cover(n, b):
    return max(1, -(-n // b))


def line(*names, fixed=None):
    """1D: one thread per element of n; all of names are n."""
    def launch(i):
        n = SIZES[i % len(SIZES)] * 16
        block = BLOCKS_1D[i % len(BLOCKS_1D)]
        return (_cover(n, block[0]), 1, 1), block, \
            dict(fixed or {}, **{a: n for a in names})
    return launch


def rows(*names, fixed=None):
    """1D over the rows of an n x n problem, each thread loops over n."""
    def launch(i):
        n = SIZES[i % len(SIZES)]
        block = BLOCKS_1D[i % len(BLOCKS_1D)]
        return (_cover(n, block[0]), 1, 1), block, \
            dict(fixed or {}, **{a: n for a in names})
    return launch


def plane(*names, fixed=None):
    """2D: one thread per element of n x n."""
    def launch(i):
        n = SIZES[i % len(SIZES)]
        block = BLOCKS_2D[i % len(BLOCKS_2D)]
        return (_cover(n, block[0]), _cover(n, block[1]), 1), block, \
            dict(fixed or {}, **{a: n for a in names})
    return launch


def tiled(block, tile, *names, fixed=None):
    """2D with a block that the source fixes and tile elements per block."""
    def launch(i):
        n = (SIZES[i % len(SIZES)] // 256 + 1) * 256
        return (_cover(n, tile[0]), _cover(n, tile[1]), 1), block, \
            dict(fixed or {}, **{a: n for a in names})
    return launch


# (file, kernel, launch of number i)
KERNELS = [
    ("demo/kernels.cu", "matmulTiled", tiled((16, 16, 1), (16, 16), "n")),
    ("demo/kernels.cu", "saxpy", line("n")),
    ("demo/kernels.cu", "reduceSum", line("n")),
    ("demo/kernels.cu", "transpose<1>",
     tiled((32, 8, 1), (32, 32), "Width", "Height")),
    ("vector_add.cu", "vectorAdd", line("n")),
    ("small_scale.cu", "scale<double>", line("size")),
    ("stream.cu", "triad_kernel<double>", line("N")),
    ("polybench_matmul.cu", "mm2_kernel1", plane("NI", "NJ", "NK", "NL")),
    ("polybench_matmul.cu", "syrk_kernel", plane("M", "N")),
    ("polybench_matvec.cu", "atax_kernel1", rows("NX", "NY")),
    ("polybench_matvec.cu", "gesummv_kernel", rows("N")),
    ("polybench_conv2d.cu", "Convolution2D_kernel", plane("NI", "NJ")),
    ("polybench_correlation.cu", "corr_kernel", rows("M", "N")),
    ("polybench_correlation.cu", "mean_kernel", rows("M", "N")),
    ("polybench_fdtd2d.cu", "fdtd_step3_kernel",
     plane("NX", "NY", fixed={"t": 0})),
    ("textbook_grayscale.cu", "color_to_grayscale_conversion",
     plane("width", "height")),
    ("textbook_histogram.cu", "simple_histogram",
     line("num_elements", fixed={"num_bins": 256})),
    ("textbook_convolution.cu", "convolution_2D_basic_kernel",
     plane("height", "width",
           fixed={"mask_height": 5, "mask_width": 5, "channels": 3})),
    ("image_convolution.cu", "conv2d_kernel_v1",
     plane("width", "height", fixed={"kernel_size": 7})),
    ("tuned_convolution.cu", "convolution_kernel",
     tiled((16, 16, 1), (16, 16))),
    ("ktt_convolution.cu", "Convolution", tiled((32, 8, 1), (32, 8))),
    ("ktt_pnpoly.cu", "Pnpoly", tiled((256, 1, 1), (256, 1), "n")),
    ("hotspot.cu", "calculate_temp", tiled((16, 16, 1), (16, 16))),
    ("dedispersion.cu", "dedispersion_kernel",
     tiled((32, 4, 1), (32, 512))),
    ("sgemm.cu", "sgemm_naive", plane("M", "N", "K")),
    ("sgemm.cu", "sgemm_shared_mem_block<32>",
     tiled((1024, 1, 1), (32, 32), "M", "N", "K")),
    ("sgemm.cu", "sgemm2DBlocktiling<128, 128, 8, 8, 8>",
     tiled((256, 1, 1), (128, 128), "M", "N", "K")),
    ("sgemm.cu", "sgemmVectorize<128, 128, 8, 8, 8>",
     tiled((256, 1, 1), (128, 128), "M", "N", "K")),
    # 2,048 and 8,192 mma.sync in the text of a kernel.
    ("latency/files/products.cu", "products<false>",
     tiled((256, 1, 1), (64, 64), "K")),
    ("latency/files/products.cu", "products<true>",
     tiled((256, 1, 1), (64, 64), "K")),
]


def path_of(file):
    folder = "benchmarks" if "/" in file else "benchmarks/accuracy/kernels"
    return os.path.join(ROOT, folder, file)


def questions(kernel, launch, count, gpu, model):
    for i in range(count):
        grid, block, args = launch(i)
        yield {"id": i, "kernel": kernel, "gpu": gpu, "model": model,
               "grid": list(grid), "block": list(block), "args": args}
