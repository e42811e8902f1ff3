//===- GpuperfTidyModule.cpp - The clang-tidy module ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/ClangTidyModule.h"
#include "plugin/checks/FastMathCheck.h"
#include "plugin/checks/InvalidLaunchCheck.h"
#include "plugin/checks/KernelTimeCheck.h"
#include "plugin/checks/LaunchBoundsCheck.h"
#include "plugin/checks/LaunchConfigCheck.h"
#include "plugin/checks/OccupancyCheck.h"
#include "plugin/checks/PartialWarpCheck.h"
#include "plugin/checks/RepeatedThreadsCheck.h"
#include "plugin/checks/TailWaveCheck.h"
#include "plugin/checks/host/ManagedMemoryCheck.h"
#include "plugin/checks/host/RepeatedAllocationCheck.h"
#include "plugin/checks/host/RepeatedCopyCheck.h"
#include "plugin/checks/host/WaitedLaunchCheck.h"
#include "plugin/checks/lines/AtomicContentionCheck.h"
#include "plugin/checks/lines/BankConflictCheck.h"
#include "plugin/checks/lines/ConstantPowerCheck.h"
#include "plugin/checks/lines/DivergentBranchCheck.h"
#include "plugin/checks/lines/Fp64ArithmeticCheck.h"
#include "plugin/checks/lines/IntegerDivisionCheck.h"
#include "plugin/checks/lines/RandomInitCheck.h"
#include "plugin/checks/lines/RedundantAccessCheck.h"
#include "plugin/checks/lines/RegisterSpillCheck.h"
#include "plugin/checks/lines/TreeReductionCheck.h"
#include "plugin/checks/lines/UncoalescedAccessCheck.h"
#include "plugin/checks/lines/WaitedCopyCheck.h"

namespace gpuperf {
namespace {

class GpuperfTidyModule : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<AtomicContentionCheck>("gpuperf-atomic-contention");
    Factories.registerCheck<BankConflictCheck>("gpuperf-bank-conflict");
    Factories.registerCheck<ConstantPowerCheck>("gpuperf-constant-power");
    Factories.registerCheck<DivergentBranchCheck>("gpuperf-divergent-branch");
    Factories.registerCheck<FastMathCheck>("gpuperf-fast-math");
    Factories.registerCheck<Fp64ArithmeticCheck>("gpuperf-fp64-arithmetic");
    Factories.registerCheck<InvalidLaunchCheck>("gpuperf-invalid-launch");
    Factories.registerCheck<KernelTimeCheck>("gpuperf-kernel-time");
    Factories.registerCheck<LaunchBoundsCheck>("gpuperf-launch-bounds");
    Factories.registerCheck<LaunchConfigCheck>("gpuperf-launch-config");
    Factories.registerCheck<ManagedMemoryCheck>("gpuperf-managed-memory");
    Factories.registerCheck<OccupancyCheck>("gpuperf-occupancy");
    Factories.registerCheck<PartialWarpCheck>("gpuperf-partial-warp");
    Factories.registerCheck<IntegerDivisionCheck>("gpuperf-integer-division");
    Factories.registerCheck<RandomInitCheck>("gpuperf-random-init");
    Factories.registerCheck<RedundantAccessCheck>("gpuperf-redundant-access");
    Factories.registerCheck<RegisterSpillCheck>("gpuperf-register-spill");
    Factories.registerCheck<RepeatedAllocationCheck>(
        "gpuperf-repeated-allocation");
    Factories.registerCheck<RepeatedCopyCheck>("gpuperf-repeated-copy");
    Factories.registerCheck<RepeatedThreadsCheck>("gpuperf-repeated-threads");
    Factories.registerCheck<TailWaveCheck>("gpuperf-tail-wave");
    Factories.registerCheck<TreeReductionCheck>("gpuperf-tree-reduction");
    Factories.registerCheck<UncoalescedAccessCheck>(
        "gpuperf-uncoalesced-access");
    Factories.registerCheck<WaitedCopyCheck>("gpuperf-waited-copy");
    Factories.registerCheck<WaitedLaunchCheck>("gpuperf-waited-launch");
  }
};

} // namespace

static clang::tidy::ClangTidyModuleRegistry::Add<GpuperfTidyModule>
    X("gpuperf-module", "Predicts the time of CUDA kernel launches.");

} // namespace gpuperf
