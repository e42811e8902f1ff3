//===- ManagedMemoryCheck.h -------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_HOST_MANAGEDMEMORYCHECK_H
#define GPUPERF_PLUGIN_CHECKS_HOST_MANAGEDMEMORYCHECK_H

#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

struct ManagedLaunch;

/// gpuperf-managed-memory: kernels that wait for the pages of managed memory
/// which the host has written; see ManagedMemoryCheck.md.
class ManagedMemoryCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  void reportLaunch(const ManagedLaunch &Managed, const LaunchAnswer &Answer,
                    const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_HOST_MANAGEDMEMORYCHECK_H
