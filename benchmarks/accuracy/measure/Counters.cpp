//===- Counters.cpp - Hardware counters of some launches ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Counters.h"
#include "benchmarks/accuracy/measure/Csv.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

namespace gpuperf::measure {

const std::vector<std::string> &counterNames() {
  static const std::vector<std::string> Names = {
      "dram__throughput.avg.pct_of_peak_sustained_elapsed",
      "dram__sectors_read.sum",
      "dram__sectors_write.sum",
      "lts__t_sectors.avg.pct_of_peak_sustained_elapsed",
      "lts__t_sectors_op_read.sum",
      "lts__t_sectors_op_write.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.avg.pct_of_peak_sustained_"
      "active",
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_"
      "elapsed",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
      "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
      "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
      "sm__warps_active.avg.pct_of_peak_sustained_active",
      "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed",
      "smsp__sass_thread_inst_executed_op_fp16_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_fp32_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_fp64_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_integer_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_control_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_memory_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_misc_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_conversion_pred_on.sum",
      "smsp__inst_executed.sum",
      "smsp__inst_executed_pipe_fp16.sum",
      "smsp__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active",
      "smsp__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active",
      "smsp__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active",
      "smsp__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active",
      "smsp__inst_executed_pipe_tex.avg.pct_of_peak_sustained_active",
      "smsp__issue_active.avg.pct_of_peak_sustained_active",
      "smsp__thread_inst_executed_per_inst_executed.ratio",
      "smsp__thread_inst_executed_per_inst_executed.pct",
      // Beyond the columns of groundtruth/: coalescing and bank conflicts.
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
  };
  return Names;
}

namespace {

constexpr unsigned DimsFrom = 5, DimsTo = 11; // of profiled.csv

std::vector<std::string> linesOf(const std::string &Text) {
  std::vector<std::string> Lines;
  std::istringstream In(Text);
  for (std::string Line; std::getline(In, Line);)
    Lines.push_back(Line);
  return Lines;
}

/// "(256, 1, 1)" as "256,1,1".
std::string plainDims(const std::string &Text) {
  std::string Plain;
  for (char C : Text)
    if (std::isdigit(static_cast<unsigned char>(C)) || C == ',')
      Plain += C;
  return Plain;
}

/// A number without the commas of its thousands; empty if it is none.
std::string plainNumber(std::string Text) {
  Text.erase(std::remove(Text.begin(), Text.end(), ','), Text.end());
  char *End = nullptr;
  std::strtod(Text.c_str(), &End);
  return Text.empty() || *End ? "" : Text;
}

std::string dims(Dim D) {
  return std::to_string(D.X) + "," + std::to_string(D.Y) + "," +
         std::to_string(D.Z);
}

size_t columnOf(const std::vector<std::string> &Header,
                const std::string &Name) {
  return size_t(std::find(Header.begin(), Header.end(), Name) - Header.begin());
}

} // namespace

std::string profiledHeader() {
  return "dataset,gpu,kernel_name,source_path,macros,grid_x,grid_y,grid_z,"
         "block_x,block_y,block_z,regs,static_smem,local_mem,const_mem,problem";
}

std::string profiledLine(const Case &Of, const Problem &Size, const Shape &S,
                         const CodeFacts &Code, const std::string &Gpu) {
  return std::string(DatasetName) + "," + csvField(Gpu) + "," +
         csvField(Of.Kernel) + ",benchmarks/accuracy/kernels/" + Of.File +
         ",," + dims(S.Grid) + "," + dims(S.Block) + "," +
         std::to_string(Code.Registers) + "," +
         std::to_string(Code.StaticSharedBytes) + "," +
         std::to_string(Code.LocalBytes) + "," +
         std::to_string(Code.ConstBytes) + "," + csvField(Size.text());
}

Joined joinCounters(const std::string &Profiled, const std::string &Table) {
  Joined Result;
  std::vector<std::string> Launches = linesOf(Profiled), Lines = linesOf(Table);
  // What comes before the table are messages.
  size_t At = 0;
  while (At < Lines.size() && Lines[At].rfind("\"ID\",", 0) != 0)
    ++At;
  if (At == Lines.size()) {
    Result.Why = "Nsight Compute has written no table";
    return Result;
  }
  const std::vector<std::string> Header = splitCsv(Lines[At]);
  const size_t Block = columnOf(Header, "Block Size"),
               Grid = columnOf(Header, "Grid Size"),
               Time = columnOf(Header, TimeCounter),
               Name = columnOf(Header, "Kernel Name");
  if (Block == Header.size() || Grid == Header.size()) {
    Result.Why = "the table of Nsight Compute has no block or grid size";
    return Result;
  }
  std::string Head = profiledHeader();
  size_t Problem = Head.rfind(",problem");
  Result.Csv = Head.substr(0, Problem) + ",time_us";
  for (const std::string &Name : counterNames())
    Result.Csv += "," + Name;
  Result.Csv += ",problem\n";

  size_t Next = 1; // of Launches, behind its header
  for (++At; At < Lines.size(); ++At) {
    std::vector<std::string> F = splitCsv(Lines[At]);
    // The units stand in a line without an ID.
    if (F.size() != Header.size() || F[0].empty())
      continue;
    std::string Where = plainDims(F[Grid]) + "," + plainDims(F[Block]);
    for (size_t I = Next; I < Launches.size(); ++I) {
      std::vector<std::string> L = splitCsv(Launches[I]);
      if (L.size() != splitCsv(Head).size())
        continue;
      std::string Here;
      for (unsigned D = DimsFrom; D < DimsTo; ++D)
        Here += (Here.empty() ? "" : ",") + L[D];
      if (Here != Where || (Name < F.size() &&
                            F[Name].find(baseName(L[2])) == std::string::npos))
        continue;
      for (size_t C = 0; C + 1 < L.size(); ++C)
        Result.Csv += (C ? "," : "") + csvField(L[C]);
      std::string Nanoseconds =
          Time < F.size() ? plainNumber(F[Time]) : std::string();
      Result.Csv += ",";
      if (!Nanoseconds.empty())
        Result.Csv += std::to_string(std::atof(Nanoseconds.c_str()) / 1e3);
      for (const std::string &Counter : counterNames()) {
        size_t Column = columnOf(Header, Counter);
        Result.Csv += "," + (Column < F.size() ? plainNumber(F[Column]) : "");
      }
      Result.Csv += "," + csvField(L.back()) + "\n";
      ++Result.Rows;
      Result.Gpu = L[1];
      Next = I + 1;
      break;
    }
  }
  if (Result.Rows == 0)
    Result.Why = "no launch of the table is one that was noted";
  return Result;
}

} // namespace gpuperf::measure
