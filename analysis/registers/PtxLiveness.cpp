//===- PtxLiveness.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/PtxLiveness.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// A function with more virtual registers is not analysed: it would take too
/// long.
constexpr size_t MaxRegisters = 60'000;

struct PtxInstr {
  SmallVector<unsigned, 2> Defs;
  SmallVector<unsigned, 4> Uses;
};

struct PtxBlock {
  std::vector<PtxInstr> Instrs;
  SmallVector<StringRef, 2> Targets;
  bool FallsThrough = true;
  BitVector LiveIn;
};

class Measurer {
public:
  std::vector<PtxFunction> measure(StringRef Ptx);

private:
  void header(StringRef Line);
  void statement(StringRef Line);
  void registers(StringRef List, bool Define, PtxInstr &I);
  void finish();
  unsigned idOf(StringRef Register);
  double pressure();

  std::vector<PtxFunction> Out;
  std::vector<SmallVector<std::string, 2>> Callees; ///< by function
  bool InBody = false, HasName = false;
  PtxFunction Current;
  SmallVector<std::string, 2> CurrentCallees;
  std::vector<PtxBlock> Blocks;
  StringMap<unsigned> Labels, Ids;
  std::vector<double> Words; ///< by register
  StringMap<double> WordsOfPrefix;
};

StringRef functionName(StringRef Line) {
  // ".visible .entry name(" or ".func (.param .b32 r) name("
  for (StringRef Kind : {".entry", ".func"}) {
    size_t At = Line.find(Kind);
    if (At == StringRef::npos)
      continue;
    StringRef Rest = Line.substr(At + Kind.size()).ltrim();
    if (Rest.starts_with("("))
      Rest = Rest.split(')').second.ltrim();
    return Rest.take_until(
        [](char C) { return C == '(' || C == ' ' || C == ';' || C == '\n'; });
  }
  return "";
}

unsigned product(StringRef List) {
  unsigned Product = 1;
  SmallVector<StringRef, 3> Parts;
  List.split(Parts, ',');
  for (StringRef P : Parts) {
    unsigned N = 0;
    if (P.trim().getAsInteger(10, N) || N > 1024)
      return 0;
    Product *= std::max(N, 1u);
  }
  return Product;
}
} // namespace

unsigned Measurer::idOf(StringRef Register) {
  auto [It, New] =
      Ids.try_emplace(Register, static_cast<unsigned>(Words.size()));
  if (New) {
    auto W = WordsOfPrefix.find(Register.rtrim("0123456789"));
    // Predicates have a register file of their own.
    Words.push_back(W == WordsOfPrefix.end() ? 0 : W->second);
  }
  return It->second;
}

void Measurer::registers(StringRef List, bool Define, PtxInstr &I) {
  for (size_t At = List.find('%'); At != StringRef::npos;
       At = List.find('%', At + 1)) {
    StringRef Name = List.substr(At).take_while(
        [](char C) { return C == '%' || C == '_' || C == '$' || isAlnum(C); });
    // %tid.x and the like are no registers: their prefix was not declared.
    if (!WordsOfPrefix.contains(Name.rtrim("0123456789")) ||
        !isDigit(Name.back()))
      continue;
    unsigned Id = idOf(Name);
    if (Define)
      I.Defs.push_back(Id);
    else
      I.Uses.push_back(Id);
  }
}

void Measurer::header(StringRef Line) {
  if (Line.consume_front(".maxntid") || Line.consume_front(".reqntid"))
    Current.MaxThreads = product(Line.trim());
  else if (Line.consume_front(".minnctapersm"))
    Current.MinBlocks = product(Line.trim());
  else if (StringRef Name = functionName(Line); !Name.empty()) {
    Current = PtxFunction();
    Current.Name = Name.str();
    Current.IsEntry = Line.contains(".entry");
    HasName = true;
  }
}

void Measurer::statement(StringRef Line) {
  if (Line.consume_front(".reg")) {
    // ".reg .b64 %rd<12>;"
    StringRef Type = Line.ltrim().take_until([](char C) { return C == ' '; });
    StringRef Name = Line.substr(Line.find('%')).take_until([](char C) {
      return C == '<' || C == ';';
    });
    double W = Type.ends_with("64")     ? 2
               : Type.ends_with("128")  ? 4
               : Type.ends_with("pred") ? 0
                                        : 1;
    if (!Name.empty())
      WordsOfPrefix[Name] = W;
    return;
  }
  if (Line.starts_with("."))
    return; // .loc, .pragma, .local, .shared
  if (Line.ends_with(":") && !Line.contains(' ')) {
    Blocks.emplace_back();
    Labels[Line.drop_back()] = static_cast<unsigned>(Blocks.size() - 1);
    return;
  }
  PtxInstr I;
  bool Guarded = Line.starts_with("@");
  if (Guarded) {
    auto [Guard, Rest] = Line.split(' ');
    registers(Guard, false, I);
    Line = Rest.ltrim();
  }
  StringRef Opcode =
      Line.take_until([](char C) { return C == ' ' || C == '\t' || C == ';'; });
  StringRef Operands = Line.drop_front(Opcode.size()).trim();
  PtxBlock &B = Blocks.back();
  if (Opcode.starts_with("bra") || Opcode.starts_with("brx")) {
    B.Targets.push_back(Operands.rtrim("; \t"));
    if (Opcode.starts_with("brx")) // a table: any label below may follow
      registers(Operands, false, I);
    B.Instrs.push_back(I);
    bool More = Guarded || Opcode.starts_with("brx");
    Blocks.back().FallsThrough = More;
    Blocks.emplace_back();
    return;
  }
  if (Opcode.starts_with("ret") || Opcode.starts_with("exit") ||
      Opcode.starts_with("trap")) {
    B.Instrs.push_back(I);
    B.FallsThrough = Guarded;
    Blocks.emplace_back();
    return;
  }
  if (Opcode.starts_with("call")) {
    for (StringRef Token : {Operands})
      for (size_t At = 0; At < Token.size();) {
        StringRef Word = Token.substr(At).take_while(
            [](char C) { return C == '_' || C == '$' || isAlnum(C); });
        if (!Word.empty())
          CurrentCallees.push_back(Word.str());
        At += std::max<size_t>(Word.size(), 1);
      }
    registers(Operands, false, I);
    B.Instrs.push_back(I);
    return;
  }
  static constexpr StringLiteral NoResult[] = {
      StringLiteral("st"),       StringLiteral("red."),
      StringLiteral("bar"),      StringLiteral("membar"),
      StringLiteral("fence"),    StringLiteral("prefetch"),
      StringLiteral("cp."),      StringLiteral("sust"),
      StringLiteral("nanosleep")};
  bool Result =
      none_of(NoResult, [&](StringRef P) { return Opcode.starts_with(P); });
  if (!Result) {
    registers(Operands, false, I);
  } else {
    // The first operand: a register, a pair "p|q", or a vector in braces.
    size_t End =
        Operands.starts_with("{") ? Operands.find('}') : Operands.find(',');
    registers(Operands.substr(0, End), true, I);
    if (End != StringRef::npos)
      registers(Operands.substr(End), false, I);
    // Parameters, and pointers made from them, are constant bank operands.
    bool Constant = Opcode.starts_with("ld.param") ||
                    Operands.contains("%ntid") || Operands.contains("%nctaid");
    if (Opcode.starts_with("cvta"))
      Constant = all_of(I.Uses, [&](unsigned U) { return Words[U] == 0; });
    if (Constant)
      for (unsigned D : I.Defs)
        Words[D] = 0;
  }
  B.Instrs.push_back(std::move(I));
}

double Measurer::pressure() {
  if (Words.empty() || Words.size() > MaxRegisters)
    return 0;
  for (PtxBlock &B : Blocks)
    B.LiveIn.resize(static_cast<unsigned>(Words.size()));
  auto LiveOut = [&](size_t At) {
    BitVector Live(static_cast<unsigned>(Words.size()));
    const PtxBlock &B = Blocks[At];
    if (B.FallsThrough && At + 1 < Blocks.size())
      Live |= Blocks[At + 1].LiveIn;
    for (StringRef T : B.Targets)
      if (auto It = Labels.find(T); It != Labels.end())
        Live |= Blocks[It->second].LiveIn;
    return Live;
  };
  auto Step = [](BitVector &Live, const PtxInstr &I) {
    for (unsigned D : I.Defs)
      Live.reset(D);
    for (unsigned U : I.Uses)
      Live.set(U);
  };
  // Backwards to a fixed point, which takes as many rounds as loops are nested.
  for (unsigned Round = 0, Changed = 1; Changed && Round < 64; ++Round) {
    Changed = 0;
    for (size_t At = Blocks.size(); At-- > 0;) {
      BitVector Live = LiveOut(At);
      for (const PtxInstr &I : reverse(Blocks[At].Instrs))
        Step(Live, I);
      if (Live != Blocks[At].LiveIn)
        Blocks[At].LiveIn = std::move(Live), Changed = 1;
    }
  }
  double Most = 0;
  for (size_t At = 0; At < Blocks.size(); ++At) {
    BitVector Live = LiveOut(At);
    double Now = 0;
    for (unsigned R : Live.set_bits())
      Now += Words[R];
    Most = std::max(Most, Now);
    for (const PtxInstr &I : reverse(Blocks[At].Instrs)) {
      for (unsigned D : I.Defs)
        if (Live.test(D))
          Live.reset(D), Now -= Words[D];
      for (unsigned U : I.Uses)
        if (!Live.test(U))
          Live.set(U), Now += Words[U];
      Most = std::max(Most, Now);
    }
  }
  return Most;
}

void Measurer::finish() {
  Current.LiveWords = pressure();
  Out.push_back(Current);
  Callees.push_back(CurrentCallees);
  InBody = HasName = false;
  Blocks.clear();
  Labels.clear();
  Ids.clear();
  Words.clear();
  WordsOfPrefix.clear();
  CurrentCallees.clear();
}

std::vector<PtxFunction> Measurer::measure(StringRef Ptx) {
  int Braces = 0;
  while (!Ptx.empty()) {
    StringRef Line;
    std::tie(Line, Ptx) = Ptx.split('\n');
    Line = Line.split("//").first.trim();
    if (Line.empty())
      continue;
    if (!InBody) {
      if (Line == "{" && HasName) {
        InBody = true;
        Braces = 1;
        Blocks.emplace_back();
      } else {
        if (Line.ends_with(";") && Line.contains(".func"))
          HasName = false; // a declaration
        else
          header(Line);
      }
      continue;
    }
    // The braces around a call's parameters are a scope, not the end of the
    // body.
    if (Line.starts_with("{") && !Line.contains("}")) {
      ++Braces;
      Line = Line.drop_front().ltrim();
    }
    if (Line.starts_with("}")) {
      if (--Braces == 0)
        finish();
      continue;
    }
    if (!Line.empty())
      statement(Line);
  }
  // A callee's registers are live beside its caller's.
  auto Own = Out;
  for (size_t I = 0; I < Out.size(); ++I) {
    double Deepest = 0;
    for (const std::string &Name : Callees[I])
      for (const PtxFunction &F : Own)
        if (F.Name == Name && F.Name != Out[I].Name)
          Deepest = std::max(Deepest, F.LiveWords);
    Out[I].LiveWords += Deepest;
  }
  return std::move(Out);
}

std::vector<PtxFunction> gpuperf::measurePtx(StringRef Ptx) {
  return Measurer().measure(Ptx);
}
