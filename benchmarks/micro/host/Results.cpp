//===- Results.cpp - The results file -------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/host/Results.h"
#include <cmath>
#include <fstream>

namespace gpuperf::micro {
namespace {

std::string quoted(const std::string &Text) {
  std::string Out = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    // Control characters do not occur in our names; a driver's name might.
    Out += static_cast<unsigned char>(C) < 32 ? ' ' : C;
  }
  return Out + "\"";
}

std::string number(double Value) {
  if (!std::isfinite(Value))
    return "null";
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%.9g", Value);
  return Text;
}

/// Builds {"key":value,...}.
class Object {
public:
  Object &text(const char *Key, const std::string &Value) {
    return raw(Key, quoted(Value));
  }
  Object &value(const char *Key, double Value) {
    return raw(Key, number(Value));
  }
  Object &flag(const char *Key, bool Value) {
    return raw(Key, Value ? "true" : "false");
  }
  Object &raw(const char *Key, const std::string &Json) {
    Text += Text.empty() ? "{" : ",";
    Text += quoted(Key) + ":" + Json;
    return *this;
  }
  std::string close() const { return Text + "}"; }

private:
  std::string Text;
};

/// The text of a string field of a line that we have written ourselves.
std::string field(const std::string &Line, const std::string &Key) {
  std::string Start = "\"" + Key + "\":\"";
  size_t At = Line.find(Start);
  if (At == std::string::npos)
    return "";
  At += Start.size();
  size_t End = Line.find('"', At);
  return End == std::string::npos ? "" : Line.substr(At, End - At);
}

} // namespace

EarlierRun readEarlierRun(const std::string &Path) {
  EarlierRun Found;
  std::ifstream In(Path);
  std::string Line;
  while (std::getline(In, Line)) {
    std::string Record = field(Line, "record");
    if (Record == "run") {
      Found.Exists = true;
      Found.Identity = field(Line, "identity");
      Found.Quick = Line.find("\"quick\":true") != std::string::npos;
    } else if (Record == "done" && Line.back() == '}') {
      Found.Finished.insert(field(Line, "benchmark"));
    }
  }
  return Found;
}

bool ResultsFile::open(const std::string &Path, bool Append) {
  File = std::fopen(Path.c_str(), Append ? "ab" : "wb");
  // A run that was killed may have left half a line.
  if (File && Append)
    std::fputc('\n', File);
  return File != nullptr;
}

ResultsFile::~ResultsFile() {
  if (File)
    std::fclose(File);
}

void ResultsFile::line(const std::string &Text) {
  std::fputs((Text + "\n").c_str(), File);
  std::fflush(File);
}

void ResultsFile::run(const DeviceFacts &Device, bool Quick, int Rank,
                      const std::string &Date) {
  Object Facts;
  Facts.text("name", Device.Name)
      .text("arch", Device.Arch)
      .text("identity", Device.Identity)
      .value("sm_count", Device.SmCount)
      .value("warp_size", Device.WarpSize)
      .value("boost_clock_mhz", Device.BoostClockMhz)
      .value("memory_clock_mhz", Device.MemoryClockMhz)
      .value("memory_bus_bits", Device.MemoryBusBits)
      .value("l2_bytes", Device.L2Bytes)
      .value("memory_bytes", Device.MemoryBytes)
      .value("shared_per_sm_bytes", Device.SharedPerSmBytes)
      .value("shared_per_block_optin_bytes", Device.SharedPerBlockOptinBytes)
      .value("registers_per_sm", Device.RegistersPerSm)
      .value("max_threads_per_sm", Device.MaxThreadsPerSm)
      .value("max_threads_per_block", Device.MaxThreadsPerBlock)
      .value("max_blocks_per_sm", Device.MaxBlocksPerSm)
      .value("driver_version", Device.DriverVersion)
      .value("runtime_version", Device.RuntimeVersion);
  line(Object()
           .text("record", "run")
           .value("schema", calibration::ResultsSchema)
           .text("date", Date)
           .flag("quick", Quick)
           .text("backend", Device.Backend)
           .value("rank", Rank)
           .raw("device", Facts.close())
           .close());
}

void ResultsFile::series(const Series &S) {
  Object Params;
  for (const auto &[Name, Value] : S.Params)
    Params.value(Name.c_str(), Value);
  std::string Points;
  for (const Point &P : S.Points)
    Points += (Points.empty() ? "[" : ",[") + number(P.X) + "," +
              number(P.Median) + "," + number(P.Low) + "," + number(P.High) +
              "," + number(P.Samples) + "]";
  line(Object()
           .text("record", "series")
           .text("benchmark", S.Benchmark)
           .text("series", S.Name)
           .text("x", S.XName)
           .text("y", S.YName)
           .value("clock_mhz", S.ClockMhz)
           .raw("params", S.Params.empty() ? "{}" : Params.close())
           .raw("points", "[" + Points + "]")
           .close());
}

void ResultsFile::quantity(const Quantity &Q) {
  line(Object()
           .text("record", "quantity")
           .text("benchmark", Q.Benchmark)
           .text("name", Q.Name)
           .value("value", Q.Value)
           .value("low", Q.Low)
           .value("high", Q.High)
           .text("unit", Q.Unit)
           .flag("ok", Q.Ok)
           .text("why", Q.Why)
           .text("how", Q.How)
           .close());
}

void ResultsFile::skipped(const std::string &Benchmark,
                          const std::string &Why) {
  line(Object()
           .text("record", "skipped")
           .text("benchmark", Benchmark)
           .text("why", Why)
           .close());
}

void ResultsFile::done(const std::string &Benchmark, double Seconds) {
  line(Object()
           .text("record", "done")
           .text("benchmark", Benchmark)
           .value("elapsed_s", Seconds)
           .close());
}

void ResultsFile::end(double Seconds) {
  line(Object().text("record", "end").value("elapsed_s", Seconds).close());
}

} // namespace gpuperf::micro
