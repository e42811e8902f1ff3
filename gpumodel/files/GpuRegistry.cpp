//===- GpuRegistry.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/GpuModelYaml.h"
#include "gpumodel/files/NearestNames.h"
#include "gpumodel/files/ShippedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace gpuperf;
using llvm::StringRef;
using llvm::Twine;

namespace {

bool isPath(StringRef S) {
  return S.contains('/') || S.ends_with(".yaml") || S.ends_with(".yml");
}

llvm::Error cannotRead(StringRef Path, const Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cannot read GPU file '" + Path + "': " + Why);
}

llvm::Expected<GpuModel> readGpuFile(StringRef Path) {
  // A device or a pipe might never end.
  llvm::sys::fs::file_status Status;
  if (std::error_code Code = llvm::sys::fs::status(Path, Status))
    return cannotRead(Path, Code.message());
  if (!llvm::sys::fs::is_regular_file(Status))
    return cannotRead(Path, "it must be a regular file");
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return cannotRead(Path, Buffer.getError().message());
  return parseDeviceYaml(**Buffer);
}

struct SmDefault {
  unsigned SmNumber;
  StringRef Name;
};
constexpr SmDefault SmDefaults[] = {
    {50, "gtx-940mx"},      {60, "p100-sxm2"}, {61, "gtx-1080-ti"},
    {70, "v100-sxm2-16gb"}, {75, "t4"},        {80, "a100-sxm4-40gb"},
    {86, "rtx-3090"},       {89, "rtx-4090"},  {90, "h100-sxm"},
    {100, "b200"},
};

} // namespace

llvm::Expected<GpuModel> gpuperf::findGpu(StringRef NameOrPath) {
  if (isPath(NameOrPath))
    return readGpuFile(NameOrPath);
  std::string Path = ("devices/" + NameOrPath + ".yaml").str();
  StringRef Text = shippedGpuFile(Path);
  if (!Text.empty())
    return parseDeviceYaml(llvm::MemoryBufferRef(Text, Path));

  std::string Nearest =
      nearestNames(NameOrPath, shippedGpuNames(), /*MaxCount=*/3);
  std::string Message = ("unknown GPU '" + NameOrPath + "'").str();
  if (!Nearest.empty())
    Message += ", nearest: " + Nearest;
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      Message + "; `gpuperf gpus` lists all, and a path to a GPU file works "
                "as well");
}

llvm::Expected<std::vector<GpuModel>> gpuperf::findGpus(StringRef List) {
  std::vector<GpuModel> Gpus;
  llvm::SmallVector<StringRef> Names;
  llvm::SplitString(List, Names, ";,");
  llvm::SmallVector<StringRef> Seen;
  for (StringRef Name : Names) {
    Name = Name.trim();
    if (Name.empty() || llvm::is_contained(Seen, Name))
      continue;
    Seen.push_back(Name);
    llvm::Expected<GpuModel> Gpu = findGpu(Name);
    if (!Gpu)
      return Gpu.takeError();
    Gpus.push_back(std::move(*Gpu));
  }
  if (Gpus.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "no GPU named in '" + List +
                                       "'; `gpuperf gpus` lists all");
  return Gpus;
}

unsigned gpuperf::smNumber(llvm::StringRef SmArch) {
  unsigned Number = 0;
  if (!SmArch.consume_front("sm_") || SmArch.consumeInteger(10, Number))
    return 0;
  return Number;
}

std::string gpuperf::defaultGpuForSm(unsigned SmNumber) {
  if (SmNumber == 0)
    return "h100-sxm";
  StringRef Name = SmDefaults[0].Name;
  for (const SmDefault &Default : SmDefaults)
    if (Default.SmNumber <= SmNumber)
      Name = Default.Name;
  return Name.str();
}

bool gpuperf::isAmdArch(llvm::StringRef Arch) {
  return Arch.starts_with("gfx");
}

std::string gpuperf::defaultGpuForArch(llvm::StringRef Arch) {
  if (!isAmdArch(Arch))
    return defaultGpuForSm(smNumber(Arch));
  const StringRef Name = Arch.split(':').first;
  // gfx9xx are the GPUs for computing; gfx10 and later those for drawing.
  if (Name == "gfx900" || Name == "gfx906")
    return "mi50";
  if (Name == "gfx908" || Name == "gfx90a")
    return "mi250x";
  if (Name == "gfx950")
    return "mi355x";
  if (Name.starts_with("gfx11"))
    return "rx-7900-xtx";
  if (Name == "gfx1200" || Name == "gfx1201")
    return "rx-9070-xt";
  if (Name.starts_with("gfx1"))
    return "radeon-pro-w6600";
  return "mi300x";
}

unsigned gpuperf::wavefrontSize(llvm::StringRef Arch) {
  // gfx1030 and gfx1201, but gfx90a.
  constexpr size_t LengthFromGfx10 = 7;
  const StringRef Name = Arch.split(':').first;
  return Name.starts_with("gfx1") && Name.size() >= LengthFromGfx10 ? 32 : 64;
}
