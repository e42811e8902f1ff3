//===- PredictBatch.cpp - Launches that are asked about by name -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/Batch.h"
#include "plugin/cli/GpusByName.h"
#include "plugin/cli/KernelFile.h"
#include "plugin/cli/Predict.h"
#include "llvm/ADT/StringExtras.h"

namespace gpuperf {

namespace {
/// Answers launch records against one file; GPUs are loaded once each.
class RecordAnswerer {
public:
  /// \p Asked: all that will be asked.
  RecordAnswerer(const PredictRequest &R,
                 std::vector<const LaunchRecord *> Asked)
      : R(R),
        File(R.File, R.ClangFlags, std::move(Asked), R.BuildDir, R.Options) {}

  /// One answer per model.
  std::vector<Answer> answer(const LaunchRecord &Record);
  const StandIns &standIns() const { return File.standIns(); }

private:
  llvm::Expected<const GpuModel *> gpuFor(const LaunchRecord &Record);

  const PredictRequest &R;
  KernelFile File;
  GpusByName Gpus;
};
} // namespace

llvm::Expected<const GpuModel *>
RecordAnswerer::gpuFor(const LaunchRecord &Record) {
  if (Record.Gpu.empty()) {
    if (R.Gpus.empty())
      return llvm::createStringError(
          "no GPU is named; give \"gpu\" in the line or --gpu=NAME");
    return &R.Gpus.front();
  }
  return Gpus.find(Record.Gpu);
}

std::vector<Answer> RecordAnswerer::answer(const LaunchRecord &Record) {
  Answer A;
  A.Id = Record.Id;
  A.Kernel = Record.Kernel;
  auto fail = [&](llvm::Error E) {
    A.Error = llvm::toString(std::move(E));
    return std::vector<Answer>{std::move(A)};
  };
  auto Gpu = gpuFor(Record);
  if (!Gpu)
    return fail(Gpu.takeError());
  A.Gpu = (*Gpu)->Name;
  A.Maker = (*Gpu)->Arch.Maker;
  auto Kernel = File.find(**Gpu, Record.Kernel);
  if (!Kernel)
    return fail(Kernel.takeError());
  auto L = bindRecord(Record, **Kernel, File.inFile(**Gpu, Record));
  if (!L)
    return fail(L.takeError());
  A.L = *L;

  std::vector<ModelKind> Models = R.Models;
  if (Record.AllModels)
    Models.assign(availableModels().begin(), availableModels().end());
  else if (Record.Model)
    Models = {*Record.Model};
  std::vector<Answer> Out;
  std::optional<WarpProfile> Profile; // one for all models
  for (ModelKind Model : Models) {
    Answer One = A;
    One.Model = Model;
    PredictOptions Options = R.Options.Predict;
    Options.Model = Model;
    Options.Explain = R.Explain;
    Options.KnownProfile = Profile ? &*Profile : nullptr;
    auto P = predictLaunch(**Kernel, *L, **Gpu, Options);
    if (P) {
      One.Counts = countLaunch(**Kernel, P->Profile);
      if (!Profile && Models.size() > 1)
        Profile = P->Profile;
      P->TimeUs.Why |= R.Options.Assumed;
      One.P = std::move(*P);
    } else {
      One.Error = llvm::toString(P.takeError());
    }
    Out.push_back(std::move(One));
  }
  return Out;
}

int predictLaunchByName(const PredictRequest &R, LaunchRecord Record) {
  RecordAnswerer Answerer(R, {&Record});
  std::vector<Answer> Answers;
  if (R.Gpus.size() <= 1) {
    Answers = Answerer.answer(Record);
  } else {
    for (const GpuModel &Gpu : R.Gpus) {
      Record.Gpu = Gpu.Name;
      llvm::append_range(Answers, Answerer.answer(Record));
    }
  }
  noteStandIns(Answerer.standIns());
  // With several models, one that does not cover the launch is no failure.
  bool Good = llvm::all_of(Answers, [&](const Answer &A) {
    return llvm::any_of(Answers, [&](const Answer &Other) {
      return Other.P && Other.Gpu == A.Gpu;
    });
  });
  switch (R.Format) {
  case OutputFormat::Text:
    for (Answer &A : Answers)
      if (!A.P) {
        llvm::errs() << "gpuperf: " << R.File << ": " << A.Error << '\n';
      } else {
        printText(llvm::outs(), A, R.Explain);
      }
    break;
  case OutputFormat::Json:
    for (Answer &A : Answers)
      llvm::outs() << llvm::json::Value(answerToJson(A, /*WithPlace=*/true))
                   << '\n';
    break;
  case OutputFormat::Csv:
    printCsv(llvm::outs(), Answers);
    break;
  }
  return Good ? ExitDone : ExitUnusable;
}

int predictBatch(const PredictRequest &R, llvm::StringRef BatchPath) {
  auto Text = openBatch(BatchPath);
  if (!Text) {
    llvm::errs() << "gpuperf: " << llvm::toString(Text.takeError()) << '\n';
    return ExitUnusable;
  }
  std::vector<BatchLine<LaunchRecord>> Lines = readBatch<LaunchRecord>(
      Text->Buffer->getBuffer(), Text->Name, parseLaunchRecord);
  for (BatchLine<LaunchRecord> &Line : Lines)
    if (Line.Record && Line.Record->L.Conditions.RunsAt == Clock())
      Line.Record->L.Conditions.RunsAt = R.Options.Conditions.RunsAt;
  // All launches are named up front: the file is compiled once per
  // architecture.
  std::vector<const LaunchRecord *> Asked;
  for (const BatchLine<LaunchRecord> &Line : Lines)
    if (Line.Record)
      Asked.push_back(&*Line.Record);

  RecordAnswerer Answerer(R, std::move(Asked));
  for (const BatchLine<LaunchRecord> &Line : Lines) {
    if (!Line.Record) {
      Answer A;
      A.Id = Line.Id;
      A.Error = Line.Error;
      llvm::outs() << llvm::json::Value(answerToJson(A, false)) << '\n';
      continue;
    }
    for (const Answer &A : Answerer.answer(*Line.Record))
      llvm::outs() << llvm::json::Value(answerToJson(A, false)) << '\n';
    llvm::outs().flush();
  }
  noteStandIns(Answerer.standIns());
  return ExitDone;
}

} // namespace gpuperf
