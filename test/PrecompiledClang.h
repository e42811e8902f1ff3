//===- PrecompiledClang.h - GoogleTest and clang, parsed once ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_PRECOMPILEDCLANG_H
#define GPUPERF_TEST_PRECOMPILEDCLANG_H

#include "plugin/Precompiled.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#endif // GPUPERF_TEST_PRECOMPILEDCLANG_H
