//===- AssumptionText.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/AssumptionText.h"
#include "analysis/models/ShortNumber.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::formatv;

static std::string valueText(const AssumedValue &V) {
  if (const auto *I = std::get_if<int64_t>(&V))
    return std::to_string(*I);
  if (const auto *D = std::get_if<double>(&V))
    return shortNumber(*D);
  return "";
}

/// "line 12", "line 12 of reduce.cuh".
static std::string lineText(const Assumption &A) {
  std::string Line = "line " + std::to_string(A.SourceLine);
  return A.Name.empty() ? Line : Line + " of " + A.Name;
}

static bool hasValue(const Assumption &A) {
  return !std::holds_alternative<std::monostate>(A.Value);
}

std::string gpuperf::assumptionClause(const Assumption &A) {
  const std::string Value = valueText(A.Value);
  switch (A.Kind) {
  case AssumptionKind::RegistersEstimated:
    return hasValue(A)
               ? formatv("registers estimated from {0} ({1})", A.Name, Value)
                     .str()
               : "registers not known: they do not limit the occupancy";
  case AssumptionKind::TripCountGuessed:
    return A.SourceLine
               ? formatv("trip count of the loop on {0} guessed", lineText(A))
                     .str()
               : "a loop's trip count guessed";
  case AssumptionKind::IndexUnknown:
    return "an index depends on data";
  case AssumptionKind::BranchGuessed:
    return A.SourceLine
               ? formatv(
                     "the branch on {0} depends on data: both ways weighted",
                     lineText(A))
                     .str()
               : "a branch depends on data: both ways weighted";
  case AssumptionKind::GuardPassed:
    return A.SourceLine ? formatv("the bound on {0} is data: all threads taken "
                                  "to be within it",
                                  lineText(A))
                              .str()
                        : "a bound is data: all threads taken to be within it";
  case AssumptionKind::TripCountGiven:
    return formatv("the loop on {0} is said to run {1} times", lineText(A),
                   Value);
  case AssumptionKind::BranchShareGiven:
    return formatv("the condition on {0} is said to hold in a share of {1}",
                   lineText(A), Value);
  case AssumptionKind::NoWrapAssumed:
    return "index arithmetic taken not to wrap";
  case AssumptionKind::GpuFactMissing:
    return A.Name.empty()
               ? "the GPU's file lacks figures: substituted"
               : formatv("no figures for {0}: substituted", A.Name).str();
  case AssumptionKind::LaunchTimeAssumed:
    return "launch time assumed";
  case AssumptionKind::OtherArchitecture:
    return "device code compiled for another architecture";
  case AssumptionKind::CacheSharesAssumed:
    return "cache hit shares estimated";
  case AssumptionKind::ExternalCall:
    return A.Name.empty()
               ? "calls code that is not in this file"
               : formatv("calls '{0}', whose body is not in this file", A.Name)
                     .str();
  case AssumptionKind::BudgetExhausted:
    return "the analysis budget ran out: the rest is extrapolated";
  case AssumptionKind::InlineAssembly:
    return "inline assembly costed as one instruction";
  case AssumptionKind::HostValueAssumed:
    return formatv("'{0}' assumed {1}", A.Name, Value);
  case AssumptionKind::ProgramDataAssumed:
    return formatv("the launch depends on {0}", A.Name);
  case AssumptionKind::HostMemory:
    return formatv("'{0}' is in the host's memory: what PCIe takes is left out",
                   A.Name);
  case AssumptionKind::GridAssumed:
    return formatv("the grid's {0} assumed {1} blocks", A.Name, Value);
  case AssumptionKind::SharedBytesAssumed:
    return formatv("dynamic shared memory assumed {0} bytes", Value);
  case AssumptionKind::ArgumentAssumed:
  case AssumptionKind::LaunchArgumentAssumed:
    return hasValue(A)
               ? formatv("argument '{0}' assumed {1}", A.Name, Value).str()
               : "an argument's value assumed";
  case AssumptionKind::ArgumentFromGrid:
    return hasValue(A) ? formatv("argument '{0}' taken as {1}, for which the "
                                 "grid has threads",
                                 A.Name, Value)
                             .str()
                       : "an argument's value taken from the grid";
  case AssumptionKind::ArgumentFromArray:
    return hasValue(A) ? formatv("argument '{0}' taken as {1}, the most for "
                                 "which an array has elements",
                                 A.Name, Value)
                             .str()
                       : "an argument's value taken from an array's size";
  case AssumptionKind::RegistersDoNotFit:
    return formatv("clang's {0} registers per thread do not fit; {1} are "
                   "assumed",
                   A.Name, Value);
  case AssumptionKind::DeparturesDerived:
    return "Mem_LD and departure delays derived from the latencies and "
           "bandwidths of the GPU's file";
  case AssumptionKind::L1BandwidthEstimated:
    return "bound by L1, whose bandwidth is an estimate";
  case AssumptionKind::NarrowBlock:
    return formatv("the model's loads are coalesced; a block is {0} cells wide",
                   Value);
  case AssumptionKind::ComputationLeftOut:
    return formatv("bound by data traffic, although issuing its instructions "
                   "takes {0} us",
                   Value);
  case AssumptionKind::Recursion:
    return "the kernel is recursive: the depth is not known";
  case AssumptionKind::DebugBuild:
    return formatv("the build has {0}, which turns optimisation off; this is "
                   "the time of optimised code",
                   A.Name);
  }
  llvm_unreachable("an assumption without words");
}

std::vector<Assumption> gpuperf::toldAssumptions(const AssumptionSet &Why) {
  std::vector<Assumption> All = Why.all();
  llvm::erase_if(All, [](const Assumption &A) {
    return holdsForEveryLaunch(A.Kind) ||
           // Only the models' own tables need what is missing.
           (A.Kind == AssumptionKind::GpuFactMissing && A.Name.empty());
  });
  return All;
}

/// "'t4' lacks figures for branch, vote and 3 more: substituted": what the
/// launch executes most first.
static std::string missingFactsText(const Prediction &P,
                                    llvm::ArrayRef<Assumption> Missing) {
  std::vector<std::pair<double, OpClass>> Classes;
  for (const Assumption &A : Missing)
    if (std::optional<OpClass> Op = opClassFromKey(A.Name))
      Classes.push_back(
          {-P.Profile.WarpInstructions[static_cast<unsigned>(*Op)], *Op});
  llvm::sort(Classes);
  constexpr size_t Named = 2;
  std::string Names;
  for (size_t I = 0; I < std::min(Classes.size(), Named); ++I)
    Names += (I ? ", " : "") + opClassKey(Classes[I].second).str();
  if (Classes.size() > Named)
    Names += formatv(" and {0} more", Classes.size() - Named).str();
  return formatv("'{0}' lacks figures for {1}: substituted", P.Gpu, Names);
}

/// "trip count of the loop on line 12, 15 guessed".
static std::string loopsText(llvm::ArrayRef<Assumption> Loops) {
  std::string Lines = lineText(Loops.front());
  for (const Assumption &A : Loops.drop_front())
    Lines += A.Name.empty() ? ", " + std::to_string(A.SourceLine)
                            : ", " + lineText(A);
  return formatv("trip count of the loop on {0} guessed", Lines);
}

std::vector<std::string> gpuperf::assumptionClauses(const Prediction &P) {
  std::vector<std::string> Out;
  const std::vector<Assumption> Told = toldAssumptions(P.TimeUs.Why);
  for (llvm::ArrayRef<Assumption> Left = Told; !Left.empty();) {
    const Assumption &First = Left.front();
    const auto Alike = Left.take_while(
        [&](const Assumption &A) { return A.Kind == First.Kind; });
    if (First.Kind == AssumptionKind::TripCountGuessed && First.SourceLine) {
      Out.push_back(loopsText(Alike));
    } else if (First.Kind == AssumptionKind::GpuFactMissing) {
      Out.push_back(missingFactsText(P, Alike));
    } else if (First.Kind == AssumptionKind::ExternalCall) {
      Out.push_back(assumptionClause(First));
    } else {
      Out.push_back(assumptionClause(First));
      Left = Left.drop_front();
      continue;
    }
    Left = Left.drop_front(Alike.size());
  }
  return Out;
}

std::string gpuperf::dataHint(const AssumptionSet &Why) {
  const Assumption *Widest = nullptr;
  for (const Assumption &A : Why.named())
    if ((A.Kind == AssumptionKind::TripCountGuessed ||
         A.Kind == AssumptionKind::BranchGuessed) &&
        A.SourceLine != 0 &&
        (!Widest || bandFactor(A.Kind) > bandFactor(Widest->Kind)))
      Widest = &A;
  if (!Widest)
    return "";
  const bool IsLoop = Widest->Kind == AssumptionKind::TripCountGuessed;
  return formatv("write `// gpuperf: assume {0}` on {1} if you know it",
                 IsLoop ? "trips=N" : "branch=SHARE", lineText(*Widest));
}
