//===- ProgramJson.cpp - The totals as JSON and CSV -----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Wording.h"
#include "plugin/cli/draw/Csv.h"
#include "plugin/cli/program/ProgramReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>

using namespace gpuperf;
namespace json = llvm::json;

/// JSON has no infinity; what is not finite is not known.
static json::Value number(double V) {
  return std::isfinite(V) ? json::Value(V) : json::Value(nullptr);
}

static json::Array dims(const Dim3 &D) {
  return json::Array{static_cast<int64_t>(D.X), static_cast<int64_t>(D.Y),
                     static_cast<int64_t>(D.Z)};
}

/// Adds "NAME", and "NAME_low" and "NAME_high" unless values are open.
static void addBand(json::Object &O, const std::string &Name, const Estimate &E,
                    bool IsOpen) {
  O[Name] = number(E.Value);
  if (IsOpen)
    return;
  O[Name + "_low"] = number(E.Lo);
  O[Name + "_high"] = number(E.Hi);
}

static json::Array texts(llvm::ArrayRef<std::string> All) {
  json::Array Out;
  for (const std::string &Text : All)
    Out.push_back(json::fixUTF8(Text));
  return Out;
}

static json::Object kernelToJson(const KernelTotal &K, bool IsOpen) {
  json::Object O{{"kernel", json::fixUTF8(K.Name)},
                 {"calls", static_cast<int64_t>(K.Calls)},
                 {"mean_us", number(K.meanUs())},
                 {"min_us", number(K.MinUs)},
                 {"max_us", number(K.MaxUs)},
                 {"share", number(K.Share)},
                 {"bound", boundName(K.BoundBy)},
                 {"grid", dims(K.Grid)},
                 {"block", dims(K.Block)},
                 {"shapes", static_cast<int64_t>(K.Shapes)},
                 {"assumptions", texts(K.Assumptions)}};
  addBand(O, "time_us", K.TimeUs, IsOpen);
  return O;
}

/// What the rows are sums of, in the order of the first launches.
static json::Array launchesToJson(const ProgramReport &R) {
  json::Array Out;
  for (const RunLaunch &L : R.Launches) {
    json::Object O{{"kernel", json::fixUTF8(L.Kernel)},
                   {"calls", static_cast<int64_t>(L.Count)},
                   {"grid", dims(L.Grid)},
                   {"block", dims(L.Block)}};
    if (L.TimeUs)
      addBand(O, "time_us", *L.TimeUs, isOpen(R));
    else
      O["error"] = json::fixUTF8(L.WhyNot);
    Out.push_back(std::move(O));
  }
  return Out;
}

static json::Object walkToJson(const ProgramFacts &Walk) {
  json::Array NotKnown;
  for (const auto &[Name, Calls] : Walk.NotKnown)
    NotKnown.push_back(json::Object{{"name", json::fixUTF8(Name)},
                                    {"calls", static_cast<int64_t>(Calls)}});
  return json::Object{{"ended", runEndName(Walk.Ended)},
                      {"exit_code", Walk.ExitCode},
                      {"steps", static_cast<int64_t>(Walk.Steps)},
                      {"unknown_functions", std::move(NotKnown)}};
}

json::Object gpuperf::programToJson(const ProgramReport &R) {
  const ProgramTotals &T = R.Totals;
  json::Object O{{"file", R.File}, {"gpu", R.Gpu}, {"model", R.Model}};
  O["run"] = R.Run ? json::Value(json::fixUTF8(*R.Run)) : json::Value(nullptr);
  if (!R.ClockText.empty())
    O["clock"] = R.ClockText;
  const bool Open = isOpen(R);
  json::Array Kernels, Untimed, Copies, Values;
  for (const KernelTotal &K : T.Kernels)
    Kernels.push_back(kernelToJson(K, Open));
  for (const UntimedTotal &U : T.Untimed)
    Untimed.push_back(json::Object{{"kernel", json::fixUTF8(U.Kernel)},
                                   {"calls", static_cast<int64_t>(U.Calls)},
                                   {"error", json::fixUTF8(U.WhyNot)}});
  for (const CopyTotal &C : T.Copies) {
    json::Object Copy{{"direction", copyName(C.Where)},
                      {"calls", static_cast<int64_t>(C.Calls)},
                      {"bytes", static_cast<int64_t>(C.Bytes)}};
    addBand(Copy, "time_us", C.TimeUs, Open);
    Copies.push_back(std::move(Copy));
  }
  for (const FactValue &V : R.Values)
    Values.push_back(json::Object{{"name", json::fixUTF8(V.Name)},
                                  {"value", number(V.Value)},
                                  {"from", V.From}});
  json::Object Gaps{{"gap_us", number(R.Costs.GapUs.Value)}};
  addBand(Gaps, "time_us", T.GapsUs, Open);
  json::Object Total{
      {"calls", static_cast<int64_t>(T.Launches)},
      {"untimed_calls", static_cast<int64_t>(T.UntimedLaunches)}};
  addBand(Total, "time_us", T.KernelsUs, Open);
  addBand(Total, "in_all_us", T.InAllUs, Open);
  O["kernels"] = std::move(Kernels);
  O["untimed"] = std::move(Untimed);
  O["copies"] = std::move(Copies);
  O["launch_gaps"] = std::move(Gaps);
  O["total"] = std::move(Total);
  O["walk"] = walkToJson(R.Walk);
  O["values"] = std::move(Values);
  O["launches"] = launchesToJson(R);
  O["warnings"] = texts(programWarnings(R));
  O["assumptions"] = texts(programAssumptions(R));
  return O;
}

/// The columns of a time; without its band where values are open.
static std::string csvBand(const Estimate &E, bool IsOpen) {
  if (IsOpen)
    return fmt::format("{:.6g},,", E.Value);
  return fmt::format("{:.6g},{:.6g},{:.6g}", E.Value, E.Lo, E.Hi);
}

void gpuperf::printProgramCsv(llvm::raw_ostream &OS,
                              llvm::ArrayRef<ProgramReport> Reports) {
  OS << "gpu,kind,name,calls,time_us,time_us_low,time_us_high,share,mean_us,"
        "min_us,max_us,bound,grid_x,grid_y,grid_z,block_x,block_y,block_z,"
        "shapes,bytes,note\n";
  constexpr const char *NoShape = ",,,,,,,,,,,,"; // from share to shapes
  for (const ProgramReport &R : Reports) {
    const ProgramTotals &T = R.Totals;
    const bool Open = isOpen(R);
    auto begin = [&](llvm::StringRef Kind, llvm::StringRef Name,
                     uint64_t Calls) {
      OS << R.Gpu << ',' << Kind << ',' << csvField(Name) << ',' << Calls
         << ',';
    };
    for (const KernelTotal &K : T.Kernels) {
      begin("kernel", K.Name, K.Calls);
      OS << csvBand(K.TimeUs, Open)
         << fmt::format(",{:.6g},{:.6g},{:.6g},{:.6g},{},{},{},{},{},{},{},{},,"
                        "{}\n",
                        K.Share, K.meanUs(), K.MinUs, K.MaxUs,
                        boundName(K.BoundBy).str(), K.Grid.X, K.Grid.Y,
                        K.Grid.Z, K.Block.X, K.Block.Y, K.Block.Z, K.Shapes,
                        csvField(llvm::join(K.Assumptions, "; ")));
    }
    for (const UntimedTotal &U : T.Untimed) {
      begin("untimed", U.Kernel, U.Calls);
      OS << ",," << NoShape << ",," << csvField(U.WhyNot) << '\n';
    }
    const uint64_t All = T.Launches + T.UntimedLaunches;
    begin("gaps", "launch gaps", All > 0 ? All - 1 : 0);
    OS << csvBand(T.GapsUs, Open) << NoShape << ",,\n";
    for (const CopyTotal &C : T.Copies) {
      begin("copy", copyName(C.Where), C.Calls);
      OS << csvBand(C.TimeUs, Open) << NoShape << ',' << C.Bytes << ",\n";
    }
    begin("total", "kernels", T.Launches);
    OS << csvBand(T.KernelsUs, Open) << NoShape << ",,\n";
    std::vector<std::string> Notes = programWarnings(R);
    llvm::append_range(Notes, programAssumptions(R));
    begin("total", "in all", All);
    OS << csvBand(T.InAllUs, Open) << NoShape << ",,"
       << csvField(llvm::join(Notes, "; ")) << '\n';
  }
}
