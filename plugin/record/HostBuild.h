//===- HostBuild.h - Builds a program's host side ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_HOSTBUILD_H
#define GPUPERF_PLUGIN_RECORD_HOSTBUILD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gpuperf::record {

/// A source file and clang's flags for it, as a compile database or the user
/// has them.
struct HostSource {
  std::string File;
  std::vector<std::string> Flags;
  /// The flags that CUDA or HIP files get on this machine (cudaFlags,
  /// hipFlags), unless their own flags bring headers.
  std::vector<std::string> CudaFlags;
  /// Where cuda_runtime.h is, for files that are not CUDA but call the runtime.
  std::string CudaInclude;
};

struct HostProgram {
  std::string Executable;
  unsigned Compiled = 0;             ///< files
  std::vector<std::string> Problems; ///< a sentence for each file
};

/// Compiles the host side of each file and links them with the stand-in runtime
/// in \p StandIn. Objects and executable go into \p Folder. Files that do not
/// compile are left out; it is an error if nothing can be linked.
llvm::Expected<HostProgram> buildHost(llvm::ArrayRef<HostSource> Sources,
                                      llvm::StringRef Folder,
                                      llvm::StringRef StandIn);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_HOSTBUILD_H
