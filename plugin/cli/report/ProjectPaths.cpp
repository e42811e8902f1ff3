//===- ProjectPaths.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/ProjectPaths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gpuperf;
namespace path = llvm::sys::path;

std::string gpuperf::absoluteIn(llvm::StringRef Folder, llvm::StringRef Path) {
  llvm::SmallString<256> Out(Path);
  llvm::sys::path::make_absolute(Folder, Out);
  path::remove_dots(Out, /*remove_dot_dot=*/true);
  return std::string(Out);
}

std::string gpuperf::projectFolder(llvm::StringRef Folder) {
  for (llvm::StringRef At = Folder; !At.empty(); At = path::parent_path(At))
    for (llvm::StringRef Mark : {".git", ".hg", ".svn"}) {
      llvm::SmallString<256> Path(At);
      path::append(Path, Mark);
      if (llvm::sys::fs::exists(Path))
        return At.str();
    }
  return Folder.str();
}

static bool isBelow(llvm::StringRef Root, llvm::StringRef Path) {
  return Path.starts_with(Root) && Path.size() > Root.size() &&
         (Root.ends_with("/") || path::is_separator(Path[Root.size()]));
}

std::string gpuperf::relativeTo(llvm::StringRef Root, llvm::StringRef Path) {
  llvm::SmallString<256> RealRoot, RealPath;
  // A folder may have two names, one of them through a link.
  if (!isBelow(Root, Path) && !llvm::sys::fs::real_path(Root, RealRoot) &&
      !llvm::sys::fs::real_path(Path, RealPath) &&
      isBelow(RealRoot, RealPath)) {
    Root = RealRoot;
    Path = RealPath;
  }
  if (!isBelow(Root, Path))
    return Path.str();
  return path::convert_to_slash(
      Path.drop_front(Root.size()).ltrim(path::get_separator()));
}
