//===- CxxFunctions.cpp - The C++ runtime in a walk ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/IR/Function.h"

namespace gpuperf::program {

static void throwException(NativeCall &C) { C.M.stop(End::Failed); }
static void zero(NativeCall &C) { C.give({}); }
static void self(NativeCall &C) { C.give(C.arg(0)); }

/// The first thread through a local static initialises it.
static void acquireGuard(NativeCall &C) {
  C.give({C.M.Mem.read(C.arg(0).Bits, 1).Bits == 0, 0});
}
static void releaseGuard(NativeCall &C) {
  C.M.Mem.write(C.arg(0).Bits, 1, {1, 0});
}
/// Memory for an exception that is about to be thrown.
static void allocateException(NativeCall &C) {
  C.give({C.M.Mem.allocate(std::max<uint64_t>(C.arg(0).Bits, 16),
                           Memory::Where::Heap),
          0});
}
/// pthread_create(thread, attributes, function, argument): the function is
/// called at once.
static void createThread(NativeCall &C) {
  if (const llvm::Function *F = C.M.functionAt(C.arg(2).Bits))
    C.M.call(*F, {{C.arg(3)}});
  C.give({});
}
/// __kmpc_fork_call(place, count, function, ...): one thread.
static void forkParallel(NativeCall &C) {
  if (const llvm::Function *F = C.M.functionAt(C.arg(2).Bits)) {
    Address Id = C.M.Mem.allocate(8, Memory::Where::Stack);
    std::vector<std::vector<Value>> Args = {{{Id, 0}}, {{Id, 0}}};
    for (size_t K = 3; K < C.size(); ++K)
      Args.push_back({C.arg(K)});
    C.M.call(*F, Args);
    C.M.Mem.release(Id);
  }
  C.give({});
}

void addCxxFunctions(NativeTable &T) {
  T["__cxa_throw"] = T["__cxa_rethrow"] = T["_ZSt17rethrow_exceptionNSt15__"
                                            "exception_ptr13exception_ptrE"] =
      throwException;
  T["__cxa_allocate_exception"] = allocateException;
  T["__cxa_guard_acquire"] = acquireGuard;
  T["__cxa_guard_release"] = releaseGuard;
  T["pthread_create"] = createThread;
  T["__kmpc_fork_call"] = forkParallel;
  for (const char *Name :
       {"_ZNSt8ios_base4InitC1Ev", "_ZNSt8ios_base4InitD1Ev", "pthread_join",
        "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_init",
        "_ZNSt6thread4joinEv", "__kmpc_global_thread_num",
        "__kmpc_push_num_threads", "__kmpc_for_static_init_4",
        "__kmpc_for_static_init_4u", "__kmpc_for_static_init_8",
        "__kmpc_for_static_init_8u"})
    T[Name] = zero;
  T["_ZSt3cin"] = zero;
  T["__dynamic_cast"] = self;
}

} // namespace gpuperf::program
