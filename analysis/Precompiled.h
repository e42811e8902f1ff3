//===- Precompiled.h - Headers of LLVM that are parsed once -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build parses these once for gpumodel/ and analysis/. No file may rely on
// it: each includes what it uses, and the build works without this header.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PRECOMPILED_H
#define GPUPERF_ANALYSIS_PRECOMPILED_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <string>
#include <vector>

#endif // GPUPERF_ANALYSIS_PRECOMPILED_H
