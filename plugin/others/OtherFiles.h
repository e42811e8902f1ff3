//===- OtherFiles.h - The rest of the program of a file ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program has several files: main is in one, what it calls in others. Which
// ones, a compile database says. Without one, the sources around the file are
// looked at: those whose text has the name of something that is missing are
// parsed, with the flags of the file that was asked for.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_OTHERS_OTHERFILES_H
#define GPUPERF_PLUGIN_OTHERS_OTHERFILES_H

#include "plugin/analyze/FileOptions.h"
#include "plugin/device/CompiledKernels.h"
#include "plugin/others/ProgramModule.h"

namespace gpuperf {

/// Whether \p Path has the ending of a C++ or CUDA source.
bool isProgramSource(llvm::StringRef Path);

class OtherFiles {
public:
  /// The program of the file that \p Reader has first; the reader has to
  /// outlive this object.
  explicit OtherFiles(const FileReader &Reader);

  /// The host code of those files that \p First and, in turn, they need. They
  /// are parsed once, by the first call; they live as long as this object.
  std::vector<const program::HostModule *>
  complete(const program::HostModule &First);

  /// Lets \p Question ask these files; they have to outlive the analysis, and
  /// so has \p Options.
  void answer(ProgramQuestion &Question, const FileOptions &Options);

  /// A kernel that one of the files that were read defines, compiled together
  /// with the others there that the first file launches; else one that a module
  /// is asked for by this symbol, and that one file alone defines.
  std::optional<KernelTable> compileKernel(const std::string &Mangled,
                                           const std::string &IrArch,
                                           const GpuModel &Gpu,
                                           const FileOptions &Options);

  /// What was read, in the order of parsing.
  llvm::ArrayRef<ProgramModule> read() const { return Modules; }

private:
  struct Candidate {
    std::string Path, Text;
    bool HasMain = false, Tried = false;
  };
  enum class Around : uint8_t {
    Folder,
    Below,
    Parent, ///< the folder above, and those beside the file's
    Project ///< all of the project's folders
  };
  void findCandidates(Around How);
  void addProject(llvm::StringRef Folder, unsigned Depth);
  void add(llvm::StringRef Path);
  /// By its text: whether the file is worth parsing where a function of these
  /// names is called, or defined.
  bool mayUse(const Candidate &C, const llvm::StringSet<> &Names) const;
  bool mayDefine(const Candidate &C, const llvm::StringSet<> &Names) const;
  const program::HostModule *parse(Candidate &C);
  std::optional<KernelTable> compileOfModule(const std::string &Symbol,
                                             const std::string &IrArch,
                                             const GpuModel &Gpu,
                                             const FileOptions &Options);

  const FileReader &Reader;
  const std::optional<std::vector<std::string>> Named; ///< FileReader::named
  bool Done = false;
  size_t Parsed = 0;
  /// Kernels that the first file launches and does not define.
  llvm::StringSet<> KernelsElsewhere;
  std::vector<Candidate> Candidates;
  std::vector<ProgramModule> Modules;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_OTHERS_OTHERFILES_H
