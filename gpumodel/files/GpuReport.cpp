//===- GpuReport.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuReport.h"
#include "gpumodel/Throughput.h"
#include "gpumodel/files/GpuFields.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/ShippedFiles.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <set>

using namespace gpuperf;
using llvm::StringRef;

namespace {

std::string_view view(StringRef S) { return {S.data(), S.size()}; }

/// Prints facts, with a heading whenever the section changes.
class FactPrinter {
public:
  explicit FactPrinter(std::string &Out) : Out(Out) {}

  void operator()(const FieldInfo &Field, const Fact &F) {
    if (Field.Section != Section) {
      Section = Field.Section;
      fmt::format_to(std::back_inserter(Out), "\n{}\n", view(Section));
    }
    fmt::format_to(std::back_inserter(Out),
                   "  {:<32}{:>12.10g} {:<17} {:<10} {}\n", view(Field.Key),
                   F.Value, view(Field.Unit), view(factStatusName(F.Status)),
                   F.Source);
  }
  void operator()(const FieldInfo &Field, const OptFact &F) {
    if (F)
      (*this)(Field, *F);
  }

private:
  std::string &Out;
  StringRef Section;
};

/// "4", or "4 (2.7 to 6)" where that is not exact.
std::string cyclesText(const Estimate &E) {
  if (E.Lo == E.Hi)
    return fmt::format("{:.4g}", E.Value);
  return fmt::format("{:.4g} ({:.3g} to {:.3g})", E.Value, E.Lo, E.Hi);
}

void printLists(std::string &Out, const GpuModel &Gpu) {
  auto To = std::back_inserter(Out);
  if (!Gpu.Arch.SharedCarveoutsKib.empty())
    fmt::format_to(To, "  {:<32}{} KiB\n", "shared_carveouts_kib",
                   fmt::join(Gpu.Arch.SharedCarveoutsKib, ", "));
  fmt::format_to(To, "  {:<32}{}\n", "l1_caches_plain_global_loads",
                 Gpu.Arch.L1CachesPlainGlobalLoads);
}

void printLaunchLines(std::string &Out, const GpuModel &Gpu) {
  if (Gpu.LaunchTimeLines.empty())
    return;
  Out += "\nlaunch time by warps per block\n";
  for (const LaunchTimeLine &L : Gpu.LaunchTimeLines)
    fmt::format_to(std::back_inserter(Out),
                   "  {:>2}: {:g} us x blocks + {:g} us  {}  {}\n",
                   L.WarpsPerBlock, L.GridSlopeUs, L.BaseUs,
                   view(factStatusName(L.Status)), L.Source);
}

/// Says which of the lines above come from this GPU's own file.
void printOverrides(std::string &Out, const GpuModel &Gpu) {
  std::vector<std::string> Keys;
  visitOverrides(Gpu, [&Keys](const FieldInfo &Field, const OptFact &F) {
    if (F)
      Keys.push_back((Field.Section + "." + Field.Key).str());
  });
  if (!Keys.empty())
    fmt::format_to(std::back_inserter(Out),
                   "\nof this GPU's own file, in place of {}'s\n  {}\n",
                   Gpu.Arch.Name, fmt::join(Keys, "\n  "));
}

void printOperations(std::string &Out, const GpuModel &Gpu) {
  Out +=
      "\noperations, cycles: between two warp instructions on one scheduler, "
      "and until\na dependent one may start; a substitute where the files lack "
      "the number\n";
  auto To = std::back_inserter(Out);
  for (unsigned I = 0; I < NumOpClasses; ++I) {
    const auto Op = static_cast<OpClass>(I);
    if (Op == OpClass::Free)
      continue;
    fmt::format_to(To, "  {:<20}issue {:<24}", view(opClassKey(Op)),
                   cyclesText(issueDelayCycles(Gpu, Op)));
    fmt::format_to(To, "latency {}\n", cyclesText(latencyCycles(Gpu, Op)));
    if (StringRef Why = issueSubstitute(Gpu, Op); !Why.empty())
      fmt::format_to(To, "    issue: {}\n", view(Why));
    if (StringRef Why = latencySubstitute(Gpu, Op); !Why.empty())
      fmt::format_to(To, "    latency: {}\n", view(Why));
  }
}

/// What SOURCES.md says of a tag: the second cell of its row.
StringRef sourceOfTag(StringRef Tag) {
  const StringRef Text = shippedGpuFile("SOURCES.md");
  const std::string Row = ("\n| " + Tag + " | ").str();
  const size_t At = Text.find(Row);
  if (At == StringRef::npos)
    return {};
  StringRef Line = Text.substr(At + Row.size()).split('\n').first;
  return Line.rsplit('|').first.trim();
}

/// Collects the tags that sources begin with: "PG13", "TPU" of "PG13+TPU (x)".
class TagCollector {
public:
  void operator()(const FieldInfo &, const Fact &F) {
    llvm::SmallVector<StringRef> Parts;
    llvm::SplitString(StringRef(F.Source).split(" (").first, Parts, "+");
    for (StringRef Tag : Parts) {
      // The tag of our own calibrator is followed by the day of the run.
      if (Tag.starts_with("gpuperf-calibrate "))
        Tag = Tag.split(' ').first;
      Tags.insert(Tag.str());
    }
  }
  void operator()(const FieldInfo &Field, const OptFact &F) {
    if (F)
      (*this)(Field, *F);
  }
  std::set<std::string> Tags;
};

void printSources(std::string &Out, const GpuModel &Gpu) {
  TagCollector Collector;
  visitDeviceFields(Gpu, std::ref(Collector));
  visitDeviceTables(Gpu, std::ref(Collector));
  visitArchFields(Gpu.Arch, std::ref(Collector));
  visitArchTables(Gpu.Arch, std::ref(Collector));
  Out += "\nsources\n";
  for (const std::string &Tag : Collector.Tags)
    if (StringRef Text = sourceOfTag(Tag); !Text.empty())
      fmt::format_to(std::back_inserter(Out), "  {:<9} {}\n", Tag, view(Text));
}

std::string capabilityText(const ArchModel &Arch) {
  if (Arch.Maker == Vendor::Amd)
    return "-";
  return fmt::format("{}.{}", Arch.CcMajor, Arch.CcMinor);
}

std::string numberOrDash(const OptFact &F, double Scale = 1) {
  return F ? fmt::format("{:.5g}", F->Value * Scale) : "-";
}

llvm::json::Object factToJson(const FieldInfo &Field, const Fact &F) {
  return llvm::json::Object{{"value", F.Value},
                            {"unit", Field.Unit},
                            {"status", factStatusName(F.Status)},
                            {"source", F.Source}};
}

/// Adds facts to an object, those of the tables by class under their section.
class FactWriter {
public:
  FactWriter(llvm::json::Object &Out, bool BySection)
      : Out(Out), BySection(BySection) {}

  void operator()(const FieldInfo &Field, const Fact &F) {
    llvm::json::Object *Where = &Out;
    if (BySection) {
      if (!Out.getObject(Field.Section))
        Out[Field.Section] = llvm::json::Object{};
      Where = Out.getObject(Field.Section);
    }
    (*Where)[Field.Key] = factToJson(Field, F);
  }
  void operator()(const FieldInfo &Field, const OptFact &F) {
    if (F)
      (*this)(Field, *F);
  }

private:
  llvm::json::Object &Out;
  bool BySection;
};

llvm::json::Object archToJson(const ArchModel &Arch) {
  llvm::json::Object Facts, Result;
  visitArchFields(Arch, FactWriter(Facts, false));
  visitArchTables(Arch, FactWriter(Facts, true));
  Result["name"] = Arch.Name;
  Result["vendor"] = Arch.Maker == Vendor::Amd ? "amd" : "nvidia";
  Result["family"] = Arch.FamilyName;
  if (Arch.Maker == Vendor::Nvidia)
    Result["compute_capability"] = capabilityText(Arch);
  Result["l1_caches_plain_global_loads"] = Arch.L1CachesPlainGlobalLoads;
  Result["registers_allocated_per_block"] = Arch.RegistersAllocatedPerBlock;
  Result["shared_carveouts_kib"] = llvm::json::Array(Arch.SharedCarveoutsKib);
  Result["facts"] = std::move(Facts);
  return Result;
}

} // namespace

std::string gpuperf::describeGpu(const GpuModel &Gpu) {
  std::string Out;
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "{}: {}\n", Gpu.Name, Gpu.FullName);
  fmt::format_to(To, "die {}, architecture {} ({})", Gpu.Die, Gpu.Arch.Name,
                 Gpu.Arch.FamilyName);
  if (Gpu.Arch.Maker == Vendor::Nvidia)
    fmt::format_to(To, ", compute capability {}", capabilityText(Gpu.Arch));
  Out += "\n";

  FactPrinter Device(Out);
  visitDeviceFields(Gpu, std::ref(Device));
  visitDeviceTables(Gpu, std::ref(Device));
  printLaunchLines(Out, Gpu);
  FactPrinter Arch(Out);
  bool Lists = false;
  visitArchFields(Gpu.Arch, [&](const FieldInfo &Field, const auto &F) {
    if (!Lists && Field.Section != "limits") {
      printLists(Out, Gpu);
      Lists = true;
    }
    Arch(Field, F);
  });
  visitArchTables(Gpu.Arch, std::ref(Arch));
  printOverrides(Out, Gpu);
  printOperations(Out, Gpu);
  printSources(Out, Gpu);
  return Out;
}

std::string gpuperf::listGpus() {
  std::string Out;
  auto To = std::back_inserter(Out);
  constexpr std::string_view Row = "{:<18}{:>5}{:>8}{:>9}{:>8}{:>6}  {}\n";
  fmt::format_to(To, Row, "name", "SMs", "MHz", "GB/s", "L2 MiB", "cc", "GPU");
  for (const std::string &Name : shippedGpuNames()) {
    llvm::Expected<GpuModel> Gpu = findGpu(Name);
    if (!Gpu) {
      fmt::format_to(To, "{:<18}{}\n", Name, llvm::toString(Gpu.takeError()));
      continue;
    }
    fmt::format_to(To, Row, Name, Gpu->SmCount.Value, clockMhz(*Gpu),
                   numberOrDash(Gpu->DramTheoreticalGbps),
                   numberOrDash(Gpu->L2Bytes, 1.0 / (1 << 20)),
                   capabilityText(Gpu->Arch), Gpu->FullName);
  }
  return Out;
}

llvm::json::Value gpuperf::gpuToJson(const GpuModel &Gpu) {
  llvm::json::Object Facts, Result;
  visitDeviceFields(Gpu, FactWriter(Facts, false));
  visitDeviceTables(Gpu, FactWriter(Facts, true));
  visitOverrides(Gpu, FactWriter(Facts, true));
  Result["name"] = Gpu.Name;
  Result["full_name"] = Gpu.FullName;
  Result["die"] = Gpu.Die;
  Result["facts"] = std::move(Facts);
  if (!Gpu.LaunchTimeLines.empty()) {
    llvm::json::Array Lines;
    for (const LaunchTimeLine &L : Gpu.LaunchTimeLines)
      Lines.push_back(llvm::json::Object{{"warps_per_block", L.WarpsPerBlock},
                                         {"grid_slope_us", L.GridSlopeUs},
                                         {"base_us", L.BaseUs},
                                         {"status", factStatusName(L.Status)},
                                         {"source", L.Source}});
    Result["launch_time_lines"] = std::move(Lines);
  }
  Result["arch"] = archToJson(Gpu.Arch);
  return Result;
}
