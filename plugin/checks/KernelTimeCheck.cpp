//===- KernelTimeCheck.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/KernelTimeCheck.h"
#include "analysis/advice/arithmetic/TensorProduct.h"
#include "analysis/report/VendorWords.h"
#include "analysis/report/Wording.h"
#include "plugin/checks/base/ShowLaunch.h"
#include "plugin/device/Toolkit.h"
#include "plugin/findings/weight/HeaviestContext.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf {

KernelTimeCheck::KernelTimeCheck(llvm::StringRef Name,
                                 clang::tidy::ClangTidyContext *Context)
    : LaunchCheck(Name, Context),
      // The option is read as text, because clang-tidy's accessors for bool are
      // template specialisations whose names GCC and clang mangle differently:
      // the plugin and the clang-tidy that loads it may come from either.
      ReportUnknown(Options.get("ReportUnknown", "false") == "true"),
      TensorCores(Options.get("TensorCores", "false") == "true"),
      InlayHints(Options.get(
          "InlayHints", Options.getLocalOrGlobal("GpuperfInlayHints", "true"))),
      Hover(Options.get("Hover",
                        Options.getLocalOrGlobal("GpuperfHover", "true"))) {}

void KernelTimeCheck::storeOptions(
    clang::tidy::ClangTidyOptions::OptionMap &Opts) {
  LaunchCheck::storeOptions(Opts);
  Options.store(Opts, "ReportUnknown", ReportUnknown ? "true" : "false");
  Options.store(Opts, "TensorCores", TensorCores ? "true" : "false");
  Options.store(Opts, "InlayHints", InlayHints);
  Options.store(Opts, "Hover", Hover);
}

/// ", as <<<4096, 256>>> 100 times,": how the program makes the launch.
static std::string describeCount(const LaunchContext *C) {
  if (!C || !C->Bound.L)
    return "";
  std::string Out =
      llvm::formatv(", as <<<{0}, {1}>>>", formatDim(C->Bound.L->Grid),
                    formatDim(C->Bound.L->Block));
  if (C->Count > 1)
    Out += llvm::formatv(" {0} times,", C->Count);
  else
    Out += ",";
  return Out;
}

/// The other ways in which the program makes the launch, the one that costs
/// most first.
static std::vector<std::string> describeOthers(const LaunchAnswer &Answer) {
  constexpr size_t MostTold = 8;
  std::vector<std::string> Out;
  size_t More = Answer.MoreContexts;
  for (const LaunchContext &C : llvm::drop_begin(
           Answer.Contexts, std::min<size_t>(1, Answer.Contexts.size()))) {
    if (Out.size() == MostTold) {
      ++More;
      continue;
    }
    const GpuAnswer &On = C.PerGpu.front();
    std::string Text = "also '" + C.KernelName + "'" + describeCount(&C);
    if (On.P)
      Text += llvm::formatv(" {0}, bound by {1}",
                            describeTime(On.P->TimeUs, On.Open),
                            boundName(On.P->BoundBy));
    else
      Text += " no prediction: " + On.WhyNot;
    Out.push_back(std::move(Text));
  }
  if (More)
    Out.push_back(llvm::formatv("and {0} more", More));
  return Out;
}

void KernelTimeCheck::reportFile(const FileAnalysis &File) {
  Shown.clear();
  SaidMinimalStd = false;
  LaunchCheck::reportFile(File);
  for (const Remark &R : File.Remarks)
    diag(R.Where, "%0") << R.Text;
  if (text().Text != 0)
    editorSession().noteLaunches(text().Path, std::move(Shown));
}

/// "22.7 us, 100 times".
static std::string labelOf(const GpuAnswer &On, const LaunchContext *Main) {
  std::string Out = describeTimeShortly(On.P->TimeUs, On.Open);
  if (Main && Main->Count > 1)
    Out += llvm::formatv(", {0} times", Main->Count);
  return Out;
}

/// That the kernel's product of floats could run on tensor cores, how long that
/// takes at least and what is lost; empty where it has none.
static std::string aboutTensorCores(const GpuAnswer &On,
                                    const FileAnalysis &File) {
  const auto Gpu = llvm::find_if(
      File.Gpus, [&](const GpuModel &G) { return G.Name == On.Gpu; });
  if (Gpu == File.Gpus.end() || !On.Kernel)
    return "";
  const auto Found = findTensorProduct(*On.Kernel, *Gpu, *On.P);
  if (!Found)
    return "";
  auto AtLeast = [](llvm::StringRef Type, double Us, bool WaitsForDram) {
    return llvm::formatv("{0} at least {1} (bound by {2})", Type,
                         formatTimeUs(Us), WaitsForDram ? "dram" : "tensor")
        .str();
  };
  // BF16 came with TF32.
  const bool HasBf16 = Gpu->Arch.CcMajor >= 8;
  std::vector<std::string> Times;
  if (Found->Tf32Us > 0)
    Times.push_back(AtLeast("TF32", Found->Tf32Us, Found->Tf32WaitsForDram));
  if (Found->HalfUs > 0)
    Times.push_back(AtLeast(HasBf16 ? "FP16 or BF16" : "FP16", Found->HalfUs,
                            Found->HalfWaitsForDram));
  return llvm::formatv(
      "its {0} multiply-adds of floats (line {1}) are a product of matrices, "
      "which tensor cores do, too: with factors in {2}. Sums stay in FP32; a "
      "factor in {3} is off by up to 1 part in 2048{4}, and FP16 ends at 65504",
      formatNumber(Found->MultiplyAdds), Found->Where.Line,
      llvm::join(Times, ", in "), HasBf16 ? "TF32 or FP16" : "FP16",
      HasBf16 ? ", in BF16 by 1 in 256" : "");
}

void KernelTimeCheck::report(const LaunchAnswer &Answer,
                             const FileAnalysis &File) {
  ShownLaunch *Show = nullptr;
  auto note = [&](const std::string &Text) {
    if (Text.empty())
      return;
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
    if (Show)
      Show->Notes.push_back(inWordsOf(spokenOf(), Text));
  };
  if (Answer.PerGpu.empty()) {
    if (ReportUnknown && !File.FileError.empty())
      diag(Answer.Site.Where, "no prediction for '%0': %1")
          << Answer.Site.KernelName << File.FileError;
    return;
  }
  // What the program does with the launch says more than its function alone.
  const LaunchContext *Main =
      Answer.Contexts.empty() ? nullptr : &Answer.Contexts.front();
  const std::vector<GpuAnswer> &PerGpu = Main ? Main->PerGpu : Answer.PerGpu;
  const std::string &Kernel = Main ? Main->KernelName : Answer.Site.KernelName;
  const GpuAnswer &First = PerGpu.front();
  speakOf(First);
  if (!First.P) {
    if (ReportUnknown)
      diag(Answer.Site.Where, "no prediction for '%0' on %1: %2")
          << Kernel << First.Gpu << First.WhyNot;
    return;
  }
  const Prediction &P = *First.P;
  const std::string Message = llvm::formatv(
      "'{0}' is predicted to take {1}{2} on {3}{4}, bound by {5}; {6}", Kernel,
      describeTime(P.TimeUs, First.Open), describeCount(Main), First.Gpu,
      P.ClockText.empty() ? std::string() : " " + P.ClockText,
      boundName(P.BoundBy), describeLoad(P));
  diag(Answer.Site.Where, "%0") << Message;
  if (text().Text != 0) {
    Show = &Shown.emplace_back(placesOf(Answer.Site, *Ctx));
    Show->Message = inWordsOf(spokenOf(), Message);
    if (InlayHints != "false")
      Show->Label = labelOf(First, Main);
    Show->OnHover = Hover != "false";
  }
  note(describeLimiter(P));
  if (TensorCores)
    note(aboutTensorCores(First, File));
  for (const GpuAnswer &Other : llvm::drop_begin(PerGpu)) {
    speakOf(Other);
    if (Other.P)
      note(llvm::formatv("on {0}: {1}, bound by {2}; {3}", Other.Gpu,
                         describeTime(Other.P->TimeUs, Other.Open),
                         boundName(Other.P->BoundBy), describeLoad(*Other.P)));
    else
      note(
          llvm::formatv("on {0}: no prediction, {1}", Other.Gpu, Other.WhyNot));
  }
  speakOf(First);
  if (std::string Text = describeAssumptions(P); !Text.empty())
    note("assumed: " + Text);
  for (const std::string &Text : describeOthers(Answer))
    note(Text);
  if (mayStillGrow(Answer, File.Program))
    note("the program may make larger launches: the walk through it was given "
         "up while they still grew (gpuperf record takes them from a run)");
  if (File.MinimalStd && !SaidMinimalStd) {
    SaidMinimalStd = true; // once in a file
    note(minimalStdNote().str());
  }
  if (Answer.StaleFacts)
    note("the facts of this launch are not used: the function around it was "
         "changed; write them again with gpuperf facts or gpuperf record");
  note(File.GpuChoiceNote);
}

} // namespace gpuperf
