//===- DataComments.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/DataComments.h"
#include "analysis/models/ShortNumber.h"
#include "plugin/ast/ControlParts.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/host/Assume.h"
#include "plugin/launch/AssumeComments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace clang;
using namespace gpuperf;
using llvm::formatv;

/// Trip counts from here on would be walked for seconds.
static constexpr double MostTrips = 2147483647;

static double numberOf(const HostValue &V) {
  return V.IsFloating ? V.Floating : static_cast<double>(V.Integer);
}

const std::vector<DataComments::Comment> &
DataComments::commentsOf(FileID File) {
  auto [It, IsNew] = ByFile.try_emplace(File);
  if (!IsNew)
    return It->second;
  const SourceManager &SM = Ctx.getSourceManager();
  bool Invalid = false;
  llvm::StringRef Buffer = SM.getBufferData(File, &Invalid);
  if (Invalid)
    return It->second;
  for (const AssumeComment &Found : allAssumeComments(Buffer)) {
    Comment C;
    C.Where = SM.getComposedLoc(File, static_cast<unsigned>(Found.Offset));
    C.Line = Found.Line;
    auto Said = parseAssume(Found.Text);
    if (!Said) {
      std::string Why = llvm::toString(Said.takeError());
      llvm::StringRef Text = Found.Text;
      if (!Text.contains("trips") && !Text.contains("branch"))
        continue;
      C.TripsText = Found.Text;
      C.Error = std::move(Why);
    }
    if (Said) {
      if (auto At = Said->find("trips"); At != Said->end()) {
        C.Trips = numberOf(At->second);
        C.TripsText = "trips=" + shortNumber(*C.Trips);
      }
      if (auto At = Said->find("branch"); At != Said->end()) {
        C.Share = numberOf(At->second);
        C.ShareText = "branch=" + shortNumber(*C.Share);
      }
      if (!C.Trips && !C.Share)
        continue;
    }
    It->second.push_back(std::move(C));
  }
  return It->second;
}

FileID DataComments::fileNamed(const std::string &Path) {
  auto [It, IsNew] = ByPath.try_emplace(Path);
  if (!IsNew)
    return It->second;
  SourceManager &SM = Ctx.getSourceManager();
  auto Entry = SM.getFileManager().getOptionalFileRef(Path);
  if (!Entry)
    return It->second;
  // translateFile reads the places of all includes, which takes longer in an
  // editor than all of the rest for a file that has not changed. Few files have
  // a comment that makes them worth it.
  auto Text = SM.getMemoryBufferForFileOrNone(*Entry);
  if (Text && !allAssumeComments(Text->getBuffer()).empty())
    It->second = SM.translateFile(*Entry);
  return It->second;
}

namespace {
/// A function's text in a file, by lines.
struct CodeRange {
  FileID File;
  unsigned First = 0, Last = 0;
  const FunctionDecl *Function = nullptr;
};
} // namespace

/// The smallest first: a lambda's text is a part of that of another function,
/// and what stands in it is the lambda's.
static std::vector<CodeRange> codeOf(ASTContext &Ctx,
                                     const FunctionDecl &Kernel) {
  const SourceManager &SM = Ctx.getSourceManager();
  std::vector<CodeRange> Out;
  for (const FunctionDecl *F : userFunctionsOf(Ctx, Kernel)) {
    const SourceLocation Begin = SM.getExpansionLoc(F->getBeginLoc());
    const SourceLocation End = SM.getExpansionRange(F->getEndLoc()).getEnd();
    if (Begin.isInvalid() || End.isInvalid() ||
        SM.getFileID(Begin) != SM.getFileID(End))
      continue;
    Out.push_back({SM.getFileID(Begin), SM.getSpellingLineNumber(Begin),
                   SM.getSpellingLineNumber(End), F});
  }
  llvm::stable_sort(Out, [](const CodeRange &A, const CodeRange &B) {
    return A.Last - A.First < B.Last - B.First;
  });
  return Out;
}

uint32_t gpuperf::fileIn(const SourceManager &SM, const KernelSummary &Kernel,
                         FileID File) {
  auto Here = SM.getFileEntryRefForID(File);
  for (uint32_t F = 0; Here && F < Kernel.Files.size(); ++F) {
    auto There = SM.getFileManager().getOptionalFileRef(Kernel.Files[F]);
    if (There && *There == *Here)
      return F;
  }
  return NoId;
}

static SourceSpan spanOf(uint32_t File, const TextPart &Part) {
  if (Part.Begin.Line == 0)
    return {};
  return {{File, Part.Begin.Line, Part.Begin.Column},
          {File, Part.End.Line, Part.End.Column}};
}

std::vector<CommentUse> DataComments::give(const FunctionDecl &Kernel,
                                           KernelSummary &Summary) {
  const SourceManager &SM = Ctx.getSourceManager();
  // Most files have no such comment, and are done with here.
  bool Any = false;
  std::vector<FileID> Files = {SM.getMainFileID()};
  for (const std::string &Path : Summary.Files)
    if (FileID File = fileNamed(Path); File.isValid())
      Files.push_back(File);
  for (FileID File : Files)
    Any |= !SM.isInSystemHeader(SM.getLocForStartOfFile(File)) &&
           !commentsOf(File).empty();
  Summary.Given = {};
  if (!Any)
    return {};

  std::vector<GivenLine> Lines;
  std::vector<CommentUse> Uses;
  /// For each line: the places in Uses of what is said of trips and share.
  std::vector<std::pair<size_t, size_t>> Places;
  std::vector<SourceLocation> Seen;
  for (const CodeRange &Code : codeOf(Ctx, Kernel)) {
    const uint32_t File = fileIn(SM, Summary, Code.File);
    for (const Comment &C : commentsOf(Code.File)) {
      if (C.Line < Code.First || C.Line > Code.Last ||
          llvm::is_contained(Seen, C.Where))
        continue;
      Seen.push_back(C.Where);
      auto use = [&](const std::string &Said, GivenUse Use,
                     const std::string &Error) {
        Uses.push_back({C.Where, Said, C.Line, Use, Error});
      };
      if (!C.Error.empty()) {
        use(C.TripsText, GivenUse::NotThere, C.Error);
        continue;
      }
      GivenLine Line;
      std::pair<size_t, size_t> Place;
      if (C.Trips) {
        const bool Good = *C.Trips >= 0 && *C.Trips < MostTrips;
        use(C.TripsText, GivenUse::NotThere,
            Good ? "" : "a loop runs from 0 to 2147483646 times");
        if (Good)
          Line.Trips = C.Trips, Place.first = Uses.size();
      }
      if (C.Share) {
        const bool Good = *C.Share >= 0 && *C.Share <= 1;
        use(C.ShareText, GivenUse::NotThere,
            Good ? "" : "a share of the cases is from 0 to 1");
        if (Good)
          Line.Share = C.Share, Place.second = Uses.size();
      }
      if (File == NoId || (!Line.Trips && !Line.Share))
        continue;
      Line.Head = {{File, C.Line, 0}, {File, C.Line, 0}};
      if (auto Parts = controlPartsOn(SM, *Code.Function, C.Line)) {
        Line.Head = spanOf(File, Parts->Head);
        Line.Then = spanOf(File, Parts->Then);
        Line.Else = spanOf(File, Parts->Else);
        Line.ThenJumps = Parts->ThenJumps;
      }
      Lines.push_back(Line);
      Places.push_back(Place);
    }
  }
  const std::vector<GivenLineUse> Found = setGivenData(Summary, Lines);
  for (size_t I = 0; I < Found.size(); ++I) {
    if (Found[I].Trips)
      Uses[Places[I].first - 1].Use = *Found[I].Trips;
    if (Found[I].Share)
      Uses[Places[I].second - 1].Use = *Found[I].Share;
  }
  return Uses;
}

/// Why a number is not used, in one clause.
static std::string whyNot(const CommentUse &Use) {
  if (!Use.Error.empty())
    return Use.Error;
  const bool IsLoop = llvm::StringRef(Use.Said).starts_with("trips");
  const char *const What = IsLoop ? "loop" : "branch";
  switch (Use.Use) {
  case GivenUse::Used:
    break;
  case GivenUse::NotThere:
    return formatv("the compiled kernel has no {0} on line {1}", What,
                   Use.Line);
  case GivenUse::Known:
    return formatv("what the {0} on line {1} does follows from the code", What,
                   Use.Line);
  case GivenUse::LeavesLoop:
    return formatv("the branch on line {0} ends a loop; write trips=N at the "
                   "loop",
                   Use.Line);
  case GivenUse::Endless:
    return formatv("the loop on line {0} would never end", Use.Line);
  case GivenUse::NoWay:
    return formatv("which way the branch on line {0} goes cannot be told in "
                   "the compiled kernel",
                   Use.Line);
  }
  llvm_unreachable("a use without words");
}

std::vector<Remark> gpuperf::remarksOn(llvm::ArrayRef<CommentUse> Uses) {
  std::vector<Remark> Out;
  std::vector<const CommentUse *> Told;
  for (const CommentUse &Use : Uses) {
    auto isSame = [&](const CommentUse &Other) {
      return Other.Where == Use.Where && Other.Said == Use.Said;
    };
    // One kernel may have a loop there that another one does not.
    if (llvm::any_of(Uses,
                     [&](const CommentUse &Other) {
                       return isSame(Other) && Other.Error.empty() &&
                              Other.Use == GivenUse::Used;
                     }) ||
        llvm::any_of(Told, [&](const CommentUse *T) { return isSame(*T); }))
      continue;
    Told.push_back(&Use);
    Out.push_back(
        {Use.Where, formatv("'{0}' is not used: {1}", Use.Said, whyNot(Use))});
  }
  llvm::stable_sort(
      Out, [](const Remark &A, const Remark &B) { return A.Where < B.Where; });
  return Out;
}

std::string gpuperf::remarkText(const SourceManager &SM, const Remark &R) {
  const PresumedLoc At = SM.getPresumedLoc(R.Where);
  if (At.isInvalid())
    return R.Text;
  return formatv("{0}:{1}:{2}: {3}", At.getFilename(), At.getLine(),
                 At.getColumn(), R.Text);
}
