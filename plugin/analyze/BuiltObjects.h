//===- BuiltObjects.h - nvcc's own registers for kernels --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang unrolls and schedules in another way than nvcc, by which a kernel of
// its code may need several times the registers. What the build has written
// holds nvcc's own figures, as long as it was written after the source.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_BUILTOBJECTS_H
#define GPUPERF_PLUGIN_ANALYZE_BUILTOBJECTS_H

#include "analysis/objects/ObjectKernels.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Chrono.h"
#include <memory>

namespace gpuperf {

struct FileOptions;
struct KernelTable;
struct KernelTarget;
struct ParsedFile;

/// A file that nvcc has written.
struct BuiltObject {
  std::string Path;
  llvm::sys::TimePoint<> Written;
  ObjectKernels Kernels;
};

/// The files whose registers count more than those of clang's code.
struct BuiltObjects {
  /// Those that the user names, in that order.
  std::vector<std::shared_ptr<const BuiltObject>> Named;
  /// What the build's command for the file writes. Null where there is none
  /// that can be used.
  std::shared_ptr<const BuiltObject> OfBuild;
  /// False: the user wants nothing but what is named.
  bool SeekOfBuild = true;
};

/// Reads the files that --object and GpuperfObject name. "none" names no file:
/// it turns off that the build's is sought. An error begins with the path.
llvm::Expected<BuiltObjects>
readNamedObjects(llvm::ArrayRef<std::string> Paths);

/// Sets To.OfBuild to the file \p Path that the build's command for \p Source
/// writes, unless it is older than \p Source, cannot be read, or is not to be
/// sought. An empty \p Path: the command does not say.
void seekBuildObject(BuiltObjects &To, llvm::StringRef Path,
                     llvm::StringRef Source);

/// Gives the kernels of \p Table, which were compiled from \p Parsed, the
/// registers and the shared memory that Options.Objects have for the GPU. What
/// is older than the file or one of the user's headers is not used. The kernels
/// are changed copies: a FileStore keeps those without an object. Tells
/// Options.OnNote why a kernel is not found in what was named.
void useBuiltObjects(KernelTable &Table, ParsedFile Parsed,
                     const KernelTarget &Target, const FileOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_BUILTOBJECTS_H
