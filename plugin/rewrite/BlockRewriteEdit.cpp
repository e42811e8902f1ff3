//===- BlockRewriteEdit.cpp - The change of text --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/ClosureWalk.h"
#include "plugin/rewrite/BlockRewrite.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace clang;
using llvm::formatv;

std::optional<ForeignUse> BlockRewriter::foreignUse(const BlockLiteral &L) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (const ValueDecl *D : L.Path)
    if (auto Found = Uses.foreignUse(D))
      return Found;
  SourceLocation Loc = L.E->getBeginLoc();
  while (Loc.isMacroID()) {
    if (SM.isMacroArgExpansion(Loc)) {
      Loc = SM.getImmediateSpellingLoc(Loc);
      continue;
    }
    return Uses.foreignMacroUse(
        Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts()));
  }
  return std::nullopt;
}

/// Whether \p L is in the body of one of the macros with which HIP launches: it
/// stands in HIP's own header, and its arguments in the file that is edited.
static bool isInLaunchMacro(const SourceManager &SM, const LangOptions &Opts,
                            SourceLocation L) {
  if (!SM.isInSystemHeader(SM.getSpellingLoc(L)))
    return false;
  const llvm::StringRef Name = Lexer::getImmediateMacroName(L, SM, Opts);
  return Name == "hipLaunchKernelGGL" || Name == "hipExtLaunchKernelGGL" ||
         Name == "hipLaunchKernelGGLInternal";
}

bool BlockRewriter::isEditableSite(const LaunchSite &Site,
                                   std::string &WhyNot) const {
  const FunctionDecl *Callee =
      Site.Call ? Site.Call->getDirectCallee() : nullptr;
  const SourceManager &SM = Ctx.getSourceManager();
  // A launch that is handed to a macro is text like any other.
  auto InBody = [&](SourceLocation L) {
    while (L.isMacroID())
      if (SM.isMacroArgExpansion(L))
        L = SM.getImmediateSpellingLoc(L);
      else if (isInLaunchMacro(SM, Ctx.getLangOpts(), L))
        L = SM.getImmediateExpansionRange(L).getBegin();
      else
        return true;
    return false;
  };
  if (Site.InMacro && (!Site.Call || InBody(Site.Call->getBeginLoc()) ||
                       InBody(Site.Call->getEndLoc())))
    WhyNot = "the launch stands in a macro";
  else if (Site.How == LaunchSite::Form::LaunchKernelEx)
    WhyNot = "the configuration is a struct";
  else if (Site.How == LaunchSite::Form::LaunchKernel && Callee &&
           Callee->getName().contains("Cooperative"))
    WhyNot = "all blocks of a cooperative launch must be resident at once";
  return WhyNot.empty();
}

/// The number as it is written there: with the suffix, and the point, that the
/// old one has.
static std::optional<std::string> respelled(llvm::StringRef Old, int64_t New,
                                            bool IsFloating, bool IsPlain) {
  if (!IsPlain) // 16 * 16
    return std::to_string(New);
  if (Old.empty() || !(llvm::isDigit(Old[0]) || Old[0] == '.'))
    return std::nullopt;
  llvm::StringRef Digits = Old.take_while(
      [](char C) { return llvm::isDigit(C) || C == '.' || C == '\''; });
  llvm::StringRef Suffix = Old.drop_front(Digits.size());
  if (Old.starts_with_insensitive("0x"))
    Suffix = Old.drop_front(2).drop_while(
        [](char C) { return llvm::isHexDigit(C) || C == '\''; });
  if (llvm::any_of(Suffix, [](char C) { return !llvm::isAlpha(C); }) ||
      (IsFloating && Suffix.contains_insensitive("e")))
    return std::nullopt;
  std::string Text = std::to_string(New);
  if (IsFloating)
    Text += Digits.contains('.') ? Digits.ends_with(".") ? "." : ".0" : "";
  return Text + Suffix.str();
}

/// A dependence on the block that only the kernel's source shows. The proof
/// reads optimised code, which no longer tells a static array of shared memory
/// with one slot for each thread, or what the optimiser was told to assume.
static std::optional<ForeignUse> onlyInSource(ASTContext &Ctx,
                                              const FunctionDecl *Kernel) {
  struct SourceOnlyFinder : RecursiveASTVisitor<SourceOnlyFinder> {
    std::optional<ForeignUse> Found;
    bool shouldVisitTemplateInstantiations() const { return true; }
    bool VisitVarDecl(VarDecl *V) {
      if (V->hasAttr<CUDASharedAttr>() && V->getType()->isConstantArrayType())
        Found = {("shared array '" + V->getName() + "' has a fixed size").str(),
                 V->getLocation()};
      return !Found;
    }
    bool VisitCallExpr(CallExpr *C) {
      if (C->getBuiltinCallee() == Builtin::BI__builtin_assume)
        Found = {"the kernel assumes something", C->getBeginLoc()};
      return !Found;
    }
  };
  llvm::SmallVector<const FunctionDecl *, 16> Work = {Kernel};
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  constexpr size_t MostFunctions = 500;
  while (!Work.empty() && Seen.size() < MostFunctions) {
    const FunctionDecl *F = Work.pop_back_val(), *Definition = nullptr;
    if (!F || !F->hasBody(Definition) || !Seen.insert(Definition).second)
      continue;
    SourceOnlyFinder Finder;
    Finder.TraverseStmt(Definition->getBody());
    if (Finder.Found)
      return Finder.Found;
    ClosureWalk Walk(Ctx);
    Walk.walk(*Definition);
    Work.append(Walk.Callees.begin(), Walk.Callees.end());
  }
  return std::nullopt;
}

/// Two pointers of the launch name the same variable.
static bool passesOnePointerTwice(const LaunchSite &Site) {
  const auto *Call = dyn_cast_or_null<CUDAKernelCallExpr>(Site.Call);
  if (!Call)
    return true; // through an array of addresses: not seen
  struct Names : RecursiveASTVisitor<Names> {
    llvm::SmallPtrSet<const ValueDecl *, 4> All;
    bool VisitDeclRefExpr(DeclRefExpr *E) {
      const QualType T = E->getType();
      if (T->isPointerType() || T->isArrayType())
        All.insert(E->getDecl());
      return true;
    }
    bool VisitMemberExpr(MemberExpr *E) {
      All.insert(E->getMemberDecl());
      return true;
    }
  };
  llvm::SmallPtrSet<const ValueDecl *, 16> Seen;
  for (const Expr *A : Call->arguments()) {
    if (!A->getType()->isPointerType())
      continue;
    Names N;
    N.TraverseStmt(const_cast<Expr *>(A));
    for (const ValueDecl *D : N.All)
      if (isa<VarDecl, FieldDecl>(D) && !Seen.insert(D).second)
        return true;
  }
  return false;
}

/// Why launch \p Index may not be made with \p Changed.
std::optional<ForeignUse>
BlockRewriter::whyNotHere(size_t Index, const KernelSummary &Kernel,
                          const SymbolValues &Changed) const {
  const LaunchSite &Site = File.Launches[Index].Site;
  const BlockIndependence &Proof = Kernel.Independence;
  if (!Proof.Proven && !Proof.ProvenIfUnchanged)
    return ForeignUse{Proof.Reason, {}};
  if (auto Found = onlyInSource(Ctx, Site.Kernel))
    return Found;
  if (Proof.AssumesDistinctPointers && passesOnePointerTwice(Site))
    return ForeignUse{"two of the kernel's pointers may be to the same memory",
                      {}};
  if (auto Why = whyNotCovered(Index, Kernel, Changed))
    return ForeignUse{std::move(*Why), {}};
  return std::nullopt;
}

/// Whether launch \p Index is made with a symbol that changes.
bool BlockRewriter::isTouched(size_t Index, const SymbolValues &Changed) const {
  return llvm::any_of(Readings[Index].Symbols,
                      [&](unsigned S) { return Changed[S] != OldValues[S]; });
}

/// The kernels but that of launch \p Index that are launched with a symbol that
/// changes.
std::vector<std::string>
BlockRewriter::kernelsMadeWith(size_t Index,
                               const SymbolValues &Changed) const {
  std::vector<std::string> Out;
  for (size_t J = 0; J < File.Launches.size(); ++J) {
    const LaunchSite &Other = File.Launches[J].Site;
    if (Other.Kernel != File.Launches[Index].Site.Kernel && Readings[J].Open &&
        isTouched(J, Changed) && !llvm::is_contained(Out, Other.KernelName))
      Out.push_back(Other.KernelName);
  }
  return Out;
}

BoundLaunch BlockRewriter::bound(size_t Index,
                                 const SymbolValues &Values) const {
  HostBindings B = File.Launches[Index].Said;
  const HostBindings Named = named(Index, Values);
  for (const HostBindings *From : {&Named, &Assume})
    for (const auto &Entry : *From)
      B[Entry.getKey()] = Entry.getValue();
  return bindLaunch(*Readings[Index].Open, B);
}

/// Whether launch \p Index is as fast as before with \p Changed: it is not to
/// pay for another one's gain.
bool BlockRewriter::staysAsFast(size_t Index,
                                const SymbolValues &Changed) const {
  constexpr double Slack = 1.02;
  PredictOptions Predict; // by our own model
  Predict.Memo = File.Predict.Memo;
  const BoundLaunch After = bound(Index, Changed);
  const LaunchAnswer &Answer = File.Launches[Index];
  for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
    const GpuAnswer &On = Answer.PerGpu[G];
    if (!On.P || !On.Kernel || !After.L)
      return false;
    auto P = predictLaunch(*On.Kernel, *After.L, File.Gpus[G], Predict);
    if (!P) {
      llvm::consumeError(P.takeError());
      return false;
    }
    if (P->TimeUs.Value > Slack * On.P->TimeUs.Value)
      return false;
  }
  return true;
}

/// Why another launch that is made with what changes forbids it.
std::optional<ForeignUse>
BlockRewriter::whyOthersForbid(size_t Index,
                               const SymbolValues &Changed) const {
  const clang::CallExpr *Own = File.Launches[Index].Site.Call;
  for (size_t J = 0; J < File.Launches.size(); ++J) {
    const LaunchAnswer &Other = File.Launches[J];
    if (J == Index)
      continue;
    if (!Readings[J].Open) {
      if (Other.Site.Call == Own || !Other.Site.Call)
        continue;
      return ForeignUse{
          formatv("the launch of '{0}' cannot be read", Other.Site.KernelName),
          Other.Site.Where};
    }
    if (!isTouched(J, Changed))
      continue;
    const std::string Also = formatv("the launch of '{0}' is made with it, too",
                                     Other.Site.KernelName);
    const KernelSummary *K = nullptr;
    for (const GpuAnswer &On : Other.PerGpu)
      K = K ? K : On.Kernel;
    if (!K)
      return ForeignUse{Also, Other.Site.Where};
    if (auto Why = whyNotHere(J, *K, Changed))
      return ForeignUse{formatv("{0}, and there {1}", Also, Why->Name),
                        Other.Site.Where};
    // A grid that is made for the new block, with the old one: many times the
    // blocks, or too few.
    const BoundLaunch Before = bound(J, OldValues), After = bound(J, Changed);
    if (!Before.L || !After.L || Before.L->Block == After.L->Block)
      return ForeignUse{Also + ", whose block stays", Other.Site.Where};
    if (!staysAsFast(J, Changed))
      return ForeignUse{Also + ", and would not gain", Other.Site.Where};
  }
  return std::nullopt;
}

BlockRewrite BlockRewriter::rewrite(size_t Index, const KernelSummary &Kernel,
                                    const Dim3 &Block) {
  const SourceManager &SM = Ctx.getSourceManager();
  BlockRewrite Out;
  auto Refuse = [&](const ForeignUse &Why) {
    Out.Edits.clear();
    Out.WhyNot = Why.Name;
    Out.WhyWhere = SM.getExpansionLoc(Why.Where);
    return Out;
  };
  if (!isEditableSite(File.Launches[Index].Site, Out.WhyNot))
    return Out;
  const auto Changed = valuesFor(Index, Kernel, Block);
  if (!Changed)
    return Refuse({LacksUses ? "clang has errors in this file, so that a use "
                               "of the block size may be missing"
                             : "the block size is not a number that is written "
                               "in this file for the launch",
                   {}});
  if (auto Why = whyNotHere(Index, Kernel, *Changed)) {
    Out.MadeWithIt = kernelsMadeWith(Index, *Changed);
    return Refuse(*Why);
  }
  // What was predicted is what the edit makes.
  const BoundLaunch Made = bound(Index, *Changed);
  const std::optional<Launch> Predicted = launchWith(Index, Kernel, Block);
  if (!Made.L || (Predicted && !(Made.L->Grid == Predicted->Grid)))
    return Refuse({"the grid does not follow the block size", {}});
  if (auto Why = whyOthersForbid(Index, *Changed)) {
    Out.OthersForbid = true;
    return Refuse(*Why);
  }

  for (const Place &P : Places) {
    const int64_t New = (*Changed)[P.Symbol];
    if (New == OldValues[P.Symbol])
      continue;
    const BlockLiteral &L = P.Literal;
    if (auto Use = foreignUse(L))
      return Refuse({formatv("'{0}' is used for more than launches", Use->Name),
                     Use->Where});
    auto [Begin, End] = L.Spelled;
    if (!SM.isWrittenInMainFile(Begin) || !SM.isWrittenInMainFile(End))
      return Refuse({"the number is not written in this file", {}});
    const CharSourceRange Range = CharSourceRange::getTokenRange(Begin, End);
    auto Text = respelled(Lexer::getSourceText(Range, SM, Ctx.getLangOpts()),
                          New + P.Addend, L.IsFloating,
                          isa<IntegerLiteral, FloatingLiteral>(L.E));
    if (!Text)
      return Refuse({"the number is spelled in an unusual way", {}});
    Out.Edits.push_back({SourceRange(Begin, End), *Text});
  }
  if (Out.Edits.empty())
    return Refuse({"nothing in this file makes the block size", {}});
  return Out;
}
