//===- Library.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"

namespace gpuperf::program {

const NativeTable &standardLibrary() {
  static const NativeTable Table = [] {
    NativeTable T;
    addMemoryFunctions(T);
    addTextFunctions(T);
    addMathFunctions(T);
    addProcessFunctions(T);
    addOptionFunctions(T);
    addCxxFunctions(T);
    addStringFunctions(T);
    addContainerFunctions(T);
    addCudaMemory(T);
    addCudaArrays(T);
    addCudaDevice(T);
    addCudaLaunch(T);
    addHip(T);
    return T;
  }();
  return Table;
}

} // namespace gpuperf::program
