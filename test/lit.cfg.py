# checks/: stock clang-tidy-22 with the plugin; cli/: the command. Neither needs
# a toolkit or a GPU: files are parsed against the bundled CUDA declarations.
import hashlib
import os
import shutil
import sys
import tempfile

import lit.formats

config.name = "gpuperf"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["clangd", "editors", "Inputs", "exact", "fixits", "unit", "golden"]
config.test_source_root = os.path.join(config.gpuperf_source, "test")
# Not below the build folder: clang-tidy would find our own .clang-tidy above what
# the tests write, and they are about programs of users.
config.test_exec_root = os.path.join(
    tempfile.gettempdir(), "gpuperf-lit-"
    + hashlib.sha256(config.gpuperf_build.encode()).hexdigest()[:12])

minimal = os.path.join(config.gpuperf_build, "share", "gpuperf", "cuda-minimal")
base = (
    "-x cuda -nocudainc -nocudalib -std=c++17 -Wno-unknown-cuda-version"
    f" -isystem {minimal} -include {minimal}/gpuperf_cuda.h"
)
# The same for HIP, as where there is no ROCm.
hip_minimal = os.path.join(config.gpuperf_build, "share", "gpuperf", "hip-minimal")
hip = (
    "-x hip -nogpuinc -nogpulib -std=c++17"
    f" -isystem {hip_minimal} -include {hip_minimal}/gpuperf_hip.h"
)
# As on a machine that has no headers: ours stand in.
std_minimal = os.path.join(config.gpuperf_build, "share", "gpuperf", "std-minimal")
no_headers = f"{base} -nostdlibinc -idirafter {std_minimal}"
device = f"{base} --cuda-gpu-arch=sm_90 --cuda-device-only"
host = f"{base} --cuda-gpu-arch=sm_90 --cuda-host-only"
plugin = os.path.join(config.gpuperf_build, "lib", "GpuperfTidy.so")

config.substitutions += [
    ("%device", device),
    ("%host", host),
    ("%base", base),
    ("%hip", hip),
    ("%noheaders", no_headers),
    ("%gpuperf", os.path.join(config.gpuperf_build, "bin", "gpuperf")),
    # %tidy CHECKS: an empty configuration, so that none above the build leaks in.
    ("%tidy", f"{config.clang_tidy} --quiet --load={plugin}"),
    ("%clang-tidy", config.clang_tidy),
    # Ours, with the checks inside.
    ("%ourtidy", os.path.join(config.gpuperf_build, "bin", "gpuperf-clang-tidy")),
    ("%run-clang-tidy", config.run_clang_tidy),
    ("%python", sys.executable),
    ("%build", config.gpuperf_build),
    ("%source", config.gpuperf_source),
    ("FileCheck", config.filecheck),
]
# What needs ptxas runs where gpuperf finds one: in its usual places.
cuda = os.environ.get("CUDA_PATH", os.environ.get("CUDA_HOME", "/usr/local/cuda"))
if shutil.which("ptxas") or os.access(os.path.join(cuda, "bin", "ptxas"), os.X_OK):
    config.available_features.add("ptxas")
rocm = [os.environ.get("ROCM_PATH"), os.environ.get("HIP_PATH"), "/opt/rocm", "/usr"]
if not any(r and os.path.exists(os.path.join(r, "include/hip/hip_runtime.h")) for r in rocm):
    config.available_features.add("no-rocm")
# What links code for an AMD GPU.
if shutil.which("lld", path=os.pathsep.join([config.llvm_tools, os.environ.get("PATH", "")])):
    config.available_features.add("lld")
# Where libraries belong to packages, whose licences are known.
if shutil.which("dpkg-query"):
    config.available_features.add("debian")
nvcc = shutil.which("nvcc") or os.path.join(cuda, "bin", "nvcc")
if os.access(nvcc, os.X_OK):
    config.available_features.add("nvcc")
    config.substitutions.append(("%nvcc", nvcc))
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, os.environ.get("PATH", "")]
)
