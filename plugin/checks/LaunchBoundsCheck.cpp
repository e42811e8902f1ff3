//===- LaunchBoundsCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/LaunchBoundsCheck.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/launch/OpenNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace clang;
using llvm::formatv;

namespace gpuperf {

/// The function whose text the kernel has: for an instantiation, the template.
static const FunctionDecl &textOf(const FunctionDecl &Kernel) {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  // Functions of the AST are never temporary.
  // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter)
  return Pattern ? *Pattern : Kernel;
}

/// The first argument of the kernel's __launch_bounds__ with its value, if it
/// is a constant and does not depend on a template parameter.
static std::optional<std::pair<uint64_t, const Expr *>>
boundOf(const ASTContext &Ctx, const FunctionDecl &Kernel) {
  const Expr *E = nullptr;
  if (const auto *Cuda = Kernel.getAttr<CUDALaunchBoundsAttr>())
    E = Cuda->getMaxThreads();
  // HIP's __launch_bounds__ is a macro for this attribute.
  else if (const auto *Hip = Kernel.getAttr<AMDGPUFlatWorkGroupSizeAttr>())
    E = Hip->getMax();
  if (!E || E->isValueDependent())
    return std::nullopt;
  auto Value = E->getIntegerConstantExpr(Ctx);
  if (!Value || Value->isNegative() || Value->getActiveBits() > 32)
    return std::nullopt;
  return std::pair(Value->getZExtValue(), E);
}

/// The place of the bound in the file, if the bound is a literal. Invalid if it
/// comes from a macro other than __launch_bounds__ itself.
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

/// Why a fix-it cannot put a bound into the text; empty if it can.
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

/// Why the bound is not to be written although it could be; empty if it is.
std::string
LaunchBoundsCheck::whyNotNow(const LaunchBoundsFinding &Found) const {
  const FunctionDecl *Kernel = Found.Launch->Site.Kernel->getCanonicalDecl();
  for (const LaunchConfigFinding &F : launchConfigs(MinGainPercent))
    if (F.Answer->Site.Kernel &&
        F.Answer->Site.Kernel->getCanonicalDecl() == Kernel &&
        F.Block.count() > Found.Bounds.Threads)
      return formatv("gpuperf-launch-config proposes blocks of {0}, which a "
                     "bound of {1} threads forbids",
                     F.Block.count(), Found.Bounds.Threads);
  return "";
}

void LaunchBoundsCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  reportTooSmall(File);
  for (const LaunchBoundsFinding &Found : tryLaunchBounds(File, MinGainPercent))
    reportGain(Found, File);
}

/// Reports kernels that are launched with more threads than their bound allows:
/// such a launch fails.
void LaunchBoundsCheck::reportTooSmall(const FileAnalysis &File) {
  struct Needs {
    const LaunchAnswer *Launch;
    uint64_t Threads;
  };
  std::vector<Needs> All;
  for (const LaunchAnswer &A : File.Launches) {
    if (!A.Site.Kernel || A.Site.isBroken() || !A.Bound.L ||
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

/// The least share of the time that the bounds save at any plausible size,
/// percent; 0 where none was tried.
static double leastSaved(const LaunchBoundsFinding &Found, const GpuModel &Gpu,
                         const HostBindings &Assume) {
  return leastOver(
             launchesAtOtherSizes(*Found.Launch, Assume), *Found.On, Gpu,
             [&](const Launch &L, const Prediction &Now) {
               const auto Then = predictWithRegisters(
                   *Found.On->Kernel, L, Gpu, Now, Found.Gain.RegistersThen);
               return Then ? 100 * (1 - Then->TimeUs.Value / Now.TimeUs.Value)
                           : 0;
             })
      .value_or(0);
}

void LaunchBoundsCheck::reportGain(const LaunchBoundsFinding &Found,
                                   const FileAnalysis &File) {
  const LaunchBoundsGain &G = Found.Gain;
  double Saved = 100 * (1 - G.WithoutUs.Value / G.TimeUs.Value);
  const std::vector<std::string> Open =
      openNames(Found.Launch->Site, Found.Launch->Bound, Assume);
  // What spills cost is known at the assumed sizes only.
  const bool IsTried = !Open.empty() && G.SpillBytesNow == 0;
  if (IsTried) {
    const GpuModel &Gpu = File.Gpus[Found.On - Found.Launch->PerGpu.data()];
    Saved = std::min(Saved, leastSaved(Found, Gpu, Assume));
    if (Saved < MinGainPercent)
      return;
  }
  speakOf(*Found.On);
  const FunctionDecl &Kernel = *Found.Launch->Site.Kernel;
  const SourceLocation Where = SM->getExpansionLoc(Kernel.getLocation());
  if (SM->isInSystemHeader(Where))
    return;
  const std::string Bounds =
      Found.Bounds.MinBlocks
          ? formatv("__launch_bounds__({0}, {1})", Found.Bounds.Threads,
                    Found.Bounds.MinBlocks)
                .str()
          : formatv("__launch_bounds__({0})", Found.Bounds.Threads).str();
  const auto Old = boundOf(*Ctx, Kernel);
  std::string Why = whyNoFix(*SM, Kernel, File);
  if (Why.empty() && Old)
    Why = "there is a bound already";
  if (Why.empty())
    Why = whyNotNow(Found);
  {
    auto Diag = diag(Where, "%0 on '%1' would save %2 of its time on %3")
                << Bounds << Found.Launch->Site.KernelName
                << (IsTried || Open.empty() ? "" : "about ") +
                       formatShareOfTime(Saved, IsTried)
                << Found.On->Gpu;
    if (Why.empty())
      Diag << FixItHint::CreateInsertion(Kernel.getLocation(), Bounds + " ");
  }
  auto Note = [&](const std::string &Text) {
    diag(Where, "%0", DiagnosticIDs::Note) << Text;
  };
  if (G.SpillBytesNow > 0)
    Note(formatv("its bound of {0} threads makes ptxas spill {1} bytes per "
                 "thread; with {2} it uses {3} registers and spills none",
                 Found.On->Kernel->MaxThreadsPerBlockBound, G.SpillBytesNow,
                 Found.Bounds.Threads, G.RegistersThen));
  else
    Note(formatv("{0} registers per thread leave room for {1} of {2} warps on "
                 "an SM; with the bound ptxas does with {3} and spills none: "
                 "{4} warps",
                 G.RegistersNow, G.WarpsPerSm, G.MaxWarpsPerSm, G.RegistersThen,
                 G.WarpsThen));
  if (!Why.empty())
    Note("no fix-it: " + Why);
  if (Open.empty())
    diag(Found.Launch->Site.Where, "predicted %0 -> %1 in this launch",
         DiagnosticIDs::Note)
        << formatTimeUs(G.TimeUs.Value) << formatTimeUs(G.WithoutUs.Value);
  else
    diag(Found.Launch->Site.Where,
         IsTried ? leastOfTriedSizes()
                 : "sizes are not known here: the share is of sizes that were "
                   "assumed",
         DiagnosticIDs::Note);
}

} // namespace gpuperf
