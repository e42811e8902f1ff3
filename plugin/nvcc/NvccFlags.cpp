//===- NvccFlags.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/NvccFlags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace gpuperf;

namespace {
using V = FlagValue;
using U = FlagUse;
constexpr bool Unlisted = true;

// In the order of `nvcc --help`, section by section.
constexpr NvccFlag Flags[] = {
    // Compilation phases, which mean nothing to a tool that only reads the
    // source.
    {"--cuda", "-cuda", V::None, U::Drop},
    {"--cubin", "-cubin", V::None, U::Drop},
    {"--fatbin", "-fatbin", V::None, U::Drop},
    {"--ptx", "-ptx", V::None, U::Drop},
    {"--optix-ir", "-optix-ir", V::None, U::Drop},
    {"--ltoir", "-ltoir", V::None, U::Drop},
    {"--preprocess", "-E", V::None, U::Drop},
    {"--generate-dependencies", "-M", V::None, U::Drop},
    {"--generate-nonsystem-dependencies", "-MM", V::None, U::Drop},
    {"--generate-dependencies-with-compile", "-MD", V::None, U::Drop},
    {"--generate-nonsystem-dependencies-with-compile", "-MMD", V::None,
     U::Drop},
    {"--dependency-output", "-MF", V::One, U::Drop},
    {"--generate-dependency-targets", "-MP", V::None, U::Drop},
    {"--compile", "-c", V::None, U::Drop},
    {"--device-c", "-dc", V::None, U::DeviceLink},
    {"--device-w", "-dw", V::None, U::Drop},
    {"--device-link", "-dlink", V::None, U::Drop},
    {"--link", "-link", V::None, U::Drop},
    {"--lib", "-lib", V::None, U::Drop},
    {"--run", "-run", V::None, U::Drop},

    // Files and paths.
    {"--output-file", "-o", V::One, U::Output},
    {"--pre-include", "-include", V::List, U::ExtraFile},
    {"--objdir-as-tempdir", "-objtemp", V::None, U::Drop},
    {"--library", "-l", V::JoinedList, U::Drop},
    {"--define-macro", "-D", V::JoinedList, U::Define},
    {"--undefine-macro", "-U", V::JoinedList, U::Undefine},
    {"--include-path", "-I", V::JoinedList, U::Include},
    {"--system-include", "-isystem", V::List, U::SystemInclude},
    {"--library-path", "-L", V::JoinedList, U::Drop},
    {"--output-directory", "-odir", V::One, U::Drop},
    {"--compiler-bindir", "-ccbin", V::One, U::Drop},
    {"--allow-unsupported-compiler", "-allow-unsupported-compiler", V::None,
     U::Drop},
    {"--archiver-binary", "-arbin", V::One, U::Drop},
    {"--cudart", "-cudart", V::One, U::Drop},
    {"--cudadevrt", "-cudadevrt", V::One, U::Drop},
    {"--libdevice-directory", "-ldir", V::One, U::Drop},
    {"--target-directory", "-target-dir", V::One, U::Drop},
    {"--use-local-env", "-use-local-env", V::None, U::Drop},
    {"--force-cl-env-setup", "-force-cl-env-setup", V::None, U::Drop},

    // Behaviour of compiler and linker.
    {"--profile", "-pg", V::None, U::Drop},
    {"--debug", "-g", V::None, U::Drop},
    {"--device-debug", "-G", V::None, U::DeviceDebug},
    {"--generate-line-info", "-lineinfo", V::None, U::Drop},
    {"--optimization-info", "-opt-info", V::List, U::Drop},
    {"--optimize", "-O", V::Joined, U::Optimize},
    {"--Ofast-compile", "-Ofc", V::One, U::Drop},
    {"--dopt", "-dopt", V::One, U::DeviceOptimize},
    {"--dlink-time-opt", "-dlto", V::None, U::Drop},
    {"--lto", "-lto", V::None, U::Drop},
    {"--gen-opt-lto", "-gen-opt-lto", V::None, U::Drop},
    {"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", V::One,
     U::Keep, "-ftemplate-backtrace-limit="},
    {"--ftemplate-depth", "-ftemplate-depth", V::One, U::Keep,
     "-ftemplate-depth="},
    {"--no-exceptions", "-noeh", V::None, U::Keep, "-fno-exceptions"},
    {"--shared", "-shared", V::None, U::Drop},
    {"--x", "-x", V::One, U::Language},
    {"--std", "-std", V::One, U::Standard},
    {"--no-host-device-initializer-list", "-nohdinitlist", V::None, U::Drop},
    {"--no-host-device-move-forward", "-nohdmoveforward", V::None, U::Drop},
    // Clang allows both without a flag; sources ask for the macros. That of
    // lambdas is defined after the toolkit's headers, by gpuperf_nvcc.h.
    {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr", V::None, U::Macro,
     "__CUDACC_RELAXED_CONSTEXPR__"},
    {"--extended-lambda", "-extended-lambda", V::None, U::Macro,
     "__GPUPERF_EXTENDED_LAMBDA__"},
    {"--expt-extended-lambda", "-expt-extended-lambda", V::None, U::Macro,
     "__GPUPERF_EXTENDED_LAMBDA__"},
    {"--machine", "-m", V::One, U::Machine},
    {"--m64", "-m64", V::None, U::Keep, "-m64"},

    // Options for single phases.
    {"--compiler-options", "-Xcompiler", V::List, U::Host},
    {"--linker-options", "-Xlinker", V::List, U::Drop},
    {"--archive-options", "-Xarchive", V::List, U::Drop},
    {"--ptxas-options", "-Xptxas", V::List, U::Ptxas},
    {"--nvlink-options", "-Xnvlink", V::List, U::Drop},

    // The driver.
    {"--static-global-template-stub", "-static-global-template-stub", V::One,
     U::Drop},
    {"--device-entity-has-hidden-visibility",
     "-device-entity-has-hidden-visibility", V::One, U::Drop},
    {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler",
     V::None, U::Drop},
    {"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker",
     V::None, U::Drop},
    {"--forward-unknown-opts", "-forward-unknown-opts", V::None, U::Drop},
    {"--dont-use-profile", "-noprof", V::None, U::Drop},
    {"--dryrun", "-dryrun", V::None, U::Drop},
    {"--verbose", "-v", V::None, U::Drop},
    {"--threads", "-t", V::Joined, U::Drop},
    {"--split-compile", "-split-compile", V::One, U::Drop},
    {"--split-compile-extended", "-split-compile-extended", V::One, U::Drop},
    {"--fdevice-syntax-only", "-fdevice-syntax-only", V::None, U::Drop},
    {"--fdevice-time-trace", "-fdevice-time-trace", V::One, U::Drop},
    {"--keep", "-keep", V::None, U::Drop},
    {"--keep-dir", "-keep-dir", V::One, U::Drop},
    {"--save-temps", "-save-temps", V::None, U::Drop},
    {"--clean-targets", "-clean", V::None, U::Drop},
    {"--time", "-time", V::One, U::Drop},
    {"--run-args", "-run-args", V::List, U::Drop},
    {"--input-drive-prefix", "-idp", V::One, U::Drop},
    {"--dependency-drive-prefix", "-ddp", V::One, U::Drop},
    {"--drive-prefix", "-dp", V::One, U::Drop},
    {"--dependency-target-name", "-MT", V::One, U::Drop},
    {"--no-align-double", "--no-align-double", V::None, U::Drop},
    {"--no-device-link", "-nodlink", V::None, U::Drop},

    // Code generation for the GPU.
    {"--gpu-architecture", "-arch", V::One, U::Architecture},
    {"--gpu-code", "-code", V::List, U::Code},
    {"--generate-code", "-gencode", V::One, U::GenerateCode},
    {"--relocatable-device-code", "-rdc", V::One, U::Relocatable},
    {"--entries", "-e", V::List, U::Drop},
    {"--maxrregcount", "-maxrregcount", V::One, U::MaxRegisters},
    {"--use_fast_math", "-use_fast_math", V::None, U::FastMath},
    {"--ftz", "-ftz", V::One, U::FlushDenormals},
    {"--prec-div", "-prec-div", V::One, U::PreciseDivision},
    {"--prec-sqrt", "-prec-sqrt", V::One, U::PreciseSqrt},
    {"--fmad", "-fmad", V::One, U::Contract},
    {"--extra-device-vectorization", "-extra-device-vectorization", V::None,
     U::Drop},

    // Cuda compilation.
    {"--default-stream", "-default-stream", V::One, U::DefaultStream},

    // Generic options.
    {"--disable-warnings", "-w", V::None, U::Keep, "-w"},
    {"--keep-device-functions", "-keep-device-functions", V::None, U::Drop},
    {"--source-in-ptx", "-src-in-ptx", V::None, U::Drop},
    {"--restrict", "-restrict", V::None, U::Drop},
    {"--Wreorder", "-Wreorder", V::None, U::Keep, "-Wreorder"},
    {"--Wdefault-stream-launch", "-Wdefault-stream-launch", V::None, U::Drop},
    {"--Wmissing-launch-bounds", "-Wmissing-launch-bounds", V::None, U::Drop},
    {"--Wext-lambda-captures-this", "-Wext-lambda-captures-this", V::None,
     U::Drop},
    {"--Wno-deprecated-declarations", "-Wno-deprecated-declarations", V::None,
     U::Keep, "-Wno-deprecated-declarations"},
    {"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets", V::None,
     U::Drop},
    {"--Werror", "-Werror", V::List, U::Drop},
    {"--resource-usage", "-res-usage", V::None, U::Drop},
    {"--extensible-whole-program", "-ewp", V::None, U::Macro, "__CUDACC_EWP__"},
    {"--no-compress", "-no-compress", V::None, U::Drop},
    {"--qpp-config", "-qpp-config", V::One, U::Drop},
    {"--compile-as-tools-patch", "-astoolspatch", V::None, U::Drop},
    {"--list-gpu-code", "-code-ls", V::None, U::Drop},
    {"--list-gpu-arch", "-arch-ls", V::None, U::Drop},
    {"--display-error-number", "-err-no", V::None, U::Drop},
    {"--no-display-error-number", "-no-err-no", V::None, U::Drop},
    {"--diag-error", "-diag-error", V::List, U::Drop},
    {"--diag-suppress", "-diag-suppress", V::List, U::Drop},
    {"--diag-warn", "-diag-warn", V::List, U::Drop},
    {"--host-linker-script", "-hls", V::One, U::Drop},
    {"--augment-host-linker-script", "-aug-hls", V::None, U::Drop},
    {"--relocatable-link", "-r", V::None, U::Drop},
    {"--brief-diagnostics", "-brief-diag", V::One, U::Drop},
    {"--jump-table-density", "-jtd", V::One, U::Drop},
    {"--relocatable-ptx", "-reloc-ptx", V::None, U::Drop},
    {"--device-stack-protector", "-device-stack-protector", V::One, U::Drop},
    {"--compress-mode", "-compress-mode", V::One, U::Drop},
    {"--frandom-seed", "-frandom-seed", V::One, U::Drop},
    {"--sanitize", "-sanitize", V::One, U::Drop},
    {"--jobserver", "-jobserver", V::None, U::Drop},
    {"--help", "-h", V::None, U::Drop},
    {"--version", "-V", V::None, U::Drop},
    {"--options-file", "-optf", V::List, U::OptionsFile},

    // Flags of nvcc before 13, of nvcc on Windows, undocumented ones, and those
    // that build systems add.
    {"--m32", "-m32", V::None, U::Drop, "", Unlisted},
    {"--cudafe-options", "-Xcudafe", V::List, U::Drop, "", Unlisted},
    {"--fatbin-options", "-Xfatbin", V::List, U::Drop, "", Unlisted},
    {"--cicc-options", "-Xcicc", V::List, U::Drop, "", Unlisted},
    {"--opencc-options", "-Xopencc", V::List, U::Drop, "", Unlisted},
    {"--device-emulation", "-deviceemu", V::None, U::Drop, "", Unlisted},
    {"--host-compilation", "-host", V::One, U::Drop, "", Unlisted},
    {"--cl-version", "-cl-version", V::One, U::Drop, "", Unlisted},
    {"--forward-slash-prefix-opts", "-forward-slash-prefix-opts", V::None,
     U::Drop, "", Unlisted},
    {"-MQ", "-MQ", V::One, U::Drop, "", Unlisted},
};
} // namespace

ArrayRef<NvccFlag> gpuperf::nvccFlags() { return Flags; }

static StringRef withoutDashes(StringRef Name) {
  Name.consume_front("-");
  Name.consume_front("-");
  return Name;
}

/// Flags by name without dashes. No long name is also the short name of another
/// flag.
static const StringMap<const NvccFlag *> &flagsByName() {
  static const StringMap<const NvccFlag *> Map = [] {
    StringMap<const NvccFlag *> M;
    for (const NvccFlag &F : Flags)
      for (StringRef Name : {F.Long, F.Short})
        M.try_emplace(withoutDashes(Name), &F);
    return M;
  }();
  return Map;
}

FlagMatch gpuperf::matchNvccFlag(StringRef Arg) {
  const StringMap<const NvccFlag *> &ByName = flagsByName();
  StringRef Bare = withoutDashes(Arg);
  auto [Name, Value] = Bare.split('=');
  FlagMatch Match;
  if (auto It = ByName.find(Name); It != ByName.end()) {
    Match.Flag = It->second;
    Match.HasValue = Name.size() < Bare.size();
    Match.Value = Value;
    return Match;
  }
  // -DNAME=1, -I/folder, -O3: one letter and its value, with one dash.
  if (Arg.starts_with("--") || Bare.size() < 2)
    return Match;
  auto It = ByName.find(Bare.take_front(1));
  if (It == ByName.end() ||
      (It->second->Value != V::Joined && It->second->Value != V::JoinedList))
    return Match;
  // -time, -lto and so on are in the table; -tree is nobody's -t.
  if (It->second->Value == V::Joined && Bare[0] == 't' && !isDigit(Bare[1]))
    return Match;
  Match.Flag = It->second;
  Match.HasValue = true;
  Match.Value = Bare.drop_front(1);
  return Match;
}
