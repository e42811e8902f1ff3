//===- strings.h - Text without regard to case ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_STD_STRINGS_H
#define GPUPERF_STD_STRINGS_H

#pragma GCC system_header // not the user's code to be warned about

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int strcasecmp(const char *x, const char *y);
int strncasecmp(const char *x, const char *y, size_t size);
void bzero(void *block, size_t size);
void bcopy(const void *from, void *to, size_t size);

#ifdef __cplusplus
}
#endif

#endif // GPUPERF_STD_STRINGS_H
