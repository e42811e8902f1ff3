//===- SweepBatch.cpp - gpuperf sweep --batch -----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of launches that are given together, this tells for each one which other one
// would be advised. It is used to compare the advice with measured sweeps.
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/LaunchAdvice.h"
#include "plugin/cli/Batch.h"
#include "plugin/cli/GpusByName.h"
#include "plugin/cli/KernelFile.h"
#include "plugin/cli/Predict.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf {

namespace {
/// {"id", "launches": [launch record, ...]}.
struct SweepRecord {
  std::vector<LaunchRecord> Launches;
};
} // namespace

static llvm::Expected<SweepRecord>
parseSweepRecord(const llvm::json::Object &Object) {
  SweepRecord R;
  for (const auto &[Key, V] : Object)
    if (Key != "id" && Key != "launches")
      return llvm::createStringError(llvm::formatv(
          "unknown key '{0}'; the keys are id and launches", Key));
  const llvm::json::Array *Launches = Object.getArray("launches");
  if (!Launches || Launches->empty())
    return llvm::createStringError(
        "'launches' must be an array of launches as `predict --batch` takes "
        "them");
  for (const llvm::json::Value &V : *Launches) {
    const llvm::json::Object *Launch = V.getAsObject();
    if (!Launch)
      return llvm::createStringError("a line must be one JSON object");
    auto L = parseLaunchRecord(*Launch);
    if (!L)
      return L.takeError();
    R.Launches.push_back(std::move(*L));
    if (R.Launches.back().Kernel != R.Launches.front().Kernel ||
        R.Launches.back().Gpu != R.Launches.front().Gpu)
      return llvm::createStringError(
          "the launches of a line must be of one kernel on one GPU");
  }
  return R;
}

/// The first launch with that block.
static llvm::json::Value idOf(const Launch &L, llvm::ArrayRef<Candidate> All,
                              llvm::ArrayRef<llvm::json::Value> Ids) {
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].L.Block == L.Block)
      return Ids[I];
  return nullptr;
}

/// The advice for a source that has launch \p Asked of \p All.
static llvm::json::Object adviceFor(const AdviceTarget &T,
                                    llvm::ArrayRef<Candidate> All,
                                    llvm::ArrayRef<llvm::json::Value> Ids,
                                    size_t Asked,
                                    const AdviceOptions &Options) {
  // A block of two dimensions is no candidate for a launch of one dimension.
  const bool Flat = isFlat(*T.Kernel, All[Asked].L);
  std::vector<Candidate> Some;
  size_t Own = 0;
  for (size_t I = 0; I < All.size(); ++I) {
    if (Flat && !isFlat(*T.Kernel, All[I].L))
      continue;
    if (I == Asked)
      Own = Some.size();
    Some.push_back(All[I]);
  }
  const LaunchAdvice A = adviseAmong(T, Some, Own, Options);
  const GpuAdvice &On = A.PerGpu.front();
  llvm::json::Object O;
  O["id"] = Ids[Asked];
  O["time_us"] = All[Asked].On.front().TimeUs.Value;
  O["recommended"] = nullptr;
  if (A.Recommended)
    O["recommended"] = idOf(*A.Recommended, All, Ids);
  // The speedup is that of the best launch even where it is not advised, since
  // the band tells why it is not.
  O["speedup"] = On.ToBest.Speedup.Value;
  O["speedup_low"] = On.ToBest.Speedup.Lo;
  O["reason"] = A.Reason;
  return O;
}

/// The ids of the launches that would be candidates together, best first.
static llvm::json::Array rankedIds(const AdviceTarget &T,
                                   llvm::ArrayRef<Candidate> All,
                                   llvm::ArrayRef<llvm::json::Value> Ids) {
  const bool Flat = llvm::any_of(
      All, [&](const Candidate &C) { return isFlat(*T.Kernel, C.L); });
  std::vector<RankedLaunch> Ranked;
  for (const Candidate &C : All)
    if (!Flat || isFlat(*T.Kernel, C.L))
      Ranked.push_back({C.L, C.On.front()});
  sortByTime(Ranked, static_cast<unsigned>(T.Gpu->Arch.WarpSize.Value));
  llvm::json::Array Out;
  for (const RankedLaunch &R : Ranked)
    Out.push_back(idOf(R.L, All, Ids));
  return Out;
}

static llvm::Expected<llvm::json::Object>
answerSweep(const SweepRecord &R, const PredictRequest &Request,
            KernelFile &File, GpusByName &Gpus) {
  const GpuModel *Gpu = nullptr;
  if (const std::string &Name = R.Launches.front().Gpu; !Name.empty()) {
    auto Found = Gpus.find(Name);
    if (!Found)
      return Found.takeError();
    Gpu = *Found;
  } else if (!Request.Gpus.empty()) {
    Gpu = &Request.Gpus.front();
  } else {
    return llvm::createStringError(
        "no GPU is named; give \"gpu\" in the launches or --gpu=NAME");
  }
  auto Kernel = File.find(*Gpu, R.Launches.front().Kernel);
  if (!Kernel)
    return Kernel.takeError();
  AdviceOptions Options;
  Options.Predict = Request.Options.Predict;
  Options.Predict.Model = Request.Models.front();

  llvm::json::Object Out;
  llvm::json::Array Errors;
  std::vector<Candidate> Candidates;
  std::vector<llvm::json::Value> Ids;
  for (const LaunchRecord &Record : R.Launches) {
    auto L = bindRecord(Record, **Kernel, File.inFile(*Gpu, Record));
    if (!L)
      return L.takeError();
    auto P = predictLaunch(**Kernel, *L, *Gpu, Options.Predict);
    if (!P) {
      Errors.push_back(llvm::json::Object{
          {"id", Record.Id}, {"error", llvm::toString(P.takeError())}});
      continue;
    }
    Candidates.push_back({std::move(*L), {}});
    Candidates.back().On.push_back(std::move(*P));
    Ids.push_back(Record.Id);
  }
  llvm::json::Array Advice;
  for (size_t I = 0; I < Candidates.size(); ++I)
    Advice.push_back(adviceFor({Gpu, *Kernel}, Candidates, Ids, I, Options));
  Out["advice"] = std::move(Advice);
  Out["ranked"] = rankedIds({Gpu, *Kernel}, Candidates, Ids);
  if (!Errors.empty())
    Out["errors"] = std::move(Errors);
  return Out;
}

int sweepBatch(const PredictRequest &R, llvm::StringRef BatchPath) {
  auto Text = openBatch(BatchPath);
  if (!Text) {
    llvm::errs() << "gpuperf: " << llvm::toString(Text.takeError()) << '\n';
    return ExitUnusable;
  }
  std::vector<BatchLine<SweepRecord>> Lines = readBatch<SweepRecord>(
      Text->Buffer->getBuffer(), Text->Name, parseSweepRecord);
  std::vector<const LaunchRecord *> Asked;
  for (const BatchLine<SweepRecord> &Line : Lines)
    if (Line.Record)
      for (const LaunchRecord &Record : Line.Record->Launches)
        Asked.push_back(&Record);
  KernelFile File(R.File, R.ClangFlags, std::move(Asked), R.BuildDir,
                  R.Options);
  GpusByName Gpus;
  for (const BatchLine<SweepRecord> &L : Lines) {
    llvm::json::Object Out;
    if (!L.Record) {
      Out["error"] = L.Error;
    } else if (auto Answer = answerSweep(*L.Record, R, File, Gpus)) {
      Out = std::move(*Answer);
    } else {
      Out["error"] = llvm::toString(Answer.takeError());
    }
    Out["id"] = L.Id;
    llvm::outs() << llvm::json::Value(std::move(Out)) << '\n';
    llvm::outs().flush();
  }
  noteStandIns(File.standIns());
  return ExitDone;
}

} // namespace gpuperf
