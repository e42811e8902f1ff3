//===- PtxLiveness.h - Register pressure of PTX text ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where there is no ptxas for an architecture: PTX as LLVM prints it has one
// virtual register per value; the most 32-bit words that are live at once are a
// lower bound that ptxas stays a few registers above.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REGISTERS_PTXLIVENESS_H
#define GPUPERF_ANALYSIS_REGISTERS_PTXLIVENESS_H

#include "analysis/registers/Registers.h"

namespace gpuperf {

struct PtxFunction {
  std::string Name;
  bool IsEntry = false;
  double LiveWords = 0; ///< most 32-bit registers live at once, callees added
  unsigned MaxThreads = 0; ///< .maxntid, product; 0: none
  unsigned MinBlocks = 0;  ///< .minnctapersm; 0: none
};

/// Every function in \p Ptx. Text that is not PTX gives nothing.
std::vector<PtxFunction> measurePtx(llvm::StringRef Ptx);

/// What `ptxas -v` printed, by entry.
std::vector<std::pair<std::string, RegisterUse>>
parsePtxasReport(llvm::StringRef Report);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REGISTERS_PTXLIVENESS_H
