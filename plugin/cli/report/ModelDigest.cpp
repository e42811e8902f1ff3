//===- ModelDigest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/ModelDigest.h"

llvm::StringRef gpuperf::modelDigest() {
  return
#include "ModelDigest.inc"
      ;
}
