//===- Notes.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Notes.h"
#include "plugin/record/runtime/Allocations.h"
#include "plugin/record/runtime/Layouts.h"
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>

namespace gpuperf::record {

static constexpr int MostLaunches = 65536;
static constexpr size_t CountBytes = MostLaunches * sizeof(uint64_t);

namespace {
struct Notes {
  std::mutex Lock;
  std::unordered_map<std::string, int> Numbers;
  std::unordered_map<const void *, Place> Places;
  int File = -1;
  uint64_t *Counts = nullptr;
  int Last = -1;
  uint64_t InARow = 0, MostInARow = 0;
  bool Looked = false; ///< at results, since the latest launch
  bool Full = false;
};
} // namespace

static Notes &notes() {
  static Notes *N = new Notes;
  return *N;
}

/// A child that was forked makes notes of its own: those of the parent are in
/// the parent's files.
static void startAnew() {
  Notes &N = notes();
  if (N.File >= 0) {
    close(N.File);
    munmap(N.Counts, CountBytes);
  }
  new (&N.Lock) std::mutex;
  N.Numbers.clear();
  N.File = -1;
  N.Counts = nullptr;
  N.Last = -1;
  N.InARow = 0;
}

/// Opens the files of this process; false if there is no place for them.
static bool open(Notes &N) {
  if (N.Counts)
    return true;
  const char *Folder = std::getenv("GPUPERF_RECORD_FOLDER");
  if (!Folder)
    return false;
  const std::string Stem =
      std::string(Folder) + "/" + std::to_string(getpid()) + ".";
  N.File = ::open((Stem + "launches").c_str(),
                  O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  int Counts =
      ::open((Stem + "counts").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  void *At = MAP_FAILED;
  if (N.File >= 0 && Counts >= 0 && ftruncate(Counts, CountBytes) == 0)
    At = mmap(nullptr, CountBytes, PROT_READ | PROT_WRITE, MAP_SHARED, Counts,
              0);
  if (Counts >= 0)
    close(Counts);
  if (At == MAP_FAILED)
    return false;
  N.Counts = static_cast<uint64_t *>(At);
  const char *Most = std::getenv("GPUPERF_RECORD_REPEATS");
  N.MostInARow = Most ? std::strtoull(Most, nullptr, 10) : ~uint64_t(0);
  static std::once_flag Once;
  std::call_once(Once, [] { pthread_atfork(nullptr, nullptr, startAnew); });
  return true;
}

static void append(Notes &N, const std::string &Line) {
  for (size_t Done = 0; Done < Line.size();) {
    ssize_t Written = write(N.File, Line.data() + Done, Line.size() - Done);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return;
    Done += static_cast<size_t>(Written);
  }
}

/// Where the scalar stands; null: not known.
static const char *addressOf(const ArgumentList &A, const Field &F) {
  const size_t Inside = F.Offset > 0 ? static_cast<size_t>(F.Offset) : 0;
  if (A.Each) {
    const char *At = static_cast<const char *>(A.Each[F.Parameter]);
    return At ? At + Inside : nullptr;
  }
  if (!A.Buffer || F.BufferOffset < 0)
    return nullptr;
  const size_t At = static_cast<size_t>(F.BufferOffset) + Inside;
  return At + F.Bytes <= A.BufferBytes ? A.Buffer + At : nullptr;
}

static std::string lineOf(Notes &N, const RawLaunch &L) {
  auto It = N.Places.find(L.Site);
  if (It == N.Places.end())
    It = N.Places.emplace(L.Site, placeOf(L.Site)).first;
  std::string Line = "launch\t" + L.Kernel + "\t" + It->second.Module + "\t" +
                     std::to_string(It->second.Address);
  for (const Dim *D : {&L.Grid, &L.Block})
    for (unsigned V : {D->X, D->Y, D->Z})
      Line += "\t" + std::to_string(V);
  Line += "\t" + std::to_string(L.SharedBytes);
  const std::vector<Field> *Fields = layoutOf(L.Kernel);
  if (Fields)
    for (const Field &F : *Fields) {
      uint64_t Bits = 0;
      const char *At = addressOf(L.Arguments, F);
      if (!At || F.Bytes > sizeof(Bits))
        continue;
      std::memcpy(&Bits, At, F.Bytes);
      if (F.Kind == 'P')
        Bits = bytesBehind(reinterpret_cast<const void *>(Bits));
      char Text[64];
      std::snprintf(Text, sizeof(Text), "\t%d\t%c%u\t%" PRIx64, F.Offset,
                    F.Kind, F.Bytes, Bits);
      Line += "\t" + F.Name + Text;
    }
  Line += "\n";
  return Line;
}

int numberOf(const RawLaunch &Launch) {
  Notes &N = notes();
  std::lock_guard<std::mutex> Held(N.Lock);
  if (!open(N))
    return -1;
  std::string Line = lineOf(N, Launch);
  auto It = N.Numbers.find(Line);
  if (It != N.Numbers.end())
    return It->second;
  if (N.Numbers.size() >= MostLaunches) {
    if (!N.Full)
      append(N, "full\n");
    N.Full = true;
    return -1;
  }
  append(N, Line);
  const int Number = static_cast<int>(N.Numbers.size());
  N.Numbers.emplace(std::move(Line), Number);
  return Number;
}

void count(int Number) {
  if (Number < 0)
    return;
  Notes &N = notes();
  std::lock_guard<std::mutex> Held(N.Lock);
  if (!N.Counts)
    return;
  ++N.Counts[Number];
  if (Number != N.Last)
    N.InARow = 1;
  else if (N.Looked)
    ++N.InARow;
  N.Last = Number;
  N.Looked = false;
  if (N.InARow > N.MostInARow) {
    append(N, "limit\n");
    _exit(0);
  }
}

void lookAtResults() {
  Notes &N = notes();
  std::lock_guard<std::mutex> Held(N.Lock);
  N.Looked = true;
}

} // namespace gpuperf::record
