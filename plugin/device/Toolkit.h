//===- Toolkit.h - Where CUDA is on this machine ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_TOOLKIT_H
#define GPUPERF_PLUGIN_DEVICE_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// A CUDA toolkit: found at \p Hint (--cuda-path), $CUDA_PATH, $CUDA_HOME, the
/// folder above the `nvcc` or `ptxas` on PATH, or /usr/local/cuda, in that
/// order.
struct Toolkit {
  std::string Root;          ///< holds include/cuda_runtime.h
  std::string LibdevicePath; ///< empty if there is none
  std::string PtxasPath;     ///< empty if there is none
  std::string CcclInclude;   ///< CUDA 13's include/cccl; else empty
  unsigned Major = 0, Minor = 0;
};
std::optional<Toolkit> findToolkit(llvm::StringRef Hint = "");

/// Folder of the bundled minimal CUDA declarations (gpuperf_cuda.h): beside the
/// running binary or plugin ("../share/gpuperf/cuda-minimal"), else the source
/// tree's. Empty if neither is there.
std::string bundledCudaFolder();

/// The same of the bundled minimal HIP declarations (gpuperf_hip.h).
std::string bundledHipFolder();

/// gpuperf_minmax.h of the former folder: min and max of host code, which the
/// toolkit's headers declare for nvcc only. The bundled declarations have them.
/// Empty if it is not there.
std::string hostMinMaxHeader();

/// Folder of the headers of C and C++ that stand in for a missing standard
/// library, found like bundledCudaFolder(). Empty if there is none.
std::string minimalStdFolder();

/// The macro that is defined where they were read.
inline constexpr llvm::StringLiteral MinimalStdMacro = "GPUPERF_STD_CMATH";

/// What the user is told then.
llvm::StringRef minimalStdNote();

/// Clang's own headers and libraries (-resource-dir): beside the running binary
/// or plugin ("../lib/clang/22"), else where LLVM was when it was built.
std::string clangResourceFolder();

/// What clang takes for an error unless it is told otherwise, and nvcc for a
/// warning or for nothing: `register`, exception specifications, an int in the
/// braces of a dim3, a format macro behind a string without a space, `template`
/// before a member without arguments.
inline constexpr llvm::StringLiteral ToleratedByNvcc[] = {
    "-Wno-register", "-Wno-dynamic-exception-spec",
    "-Wno-error=c++11-narrowing", "-Wno-error=reserved-user-defined-literal",
    "-Wno-error=missing-template-arg-list-after-template-kw"};

/// The clang flags that make a CUDA file parse here for \p SmArch ("sm_90"):
/// with the toolkit, --cuda-path, CCCL's folder and host min and max; without,
/// -nocudainc -nocudalib, the bundled declarations and, behind the system's
/// folders, the headers of minimalStdFolder(). \p DeviceOnly adds
/// --cuda-device-only. What `gpuperf flags` prints.
std::vector<std::string> cudaFlags(const std::optional<Toolkit> &Found,
                                   llvm::StringRef SmArch, bool DeviceOnly);

/// The folder of ROCm, or of a distribution's HIP headers: \p Hint
/// (--rocm-path), $ROCM_PATH, $HIP_PATH, /opt/rocm, or /usr, whichever holds
/// include/hip/hip_runtime.h and lib or share with what clang asks for. Empty
/// if there is none.
std::string findRocm(llvm::StringRef Hint = "");

/// The clang flags that make a HIP file parse here for \p Arch ("gfx90a"): with
/// ROCm's headers in \p Rocm, these; without, -nogpuinc -nogpulib, the bundled
/// declarations and the headers of minimalStdFolder().
std::vector<std::string> hipFlags(llvm::StringRef Rocm, llvm::StringRef Arch);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_TOOLKIT_H
