//===- omp.h - OpenMP's functions where the compiler has none ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code beside kernels asks OpenMP for threads and times. Clang's own omp.h
// comes with its OpenMP library, which need not be installed to look at a
// program. The declarations are those of the OpenMP API, version 5.0.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_OMP_H
#define GPUPERF_OMP_H

#if __has_include_next(<omp.h>)
#include_next <omp.h>
#else

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  void *Lock;
} omp_lock_t;
typedef struct {
  void *Lock;
} omp_nest_lock_t;
typedef enum {
  omp_sched_static = 1,
  omp_sched_dynamic = 2,
  omp_sched_guided = 3,
  omp_sched_auto = 4
} omp_sched_t;

int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
int omp_get_dynamic(void);
int omp_get_nested(void);
int omp_get_level(void);
int omp_get_thread_limit(void);
int omp_get_num_devices(void);
int omp_get_default_device(void);
void omp_set_num_threads(int);
void omp_set_dynamic(int);
void omp_set_nested(int);
void omp_set_max_active_levels(int);
void omp_set_schedule(omp_sched_t, int);
void omp_set_default_device(int);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_init_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *);
void omp_destroy_nest_lock(omp_nest_lock_t *);
void omp_set_nest_lock(omp_nest_lock_t *);
void omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);

#ifdef __cplusplus
}
#endif

#endif // __has_include_next(<omp.h>)

#endif // GPUPERF_OMP_H
