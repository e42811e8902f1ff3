//===- ProjectRoot.h - What paths of findings are relative to -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PATHS_PROJECTROOT_H
#define GPUPERF_PLUGIN_PATHS_PROJECTROOT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// \p Path as seen from \p Folder, which is absolute, without "." and "..".
std::string absoluteIn(llvm::StringRef Folder, llvm::StringRef Path);

/// What the names of files in reports begin at.
class ProjectRoot {
public:
  /// This folder, which is absolute.
  explicit ProjectRoot(llvm::StringRef Folder);
  /// The root of the repository: the nearest folder at or above the working
  /// folder that is a checkout and holds the file, else the nearest one above
  /// the file, else the working folder. The file is the first one that is
  /// asked about.
  ProjectRoot(llvm::StringRef WorkingFolder, llvm::StringRef File);
  /// The checkout around the working folder, else that folder.
  static ProjectRoot around(llvm::StringRef WorkingFolder);

  /// \p File is absolute. With slashes; absolute where it lies elsewhere.
  std::string relative(llvm::StringRef File) const;

  llvm::StringRef folder() const { return Folder; }

private:
  std::string Folder, RealFolder;
};

/// A path as an address: relative, or with "file://" where it is absolute.
std::string pathAsUri(llvm::StringRef Path);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_PATHS_PROJECTROOT_H
