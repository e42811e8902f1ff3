//===- BuiltObjects.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/BuiltObjects.h"
#include "plugin/analyze/CompileKernels.h"
#include "plugin/device/Toolkit.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace llvm;

namespace gpuperf {

/// Bytes that are read of what the user names, and of what nobody asked for.
static constexpr uint64_t MostNamedBytes = 512 << 20,
                          MostSoughtBytes = 32 << 20;

static Expected<std::shared_ptr<const BuiltObject>>
readBuiltObject(StringRef Path, uint64_t MostBytes) {
  auto Out = std::make_shared<BuiltObject>();
  Out->Path = Path.str();
  // The time is that of before the file is read: what is written meanwhile is
  // taken for too old rather than for too new.
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status))
    Out->Written = Status.getLastModificationTime();
  Expected<ObjectKernels> Kernels = readObjectFile(Path, MostBytes);
  if (!Kernels)
    return Kernels.takeError();
  Out->Kernels = std::move(*Kernels);
  return Out;
}

Expected<BuiltObjects> readNamedObjects(ArrayRef<std::string> Paths) {
  BuiltObjects Out;
  for (const std::string &Path : Paths) {
    if (Path == "none") {
      Out.SeekOfBuild = false;
      continue;
    }
    auto Read = readBuiltObject(Path, MostNamedBytes);
    if (!Read)
      return Read.takeError();
    if ((*Read)->Kernels.Cubins.empty())
      return createStringError(
          Path + ": has no code for a GPU (PTX alone has no registers yet)");
    Out.Named.push_back(std::move(*Read));
  }
  return Out;
}

void seekBuildObject(BuiltObjects &To, StringRef Path, StringRef Source) {
  To.OfBuild = nullptr;
  sys::fs::file_status Object, Text;
  if (!To.SeekOfBuild || Path.empty() || sys::fs::status(Path, Object) ||
      sys::fs::status(Source, Text) ||
      Object.getLastModificationTime() < Text.getLastModificationTime())
    return;
  if (auto Read = readBuiltObject(Path, MostSoughtBytes))
    To.OfBuild = std::move(*Read);
  else
    consumeError(Read.takeError());
}

/// Whether the code of the user may change with the file: system headers and
/// gpuperf's own are installed, at any time, and change nothing.
static bool isUsersFile(clang::FileEntryRef File, clang::Preprocessor &PP) {
  return !clang::SrcMgr::isSystem(
             PP.getHeaderSearchInfo().getFileDirFlavor(File)) &&
         !File.getName().starts_with(bundledCudaFolder());
}

/// The file of \p Parsed that was changed after \p Object was written; empty if
/// there is none. Headers of a precompiled preamble are known only as far as
/// they were looked into.
static std::string newerFile(const BuiltObject &Object, ParsedFile Parsed) {
  const clang::SourceManager &SM = Parsed.Ctx.getSourceManager();
  auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
  sys::fs::file_status Status;
  if (Main && !sys::fs::status(Main->getName(), Status) &&
      Status.getLastModificationTime() > Object.Written)
    return Main->getName().str();
  for (const auto &[File, Content] :
       make_range(SM.fileinfo_begin(), SM.fileinfo_end()))
    // In whole seconds: what was changed in the second of the object is taken
    // for older.
    if (sys::toTimePoint(File.getModificationTime()) > Object.Written &&
        isUsersFile(File, Parsed.PP))
      return File.getName().str();
  return "";
}

static void giveRegisters(CompiledKernel &Kernel, const CubinKernel &From,
                          StringRef Path) {
  auto K = std::make_shared<KernelSummary>(*Kernel.Summary);
  K->RegistersPerThread = Estimate::exact(From.Registers);
  K->RegistersFrom = RegisterSource::Object;
  K->RegistersOf = Path.str();
  if (From.StaticSharedBytes)
    K->StaticSharedBytes = *From.StaticSharedBytes;
  // Without a stack nothing is spilled. With one, ptxas's word on clang's code
  // is the best that is known.
  if (From.FrameBytes == 0u)
    K->SpillBytesPerThread = 0;
  RegisterUse Use;
  Use.PerThread = K->RegistersPerThread;
  Use.From = RegisterSource::Object;
  Use.StackBytes = From.FrameBytes.value_or(K->LocalBytesPerThread);
  Use.StaticSharedBytes = K->StaticSharedBytes;
  Kernel.Object = Use;
  Kernel.Summary = std::move(K);
}

/// Why a kernel is not found in \p Object, as a sentence without its end.
static std::string whyMissed(const BuiltObject &Object, KernelMiss Why,
                             StringRef Kernel, unsigned Sm) {
  switch (Why) {
  case KernelMiss::Architecture: {
    std::set<unsigned> There;
    for (const Cubin &C : Object.Kernels.Cubins)
      There.insert(C.Sm);
    std::vector<std::string> Names;
    for (unsigned One : There)
      Names.push_back(formatv("sm_{0}", One));
    return formatv("{0} has code for {1} and none that a GPU of sm_{2} runs",
                   Object.Path, join(Names, ", "), Sm);
  }
  case KernelMiss::Kernel:
    return formatv("{0} has no kernel '{1}' for sm_{2}", Object.Path, Kernel,
                   Sm);
  case KernelMiss::Ambiguous:
    return formatv("{0} has several kernels that may be '{1}', with different "
                   "registers",
                   Object.Path, Kernel);
  }
  llvm_unreachable("unknown KernelMiss");
}

void useBuiltObjects(KernelTable &Table, ParsedFile Parsed,
                     const KernelTarget &Target, const FileOptions &Options) {
  const BuiltObjects &All = Options.Objects;
  if ((All.Named.empty() && !All.OfBuild) || !Target.Gpu ||
      Target.Gpu->Arch.Maker != Vendor::Nvidia)
    return;
  auto note = [&](const std::string &Why) {
    if (Options.OnNote)
      Options.OnNote(Why + ": the registers of clang's code are used");
  };
  std::vector<const BuiltObject *> Named, Usable;
  for (const auto &Object : All.Named) {
    std::string Newer = newerFile(*Object, Parsed);
    if (Newer.empty())
      Named.push_back(Object.get());
    else
      note(formatv("{0} is older than {1} (build it again)", Object->Path,
                   Newer));
  }
  Usable = Named;
  if (All.OfBuild && newerFile(*All.OfBuild, Parsed).empty())
    Usable.push_back(All.OfBuild.get());
  const unsigned Sm = Target.Gpu->Arch.CcMajor * 10 + Target.Gpu->Arch.CcMinor;
  for (auto &[Mangled, Kernel] : Table.ByMangled) {
    std::optional<KernelMiss> Missed;
    bool Found = false;
    for (const BuiltObject *Object : Usable) {
      auto In = findKernel(Object->Kernels, Mangled, Sm);
      if (const auto *Code = std::get_if<FoundKernel>(&In)) {
        giveRegisters(Kernel, Code->Kernel, Object->Path);
        Found = true;
        break;
      }
      if (!Missed)
        Missed = std::get<KernelMiss>(In);
    }
    if (Found || Named.empty())
      continue;
    if (Named.size() == 1)
      note(whyMissed(*Named.front(), *Missed, Kernel.Summary->Name, Sm));
    else
      note(formatv("none of the {0} objects has a kernel '{1}' that a GPU of "
                   "sm_{2} runs",
                   Named.size(), Kernel.Summary->Name, Sm));
  }
}

} // namespace gpuperf
