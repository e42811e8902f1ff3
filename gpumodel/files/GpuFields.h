//===- GpuFields.h - The numbers of a GPU file, as a table ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading a GPU file and printing a GPU go through the same table. Therefore
// every number that can be read is also printed.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_GPUFIELDS_H
#define GPUPERF_GPUMODEL_FILES_GPUFIELDS_H

#include "gpumodel/GpuModel.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf {

/// Where a number stands in a file and which values it may have.
struct FieldInfo {
  llvm::StringRef Section; ///< "" is the top of the file
  llvm::StringRef Key;
  llvm::StringRef Unit;
  bool Whole = false;      ///< whole numbers only
  double Min = 0, Max = 0; ///< inclusive
};

/// The same bounds hold for the cycles and results per clock of every class.
inline FieldInfo latencyField(OpClass Op) {
  return {"latency_cycles", opClassKey(Op), "cycles", false, 0.1, 100000};
}
inline FieldInfo throughputField(ThroughputRow Row) {
  return {"throughput_results_per_clk_per_sm",
          throughputRowKey(Row),
          "results/clk/SM",
          false,
          0.01,
          100000};
}
inline FieldInfo hongKimThroughputField(OpClass Op) {
  return {"throughput_per_clk_per_cu",
          opClassKey(Op),
          "operations/clk/CU",
          false,
          0.001,
          100000};
}

/// Calls Visit(FieldInfo, Fact & or OptFact &) for every single number of an
/// ArchModel, in file order; the tables by class come after them.
template <typename ArchT, typename VisitorT>
void visitArchFields(ArchT &Arch, VisitorT Visit) {
#define ARCH(Member, Section, Key, Unit, Whole, Min, Max)                      \
  Visit(FieldInfo{Section, Key, Unit, Whole, Min, Max}, Arch.Member);
#include "gpumodel/files/GpuFields.def"
}

template <typename ArchT, typename VisitorT>
void visitArchTables(ArchT &Arch, VisitorT Visit) {
  for (unsigned I = 0; I < NumThroughputRows; ++I)
    Visit(throughputField(static_cast<ThroughputRow>(I)),
          Arch.ThroughputPerClkPerSm[I]);
  for (unsigned I = 0; I < NumOpClasses; ++I)
    Visit(latencyField(static_cast<OpClass>(I)), Arch.LatencyCycles[I]);
}

/// The same for a GpuModel, without its architecture.
template <typename GpuT, typename VisitorT>
void visitDeviceFields(GpuT &Gpu, VisitorT Visit) {
#define DEVICE(Member, Section, Key, Unit, Whole, Min, Max)                    \
  Visit(FieldInfo{Section, Key, Unit, Whole, Min, Max}, Gpu.Member);
#include "gpumodel/files/GpuFields.def"
}

/// Entries of the architecture's tables that the device's own file overrides.
template <typename GpuT, typename VisitorT>
void visitOverrides(GpuT &Gpu, VisitorT Visit) {
  visitArchTables(Gpu.Overrides, Visit);
}

template <typename GpuT, typename VisitorT>
void visitDeviceTables(GpuT &Gpu, VisitorT Visit) {
  for (unsigned I = 0; I < NumOpClasses; ++I)
    Visit(hongKimThroughputField(static_cast<OpClass>(I)),
          Gpu.HongKim.ThroughputPerClkPerCu[I]);
}

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_GPUFIELDS_H
