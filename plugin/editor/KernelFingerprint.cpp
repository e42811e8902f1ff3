//===- KernelFingerprint.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/editor/KernelFingerprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;
using namespace gpuperf;

/// The kernel and every function and variable that it uses, directly or through
/// others.
static SetVector<const GlobalValue *> reachedBy(const Function &Kernel) {
  SetVector<const GlobalValue *> Reached;
  Reached.insert(&Kernel);
  SmallPtrSet<const Constant *, 32> Seen;
  SmallVector<const Constant *, 16> Work;
  auto Push = [&](const Value *V) {
    if (const auto *C = dyn_cast<Constant>(V); C && Seen.insert(C).second)
      Work.push_back(C);
  };
  for (size_t I = 0; I < Reached.size(); ++I) {
    if (const auto *F = dyn_cast<Function>(Reached[I])) {
      for (const Instruction &Inst : instructions(*F))
        for (const Use &U : Inst.operands())
          Push(U.get());
    } else if (const auto *V = dyn_cast<GlobalVariable>(Reached[I]);
               V && V->hasInitializer()) {
      Push(V->getInitializer());
    }
    while (!Work.empty()) {
      const Constant *C = Work.pop_back_val();
      if (const auto *G = dyn_cast<GlobalValue>(C)) {
        Reached.insert(G);
        continue;
      }
      for (const Use &U : C->operands())
        Push(U.get());
    }
  }
  return Reached;
}

static std::string pathOf(const DIScope &Scope) {
  SmallString<128> File(Scope.getFilename());
  if (!sys::path::is_absolute(File) && !Scope.getDirectory().empty()) {
    File = Scope.getDirectory();
    sys::path::append(File, Scope.getFilename());
  }
  return std::string(File);
}

static void addPlaces(const Function &F, std::vector<CodePlace> &Places) {
  SmallPtrSet<const DIScope *, 8> Seen;
  const DILocation *Last = nullptr;
  for (const Instruction &Inst : instructions(F)) {
    const DILocation *At = Inst.getDebugLoc().get();
    if (!At || At == Last)
      continue;
    Last = At;
    Places.push_back({pathOf(*At->getScope()), At->getLine(), At->getColumn()});
    // Where the compiler joins two instructions, it gives them the place of the
    // scope that both are in: the scopes' places are needed, too.
    for (const DIScope *S = At->getScope(); S && Seen.insert(S).second;
         S = S->getScope()) {
      if (const auto *Block = dyn_cast<DILexicalBlock>(S)) {
        Places.push_back({pathOf(*S), Block->getLine(), Block->getColumn()});
      } else if (const auto *Function = dyn_cast<DISubprogram>(S)) {
        Places.push_back({pathOf(*S), Function->getLine(), 0});
        Places.push_back({pathOf(*S), Function->getScopeLine(), 0});
        break;
      }
    }
  }
}

KernelFingerprint gpuperf::fingerprint(const Function &Kernel) {
  KernelFingerprint Out;
  SetVector<const GlobalValue *> Reached = reachedBy(Kernel);
  for (const GlobalValue *G : Reached)
    if (const auto *F = dyn_cast<Function>(G))
      addPlaces(*F, Out.Places);

  // The hash is over the bitcode of a module that holds only these: bitcode is
  // complete, and its numbering does not depend on the rest of the module.
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Alone =
      CloneModule(*Kernel.getParent(), Map,
                  [&](const GlobalValue *G) { return Reached.contains(G); });
  for (GlobalValue &G : make_early_inc_range(Alone->global_values()))
    if (G.isDeclaration() && G.use_empty())
      G.eraseFromParent();
  StripDebugInfo(*Alone);
  SmallString<0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(*Alone, Stream);
  auto Hash = SHA1::hash(arrayRefFromStringRef(Bitcode));
  // The name tells which of the functions is the kernel: another kernel may be
  // in the module because it is called.
  Out.Code = Kernel.getName().str() + ":" +
             std::string(Hash.begin(), Hash.begin() + 16);
  return Out;
}

namespace {
class PlaceMap {
public:
  /// Returns false if one old place has two new ones.
  bool make(const std::vector<CodePlace> &From,
            const std::vector<CodePlace> &To) {
    for (size_t I = 0; I < From.size(); ++I) {
      if (!Exact.try_emplace(From[I], To[I]).second &&
          !(Exact.at(From[I]) == To[I]))
        return false;
      // The compiler gives joined instructions a line without a column, so
      // lines are mapped as well.
      CodePlace FromLine{From[I].File, From[I].Line, 0},
          ToLine{To[I].File, To[I].Line, 0};
      if (!ByLine.try_emplace(FromLine, ToLine).second &&
          !(ByLine.at(FromLine) == ToLine))
        return false;
    }
    return true;
  }
  const CodePlace *find(const CodePlace &P) const {
    if (auto It = Exact.find(P); It != Exact.end())
      return &It->second;
    auto It = ByLine.find({P.File, P.Line, 0});
    return It == ByLine.end() ? nullptr : &It->second;
  }

private:
  std::map<CodePlace, CodePlace> Exact, ByLine;
};
} // namespace

template <class Fn> static void forEachPlace(KernelSummary &K, Fn Do) {
  for (Access &A : K.Accesses)
    Do(A.Where), Do(A.Inner);
  for (Instr &I : K.Instrs)
    Do(I.Where), Do(I.Inner);
  auto DoAll = [&](auto &Places) {
    for (SourceLine &At : Places)
      Do(At);
  };
  for (auto &Path : K.CallPaths)
    DoAll(Path);
  for (Block &B : K.Blocks)
    DoAll(B.CallLines);
  for (KernelLoop &L : K.Loops) {
    Do(L.Where), Do(L.Inner);
    DoAll(L.CallLines);
  }
  Do(K.Independence.ReasonWhere);
}

bool gpuperf::moveLines(KernelSummary &Kernel,
                        const std::vector<CodePlace> &From,
                        const std::vector<CodePlace> &To) {
  if (From.size() != To.size())
    return false;
  PlaceMap Map;
  if (!Map.make(From, To))
    return false;
  bool Complete = true;
  std::vector<SourceLine> Moved;
  forEachPlace(Kernel, [&](SourceLine &At) {
    SourceLine New = At;
    if (At.Line != 0 && At.File < Kernel.Files.size()) {
      const CodePlace *P =
          Map.find({Kernel.Files[At.File], At.Line, At.Column});
      if (P && P->File == Kernel.Files[At.File]) {
        New.Line = P->Line;
        New.Column = P->Column;
      } else {
        Complete = false;
      }
    }
    Moved.push_back(New);
  });
  if (!Complete)
    return false;
  size_t Next = 0;
  forEachPlace(Kernel, [&](SourceLine &At) { At = Moved[Next++]; });
  return true;
}
