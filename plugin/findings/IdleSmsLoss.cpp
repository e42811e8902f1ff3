//===- IdleSmsLoss.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/IdleSmsLoss.h"
#include "analysis/advice/Plausible.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/launch/OpenNames.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;

/// What is left of the time at most, at sizes of which nobody says that the
/// program has them. At the smallest of them launching takes part of it.
static constexpr double MostLeft = 0.5;

static double share(const IdleSms &I) {
  return I.WithoutUs.Value / I.TimeUs.Value;
}

/// The least of what is lost in \p Launches; nothing where one that is
/// plausible loses less than half of its time, or in another way.
static std::optional<IdleSmsLoss> leastOf(llvm::ArrayRef<Launch> Launches,
                                          const GpuAnswer &On,
                                          const GpuModel &Gpu) {
  std::optional<IdleSmsLoss> Least;
  PredictOptions Options;
  Options.Model = On.P->Model;
  for (const Launch &L : Launches) {
    auto P = predictLaunch(*On.Kernel, L, Gpu, Options);
    if (!P) {
      llvm::consumeError(P.takeError());
      continue;
    }
    if (!isPlausible(*On.Kernel, *P, Gpu))
      continue;
    const auto Found = findIdleSms(*On.Kernel, L, Gpu, *P);
    if (!Found || share(*Found) > MostLeft ||
        (Least &&
         (Found->Loop != Least->Loop || Found->Blocks != Least->Blocks)))
      return std::nullopt;
    if (!Least || share(*Found) > share(*Least))
      Least = IdleSmsLoss{*Found, ""};
  }
  return Least;
}

/// Whether the launch goes to one of several streams that are numbered, so that
/// others run beside it.
static bool runsBesideOthers(const LaunchSite &Site) {
  const auto *Launch =
      llvm::dyn_cast_or_null<clang::CUDAKernelCallExpr>(Site.Call);
  if (!Launch || Launch->getConfig()->getNumArgs() < 4)
    return false;
  const clang::Expr *Stream =
      Launch->getConfig()->getArg(3)->IgnoreParenImpCasts();
  const auto *Operator = llvm::dyn_cast<clang::CXXOperatorCallExpr>(Stream);
  return llvm::isa<clang::ArraySubscriptExpr>(Stream) ||
         (Operator && Operator->getOperator() == clang::OO_Subscript);
}

std::optional<IdleSmsLoss>
gpuperf::findIdleSmsLoss(const LaunchAnswer &Answer, const GpuAnswer &On,
                         const GpuModel &Gpu, const HostBindings &Assume) {
  if (runsBesideOthers(Answer.Site))
    return std::nullopt;
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  if (Open.empty() && On.Asked.Why.empty())
    if (auto Found = findIdleSms(*On.Kernel, On.Asked, Gpu, *On.P))
      return IdleSmsLoss{*Found, ""};
  if (!areLargeTogether(Open))
    return std::nullopt;
  int64_t From = LargeSize;
  auto Least = leastOf(launchesAtLargeSizes(Answer, Assume), On, Gpu);
  for (int64_t Longer : {1 << 16, 1 << 20}) {
    if (Least)
      break;
    From = Longer;
    Least = leastOf(launchesAtLongSizes(Answer, Assume, From), On, Gpu);
    // To change a kernel for a size that it may never have is no advice.
    if (Least && From > (1 << 16) && !Least->StridesByGrid)
      return std::nullopt;
  }
  if (Least)
    Least->OnlyWhere = llvm::join(Open, " and ") +
                       (Open.size() == 1 ? " is " : " are ") +
                       std::to_string(From) + " or more";
  return Least;
}
