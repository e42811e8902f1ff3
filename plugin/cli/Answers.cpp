//===- Answers.cpp - JSON and CSV -----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/Answers.h"
#include "analysis/report/AssumptionText.h"
#include "analysis/report/VendorWords.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/draw/Csv.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>

namespace gpuperf {

/// JSON has no infinity; what is not finite is not known.
static llvm::json::Value number(double V) {
  if (!std::isfinite(V))
    return nullptr;
  if (V == std::floor(V) && std::fabs(V) < 9e15)
    return static_cast<int64_t>(V);
  return V;
}

static llvm::json::Object numbers(const std::map<std::string, double> &Map) {
  llvm::json::Object O;
  for (const auto &[Name, V] : Map)
    O[Name] = number(V);
  return O;
}

static llvm::json::Array dims(const Dim3 &D) {
  return llvm::json::Array{static_cast<int64_t>(D.X), static_cast<int64_t>(D.Y),
                           static_cast<int64_t>(D.Z)};
}

static llvm::json::Object countsToJson(const LaunchCounts &C) {
  llvm::json::Object O;
  O["warps"] = number(C.Warps);
  O["warp_instructions"] = numbers(C.WarpInstructions);
  O["thread_instructions"] = numbers(C.ThreadInstructions);
  O["requests"] = numbers(C.Requests);
  O["sectors"] = numbers(C.Sectors);
  O["bank_passes"] = number(C.BankPasses);
  O["barriers_per_warp"] = number(C.BarriersPerWarp);
  O["requested_bytes"] = number(C.RequestedBytes);
  O["l2_bytes"] = number(C.L2Bytes);
  O["dram_read_bytes"] = number(C.DramReadBytes);
  O["dram_write_bytes"] = number(C.DramWriteBytes);
  return O;
}

/// What the clauses of "assumptions" say, as values.
static llvm::json::Array assumedToJson(const AssumptionSet &Why) {
  llvm::json::Array Out;
  for (const Assumption &A : toldAssumptions(Why)) {
    llvm::json::Object O{{"name", llvm::json::fixUTF8(A.Name)},
                         {"value", nullptr},
                         {"kind", assumptionKey(A.Kind)}};
    if (const auto *I = std::get_if<int64_t>(&A.Value))
      O["value"] = *I;
    else if (const auto *D = std::get_if<double>(&A.Value))
      O["value"] = number(*D);
    if (A.SourceLine)
      O["line"] = A.SourceLine;
    Out.push_back(std::move(O));
  }
  return Out;
}

/// The value of "registers_from"; empty where nothing says how many they are.
static llvm::StringRef registersFrom(const Prediction &P) {
  switch (P.RegistersFrom) {
  case RegisterSource::Object:
    return "object";
  case RegisterSource::Ptxas:
    return "ptxas";
  case RegisterSource::Compiler:
    return "compiler";
  case RegisterSource::CompilerInPart:
  case RegisterSource::PtxLiveness:
    return "estimate";
  case RegisterSource::LaunchBoundOnly:
    return "launch_bounds";
  case RegisterSource::None:
    return "";
  }
  llvm_unreachable("unknown RegisterSource");
}

static llvm::json::Array allInWordsOf(Vendor Maker,
                                      llvm::ArrayRef<std::string> Texts) {
  llvm::json::Array Out;
  for (const std::string &Text : Texts)
    Out.push_back(inWordsOf(Maker, Text));
  return Out;
}

llvm::json::Object answerToJson(const Answer &A, bool WithPlace) {
  llvm::json::Object O;
  if (WithPlace) {
    O["file"] = A.File;
    O["line"] = A.Line;
    O["column"] = A.Column;
    O["kernel"] = A.Kernel;
    O["function"] = A.Function;
    O["ordinal"] = A.Ordinal;
    O["context"] = A.Context;
    O["gpu"] = A.Gpu;
    if (A.Maker == Vendor::Amd)
      O["maker"] = "amd"; // reports choose its words
    if (A.L) {
      O["grid"] = dims(A.L->Grid);
      O["block"] = dims(A.L->Block);
      O["dynamic_smem_bytes"] = static_cast<int64_t>(A.L->DynamicSharedBytes);
    }
  } else {
    O["id"] = A.Id;
  }
  if (A.Count)
    O["count"] = static_cast<int64_t>(A.Count);
  if (!A.Values.empty()) {
    llvm::json::Array Values;
    for (const FactValue &V : A.Values)
      Values.push_back(llvm::json::Object{{"name", llvm::json::fixUTF8(V.Name)},
                                          {"value", number(V.Value)},
                                          {"from", V.From}});
    O["values"] = std::move(Values);
  }
  if (!A.Violations.empty())
    O["violations"] = allInWordsOf(A.Maker, A.Violations);
  if (!A.P) {
    O["error"] = llvm::json::fixUTF8(inWordsOf(A.Maker, A.Error));
    return O;
  }
  const Prediction &P = *A.P;
  O["model"] = modelName(P.Model);
  O["time_us"] = number(P.TimeUs.Value);
  // A band around one assumed size would hide that the size is not known.
  if (A.Open.empty()) {
    O["time_us_low"] = number(P.TimeUs.Lo);
    O["time_us_high"] = number(P.TimeUs.Hi);
  } else if (const auto &Law = A.Open.front().Law) {
    O["law"] =
        llvm::json::Object{{"name", llvm::json::fixUTF8(A.Open.front().Name)},
                           {"fixed_us", number(Law->FixedUs)},
                           {"per_unit_us", number(Law->PerUnitUs)},
                           {"from", number(Law->From)},
                           {"to", number(Law->To)}};
  }
  if (!A.OtherBlocks.empty())
    O["sweep"] = llvm::json::Array(A.OtherBlocks);
  if (!P.ClockText.empty())
    O["clock_mhz"] = number(P.ClockMhz);
  // The part of the band that two launches of one kernel do not share is
  // computed from it (analysis/advice/RelativeBand.h).
  if (P.OwnErrorFactor > 0)
    O["own_error_factor"] = number(P.OwnErrorFactor);
  O["bound"] = boundName(P.BoundBy);
  O["occupancy"] = number(P.Occ.Fraction);
  O["registers_per_thread"] = number(P.RegistersPerThread);
  if (P.ScalarRegisters) {
    O["accumulation_registers"] = P.AccumulationRegisters;
    O["scalar_registers_per_warp"] = P.ScalarRegisters;
    O["scratch_bytes_per_thread"] = static_cast<int64_t>(P.ScratchBytes);
  }
  if (llvm::StringRef From = registersFrom(P); !From.empty())
    O["registers_from"] = From;
  if (!P.RegistersOf.empty())
    O["registers_object"] = llvm::json::fixUTF8(P.RegistersOf);
  O["shared_bytes"] = static_cast<int64_t>(P.SharedBytes);
  O["waves"] = number(P.Waves);
  O["dps"] = number(P.Load.Dps);
  O["apb"] = number(P.Load.Apb);
  O["nsmw"] = number(P.Load.Nsmw);
  O["dpsid"] = number(P.Load.Dpsid);
  O["counts"] = countsToJson(A.Counts);
  llvm::json::Object Parts;
  for (const Component &C : P.Components)
    Parts[C.Name] = number(C.TimeUs);
  O["components_us"] = std::move(Parts);
  llvm::json::Array Clauses;
  for (const std::string &Clause : assumptionClauses(P))
    Clauses.push_back(llvm::json::fixUTF8(inWordsOf(A.Maker, Clause)));
  O["assumptions"] = std::move(Clauses);
  O["assumed"] = assumedToJson(P.TimeUs.Why);
  if (A.Sweep) {
    O["rank"] = A.Sweep->Rank;
    O["asked"] = A.Sweep->Asked;
    O["recommended"] = A.Sweep->Recommended;
    O["same_result"] = A.Sweep->SameResult;
    O["speedup"] = number(A.Sweep->Speedup.Value);
    O["speedup_low"] = number(A.Sweep->Speedup.Lo);
    O["speedup_high"] = number(A.Sweep->Speedup.Hi);
    if (!A.Sweep->Reason.empty())
      O["reason"] = A.Sweep->Reason;
  }
  if (!P.Explanation.empty())
    O["explanation"] = allInWordsOf(A.Maker, P.Explanation);
  return O;
}

/// An end of the band; empty where a size is not known.
static std::string bandField(const Answer &A, double EndUs) {
  return A.Open.empty() ? fmt::format("{:.6g}", EndUs) : std::string();
}

void printCsv(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers) {
  OS << "file,line,column,kernel,gpu,grid_x,grid_y,grid_z,block_x,block_y,"
        "block_z,dynamic_smem_bytes,model,time_us,time_us_low,time_us_high,"
        "bound,occupancy,registers_per_thread,shared_bytes,waves,dps,apb,nsmw,"
        "dpsid,assumptions,error";
  const bool OfSweep = !Answers.empty() && Answers.front().Sweep;
  OS << (OfSweep ? ",rank,asked,recommended,same_result,speedup,speedup_low,"
                   "speedup_high,"
                   "reason\n"
                 : "\n");
  for (const Answer &A : Answers) {
    OS << csvField(A.File) << ',' << A.Line << ',' << A.Column << ','
       << csvField(A.Kernel) << ',' << A.Gpu << ',';
    if (A.L)
      OS << fmt::format("{},{},{},{},{},{},{},", A.L->Grid.X, A.L->Grid.Y,
                        A.L->Grid.Z, A.L->Block.X, A.L->Block.Y, A.L->Block.Z,
                        A.L->DynamicSharedBytes);
    else
      OS << ",,,,,,,";
    if (const auto &P = A.P)
      OS << fmt::format("{},{:.6g},{},{},{},{:.6g},{:.6g},{},{:.6g},"
                        "{:.6g},{:.6g},{:.6g},{:.6g},{},",
                        modelName(P->Model).str(), P->TimeUs.Value,
                        bandField(A, P->TimeUs.Lo), bandField(A, P->TimeUs.Hi),
                        boundName(P->BoundBy).str(), P->Occ.Fraction,
                        P->RegistersPerThread, P->SharedBytes, P->Waves,
                        P->Load.Dps, P->Load.Apb, P->Load.Nsmw, P->Load.Dpsid,
                        csvField(inWordsOf(
                            A.Maker, llvm::join(assumptionClauses(*P), "; "))));
    else
      OS << modelName(A.Model) << ",,,,,,,,,,,,,,";
    OS << csvField(inWordsOf(A.Maker, A.Error));
    if (OfSweep && A.Sweep)
      OS << fmt::format(",{},{:d},{:d},{:d},{:.6g},{:.6g},{:.6g},{}",
                        A.Sweep->Rank, A.Sweep->Asked, A.Sweep->Recommended,
                        A.Sweep->SameResult, A.Sweep->Speedup.Value,
                        A.Sweep->Speedup.Lo, A.Sweep->Speedup.Hi,
                        csvField(A.Sweep->Reason));
    OS << '\n';
  }
}

} // namespace gpuperf
