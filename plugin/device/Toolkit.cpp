//===- Toolkit.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/Toolkit.h"
#include "gpumodel/files/GpuRegistry.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <dlfcn.h>

using namespace llvm;
using namespace gpuperf;

static std::string pathUnder(StringRef Folder, const Twine &Rest) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Rest);
  return std::string(Path);
}

static std::string ifThere(const std::string &Path) {
  return sys::fs::exists(Path) ? Path : std::string();
}

/// From version.json ("cuda": {"version": "13.0.48"}), which not every
/// installation has, else from CUDA_VERSION in cuda.h.
static void readVersion(Toolkit &T) {
  if (auto Text = MemoryBuffer::getFile(pathUnder(T.Root, "version.json"))) {
    Expected<json::Value> Root = json::parse((*Text)->getBuffer());
    if (!Root) {
      consumeError(Root.takeError());
    } else if (const json::Object *Top = Root->getAsObject()) {
      const json::Object *Cuda = Top->getObject("cuda");
      std::optional<StringRef> Version;
      if (Cuda)
        Version = Cuda->getString("version");
      if (Version) {
        auto [Major, Rest] = Version->split('.');
        if (!Major.getAsInteger(10, T.Major) &&
            !Rest.split('.').first.getAsInteger(10, T.Minor))
          return;
      }
    }
  }
  T.Major = T.Minor = 0;
  auto Text = MemoryBuffer::getFile(pathUnder(T.Root, "include/cuda.h"));
  if (!Text)
    return;
  StringRef Rest = (*Text)->getBuffer();
  const StringRef Define = "#define CUDA_VERSION ";
  size_t At = Rest.find(Define);
  if (At == StringRef::npos)
    return;
  unsigned Number = 0;
  Rest = Rest.drop_front(At + Define.size()).ltrim();
  if (Rest.consumeInteger(10, Number))
    return;
  T.Major = Number / 1000;
  T.Minor = Number % 1000 / 10;
}

static std::optional<Toolkit> toolkitAt(StringRef Root) {
  if (Root.empty() ||
      !sys::fs::exists(pathUnder(Root, "include/cuda_runtime.h")))
    return std::nullopt;
  Toolkit T;
  T.Root = Root.str();
  T.LibdevicePath = ifThere(pathUnder(Root, "nvvm/libdevice/libdevice.10.bc"));
  T.PtxasPath = ifThere(pathUnder(Root, "bin/ptxas"));
  T.CcclInclude = ifThere(pathUnder(Root, "include/cccl"));
  readVersion(T);
  return T;
}

std::optional<Toolkit> gpuperf::findToolkit(StringRef Hint) {
  // A hint that leads nowhere is not replaced by another toolkit.
  if (!Hint.empty())
    return toolkitAt(Hint);
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> Root = sys::Process::GetEnv(Variable))
      if (auto Found = toolkitAt(*Root))
        return Found;
  for (StringRef Tool : {"nvcc", "ptxas"}) {
    ErrorOr<std::string> Path = sys::findProgramByName(Tool);
    if (!Path)
      continue;
    // bin/nvcc may be a link into the toolkit.
    SmallString<256> Real;
    if (sys::fs::real_path(*Path, Real))
      Real = *Path;
    for (StringRef Candidate : {StringRef(*Path), StringRef(Real)})
      if (auto Found = toolkitAt(
              sys::path::parent_path(sys::path::parent_path(Candidate))))
        return Found;
  }
  return toolkitAt("/usr/local/cuda");
}

/// The binary or plugin that this function is linked into.
static std::string ownFile() {
  void *Here = reinterpret_cast<void *>(&ownFile);
  Dl_info Info;
  if (!dladdr(Here, &Info) || !Info.dli_fname)
    return "";
  // Of a program this is the word that it was started with, which is no path
  // where it was found in PATH.
  if (StringRef(Info.dli_fname) == program_invocation_name)
    return sys::fs::getMainExecutable(Info.dli_fname, Here);
  return Info.dli_fname;
}

/// \p Name in one of the three folders above that file, if \p Proof is in it;
/// empty where there is none.
static std::string besideBinary(StringRef Name, StringRef Proof) {
  SmallString<256> Real;
  if (sys::fs::real_path(ownFile(), Real))
    return "";
  StringRef Folder = sys::path::parent_path(Real);
  for (StringRef Up : {"..", "../..", "../../.."}) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Up, Name);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (sys::fs::exists(pathUnder(Path, Proof)))
      return std::string(Path);
  }
  return "";
}

/// A folder of headers that is installed and that the source tree has, too.
static std::string headerFolder(StringRef Name, StringRef Proof) {
  if (std::string Found = besideBinary(("share/gpuperf/" + Name).str(), Proof);
      !Found.empty())
    return Found;
  std::string Source = pathUnder(GPUPERF_SOURCE_DEVICE, Name);
  return sys::fs::exists(pathUnder(Source, Proof)) ? Source : "";
}

std::string gpuperf::bundledCudaFolder() {
  return headerFolder("cuda-minimal", "gpuperf_cuda.h");
}

std::string gpuperf::bundledHipFolder() {
  return headerFolder("hip-minimal", "gpuperf_hip.h");
}

std::string gpuperf::minimalStdFolder() {
  return headerFolder("std-minimal", "gpuperf_abs.h");
}

StringRef gpuperf::minimalStdNote() {
  return "the headers of the C++ standard library were not found; minimal ones "
         "of C's functions are used";
}

std::string gpuperf::hostMinMaxHeader() {
  const std::string Folder = bundledCudaFolder();
  return Folder.empty() ? "" : ifThere(pathUnder(Folder, "gpuperf_minmax.h"));
}

std::string gpuperf::clangResourceFolder() {
  std::string Found =
      besideBinary("lib/clang/" GPUPERF_CLANG_MAJOR, "include/stddef.h");
  return Found.empty() ? GPUPERF_CLANG_RESOURCE_DIR : Found;
}

std::vector<std::string> gpuperf::cudaFlags(const std::optional<Toolkit> &Found,
                                            StringRef SmArch, bool DeviceOnly) {
  std::vector<std::string> Flags = {"-x", "cuda",
                                    ("--cuda-gpu-arch=" + SmArch).str(),
                                    "-Wno-unknown-cuda-version"};
  for (StringRef Flag : ToleratedByNvcc)
    Flags.push_back(Flag.str());
  if (DeviceOnly)
    Flags.push_back("--cuda-device-only");
  if (Found) {
    Flags.push_back("--cuda-path=" + Found->Root);
    if (!Found->CcclInclude.empty()) {
      Flags.push_back("-isystem");
      Flags.push_back(Found->CcclInclude);
    }
    const std::string Folder = bundledCudaFolder();
    if (std::string Header = hostMinMaxHeader(); !Header.empty())
      Flags.insert(Flags.end(),
                   {"-include", pathUnder(Folder, "gpuperf_compiler.h"),
                    "-include", std::move(Header)});
    return Flags;
  }
  // Without a toolkit clang assumes a PTX version older than the headers need;
  // only the device half of a compile takes the flag that says otherwise.
  Flags.insert(Flags.end(),
               {"-nocudainc", "-nocudalib", "--cuda-feature=+ptx88",
                "-Wno-unused-command-line-argument"});
  std::string Folder = bundledCudaFolder();
  if (!Folder.empty())
    Flags.insert(Flags.end(), {"-isystem", Folder, "-include",
                               pathUnder(Folder, "gpuperf_cuda.h")});
  // Behind the system's own, which are used where there are any.
  if (std::string Std = minimalStdFolder(); !Std.empty())
    Flags.insert(Flags.end(), {"-idirafter", Std});
  return Flags;
}

std::string gpuperf::findRocm(StringRef Hint) {
  auto isRocm = [](StringRef Folder) {
    return !Folder.empty() &&
           sys::fs::exists(pathUnder(Folder, "include/hip/hip_runtime.h"));
  };
  // A hint that leads nowhere is not replaced by another installation.
  if (!Hint.empty())
    return isRocm(Hint) ? Hint.str() : "";
  for (const char *Variable : {"ROCM_PATH", "HIP_PATH"})
    if (std::optional<std::string> Root = sys::Process::GetEnv(Variable))
      if (isRocm(*Root))
        return *Root;
  for (StringRef Usual : {"/opt/rocm", "/usr"})
    if (isRocm(Usual))
      return Usual.str();
  return "";
}

std::vector<std::string> gpuperf::hipFlags(StringRef Rocm, StringRef Arch) {
  // The device libraries of ROCm are not linked: their functions are classed by
  // their names.
  std::vector<std::string> Flags = {
      "-x",        "hip",       ("--offload-arch=" + Arch).str(),
      "-nogpuinc", "-nogpulib", "-Wno-unused-command-line-argument"};
  if (!Rocm.empty()) {
    const std::string Lanes = std::to_string(wavefrontSize(Arch));
    // What clang's driver adds for ROCm, which asks it for device libraries,
    // and the size of a wavefront, for which these headers ask and which clang
    // says no longer.
    Flags.insert(
        Flags.end(),
        {"-D__HIP_PLATFORM_AMD__=1", "-D__AMDGCN_WAVEFRONT_SIZE=" + Lanes,
         "-D__AMDGCN_WAVEFRONT_SIZE__=" + Lanes, "-isystem",
         pathUnder(clangResourceFolder(), "include/cuda_wrappers"),
         "-idirafter", pathUnder(Rocm, "include"), "-include",
         "__clang_hip_runtime_wrapper.h", "-include", "hip/hip_runtime.h"});
    return Flags;
  }
  if (std::string Folder = bundledHipFolder(); !Folder.empty())
    Flags.insert(Flags.end(), {"-isystem", Folder, "-include",
                               pathUnder(Folder, "gpuperf_hip.h")});
  // Behind the system's own, which are used where there are any.
  if (std::string Std = minimalStdFolder(); !Std.empty())
    Flags.insert(Flags.end(), {"-idirafter", Std});
  return Flags;
}
