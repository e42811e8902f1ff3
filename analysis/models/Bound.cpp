//===- Bound.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/Bound.h"
#include "llvm/Support/ErrorHandling.h"

using namespace gpuperf;

llvm::StringRef gpuperf::boundName(Bound B) {
  switch (B) {
#define BOUND(Enumerator, Name)                                                \
  case Bound::Enumerator:                                                      \
    return Name;
#include "analysis/models/Bound.def"
  }
  llvm_unreachable("a bound without a name");
}
