//===- Library.h - Functions that a walk answers itself ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the C, C++ and CUDA runtimes do, as far as it decides launches. The
// functions see the machine only; what they note of the GPU goes into a
// GpuRuntime, which Machine::Owner points to.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_LIBRARY_LIBRARY_H
#define GPUPERF_PLUGIN_PROGRAM_LIBRARY_LIBRARY_H

#include "analysis/Launch.h"
#include "gpumodel/GpuModel.h"
#include "plugin/program/machine/Machine.h"
#include <array>
#include <map>
#include <set>

namespace gpuperf::program {

using NativeTable = llvm::StringMap<Native>;

void addMemoryFunctions(NativeTable &T);    ///< malloc, operator new, memcpy
void addTextFunctions(NativeTable &T);      ///< strcmp, strtol, sprintf
void addMathFunctions(NativeTable &T);      ///< pow, fminf
void addProcessFunctions(NativeTable &T);   ///< exit, time, rand, getenv
void addOptionFunctions(NativeTable &T);    ///< getopt, getopt_long
void addCxxFunctions(NativeTable &T);       ///< exceptions, guards, threads
void addStringFunctions(NativeTable &T);    ///< std::string, string streams
void addContainerFunctions(NativeTable &T); ///< std::list, std::map
void addCudaMemory(NativeTable &T);         ///< cudaMalloc, cuMemAlloc
void addCudaArrays(NativeTable &T);         ///< cudaMallocArray, cudaMemcpy3D
void addCudaDevice(NativeTable &T);         ///< properties, occupancy, streams
void addCudaLaunch(NativeTable &T);         ///< cudaLaunchKernel
/// HIP's functions: those of CUDA in \p T under their names in HIP.
void addHip(NativeTable &T);
/// All of them. CUDA functions that are not named return "no error".
const NativeTable &standardLibrary();

/// One launch as the machine sees it.
struct RawLaunch {
  const llvm::Function *Stub = nullptr;
  /// Without a stub: what a module was asked for, or empty.
  std::string Symbol;
  std::array<Value, 3> Grid{}, Block{};
  Value SharedBytes;
  /// Per parameter: where its value stood, and its bytes with their labels.
  std::vector<std::vector<Value>> Args; ///< words of four bytes
  std::vector<uint64_t> PointerBytes;   ///< behind an argument of eight bytes
  std::vector<LabelSet> SizesFrom;      ///< why those bytes are not certain
  /// What the variables that it reads hold, as Args (HostKernel::Variables).
  std::vector<std::vector<Value>> Variables;
  unsigned Line = 0, Column = 0;
  std::string File, Function; ///< Function: mangled
  uint64_t Stream = 0;
};

struct RawCopy {
  int Kind = 1; ///< 1: to the device, 2: to the host, 3: on the device
  uint64_t Bytes = 0;
};

/// What the program asks of and does to its GPU.
/// A call of the host stub \p Stub, as <<<>>> makes it, of a kernel whose body
/// is in a file that is not there.
void launchDeclared(NativeCall &Call, const llvm::Function &Stub);

struct GpuRuntime {
  const GpuModel *Gpu = nullptr; ///< null: queries are not answered
  /// Bytes of each parameter of the kernel behind a host stub.
  std::function<std::vector<unsigned>(const llvm::Function &)> ParameterBytes;
  /// Where the variables that this kernel reads are, and their bytes.
  std::function<std::vector<std::pair<Address, unsigned>>(
      const llvm::Function &)>
      VariablesOf;
  /// Where all variables of the GPU's memory are, by their first bytes.
  std::set<Address> Variables;
  /// The host stub of the kernel with a device symbol, or null.
  std::function<const llvm::Function *(llvm::StringRef Symbol)> StubOf;
  /// Handles of kernels that have no stub, and their symbols.
  std::map<Address, std::string> NoStub;
  /// Resident blocks of that kernel per SM.
  std::function<unsigned(const llvm::Function &, unsigned Threads,
                         uint64_t SharedBytes)>
      BlocksPerSm;

  /// The fields of the program's cudaDeviceProp.
  struct PropertyField {
    std::string Name;
    uint64_t Offset = 0;
    unsigned Bytes = 0; ///< of one element
  };
  std::vector<PropertyField> Properties;

  std::vector<RawLaunch> Launches; ///< different ones; events are their index
  /// Arrays of no bytes on the device: their size has most likely wrapped.
  std::vector<Address> EmptyArrays;
  std::vector<RawCopy> Copies; ///< events are CopyEvent + index
  static constexpr uint32_t CopyEvent = 1u << 30;
  static constexpr size_t MostLaunches = 4096;

  struct Configuration {
    std::array<Value, 3> Grid{}, Block{};
    Value SharedBytes, Stream;
    unsigned Line = 0, Column = 0;
    std::string File, Function;
    std::vector<Address> Arguments; ///< of a launch as before CUDA 9.2
  };
  std::vector<Configuration> Pushed;
  /// Different launches by what they are.
  std::map<std::vector<uint64_t>, uint32_t> Known;
  std::map<std::pair<int, uint64_t>, uint32_t> KnownCopies;
  /// Of each cudaArray_t.
  std::map<Address, uint64_t> ElementBytes;
  /// State of the C library.
  std::vector<uint32_t> Random;
  uint64_t Random48 = 0x1234ABCD330EULL;
  LabelSet RandomFrom = 0, Random48From = 0; ///< of the seeds
  uint64_t Handles = 0x1000, Ticks = 0;
  Address ErrorNumber = 0; ///< errno, once it was asked for
  uint64_t NextChar = 0;   ///< of getopt, inside of an argument
  /// Of getopt: words in front of that argument that are no options.
  uint64_t PassedWords = 0;
};
inline GpuRuntime &runtimeOf(NativeCall &C) {
  return *static_cast<GpuRuntime *>(C.M.Owner);
}

/// \p Bytes that the program copies; \p Kind is a cudaMemcpyKind.
void noteCopy(NativeCall &C, int Kind, uint64_t Bytes);
/// A double or a float as a result.
void giveNumber(NativeCall &C, double V, bool IsFloat, LabelSet From);
/// The labels of all arguments.
LabelSet argumentLabels(NativeCall &C);

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_LIBRARY_LIBRARY_H
