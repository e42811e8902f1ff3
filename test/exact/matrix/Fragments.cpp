//===- Fragments.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/matrix/Fragments.h"
#include "test/exact/Machine.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace gpuperf::exact;
using namespace llvm;

static constexpr unsigned Edge = 16, Lanes = 32;

unsigned FragmentMove::parts() const {
  if (isNamedByRows())
    return 1;
  return Which == Sum && !ByRows ? 8 : 4;
}

uint32_t FragmentMove::bytes() const {
  if (isNamedByRows())
    return 16;
  return Which == Sum && ByRows ? 8 : 4;
}

uint32_t FragmentMove::encoded() const {
  return Which | IsLoad << 8 | ByRows << 9 | InShared << 10;
}

FragmentMove FragmentMove::decoded(uint32_t Number) {
  FragmentMove M;
  M.Which = static_cast<Matrix>(Number & 255);
  M.IsLoad = Number >> 8 & 1;
  M.ByRows = Number >> 9 & 1;
  M.InShared = Number >> 10 & 1;
  return M;
}

/// Where part \p Part of a lane is, in bytes behind the start of the matrix.
static uint64_t placeOf(const FragmentMove &M, unsigned Part, unsigned Lane,
                        uint64_t Distance) {
  const unsigned Element = M.Which == FragmentMove::Sum ? 4 : 2;
  unsigned Row, Column;
  if (M.isNamedByRows()) {
    Row = Lane % 16, Column = Lane / 16 * 8;
  } else if (M.bytes() == Element) { // sums by columns: a row of the memory
    const unsigned Half = Part % 2, Block = Part / 2 % 2, Side = Part / 4;
    Row = Block * 8 + Lane % 4 * 2 + Half;
    Column = Side * 8 + Lane / 4;
  } else { // two neighbours
    Row = Part % 2 * 8 + Lane / 4;
    Column = Part / 2 * 8 + Lane % 4 * 2;
  }
  return (Row * Distance + Column) * Element;
}

/// Row and column of the matrix of element \p Index of a lane's fragment.
static std::pair<unsigned, unsigned> elementOf(FragmentMove::Matrix Which,
                                               unsigned Lane, unsigned Index) {
  const unsigned Half = Index % 2, Low = Index / 2 % 2, High = Index / 4;
  const unsigned Near = Lane % 4 * 2 + Half, Far = Lane / 4;
  if (Which == FragmentMove::B) // by depth and column
    return {Near + 8 * Low, Far + 8 * High};
  return {Far + 8 * Low, Near + 8 * High};
}

// What the compiled code calls.

static void onTrace(Machine *M, uint32_t Move, uint32_t First, uint32_t Second,
                    uint64_t Base, uint32_t Distance) {
  const FragmentMove F = FragmentMove::decoded(Move);
  const unsigned Lane = M->read(Register::LaneId);
  for (unsigned Part = 0; Part < F.parts(); ++Part)
    M->access(Part ? Second + Part - 1 : First,
              Base + placeOf(F, Part, Lane, Distance), F.bytes());
}

static void onMove(Machine *M, uint32_t Move, uint64_t Base, uint32_t Distance,
                   uint32_t *Words) {
  const FragmentMove F = FragmentMove::decoded(Move);
  const unsigned Lane = M->read(Register::LaneId);
  M->gather(0); // all lanes move at once
  auto *Halves = reinterpret_cast<uint16_t *>(Words);
  for (unsigned I = 0; I < 8; ++I) {
    const auto [Row, Column] = elementOf(F.Which, Lane, I);
    const uint64_t At = F.ByRows ? uint64_t(Row) * Distance + Column
                                 : uint64_t(Column) * Distance + Row;
    if (F.Which != FragmentMove::Sum)
      Halves[I] = reinterpret_cast<const uint16_t *>(Base)[At];
    else if (F.IsLoad)
      Words[I] = reinterpret_cast<const uint32_t *>(Base)[At];
    else
      reinterpret_cast<uint32_t *>(Base)[At] = Words[I];
  }
  M->gather(0);
}

static void onProduct(Machine *M, const uint32_t *A, const uint32_t *B,
                      const float *C, float *D) {
  const uint32_t *Mine[] = {A, B};
  const std::array<uint64_t, 32> All =
      M->gather(reinterpret_cast<uint64_t>(&Mine));
  float Of[2][Edge][Edge];
  for (unsigned Which = 0; Which < 2; ++Which)
    for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
      const auto *Halves = reinterpret_cast<const uint16_t *>(
          reinterpret_cast<const uint32_t *const *>(All[Lane])[Which]);
      for (unsigned I = 0; I < 8; ++I) {
        const auto [Row, Column] =
            elementOf(static_cast<FragmentMove::Matrix>(Which), Lane, I);
        Of[Which][Row][Column] =
            APFloat(APFloat::IEEEhalf(), APInt(16, Halves[I])).convertToFloat();
      }
    }
  const unsigned Lane = M->read(Register::LaneId);
  float Sums[8];
  for (unsigned I = 0; I < 8; ++I) {
    const auto [Row, Column] = elementOf(FragmentMove::Sum, Lane, I);
    Sums[I] = C[I];
    for (unsigned K = 0; K < Edge; ++K)
      Sums[I] += Of[0][Row][K] * Of[1][K][Column];
  }
  M->gather(0); // the operands are on the stacks of their lanes
  std::copy(std::begin(Sums), std::end(Sums), D);
}

std::vector<std::pair<std::string, void *>> exact::fragmentCalls() {
  return {{"exact_fragment_trace", reinterpret_cast<void *>(&onTrace)},
          {"exact_fragment_move", reinterpret_cast<void *>(&onMove)},
          {"exact_fragment_product", reinterpret_cast<void *>(&onProduct)}};
}

static StringRef wmmaName(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  return Name.consume_front("llvm.nvvm.wmma.m16n16k16.") ? Name : "";
}

std::optional<FragmentMove> exact::fragmentMove(const Instruction &I) {
  StringRef Name = wmmaName(I);
  FragmentMove M;
  M.IsLoad = Name.consume_front("load.");
  if (!M.IsLoad && !Name.consume_front("store."))
    return std::nullopt;
  if (Name.consume_front("a."))
    M.Which = FragmentMove::A;
  else if (Name.consume_front("b."))
    M.Which = FragmentMove::B;
  else if (Name.consume_front("c.") || Name.consume_front("d."))
    M.Which = FragmentMove::Sum;
  else
    return std::nullopt;
  M.ByRows = Name.consume_front("row.");
  if ((!M.ByRows && !Name.consume_front("col.")) ||
      !Name.starts_with(M.Which == FragmentMove::Sum ? "stride.f32"
                                                     : "stride.f16"))
    return std::nullopt;
  const auto *Base = dyn_cast<GlobalVariable>(
      getUnderlyingObject(cast<CallBase>(I).getArgOperand(0), 0));
  M.InShared = Base && Base->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
  return M;
}

bool exact::isFragmentProduct(const Instruction &I) {
  const StringRef Name = wmmaName(I);
  return Name.starts_with("mma.") && Name.ends_with(".f32.f32");
}
