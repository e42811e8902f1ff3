//===- GpuRegistry.h - The GPUs that are shipped ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_GPUREGISTRY_H
#define GPUPERF_GPUMODEL_FILES_GPUREGISTRY_H

#include "gpumodel/GpuModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

/// A GPU by shipped name ("t4") or by path of a YAML file (anything that holds
/// a '/' or ends in ".yaml"/".yml"). An unknown name is an error that lists the
/// nearest shipped ones.
llvm::Expected<GpuModel> findGpu(llvm::StringRef NameOrPath);

/// Several GPUs, separated by ';' or ','. The errors are those of findGpu.
llvm::Expected<std::vector<GpuModel>> findGpus(llvm::StringRef List);

/// 90 for "sm_90" and "sm_90a"; 0 for anything else.
unsigned smNumber(llvm::StringRef SmArch);

/// The GPU that stands for an architecture when none is named: 50/52
/// gtx-940mx, 60 p100-sxm2, 61 gtx-1080-ti, 70 v100-sxm2-16gb, 75 t4, 80
/// a100-sxm4-40gb, 86 rtx-3090, 89 rtx-4090, 90 h100-sxm, 100 b200, else the
/// nearest lower one. \p SmNumber is 90 for sm_90 and sm_90a; 0 (no arch flag
/// was given) means h100-sxm.
std::string defaultGpuForSm(unsigned SmNumber);

/// The same for an architecture by its name: one of NVIDIA's ("sm_90"), or one
/// of AMD's ("gfx942", also with features behind a colon), for which it is the
/// GPU of the nearest kind that is shipped. "gfx" alone, for HIP code whose
/// flags name no architecture, means mi300x.
std::string defaultGpuForArch(llvm::StringRef Arch);

/// Whether \p Arch names an architecture of AMD's.
bool isAmdArch(llvm::StringRef Arch);

/// Lanes of a wavefront of \p Arch, an architecture of AMD's, as its compiler
/// has them unless it is told otherwise: 32 from gfx10 on, 64 before.
unsigned wavefrontSize(llvm::StringRef Arch);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_GPUREGISTRY_H
