//===- Layouts.h - What a program's kernels take as arguments ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch gives its arguments as addresses, without sizes. `gpuperf record
// --layouts-of=FILE` reads them from the executable or library that holds the
// kernels: it is run when one of these registers its kernels, and for a module
// that the program loads. What the command knows of the kernels' source is in
// the file $GPUPERF_RECORD_LAYOUTS, and goes before. The output and the file:
//
//   kernel MANGLED PARAMETER OFFSET BYTES KIND BUFFER NAME
//   property NAME OFFSET BYTES
//
// with a line for every scalar. KIND is S (signed), U (unsigned), F (floating
// point) or P (pointer); OFFSET is -1 outside of structs. BUFFER is where the
// parameter begins in a buffer that holds all of them; -1: not known.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_LAYOUTS_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_LAYOUTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace gpuperf::record {

/// One scalar that a kernel takes.
struct Field {
  unsigned Parameter = 0;
  int Offset = -1; ///< inside of a struct; -1: the parameter is the scalar
  unsigned Bytes = 0;
  char Kind = 'U';
  int BufferOffset = -1; ///< of the parameter; -1: not known
  std::string Name;
};

/// One field of cudaDeviceProp.
struct Property {
  std::string Name;
  unsigned Offset = 0, Bytes = 0;
};

/// An address in an executable or library, as the file itself counts them.
struct Place {
  std::string Module;
  uint64_t Address = 0;
};
Place placeOf(const void *Address);

/// Reads the layouts of the module that \p Inside is in, if that was not done.
void readLayouts(const void *Inside);
/// Likewise of the file \p Path, if it is there.
void readLayoutsOf(const std::string &Path);

/// The scalars of the kernel; null: nothing is known of it.
const std::vector<Field> *layoutOf(const std::string &Mangled);

/// The layout of cudaDeviceProp that the program was compiled with; empty: not
/// known.
std::vector<Property> propertyLayout();

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_LAYOUTS_H
