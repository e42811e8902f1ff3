//===- CallClosure.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/CallClosure.h"
#include "plugin/ast/BrokenText.h"
#include "plugin/ast/ClosureWalk.h"
#include "plugin/ast/SharedConstructors.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace gpuperf;

DeviceClosure::DeviceClosure(ASTContext &Ctx, Preprocessor &PP,
                             llvm::ArrayRef<SourceLocation> Errors)
    : Ctx(Ctx), PP(PP), Errors(Errors),
      HasErrors(!Errors.empty() ||
                Ctx.getDiagnostics().hasUncompilableErrorOccurred()) {}

/// "contains an error on line 12", of which file where it is a header.
static std::string errorOnLine(const SourceManager &SM, SourceLocation At,
                               std::optional<unsigned> Line = std::nullopt) {
  At = SM.getExpansionLoc(At);
  std::string Text =
      "contains an error on line " +
      std::to_string(Line ? *Line : SM.getPresumedLineNumber(At));
  if (SM.isInMainFile(At))
    return Text;
  const PresumedLoc Header = SM.getPresumedLoc(At);
  if (Header.isValid())
    Text += " of " + llvm::sys::path::filename(Header.getFilename()).str();
  return Text;
}

/// Errors that the AST does not show: reported ones in the function's range,
/// and text that the parser dropped.
std::string DeviceClosure::problemInText(const FunctionDecl &F) {
  const SourceManager &SM = Ctx.getSourceManager();
  const bool FromPch = SM.isLoadedSourceLocation(F.getLocation());
  if (!HasErrors && !FromPch)
    return "";
  const FunctionDecl *Written = &F;
  if (const FunctionDecl *Pattern = F.getTemplateInstantiationPattern())
    Written = Pattern;
  SourceRange Range(SM.getExpansionLoc(Written->getBeginLoc()),
                    SM.getExpansionRange(Written->getEndLoc()).getEnd());
  for (SourceLocation Error : Errors) {
    SourceLocation At = SM.getExpansionLoc(Error);
    if (Range.isValid() && At.isValid() &&
        !SM.isBeforeInTranslationUnit(At, Range.getBegin()) &&
        !SM.isBeforeInTranslationUnit(Range.getEnd(), At))
      return errorOnLine(SM, At);
  }
  if (std::optional<unsigned> Line =
          lineOfDroppedText(F, PP, /*Strict=*/HasErrors))
    return errorOnLine(SM, Written->getLocation(), *Line);
  return "";
}

static bool isDeviceFunction(const FunctionDecl &F) {
  return F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAGlobalAttr>();
}

ClosureNode DeviceClosure::makeNode(const FunctionDecl &F) {
  ClosureNode Node;
  // Another parse takes the variable, if this is not it already.
  if (HasErrors && Errors.empty() && declaresRefusedShared(F)) {
    Node.BodySkipped = true;
    return Node;
  }
  const SourceManager &SM = Ctx.getSourceManager();
  if (F.isInvalidDecl()) {
    Node.Problem = errorOnLine(SM, F.getLocation());
    return Node;
  }
  const FunctionDecl *Definition = nullptr;
  if (!F.isDefined(Definition)) {
    for (const FunctionDecl *Redeclaration : F.redecls())
      Node.BodySkipped |= Redeclaration->hasSkippedBody();
    // An instantiation that failed leaves a declaration behind.
    const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
    if (HasErrors && Pattern && Pattern->isDefined() && isDeviceFunction(F) &&
        !F.isImplicit())
      Node.Problem = "could not be instantiated";
    return Node;
  }
  if (Definition->hasSkippedBody()) {
    Node.BodySkipped = true;
    return Node;
  }
  if (Definition->isInvalidDecl()) {
    Node.Problem = errorOnLine(SM, Definition->getLocation());
    return Node;
  }
  if (Definition->isTemplated()) {
    Node.Problem = "is a template that was not instantiated";
    return Node;
  }
  if (HasErrors && !isDeviceFunction(*Definition) &&
      !Definition->isImplicit() && !Definition->isConstexpr() &&
      !Definition->isDefaulted() && Definition->getBuiltinID() == 0) {
    Node.Problem = "is a host function";
    return Node;
  }
  ClosureWalk Walk(Ctx);
  Walk.walk(*Definition);
  Node.Definition = Definition;
  Node.Callees = std::move(Walk.Callees);
  Node.Variables = std::move(Walk.Variables);
  if (Walk.Error.isValid())
    Node.Problem = errorOnLine(SM, Walk.Error);
  else if (Definition->hasBody() && !Definition->isImplicit() &&
           !Definition->isDefaulted())
    Node.Problem = problemInText(*Definition);
  return Node;
}

const ClosureNode &DeviceClosure::nodeOf(const FunctionDecl &F) {
  const FunctionDecl *Key = F.getCanonicalDecl();
  auto Found = Nodes.find(Key);
  if (Found == Nodes.end())
    Found = Nodes.emplace(Key, makeNode(F)).first;
  return Found->second;
}

llvm::SmallVector<std::pair<const FunctionDecl *, const ClosureNode *>>
DeviceClosure::reachable(const FunctionDecl &Kernel) {
  llvm::SmallVector<std::pair<const FunctionDecl *, const ClosureNode *>>
      Result;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  llvm::SmallVector<const FunctionDecl *, 32> Work{&Kernel};
  while (!Work.empty()) {
    const FunctionDecl *F = Work.pop_back_val();
    if (!Seen.insert(F->getCanonicalDecl()).second)
      continue;
    const ClosureNode &Node = nodeOf(*F);
    Result.push_back({F, &Node});
    Work.append(Node.Callees.rbegin(), Node.Callees.rend());
  }
  return Result;
}

std::string DeviceClosure::problemOf(const FunctionDecl &Kernel) {
  for (auto [F, Node] : reachable(Kernel)) {
    if (!Node->Problem.empty()) {
      if (F == &Kernel)
        return "the kernel " + Node->Problem;
      return "the kernel calls '" + F->getNameAsString() + "', which " +
             Node->Problem;
    }
    if (F == &Kernel && !Node->Definition && !Node->BodySkipped)
      return "the kernel has no body in this file";
    for (const VarDecl *Variable : Node->Variables)
      if (Variable->isInvalidDecl() ||
          (Variable->getInit() && Variable->getInit()->containsErrors()) ||
          (HasErrors && lineOfDroppedInitializer(*Variable, PP)))
        return "the kernel uses '" + Variable->getNameAsString() +
               "', whose declaration contains an error";
  }
  return "";
}

bool DeviceClosure::reachesSkippedBody(const FunctionDecl &Kernel) {
  return llvm::any_of(reachable(Kernel), [](const auto &Entry) {
    return Entry.second->BodySkipped;
  });
}

void DeviceClosure::collect(const FunctionDecl &Kernel,
                            llvm::SetVector<const FunctionDecl *> &Functions,
                            llvm::SetVector<const VarDecl *> &Variables) {
  for (auto [F, Node] : reachable(Kernel)) {
    if (Node->Definition)
      Functions.insert(Node->Definition);
    Variables.insert(Node->Variables.begin(), Node->Variables.end());
  }
}
