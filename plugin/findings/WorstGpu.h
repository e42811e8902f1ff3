//===- WorstGpu.h - The GPU on which a launch loses most --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_WORSTGPU_H
#define GPUPERF_PLUGIN_FINDINGS_WORSTGPU_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// Percent of \p TimeUs that are saved where the launch takes \p WithoutUs.
inline double savedPercent(const Estimate &TimeUs, const Estimate &WithoutUs) {
  return 100 * (1 - WithoutUs.Value / TimeUs.Value);
}

/// What was found on the GPU where it costs the largest share of the time.
template <class FoundT> struct OnWorstGpu {
  const GpuAnswer *On = nullptr;
  FoundT Found;
  double GainPercent = 0; ///< of the launch's time on that GPU
};

/// Asks \p Find about every GPU that \p Answer has a prediction for:
/// std::optional<FoundT>(const GpuAnswer &, const GpuModel &), where FoundT has
/// the Estimates TimeUs and WithoutUs. Of GPUs that lose alike the first is
/// taken. Nothing where every GPU loses less than \p MinGainPercent, nor of a
/// launch that weighs next to nothing (LaunchAnswer::IsLight).
template <class FindT>
auto worstGpu(const LaunchAnswer &Answer, llvm::ArrayRef<GpuModel> Gpus,
              double MinGainPercent, FindT Find) {
  using FoundT = typename std::invoke_result_t<FindT, const GpuAnswer &,
                                               const GpuModel &>::value_type;
  std::optional<OnWorstGpu<FoundT>> Worst;
  if (Answer.IsLight)
    return Worst;
  for (size_t I = 0; I < Answer.PerGpu.size(); ++I) {
    const GpuAnswer &On = Answer.PerGpu[I];
    if (!On.P || !On.Kernel)
      continue;
    std::optional<FoundT> Found = Find(On, Gpus[I]);
    if (!Found)
      continue;
    const double Gain = savedPercent(Found->TimeUs, Found->WithoutUs);
    if (Gain >= MinGainPercent && Gain > (Worst ? Worst->GainPercent : 0))
      Worst = OnWorstGpu<FoundT>{&On, std::move(*Found), Gain};
  }
  return Worst;
}

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_WORSTGPU_H
