//===- BulkCopies.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/BulkCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// One instruction of inline PTX: its name, and its operands as written.
struct Statement {
  StringRef Name;
  SmallVector<StringRef, 6> Operands;
};

/// The first instruction whose name fulfils \p Fits, predicate or not.
template <class Predicate>
std::optional<Statement> findStatement(StringRef Text, Predicate Fits) {
  SmallVector<StringRef, 16> All;
  Text.split(All, ';');
  for (StringRef One : All) {
    One = One.trim(" \t\n\r{");
    // Labels stand before it.
    for (size_t Colon = One.find_first_of(": \t\n");
         Colon != StringRef::npos && One[Colon] == ':' &&
         !One.substr(Colon).starts_with("::");
         Colon = One.find_first_of(": \t\n"))
      One = One.drop_front(Colon + 1).ltrim();
    if (One.starts_with("@"))
      One = One.drop_until([](char C) { return isspace(C); }).ltrim();
    const StringRef Name = One.take_until([](char C) { return isspace(C); });
    if (!Fits(Name))
      continue;
    Statement S;
    S.Name = Name;
    // Commas inside of brackets belong to an operand.
    const StringRef Rest = One.drop_front(Name.size());
    unsigned Depth = 0;
    size_t From = 0;
    for (size_t I = 0; I <= Rest.size(); ++I) {
      const char C = I < Rest.size() ? Rest[I] : ',';
      Depth += C == '[' || C == '{';
      Depth -= Depth && (C == ']' || C == '}');
      if (C == ',' && (!Depth || I == Rest.size())) {
        S.Operands.push_back(Rest.slice(From, I).trim());
        From = I + 1;
      }
    }
    return S;
  }
  return std::nullopt;
}

/// The numbers of the operands that \p Text names: "[$1, {$3,$4}]".
SmallVector<unsigned, 6> operandNumbers(StringRef Text) {
  SmallVector<unsigned, 6> Out;
  while (true) {
    Text = Text.drop_until([](char C) { return C == '$'; });
    if (!Text.consume_front("$"))
      return Out;
    Text.consume_front("{"); // as in "${3:r}"
    unsigned Number = 0;
    if (!Text.consumeInteger(10, Number))
      Out.push_back(Number);
  }
}

/// The argument of \p Call that operand \p Number is; the results come first.
const Value *argumentOf(const CallBase &Call, unsigned Number) {
  unsigned Results = 0;
  if (const auto *Struct = dyn_cast<StructType>(Call.getType()))
    Results = Struct->getNumElements();
  else if (!Call.getType()->isVoidTy())
    Results = 1;
  return Number >= Results && Number - Results < Call.arg_size()
             ? Call.getArgOperand(Number - Results)
             : nullptr;
}

/// The first argument of \p Call that \p Text names.
const Value *namedIn(StringRef Text, const CallBase &Call) {
  const auto Named = operandNumbers(Text);
  return Named.empty() ? nullptr : argumentOf(Call, Named.front());
}

StringRef asmText(const CallBase &Call) {
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Asm ? StringRef(Asm->getAsmString()) : StringRef();
}
} // namespace

bool gpuperf::isBulkCopyName(StringRef Name) {
  if (!Name.consume_front("cp.async.bulk") &&
      !Name.consume_front("cp.reduce.async.bulk"))
    return false;
  return !Name.contains("commit_group") && !Name.contains("wait_group") &&
         !Name.contains("prefetch");
}

std::optional<BulkCopy> gpuperf::bulkCopyOf(const CallBase &Call) {
  const std::optional<Statement> S =
      findStatement(asmText(Call), isBulkCopyName);
  if (!S || S->Operands.size() < 2)
    return std::nullopt;
  const size_t Global = S->Name.find(".global"),
               Shared = S->Name.find(".shared::");
  if (Global == StringRef::npos || Shared == StringRef::npos)
    return std::nullopt;
  BulkCopy Out;
  Out.ToShared = Shared < Global; // the destination comes first
  const auto To = operandNumbers(S->Operands[0]),
             From = operandNumbers(S->Operands[1]);
  const auto &InGlobal = Out.ToShared ? From : To;
  const auto &InShared = Out.ToShared ? To : From;
  if (InGlobal.empty() || InShared.empty())
    return std::nullopt;
  Out.Global = argumentOf(Call, InGlobal.front());
  Out.Shared = argumentOf(Call, InShared.front());
  if (!Out.Global || !Out.Shared)
    return std::nullopt;
  // "[to], [from], bytes, [barrier], mask", a tensor's copy without bytes; what
  // im2col and hints for the cache need may follow.
  const bool IsTensor = S->Name.contains(".tensor");
  const size_t BarrierAt = IsTensor ? 2 : 3;
  if (Out.ToShared && S->Operands.size() > BarrierAt)
    Out.Barrier = namedIn(S->Operands[BarrierAt], Call);
  Out.IsMulticast = S->Name.contains(".multicast::cluster");
  if (Out.IsMulticast)
    for (StringRef Operand : drop_begin(S->Operands, BarrierAt + 1))
      if (!Operand.starts_with("{")) {
        Out.Mask = namedIn(Operand, Call);
        break;
      }
  if (IsTensor) {
    for (unsigned Number : ArrayRef(InGlobal).drop_front())
      if (const Value *V = argumentOf(Call, Number))
        Out.Coordinates.push_back(V);
    // Coordinates may be numbers in the text: the box is at the start then.
    if (Out.Coordinates.empty())
      Out.Coordinates.push_back(
          ConstantInt::get(Type::getInt32Ty(Call.getContext()), 0));
    return Out;
  }
  if (S->Operands.size() < 3)
    return std::nullopt;
  uint64_t Number = 0;
  if (!S->Operands[2].getAsInteger(10, Number))
    Out.Bytes = ConstantInt::get(Type::getInt64Ty(Call.getContext()), Number);
  else if (const auto Named = operandNumbers(S->Operands[2]); !Named.empty())
    Out.Bytes = argumentOf(Call, Named.front());
  return Out;
}

const Value *gpuperf::waitedBarrierOf(const CallBase &Call) {
  auto IsWait = [](StringRef Name) {
    return Name.starts_with("mbarrier.try_wait") ||
           Name.starts_with("mbarrier.test_wait");
  };
  if (const auto S = findStatement(asmText(Call), IsWait))
    // "p, [barrier], phase".
    return S->Operands.size() > 1 ? namedIn(S->Operands[1], Call) : nullptr;
  const Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : "";
  return Name.consume_front("llvm.nvvm.") && Call.arg_size() &&
                 (Name.starts_with("mbarrier.try.wait") ||
                  Name.starts_with("mbarrier.test.wait"))
             ? Call.getArgOperand(0)
             : nullptr;
}

const Value *gpuperf::signalledBarrierOf(const CallBase &Call) {
  if (const auto S = findStatement(asmText(Call), [](StringRef Name) {
        return Name.starts_with("cp.async.mbarrier.arrive");
      }))
    return S->Operands.empty() ? nullptr : namedIn(S->Operands[0], Call);
  const Function *Callee = Call.getCalledFunction();
  const StringRef Name = Callee ? Callee->getName() : "";
  return Name.starts_with("llvm.nvvm.cp.async.mbarrier.arrive") &&
                 Call.arg_size()
             ? Call.getArgOperand(0)
             : nullptr;
}

std::optional<uint64_t> gpuperf::expectedBytes(const CallBase &Call) {
  const std::optional<Statement> S =
      findStatement(asmText(Call), [](StringRef Name) {
        return Name.starts_with("mbarrier") && Name.contains("expect_tx");
      });
  if (!S || S->Operands.size() < 2)
    return std::nullopt;
  uint64_t Number = 0;
  if (!S->Operands.back().getAsInteger(10, Number))
    return Number;
  const auto Named = operandNumbers(S->Operands.back());
  const auto *Known =
      Named.empty() ? nullptr
                    : dyn_cast_or_null<ConstantInt>(argumentOf(Call, Named[0]));
  return Known ? std::optional<uint64_t>(Known->getZExtValue()) : std::nullopt;
}
