//===- LaunchBoundsCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/LaunchBoundsCheck.h"
#include "analysis/report/Wording.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::formatv;

namespace gpuperf {

struct LaunchBoundsCheck::Candidate {
  const LaunchAnswer *Launch = nullptr;
  const GpuAnswer *On = nullptr;
  const GpuModel *Gpu = nullptr;
  LaunchBounds Wanted;
};

/// Each asks ptxas about all of the file's kernels once more.
static constexpr unsigned MostRuns = 2;

/// Where the kernel's text stands: the template's, for an instantiation.
static const FunctionDecl &textOf(const FunctionDecl &Kernel) {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  return Pattern ? *Pattern : Kernel;
}

/// The first argument of the kernel's __launch_bounds__, if it is a number
/// here.
static std::optional<std::pair<uint64_t, const Expr *>>
boundOf(const ASTContext &Ctx, const FunctionDecl &Kernel) {
  const auto *Attr = Kernel.getAttr<CUDALaunchBoundsAttr>();
  const Expr *E = Attr ? Attr->getMaxThreads() : nullptr;
  if (!E || E->isValueDependent())
    return std::nullopt;
  auto Value = E->getIntegerConstantExpr(Ctx);
  if (!Value || Value->isNegative() || Value->getActiveBits() > 32)
    return std::nullopt;
  return std::pair(Value->getZExtValue(), E);
}

/// The number in the file that a bound is, if it is just that: not the result
/// of a macro but for __launch_bounds__ itself.
static SourceLocation literalIn(const SourceManager &SM, const Expr *Bound) {
  Bound = Bound->IgnoreImpCasts();
  if (const auto *Constant = dyn_cast<ConstantExpr>(Bound))
    Bound = Constant->getSubExpr()->IgnoreImpCasts();
  if (!isa<IntegerLiteral>(Bound))
    return SourceLocation();
  SourceLocation Loc = Bound->getBeginLoc();
  while (Loc.isMacroID()) {
    if (!SM.isMacroArgExpansion(Loc))
      return SourceLocation();
    Loc = SM.getImmediateSpellingLoc(Loc);
  }
  return Loc;
}

/// Why a bound cannot be put into the text by itself; empty if it can.
static std::string whyNoFix(const SourceManager &SM, const FunctionDecl &Kernel,
                            const FileAnalysis &File) {
  const FunctionDecl &Text = textOf(Kernel);
  if (Text.getLocation().isMacroID())
    return "the kernel comes from a macro";
  if (!SM.isInMainFile(Text.getLocation()))
    return "code that includes this header may launch larger blocks";
  if (&Text != &Kernel)
    return "the template may have other instantiations";
  if (!Text.isFirstDecl() || Text.getMostRecentDecl() != &Text)
    return "the kernel is declared more than once";
  for (const LaunchAnswer &Other : File.Launches) {
    if (!Other.Site.Kernel)
      return "a kernel is launched by a pointer";
    if (Other.Site.Kernel->getCanonicalDecl() == Kernel.getCanonicalDecl() &&
        !(Other.Bound.L && Other.Bound.BlockKnown))
      return "not every launch has a known block";
  }
  return "";
}

void LaunchBoundsCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  reportTooSmall(File);
  std::vector<Candidate> Wanted = candidates(File);
  // One run of ptxas for the candidates of one compilation.
  unsigned Runs = 0;
  for (size_t First = 0; First < Wanted.size() && Runs < MostRuns;) {
    const PtxQuestion *Asked = Wanted[First].On->Compiled->Asked.get();
    std::string Ptx = Asked->Ptx;
    size_t Last = First;
    for (; Last < Wanted.size() &&
           Wanted[Last].On->Compiled->Asked.get() == Asked;
         ++Last)
      if (std::string With = ptxWithBounds(
              Ptx, Wanted[Last].On->Kernel->Mangled, Wanted[Last].Wanted);
          !With.empty())
        Ptx = std::move(With);
    ++Runs;
    const auto Bounded = registersOfPtx(Ptx, Asked->Options);
    for (size_t I = First; I < Last; ++I)
      for (auto &[Mangled, Use] : Bounded) {
        const Candidate &C = Wanted[I];
        if (Mangled != C.On->Kernel->Mangled)
          continue;
        auto Gain =
            gainOfBounds(*C.On->Kernel, C.On->Asked, *C.Gpu, *C.On->P, Use);
        if (Gain && 100 * (1 - Gain->WithoutUs.Value / Gain->TimeUs.Value) >=
                        MinGainPercent)
          report(C, *Gain, File);
      }
    First = Last;
  }
}

/// A block over the bound does not run at all.
void LaunchBoundsCheck::reportTooSmall(const FileAnalysis &File) {
  struct Needs {
    const LaunchAnswer *Launch;
    uint64_t Threads;
  };
  std::vector<Needs> All;
  for (const LaunchAnswer &A : File.Launches) {
    if (!A.Site.Kernel || A.Site.ContainsErrors || !A.Bound.L ||
        !A.Bound.BlockKnown)
      continue;
    auto Bound = boundOf(*Ctx, *A.Site.Kernel);
    const uint64_t Threads = A.Bound.L->Block.count();
    if (!Bound || Threads <= Bound->first || Threads > 1024)
      continue;
    auto Same = llvm::find_if(All, [&](const Needs &N) {
      return N.Launch->Site.Kernel == A.Site.Kernel;
    });
    if (Same == All.end())
      All.push_back({&A, Threads});
    else if (Threads > Same->Threads)
      *Same = {&A, Threads};
  }
  for (const Needs &N : All) {
    const FunctionDecl &Kernel = *N.Launch->Site.Kernel;
    const auto [Bound, Argument] = *boundOf(*Ctx, Kernel);
    const SourceLocation Where = SM->getExpansionLoc(Kernel.getLocation());
    if (SM->isInSystemHeader(Where))
      continue;
    {
      auto Diag =
          diag(Where, "'%0' is launched with blocks of %1 threads, over "
                      "its __launch_bounds__(%2): the launch fails")
          << N.Launch->Site.KernelName << static_cast<unsigned>(N.Threads)
          << static_cast<unsigned>(Bound);
      const SourceLocation Literal = literalIn(*SM, Argument);
      if (Literal.isValid() && !Kernel.isTemplateInstantiation())
        Diag << FixItHint::CreateReplacement(SourceRange(Literal),
                                             std::to_string(N.Threads));
    }
    diag(N.Launch->Site.Where, "launched here", DiagnosticIDs::Note);
  }
}

/// One per kernel: the launch and GPU that would gain; none for a kernel whose
/// launches differ in their blocks.
std::vector<LaunchBoundsCheck::Candidate>
LaunchBoundsCheck::candidates(const FileAnalysis &File) const {
  std::vector<Candidate> Out;
  for (const LaunchAnswer &A : File.Launches) {
    if (!A.Bound.L || !A.Bound.BlockKnown)
      continue;
    const uint64_t Threads = A.Bound.L->Block.count();
    const bool Differs =
        llvm::any_of(File.Launches, [&](const LaunchAnswer &B) {
          return B.Site.Kernel == A.Site.Kernel && B.Bound.L &&
                 B.Bound.L->Block.count() != Threads;
        });
    const bool Known = llvm::any_of(Out, [&](const Candidate &C) {
      return C.Launch->Site.Kernel == A.Site.Kernel;
    });
    if (Differs || Known)
      continue;
    for (size_t I = 0; I < A.PerGpu.size(); ++I) {
      const GpuAnswer &On = A.PerGpu[I];
      if (!On.P || !On.Kernel || !On.Compiled || !On.Compiled->Asked)
        continue;
      if (auto Wanted = wantedBounds(*On.Kernel, On.Asked, File.Gpus[I], *On.P,
                                     MinGainPercent)) {
        Out.push_back({&A, &On, &File.Gpus[I], *Wanted});
        break;
      }
    }
  }
  // By compilation, in order of appearance.
  auto Compilation = [&](const Candidate &C) {
    return llvm::find_if(Out,
                         [&](const Candidate &Other) {
                           return Other.On->Compiled->Asked ==
                                  C.On->Compiled->Asked;
                         })
        ->On;
  };
  std::vector<Candidate> Grouped;
  for (const Candidate &First : Out)
    if (Compilation(First) == First.On)
      llvm::copy_if(Out, std::back_inserter(Grouped), [&](const Candidate &C) {
        return C.On->Compiled->Asked == First.On->Compiled->Asked;
      });
  return Grouped;
}

void LaunchBoundsCheck::report(const Candidate &C, const LaunchBoundsGain &G,
                               const FileAnalysis &File) {
  const FunctionDecl &Kernel = *C.Launch->Site.Kernel;
  const SourceLocation Where = SM->getExpansionLoc(Kernel.getLocation());
  if (SM->isInSystemHeader(Where))
    return;
  const std::string Bounds =
      C.Wanted.MinBlocks
          ? formatv("__launch_bounds__({0}, {1})", C.Wanted.Threads,
                    C.Wanted.MinBlocks)
                .str()
          : formatv("__launch_bounds__({0})", C.Wanted.Threads).str();
  const auto Old = boundOf(*Ctx, Kernel);
  std::string Why = whyNoFix(*SM, Kernel, File);
  if (Why.empty() && Old)
    Why = "there is a bound already";
  {
    auto Diag = diag(Where, "%0 on '%1' would save %2 of its time on %3")
                << Bounds << C.Launch->Site.KernelName
                << formatPercent(1 - G.WithoutUs.Value / G.TimeUs.Value)
                << C.On->Gpu;
    if (Why.empty())
      Diag << FixItHint::CreateInsertion(Kernel.getLocation(), Bounds + " ");
  }
  auto Note = [&](const std::string &Text) {
    diag(Where, "%0", DiagnosticIDs::Note) << Text;
  };
  if (G.SpillBytesNow > 0)
    Note(formatv("its bound of {0} threads makes ptxas spill {1} bytes per "
                 "thread; with {2} it uses {3} registers and spills none",
                 C.On->Kernel->MaxThreadsPerBlockBound, G.SpillBytesNow,
                 C.Wanted.Threads, G.RegistersThen));
  else
    Note(formatv("{0} registers per thread leave room for {1} of {2} warps on "
                 "an SM; with the bound ptxas does with {3} and spills none: "
                 "{4} warps",
                 G.RegistersNow, G.WarpsPerSm, G.MaxWarpsPerSm, G.RegistersThen,
                 G.WarpsThen));
  if (!Why.empty())
    Note("no fix-it: " + Why);
  diag(C.Launch->Site.Where, "predicted %0 -> %1 in this launch",
       DiagnosticIDs::Note)
      << formatTimeUs(G.TimeUs.Value) << formatTimeUs(G.WithoutUs.Value);
}

} // namespace gpuperf
