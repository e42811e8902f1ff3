//===- assert.h - Assertions ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_STD_ASSERT_H
#define GPUPERF_STD_ASSERT_H

#pragma GCC system_header // not the user's code to be warned about

#ifdef __cplusplus
extern "C" {
#endif

void __assert_fail(const char *expression, const char *file, unsigned line,
                   const char *function) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif // GPUPERF_STD_ASSERT_H

// Each inclusion looks at NDEBUG again.
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...)                                                            \
  ((__VA_ARGS__) ? (void)0                                                     \
                 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __func__))
#endif
