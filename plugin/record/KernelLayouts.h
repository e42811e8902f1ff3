//===- KernelLayouts.h - What a binary's kernels take -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch hands over addresses of arguments. How many there are and what they
// are is read from the executable or library: from its debug information, with
// names and with the fields of structs, else from the signatures in its symbol
// table or, without one, among its constants. Kernels of nvcc and of clang are
// known by their host stubs. Clang describes no stub of HIP: there, the code
// for the GPU is read as well, which the binary holds or a module is.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_KERNELLAYOUTS_H
#define GPUPERF_PLUGIN_RECORD_KERNELLAYOUTS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf::record {

/// One scalar that a kernel takes.
struct ScalarLayout {
  unsigned Parameter = 0;
  std::optional<unsigned>
      Offset; ///< inside of a struct that is passed by value
  /// Where the parameter begins when all of them stand in one buffer, one after
  /// the other; nothing: not known.
  std::optional<unsigned> BufferOffset;
  unsigned Bytes = 0;
  char Kind =
      'U'; ///< S (signed), U (unsigned), F (floating point), P (pointer)
  std::string Name; ///< as FactArg::Name

  /// Whether it is a number that a fact can hold.
  bool isReadable() const {
    return Kind == 'F' ? Bytes == 4 || Bytes == 8 : Bytes >= 1 && Bytes <= 8;
  }
};

struct BinaryLayouts {
  std::map<std::string, std::vector<ScalarLayout>>
      Kernels; ///< by device symbol
  /// The fields of cudaDeviceProp; empty: not known. Bytes are of one element.
  std::vector<ScalarLayout> DeviceProperties;
};

/// Reads them from an ELF file.
llvm::Expected<BinaryLayouts> readLayouts(llvm::StringRef Path);

/// Writes them as the stand-in runtime reads them (runtime/Layouts.h).
void printLayouts(llvm::raw_ostream &OS, const BinaryLayouts &Layouts);

/// The device symbol of the kernel that the host symbol \p Symbol is the stub
/// of; empty if it is no stub.
std::string kernelOfStub(llvm::StringRef Symbol);

/// The scalars that the signature in a mangled name tells. Parameters of other
/// types are left out, and parameters have no names but their index.
std::vector<ScalarLayout> layoutFromSignature(llvm::StringRef Mangled);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_KERNELLAYOUTS_H
