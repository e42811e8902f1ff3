//===- ModelFacts.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ModelFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

constexpr unsigned MaxLaunchWarps = 64; // as GpuModelYaml reads it

std::string pathOf(const FieldInfo &Field) {
  return Field.Section.empty() ? Field.Key.str()
                               : (Field.Section + "." + Field.Key).str();
}

FieldInfo launchField(bool Slope) {
  return Slope ? FieldInfo{"time_lines", "grid_slope_us", "us", false, 0, 1000}
               : FieldInfo{"time_lines", "base_us", "us", false, 0, 1000000};
}

std::string launchPath(unsigned Warps, const FieldInfo &Field) {
  return ("time_lines." + llvm::Twine(Warps) + "." + Field.Key).str();
}

/// Everything but launch lines, in the order of the file.
template <typename GpuT, typename VisitorT>
void visitAll(GpuT &Gpu, VisitorT Visit) {
  visitDeviceFields(Gpu, Visit);
  visitDeviceTables(Gpu, Visit);
  visitOverrides(Gpu, Visit);
}

std::optional<FactPlace> launchPlace(StringRef Name) {
  auto [Warps, Key] = Name.split('.');
  unsigned Count = 0;
  if (Warps.getAsInteger(10, Count) || Count == 0 || Count > MaxLaunchWarps)
    return std::nullopt;
  for (bool Slope : {true, false})
    if (FieldInfo Field = launchField(Slope); Field.Key == Key)
      return FactPlace{launchPath(Count, Field), Field, Count};
  return std::nullopt;
}

} // namespace

std::vector<ModelFact> factsOf(const GpuModel &Gpu) {
  std::vector<ModelFact> Found;
  auto Add = [&Found](const FieldInfo &Field, const OptFact &F) {
    if (F)
      Found.push_back({pathOf(Field), Field, *F});
  };
  visitDeviceFields(Gpu, Add);
  for (const LaunchTimeLine &L : Gpu.LaunchTimeLines)
    for (bool Slope : {true, false}) {
      FieldInfo Field = launchField(Slope);
      Found.push_back(
          {launchPath(L.WarpsPerBlock, Field), Field,
           Fact{Slope ? L.GridSlopeUs : L.BaseUs, L.Status, L.Source}});
    }
  visitDeviceTables(Gpu, Add);
  visitOverrides(Gpu, Add);
  return Found;
}

std::optional<FactPlace> placeOf(StringRef Name) {
  StringRef Rest = Name;
  Rest.consume_front("launch.");
  if (Rest.consume_front("time_lines."))
    return launchPlace(Rest);
  StringRef Table = Name;
  if (Table.consume_front("hong_kim.") &&
      Table.starts_with("throughput_per_clk_per_cu."))
    Name = Table;
  std::optional<FactPlace> Found;
  const GpuModel Empty;
  visitAll(Empty, [&](const FieldInfo &Field, const OptFact &) {
    // A key of a table is ambiguous without its section.
    bool IsTable = Field.Section.contains("_cycles") ||
                   Field.Section.contains("throughput_");
    if (pathOf(Field) == Name || (!IsTable && Field.Key == Name))
      Found = FactPlace{pathOf(Field), Field};
  });
  return Found;
}

void setFact(GpuModel &Gpu, const FactPlace &Place, const OptFact &Value) {
  struct Setter {
    const FactPlace &Place;
    const OptFact &Value;
    void operator()(const FieldInfo &Field, OptFact &F) const {
      if (pathOf(Field) == Place.Path)
        F = Value;
    }
    void operator()(const FieldInfo &Field, Fact &F) const {
      if (Value && pathOf(Field) == Place.Path)
        F = *Value;
    }
  };
  visitAll(Gpu, Setter{Place, Value});
  applyOverrides(Gpu);
}

void setLaunchLine(GpuModel &Gpu, const LaunchTimeLine &Line) {
  std::vector<LaunchTimeLine> &Lines = Gpu.LaunchTimeLines;
  llvm::erase_if(Lines, [&Line](const LaunchTimeLine &Old) {
    return Old.WarpsPerBlock == Line.WarpsPerBlock;
  });
  Lines.push_back(Line);
  llvm::sort(Lines, [](const LaunchTimeLine &A, const LaunchTimeLine &B) {
    return A.WarpsPerBlock < B.WarpsPerBlock;
  });
}

OptFact factAt(const GpuModel &Gpu, StringRef Path) {
  for (const ModelFact &F : factsOf(Gpu))
    if (F.Path == Path)
      return F.Value;
  return std::nullopt;
}

} // namespace gpuperf::calibration
