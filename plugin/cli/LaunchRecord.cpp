//===- LaunchRecord.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/LaunchRecord.h"
#include "analysis/kernel/VariableArguments.h"
#include "analysis/predict/ArrayArguments.h"
#include "analysis/predict/AssumedArguments.h"
#include "analysis/predict/GuardedArguments.h"
#include "analysis/predict/ModelTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace gpuperf {

/// The value that scalar parameters get where the user gives none.
static constexpr int64_t DefaultScalar = 1024;

template <typename... Ts>
static llvm::Error failure(const char *Format, Ts &&...Values) {
  return llvm::createStringError(
      llvm::formatv(Format, std::forward<Ts>(Values)...).str());
}

llvm::Expected<Dim3> parseDim(llvm::StringRef Text, llvm::StringRef What) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Text.split(Parts, ',');
  uint64_t V[3] = {1, 1, 1};
  bool Good = !Text.empty() && Parts.size() <= 3;
  for (size_t I = 0; Good && I < Parts.size(); ++I)
    Good = !Parts[I].trim().getAsInteger(10, V[I]);
  if (!Good)
    return failure("{0} is '{1}'; it must be X, X,Y or X,Y,Z", What, Text);
  return Dim3{V[0], V[1], V[2]};
}

static llvm::Expected<Dim3> dimOf(const llvm::json::Value &V,
                                  llvm::StringRef Key) {
  uint64_t D[3] = {1, 1, 1};
  const llvm::json::Array *Array = V.getAsArray();
  bool Good = Array && !Array->empty() && Array->size() <= 3;
  for (size_t I = 0; Good && I < Array->size(); ++I) {
    auto N = (*Array)[I].getAsInteger();
    Good = N && *N >= 0;
    if (Good)
      D[I] = static_cast<uint64_t>(*N);
  }
  if (!Good)
    return failure("'{0}' must be an array of one to three whole numbers, such "
                   "as [256,1,1]",
                   Key);
  return Dim3{D[0], D[1], D[2]};
}

static llvm::Expected<std::string> stringOf(const llvm::json::Value &V,
                                            llvm::StringRef Key) {
  if (auto S = V.getAsString())
    return S->str();
  return failure("'{0}' must be a string", Key);
}

static llvm::Expected<ArgValue> argOf(const llvm::json::Value &V,
                                      llvm::StringRef Name) {
  if (auto B = V.getAsBoolean())
    return ArgValue::integer(*B);
  if (auto I = V.getAsInteger())
    return ArgValue::integer(*I);
  if (auto U = V.getAsUINT64())
    return ArgValue::integer(static_cast<int64_t>(*U));
  if (auto D = V.getAsNumber())
    return ArgValue::floating(*D);
  return failure("argument '{0}' must be a number or a boolean", Name);
}

/// Applies one key of the object to \p R.
static llvm::Error readKey(LaunchRecord &R, llvm::StringRef Key,
                           const llvm::json::Value &V) {
  auto string = [&](auto Then) -> llvm::Error {
    auto S = stringOf(V, Key);
    return S ? Then(*S) : S.takeError();
  };
  auto assign = [](auto &To, auto From) -> llvm::Error {
    if (!From)
      return From.takeError();
    To = std::move(*From);
    return llvm::Error::success();
  };
  if (Key == "id")
    return llvm::Error::success();
  if (Key == "kernel")
    return assign(R.Kernel, stringOf(V, Key));
  if (Key == "gpu")
    return assign(R.Gpu, stringOf(V, Key));
  if (Key == "grid")
    return assign(R.L.Grid, dimOf(V, Key));
  if (Key == "block")
    return assign(R.L.Block, dimOf(V, Key));
  if (Key == "l1")
    return string(
        [&](auto &S) { return assign(R.L.Conditions.L1, parseL1(S)); });
  if (Key == "l2")
    return string(
        [&](auto &S) { return assign(R.L.Conditions.L2, parseL2(S)); });
  if (Key == "timing")
    return string(
        [&](auto &S) { return assign(R.L.Conditions.How, parseTiming(S)); });
  if (Key == "clock") {
    if (auto Mhz = V.getAsNumber())
      return assign(R.L.Conditions.RunsAt,
                    parseClock(llvm::formatv("{0}", *Mhz).str()));
    return string(
        [&](auto &S) { return assign(R.L.Conditions.RunsAt, parseClock(S)); });
  }
  if (Key == "model")
    return string([&](const std::string &S) -> llvm::Error {
      if (S == "all") {
        R.AllModels = true;
        return llvm::Error::success();
      }
      R.Model = modelFromName(S);
      if (R.Model)
        return llvm::Error::success();
      std::vector<std::string> Names;
      for (ModelKind M : availableModels())
        Names.push_back(modelName(M).str());
      return failure("no model is named '{0}'; there are {1} and all", S,
                     llvm::join(Names, ", "));
    });
  if (Key == "dynamic_smem_bytes") {
    auto N = V.getAsInteger();
    if (!N || *N < 0)
      return failure("'{0}' must be a whole number of bytes", Key);
    R.L.DynamicSharedBytes = static_cast<uint64_t>(*N);
    return llvm::Error::success();
  }
  if (Key == "args") {
    const llvm::json::Object *Args = V.getAsObject();
    if (!Args)
      return failure("'args' must be an object of parameter names and numbers");
    for (const auto &[Name, Value] : *Args) {
      auto Arg = argOf(Value, Name);
      if (!Arg)
        return Arg.takeError();
      R.Args.emplace_back(llvm::StringRef(Name).str(), *Arg);
    }
    return llvm::Error::success();
  }
  return failure(
      "unknown key '{0}'; the keys are id, kernel, gpu, grid, block, "
      "dynamic_smem_bytes, args, model, l1, l2, timing",
      Key);
}

llvm::Expected<LaunchRecord>
parseLaunchRecord(const llvm::json::Object &Object) {
  LaunchRecord R;
  if (const llvm::json::Value *V = Object.get("id"))
    R.Id = *V;
  // In the order of the names, so that the same line gives the same error.
  std::vector<llvm::StringRef> Keys;
  for (const auto &[Key, V] : Object)
    Keys.push_back(Key);
  llvm::sort(Keys);
  for (llvm::StringRef Key : Keys)
    if (llvm::Error E = readKey(R, Key, *Object.get(Key)))
      return E;
  llvm::sort(R.Args, llvm::less_first());
  for (const char *Required : {"kernel", "grid", "block"})
    if (!Object.get(Required))
      return failure("missing key '{0}'", Required);
  return R;
}

/// Adds the arguments of \p InFile that the question leaves out. A float that
/// nobody says stays unknown, for its value hardly ever decides a time.
static void addArguments(Launch &L, const Launch &InFile) {
  for (size_t I = 0; I < L.Args.size() && I < InFile.Args.size(); ++I) {
    const ArgValue &Known = InFile.Args[I];
    if (L.Args[I].K == ArgValue::Kind::Unknown &&
        !(Known.isAssumed() && Known.K == ArgValue::Kind::Floating))
      L.Args[I] = Known;
  }
  if (InFile.PointerBytes.size() <= L.Args.size())
    L.PointerBytes = InFile.PointerBytes;
}

llvm::Expected<Launch> bindRecord(const LaunchRecord &R,
                                  const KernelSummary &Kernel,
                                  const Launch *InFile) {
  Launch L = R.L;
  L.Args.resize(Kernel.Params.size());
  for (const auto &[Name, Value] : R.Args) {
    auto It = llvm::find_if(Kernel.Params,
                            [&](const Param &P) { return P.Name == Name; });
    if (It == Kernel.Params.end()) {
      std::vector<std::string> Names;
      for (const Param &P : Kernel.Params)
        Names.push_back(P.Name);
      return failure(
          "kernel '{0}' has no parameter '{1}'; it has {2}", Kernel.Name, Name,
          Names.empty() ? std::string("none") : llvm::join(Names, ", "));
    }
    ArgValue V = Value;
    if (!It->IsFloating && V.K == ArgValue::Kind::Floating) {
      if (V.Floating != std::floor(V.Floating) || std::fabs(V.Floating) > 9e18)
        return failure("argument '{0}' of '{1}' is an integer; {2} is not one",
                       Name, Kernel.Name, V.Floating);
      V = ArgValue::integer(static_cast<int64_t>(V.Floating));
    } else if (It->IsFloating && V.K == ArgValue::Kind::Integer) {
      V = ArgValue::floating(static_cast<double>(V.Integer));
    }
    L.Args[It - Kernel.Params.begin()] = V;
  }
  if (InFile) {
    Launch Given = *InFile;
    addVariableArguments(Kernel, Given);
    addArguments(L, Given);
  }
  for (size_t I = 0; I < Kernel.Params.size(); ++I) {
    const Param &P = Kernel.Params[I];
    // What a variable holds counts as data where nobody says it.
    if (P.IsVariable || P.IsPointer || P.IsByValStruct || P.IsFloating ||
        L.Args[I].K != ArgValue::Kind::Unknown)
      continue;
    L.Args[I] = ArgValue::integer(DefaultScalar, Provenance::Unknown);
  }
  takeArgumentsFromGrid(Kernel, L);
  takeArgumentsFromArrays(Kernel, L);
  L.Why |= assumedArguments(Kernel, L);
  return L;
}

} // namespace gpuperf
