//===- LayoutUses.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LayoutUses.h"
#include "analysis/advice/lines/LanePattern.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using namespace gpuperf;

const ValueDecl *gpuperf::arrayNamed(const Expr &Arg) {
  const Expr *Of = Arg.IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Of))
    return Ref->getDecl();
  const auto *Member = dyn_cast<MemberExpr>(Of);
  return Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
             ? Member->getMemberDecl()
             : nullptr;
}

const ValueDecl *gpuperf::passedFor(const LaunchAnswer &Answer,
                                    uint32_t Param) {
  const auto *Call = dyn_cast_or_null<CUDAKernelCallExpr>(Answer.Site.Call);
  return Call && Param < Call->getNumArgs() ? arrayNamed(*Call->getArg(Param))
                                            : nullptr;
}

llvm::StringRef gpuperf::actWithin(bool MayShareRows) {
  return MayShareRows ? "give each row to a warp here, or stage a tile"
                      : "stage a tile in shared memory here";
}

/// The arrays that the finding is about, as the host names them.
static llvm::SmallVector<const ValueDecl *, 2> arraysOf(const LineLoss &Loss) {
  llvm::SmallVector<const ValueDecl *, 2> Out;
  for (AccessId Id : Loss.Found.Accesses) {
    const Access &A = Loss.On->Kernel->Accesses[Id];
    if (A.Base != Access::BaseKind::Argument)
      continue;
    const ValueDecl *D = passedFor(*Loss.Launch, A.BaseIndex);
    if (D && !llvm::is_contained(Out, D))
      Out.push_back(D);
  }
  return Out;
}

/// Whether the lanes of a warp access neighbouring elements of rows: what walks
/// through all of the array does so in any layout.
static bool isInOrder(const KernelSummary &K, const AccessProfile &AP,
                      const Access &A) {
  if (A.Offset == NoExpr || dependsOnLaneData(K, A) ||
      !K.Exprs.dependsOn(A.Offset, ExprKind::TidX) ||
      !K.Exprs.dependsOn(A.Offset, ExprKind::Arg))
    return false;
  const bool HasRows =
      K.Exprs.dependsOn(A.Offset, ExprKind::TidY) ||
      K.Exprs.dependsOn(A.Offset, ExprKind::CtaidY) ||
      llvm::any_of(llvm::seq<LoopId>(0, K.Loops.size()), [&](LoopId Loop) {
        return K.Exprs.dependsOnLoop(A.Offset, Loop);
      });
  return HasRows && AP.SectorsPerRequest.Value > 1 &&
         AP.SectorsPerRequest.Value <= AP.IdealSectors + 1;
}

/// Whether \p On accesses the array that it gets for \p Param in a way that
/// loses by \p Act.
static bool losesBy(LayoutAct Act, const GpuAnswer &On, uint32_t Param) {
  const KernelSummary &K = *On.Kernel;
  return llvm::any_of(
      llvm::seq<AccessId>(0, K.Accesses.size()), [&](AccessId Id) {
        const Access &A = K.Accesses[Id];
        const AccessProfile &AP = On.P->Profile.Accesses[Id];
        if (A.Base != Access::BaseKind::Argument || A.BaseIndex != Param ||
            !(AP.Requests > 0) || A.Kind == AccessKind::Atomic)
          return false;
        return Act == LayoutAct::Transposed ? isInOrder(K, AP, A)
                                            : dependsOnLaneData(K, A);
      });
}

/// What the program spends on the launch on one GPU, as far as that is known.
static double timeInAllUs(const LaunchAnswer &A, size_t Gpu) {
  return timesMade(A) * A.PerGpu[Gpu].P->TimeUs.Value;
}

std::optional<LayoutUse> gpuperf::useAgainstLayout(const LineLoss &Loss,
                                                   const FileAnalysis &File) {
  const LayoutAct Act = Loss.Found.Layout;
  if (Act == LayoutAct::None)
    return std::nullopt;
  const llvm::SmallVector<const ValueDecl *, 2> Arrays = arraysOf(Loss);
  const auto Gpu = static_cast<size_t>(Loss.On - Loss.Launch->PerGpu.data());
  const LaunchAnswer *Heaviest = nullptr;
  const ValueDecl *Array = nullptr;
  for (const LaunchAnswer &Other : File.Launches) {
    if (Other.Site.Kernel == Loss.Launch->Site.Kernel ||
        Gpu >= Other.PerGpu.size() || !Other.PerGpu[Gpu].P ||
        !Other.PerGpu[Gpu].Kernel ||
        (Heaviest && timeInAllUs(Other, Gpu) <= timeInAllUs(*Heaviest, Gpu)))
      continue;
    for (uint32_t Param = 0; Param < Other.Site.Args.size(); ++Param) {
      const ValueDecl *D = passedFor(Other, Param);
      if (!D || !llvm::is_contained(Arrays, D) ||
          !losesBy(Act, Other.PerGpu[Gpu], Param))
        continue;
      Heaviest = &Other;
      Array = D;
      break;
    }
  }
  if (!Heaviest)
    return std::nullopt;
  LayoutUse Use;
  Use.Note = llvm::formatv(
      Act == LayoutAct::Transposed
          ? "'{0}' walks '{1}' in the order in which it lies, and would lose "
            "by "
            "a transposed one: {2}"
          : "'{0}' takes elements of '{1}' at places that data decide: whole "
            "structures come in fewer sectors than arrays would, so that what "
            "this kernel gains has to be weighed against it",
      Heaviest->Site.KernelName, Array->getName(),
      actWithin(Loss.Found.MayShareRows));
  Use.Outweighs = Act == LayoutAct::Structure &&
                  timeInAllUs(*Heaviest, Gpu) >= timeInAllUs(*Loss.Launch, Gpu);
  return Use;
}
