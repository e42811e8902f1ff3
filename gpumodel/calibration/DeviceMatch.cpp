//===- DeviceMatch.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/DeviceMatch.h"
#include "gpumodel/calibration/ModelFacts.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/ShippedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

struct DriverName {
  StringRef Shipped, Driver;
  double MemoryGb;
};
constexpr DriverName DriverNames[] = {
#define DRIVER_NAME(Shipped, Driver, MemoryGb)                                 \
  DriverName{Shipped, Driver, MemoryGb},
#include "gpumodel/calibration/DriverNames.def"
};

constexpr const char *EmulatedSource = "emulated GPU";

StringRef withoutMaker(StringRef Name) {
  Name = Name.trim();
  for (StringRef Maker : {"NVIDIA ", "AMD "})
    if (Name.consume_front_insensitive(Maker))
      break;
  return Name;
}

/// Drivers keep some of the memory for themselves, and some count in GiB.
bool isMemoryOf(double Bytes, double Gb) {
  return Bytes <= 0 || Gb <= 0 || (Bytes > 0.88e9 * Gb && Bytes < 1.1e9 * Gb);
}

/// What does not agree between file and device; "" if everything does.
std::string mismatch(const DeviceFacts &D, const GpuModel &Gpu,
                     double MemoryGb) {
  if (Gpu.Arch.Name != D.Arch)
    return fmt::format("its architecture is {}, the file's is {}", D.Arch,
                       Gpu.Arch.Name);
  if (Gpu.SmCount.Value != D.SmCount)
    return fmt::format("it has {} SMs, the file says {}", D.SmCount,
                       Gpu.SmCount.Value);
  if (!isMemoryOf(D.MemoryBytes, MemoryGb))
    return fmt::format("it has {:.1f} GB of memory, the file is of the one "
                       "with {:g}",
                       D.MemoryBytes / 1e9, MemoryGb);
  double Gbps = theoreticalGbps(D);
  if (Gbps > 0 && Gpu.DramTheoreticalGbps &&
      std::abs(std::log(Gbps / Gpu.DramTheoreticalGbps->Value)) > 0.1)
    return fmt::format("its memory has {:.0f} GB/s, the file says {:g}", Gbps,
                       Gpu.DramTheoreticalGbps->Value);
  return "";
}

/// A number that rises with the generation: 90 for sm_90, 0x90a for gfx90a. The
/// prefix tells the maker; 0 for any other prefix.
unsigned archNumber(StringRef Arch, StringRef &Maker) {
  unsigned Number = 0;
  if (Arch.consume_front("sm_")) {
    Maker = "sm_";
    return Arch.consumeInteger(10, Number) ? 0 : Number;
  }
  if (Arch.consume_front("gfx")) {
    Maker = "gfx";
    // gfx1032 is later than gfx90a: majors of two digits are longer.
    return Arch.getAsInteger(16, Number) ? 0 : Number;
  }
  return 0;
}

/// "PG13 (RTX 2070)" of sibling t4: "PG13 (t4; RTX 2070)". The tag stays in
/// front.
std::string throughSibling(StringRef Source, StringRef Sibling) {
  auto [Tag, Detail] = Source.split(" (");
  return (Tag + " (as " + Sibling +
          (Detail.empty() ? StringRef(")") : StringRef("; ")) + Detail)
      .str();
}

/// A figure of a whole GPU, scaled from a GPU that is larger or smaller.
void scaleFact(OptFact &F, double Scale, StringRef By) {
  if (!F || Scale == 1)
    return;
  F->Value =
      std::strtod(fmt::format("{:.4g}", F->Value * Scale).c_str(), nullptr);
  F->Source += fmt::format(", times {:.4g} by {}", Scale, By.str());
}

Fact proxyOf(const Fact &F, StringRef Sibling) {
  return {F.Value, std::max(F.Status, FactStatus::Proxy),
          throughSibling(F.Source, Sibling)};
}

} // namespace

llvm::StringRef driverSource(const DeviceFacts &Device) {
  return Device.Backend == "emulated" ? EmulatedSource : "DRV";
}

double theoreticalGbps(const DeviceFacts &Device) {
  // CUDA: half of the data rate for every kind of memory.
  if (Device.Backend == "hip")
    return 0;
  return 2 * Device.MemoryClockMhz * 1e6 * Device.MemoryBusBits / 8 / 1e9;
}

std::string shippedGpuOf(const DeviceFacts &Device,
                         std::vector<std::string> &Notes) {
  StringRef Name = withoutMaker(Device.Name);
  for (const DriverName &Known : DriverNames) {
    if (!Name.equals_insensitive(Known.Driver))
      continue;
    llvm::Expected<GpuModel> Gpu = findGpu(Known.Shipped);
    if (!Gpu) {
      llvm::consumeError(Gpu.takeError());
      continue;
    }
    std::string Why = mismatch(Device, *Gpu, Known.MemoryGb);
    if (Why.empty())
      return Known.Shipped.str();
    Notes.push_back(fmt::format("{} is not the shipped {}: {}", Device.Name,
                                Known.Shipped.str(), Why));
  }
  return "";
}

std::string shippedArchOf(const std::string &Arch,
                          std::vector<std::string> &Notes) {
  std::vector<std::string> Shipped = shippedArchNames();
  if (llvm::is_contained(Shipped, Arch))
    return Arch;
  StringRef Maker, Other;
  unsigned Wanted = archNumber(Arch, Maker), BestNumber = 0;
  std::string Best;
  bool BestIsLower = false;
  for (const std::string &Name : Shipped) {
    unsigned Number = archNumber(Name, Other);
    if (Number == 0 || Other != Maker)
      continue;
    bool Lower = Number < Wanted;
    // The highest architecture below; if there is none, the lowest of all.
    if (Best.empty() || (Lower && !BestIsLower) ||
        (Lower == BestIsLower && (Number > BestNumber) == Lower)) {
      Best = Name;
      BestNumber = Number;
      BestIsLower = Lower;
    }
  }
  if (!Best.empty())
    Notes.push_back("architecture " + Arch + " is not known; the file names " +
                    Best +
                    ": its limits and whatever was not measured are that "
                    "architecture's");
  return Best;
}

/// How many numbers of a device's own file were measured or published for it,
/// and are no figures of a sibling.
static unsigned knownFacts(const GpuModel &Gpu) {
  unsigned Count = 0;
  visitDeviceFields(Gpu, [&](const FieldInfo &, const OptFact &F) {
    Count += F && (F->Status == FactStatus::Measured ||
                   F->Status == FactStatus::Published);
  });
  return Count;
}

std::string nearestSibling(const DeviceFacts &Device, const std::string &Arch) {
  std::string Best;
  double BestDistance = 0;
  unsigned BestKnown = 0;
  for (const std::string &Name : shippedGpuNames()) {
    llvm::Expected<GpuModel> Gpu = findGpu(Name);
    if (!Gpu) {
      llvm::consumeError(Gpu.takeError());
      continue;
    }
    if (Gpu->Arch.Name != Arch)
      continue;
    double Distance = std::abs(std::log(Gpu->SmCount.Value / Device.SmCount));
    auto Add = [&Distance](double Own, const OptFact &Other) {
      if (Own > 0 && Other && Other->Value > 0)
        Distance += std::abs(std::log(Own / Other->Value));
    };
    Add(Device.L2Bytes, Gpu->L2Bytes);
    Add(theoreticalGbps(Device), Gpu->DramTheoreticalGbps);
    const unsigned Known = knownFacts(*Gpu);
    if (Best.empty() || Distance < BestDistance ||
        (Distance == BestDistance && Known > BestKnown)) {
      Best = Name;
      BestDistance = Distance;
      BestKnown = Known;
    }
  }
  return Best;
}

bool isFileOf(const GpuModel &File, const DeviceFacts &Device) {
  if (withoutMaker(File.FullName).equals_insensitive(withoutMaker(Device.Name)))
    return File.Arch.Name == Device.Arch || Device.Backend == "emulated";
  std::vector<std::string> Unused;
  std::string Shipped = shippedGpuOf(Device, Unused);
  if (Shipped.empty())
    return false;
  llvm::Expected<GpuModel> Gpu = findGpu(Shipped);
  if (!Gpu) {
    llvm::consumeError(Gpu.takeError());
    return false;
  }
  return File.Name == Shipped || File.FullName == Gpu->FullName;
}

std::string slugOf(StringRef DriverName) {
  std::string Slug;
  for (char C : withoutMaker(DriverName).take_front(60)) {
    if (llvm::isAlnum(C))
      Slug += llvm::toLower(C);
    else if (!Slug.empty() && Slug.back() != '-')
      Slug += '-';
  }
  while (!Slug.empty() && Slug.back() == '-')
    Slug.pop_back();
  return Slug.empty() ? "unnamed" : Slug;
}

GpuModel modelFromSibling(const DeviceFacts &Device, const GpuModel &Sibling,
                          StringRef Name) {
  GpuModel Gpu;
  Gpu.Name = Name.str();
  Gpu.FullName = Device.Name;
  Gpu.Die = "not known";
  Gpu.Arch = Sibling.Arch;
  for (const ModelFact &F : factsOf(Sibling))
    // The base clock and the launch lines hold only for the sibling: the lines
    // depend on the waves that its number of SMs needs.
    if (std::optional<FactPlace> Place = placeOf(F.Path);
        Place && !Place->LaunchWarps && F.Field.Key != "base_clock_mhz")
      setFact(Gpu, *Place, proxyOf(F.Value, Sibling.Name));

  const bool Emulated = Device.Backend == "emulated";
  const FactStatus Driver =
      Emulated ? FactStatus::Estimated : FactStatus::Published;
  auto Says = [&](OptFact &To, double Value, double Min, double Max,
                  FactStatus Status, StringRef Detail) {
    if (Value >= Min && Value <= Max)
      To = Fact{Value, std::max(Status, Driver),
                (driverSource(Device) + " (" + Detail + ")").str()};
  };
  Gpu.SmCount = {Device.SmCount, Driver, driverSource(Device).str()};
  Says(Gpu.BoostClockMhz, Device.BoostClockMhz, 50, 10000,
       FactStatus::Published, "the highest clock");
  Gpu.MemoryClockMhz.reset(); // belongs to another memory
  Says(Gpu.MemoryClockMhz, Device.MemoryClockMhz, 50, 20000,
       FactStatus::Published, "memory clock");
  Says(Gpu.L2Bytes, Device.L2Bytes, 1, 17179869184.0, FactStatus::Published,
       "L2 size");
  // What another memory achieves can only be carried over in proportion.
  double Gbps = theoreticalGbps(Device);
  double Scale = Sibling.DramTheoreticalGbps
                     ? Gbps / Sibling.DramTheoreticalGbps->Value
                     : 0;
  for (OptFact *F :
       {&Gpu.DramAchievableReadGbps, &Gpu.DramAchievableCopyGbps}) {
    if (Scale <= 0)
      F->reset();
    scaleFact(*F, Scale, "dram_theoretical_gbps");
  }
  for (OptFact *F :
       {&Gpu.L2BytesPerClkTotal, &Gpu.L2PeakBytesPerClkTotal, &Gpu.L2FarGbps})
    scaleFact(*F, Device.SmCount / Sibling.SmCount.Value, "sm_count");
  Gpu.DramTheoreticalGbps.reset();
  Says(Gpu.DramTheoreticalGbps, std::round(10 * Gbps) / 10, 0.1, 1000000,
       FactStatus::Derived, "memory clock x 2 x bus width");
  if (!Gpu.BoostClockMhz && Sibling.BaseClockMhz)
    Gpu.BaseClockMhz = proxyOf(*Sibling.BaseClockMhz, Sibling.Name);
  return Gpu;
}

} // namespace gpuperf::calibration
