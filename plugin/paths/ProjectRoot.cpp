//===- ProjectRoot.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/paths/ProjectRoot.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

/// \p File without the folder and the slash behind it; empty if it is not in
/// the folder.
static StringRef inside(StringRef File, StringRef Folder) {
  Folder = Folder.rtrim('/');
  if (File.consume_front(Folder) && File.consume_front("/"))
    return File;
  return "";
}

/// The nearest folder at or above \p From that git or another version control
/// calls a checkout. The .git of a worktree or a submodule is a file.
static StringRef repositoryAbove(StringRef From) {
  for (StringRef Up = From; !Up.empty(); Up = sys::path::parent_path(Up))
    for (StringRef Mark : {".git", ".hg", ".svn"}) {
      SmallString<256> Path(Up);
      sys::path::append(Path, Mark);
      if (sys::fs::exists(Path))
        return Up;
    }
  return "";
}

static std::string realPath(StringRef Path) {
  SmallString<256> Real;
  return sys::fs::real_path(Path, Real) ? Path.str() : std::string(Real);
}

std::string gpuperf::absoluteIn(StringRef Folder, StringRef Path) {
  SmallString<256> Out(Path);
  sys::path::make_absolute(Folder, Out);
  sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  return std::string(Out);
}

ProjectRoot::ProjectRoot(StringRef Folder)
    : Folder(Folder), RealFolder(realPath(Folder)) {}

ProjectRoot ProjectRoot::around(StringRef WorkingFolder) {
  const StringRef Found = repositoryAbove(WorkingFolder);
  return ProjectRoot(Found.empty() ? WorkingFolder : Found);
}

ProjectRoot::ProjectRoot(StringRef WorkingFolder, StringRef File) {
  const std::string Absolute = absoluteIn(WorkingFolder, File);
  StringRef Found = repositoryAbove(WorkingFolder);
  if (Found.empty() || (inside(Absolute, Found).empty() &&
                        inside(realPath(Absolute), realPath(Found)).empty()))
    Found = repositoryAbove(sys::path::parent_path(Absolute));
  Folder = (Found.empty() ? WorkingFolder : Found).str();
  RealFolder = realPath(Folder);
}

std::string ProjectRoot::relative(StringRef File) const {
  StringRef Rest = inside(File, Folder);
  if (!Rest.empty())
    return sys::path::convert_to_slash(Rest);
  // Either may have been named through a link.
  const std::string Real = realPath(File);
  Rest = inside(Real, RealFolder);
  return sys::path::convert_to_slash(Rest.empty() ? File : Rest);
}

std::string gpuperf::pathAsUri(StringRef Path) {
  std::string Uri = sys::path::is_absolute(Path) ? "file://" : "";
  for (unsigned char C : Path) {
    if (isAlnum(C) || StringRef("/-._~").contains(C)) {
      Uri += C;
      continue;
    }
    Uri += '%';
    Uri += hexdigit(C >> 4);
    Uri += hexdigit(C & 15);
  }
  return Uri;
}
