//===- hiprtc.h - Compiling at run time, declared ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIPRTC_H
#define GPUPERF_HIPRTC_H
#pragma GCC system_header
#include "../gpuperf_hip.h"

typedef struct ihiprtcProgram *hiprtcProgram;
enum hiprtcResult { HIPRTC_SUCCESS = 0, HIPRTC_ERROR_COMPILATION = 6 };
extern "C" {
const char *hiprtcGetErrorString(hiprtcResult r);
hiprtcResult hiprtcCreateProgram(hiprtcProgram *p, const char *text,
                                 const char *name, int headers,
                                 const char *const *texts,
                                 const char *const *names);
hiprtcResult hiprtcCompileProgram(hiprtcProgram p, int n,
                                  const char *const *options);
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram p, size_t *bytes);
hiprtcResult hiprtcGetProgramLog(hiprtcProgram p, char *log);
hiprtcResult hiprtcGetCodeSize(hiprtcProgram p, size_t *bytes);
hiprtcResult hiprtcGetCode(hiprtcProgram p, char *code);
hiprtcResult hiprtcDestroyProgram(hiprtcProgram *p);
} // extern "C"
#endif // GPUPERF_HIPRTC_H
