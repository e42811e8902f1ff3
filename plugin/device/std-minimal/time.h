//===- time.h - Time ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_STD_TIME_H
#define GPUPERF_STD_TIME_H

#pragma GCC system_header // not the user's code to be warned about

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday,
      tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2

clock_t clock(void);
time_t time(time_t *to);
double difftime(time_t end, time_t begin);
time_t mktime(struct tm *time);
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
char *asctime(const struct tm *time);
char *ctime(const time_t *time);
size_t strftime(char *to, size_t size, const char *format,
                const struct tm *time);
int clock_gettime(clockid_t clock, struct timespec *to);
int clock_getres(clockid_t clock, struct timespec *to);
int nanosleep(const struct timespec *time, struct timespec *rest);

#ifdef __cplusplus
}
#endif

#endif // GPUPERF_STD_TIME_H
