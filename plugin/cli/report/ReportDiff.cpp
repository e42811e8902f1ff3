//===- ReportDiff.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/ReportDiff.h"
#include "analysis/advice/RelativeBand.h"
#include "plugin/cli/report/DiffCauses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

using namespace gpuperf;
namespace json = llvm::json;
using llvm::StringRef;

static std::string textOf(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

/// As much of a prediction as a comparison asks for.
static Prediction predictionOf(const json::Object &O) {
  Prediction P;
  std::vector<Assumption> Why;
  if (const json::Array *Assumed = O.getArray("assumed"))
    for (const json::Value &V : *Assumed)
      for (unsigned I = 0; I < NumAssumptionKinds; ++I)
        if (const json::Object *A = V.getAsObject();
            A && A->getString("kind") ==
                     assumptionKey(static_cast<AssumptionKind>(I)))
          Why.push_back({static_cast<AssumptionKind>(I)});
  P.OwnErrorFactor = O.getNumber("own_error_factor").value_or(0);
  // No band is written where a size is open; a comparison at one size has what
  // the other assumptions and the model make of it.
  double Squared = 0;
  for (unsigned I = 0; I < NumAssumptionKinds; ++I)
    if (llvm::is_contained(llvm::map_range(Why,
                                           [](const Assumption &A) {
                                             return static_cast<unsigned>(
                                                 A.Kind);
                                           }),
                           I))
      Squared +=
          std::pow(std::log(bandFactor(static_cast<AssumptionKind>(I))), 2);
  const double Factor = std::exp(std::hypot(
      std::sqrt(Squared), std::log(std::max(P.OwnErrorFactor, 1.0))));
  const double Time = O.getNumber("time_us").value_or(0);
  P.TimeUs = {O.getNumber("time_us_low").value_or(Time / Factor), Time,
              O.getNumber("time_us_high").value_or(Time * Factor),
              AssumptionSet(std::move(Why))};
  if (const json::Object *Parts = O.getObject("components_us"))
    for (const auto &[Name, V] : *Parts)
      P.Components.push_back({Name.str(), V.getAsNumber().value_or(0)});
  if (const json::Object *Counts = O.getObject("counts")) {
    P.Profile.DramReadBytes = Counts->getNumber("dram_read_bytes").value_or(0);
    P.Profile.DramWriteBytes =
        Counts->getNumber("dram_write_bytes").value_or(0);
  }
  return P;
}

/// Which launches are the same, from strict to loose.
enum class Match : uint8_t { All, WithoutFile, WithoutFunction };

static std::string keyOf(const json::Object &O, Match How) {
  std::string Key =
      llvm::formatv("{0}\n{1}\n{2}\n{3}", textOf(O, "kernel"), textOf(O, "gpu"),
                    textOf(O, "model"), O.getInteger("context").value_or(0));
  if (How != Match::WithoutFunction)
    Key += llvm::formatv("\n{0}\n{1}", textOf(O, "function"),
                         O.getInteger("ordinal").value_or(0))
               .str();
  if (How != Match::WithoutFile)
    Key += "\n" + textOf(O, "file");
  return Key;
}

/// The launches of both reports in pairs; what is in one only has no partner.
static std::vector<LaunchChange> pairUp(const Report &Base,
                                        const Report &Head) {
  std::vector<LaunchChange> Out;
  std::vector<const json::Object *> LeftBase, LeftHead;
  for (const json::Object &O : Base.Launches)
    LeftBase.push_back(&O);
  for (const json::Object &O : Head.Launches)
    LeftHead.push_back(&O);
  for (Match How : {Match::All, Match::WithoutFile, Match::WithoutFunction}) {
    std::map<std::string, std::vector<const json::Object *>> InBase, InHead;
    for (const json::Object *O : LeftBase)
      InBase[keyOf(*O, How)].push_back(O);
    for (const json::Object *O : LeftHead)
      InHead[keyOf(*O, How)].push_back(O);
    auto IsPaired = [&](const json::Object *O) {
      const std::string Key = keyOf(*O, How);
      const auto A = InBase.find(Key), B = InHead.find(Key);
      return A != InBase.end() && B != InHead.end() && A->second.size() == 1 &&
             B->second.size() == 1;
    };
    for (const json::Object *O : LeftHead)
      if (IsPaired(O)) {
        LaunchChange C;
        C.Base = InBase[keyOf(*O, How)].front();
        C.Head = O;
        Out.push_back(std::move(C));
      }
    llvm::erase_if(LeftBase, IsPaired);
    llvm::erase_if(LeftHead, IsPaired);
  }
  for (const json::Object *O : LeftHead) {
    Out.emplace_back().Head = O;
    Out.back().Kind = ChangeKind::New;
  }
  for (const json::Object *O : LeftBase) {
    Out.emplace_back().Base = O;
    Out.back().Kind = ChangeKind::Gone;
  }
  return Out;
}

static void judge(LaunchChange &C) {
  if (!C.Base || !C.Head)
    return;
  const auto Before = C.Base->getNumber("time_us"),
             After = C.Head->getNumber("time_us");
  if (!Before || !After) {
    if (Before)
      C.Kind = ChangeKind::LostTime;
    else if (After)
      C.Kind = ChangeKind::GotTime;
    return;
  }
  // Times of one program are equal to the last digit where nothing changed.
  constexpr double Rounding = 1e-9;
  if (std::fabs(*After - *Before) <= Rounding * *Before)
    return;
  const Estimate Faster = speedup(predictionOf(*C.Base), predictionOf(*C.Head));
  C.Ratio = {Faster.Hi > 0 ? 1 / Faster.Hi : 0, 1 / Faster.Value,
             Faster.Lo > 0 ? 1 / Faster.Lo : HUGE_VAL, Faster.Why};
  C.Kind = C.Ratio.Lo > 1   ? ChangeKind::Slower
           : C.Ratio.Hi < 1 ? ChangeKind::Faster
                            : ChangeKind::Unclear;
  C.Causes = causesOfChange(*C.Base, *C.Head, MostCauses);
}

std::vector<LaunchChange> gpuperf::compareReports(const Report &Base,
                                                  const Report &Head) {
  std::vector<LaunchChange> Out = pairUp(Base, Head);
  for (LaunchChange &C : Out)
    judge(C);
  auto Place = [](const LaunchChange &C) {
    return std::make_tuple(textOf(C.any(), "file"),
                           C.any().getInteger("line").value_or(0),
                           nameOfLaunch(C.any(), true));
  };
  llvm::stable_sort(Out, [&](const LaunchChange &A, const LaunchChange &B) {
    if (A.Kind != B.Kind)
      return A.Kind < B.Kind;
    const double X = std::fabs(std::log(A.Ratio.Value)),
                 Y = std::fabs(std::log(B.Ratio.Value));
    if (A.Ratio.Value > 0 && B.Ratio.Value > 0 && X != Y)
      return X > Y;
    return Place(A) < Place(B);
  });
  return Out;
}

std::string gpuperf::nameOfLaunch(const json::Object &O, bool WithGpu) {
  std::string Text = textOf(O, "function");
  Text += (Text.empty() ? "" : " -> ") + textOf(O, "kernel");
  if (const int64_t Ordinal = O.getInteger("ordinal").value_or(0))
    Text += " #" + std::to_string(Ordinal + 1);
  if (const int64_t Context = O.getInteger("context").value_or(0))
    Text += " (call " + std::to_string(Context + 1) + ")";
  if (WithGpu)
    Text += " on " + textOf(O, "gpu");
  return Text;
}
