//===- Options.cpp - The command line of gpuperf-measure ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Options.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#ifndef GPUPERF_COMMIT
#define GPUPERF_COMMIT ""
#endif

namespace gpuperf::measure {
namespace {

constexpr const char *Usage =
    "usage: gpuperf-measure [options]\n"
    "  --quick          fewer blocks, sizes and samples\n"
    "  --first=N        the N most valuable kernels\n"
    "  --only=A,B       these kernels, files or families\n"
    "  --out=FOLDER     where measured.csv goes (default: results-GPU)\n"
    "  --budget=S       begin no launch after S seconds (default 600)\n"
    "  --gpu-name=NAME  as `gpuperf gpus` lists it (default: from the driver)\n"
    "  --device=N       which GPU (default 0)\n"
    "  --commit=ID      of this repository, for the rows\n"
    "  --tiny           sizes for a test without a GPU\n"
    "  --list           the kernels, the most valuable first\n"
    "  --profile        launch a few blocks of each kernel once, for a "
    "profiler,\n"
    "                   and note them in FOLDER/profiled.csv\n"
    "  --list-counters  what the profiler is asked for\n"
    "  --counters=LOG   join the profiler's table and profiled.csv into\n"
    "                   FOLDER/counters_GPU.csv\n";

double numberOption(const std::string &Option, const std::string &Text,
                    double Min, double Max) {
  char *End = nullptr;
  double Value = std::strtod(Text.c_str(), &End);
  if (Text.empty() || *End || !(Value >= Min && Value <= Max))
    failOption(Option + " is '" + Text + "', it must be a number from " +
               std::to_string(long(Min)) + " to " + std::to_string(long(Max)));
  return Value;
}

/// At commas, but not at those of template arguments.
std::vector<std::string> splitList(const std::string &Text) {
  std::vector<std::string> Parts;
  std::string Part;
  int Angles = 0;
  for (char C : Text + ",") {
    Angles += (C == '<') - (C == '>');
    if (C != ',' || Angles > 0) {
      Part += C;
    } else if (!Part.empty()) {
      Parts.push_back(Part);
      Part.clear();
    }
  }
  return Parts;
}

} // namespace

void failOption(const std::string &Message) {
  std::fflush(stdout);
  std::fprintf(stderr, "gpuperf-measure: %s\n", Message.c_str());
  std::exit(2);
}

Options parseOptions(int Count, char **Arguments,
                     const std::vector<Case> &Cases) {
  Options O;
  O.Commit = GPUPERF_COMMIT;
  for (int I = 1; I < Count; ++I) {
    const std::string Argument = Arguments[I];
    const size_t Equals = Argument.find('=');
    const std::string Name = Argument.substr(0, Equals);
    const std::string Value =
        Equals == std::string::npos ? "" : Argument.substr(Equals + 1);
    if (Name == "--quick")
      O.Depth = Effort::Quick;
    else if (Name == "--tiny")
      O.Depth = Effort::Tiny;
    else if (Name == "--list")
      O.List = true;
    else if (Name == "--list-counters")
      O.ListCounters = true;
    else if (Name == "--profile")
      O.Profile = true;
    else if (Name == "--out")
      O.Out = Value;
    else if (Name == "--gpu-name")
      O.GpuName = Value;
    else if (Name == "--commit")
      O.Commit = Value;
    else if (Name == "--counters")
      O.Counters = Value;
    else if (Name == "--only")
      O.Only = splitList(Value);
    else if (Name == "--first")
      O.First = size_t(numberOption(Name, Value, 1, 1000));
    else if (Name == "--budget")
      O.BudgetSeconds = numberOption(Name, Value, 0, 86400);
    else if (Name == "--device")
      O.Device = int(numberOption(Name, Value, 0, 1023));
    else if (Name == "--help" || Name == "-h") {
      std::fputs(Usage, stdout);
      std::exit(0);
    } else {
      std::fputs(Usage, stderr);
      failOption("unknown option '" + Argument + "'");
    }
  }
  for (const std::string &Name : O.Only)
    if (std::none_of(Cases.begin(), Cases.end(), [&Name](const Case &C) {
          return Name == C.Kernel || Name == baseName(C.Kernel) ||
                 Name == C.File || Name == C.Family;
        }))
      failOption("no kernel, file or family is called '" + Name +
                 "'; --list names them");
  return O;
}

} // namespace gpuperf::measure
