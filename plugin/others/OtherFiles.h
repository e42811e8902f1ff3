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
    /// Names that stand in front of an opening parenthesis in Text, and those
    /// of them behind whose parameters a body begins.
    llvm::StringSet<> Called, Defined;
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
  /// Of the files with a main, reads the one that uses something of the first
  /// file. Null where there is none, or several are as good.
  const program::HostModule *findMain(const program::HostModule &First,
                                      Around How);
  void add(llvm::StringRef Path);
  static void readWords(Candidate &C);
  /// By its text: whether the file is worth parsing where a function of these
  /// names is called, or defined.
  bool mayUse(const Candidate &C, const llvm::StringSet<> &Names) const;
  bool mayDefine(const Candidate &C, const llvm::StringSet<> &Names) const;
  /// Whether a file beside \p Main defines one of the names that it calls, so
  /// that it does not mean those of the first file.
  bool hasItsOwn(const Candidate &Main, const llvm::StringSet<> &Names) const;
  const program::HostModule *parse(Candidate &C);
  std::optional<KernelTable> compileOfModule(const std::string &Symbol,
                                             const std::string &IrArch,
                                             const GpuModel &Gpu,
                                             const FileOptions &Options);

  const FileReader &Reader;
  const std::optional<std::vector<std::string>> Named; ///< FileReader::named
  bool Done = false;
  bool IncludesFirst = false; ///< the file with main includes the first one
  bool IsAmbiguous = false;   ///< the first file is of several programs
  size_t Parsed = 0;
  unsigned FoldersSeen = 0; ///< of the project
  uint64_t TextBytes = 0;   ///< of Candidates
  /// Kernels that the first file launches and does not define.
  llvm::StringSet<> KernelsElsewhere;
  std::vector<Candidate> Candidates;
  std::vector<ProgramModule> Modules;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_OTHERS_OTHERFILES_H
