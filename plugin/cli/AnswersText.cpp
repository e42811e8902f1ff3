//===- AnswersText.cpp - The report for people ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/VendorWords.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/Answers.h"
#include "plugin/cli/draw/ShareBar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

namespace gpuperf {

static void printComponents(llvm::raw_ostream &OS, const Prediction &P) {
  double Longest = 0;
  size_t NameWidth = 0;
  for (const Component &C : P.Components) {
    Longest = std::max(Longest, C.TimeUs);
    NameWidth = std::max(NameWidth, C.Name.size());
  }
  if (Longest <= 0)
    return;
  for (const Component &C : P.Components)
    OS << fmt::format("      {:<{}}  {:>9}  {}\n", C.Name, NameWidth,
                      formatTimeUs(C.TimeUs), shareBar(C.TimeUs / Longest, 24));
}

/// " (nvcc's, kernels.o)" where the build's own object has them.
static std::string ofObject(const Prediction &P) {
  if (P.RegistersFrom != RegisterSource::Object)
    return "";
  return (" (nvcc's, " + llvm::sys::path::filename(P.RegistersOf) + ")").str();
}

/// ", 4 of them AGPRs, 22 SGPRs" where AMD's compiler says so.
static std::string otherRegisters(const Prediction &P) {
  std::string Text;
  if (P.AccumulationRegisters)
    Text += fmt::format(", {} of them AGPRs", P.AccumulationRegisters);
  if (P.ScalarRegisters)
    Text += fmt::format(", {} SGPRs", P.ScalarRegisters);
  return Text;
}

/// ", 16 bytes of local memory per thread" likewise.
static std::string ofThread(const Prediction &P) {
  if (P.ScratchBytes == 0)
    return "";
  return fmt::format(", {} of local memory per thread",
                     formatBytes(static_cast<double>(P.ScratchBytes)));
}

/// \p OneOfSeveral: another model predicts the same launch.
static void printOne(llvm::raw_ostream &OS, const Answer &A, bool Explain,
                     bool OneOfSeveral) {
  auto In = [&](const std::string &Text) { return inWordsOf(A.Maker, Text); };
  std::string Place =
      A.File.empty() ? "" : fmt::format("{}:{}:{}: ", A.File, A.Line, A.Column);
  std::string Shape =
      A.L ? fmt::format("<<<{}, {}{}>>>", formatDim(A.L->Grid),
                        formatDim(A.L->Block),
                        A.L->DynamicSharedBytes
                            ? ", " + formatBytes(A.L->DynamicSharedBytes)
                            : std::string())
          : std::string("<<<?>>>");
  OS << Place;
  OS.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  OS << A.Kernel << ' ' << Shape;
  OS.resetColor();
  if (A.Count > 1)
    OS << ", " << A.Count << " times";
  OS << " on " << A.Gpu;
  if (A.P && !A.P->ClockText.empty())
    OS << ' ' << A.P->ClockText;
  if (OneOfSeveral && !A.P) {
    OS << ": " << In(A.Error) << "\n\n";
    return;
  }
  OS << '\n';
  for (const std::string &V : A.Violations)
    OS << "    the launch fails: " << In(V) << '\n';
  if (!A.P) {
    if (A.Violations.empty())
      OS << "    no prediction: " << In(A.Error) << '\n';
    OS << '\n';
    return;
  }
  const Prediction &P = *A.P;
  OS << "    ";
  OS.changeColor(llvm::raw_ostream::GREEN, /*Bold=*/true);
  OS << describeTime(P.TimeUs, A.Open);
  OS.resetColor();
  OS << In(fmt::format(", bound by {} ({})\n", boundName(P.BoundBy).str(),
                       modelName(P.Model).str()));
  printComponents(OS, P);
  OS << "    " << describeLoad(P) << '\n';
  OS << "    "
     << In(describeLimiter(P) +
           fmt::format("; {} registers{}{}, {} of shared memory{}\n",
                       formatNumber(P.RegistersPerThread), ofObject(P),
                       otherRegisters(P),
                       formatBytes(static_cast<double>(P.SharedBytes)),
                       ofThread(P)));
  if (std::string Text = describeAssumptions(P); !Text.empty())
    OS << "    assumed: " << In(Text) << '\n';
  if (Explain)
    for (const std::string &Line : P.Explanation)
      OS << "      " << In(Line) << '\n';
  OS << '\n';
}

void printText(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers,
               bool Explain) {
  OS.enable_colors(OS.has_colors());
  auto SameLaunch = [](const Answer &A, const Answer &B) {
    return A.File == B.File && A.Line == B.Line && A.Column == B.Column &&
           A.Kernel == B.Kernel && A.Gpu == B.Gpu;
  };
  for (const Answer &A : Answers)
    printOne(OS, A, Explain, llvm::any_of(Answers, [&](const Answer &B) {
               return B.P && SameLaunch(A, B);
             }));
}

} // namespace gpuperf
