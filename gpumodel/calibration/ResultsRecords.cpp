//===- ResultsRecords.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ResultsRecords.h"
#include "gpumodel/files/YamlError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <array>
#include <cmath>

using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

namespace gpuperf::calibration {
namespace {

/// Larger than anything that is measured, and small enough that sums and
/// squares stay finite.
bool isSane(std::optional<double> Number) {
  return Number && std::abs(*Number) <= 1e30;
}

/// Takes fields out of a record and keeps the first error.
class Fields {
public:
  Fields(const json::Object &Object, std::string What)
      : Object(Object), What(std::move(What)) {}

  std::string text(StringRef Key, bool Required = true) {
    if (const json::Value *V = find(Key, Required)) {
      if (std::optional<StringRef> S = V->getAsString())
        return S->str();
      wrong(Key, "text");
    }
    return "";
  }
  /// \p IfNull is returned for null, which the writer puts for what is no
  /// number.
  double number(StringRef Key, bool Required = true, double IfNull = 0) {
    if (const json::Value *V = find(Key, Required)) {
      if (V->kind() == json::Value::Null)
        return IfNull;
      std::optional<double> D = V->getAsNumber();
      if (isSane(D))
        return *D;
      wrong(Key, "a number, 1e30 at most");
    }
    return 0;
  }
  bool flag(StringRef Key, bool Required = true) {
    if (const json::Value *V = find(Key, Required)) {
      if (std::optional<bool> B = V->getAsBoolean())
        return *B;
      wrong(Key, "true or false");
    }
    return false;
  }
  const json::Object *object(StringRef Key) {
    const json::Value *V = find(Key, true);
    if (V && !V->getAsObject())
      wrong(Key, "an object");
    return V ? V->getAsObject() : nullptr;
  }
  const json::Array *array(StringRef Key) {
    const json::Value *V = find(Key, true);
    if (V && !V->getAsArray())
      wrong(Key, "a list");
    return V ? V->getAsArray() : nullptr;
  }
  void fail(const Twine &Message) {
    if (Error.empty())
      Error = What + " record: " + Message.str();
  }
  std::string Error;

private:
  const json::Value *find(StringRef Key, bool Required) {
    const json::Value *V = Object.get(Key);
    if (!V && Required)
      fail("lacks '" + Key + "'");
    return V;
  }
  void wrong(StringRef Key, StringRef Wanted) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    OS << *Object.get(Key);
    fail("'" + Key + "' is " + StringRef(Text).take_front(40) +
         ", it must be " + Wanted);
  }
  const json::Object &Object;
  std::string What;
};

void readPoints(Fields &F, Series &S) {
  const json::Array *Points = F.array("points");
  if (!Points)
    return;
  for (const json::Value &V : *Points) {
    const json::Array *A = V.getAsArray();
    if (!A || A->size() != 5)
      return F.fail("point " + Twine(S.Points.size() + 1) +
                    " must be [x, median, low, high, samples]");
    std::array<double, 5> N{};
    bool Missing = false;
    for (size_t I = 0; I < N.size(); ++I) {
      std::optional<double> D = (*A)[I].getAsNumber();
      Missing |= (*A)[I].kind() == json::Value::Null;
      if (!Missing && !isSane(D))
        return F.fail("point " + Twine(S.Points.size() + 1) +
                      " holds what is no number, or one beyond 1e30");
      N[I] = D.value_or(0);
    }
    if (Missing) // it was not finite when it was written
      continue;
    if (N[2] > N[3] || N[4] < 0 || N[4] > 1e9)
      return F.fail("point " + Twine(S.Points.size() + 1) +
                    " has its low above its high, or no count of samples");
    S.Points.push_back({N[0], N[1], N[2], N[3], static_cast<unsigned>(N[4])});
  }
  std::stable_sort(S.Points.begin(), S.Points.end(),
                   [](const Point &A, const Point &B) { return A.X < B.X; });
}

Series readSeries(Fields &F) {
  Series S;
  S.Benchmark = F.text("benchmark");
  S.Name = F.text("series");
  S.XName = F.text("x");
  S.YName = F.text("y");
  S.ClockMhz = F.number("clock_mhz", false);
  if (const json::Object *Params = F.object("params")) {
    Fields P(*Params, "series");
    for (const auto &[Key, Value] : *Params)
      S.Params.emplace_back(Key.str(), P.number(Key));
    if (!P.Error.empty() && F.Error.empty())
      F.Error = P.Error;
  }
  // The keys of a JSON object have no order.
  llvm::sort(S.Params);
  readPoints(F, S);
  return S;
}

Quantity readQuantity(Fields &F) {
  Quantity Q;
  Q.Benchmark = F.text("benchmark");
  Q.Name = F.text("name");
  Q.Value = F.number("value", true, NAN);
  Q.Low = F.number("low", false);
  Q.High = F.number("high", false);
  Q.Unit = F.text("unit", false);
  Q.Ok = F.flag("ok");
  Q.Why = F.text("why", false);
  Q.How = F.text("how", false);
  return Q;
}

ResultsRun readRun(Fields &F, StringRef File) {
  ResultsRun Run;
  Run.File = File.str();
  double Schema = F.number("schema");
  if (F.Error.empty() && Schema != ResultsSchema)
    F.fail("'schema' is " + numberText(Schema) +
           ", this gpuperf reads schema " + Twine(ResultsSchema) +
           "; import with the gpuperf that the results were taken with");
  Run.Date = F.text("date");
  Run.Quick = F.flag("quick");
  Run.Rank = static_cast<int>(std::clamp(F.number("rank", false), 0.0, 1e9));
  DeviceFacts &D = Run.Device;
  D.Backend = F.text("backend");
  const json::Object *Device = F.object("device");
  if (!Device)
    return Run;
  Fields P(*Device, "run");
  D.Name = P.text("name");
  D.Arch = P.text("arch");
  D.Identity = P.text("identity", false);
  D.SmCount = P.number("sm_count");
  const std::pair<StringRef, double *> Numbers[] = {
      {"warp_size", &D.WarpSize},
      {"boost_clock_mhz", &D.BoostClockMhz},
      {"memory_clock_mhz", &D.MemoryClockMhz},
      {"memory_bus_bits", &D.MemoryBusBits},
      {"l2_bytes", &D.L2Bytes},
      {"memory_bytes", &D.MemoryBytes},
      {"shared_per_sm_bytes", &D.SharedPerSmBytes},
      {"shared_per_block_optin_bytes", &D.SharedPerBlockOptinBytes},
      {"registers_per_sm", &D.RegistersPerSm},
      {"max_threads_per_sm", &D.MaxThreadsPerSm},
      {"max_threads_per_block", &D.MaxThreadsPerBlock},
      {"max_blocks_per_sm", &D.MaxBlocksPerSm},
      {"driver_version", &D.DriverVersion},
      {"runtime_version", &D.RuntimeVersion}};
  for (const auto &[Key, To] : Numbers)
    if (Device->get(Key))
      *To = P.number(Key);
  auto Bound = [&P](StringRef Key, double Value, double Least, double Most) {
    if (!(Value >= Least && Value <= Most) || Value != std::floor(Value))
      P.fail("'" + Key + "' is " + numberText(Value) +
             ", it must be a whole number from " + numberText(Least) + " to " +
             numberText(Most));
  };
  // The same range as in a GPU file (GpuFields.def).
  Bound("sm_count", D.SmCount, 1, 4096);
  Bound("l2_bytes", D.L2Bytes, 0, 17179869184.0);
  if (llvm::any_of(D.Name, [](char C) { return !llvm::isPrint(C); }))
    P.fail("'name' must be one line of text, in ASCII");
  if (F.Error.empty())
    F.Error = P.Error;
  return Run;
}

/// Adds \p S, which replaces a curve of that name with the same fixed values.
void addSeries(ResultsRun &Run, Series S) {
  llvm::erase_if(Run.All, [&S](const Series &Old) {
    return Old.Benchmark == S.Benchmark && Old.Name == S.Name &&
           Old.XName == S.XName && Old.YName == S.YName &&
           Old.Params == S.Params;
  });
  Run.All.push_back(std::move(S));
}

void addQuantity(ResultsRun &Run, Quantity Q) {
  llvm::erase_if(Run.Recorded, [&Q](const Quantity &Old) {
    return Old.Benchmark == Q.Benchmark && Old.Name == Q.Name;
  });
  Run.Recorded.push_back(std::move(Q));
}

} // namespace

std::string addRecord(const json::Object &Object, StringRef File,
                      std::vector<ResultsRun> &Runs) {
  std::optional<StringRef> Named = Object.getString("record");
  if (!Named)
    return "is no record: 'record' must say which kind it is";
  std::string Kind = Named->str();
  Fields F(Object, Kind);
  if (Kind == "run") {
    Runs.push_back(readRun(F, File));
    return F.Error;
  }
  if (Runs.empty())
    return Kind + " record before the first run record: a file begins with "
                  "{\"record\":\"run\",...}, which names the GPU";
  ResultsRun &Run = Runs.back();
  if (Kind == "series")
    addSeries(Run, readSeries(F));
  else if (Kind == "quantity")
    addQuantity(Run, readQuantity(F));
  else if (Kind == "skipped")
    Run.Skipped.emplace_back(F.text("benchmark"), F.text("why"));
  else if (Kind == "note")
    Run.Notes.push_back(F.text("text"));
  else if (Kind == "end")
    Run.Ended = true;
  else if (Kind != "done")
    return "record '" + Kind.substr(0, 40) +
           "' is not known; there are run, series, quantity, skipped, done, "
           "note and end";
  return F.Error;
}

} // namespace gpuperf::calibration
