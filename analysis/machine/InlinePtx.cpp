//===- InlinePtx.cpp - Inline PTX as machine operations -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/BulkCopies.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/TensorOps.h"
#include "analysis/machine/VideoPtx.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gpuperf;
using namespace llvm;

namespace {
using C = OpClass;

/// The name of a PTX instruction, split at its dots.
struct Mnemonic {
  SmallVector<StringRef, 8> Parts;
  StringRef name() const { return Parts.front(); }
  bool has(StringRef Part) const { return is_contained(Parts, Part); }
  /// The type that it computes in: the last part, mostly.
  StringRef type() const { return Parts.back(); }
  bool isWide() const {
    return has("b64") || has("s64") || has("u64") || has("wide");
  }
};

MachineOps floatOps(const Mnemonic &M, C F32, C F64) {
  if (M.has("f64"))
    return {{F64, 1}};
  if (M.has("f16") || M.has("f16x2") || M.has("bf16") || M.has("bf16x2"))
    return {{C::Fp16Arith, 1}};
  return {{F32, 1}};
}

bool isFloat(const Mnemonic &M) {
  return any_of(M.Parts, [](StringRef P) {
    return P.starts_with("f16") || P.starts_with("bf16") || P == "f32" ||
           P == "f64";
  });
}

std::optional<MachineOps> arithmeticOps(const Mnemonic &M) {
  StringRef Name = M.name();
  unsigned Words = M.isWide() ? 2 : 1;
  if (Name == "add" || Name == "sub" || Name == "neg")
    return isFloat(M) ? floatOps(M, C::Fp32Add, C::Fp64Add)
                      : MachineOps{{C::IntAdd, Words}};
  if (Name == "mul" || Name == "mul24")
    return isFloat(M) ? floatOps(M, C::Fp32Mul, C::Fp64Mul)
           : M.has("wide") || M.has("hi")
               ? MachineOps{{C::IntMulWide, 1}}
               : MachineOps{{Words > 1 ? C::IntMul64 : C::IntMul, 1}};
  if (Name == "fma" || Name == "mad" || Name == "mad24")
    return isFloat(M) ? floatOps(M, C::Fp32Fma, C::Fp64Fma)
           : M.has("wide") || M.has("hi")
               ? MachineOps{{C::IntMulWide, 1}}
               : MachineOps{{Words > 1 ? C::IntMul64 : C::IntMul, 1}};
  if (Name == "min" || Name == "max" || Name == "setp" || Name == "set")
    return isFloat(M) ? floatOps(M, C::IntCompare, C::Fp64Add)
                      : MachineOps{{C::IntCompare, Words}};
  if (Name == "div") {
    bool Approximate = M.has("approx") || M.has("full");
    if (isFloat(M) && Approximate)
      return MachineOps{{C::Fp32RcpApprox, 1}, {C::Fp32Mul, 1}};
    return isFloat(M) ? floatOps(M, C::Fp32Div, C::Fp64Div)
                      : MachineOps{{Words > 1 ? C::IntDiv64 : C::IntDiv32, 1}};
  }
  if (Name == "rem")
    return MachineOps{{Words > 1 ? C::IntDiv64 : C::IntRem32, 1}};
  if (Name == "rcp")
    return M.has("approx") ? MachineOps{{C::Fp32RcpApprox, 1}}
                           : floatOps(M, C::Fp32Rcp, C::Fp64Rcp);
  if (Name == "sqrt")
    return M.has("approx") ? MachineOps{{C::Fp32SqrtApprox, 1}}
                           : floatOps(M, C::Fp32Sqrt, C::Fp64Sqrt);
  if (Name == "cvt" || Name == "cvta") {
    if (Name == "cvta")
      return MachineOps{};
    bool Wide = M.has("f64") || (isFloat(M) && M.isWide());
    return isFloat(M) ? MachineOps{{Wide ? C::Convert64 : C::Convert32, 1}}
                      : MachineOps{{C::IntShift, 1}};
  }
  std::optional<C> One =
      StringSwitch<std::optional<C>>(Name)
          .Case("rsqrt", C::Fp32RsqrtApprox)
          .Cases({"sin", "cos"}, C::Fp32SinCosApprox)
          .Cases({"ex2", "tanh"}, C::Fp32Ex2Approx)
          .Case("lg2", C::Fp32Lg2Approx)
          .Cases({"shl", "shr", "shf"}, C::IntShift)
          .Cases({"and", "or", "xor", "not"}, C::IntLogic)
          .Cases({"lop3", "cnot"}, C::IntLogic)
          .Cases({"bfe", "bfi", "prmt", "bmsk"}, C::IntPermute)
          .Cases({"abs", "sad"}, C::IntAdd)
          .Cases({"dp4a", "dp2a"}, C::IntMul)
          .Cases({"selp", "slct"}, C::SelectMove)
          .Case("popc", C::IntPopc)
          .Cases({"clz", "bfind"}, C::IntClz)
          .Case("brev", C::IntBrev)
          .Default(std::nullopt);
  if (!One)
    return std::nullopt;
  return MachineOps{
      {*One, *One == C::IntLogic || *One == C::IntShift || *One == C::SelectMove
                 ? Words
                 : 1}};
}

/// Operations of moves, matrix products, warp functions, barriers and branches.
std::optional<MachineOps> warpOps(const Mnemonic &M) {
  StringRef Name = M.name();
  if (Name == "mov")
    return M.type().starts_with("pred") || M.isWide()
               ? MachineOps{}
               : MachineOps{{C::SelectMove, 1}};
  std::optional<C> One =
      StringSwitch<std::optional<C>>(Name)
          .Case("shfl", C::Shuffle)
          .Cases({"vote", "match", "activemask"}, C::Vote)
          .Case("redux", C::Redux)
          .Cases({"bar", "barrier"}, C::Barrier)
          .Cases({"membar", "fence", "griddepcontrol"}, C::Fence)
          .Case("elect", C::Vote)
          .Case("setmaxnreg", C::Branch)
          .Cases({"bra", "ret", "exit", "trap"}, C::Branch)
          .Default(std::nullopt);
  // Groups of copies and products are closed and waited for.
  if ((Name == "cp" || Name == "wgmma" || Name == "tcgen05") &&
      any_of(M.Parts, [](StringRef P) {
        return P == "commit_group" || P == "wait_group" || P == "wait_all" ||
               P == "fence" || P == "commit" || P == "wait";
      }))
    return MachineOps{{C::Fence, 1}};
  if (Name == "nop" || Name == "pragma" || Name == "discard")
    return MachineOps{};
  if (!One)
    return std::nullopt;
  return MachineOps{{*One, 1}};
}

/// Operations of copies by the copy engine, and of the barriers in shared
/// memory and the clusters that go with them.
std::optional<MachineOps> engineOps(const Mnemonic &M, StringRef Text) {
  if (isBulkCopyName(Text))
    return MachineOps{{Text.find(".global") > Text.find(".shared::")
                           ? C::LoadGlobal
                           : C::StoreGlobal,
                       1}};
  if (M.name() == "mbarrier")
    return MachineOps{
        {M.has("init") || M.has("inval") ? C::StoreShared : C::AtomicShared,
         1}};
  if (M.name() == "mapa" || M.name() == "getctarank")
    return MachineOps{{C::IntAdd, 1}};
  if (M.name() == "tensormap")
    return MachineOps{{C::StoreShared, 1}};
  if (M.name() != "tcgen05")
    return std::nullopt;
  // Of 128 x 128 x 16 halves: its descriptor, which is no part of the text,
  // says the shape (TensorMemory.h).
  if (M.has("mma"))
    return MachineOps{{C::TensorAsync, 128}};
  // A warp's words of the tensor memory, as if it were shared memory.
  if (M.has("ld") || M.has("st"))
    return MachineOps{{M.has("ld") ? C::LoadShared : C::StoreShared, 1}};
  return MachineOps{{C::Fence, 1}};
}

std::optional<C> memoryClass(const Mnemonic &M) {
  bool Shared = M.has("shared") || any_of(M.Parts, [](StringRef P) {
                  return P.starts_with("shared::");
                });
  return StringSwitch<std::optional<C>>(M.name())
      .Cases({"ld", "ldu"}, Shared           ? C::LoadShared
                            : M.has("local") ? C::LoadLocal
                            : M.has("const") ? C::LoadConst
                                             : C::LoadGlobal)
      .Case("st", Shared           ? C::StoreShared
                  : M.has("local") ? C::StoreLocal
                                   : C::StoreGlobal)
      .Cases({"atom", "red"}, Shared ? C::AtomicShared : C::AtomicGlobal)
      .Case("ldmatrix", C::LoadShared)
      .Case("stmatrix", C::StoreShared)
      .Case("cp", C::LoadGlobal)
      .Cases({"prefetch", "prefetchu"}, C::LoadGlobal)
      .Cases({"tex", "tld4", "suld", "sust"}, C::LoadTexture)
      .Default(std::nullopt);
}
} // namespace

bool gpuperf::lowerInlinePtx(StringRef Text, MachineOps &Ops) {
  bool AllKnown = true;
  SmallVector<StringRef, 16> Statements;
  Text.split(Statements, ';');
  for (StringRef Statement : Statements) {
    Statement = Statement.trim(" \t\n\r{}");
    // Labels stand before it, on lines of their own.
    for (auto [Line, Rest] = Statement.split('\n');
         Line.rtrim().ends_with(":") && !Rest.empty();
         std::tie(Line, Rest) = Statement.split('\n'))
      Statement = Rest.ltrim();
    // A predicate stands before the instruction.
    if (Statement.starts_with("@"))
      Statement = Statement.split(' ').second.ltrim();
    if (Statement.empty() || Statement.starts_with(".") ||
        Statement.starts_with("//") || Statement.ends_with(":"))
      continue;
    Mnemonic M;
    const StringRef Text = Statement.take_until(
        [](char Ch) { return Ch == ' ' || Ch == '\t' || Ch == '\n'; });
    Text.split(M.Parts, '.', -1, /*KeepEmpty=*/false);
    if (M.Parts.empty()) {
      AllKnown = false;
      continue;
    }
    std::optional<MachineOps> Found = arithmeticOps(M);
    if (!Found)
      Found = warpOps(M);
    if (!Found)
      Found = videoOps(M.Parts);
    if (!Found)
      Found = tensorProduct(Text);
    if (!Found)
      Found = engineOps(M, Text);
    if (Found) {
      Ops.append(Found->begin(), Found->end());
      continue;
    }
    AllKnown = false;
    Ops.push_back({memoryClass(M).value_or(C::InlineAsm), 1});
  }
  return AllKnown;
}
