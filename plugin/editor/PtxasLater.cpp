//===- PtxasLater.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/editor/PtxasLater.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA1.h"

using namespace gpuperf;

/// Answers that are kept; each takes some hundred bytes.
static constexpr size_t MostAnswers = 512;

static std::string keyOf(llvm::StringRef Ptx, const RegisterOptions &Options) {
  auto Hash = llvm::SHA1::hash(llvm::arrayRefFromStringRef(Ptx));
  return std::string(Hash.begin(), Hash.end()) + Options.Arch + "/" +
         std::to_string(Options.MaxRegCount) + "/" + Options.PtxasPath;
}

void PtxasLater::stop() {
  {
    std::lock_guard<std::mutex> Lock(Mu);
    Stop = true;
  }
  Changed.notify_all();
  if (Worker.joinable())
    Worker.join();
}

std::optional<RegisterReport>
PtxasLater::ask(const std::string &File, llvm::StringRef Ptx,
                const RegisterOptions &Options,
                std::chrono::milliseconds Patience) {
  std::string Key = keyOf(Ptx, Options);
  std::unique_lock<std::mutex> Lock(Mu);
  if (Answers.count(Key) == 0 && Key != Running && !Stop)
    enqueue(Key, File, Ptx, Options);
  if (Patience.count() > 0)
    Changed.wait_for(Lock, Patience,
                     [&] { return Stop || Answers.count(Key); });
  auto It = Answers.find(Key);
  if (It == Answers.end())
    return std::nullopt;
  return It->second;
}

void PtxasLater::enqueue(const std::string &Key, const std::string &File,
                         llvm::StringRef Ptx, const RegisterOptions &Options) {
  llvm::erase_if(Waiting, [&](const Question &Q) { return Q.Key == Key; });
  // One edit asks few questions. Where more are waiting, the older ones are
  // about earlier texts, which nobody needs any more.
  constexpr size_t MostWaiting = 8;
  if (Waiting.size() >= MostWaiting) {
    auto Oldest = llvm::find_if(
        Waiting, [&](const Question &Q) { return Q.File == File; });
    Waiting.erase(Oldest == Waiting.end() ? Waiting.begin() : Oldest);
  }
  Waiting.push_back({Key, File, Ptx.str(), Options});
  Waiting.back().Options.Runner = nullptr;
  if (!Worker.joinable())
    Worker = std::thread([this] { work(); });
  Changed.notify_all();
}

void PtxasLater::work() {
  std::unique_lock<std::mutex> Lock(Mu);
  for (;;) {
    Changed.wait(Lock, [this] { return Stop || !Waiting.empty(); });
    if (Stop)
      return;
    // The newest question is asked first: it is about the text that the user
    // sees.
    Question Q = std::move(Waiting.back());
    Waiting.pop_back();
    Running = Q.Key;
    Lock.unlock();
    RegisterReport Report = runPtxas(Q.Ptx, Q.Options, [this] {
      std::lock_guard<std::mutex> Inner(Mu);
      return !Stop;
    });
    Lock.lock();
    Running.clear();
    if (Stop)
      return;
    // An empty report is kept as well, so that the question is not asked again.
    Answers[Q.Key] = std::move(Report);
    Order.push_back(Q.Key);
    if (Order.size() > MostAnswers) {
      Answers.erase(Order.front());
      Order.pop_front();
    }
    Changed.notify_all();
  }
}

void PtxasLater::drain() {
  std::unique_lock<std::mutex> Lock(Mu);
  Changed.wait(Lock,
               [this] { return Stop || (Waiting.empty() && Running.empty()); });
}

std::optional<RegisterReport> FilePtxas::ask(llvm::StringRef Ptx,
                                             const RegisterOptions &Options) {
  return Later.ask(File, Ptx, Options, Patience);
}
