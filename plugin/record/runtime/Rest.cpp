//===- Rest.cpp - Functions that only say they succeeded -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definitions are weak: those in the other files replace them. That is why
// nothing may be included here.
//
//===----------------------------------------------------------------------===//

#define GPUPERF_CUDART_NAME(Name)                                              \
  extern "C" __attribute__((weak, visibility("default"))) int Name() {         \
    return 0;                                                                  \
  }
#include "plugin/record/runtime/Names.def"
