//===- BindFact.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/BindFact.h"
#include "plugin/host/Assume.h"
#include "plugin/launch/OpenNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace clang;
using namespace gpuperf;

/// An integer where the number is one, so that it is told with all its digits.
static AssumedValue valueOf(double Number) {
  if (Number == std::floor(Number) && std::fabs(Number) < 9e15)
    return static_cast<int64_t>(Number);
  return Number;
}

namespace {
class FactBinder {
public:
  FactBinder(const LaunchSite &Site, const LaunchFact &Fact, Provenance From,
             const HostBindings &User)
      : Fact(Fact), From(From) {
    for (const std::string &Text : Site.AssumeComments) {
      auto Parsed = parseAssume(Text);
      if (!Parsed) {
        Result.CommentErrors.push_back(
            "'" + Text + "': " + llvm::toString(Parsed.takeError()));
        continue;
      }
      for (const auto &Entry : *Parsed)
        Said[Entry.getKey()] = Entry.getValue();
    }
    for (const auto &Entry : User)
      Said[Entry.getKey()] = Entry.getValue();
    for (const std::string &Name : Site.InHostMemory)
      Assumed.push_back({AssumptionKind::HostMemory, Name});
  }

  BoundLaunch bind(const FunctionDecl &Kernel) {
    if (const char *Axis = emptyAxis()) {
      Result.WhyNot = llvm::formatv("the program launches it with {0} 0", Axis);
      return std::move(Result);
    }
    Launch L;
    L.Grid = Fact.Grid;
    L.Block = Fact.Block;
    L.DynamicSharedBytes = Fact.DynamicSharedBytes;
    for (unsigned I = 0; I < Kernel.getNumParams(); ++I)
      L.Args.push_back(argument(*Kernel.getParamDecl(I), I));
    L.PointerBytes = pointerBytes(Kernel);
    addVariables(L);
    Result.FixedBytes = fixedBytes(Kernel, L.PointerBytes);
    bool Certain = Fact.ShapeDependsOn.empty();
    for (const std::string &Name : Fact.ShapeDependsOn)
      noteOpen(Name);
    Provenance Shape = Certain ? From : Provenance::Unknown;
    Result.GridFrom.fill(Shape);
    Result.BlockFrom.fill(Shape);
    Result.SharedFrom = Shape;
    Result.BlockKnown = Result.GridKnown = Certain;
    L.Why = AssumptionSet(std::move(Assumed));
    Result.L = std::move(L);
    return std::move(Result);
  }

private:
  const char *emptyAxis() const {
    if (Fact.Grid.count() == 0)
      return "a grid of";
    if (Fact.Block.count() == 0)
      return "a block of";
    return nullptr;
  }

  /// The launch depends on a value that the program does not fix.
  void noteOpen(const std::string &Name) {
    if (llvm::any_of(Assumed,
                     [&](const Assumption &A) { return A.Name == Name; }))
      return;
    for (const FactValue &V : Fact.Values)
      if (V.Name == Name)
        Assumed.push_back(
            {V.From == "assumed" ? AssumptionKind::HostValueAssumed
                                 : AssumptionKind::ProgramDataAssumed,
             Name, V.From == "assumed" ? valueOf(V.Value) : AssumedValue()});
  }

  /// A zero that stands for what was read from a file, say.
  bool isNothing(const FactArg &A) const {
    return A.Value.K == ArgValue::Kind::Integer && A.Value.Integer == 0 &&
           llvm::any_of(A.DependsOn, [&](const std::string &Name) {
             return llvm::any_of(Fact.Values, [&](const FactValue &V) {
               return V.Name == Name && V.From != "assumed";
             });
           });
  }

  ArgValue argument(const ParmVarDecl &P, unsigned Index) {
    const QualType T = P.getType();
    const bool Scalar =
        T->isIntegralOrEnumerationType() || T->isRealFloatingType();
    const std::string Name = P.getNameAsString();
    if (auto It = Said.find(Name); Scalar && It != Said.end())
      return It->second.IsFloating ? ArgValue::floating(It->second.Floating)
             : T->isRealFloatingType()
                 ? ArgValue::floating(static_cast<double>(It->second.Integer))
                 : ArgValue::integer(It->second.Integer);
    ArgValue Out;
    const std::string Number = std::to_string(Index);
    for (const FactArg &A : Fact.Args) {
      llvm::StringRef Whole = llvm::StringRef(A.Name).split('.').first;
      if (Whole != Name && Whole != Number)
        continue;
      if (Scalar && isNothing(A))
        break;
      ArgValue V = A.Value;
      V.From = A.DependsOn.empty() ? From : Provenance::Unknown;
      for (const std::string &Open : A.DependsOn)
        noteOpen(Open);
      if (A.Offset)
        Out.Fields.emplace_back(*A.Offset, std::move(V));
      else if (Scalar)
        return V;
    }
    if (!Scalar)
      return Out;
    const int64_t Default = usualSize(Name).value_or(1024);
    Assumed.push_back({AssumptionKind::LaunchArgumentAssumed, Name, Default});
    return T->isRealFloatingType()
               ? ArgValue::floating(static_cast<double>(Default),
                                    Provenance::Unknown)
               : ArgValue::integer(Default, Provenance::Unknown);
  }

  /// What the host has set variables of the GPU's memory to.
  void addVariables(Launch &L) {
    for (const FactArg &A : Fact.Args) {
      llvm::StringRef Name = A.Name;
      if (!Name.consume_front("::"))
        continue;
      ArgValue V = A.Value;
      V.From = A.DependsOn.empty() ? From : Provenance::Unknown;
      for (const std::string &Open : A.DependsOn)
        noteOpen(Open);
      if (!A.Offset) {
        if (!Said.count(Name))
          L.Variables.emplace_back(Name.str(), std::move(V));
        continue;
      }
      const std::string Whole = Name.split('.').first.str();
      auto Known = llvm::find_if(L.Variables, [&](const auto &NameAndValue) {
        return NameAndValue.first == Whole;
      });
      if (Known == L.Variables.end())
        Known = L.Variables.insert(Known, {Whole, ArgValue()});
      Known->second.Fields.emplace_back(*A.Offset, std::move(V));
    }
    addGivenVariables(Said, L);
  }

  std::vector<uint64_t> pointerBytes(const FunctionDecl &Kernel) const {
    if (Fact.Bytes.empty())
      return {};
    std::vector<uint64_t> Out;
    for (unsigned I = 0; I < Kernel.getNumParams(); ++I) {
      const std::string Name = Kernel.getParamDecl(I)->getNameAsString();
      const std::string Number = std::to_string(I);
      auto It = llvm::find_if(Fact.Bytes, [&](const auto &NameAndBytes) {
        return NameAndBytes.first == Name || NameAndBytes.first == Number;
      });
      Out.push_back(It == Fact.Bytes.end() ? 0 : It->second);
    }
    return Out;
  }

  /// \p All without the arrays of other sizes in other runs.
  std::vector<uint64_t> fixedBytes(const FunctionDecl &Kernel,
                                   std::vector<uint64_t> All) const {
    if (Fact.FixedBytes.empty())
      return {};
    for (unsigned I = 0; I < All.size(); ++I)
      if (!llvm::is_contained(Fact.FixedBytes,
                              Kernel.getParamDecl(I)->getNameAsString()) &&
          !llvm::is_contained(Fact.FixedBytes, std::to_string(I)))
        All[I] = 0;
    return All;
  }

  const LaunchFact &Fact;
  Provenance From;
  HostBindings Said;
  std::vector<Assumption> Assumed;
  BoundLaunch Result;
};
} // namespace

BoundLaunch gpuperf::bindFact(const LaunchSite &Site,
                              const FunctionDecl &Kernel,
                              const LaunchFact &Fact, Provenance From,
                              const HostBindings &UserBindings) {
  return FactBinder(Site, Fact, From, UserBindings).bind(Kernel);
}
