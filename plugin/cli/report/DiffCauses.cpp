//===- DiffCauses.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/DiffCauses.h"
#include "analysis/report/VendorWords.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <optional>
#include <utility>

using namespace gpuperf;
namespace json = llvm::json;
using llvm::formatv;

/// A number of the report by its path; none where it is not there.
static std::optional<double> numberAt(const json::Object &O,
                                      llvm::ArrayRef<llvm::StringRef> Path) {
  const json::Object *At = &O;
  for (llvm::StringRef Name : Path.drop_back())
    if (!(At = At->getObject(Name)))
      return std::nullopt;
  return At->getNumber(Path.back());
}

static double sumAt(const json::Object &O, llvm::StringRef Of) {
  const json::Object *Counts = O.getObject("counts");
  const json::Object *Map = Counts ? Counts->getObject(Of) : nullptr;
  double Sum = 0;
  if (Map)
    for (const auto &[Name, V] : *Map)
      Sum += V.getAsNumber().value_or(0);
  return Sum;
}

static std::string dimAt(const json::Object &O, llvm::StringRef Name) {
  const json::Array *A = O.getArray(Name);
  if (!A || A->size() != 3)
    return "";
  auto At = [&](size_t I) {
    return static_cast<uint32_t>((*A)[I].getAsInteger().value_or(1));
  };
  return formatDim({At(0), At(1), At(2)});
}

namespace {
/// A number that may explain a change.
struct Quantity {
  std::string Text; ///< "sectors per request 4 -> 16"
  double Factor;    ///< after over before
};
} // namespace

/// By which factor a number changes without a reason in the source: what is
/// read off the code changes with the compiler's choices, and what the model
/// makes of it (bytes of caches and DRAM) is less exact.
static constexpr double NoiseOfCode = 1.05, NoiseOfBytes = 1.1;
/// A size that the source or ptxas says is exact.
static constexpr double NoNoise = 1.001;
/// A cause has at least this share of the change of the time, both as
/// logarithms: 6 % more instructions do not make a kernel five times slower.
static constexpr double LeastShare = 0.1;

static std::string plain(double V) { return formatNumber(V); }
static std::string percent(double V) { return formatPercent(V); }

/// Adds \p What if it grew or shrank by \p Least times or more.
static void add(std::vector<Quantity> &To, llvm::StringRef What, double Before,
                double After, std::string (*Word)(double),
                double Least = NoiseOfCode) {
  if (!(Before >= 0) || !(After >= 0) || Before == After)
    return;
  const double Factor = Before > 0 ? After / Before : HUGE_VAL;
  if (Factor < Least && Factor > 1 / Least)
    return;
  To.push_back(
      {formatv("{0} {1} -> {2}", What, Word(Before), Word(After)).str(),
       Factor});
}

/// Sectors per request of global memory; nothing without requests.
static std::optional<double> sectorsPerRequest(const json::Object &O) {
  const auto Requests = numberAt(O, {"counts", "requests", "global"}),
             Sectors = numberAt(O, {"counts", "sectors", "global"});
  if (!Requests || !Sectors || !(*Requests > 0))
    return std::nullopt;
  return *Sectors / *Requests;
}

std::vector<std::string> gpuperf::causesOfChange(const json::Object &Base,
                                                 const json::Object &Head,
                                                 size_t Most) {
  std::vector<std::string> Out;
  // What the source itself says comes first: it needs no explanation.
  for (llvm::StringRef Name : {"block", "grid"})
    if (std::string A = dimAt(Base, Name), B = dimAt(Head, Name);
        !A.empty() && !B.empty() && A != B)
      Out.push_back(formatv("{0} {1} -> {2}", Name, A, B).str());

  std::vector<Quantity> Found;
  auto Both = [&](llvm::StringRef What, llvm::ArrayRef<llvm::StringRef> Path,
                  std::string (*Word)(double), double Least = NoiseOfCode) {
    const auto A = numberAt(Base, Path), B = numberAt(Head, Path);
    if (A && B)
      add(Found, What, *A, *B, Word, Least);
  };
  // What is nearer to the source comes first: bytes follow from sectors.
  Both("occupancy", {"occupancy"}, percent);
  Both("requests to local memory", {"counts", "requests", "local"}, plain);
  const bool RegistersMatter = !Found.empty();
  const std::vector<Quantity> OfRegisters = std::exchange(Found, {});
  Both("shared memory of a block", {"shared_bytes"}, formatBytes, NoNoise);
  if (auto A = sectorsPerRequest(Base), B = sectorsPerRequest(Head); A && B)
    add(Found, "sectors per request", *A, *B, plain);
  add(Found, "requests", sumAt(Base, "requests"), sumAt(Head, "requests"),
      plain);
  Both("bank passes", {"counts", "bank_passes"}, plain);
  Both("barriers per warp", {"counts", "barriers_per_warp"}, plain);
  add(Found, "warp instructions", sumAt(Base, "warp_instructions"),
      sumAt(Head, "warp_instructions"), plain);
  llvm::append_range(Found, OfRegisters);
  Both("DRAM bytes read", {"counts", "dram_read_bytes"}, formatBytes,
       NoiseOfBytes);
  Both("DRAM bytes written", {"counts", "dram_write_bytes"}, formatBytes,
       NoiseOfBytes);
  Both("L2 bytes", {"counts", "l2_bytes"}, formatBytes, NoiseOfBytes);

  const double Before = Base.getNumber("time_us").value_or(1),
               After = Head.getNumber("time_us").value_or(1);
  const bool Slower = After > Before;
  const double Least = LeastShare * std::fabs(std::log(After / Before));
  // Fewer warps at a time cost time, more of anything else does.
  llvm::erase_if(Found, [&](const Quantity &Q) {
    const bool Grew = Q.Factor > 1;
    const bool WithTime = llvm::StringRef(Q.Text).starts_with("occupancy")
                              ? Grew != Slower
                              : Grew == Slower;
    return !WithTime || std::fabs(std::log(Q.Factor)) < Least;
  });
  // Fewer registers can be slower, too: what does not fit is spilled.
  if (RegistersMatter)
    Both("registers", {"registers_per_thread"}, plain, NoNoise);
  llvm::stable_sort(Found, [&](const Quantity &A, const Quantity &B) {
    // About the same factor: the order above.
    auto Steps = [](const Quantity &Q) {
      return std::round(10 * std::fabs(std::log(std::min(Q.Factor, 1e9))));
    };
    return Steps(A) > Steps(B);
  });
  for (const Quantity &Q : Found)
    if (Out.size() < Most)
      Out.push_back(Q.Text);
  for (std::string &Text : Out)
    Text = inWordsOf(makerOf(Head), Text);
  return Out;
}
