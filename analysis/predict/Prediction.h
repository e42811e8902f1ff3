//===- Prediction.h - What is predicted of one launch -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PREDICTION_H
#define GPUPERF_ANALYSIS_PREDICT_PREDICTION_H

#include "analysis/models/Model.h"

namespace gpuperf {

/// A model's answer, and what was found before the model was asked.
struct Prediction : ModelAnswer {
  ModelKind Model = ModelKind::KleimenovPopova;
  std::string Gpu;               ///< its name
  Vendor Maker = Vendor::Nvidia; ///< of the GPU
  double ClockMhz = 0;           ///< of the SMs
  /// "at the base clock, 1440 MHz"; empty at boost.
  std::string ClockText;
  Occupancy Occ;
  double Waves = 0; ///< grid / (blocks per SM * SMs)
  WarpLoad Load;
  double RegistersPerThread = 0;
  /// Where they come from; None where the question gave them.
  RegisterSource RegistersFrom = RegisterSource::None;
  /// AMD: as in KernelSummary, with the bytes of a thread's own memory.
  unsigned ScalarRegisters = 0, AccumulationRegisters = 0;
  uint64_t ScratchBytes = 0;
  std::string RegistersOf;  ///< RegisterSource::Object: the path of that file
  uint64_t SharedBytes = 0; ///< static + dynamic, per block
  WarpProfile Profile;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_PREDICTION_H
