//===- ReportCache.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/ReportCache.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace gpuperf;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;

std::string gpuperf::hashText(llvm::StringRef Text) {
  const llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(Text.data()), Text.size()));
  return llvm::utohexstr(Hash.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(Hash.low64, /*LowerCase=*/true, 16);
}

ReportCache::State ReportCache::stateOf(const std::string &Path) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto [It, New] = States.try_emplace(Path);
  fs::file_status Status;
  if (New && !fs::status(Path, Status) && fs::is_regular_file(Status)) {
    It->second.Size = static_cast<int64_t>(Status.getSize());
    It->second.TimeNs =
        Status.getLastModificationTime().time_since_epoch().count();
  }
  return It->second;
}

std::string ReportCache::hashOf(const std::string &Path) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (auto It = Hashes.find(Path); It != Hashes.end())
      return It->second;
  }
  auto Text = llvm::MemoryBuffer::getFile(Path);
  std::string Hash = Text ? hashText((*Text)->getBuffer()) : std::string();
  std::lock_guard<std::mutex> Guard(Lock);
  return Hashes.try_emplace(Path, std::move(Hash)).first->second;
}

std::string ReportCache::pathOf(llvm::StringRef Key) const {
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, hashText(Key) + ".json");
  return std::string(Path);
}

std::optional<PredictRun> ReportCache::find(llvm::StringRef Key) {
  if (Folder.empty())
    return std::nullopt;
  auto Text = llvm::MemoryBuffer::getFile(pathOf(Key));
  if (!Text)
    return std::nullopt;
  auto Value = json::parse((*Text)->getBuffer());
  if (!Value) {
    llvm::consumeError(Value.takeError());
    return std::nullopt;
  }
  const json::Object *O = Value->getAsObject();
  const json::Array *Reads = O ? O->getArray("reads") : nullptr;
  if (!Reads || O->getString("key") != Key)
    return std::nullopt;
  PredictRun Run;
  for (const json::Value &V : *Reads) {
    const json::Object *R = V.getAsObject();
    if (!R)
      return std::nullopt;
    std::string Path = R->getString("path").value_or("").str();
    const State Then{R->getInteger("size").value_or(-1),
                     R->getInteger("time_ns").value_or(0)};
    const State Now = stateOf(Path);
    if (!(Now == Then) && (Now.Size != Then.Size ||
                           hashOf(Path) != R->getString("hash").value_or("")))
      return std::nullopt;
    Run.Reads.push_back(std::move(Path));
  }
  Run.ExitCode = static_cast<int>(O->getInteger("exit").value_or(-1));
  Run.Output = O->getString("output").value_or("").str();
  Run.Errors = O->getString("errors").value_or("").str();
  return Run;
}

void ReportCache::keep(llvm::StringRef Key, const PredictRun &Run) {
  if (Folder.empty() || Run.ExitCode < 0 || fs::create_directories(Folder))
    return;
  json::Array Reads;
  for (const std::string &Path : Run.Reads) {
    const State Now = stateOf(Path);
    if (Now.TimeNs >= Run.Began.time_since_epoch().count())
      return;
    Reads.push_back(json::Object{{"path", json::fixUTF8(Path)},
                                 {"size", Now.Size},
                                 {"time_ns", Now.TimeNs},
                                 {"hash", hashOf(Path)}});
  }
  // Others may read at the same time: they see the old entry or the new one.
  llvm::SmallString<256> Temporary;
  int Handle = -1;
  const std::string Path = pathOf(Key);
  if (fs::createUniqueFile(Path + ".%%%%%%", Handle, Temporary))
    return;
  llvm::raw_fd_ostream OS(Handle, /*shouldClose=*/true);
  OS << json::Value(json::Object{{"key", json::fixUTF8(Key)},
                                 {"exit", Run.ExitCode},
                                 {"output", json::fixUTF8(Run.Output)},
                                 {"errors", json::fixUTF8(Run.Errors)},
                                 {"reads", std::move(Reads)}});
  OS.close();
  if (OS.has_error() || fs::rename(Temporary, Path)) {
    OS.clear_error();
    fs::remove(Temporary);
  }
}
