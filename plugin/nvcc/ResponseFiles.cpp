//===- ResponseFiles.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/ResponseFiles.h"
#include "plugin/nvcc/HostFlags.h"
#include "plugin/nvcc/NvccFlags.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace gpuperf;

// Files that are nested more deeply include themselves, and a larger file is
// not a list of options.
static constexpr unsigned MaxDepth = 8;
static constexpr uint64_t MaxBytes = 16 << 20;
static constexpr size_t MaxArguments = 1 << 20;

namespace {
class Expander {
public:
  Expander(StringRef Directory, vfs::FileSystem &Files,
           std::vector<std::string> &Notes)
      : Directory(Directory), Files(Files), Notes(Notes) {}

  void expand(ArrayRef<std::string> Args, unsigned Depth);
  std::vector<std::string> Out;

private:
  void include(StringRef Name, unsigned Depth);

  StringRef Directory;
  vfs::FileSystem &Files;
  std::vector<std::string> &Notes;
};
} // namespace

void Expander::include(StringRef Name, unsigned Depth) {
  SmallString<256> Path(Name);
  if (sys::path::is_relative(Path)) {
    Path = Directory;
    sys::path::append(Path, Name);
  }
  auto note = [&](const Twine &Why) {
    Notes.push_back(
        ("options file '" + Path + "' " + Why + "; its options are missing")
            .str());
  };
  if (Depth >= MaxDepth)
    return note("is included too deeply: does it include itself?");
  auto Status = Files.status(Path);
  if (!Status || !Status->exists())
    return note("is not there: build the project once, or configure it again");
  if (Status->isDirectory() || Status->getSize() > MaxBytes)
    return note("is no text file with options");
  auto Text = Files.getBufferForFile(Path);
  if (!Text)
    return note("cannot be read: " + Text.getError().message());
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Tokens;
  cl::TokenizeGNUCommandLine((*Text)->getBuffer(), Saver, Tokens);
  expand(std::vector<std::string>(Tokens.begin(), Tokens.end()), Depth + 1);
}

void Expander::expand(ArrayRef<std::string> Args, unsigned Depth) {
  for (size_t I = 0; I < Args.size() && Out.size() < MaxArguments; ++I) {
    StringRef Arg = Args[I];
    if (Arg.size() > 1 && Arg.front() == '@') {
      include(Arg.drop_front(), Depth);
      continue;
    }
    FlagMatch M = Arg.starts_with("-") ? matchNvccFlag(Arg) : FlagMatch();
    if (!M.Flag || M.Flag->Use != FlagUse::OptionsFile) {
      Out.push_back(Arg.str());
      continue;
    }
    StringRef Value = M.Value;
    if (!M.HasValue) {
      if (I + 1 == Args.size()) {
        Notes.push_back((Arg + " names no file").str());
        continue;
      }
      Value = Args[++I];
    }
    for (const std::string &Name : splitAtCommas(Value))
      include(Name, Depth);
  }
}

std::vector<std::string>
gpuperf::expandOptionsFiles(ArrayRef<std::string> Args, StringRef Directory,
                            vfs::FileSystem &Files,
                            std::vector<std::string> &Notes) {
  Expander E(Directory, Files, Notes);
  E.expand(Args, 0);
  return std::move(E.Out);
}
