//===- ProcessFunctions.cpp - exit, time, rand, getenv in a walk ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/ADT/bit.h"

namespace gpuperf::program {

static void exitProgram(NativeCall &C) {
  C.M.ExitCode = static_cast<int>(C.integer(0, 32));
  C.M.stop(End::Exited);
}
static void abortProgram(NativeCall &C) { C.M.stop(End::Failed); }
static void zero(NativeCall &C) { C.give({}); }
static void one(NativeCall &C) { C.give({1, 0}); }

/// glibc's generator: most programs that make random input use it, and sizes
/// that depend on it are then those of a run.
static void seedRandom(GpuRuntime &R, uint32_t Seed) {
  R.Random.assign(34, 0);
  R.Random[0] = Seed ? Seed : 1;
  for (int I = 1; I < 31; ++I) {
    int64_t X = static_cast<int32_t>(R.Random[I - 1]);
    int64_t Next = (16807 * (X % 127773) - 2836 * (X / 127773));
    R.Random[I] = static_cast<uint32_t>(Next < 0 ? Next + 2147483647 : Next);
  }
  for (int I = 31; I < 34; ++I)
    R.Random[I] = R.Random[I - 31];
  for (int I = 34; I < 344; ++I)
    R.Random.push_back(R.Random[I - 31] + R.Random[I - 3]);
  R.Random.erase(R.Random.begin(), R.Random.end() - 31);
}
static uint32_t nextRandom(GpuRuntime &R) {
  if (R.Random.empty())
    seedRandom(R, 1);
  // The last 31 numbers, as a ring: Ticks of it is kept in the first unused
  // bit.
  uint32_t Next = R.Random[0] + R.Random[28];
  R.Random.erase(R.Random.begin());
  R.Random.push_back(Next);
  return Next >> 1;
}
static void seed(NativeCall &C) {
  seedRandom(runtimeOf(C), static_cast<uint32_t>(C.arg(0).Bits));
  runtimeOf(C).RandomFrom = C.arg(0).From;
  C.give({});
}
static void random(NativeCall &C) {
  C.give({nextRandom(runtimeOf(C)), runtimeOf(C).RandomFrom});
}

static double nextRandom48(GpuRuntime &R) {
  R.Random48 = (R.Random48 * 0x5DEECE66DULL + 0xB) & ((uint64_t(1) << 48) - 1);
  return static_cast<double>(R.Random48) / static_cast<double>(1ULL << 48);
}
static void seed48(NativeCall &C) {
  runtimeOf(C).Random48 = ((C.arg(0).Bits & 0xFFFFFFFFu) << 16) | 0x330E;
  runtimeOf(C).Random48From = C.arg(0).From;
  C.give({});
}
static void random48(NativeCall &C) {
  giveNumber(C, nextRandom48(runtimeOf(C)), false, runtimeOf(C).Random48From);
}
static void random48Integer(NativeCall &C) {
  nextRandom48(runtimeOf(C));
  C.give({runtimeOf(C).Random48 >> 17, runtimeOf(C).Random48From});
}

static LabelSet clockLabel(NativeCall &C) {
  return C.M.L.add(Label::Kind::Data, "what the clock says");
}
static void time(NativeCall &C) {
  Value V{1'700'000'000 + ++runtimeOf(C).Ticks, clockLabel(C)};
  if (C.size() && C.arg(0).Bits && C.Name == "time")
    C.M.Mem.write(C.arg(0).Bits, 8, V);
  C.give(V);
}
static void timeInto(NativeCall &C) { // gettimeofday(p), clock_gettime(_, p)
  size_t K = C.Name == "clock_gettime" ? 1 : 0;
  C.M.Mem.write(C.arg(K).Bits, 8, {1'700'000'000, clockLabel(C)});
  C.M.Mem.write(C.arg(K).Bits + 8, 8, {++runtimeOf(C).Ticks, clockLabel(C)});
  C.give({});
}
static void wallTime(NativeCall &C) {
  giveNumber(C, 1e-3 * static_cast<double>(++runtimeOf(C).Ticks), false,
             clockLabel(C));
}

/// A file that cannot be looked into: reading it gives something that is not
/// known, a few times.
/// Where errno is: no function that is answered sets it.
static void errorNumber(NativeCall &C) {
  Address &At = runtimeOf(C).ErrorNumber;
  if (!At)
    At = C.M.Mem.allocate(4, Memory::Where::Global);
  C.give({At, 0});
}

static void openFile(NativeCall &C) {
  C.give({C.M.Mem.allocate(512, Memory::Where::Heap, C.M.Data), 0});
}
static void readFile(NativeCall &C) { // fread(p, size, n, f)
  uint64_t Bytes = C.arg(1).Bits * C.arg(2).Bits;
  C.M.Mem.label(C.arg(0).Bits, Bytes, C.M.Data);
  C.give({C.arg(2).Bits, C.M.Data});
}
static void readLine(NativeCall &C) { // fgets(p, n, f)
  C.M.Mem.label(C.arg(0).Bits, C.arg(1).Bits & 0xFFFF, C.M.Data);
  C.give({C.arg(0).Bits, C.M.Data});
}
static void writeFile(NativeCall &C) { C.give(C.arg(2)); }
static void scanFile(NativeCall &C) { // fscanf(f, format, ...), scanf
  size_t First = C.Name.contains("fscanf") ? 2 : 1;
  for (size_t K = First; K < C.size(); ++K) {
    uint64_t Bytes = std::min<uint64_t>(C.M.Mem.bytesFrom(C.arg(K).Bits), 8);
    C.M.Mem.label(C.arg(K).Bits, Bytes, C.M.Data);
  }
  C.give({C.size() - std::min(C.size(), First), C.M.Data});
}
/// qsort: what was sorted stands in another order.
static void sort(NativeCall &C) {
  C.M.Mem.label(C.arg(0).Bits, C.arg(1).Bits * C.arg(2).Bits, C.M.Data);
}

void addProcessFunctions(NativeTable &T) {
  T["exit"] = T["_exit"] = T["_Exit"] = T["quick_exit"] = exitProgram;
  for (const char *Name :
       {"abort", "__assert_fail", "_ZSt9terminatev", "__assert_rtn",
        "_ZSt17__throw_bad_allocv", "_ZSt20__throw_length_errorPKc",
        "_ZSt24__throw_out_of_range_fmtPKcz",
        "_ZSt28__throw_bad_array_new_lengthv", "_ZSt19__throw_logic_errorPKc",
        "_ZSt24__throw_invalid_argumentPKc", "_ZSt20__throw_out_of_rangePKc",
        "_ZSt25__throw_bad_function_callv"})
    T[Name] = abortProgram;
  T["srand"] = T["srandom"] = seed;
  T["rand"] = T["random"] = random;
  T["srand48"] = seed48;
  T["drand48"] = random48;
  T["lrand48"] = random48Integer;
  T["time"] = T["clock"] = time;
  T["_ZNSt6chrono3_V212system_clock3nowEv"] = time;
  T["_ZNSt6chrono3_V212steady_clock3nowEv"] = time;
  T["gettimeofday"] = T["clock_gettime"] = timeInto;
  T["omp_get_wtime"] = wallTime;
  T["fopen"] = T["fopen64"] = T["freopen"] = T["popen"] = openFile;
  T["__errno_location"] = errorNumber;
  T["fread"] = readFile;
  T["fgets"] = readLine;
  T["fwrite"] = writeFile;
  for (const char *Name :
       {"fscanf", "scanf", "__isoc99_fscanf", "__isoc99_scanf",
        "__isoc23_fscanf", "__isoc23_scanf"})
    T[Name] = scanFile;
  T["qsort"] = sort;
  for (const char *Name :
       {"fclose", "fseek", "rewind", "getenv", "atexit", "signal", "sleep",
        "usleep", "feof", "ferror", "omp_get_thread_num", "omp_set_num_threads",
        "__cxa_atexit", "__kmpc_for_static_fini", "__kmpc_barrier", "isatty",
        "setenv", "sched_yield"})
    T[Name] = zero;
  for (const char *Name : {"omp_get_num_threads", "omp_get_max_threads",
                           "omp_get_num_procs", "__kmpc_global_thread_num_"})
    T[Name] = one;
}

} // namespace gpuperf::program
