//===- ImportDevice.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ImportDevice.h"
#include "gpumodel/calibration/DeviceMatch.h"
#include "gpumodel/calibration/ModelFacts.h"
#include "gpumodel/files/GpuModelCheck.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/ShippedFiles.h"
#include "gpumodel/files/YamlError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>
#include <fmt/format.h>
#include <map>

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

double roundedFor(const Quantity &Q, const FieldInfo &Field) {
  return rounded(Q.Value, Q.Low, Q.High, Field.Whole);
}

/// Why \p Value may not be written to \p Field, or "".
std::string outOfRange(const FieldInfo &Field, double Value) {
  if (std::isfinite(Value) && Value >= Field.Min && Value <= Field.Max)
    return "";
  return ("it must be between " + numberText(Field.Min) + " and " +
          numberText(Field.Max) + (Field.Unit.empty() ? "" : " ") + Field.Unit)
      .str();
}

std::string whyNot(const Quantity &Failed) {
  return Failed.Why.empty() ? "failed its self-check" : Failed.Why;
}

/// A change to a model: one number, or the two of a launch time line.
struct Change {
  Figure F;
  FactPlace Place;
  std::optional<Figure> Slope; ///< of a launch line; F is its base
};

/// Puts \p C into \p Gpu, unless it contradicts a number there; returns why.
std::string apply(const Change &C, GpuModel &Gpu) {
  GpuModel Changed = Gpu;
  double Value = roundedFor(C.F.Q, C.Place.Field);
  if (C.Slope)
    setLaunchLine(Changed,
                  {C.Place.LaunchWarps, roundedFor(C.Slope->Q, C.Place.Field),
                   Value, C.F.Status, C.F.Source});
  else
    setFact(Changed, C.Place, Fact{Value, C.F.Status, C.F.Source});
  if (std::optional<Contradiction> Why = findContradiction(Changed))
    return Why->Message;
  Gpu = std::move(Changed);
  return "";
}

/// Sorts figures into changes, refused figures, and figures without a key.
class Sorter {
public:
  explicit Sorter(Import &To) : To(To) {}

  void add(const Figure &F) {
    std::optional<FactPlace> Place = placeOf(F.Q.Name);
    if (!Place) {
      if (F.Q.Ok)
        To.Elsewhere.push_back(F);
      else
        To.NotWritten.push_back({F.Q, whyNot(F.Q)});
      return;
    }
    std::string Why =
        F.Q.Ok ? outOfRange(Place->Field, roundedFor(F.Q, Place->Field))
               : whyNot(F.Q);
    auto [It, IsNew] = Seen.try_emplace(Place->Path, F.Q.Benchmark);
    if (Why.empty() && !IsNew)
      Why = It->second + " has given this key already";
    else if (!Why.empty() && IsNew)
      Seen.erase(It); // another benchmark may still measure it
    if (!Why.empty())
      To.NotWritten.push_back({F.Q, Why});
    else if (Place->LaunchWarps)
      (Place->Field.Key == "base_us" ? Bases : Slopes)
          .insert({Place->LaunchWarps, F});
    else
      Changes.push_back({F, *Place, std::nullopt});
  }

  /// A launch line takes both of its numbers.
  void pairLaunchLines() {
    for (auto &[Warps, Base] : Bases) {
      auto Slope = Slopes.find(Warps);
      if (Slope == Slopes.end()) {
        To.NotWritten.push_back({Base.Q, "its grid_slope_us is missing"});
        continue;
      }
      Changes.push_back({Base, *placeOf(Base.Q.Name), Slope->second});
      Slopes.erase(Slope);
    }
    for (auto &[Warps, Slope] : Slopes)
      To.NotWritten.push_back({Slope.Q, "its base_us is missing"});
  }

  std::vector<Change> Changes;

private:
  Import &To;
  std::map<std::string, std::string> Seen; ///< path to benchmark
  std::map<unsigned, Figure> Bases, Slopes;
};

/// Two numbers may only be consistent when both are new; a change that
/// contradicts is therefore tried again after the others.
void applyAll(std::vector<Change> Changes, Import &To) {
  while (!Changes.empty()) {
    std::vector<Change> Left;
    std::vector<std::string> Why;
    for (Change &C : Changes)
      if (std::string Reason = apply(C, To.After); !Reason.empty()) {
        Why.push_back(std::move(Reason));
        Left.push_back(std::move(C));
      }
    if (Left.size() == Changes.size()) {
      for (size_t I = 0; I < Left.size(); ++I)
        To.NotWritten.push_back({Left[I].F.Q, Why[I]});
      return;
    }
    Changes = std::move(Left);
  }
}

void noteDriver(StringRef Key, double Says, const OptFact &File, StringRef Verb,
                Import &To) {
  To.Notes.push_back(
      ("the driver says " + Key + " is " + numberText(Says) +
       (File ? ", the file " + Verb + " " + numberText(File->Value)
             : std::string()))
          .str());
}

/// These two numbers are reported by the driver of this very GPU.
void correctByDriver(const DeviceFacts &D, Import &To) {
  GpuModel &Gpu = To.After;
  auto Correct = [&](StringRef Key, double Value, OptFact Old) {
    if (Value <= 0 || (Old && Old->Value == Value))
      return;
    FactStatus Status =
        D.Backend == "emulated" ? FactStatus::Estimated : FactStatus::Published;
    setFact(To.After, *placeOf(Key),
            Fact{Value, Status, driverSource(D).str()});
    noteDriver(Key, Value, Old, "said", To);
  };
  Correct("sm_count", D.SmCount, Gpu.SmCount);
  // HIP reports the cache of one chiplet where there are several.
  if (D.Backend != "hip" || !Gpu.L2Bytes)
    Correct("l2_bytes", D.L2Bytes, Gpu.L2Bytes);
  else if (D.L2Bytes > 0 && D.L2Bytes != Gpu.L2Bytes->Value)
    noteDriver("l2_bytes", D.L2Bytes, Gpu.L2Bytes, "says", To);
}

/// Cycles become time by the file's clock, so that a wrong clock makes every
/// predicted time wrong.
void compareClocks(const DeviceFacts &D, llvm::ArrayRef<Figure> Figures,
                   Import &To) {
  constexpr double Near = 0.03, UnderLoad = 0.05;
  auto Compare = [&To](StringRef Key, double Says, const OptFact &File) {
    if (Says > 0 && File && std::abs(Says / File->Value - 1) > Near)
      noteDriver(Key, Says, File, "says", To);
  };
  const GpuModel &Gpu = To.After;
  Compare("boost_clock_mhz", D.BoostClockMhz, Gpu.BoostClockMhz);
  Compare("dram_theoretical_gbps", theoreticalGbps(D), Gpu.DramTheoreticalGbps);
  const OptFact &Clock =
      Gpu.BoostClockMhz ? Gpu.BoostClockMhz : Gpu.BaseClockMhz;
  for (const Figure &F : Figures)
    if (F.Q.Ok && F.Q.Name == "clock_under_compute_mhz" && Clock &&
        std::abs(F.Q.Value / Clock->Value - 1) > UnderLoad)
      To.Notes.push_back(fmt::format(
          "under arithmetic the SMs ran at {:.0f} MHz; predictions take {:g}, "
          "the file's: what arithmetic bounds takes {:.2f}x as long as "
          "predicted",
          F.Q.Value, Clock->Value, Clock->Value / F.Q.Value));
}

/// Limits belong to the architecture's file and are therefore only compared.
void compareLimits(const DeviceFacts &D, Import &To) {
  const ArchModel &Arch = To.After.Arch;
  auto Compare = [&](StringRef Key, double Says, const OptFact &File) {
    if (Says > 0 && File && File->Value != Says)
      To.Notes.push_back(("the driver says " + Key + " is " + numberText(Says) +
                          ", architecture " + Arch.Name + " says " +
                          numberText(File->Value))
                             .str());
  };
  Compare("warp_size", D.WarpSize, Arch.WarpSize);
  Compare("max_threads_per_sm", D.MaxThreadsPerSm, Arch.MaxThreadsPerSm);
  Compare("max_threads_per_block", D.MaxThreadsPerBlock,
          Arch.MaxThreadsPerBlock);
  Compare("registers_per_sm", D.RegistersPerSm, Arch.RegistersPerSm);
  Compare("shared_per_sm_bytes", D.SharedPerSmBytes, Arch.SharedPerSmBytes);
  Compare("max_blocks_per_sm", D.MaxBlocksPerSm, Arch.MaxBlocksPerSm);
}

/// The text of a GPU file by shipped name or path, for its comments.
std::string textOf(StringRef NameOrPath) {
  StringRef Shipped = shippedGpuFile(("devices/" + NameOrPath + ".yaml").str());
  if (!Shipped.empty())
    return Shipped.str();
  auto File = llvm::MemoryBuffer::getFile(NameOrPath, /*IsText=*/true);
  return File ? (*File)->getBuffer().str() : "";
}

/// A name for a new file that no shipped GPU has.
std::string newName(const DeviceFacts &D, StringRef Wanted) {
  if (!Wanted.empty())
    return Wanted.str();
  std::string Slug = slugOf(D.Name);
  if (llvm::is_contained(shippedGpuNames(), Slug))
    Slug += fmt::format("-{:.0f}sm", D.SmCount);
  return Slug;
}

llvm::Error takeBase(StringRef NameOrPath, StringRef Name, const DeviceFacts &D,
                     Import &To) {
  llvm::Expected<GpuModel> Gpu = findGpu(NameOrPath);
  if (!Gpu)
    return Gpu.takeError();
  if (!isFileOf(*Gpu, D)) {
    if (Gpu->Arch.Name != D.Arch)
      To.Notes.push_back(D.Name + " is " + D.Arch + ", the file is of " +
                         Gpu->Arch.Name +
                         ": its limits are that architecture's");
    To.Before = modelFromSibling(D, *Gpu, newName(D, Name));
    To.BaseText = NameOrPath.str() + ", which is another GPU (" +
                  Gpu->FullName + "): the file is a new one";
    return llvm::Error::success();
  }
  To.BaseText = NameOrPath.str();
  To.Before = std::move(*Gpu);
  To.Comments = commentsOf(textOf(NameOrPath));
  if (!Name.empty())
    To.Before.Name = Name.str();
  return llvm::Error::success();
}

llvm::Error takeSibling(const DeviceFacts &D, StringRef Name, Import &To) {
  std::string Arch = shippedArchOf(D.Arch, To.Notes);
  std::string Sibling = nearestSibling(D, Arch);
  if (Sibling.empty())
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "no shipped GPU is anything like " + D.Name + " (" + D.Arch +
            "); name the file to start from with --base=NAME|FILE");
  llvm::Expected<GpuModel> Gpu = findGpu(Sibling);
  if (!Gpu)
    return Gpu.takeError();
  To.Before = modelFromSibling(D, *Gpu, newName(D, Name));
  To.BaseText =
      "its nearest sibling, the shipped " + Sibling + ": the file is a new one";
  return llvm::Error::success();
}

bool isName(StringRef Name) {
  return Name.size() <= 64 && llvm::all_of(Name, [](char C) {
           return llvm::isLower(C) || llvm::isDigit(C) || C == '-';
         });
}

} // namespace

llvm::Expected<Import> importDevice(llvm::ArrayRef<ResultsRun> Runs,
                                    llvm::ArrayRef<Figure> Figures,
                                    const ImportOptions &Options) {
  const DeviceFacts &D = Runs.front().Device;
  Import To;
  if (!isName(Options.Name))
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "--name is '" + Options.Name +
            "', it must be lower-case letters, digits and '-'");
  std::string Base = Options.Base;
  if (Base.empty())
    Base = shippedGpuOf(D, To.Notes);
  if (Base.empty()) {
    if (llvm::Error E = takeSibling(D, Options.Name, To))
      return E;
  } else {
    if (llvm::Error E = takeBase(Base, Options.Name, D, To))
      return E;
    if (Options.Base.empty())
      To.BaseText = "the shipped " + To.BaseText;
  }
  To.After = To.Before;
  correctByDriver(D, To);
  compareLimits(D, To);
  Sorter S(To);
  compareClocks(D, Figures, To);
  for (const Figure &F : Figures)
    S.add(F);
  S.pairLaunchLines();
  applyAll(std::move(S.Changes), To);
  return To;
}

size_t lostMeasured(const GpuModel &Old, const GpuModel &New) {
  return llvm::count_if(factsOf(Old), [&New](const ModelFact &M) {
    if (M.Value.Status != FactStatus::Measured)
      return false;
    OptFact Now = factAt(New, M.Path);
    return !Now || Now->Status != FactStatus::Measured;
  });
}

std::vector<std::string> unprovenMeasured(const GpuModel &File,
                                          llvm::ArrayRef<Figure> Figures) {
  std::vector<std::string> Lines;
  for (const ModelFact &M : factsOf(File)) {
    if (M.Value.Status != FactStatus::Measured)
      continue;
    std::string Best = "no result gives it";
    bool Proven = false;
    for (const Figure &F : Figures) {
      std::optional<FactPlace> Place = placeOf(F.Q.Name);
      if (!Place || Place->Path != M.Path || Proven)
        continue;
      const Quantity &Q = F.Q;
      double Step = roundingStep(Q.Value, Q.Low, Q.High, M.Field.Whole);
      Proven = Q.Ok && F.Status == FactStatus::Measured &&
               std::abs(M.Value.Value - Q.Value) <= 0.51 * Step;
      Best = !Q.Ok ? "the result failed its self-check: " + Q.Why
             : F.Status != FactStatus::Measured
                 ? "the results were not measured on a GPU"
                 : fmt::format("the results give {:.10g} ({:.5g} to {:.5g})",
                               roundedFor(Q, M.Field), Q.Low, Q.High);
    }
    if (!Proven)
      Lines.push_back(M.Path + " is " + numberText(M.Value.Value) + ", " +
                      Best);
  }
  return Lines;
}

} // namespace gpuperf::calibration
