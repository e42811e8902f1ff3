//===- block_size.h - A block size that other files use too -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_FIXITS_BLOCK_SIZE_H
#define GPUPERF_TEST_FIXITS_BLOCK_SIZE_H

constexpr int kSharedBlockSize = 32;

#endif // GPUPERF_TEST_FIXITS_BLOCK_SIZE_H
