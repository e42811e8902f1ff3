# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which of our kernels stands for a measured row, and how it was measured.

Nothing here is a tuning constant: only names, and the conditions of each
measurement as the README beside the measured figures states them.
"""

from dataclasses import dataclass, field

# Labels whose GPU name is not simply the label in lower case with hyphens.
GPU_NAMES = {
    "V100": "v100-sxm2-16gb",
    "A100-40GB": "a100-sxm4-40gb",
    "A100-80GB": "a100-sxm4-80gb",
    "A100-PCIE-40GB": "a100-pcie-40gb",
    "H100 PCIe": "h100-pcie",
    "H100 80GB": "h100-pcie",
    "Tesla T4": "t4",
}

# Left out of the score: AMD, and a GPU that has no file.
DROPPED_GPUS = {"MI250X", "Radeon PRO W6600", "RTX 5050 Laptop"}

# Shared memory of one SM and what the driver keeps of it for each block, in
# bytes (CUDA C++ Programming Guide, technical specifications per compute
# capability). Only for datasets whose residency was held by a carve-out.
SHARED_PER_SM_BYTES = {
    "v100-sxm2-16gb": (96 * 1024, 0),
    "a100-sxm4-40gb": (164 * 1024, 1024),
    "a100-sxm4-80gb": (164 * 1024, 1024),
    "a40": (100 * 1024, 1024),
    "h100-pcie": (228 * 1024, 1024),
}


@dataclass(frozen=True)
class KernelSource:
    """One kernel of ours: its file, its scalar parameters that a row's
    `problem` may set, and values that rows leave out but the original fixes."""

    file: str
    params: tuple = ()
    fixed: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Dataset:
    """How one dataset was measured, and its kernels by name without template
    arguments."""

    kernels: dict
    l1: str = "on"
    l2: str = "warm"
    timing: str = "single"
    # Blocks that a shared-memory carve-out let an SM hold; 0: no such limit.
    resident_blocks: int = 0
    # Static shared bytes of a block of those kernels.
    static_shared_bytes: int = 0
    # Sweeps too noisy to judge a choice of block by.
    score_blocks: bool = True
    # Each row says in its notes what was in L2 and how its time was taken.
    conditions_in_notes: bool = False


def _same(file, names, *params, **fixed):
    return {n: KernelSource(file, params, fixed) for n in names.split()}


_POLYBENCH = {
    **_same("polybench_conv2d.cu", "Convolution2D_kernel", "NI", "NJ"),
    **_same("polybench_matmul.cu", "mm2_kernel1 mm2_kernel2",
            "NI", "NJ", "NK", "NL"),
    **_same("polybench_matmul.cu", "mm3_kernel1", "NI", "NJ", "NK"),
    **_same("polybench_matmul.cu", "mm3_kernel3", "NI", "NJ", "NL"),
    **_same("polybench_matmul.cu", "syrk_kernel", "M", "N",
            alpha=12435.0, beta=4546.0),
    **_same("polybench_matvec.cu", "atax_kernel1 atax_kernel2", "NX", "NY"),
    **_same("polybench_matvec.cu", "mvt_kernel1 mvt_kernel2 gesummv_kernel",
            "N"),
    **_same("polybench_correlation.cu", "mean_kernel corr_kernel covar_kernel",
            "M", "N"),
    **_same("polybench_fdtd2d.cu", "fdtd_step1_kernel fdtd_step3_kernel",
            "NX", "NY", t=0),
}

_TEXTBOOK_CONV = {
    **_same("textbook_convolution.cu",
            "convolution_1D_basic_kernel convolution_1D_constant_memory_kernel"
            " convolution_1D_tiled_kernel", "mask_width", "width"),
    **_same("textbook_convolution.cu",
            "convolution_2D_basic_kernel convolution_2D_constant_memory_kernel"
            " convolution_2D_tiled_kernel",
            "mask_height", "mask_width", "height", "width", "channels"),
}

_TEXTBOOK = {
    **_same("textbook_array_add.cu",
            "array_add_not_coalesced array_add_coalesced", "m", "n"),
    **_same("textbook_grayscale.cu", "color_to_grayscale_conversion",
            "width", "height"),
    **_same("textbook_matrix.cu", "mat_vec_mul mat_vec_mul_tiles", "m", "n"),
    **_same("textbook_matrix.cu", "mat_mat_mul mat_mat_mul_rec_tiles",
            "mat1_rows", "mat1_cols", "mat2_rows", "mat2_cols"),
    **_same("textbook_histogram.cu", "simple_histogram",
            "num_elements", "num_bins"),
    **_TEXTBOOK_CONV,
}

_STREAM = _same("stream.cu", "init_kernel read_kernel scale_kernel "
                "triad_kernel stencil1d3pt_kernel", "N", "secretlyFalse")

_SGEMM = _same("sgemm.cu", "sgemm_naive sgemm_global_mem_coalesce "
               "sgemm_shared_mem_block sgemm1DBlocktiling sgemm2DBlocktiling "
               "sgemmVectorize sgemmResolveBankConflicts "
               "sgemmResolveBankExtraCol", "M", "N", "K", "alpha", "beta")

_TUNED_CONV = _same("tuned_convolution.cu", "convolution_kernel")

# What benchmarks/accuracy/measure runs: measure/Cases.def.
_MEASURED = {
    **_same("stream.cu", "triad_kernel", "N", "secretlyFalse"),
    **_same("small_scale.cu", "scale", "size"),
    **_same("vector_add.cu", "vectorAdd", "n"),
    **_same("textbook_array_add.cu", "array_add_not_coalesced", "m", "n"),
    **_same("textbook_grayscale.cu", "color_to_grayscale_conversion",
            "width", "height"),
    **_same("measure_strided.cu", "copy_strided", "n", "stride"),
    **_same("measure_transpose.cu", "transpose_naive", "width", "height"),
    **_same("seed_transpose.cu", "transpose_tile", "width", "height"),
    **_same("seed_matmul.cu", "matmul_plain", "height", "width", "inner"),
    **_same("seed_matmul.cu", "matmul_tiled", "width", "inner"),
    **_same("polybench_matmul.cu", "mm2_kernel1", "NI", "NJ", "NK", "NL"),
    **_same("sgemm.cu", "sgemm2DBlocktiling sgemmVectorize",
            "M", "N", "K", "alpha", "beta"),
    **_same("polybench_matvec.cu", "mvt_kernel1 mvt_kernel2", "N"),
    **_same("polybench_conv2d.cu", "Convolution2D_kernel", "NI", "NJ"),
    **_same("image_convolution.cu", "conv2d_kernel_v1",
            "width", "height", "kernel_size"),
    **_same("polybench_fdtd2d.cu", "fdtd_step1_kernel", "NX", "NY", "t"),
    **_same("stencil3d.cu", "stencil7 stencil27", "n"),
    **_same("measure_gather.cu", "gather scatter", "n"),
    **_same("measure_histogram.cu", "histogram_global histogram_shared",
            "n", "num_bins"),
    **_same("measure_divergent.cu", "collatz_steps", "n", "most"),
    **_same("measure_reduction.cu", "block_sums tree_sums", "n"),
    **_same("measure_softmax.cu", "softmax_rows", "columns"),
    **_same("polybench_correlation.cu", "mean_kernel", "M", "N"),
    **_same("measure_arithmetic.cu", "horner", "n", "degree"),
    **_same("measure_arithmetic.cu", "special_sums", "n", "steps"),
    **_same("measure_arithmetic.cu", "hash_rounds", "n", "rounds"),
    **_same("seed_reciprocal_sum.cu", "reciprocal_sum", "n", "m"),
}

# The rows of a run on a GPU at hand; they come with --measured.
MEASURED = "gpuperf_measure"

DATASETS = {
    "klaraptor": Dataset(_POLYBENCH, l1="bypass", l2="cold"),
    "pmpp_nvbench": Dataset(_TEXTBOOK, l2="cold"),
    "pmpp_nvbench_old": Dataset(_TEXTBOOK_CONV, l2="cold"),
    "gpu_stream": Dataset(_STREAM, timing="back-to-back", resident_blocks=2,
                          static_shared_bytes=6144),
    "gpu_small_kernels": Dataset(_same("small_scale.cu", "scale", "size"),
                                 timing="back-to-back"),
    "sgemm_cuda": Dataset(_SGEMM),
    "benchmark_hub_conv": Dataset(_TUNED_CONV),
    "kerneltuner_conv": Dataset(_TUNED_CONV),
    "ktpaper_conv": Dataset(_TUNED_CONV),
    "benchmark_hub_dedisp": Dataset(
        _same("dedispersion.cu", "dedispersion_kernel")),
    "ktpaper_hotspot": Dataset(_same("hotspot.cu", "calculate_temp")),
    "ktt_conv": Dataset(_same("ktt_convolution.cu", "Convolution"),
                        timing="kernel"),
    "ktt_pnpoly": Dataset(_same("ktt_pnpoly.cu", "Pnpoly", "n"),
                          timing="kernel"),
    "ktt_vecadd": Dataset(_same("vector_add.cu", "vectorAddition", "scalar"),
                          timing="kernel", score_blocks=False),
    "h100_vecadd": Dataset(_same("vector_add.cu", "vectorAdd", "n")),
    "unicam_conv": Dataset(_same("image_convolution.cu",
                                 "conv2d_kernel_v1 conv2d_kernel_v1_const",
                                 "width", "height", "kernel_size")),
    MEASURED: Dataset(_MEASURED, conditions_in_notes=True),
}


# What a kernel computes, whoever wrote it: what is left out together when a
# result must hold for code of a kind that was never seen.
_FAMILIES = {
    "matrix product": "mm2_kernel1 mm2_kernel2 mm3_kernel1 mm3_kernel3 "
    "mat_mat_mul mat_mat_mul_rec_tiles sgemm_naive sgemm_global_mem_coalesce "
    "sgemm_shared_mem_block sgemm1DBlocktiling sgemm2DBlocktiling "
    "sgemmVectorize sgemmResolveBankConflicts sgemmResolveBankExtraCol "
    "syrk_kernel matmul_plain matmul_tiled",
    "matrix-vector": "atax_kernel1 atax_kernel2 mvt_kernel1 mvt_kernel2 "
    "gesummv_kernel mat_vec_mul mat_vec_mul_tiles",
    "column statistics": "mean_kernel corr_kernel covar_kernel",
    "streaming": "init_kernel read_kernel scale_kernel triad_kernel scale "
    "vectorAdd vectorAddition array_add_coalesced array_add_not_coalesced "
    "color_to_grayscale_conversion copy_strided",
    "stencil": "Convolution2D_kernel fdtd_step1_kernel fdtd_step3_kernel "
    "stencil1d3pt_kernel calculate_temp stencil7 stencil27",
    "convolution": "convolution_1D_basic_kernel "
    "convolution_1D_constant_memory_kernel convolution_1D_tiled_kernel "
    "convolution_2D_basic_kernel convolution_2D_constant_memory_kernel "
    "convolution_2D_tiled_kernel convolution_kernel Convolution "
    "conv2d_kernel_v1 conv2d_kernel_v1_const",
    "histogram": "simple_histogram histogram_global histogram_shared",
    "transpose": "transpose_naive transpose_tile",
    "reduction": "block_sums tree_sums softmax_rows",
    "random access": "gather scatter",
    "arithmetic": "horner special_sums hash_rounds reciprocal_sum",
    "divergence": "collatz_steps",
    "dedispersion": "dedispersion_kernel",
    "point in polygon": "Pnpoly",
}
_FAMILY_OF = {k: f for f, names in _FAMILIES.items() for k in names.split()}


def family(kernel):
    """What the kernel computes. `kernel` may have template arguments."""
    return _FAMILY_OF.get(kernel.split("<")[0], "other")


# The split, frozen on 2026-11-20 before the first constant was fitted. Whoever
# chooses a constant or a formula by looking at errors looks at the other rows
# only; these say how far the result holds.
HELD_OUT_GPUS = frozenset({
    "v100-sxm2-16gb", "a40", "rtx-3080", "rtx-2080-ti", "t4", "gtx-1050-ti"})
HELD_OUT_DATASETS = frozenset({
    "ktpaper_hotspot", "benchmark_hub_dedisp", "ktt_pnpoly", "ktt_conv",
    "ktt_vecadd", "h100_vecadd", "unicam_conv", MEASURED})
# Whole families: no sibling of these kernels is among the others.
HELD_OUT_KERNELS = frozenset(
    "gesummv_kernel fdtd_step1_kernel fdtd_step3_kernel covar_kernel "
    "syrk_kernel mat_vec_mul mat_vec_mul_tiles simple_histogram "
    "convolution_2D_basic_kernel convolution_2D_constant_memory_kernel "
    "convolution_2D_tiled_kernel triad_kernel stencil1d3pt_kernel "
    "sgemm2DBlocktiling sgemmVectorize sgemmResolveBankConflicts "
    "sgemmResolveBankExtraCol".split())


def held_out(dataset, gpu, kernel):
    """Whether no fit may look at these rows. `kernel` may have template
    arguments."""
    return (gpu in HELD_OUT_GPUS or dataset in HELD_OUT_DATASETS
            or kernel.split("<")[0] in HELD_OUT_KERNELS)


def gpu_name(label):
    """The GPU's name for gpuperf, or None where the rows are left out."""
    if label in DROPPED_GPUS:
        return None
    return GPU_NAMES.get(label, label.lower().replace(" ", "-"))


def carveout_as_dynamic_bytes(dataset, gpu):
    """Dynamic shared bytes that let an SM hold exactly the number of blocks
    that the carve-out let it hold. A launch has no word for a carve-out, and
    what these kernels keep in L1 does not matter to them."""
    if not dataset.resident_blocks or gpu not in SHARED_PER_SM_BYTES:
        return 0
    per_sm, reserved = SHARED_PER_SM_BYTES[gpu]
    one_too_many = per_sm // (dataset.resident_blocks + 1) + 1
    dynamic = one_too_many - reserved - dataset.static_shared_bytes
    return max(0, (dynamic + 127) // 128 * 128)
