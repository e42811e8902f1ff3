//===- Precompiled.h - GoogleTest and LLVM, parsed once ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_PRECOMPILED_H
#define GPUPERF_TEST_PRECOMPILED_H

#include "analysis/Precompiled.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#endif // GPUPERF_TEST_PRECOMPILED_H
