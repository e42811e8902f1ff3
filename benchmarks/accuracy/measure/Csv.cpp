//===- Csv.cpp - Rows as in the measured figures --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Csv.h"
#include <algorithm>
#include <cstdio>

namespace gpuperf::measure {

const char *l2Of(Condition C) {
  return C == Condition::ColdSingle ? "cold" : "warm";
}
const char *timingOf(Condition C) {
  return C == Condition::WarmBackToBack ? "back-to-back" : "single";
}

namespace {

std::string number(double Value, const char *Format) {
  char Text[40];
  std::snprintf(Text, sizeof(Text), Format, Value);
  return Text;
}

/// Notes are separated by semicolons.
std::string oneNote(std::string Text) {
  std::replace(Text.begin(), Text.end(), ';', ':');
  std::replace_if(
      Text.begin(), Text.end(), [](char C) { return C == '\n' || C == '\r'; },
      ' ');
  return Text;
}

std::string notesOf(const Row &R, const Origin &From, const Clocks &Sm) {
  std::string Size = R.Problem;
  std::replace(Size.begin(), Size.end(), ';', '+');
  std::string Notes = "sweep=gm:" + From.Gpu + ":" + R.Kernel + ":" + Size +
                      ":" + l2Of(R.Taken) + ":" + timingOf(R.Taken);
  Notes += std::string(";l2=") + l2Of(R.Taken) + ";timing=" + timingOf(R.Taken);
  Notes += ";runs=" + std::to_string(R.Us.Samples);
  // 90th over 10th percentile.
  if (R.Us.Low > 0)
    Notes += ";spread=" + number(R.Us.High / R.Us.Low, "%.3f");
  if (Sm.BeforeMhz > 0)
    Notes += ";clock_mhz=" + number(Sm.BeforeMhz, "%.0f");
  if (Sm.AfterMhz > 0)
    Notes += ";clock_after_mhz=" + number(Sm.AfterMhz, "%.0f");
  Notes += R.CheckFailure.empty() ? ";check=ok" : ";check=FAILED";
  if (!R.CheckFailure.empty())
    Notes += ";why=" + oneNote(R.CheckFailure);
  return Notes;
}

std::string dims(Dim D, char Between) {
  return std::to_string(D.X) + Between + std::to_string(D.Y) + Between +
         std::to_string(D.Z);
}

std::string keyOf(const std::string &Kernel, const std::string &Problem,
                  const std::string &Grid, const std::string &Block,
                  const std::string &SharedBytes, const std::string &L2,
                  const std::string &Timing) {
  return Kernel + "|" + Problem + "|" + Grid + "|" + Block + "|" + SharedBytes +
         "|" + L2 + "|" + Timing;
}

/// The value of a note, or nothing.
std::string note(const std::string &Notes, const std::string &Name) {
  std::string Start = ";" + Name + "=";
  size_t At = Notes.find(Start);
  if (At == std::string::npos)
    return "";
  At += Start.size();
  return Notes.substr(At, Notes.find(';', At) - At);
}

} // namespace

std::string csvField(const std::string &Text) {
  if (Text.find_first_of(",\"\n\r") == std::string::npos)
    return Text;
  std::string Quoted = "\"";
  for (char C : Text) {
    if (C == '"')
      Quoted += '"';
    Quoted += C;
  }
  return Quoted + "\"";
}

std::vector<std::string> splitCsv(const std::string &Line) {
  std::vector<std::string> Fields(1);
  bool InQuotes = false;
  for (size_t I = 0; I < Line.size(); ++I) {
    char C = Line[I];
    if (C == '"' && InQuotes && I + 1 < Line.size() && Line[I + 1] == '"')
      Fields.back() += Line[I++];
    else if (C == '"')
      InQuotes = !InQuotes;
    else if (C == ',' && !InQuotes)
      Fields.emplace_back();
    else if (C != '\r')
      Fields.back() += C;
  }
  return Fields;
}

std::string csvLine(const Row &R, const Origin &From, const Clocks &Sm) {
  return std::string(DatasetName) + ",gpuperf," + csvField(From.Commit) + "," +
         csvField(From.Gpu) + "," + baseName(R.Kernel) +
         ",benchmarks/accuracy/kernels/" + R.File + "," + csvField(R.Kernel) +
         "," + csvField(R.Problem) + ",," + dims(R.Launch.Grid, ',') + "," +
         dims(R.Launch.Block, ',') + "," +
         std::to_string(R.Launch.SharedBytes) + "," +
         number(R.Us.Median / 1e3, "%.7g") + "," +
         csvField(notesOf(R, From, Sm));
}

std::string keyOf(const Row &R) {
  return keyOf(R.Kernel, R.Problem, dims(R.Launch.Grid, 'x'),
               dims(R.Launch.Block, 'x'), std::to_string(R.Launch.SharedBytes),
               l2Of(R.Taken), timingOf(R.Taken));
}

EarlierRows readRows(const std::string &Text) {
  EarlierRows Found;
  const size_t Columns = splitCsv(MeasuredHeader).size();
  for (size_t At = 0; At < Text.size();) {
    size_t End = Text.find('\n', At);
    // A run that was killed may have left half a line.
    if (End == std::string::npos)
      break;
    std::string Line = Text.substr(At, End - At);
    std::vector<std::string> F = splitCsv(Line);
    if (At == 0 && Line != MeasuredHeader) {
      Found.IsForeign = true;
      return Found;
    }
    if (F.size() != Columns)
      break;
    if (At > 0) {
      Found.Gpus.insert(F[3]);
      Found.Keys.insert(keyOf(F[6], F[7], F[9] + "x" + F[10] + "x" + F[11],
                              F[12] + "x" + F[13] + "x" + F[14], F[15],
                              note(F[17], "l2"), note(F[17], "timing")));
    }
    At = End + 1;
    Found.Whole = Text.substr(0, At);
  }
  return Found;
}

} // namespace gpuperf::measure
