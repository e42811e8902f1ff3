//===- MemoryFunctions.cpp - malloc, operator new, memcpy in a walk -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"

namespace gpuperf::program {

static constexpr uint64_t MostHostBytes = uint64_t(1) << 39;

/// A failed allocation would only lead the program to its end.
static Value newObject(NativeCall &C, Value Bytes) {
  Value R;
  R.Bits = C.M.Mem.allocate(
      std::min(std::max<uint64_t>(Bytes.Bits, 1), MostHostBytes),
      Memory::Where::Heap);
  if (R.Bits == 0)
    C.M.stop(End::Stopped);
  return R;
}

static void allocate(NativeCall &C) { C.give(newObject(C, C.arg(0))); }
static void allocateSecond(NativeCall &C) { C.give(newObject(C, C.arg(1))); }
static void allocateMany(NativeCall &C) {
  C.give(newObject(C, {C.arg(0).Bits * C.arg(1).Bits, 0}));
}
static void allocateInto(NativeCall &C) { // posix_memalign
  C.M.Mem.write(C.arg(0).Bits, 8, newObject(C, C.arg(2)));
  C.give({});
}
static void reallocate(NativeCall &C) {
  Value New = newObject(C, C.arg(1));
  if (Address Old = C.arg(0).Bits) {
    C.M.Mem.copy(New.Bits, Old,
                 std::min(C.M.Mem.bytesFrom(Old), C.arg(1).Bits));
    C.M.Mem.release(Old);
  }
  C.give(New);
}
static void release(NativeCall &C) {
  if (C.arg(0).Bits)
    C.M.Mem.release(C.arg(0).Bits);
  C.give({});
}
static void copyBytes(NativeCall &C) {
  C.M.Mem.copy(C.arg(0).Bits, C.arg(1).Bits, C.arg(2).Bits);
  C.give(C.arg(0));
}
static void setBytes(NativeCall &C) {
  C.M.Mem.fill(C.arg(0).Bits, static_cast<uint8_t>(C.arg(1).Bits),
               C.arg(1).From, C.arg(2).Bits);
  C.give(C.arg(0));
}
static void compareBytes(NativeCall &C) {
  uint64_t N = std::min<uint64_t>(C.arg(2).Bits, 1 << 20);
  LabelSet From = 0;
  for (uint64_t I = 0; I < N; ++I) {
    C.M.Mem.addWork(1);
    Value A = C.M.Mem.read(C.arg(0).Bits + I, 1),
          B = C.M.Mem.read(C.arg(1).Bits + I, 1);
    From = C.M.L.unite(From, C.M.L.unite(A.From, B.From));
    if (A.Bits != B.Bits)
      return C.give({A.Bits < B.Bits ? 0xFFFFFFFFu : 1u, From});
  }
  C.give({0, From});
}

void addMemoryFunctions(NativeTable &T) {
  for (const char *Name :
       {"malloc", "_Znwm", "_Znam", "valloc", "_ZnwmRKSt9nothrow_t",
        "_ZnamRKSt9nothrow_t", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t"})
    T[Name] = allocate;
  for (const char *Name : {"aligned_alloc", "memalign", "_mm_malloc_"})
    T[Name] = allocateSecond;
  T["calloc"] = allocateMany;
  T["posix_memalign"] = allocateInto;
  T["realloc"] = reallocate;
  for (const char *Name : {"free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm",
                           "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t",
                           "_ZdaPvSt11align_val_t", "_ZdaPvmSt11align_val_t"})
    T[Name] = release;
  T["memcpy"] = T["memmove"] = T["__memcpy_chk"] = copyBytes;
  T["memset"] = T["__memset_chk"] = setBytes;
  T["memcmp"] = T["bcmp"] = compareBytes;
}

} // namespace gpuperf::program
