//===- TidyArguments.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/TidyArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

/// Whether a .clang-tidy applies to a file in \p Folder.
static bool hasConfiguration(StringRef Folder) {
  SmallString<256> Path(Folder);
  if (sys::fs::make_absolute(Path))
    return false;
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  for (StringRef Up = Path; !Up.empty(); Up = sys::path::parent_path(Up)) {
    SmallString<256> Config(Up);
    sys::path::append(Config, ".clang-tidy");
    if (sys::fs::is_regular_file(Config))
      return true;
  }
  return false;
}

/// "--checks=..." and its like, with one dash or two, the value in the next
/// argument or not.
static bool choosesChecks(StringRef Arg) {
  if (!Arg.consume_front("-"))
    return false;
  Arg.consume_front("-");
  StringRef Name = Arg.split('=').first;
  return Name == "checks" || Name == "config" || Name == "config-file";
}

SmallVector<const char *> gpuperf::tidyArguments(ArrayRef<const char *> Argv,
                                                 StringSaver &Saver) {
  SmallVector<const char *> Args(Argv);
  cl::ExpansionContext Expansion(Saver.getAllocator(),
                                 cl::TokenizeGNUCommandLine);
  // A file that cannot be read is reported by clang-tidy itself.
  if (Error E = Expansion.expandResponseFiles(Args))
    consumeError(std::move(E));
  bool Named = false;
  for (StringRef Arg : drop_begin(Args)) {
    if (Arg == "--")
      break;
    if (choosesChecks(Arg))
      return Args;
    if (Arg.starts_with("-") || !sys::fs::is_regular_file(Arg))
      continue;
    Named = true;
    if (hasConfiguration(sys::path::parent_path(Arg)))
      return Args;
  }
  if (!Named && hasConfiguration("."))
    return Args;
  Args.insert(Args.begin() + 1, "--checks=gpuperf-*");
  return Args;
}

StringRef gpuperf::databaseFolder(ArrayRef<const char *> Args) {
  for (size_t I = 1; I < Args.size() && StringRef(Args[I]) != "--"; ++I) {
    StringRef Arg = Args[I];
    if (!Arg.consume_front("-"))
      continue;
    Arg.consume_front("-");
    if (Arg == "p" && I + 1 < Args.size())
      return Args[I + 1];
    if (Arg.consume_front("p="))
      return Arg;
  }
  return "";
}
