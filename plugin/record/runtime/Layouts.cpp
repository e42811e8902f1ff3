//===- Layouts.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Layouts.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <link.h>
#include <map>
#include <mutex>
#include <set>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace gpuperf::record {

namespace {
struct Known {
  std::mutex Lock;
  std::set<std::string> Modules;
  std::map<std::string, std::vector<Field>> Kernels;
  std::vector<Property> Properties;
  bool Source = false; ///< $GPUPERF_RECORD_LAYOUTS was read
};
} // namespace

static Known &known() {
  static Known *K = new Known;
  return *K;
}

Place placeOf(const void *Address) {
  Dl_info Info;
  link_map *Map = nullptr;
  if (!dladdr1(Address, &Info, reinterpret_cast<void **>(&Map),
               RTLD_DL_LINKMAP) ||
      !Map)
    return {};
  Place P;
  P.Address = reinterpret_cast<uintptr_t>(Address) - Map->l_addr;
  P.Module = Map->l_name;
  if (P.Module.empty()) { // the executable has no name there
    char Path[4096];
    ssize_t Length = readlink("/proc/self/exe", Path, sizeof(Path));
    if (Length > 0)
      P.Module.assign(Path, static_cast<size_t>(Length));
  } else if (char *Real = realpath(P.Module.c_str(), nullptr)) {
    P.Module = Real;
    std::free(Real);
  }
  return P;
}

/// What a command prints. It is not run on the stand-in.
static std::string outputOf(const std::vector<std::string> &Command) {
  int Ends[2];
  if (pipe(Ends) != 0)
    return "";
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  posix_spawn_file_actions_adddup2(&Files, Ends[1], 1);
  posix_spawn_file_actions_addclose(&Files, Ends[0]);
  posix_spawn_file_actions_addclose(&Files, Ends[1]);
  std::vector<char *> Arguments, Environment;
  for (const std::string &Word : Command)
    Arguments.push_back(const_cast<char *>(Word.c_str()));
  Arguments.push_back(nullptr);
  for (char **E = environ; *E; ++E)
    if (std::strncmp(*E, "LD_PRELOAD=", 11) != 0 &&
        std::strncmp(*E, "LD_LIBRARY_PATH=", 16) != 0)
      Environment.push_back(*E);
  Environment.push_back(nullptr);
  pid_t Child = 0;
  const int Failed = posix_spawn(&Child, Arguments[0], &Files, nullptr,
                                 Arguments.data(), Environment.data());
  posix_spawn_file_actions_destroy(&Files);
  close(Ends[1]);
  std::string Text;
  char Piece[4096];
  for (ssize_t N; !Failed && (N = read(Ends[0], Piece, sizeof(Piece))) != 0;) {
    if (N > 0)
      Text.append(Piece, static_cast<size_t>(N));
    else if (errno != EINTR)
      break;
  }
  close(Ends[0]);
  if (!Failed)
    while (waitpid(Child, nullptr, 0) < 0 && errno == EINTR)
      ;
  return Text;
}

/// Takes up the lines of \p Text. What is known of a kernel already stays.
static void addLines(Known &K, const std::string &Text) {
  std::map<std::string, std::vector<Field>> Kernels;
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream Words(Line);
    std::string What, Name;
    Words >> What >> Name;
    if (What == "kernel") {
      Field F;
      std::vector<Field> &Fields = Kernels[Name];
      if (Words >> F.Parameter >> F.Offset >> F.Bytes >> F.Kind >>
          F.BufferOffset >> F.Name)
        Fields.push_back(F);
    } else if (What == "property") {
      Property P;
      P.Name = Name;
      if (Words >> P.Offset >> P.Bytes)
        K.Properties.push_back(P);
    }
  }
  K.Kernels.merge(Kernels);
}

static void addFromSource(Known &K) {
  const char *Path = std::getenv("GPUPERF_RECORD_LAYOUTS");
  if (K.Source || !Path)
    return;
  K.Source = true;
  std::ostringstream Text;
  Text << std::ifstream(Path).rdbuf();
  addLines(K, Text.str());
}

void readLayoutsOf(const std::string &Path) {
  const char *Command = std::getenv("GPUPERF_RECORD_COMMAND");
  Known &K = known();
  std::lock_guard<std::mutex> Held(K.Lock);
  addFromSource(K);
  if (!Command || Path.empty() || access(Path.c_str(), R_OK) != 0 ||
      !K.Modules.insert(Path).second)
    return;
  addLines(K, outputOf({Command, "record", "--layouts-of=" + Path}));
}

void readLayouts(const void *Inside) { readLayoutsOf(placeOf(Inside).Module); }

const std::vector<Field> *layoutOf(const std::string &Mangled) {
  Known &K = known();
  std::lock_guard<std::mutex> Held(K.Lock);
  addFromSource(K);
  auto It = K.Kernels.find(Mangled);
  return It == K.Kernels.end() ? nullptr : &It->second;
}

std::vector<Property> propertyLayout() {
  Known &K = known();
  std::lock_guard<std::mutex> Held(K.Lock);
  return K.Properties;
}

} // namespace gpuperf::record
