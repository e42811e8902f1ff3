//===- time.h - The time of day ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_STD_SYS_TIME_H
#define GPUPERF_STD_SYS_TIME_H

#pragma GCC system_header // not the user's code to be warned about

#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct timeval {
  time_t tv_sec;
  long tv_usec;
};
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
int gettimeofday(struct timeval *to, void *zone);

#ifdef __cplusplus
}
#endif

#endif // GPUPERF_STD_SYS_TIME_H
