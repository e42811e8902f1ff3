//===- SmArch.cpp - The architecture a parse is for -----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/SmArch.h"
#include "gpumodel/files/GpuRegistry.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace gpuperf {

std::string parsedSmArch(const ASTContext &Ctx) {
  if (!Ctx.getLangOpts().CUDAIsDevice)
    return Ctx.getLangOpts().HIP ? "gfx" : "";
  return Ctx.getTargetInfo().getTargetOpts().CPU;
}

/// From sm_90 on there are instructions that no later GPU has, behind the 'a'.
static constexpr unsigned FirstWithOwnFeatures = 90;

/// The architecture of AMD's to compile HIP code for.
static std::string amdArchFor(const GpuModel &Gpu, llvm::StringRef ParsedArch) {
  // Clang knows no GPUs before GCN; gfx906 is the oldest that ROCm has known
  // of late.
  if (Gpu.Arch.Maker == Vendor::Amd)
    return isAmdArch(Gpu.Arch.Name) ? Gpu.Arch.Name : "gfx906";
  return ParsedArch == "gfx" ? "gfx90a" : ParsedArch.split(':').first.str();
}

std::string irArchFor(const GpuModel &Gpu, llvm::StringRef ParsedArch) {
  if (isAmdArch(ParsedArch))
    return amdArchFor(Gpu, ParsedArch);
  unsigned Parsed = smNumber(ParsedArch);
  if (Gpu.Arch.Maker != Vendor::Nvidia)
    return Parsed ? ParsedArch.str() : "sm_80";
  unsigned Wanted = Gpu.Arch.CcMajor * 10 + Gpu.Arch.CcMinor;
  // sm_90 and sm_90a are one GPU; the parse at hand is as good.
  if (Wanted == Parsed)
    return ParsedArch.str();
  // What is written for one GPU alone, such as wgmma, is asked for with it.
  if (Wanted >= FirstWithOwnFeatures)
    return llvm::formatv("sm_{0}a", Wanted).str();
  // The oldest that this clang compiles for.
  return llvm::formatv("sm_{0}", std::max(Wanted, 50u)).str();
}

} // namespace gpuperf
