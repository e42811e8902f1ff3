//===- Generated.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/Generated.h"
#include "analysis/advice/lines/BankConflict.h"
#include "analysis/advice/lines/Uncoalesced.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using namespace gpuperf::exact;
using llvm::formatv;

static bool same(double A, double B) {
  return std::fabs(A - B) <= 1e-6 * std::max({std::fabs(A), std::fabs(B), 1.0});
}

/// Whether the value of a memory instruction goes into the address: told from
/// the text that was generated, not by the analysis.
static bool isGather(const KernelSummary &K, AccessId Id,
                     const std::string &Line) {
  return K.Accesses[Id].Base == Access::BaseKind::Argument &&
         K.Accesses[Id].BaseIndex == 0 &&
         Line.find("in[index[") != std::string::npos;
}

static void judgeOne(const CompiledCase &C, const TrueCounts &T,
                     const std::string &Body, const Case &Of,
                     const GpuModel &Gpu, GeneratedVerdict &Out) {
  const KernelSummary &K = C.summary();
  auto P = predictLaunch(K, C.launch(), Gpu);
  if (!P) {
    Out.Wrong.push_back(Of.Name + ": " + llvm::toString(P.takeError()));
    return;
  }
  llvm::DenseSet<AccessId> Said;
  for (const auto &Findings : {findUncoalesced(K, C.launch(), Gpu, *P),
                               findBankConflicts(K, C.launch(), Gpu, *P)})
    for (const LineFinding &F : Findings)
      Said.insert(F.Accesses.begin(), F.Accesses.end());
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const RequestCounts &R = T.ByRequest[Id];
    const AccessProfile &AP = P->Profile.Accesses[Id];
    if (!(R.Requests > 0) ||
        (R.Where != Place::Shared && R.Where != Place::Global))
      continue;
    const bool InShared = R.Where == Place::Shared;
    // The finding leaves out accesses that fill their sectors together; whether
    // one wastes sectors by itself is what the run on the CPU knows.
    const bool Found =
        InShared ? Said.contains(Id) : isUncoalesced(K, P->Profile, Id);
    if (!InShared && Said.contains(Id) && !Found)
      Out.Wrong.push_back(Of.Name + ": a finding about an access that is not "
                                    "uncoalesced");
    if (isGather(K, Id, Body)) {
      ++Out.Gathers;
      Out.GathersFound += Found;
      continue;
    }
    Verdicts &V = InShared ? Out.Shared : Out.Global;
    const double Ours =
        InShared ? AP.PassesPerRequest.Value : AP.SectorsPerRequest.Lo;
    const double True = (InShared ? R.Passes : R.FewestSectors) / R.Requests;
    const bool Exact = same(Ours, True) && same(AP.Requests, R.Requests);
    const bool Wasteful = InShared
                              ? True > 1 + 1e-9
                              : True > R.IdealSectors / R.Requests + 1 + 1e-9;
    ++V.Accesses;
    V.Affine += A.Affine;
    V.Exact += Exact;
    V.AffineExact += A.Affine && Exact;
    V.Wasteful += Wasteful;
    V.Found += Wasteful && Found;
    V.AffineWasteful += A.Affine && Wasteful;
    V.AffineFound += A.Affine && Wasteful && Found;
    V.False += Found && !Wasteful;
    if (!InShared) {
      const double Mean = R.Sectors / R.Requests;
      const bool Inside = Mean >= AP.SectorsPerRequest.Lo - 1e-6 &&
                          Mean <= AP.SectorsPerRequest.Hi + 1e-6;
      Out.OutsideBand += !Inside;
    }
    if (!Exact || Found != Wasteful)
      Out.Wrong.push_back(
          formatv("{0}: {1} {2} of {3} bytes{4}: {5} a request, in truth {6} "
                  "(requests {7}, {8}); {9}said to be wasteful, {10}wasteful",
                  Of.Name, InShared ? "shared" : "global",
                  A.Kind == AccessKind::Load ? "load" : "store", A.BytesPerLane,
                  A.Affine ? ", affine" : "", Ours, True, AP.Requests,
                  R.Requests, Found ? "" : "not ", Wasteful ? "" : "not ")
              .str());
  }
}

llvm::Expected<GeneratedVerdict>
exact::judgeGenerated(llvm::ArrayRef<GeneratedFile> Files, const GpuModel &Gpu,
                      llvm::StringRef Arch) {
  GeneratedVerdict Out;
  for (const GeneratedFile &File : Files) {
    auto All = CompiledCase::createAll(File.Text, File.Cases, Arch);
    if (!All)
      return All.takeError();
    for (size_t I = 0; I < All->size(); ++I) {
      auto True = count((*All)[I], Gpu);
      if (!True)
        return True.takeError();
      const std::string &Name = File.Cases[I].Kernel;
      const size_t Begin = File.Text.find("void " + Name + "(");
      const std::string Body =
          File.Text.substr(Begin, File.Text.find("\n}\n", Begin) - Begin);
      judgeOne((*All)[I], *True, Body, File.Cases[I], Gpu, Out);
    }
  }
  return Out;
}
