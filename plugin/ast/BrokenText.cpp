//===- BrokenText.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/BrokenText.h"
#include "plugin/ast/BodyTokens.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace gpuperf;

namespace {
/// Compares one body with its tokens.
class TextCheck {
public:
  TextCheck(Preprocessor &PP, FileID File, BodyTokens Tokens, bool Strict)
      : PP(PP), SM(PP.getSourceManager()), File(File),
        Tokens(std::move(Tokens)), Strict(Strict) {}

  /// Offset of the first text that is not accounted for.
  std::optional<unsigned> run(const Stmt &Body) {
    llvm::SmallVector<const Stmt *, 32> Work{&Body};
    llvm::SmallVector<const Stmt *, 64> All;
    llvm::SmallVector<unsigned, 64> Begins;
    while (!Work.empty()) {
      const Stmt *S = Work.pop_back_val();
      All.push_back(S);
      // The body's own brace is no evidence for any #if in it.
      if (std::optional<unsigned> At = beginOffset(*S); At && S != &Body)
        Begins.push_back(*At);
      pushChildren(*S, Work);
    }
    llvm::sort(Begins);
    Tokens.decideConditionals(Begins, PP);
    std::optional<unsigned> First;
    for (const Stmt *S : All)
      if (std::optional<unsigned> At = check(*S))
        First = First ? std::min(*First, *At) : *At;
    return First;
  }

private:
  /// What is written, without what clang adds for it.
  static void pushChildren(const Stmt &S,
                           llvm::SmallVectorImpl<const Stmt *> &Work) {
    auto push = [&](const Stmt *Child) {
      if (Child)
        Work.push_back(Child);
    };
    if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(&S))
      return push(Pseudo->getSyntacticForm());
    if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S)) {
      push(Range->getInit());
      push(Range->getLoopVarStmt());
      push(Range->getRangeInit());
      return push(Range->getBody());
    }
    for (const Stmt *Child : S.children())
      push(Child);
  }

  std::optional<unsigned> offsetIn(SourceLocation Loc) const {
    if (Loc.isInvalid())
      return std::nullopt;
    auto [Where, Offset] = SM.getDecomposedLoc(Loc);
    if (Where != File)
      return std::nullopt;
    return Offset;
  }
  std::optional<unsigned> beginOffset(const Stmt &S) const {
    if (S.getBeginLoc().isInvalid())
      return std::nullopt;
    return offsetIn(SM.getExpansionLoc(S.getBeginLoc()));
  }
  std::optional<unsigned> endOffset(const Stmt &S) const {
    if (S.getEndLoc().isInvalid())
      return std::nullopt;
    return offsetIn(SM.getExpansionRange(S.getEndLoc()).getEnd());
  }

  std::optional<unsigned> check(const Stmt &S) const {
    if (const auto *Block = dyn_cast<CompoundStmt>(&S))
      return checkBlock(*Block);
    if (const auto *Null = dyn_cast<NullStmt>(&S))
      return checkNull(*Null);
    if (const auto *For = dyn_cast<ForStmt>(&S))
      return checkForHeader(*For);
    if (const auto *Paren = dyn_cast<ParenExpr>(&S))
      return checkClosed(*Paren->getSubExpr(), Paren->getRParen(),
                         tok::r_paren);
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(&S))
      return checkClosed(*Index->getRHS(), Index->getRBracketLoc(),
                         tok::r_square);
    if (const auto *Call = dyn_cast<CallExpr>(&S))
      return checkCall(*Call);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&S))
      return checkName(*Reference->getDecl(), Reference->getLocation());
    if (const auto *Member = dyn_cast<MemberExpr>(&S))
      return checkName(*Member->getMemberDecl(), Member->getMemberLoc());
    if (const auto *Declarations = dyn_cast<DeclStmt>(&S))
      for (const Decl *D : Declarations->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D))
          if (auto Missing = checkInitializer(*Variable))
            return Missing;
    return std::nullopt;
  }

  std::optional<unsigned> checkBlock(const CompoundStmt &Block) const {
    if (Block.getLBracLoc().isMacroID() || Block.getRBracLoc().isMacroID())
      return std::nullopt;
    std::optional<unsigned> Open = offsetIn(Block.getLBracLoc());
    std::optional<unsigned> Close = offsetIn(Block.getRBracLoc());
    if (!Open || !Close)
      return std::nullopt;
    // clang closes a body that it gave up on at its opening brace.
    if (*Close <= *Open)
      return Open;
    size_t Cursor = Tokens.indexAt(*Open) + 1;
    for (const Stmt *Child : Block.body()) {
      std::optional<unsigned> Begin = beginOffset(*Child);
      std::optional<unsigned> End = endOffset(*Child);
      if (!Begin || !End)
        continue;
      if (auto Missing = Tokens.firstUnaccounted(Cursor, *Begin, PP, Strict))
        return Missing;
      Cursor = std::max(Cursor, Tokens.indexAt(*End) + 1);
    }
    return Tokens.firstUnaccounted(Cursor, *Close, PP, Strict);
  }

  /// A branch that clang could not parse becomes an empty statement at the
  /// place where its text begins.
  std::optional<unsigned> checkNull(const NullStmt &Null) const {
    if (Null.getSemiLoc().isMacroID() || Null.hasLeadingEmptyMacro())
      return std::nullopt;
    std::optional<unsigned> At = offsetIn(Null.getSemiLoc());
    if (!At || Tokens.kindAt(*At) == tok::semi)
      return std::nullopt;
    return At;
  }

  /// clang skips what it cannot parse between an operand and the bracket that
  /// closes after it.
  std::optional<unsigned> checkClosed(const Stmt &Last, SourceLocation Close,
                                      tok::TokenKind Kind) const {
    if (Close.isInvalid() || Close.isMacroID())
      return std::nullopt;
    std::optional<unsigned> End = endOffset(Last), At = offsetIn(Close);
    if (!End || !At || *End >= *At)
      return std::nullopt;
    if (Tokens.kindAt(*At) != Kind)
      return At;
    return Tokens.firstUnaccounted(Tokens.indexAt(*End) + 1, *At, PP, Strict);
  }

  std::optional<unsigned> checkCall(const CallExpr &Call) const {
    if (isa<CXXOperatorCallExpr, UserDefinedLiteral, CUDAKernelCallExpr>(Call))
      return std::nullopt;
    for (unsigned I = Call.getNumArgs(); I > 0; --I)
      if (!isa<CXXDefaultArgExpr>(Call.getArg(I - 1)))
        return checkClosed(*Call.getArg(I - 1), Call.getRParenLoc(),
                           tok::r_paren);
    return std::nullopt;
  }

  /// clang takes a misspelt name for the nearest one that it knows.
  std::optional<unsigned> checkName(const ValueDecl &Named,
                                    SourceLocation Loc) const {
    if (Named.isImplicit() || !Named.getDeclName().isIdentifier() ||
        !Named.getIdentifier() || Loc.isMacroID())
      return std::nullopt;
    std::optional<unsigned> At = offsetIn(Loc);
    if (!At || Tokens.kindAt(*At) != tok::raw_identifier ||
        Tokens.textAt(*At) == Named.getName())
      return std::nullopt;
    return At;
  }

  /// clang keeps a variable whose initialiser it cannot parse.
  std::optional<unsigned> checkInitializer(const VarDecl &Variable) const {
    if (Variable.getInit() || isa<DecompositionDecl>(Variable) ||
        Variable.getLocation().isMacroID())
      return std::nullopt;
    std::optional<unsigned> Name = offsetIn(Variable.getLocation());
    return Name ? Tokens.firstOfInitializer(*Name) : std::nullopt;
  }

  /// clang leaves out an init or increment that it cannot parse.
  std::optional<unsigned> checkForHeader(const ForStmt &For) const {
    if (For.getLParenLoc().isMacroID() || For.getRParenLoc().isMacroID())
      return std::nullopt;
    std::optional<unsigned> Open = offsetIn(For.getLParenLoc());
    std::optional<unsigned> Close = offsetIn(For.getRParenLoc());
    if (!Open || !Close)
      return std::nullopt;
    const Stmt *Condition = For.getConditionVariableDeclStmt();
    if (!Condition)
      Condition = For.getCond();
    return Tokens.firstMissingForPart(*Open, *Close,
                                      {For.getInit() != nullptr,
                                       Condition != nullptr,
                                       For.getInc() != nullptr});
  }

  Preprocessor &PP;
  const SourceManager &SM;
  FileID File;
  BodyTokens Tokens;
  bool Strict;
};
} // namespace

std::optional<unsigned> gpuperf::lineOfDroppedText(const FunctionDecl &F,
                                                   Preprocessor &PP,
                                                   bool Strict) {
  // The text belongs to the template; an instantiation's body has discarded
  // branches of its own.
  const FunctionDecl *Written = &F;
  if (const FunctionDecl *Pattern = F.getTemplateInstantiationPattern())
    Written = Pattern;
  const FunctionDecl *Definition = nullptr;
  if (!Written->isDefined(Definition) || !Definition->getBody())
    return std::nullopt;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body)
    return std::nullopt;

  const SourceManager &SM = PP.getSourceManager();
  SourceLocation Open = Body->getLBracLoc(), Close = Body->getRBracLoc();
  if (Open.isInvalid() || Open.isMacroID() || Close.isMacroID())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(Open);
  auto [CloseFile, End] = SM.getDecomposedLoc(Close);
  if (Close.isInvalid() || CloseFile != File || End <= Begin)
    return SM.getPresumedLineNumber(Open);

  BodyTokens Tokens(SM, File, Begin, End, PP.getLangOpts());
  TextCheck Check(PP, File, std::move(Tokens), Strict);
  if (std::optional<unsigned> At = Check.run(*Body))
    return SM.getPresumedLineNumber(
        SM.getLocForStartOfFile(File).getLocWithOffset(*At));
  return std::nullopt;
}

std::optional<unsigned>
gpuperf::lineOfDroppedInitializer(const VarDecl &Variable, Preprocessor &PP) {
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation Name = Variable.getLocation();
  if (Variable.getInit() || Name.isInvalid() || Name.isMacroID())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(Name);
  constexpr unsigned LongestDeclarator = 1024; // name and array bounds, bytes
  BodyTokens Tokens(SM, File, Begin, Begin + LongestDeclarator,
                    PP.getLangOpts());
  if (std::optional<unsigned> At = Tokens.firstOfInitializer(Begin))
    return SM.getPresumedLineNumber(
        SM.getLocForStartOfFile(File).getLocWithOffset(*At));
  return std::nullopt;
}
