//===- LaunchIdentity.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/LaunchIdentity.h"
#include "plugin/ast/KernelNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include <map>
#include <set>

using namespace clang;
using namespace gpuperf;

/// A hash of the tokens of a function as it is written.
static std::string fingerprintOf(const FunctionDecl &F, const ASTContext &Ctx) {
  const FunctionDecl *Written = F.getTemplateInstantiationPattern();
  if (!Written)
    Written = &F;
  if (!Written->doesThisDeclarationHaveABody())
    return "";
  const SourceManager &SM = Ctx.getSourceManager();
  CharSourceRange Range = SM.getExpansionRange(Written->getSourceRange());
  const auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
  const auto [EndFile, End] = SM.getDecomposedLoc(Range.getEnd());
  bool Invalid = false;
  llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  if (Invalid || File != EndFile || End < Begin || End > Text.size())
    return "";
  Lexer Lex(SM.getLocForStartOfFile(File), Ctx.getLangOpts(), Text.begin(),
            Text.begin() + Begin, Text.end());
  llvm::SHA1 Hash;
  Token Next;
  do {
    Lex.LexFromRawLexer(Next);
    const unsigned At = SM.getFileOffset(Next.getLocation());
    if (Next.is(tok::eof) || At > End)
      break;
    Hash.update(Text.substr(At, Next.getLength()));
    Hash.update(" ");
  } while (true);
  constexpr size_t Bytes = 8; // a fact is compared with one function only
  return llvm::toHex(llvm::ArrayRef<uint8_t>(Hash.final()).take_front(Bytes),
                     /*LowerCase=*/true);
}

std::vector<LaunchIdentity>
gpuperf::identifyLaunches(llvm::ArrayRef<LaunchSite> Sites,
                          const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  std::vector<LaunchIdentity> Out;
  llvm::DenseMap<const FunctionDecl *, std::string> Hashes;
  // Instantiations of one template launch at one place.
  std::map<std::pair<std::string, std::string>,
           std::set<std::pair<unsigned, unsigned>>>
      Places;
  for (const LaunchSite &Site : Sites) {
    LaunchIdentity &Id = Out.emplace_back();
    if (Site.Function) {
      Id.Function = Site.Function->getQualifiedNameAsString();
      auto [It, New] = Hashes.try_emplace(Site.Function);
      if (New)
        It->second = fingerprintOf(*Site.Function, Ctx);
      Id.Fingerprint = It->second;
    }
    if (Site.Kernel) {
      Id.Kernel = Site.KernelName;
      Id.Mangled = deviceMangledName(*Site.Kernel);
    }
    if (!Site.Call)
      continue;
    SourceLocation At = Site.Call->getBeginLoc();
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.Call))
      if (Launch->getConfig())
        At = Launch->getConfig()->getBeginLoc();
    PresumedLoc Place = SM.getPresumedLoc(SM.getExpansionLoc(At));
    if (Place.isInvalid())
      continue;
    Id.File = Place.getFilename();
    Id.Line = Place.getLine();
    Id.Column = Place.getColumn();
    Places[{Id.Function, Id.Mangled}].insert({Id.Line, Id.Column});
  }
  for (LaunchIdentity &Id : Out) {
    const auto &Same = Places[{Id.Function, Id.Mangled}];
    Id.Ordinal = static_cast<unsigned>(
        std::distance(Same.begin(), Same.find({Id.Line, Id.Column})));
  }
  return Out;
}

bool gpuperf::isSameFile(llvm::StringRef A, llvm::StringRef B) {
  if (A == B)
    return true;
  if (llvm::sys::path::filename(A) != llvm::sys::path::filename(B))
    return false;
  llvm::SmallString<256> Left(A), Right(B);
  for (llvm::SmallString<256> *Path : {&Left, &Right}) {
    llvm::sys::fs::make_absolute(*Path);
    llvm::sys::path::remove_dots(*Path, /*remove_dot_dot=*/true);
  }
  return Left == Right || llvm::sys::fs::equivalent(Left, Right);
}

void gpuperf::nameFacts(std::vector<LaunchFact> &Facts,
                        llvm::ArrayRef<LaunchIdentity> Known) {
  for (LaunchFact &F : Facts)
    for (const LaunchIdentity &Id : Known) {
      if (!F.Line || F.Line != Id.Line || F.Column != Id.Column ||
          (!Id.Mangled.empty() && Id.Mangled != F.Mangled) ||
          !isSameFile(F.File, Id.File))
        continue;
      F.Function = Id.Function;
      F.Ordinal = Id.Ordinal;
      F.Fingerprint = Id.Fingerprint;
      break;
    }
}

/// "scale<double>" without the namespaces in front, and without spaces.
static std::string lastName(llvm::StringRef Name) {
  size_t Arguments = Name.find('<');
  size_t Colons = Name.substr(0, Arguments).rfind("::");
  if (Colons != llvm::StringRef::npos)
    Name = Name.drop_front(Colons + 2);
  std::string Out = Name.str();
  llvm::erase(Out, ' ');
  return Out;
}

/// A recorded fact names the program or library where it does not know the
/// source.
static bool isBinary(llvm::StringRef File) {
  const llvm::StringRef Name = llvm::sys::path::filename(File);
  return !Name.empty() && (!llvm::sys::path::has_extension(Name) ||
                           Name.contains(".so") || Name.ends_with(".out"));
}

bool gpuperf::isSameFunction(const LaunchFact &Fact,
                             const LaunchIdentity &Launch) {
  return lastName(Fact.Function) == lastName(Launch.Function);
}

FactMatch gpuperf::matchFact(const LaunchFact &Fact,
                             const LaunchIdentity &Launch) {
  if (!Fact.Mangled.empty() && !Launch.Mangled.empty() &&
      Fact.Mangled != Launch.Mangled)
    return FactMatch::Other;
  if ((Fact.Mangled.empty() || Launch.Mangled.empty()) &&
      !Launch.Kernel.empty() &&
      lastName(Fact.Kernel) != lastName(Launch.Kernel))
    return FactMatch::Other;
  // Of a program without debug information the kernel is certain; the function
  // may be one that the launch was inlined into.
  if (Fact.Function.empty() || isBinary(Fact.File))
    return Launch.Mangled.empty() ? FactMatch::Other : FactMatch::Same;
  if (!isSameFunction(Fact, Launch) || Fact.Ordinal != Launch.Ordinal ||
      (!Fact.File.empty() && !isSameFile(Fact.File, Launch.File)))
    return FactMatch::Other;
  return Fact.Fingerprint.empty() || Fact.Fingerprint == Launch.Fingerprint
             ? FactMatch::Same
             : FactMatch::Stale;
}
