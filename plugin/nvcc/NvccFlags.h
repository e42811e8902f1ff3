//===- NvccFlags.h - What becomes of each of nvcc's flags -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_NVCCFLAGS_H
#define GPUPERF_PLUGIN_NVCC_NVCCFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf {

/// How a flag takes its value: "-f=V" or "-f V", and also "-fV" where it is
/// Joined.
enum class FlagValue : uint8_t {
  None,
  One,    ///< -arch=sm_90, -arch sm_90
  Joined, ///< also -O3
  List,   ///< comma separated: -include=a.h,b.h
  JoinedList,
};

/// What the translation does with a flag.
enum class FlagUse : uint8_t {
  Drop,      ///< left out with its value: it does not change the source
  Keep,      ///< clang knows it by the same name, NvccFlag::To
  Macro,     ///< nvcc defines the macro NvccFlag::To with it
  ExtraFile, ///< -include: once per value
  Include,   ///< -I: once per value
  SystemInclude,
  Define,
  Undefine,
  Standard,
  Language,     ///< -x cu
  Machine,      ///< -m 64
  Optimize,     ///< -O: of the host
  Host,         ///< -Xcompiler: see HostFlags.h
  Output,       ///< -o: what is written holds nvcc's registers
  Ptxas,        ///< -Xptxas: -dlcm and -maxrregcount concern the model
  Architecture, ///< -arch
  Code,         ///< -code
  GenerateCode, ///< -gencode
  DeviceLink,   ///< -dc: relocatable device code, compile only
  Relocatable,  ///< -rdc
  MaxRegisters,
  FastMath,
  FlushDenormals,
  PreciseDivision,
  PreciseSqrt,
  Contract,       ///< -fmad
  DeviceDebug,    ///< -G
  DeviceOptimize, ///< -dopt=on takes -G's "unoptimised" back
  DefaultStream,
  OptionsFile, ///< expanded before all else
};

struct NvccFlag {
  llvm::StringLiteral Long;  ///< "--gpu-architecture"
  llvm::StringLiteral Short; ///< "-arch"
  FlagValue Value;
  FlagUse Use;
  llvm::StringLiteral To = ""; ///< Keep: clang's flag; Macro: the macro
  /// The flag is not in the --help of nvcc 13: an older nvcc or nvcc on Windows
  /// has it, or it is undocumented.
  bool Unlisted = false;
};

/// Every flag that nvcc 11 to 13 knows.
llvm::ArrayRef<NvccFlag> nvccFlags();

/// One argument of a command line, taken apart.
struct FlagMatch {
  const NvccFlag *Flag = nullptr; ///< null: nvcc does not know the argument
  bool HasValue = false;          ///< the argument itself holds the value
  llvm::StringRef Value;
};
/// \p Arg starts with '-'. nvcc accepts long and short names with one dash and
/// with two.
FlagMatch matchNvccFlag(llvm::StringRef Arg);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_NVCCFLAGS_H
