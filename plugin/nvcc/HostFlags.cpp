//===- HostFlags.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/HostFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace gpuperf;

std::vector<std::string> gpuperf::splitAtCommas(StringRef Value) {
  std::vector<std::string> Parts(1);
  int Depth = 0;
  char Quote = 0;
  for (size_t I = 0; I < Value.size(); ++I) {
    char C = Value[I];
    if (C == '\\' && I + 1 < Value.size() && Value[I + 1] == ',') {
      Parts.back() += ',';
      ++I;
      continue;
    }
    if (C == '\\' && I + 1 < Value.size()) {
      Parts.back() += C;
      Parts.back() += Value[++I];
      continue;
    }
    if (Quote)
      Quote = C == Quote ? 0 : Quote;
    else if (C == '"' || C == '\'')
      Quote = C;
    else if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (C == ')' || C == ']' || C == '}')
      --Depth;
    if (C == ',' && !Quote && Depth <= 0)
      Parts.emplace_back();
    else
      Parts.back() += C;
  }
  llvm::erase_if(Parts, [](const std::string &S) { return S.empty(); });
  return Parts;
}

std::vector<std::string> gpuperf::hostArguments(StringRef Value) {
  std::vector<std::string> Args;
  for (const std::string &Part : splitAtCommas(Value)) {
    BumpPtrAllocator Memory;
    StringSaver Saver(Memory);
    SmallVector<const char *> Tokens;
    cl::TokenizeGNUCommandLine(Part, Saver, Tokens);
    Args.insert(Args.end(), Tokens.begin(), Tokens.end());
  }
  return Args;
}

bool gpuperf::isHostIncludeRoot(StringRef Folder) {
  while (Folder.size() > 1 && Folder.ends_with("/"))
    Folder = Folder.drop_back();
  return Folder == "/usr/include";
}

// A value may be in the next argument.
static constexpr StringLiteral KeptWithValue[] = {"-isystem",   "-iquote",
                                                  "-idirafter", "-include",
                                                  "-imacros",   "-isysroot",
                                                  "--sysroot",  "-I",
                                                  "-D",         "-U",
                                                  "-Xclang",    "-mllvm",
                                                  "-target",    "-resource-dir",
                                                  "--cuda-path"};
static constexpr StringLiteral DroppedWithValue[] = {
    "-o", "-MF", "-MT", "-MQ",      "-x",    "-L",      "-l",        "-T",
    "-B", "-u",  "-z",  "-Xlinker", "-arch", "--param", "-framework"};

static constexpr StringLiteral KeptExact[] = {
    "-w", "-pedantic", "-ansi", "-pthread", "-nostdinc", "-nostdinc++",
    // Clang's own: from --extra-arg, or for a wrapper that knows both.
    "-nocudainc", "-nocudalib", "--cuda-host-only", "--cuda-device-only",
    "--no-cuda-version-check", "-no-canonical-prefixes",
    // Macros, types and what is a keyword.
    "-fPIC", "-fpic", "-fPIE", "-fpie", "-fno-PIC", "-fno-pic", "-fno-PIE",
    "-fno-pie", "-fexceptions", "-fno-exceptions", "-frtti", "-fno-rtti",
    "-fsigned-char", "-funsigned-char", "-fno-signed-char",
    "-fno-unsigned-char", "-fshort-enums", "-fno-short-enums", "-fshort-wchar",
    "-fchar8_t", "-fno-char8_t", "-fms-extensions", "-fno-operator-names",
    "-fopenmp", "-fsized-deallocation", "-fno-sized-deallocation",
    "-faligned-new", "-fno-aligned-new", "-fno-builtin",
    "-fdelayed-template-parsing", "-fvisibility-inlines-hidden",
    "-fno-strict-aliasing", "-fstrict-aliasing", "-fno-threadsafe-statics",
    "-fapprox-func", "-fgpu-rdc", "-ffp-contract=off",
    "-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero", "-m64",
    "-mfma", "-mf16c", "-mpopcnt", "-maes", "-mpclmul", "-mlzcnt", "-mmovbe",
    "-mrdrnd", "-madx", "-mfsgsbase", "-mxsave", "-mcx16"};
static constexpr StringLiteral KeptPrefixes[] = {"-std=",
                                                 "--std=",
                                                 "-stdlib=",
                                                 "--sysroot=",
                                                 "-Wno-",
                                                 "-pedantic-",
                                                 "-isystem",
                                                 "-iquote",
                                                 "-idirafter",
                                                 "-isysroot",
                                                 "--cuda-path=",
                                                 "--cuda-gpu-arch=",
                                                 "--offload-arch=",
                                                 "--cuda-feature=",
                                                 "-resource-dir=",
                                                 "--target=",
                                                 "-fvisibility=",
                                                 "-ftemplate-depth=",
                                                 "-ftemplate-backtrace-limit=",
                                                 "-fconstexpr-depth=",
                                                 "-fconstexpr-steps=",
                                                 "-fms-compatibility",
                                                 "-march=",
                                                 "-mavx",
                                                 "-mno-avx",
                                                 "-msse",
                                                 "-mno-sse",
                                                 "-mbmi",
                                                 "-mno-bmi"};
static constexpr StringLiteral DroppedPrefixes[] = {
    "-Wl,", "-Wa,", "-Wp,", "-Werror", "-Wfatal-errors", "-Wno-error"};

bool gpuperf::takesNextArgument(StringRef Flag) {
  return is_contained(KeptWithValue, Flag) ||
         is_contained(DroppedWithValue, Flag);
}

static bool hasPrefix(ArrayRef<StringLiteral> Prefixes, StringRef Arg) {
  return any_of(Prefixes, [&](StringRef P) { return Arg.starts_with(P); });
}

/// cl's "/DNAME" as "-DNAME"; empty for what has no meaning here.
static std::string fromClFlag(StringRef Arg) {
  if (Arg.consume_front("/std:"))
    return ("-std=" + Arg).str();
  if (Arg.size() > 2 && (Arg[1] == 'D' || Arg[1] == 'U' || Arg[1] == 'I'))
    return ("-" + Arg.drop_front(1)).str();
  return "";
}

std::vector<std::string> gpuperf::clangHostFlags(ArrayRef<std::string> Args) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg.starts_with("/")) {
      std::string Clang = fromClFlag(Arg);
      if (!Clang.empty())
        Out.push_back(std::move(Clang));
      continue;
    }
    if (!Arg.starts_with("-"))
      continue;
    if (is_contained(DroppedWithValue, Arg)) {
      if (I + 1 < Args.size() && !StringRef(Args[I + 1]).starts_with("-"))
        ++I;
      continue;
    }
    if (is_contained(KeptWithValue, Arg)) {
      if (I + 1 == Args.size())
        break; // a value that is not there
      StringRef Value = Args[++I];
      if ((Arg == "-I" || Arg == "-isystem") && isHostIncludeRoot(Value))
        continue;
      Out.insert(Out.end(), {Arg.str(), Value.str()});
      continue;
    }
    StringRef Folder = Arg;
    if ((Folder.consume_front("-isystem") || Folder.consume_front("-I")) &&
        isHostIncludeRoot(Folder))
      continue;
    // "-Wl" is what is left of "-Wl,-rpath" when nvcc has split it.
    if (hasPrefix(DroppedPrefixes, Arg) || Arg == "-Wl" || Arg == "-Wa" ||
        Arg == "-Wp")
      continue;
    bool Warning = Arg.size() > 2 && Arg.starts_with("-W") &&
                   !(Arg[2] >= '0' && Arg[2] <= '9');
    bool Letter =
        Arg.size() > 2 && (Arg.starts_with("-I") || Arg.starts_with("-D") ||
                           Arg.starts_with("-U"));
    if (Warning || Letter || is_contained(KeptExact, Arg) ||
        hasPrefix(KeptPrefixes, Arg))
      Out.push_back(Arg.str());
  }
  return Out;
}
