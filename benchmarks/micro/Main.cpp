//===- Main.cpp - gpuperf-calibrate ---------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gpuperf-calibrate                    all benchmarks, under 10 minutes
//   gpuperf-calibrate --quick            fewer points, under a minute
//   gpuperf-calibrate --only=global-latency,launch
//   gpuperf-calibrate --list
//
// Writes FOLDER/calibrate.jsonl (--out=FOLDER), a line as soon as it is known.
// The same call again goes on where the last one stopped. Under Slurm or MPI
// each process takes the GPU of its local rank and writes calibrate.RANK.jsonl;
// `gpuperf calibrate-import FOLDER` reads them all.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/host/Device.h"
#include "benchmarks/micro/host/Results.h"
#include "gpumodel/calibration/derive/Derive.h"
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

using namespace gpuperf::micro;
using gpuperf::calibration::deriveQuantities;

namespace {

struct Options {
  bool Quick = false, List = false, Again = false;
  std::string Out;
  std::vector<std::string> Only, Skip;
  double BudgetSeconds = 600;
  int Device = -1;
};

constexpr const char *Usage =
    "usage: gpuperf-calibrate [options]\n"
    "  --quick          fewer points and samples: under a minute\n"
    "  --only=A,B       these benchmarks or groups only\n"
    "  --skip=A,B       all but these\n"
    "  --out=FOLDER     where results go (default: results-GPU)\n"
    "  --budget=S       begin nothing that would not end within S seconds\n"
    "                   (default 600; 55 with --quick)\n"
    "  --device=N       which GPU (default: the local rank, else 0)\n"
    "  --again          measure anew what the folder already holds\n"
    "  --list           the benchmarks and what each asks\n";

[[noreturn]] void fail(const std::string &Message) {
  std::fprintf(stderr, "gpuperf-calibrate: %s\n", Message.c_str());
  std::exit(2);
}

std::vector<std::string> splitList(const std::string &Text) {
  std::vector<std::string> Parts;
  for (size_t At = 0; At <= Text.size();) {
    size_t Comma = std::min(Text.find(',', At), Text.size());
    if (Comma > At)
      Parts.push_back(Text.substr(At, Comma - At));
    At = Comma + 1;
  }
  return Parts;
}

bool isNamed(const std::vector<std::string> &Names, const Benchmark &B) {
  for (const std::string &Name : Names)
    if (Name == B.Name || Name == B.Group)
      return true;
  return false;
}

double numberOption(const std::string &Option, const std::string &Text,
                    double Min, double Max) {
  char *End = nullptr;
  double Value = std::strtod(Text.c_str(), &End);
  if (Text.empty() || *End || !(Value >= Min && Value <= Max))
    fail(Option + " is '" + Text + "', it must be a number from " +
         std::to_string(long(Min)) + " to " + std::to_string(long(Max)));
  return Value;
}

Options parseOptions(int Count, char **Arguments) {
  Options O;
  bool BudgetGiven = false;
  for (int I = 1; I < Count; ++I) {
    std::string Argument = Arguments[I];
    size_t Equals = Argument.find('=');
    std::string Name = Argument.substr(0, Equals);
    std::string Value =
        Equals == std::string::npos ? "" : Argument.substr(Equals + 1);
    if (Name == "--quick")
      O.Quick = true;
    else if (Name == "--list")
      O.List = true;
    else if (Name == "--again")
      O.Again = true;
    else if (Name == "--only")
      O.Only = splitList(Value);
    else if (Name == "--skip")
      O.Skip = splitList(Value);
    else if (Name == "--out")
      O.Out = Value;
    else if (Name == "--device")
      O.Device = int(numberOption(Name, Value, 0, 1023));
    else if (Name == "--budget") {
      O.BudgetSeconds = numberOption(Name, Value, 1, 86400);
      BudgetGiven = true;
    } else if (Name == "--help" || Name == "-h") {
      std::fputs(Usage, stdout);
      std::exit(0);
    } else {
      std::fputs(Usage, stderr);
      fail("unknown option '" + Argument + "'");
    }
  }
  if (O.Quick && !BudgetGiven)
    O.BudgetSeconds = 55;
  for (const std::vector<std::string> *List : {&O.Only, &O.Skip})
    for (const std::string &Name : *List) {
      bool Known = false;
      for (const Benchmark &B : allBenchmarks())
        Known |= isNamed({Name}, B);
      if (!Known)
        fail("no benchmark or group is called '" + Name +
             "'; --list names them");
    }
  return O;
}

/// The number of this process among those that a launcher started, or -1.
int rankFrom(std::initializer_list<const char *> Variables) {
  for (const char *Variable : Variables)
    if (const char *Text = std::getenv(Variable))
      if (*Text)
        return std::atoi(Text);
  return -1;
}

std::string nowUtc() {
  std::time_t Now = std::time(nullptr);
  char Text[32];
  std::strftime(Text, sizeof(Text), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&Now));
  return Text;
}

std::string folderFor(const std::string &DeviceName) {
  std::string Name = "results-";
  for (char C : DeviceName)
    Name += std::isalnum(static_cast<unsigned char>(C))
                ? char(std::tolower(static_cast<unsigned char>(C)))
                : '-';
  return Name;
}

double since(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
      .count();
}

void listBenchmarks() {
  for (const Benchmark &B : allBenchmarks())
    std::printf("%-24s %-13s %4.0f s  %s\n", B.Name, B.Group, B.Seconds,
                B.Question);
}

/// Runs one benchmark and writes what it found. False: the GPU cannot be used
/// any more.
bool runOne(const Benchmark &B, Context &Ctx, ResultsFile &Results) {
  auto Start = std::chrono::steady_clock::now();
  Ctx.Found.clear();
  Ctx.Skipped.clear();
  std::string Failure;
  try {
    warmUp(50);
    Ctx.FreeBytes = freeBytes();
    B.Run(Ctx);
  } catch (const std::exception &E) {
    Failure = E.what();
  }
  std::string Pending = pendingError();
  if (Failure.empty())
    Failure = Pending;
  if (!Failure.empty() || !Ctx.Skipped.empty()) {
    const std::string &Why = Failure.empty() ? Ctx.Skipped : Failure;
    std::printf("    %s: %s\n", Failure.empty() ? "skipped" : "failed",
                Why.c_str());
    Results.skipped(B.Name, (Failure.empty() ? "" : "failed: ") + Why);
  } else {
    for (Series &S : Ctx.Found) {
      S.Benchmark = B.Name;
      Results.series(S);
    }
    for (const Quantity &Q : deriveQuantities(B.Name, Ctx.Device, Ctx.Found)) {
      std::printf("    %-40s %12.5g %-12s %.4g to %.4g%s%s\n", Q.Name.c_str(),
                  Q.Value, Q.Unit.c_str(), Q.Low, Q.High,
                  Q.Ok ? "" : "   NOT USED: ", Q.Ok ? "" : Q.Why.c_str());
      Results.quantity(Q);
    }
    Results.done(B.Name, since(Start));
  }
  std::fflush(stdout);
  // A fault in a kernel stays: nothing after it can be trusted.
  return pendingError().empty();
}

} // namespace

int main(int Count, char **Arguments) {
  Options O = parseOptions(Count, Arguments);
  if (O.List) {
    listBenchmarks();
    return 0;
  }
  int Devices = deviceCount();
  if (Devices == 0)
    fail("no GPU: the driver is missing, older than this program's runtime, or "
         "sees no device");
  int Rank = rankFrom({"SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK",
                       "PMIX_RANK", "MV2_COMM_WORLD_RANK"});
  int LocalRank = rankFrom({"SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK",
                            "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK"});
  if (O.Device >= Devices)
    fail("--device=" + std::to_string(O.Device) + ", but there are " +
         std::to_string(Devices) + " devices");
  int Device = O.Device >= 0 ? O.Device : std::max(LocalRank, 0) % Devices;

  Context Ctx;
  Ctx.Quick = O.Quick;
  try {
    Ctx.Device = openDevice(Device);
  } catch (const std::exception &E) {
    fail(E.what());
  }
  if (O.Out.empty())
    O.Out = folderFor(Ctx.Device.Name);
  std::error_code Error;
  std::filesystem::create_directories(O.Out, Error);
  std::string Path =
      O.Out + (Rank < 0 ? std::string("/calibrate.jsonl")
                        : "/calibrate." + std::to_string(Rank) + ".jsonl");
  EarlierRun Earlier;
  if (!O.Again)
    Earlier = readEarlierRun(Path);
  if (Earlier.Exists && Earlier.Identity != Ctx.Device.Identity)
    fail(Path + " is of another GPU; name another folder with --out, or begin "
                "anew with --again");
  if (Earlier.Exists && Earlier.Quick != O.Quick)
    fail(Path + " is of a " + (Earlier.Quick ? "quick" : "full") +
         " run; name another folder with --out, or begin anew with --again");
  ResultsFile Results;
  if (!Results.open(Path, Earlier.Exists))
    fail("cannot write " + Path + ": " + std::strerror(errno));

  std::printf("%s (%s), %.0f SMs -> %s\n", Ctx.Device.Name.c_str(),
              Ctx.Device.Arch.c_str(), Ctx.Device.SmCount, Path.c_str());
  if (!Earlier.Exists)
    Results.run(Ctx.Device, O.Quick, std::max(Rank, 0), nowUtc());
  auto Start = std::chrono::steady_clock::now();
  try {
    warmUp(500); // an idle GPU needs some time to raise its clocks
  } catch (const std::exception &E) {
    fail(E.what());
  }
  unsigned Number = 0, Left = 0;
  for (const Benchmark &B : allBenchmarks()) {
    ++Number;
    if ((!O.Only.empty() && !isNamed(O.Only, B)) || isNamed(O.Skip, B))
      continue;
    double Expected = O.Quick ? B.Seconds / 6 : B.Seconds;
    std::printf("[%2u/%zu %5.0f s] %s: %s\n", Number, allBenchmarks().size(),
                since(Start), B.Name, B.Question);
    if (Earlier.Finished.count(B.Name)) {
      std::printf("    done before\n");
      continue;
    }
    if (since(Start) + Expected > O.BudgetSeconds) {
      std::printf("    left out: %.0f s would not fit into the budget\n",
                  Expected);
      ++Left;
      continue;
    }
    std::fflush(stdout);
    if (!runOne(B, Ctx, Results)) {
      std::printf("the GPU has failed; the same call again goes on behind %s\n",
                  B.Name);
      Results.done(B.Name, 0); // or it would fail there for ever
      return 1;
    }
  }
  if (Left > 0) {
    std::printf("%u benchmarks were left out; the same call again runs them\n",
                Left);
    return 0;
  }
  Results.end(since(Start));
  std::printf("done in %.0f s; now: gpuperf calibrate-import %s\n",
              since(Start), O.Out.c_str());
  return 0;
}
