//===- OtherFiles.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/others/OtherFiles.h"
#include "plugin/analyze/CompileKernels.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/ModuleKernels.h"
#include "plugin/program/library/Library.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace gpuperf {

/// So many files of a program are looked at.
static constexpr size_t MostLookedAt = 400;
static constexpr uint64_t MostBytes = 2 << 20; ///< of a file

bool isProgramSource(StringRef Path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(Path))
      .Cases({".cu", ".hip", ".cpp", ".cc", ".cxx", ".c++", ".C"}, true)
      .Default(false);
}

static std::string absolutePath(StringRef Path) {
  llvm::SmallString<256> Out(Path);
  llvm::sys::fs::make_absolute(Out);
  llvm::sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  return std::string(Out);
}

static bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether \p Word stands in \p Text as a whole word; \p Called: with a
/// parenthesis behind it.
static bool hasWord(StringRef Text, StringRef Word, bool Called = false) {
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + 1)) {
    if (At > 0 && isWordPart(Text[At - 1]))
      continue;
    StringRef Rest = Text.drop_front(At + Word.size());
    if (!Rest.empty() && isWordPart(Rest.front()))
      continue;
    // With the arguments of a template in between, or without.
    if (!Called || Rest.ltrim().starts_with("(") ||
        (Rest.starts_with("<") && !Rest.starts_with("<<")))
      return true;
  }
  return false;
}

/// Whether a function of this name is defined in \p Text: a body follows its
/// parameters.
static bool definesFunction(StringRef Text, StringRef Name) {
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    if (At > 0 && isWordPart(Text[At - 1]))
      continue;
    StringRef Rest = Text.drop_front(At + Name.size()).ltrim();
    if (!Rest.consume_front("("))
      continue;
    unsigned Depth = 1;
    while (!Rest.empty() && Depth > 0) {
      Depth += Rest.front() == '(' ? 1 : 0;
      Depth -= Rest.front() == ')' ? 1 : 0;
      Rest = Rest.drop_front();
    }
    Rest = Rest.ltrim();
    if (llvm::any_of(
            std::initializer_list<StringRef>{"{", ":", "const", "noexcept"},
            [&](StringRef Next) { return Rest.starts_with(Next); }))
      return true;
  }
  return false;
}

static bool definesAny(StringRef Text, const llvm::StringSet<> &Words) {
  return llvm::any_of(Words, [&](const auto &Entry) {
    return definesFunction(Text, Entry.getKey());
  });
}

/// Whether \p Text calls one of the functions and does not define it itself.
static bool callsAny(StringRef Text, const llvm::StringSet<> &Words) {
  return llvm::any_of(Words, [&](const auto &Entry) {
    return hasWord(Text, Entry.getKey(), /*Called=*/true) &&
           !definesFunction(Text, Entry.getKey());
  });
}

static bool hasAnyWord(StringRef Text, const llvm::StringSet<> &Words) {
  return llvm::any_of(
      Words, [&](const auto &Entry) { return hasWord(Text, Entry.getKey()); });
}

/// "k" for the symbol of ns::k<float>(int).
static std::string nameInText(StringRef Symbol) {
  const std::string Written = llvm::demangle(Symbol);
  StringRef Name = StringRef(Written).take_until(
      [](char C) { return C == '(' || C == '<'; });
  return Name.substr(Name.find_last_of(" :") + 1).str();
}

/// Whether \p Main uses a function or variable of \p First.
static bool usesAny(const program::HostModule &Main,
                    const program::HostModule &First) {
  return llvm::any_of(First.Offered, [&](const auto &Entry) {
    return Main.Wanted.contains(Entry.getKey());
  });
}

/// Whether the kernel behind this host stub is defined in \p In.
static bool definesStub(const program::HostModule &In, StringRef Stub) {
  const llvm::Function *F = In.M->getFunction(Stub);
  return F && !F->isDeclaration();
}

OtherFiles::OtherFiles(const FileReader &Reader)
    : Reader(Reader), Named(Reader.named()) {}

void OtherFiles::add(StringRef Path) {
  std::string Absolute = absolutePath(Path);
  if (Candidates.size() >= MostLookedAt || !isProgramSource(Absolute) ||
      Absolute == absolutePath(Reader.first()) ||
      llvm::any_of(Candidates,
                   [&](const Candidate &C) { return C.Path == Absolute; }))
    return;
  uint64_t Bytes = 0;
  if (llvm::sys::fs::file_size(Absolute, Bytes) || Bytes > MostBytes)
    return;
  auto Text = llvm::MemoryBuffer::getFile(Absolute);
  if (!Text)
    return;
  Candidate C;
  C.Path = std::move(Absolute);
  C.Text = (*Text)->getBuffer().str();
  C.HasMain = hasWord(C.Text, "main", /*Called=*/true);
  Candidates.push_back(std::move(C));
}

/// The sources in \p Folder, sorted, and the folders in it.
static std::vector<std::string> entriesOf(StringRef Folder, bool Folders) {
  std::vector<std::string> Out;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(Folder, Error), End;
       It != End && !Error; It.increment(Error)) {
    bool IsFolder = It->type() == llvm::sys::fs::file_type::directory_file;
    if (IsFolder == Folders &&
        !llvm::sys::path::filename(It->path()).starts_with("."))
      Out.push_back(It->path());
  }
  llvm::sort(Out);
  return Out;
}

/// The folder of the project that a file in \p Folder is of, by what stands in
/// it: the one under version control, else the highest that is built. Nothing
/// where none of the folders above is either.
static std::string projectAround(StringRef Folder) {
  constexpr unsigned MostLevels = 5;
  std::string Built;
  for (unsigned Level = 0; Level < MostLevels && !Folder.empty(); ++Level) {
    auto Has = [&](StringRef Name) {
      llvm::SmallString<256> Path(Folder);
      llvm::sys::path::append(Path, Name);
      return llvm::sys::fs::exists(Path);
    };
    if (Has(".git"))
      return Folder.str();
    if (Has("CMakeLists.txt") || Has("Makefile") || Has("makefile") ||
        Has("meson.build"))
      Built = Folder.str();
    Folder = llvm::sys::path::parent_path(Folder);
  }
  return Built;
}

void OtherFiles::addProject(StringRef Folder, unsigned Depth) {
  constexpr unsigned MostDepth = 5;
  for (const std::string &Path : entriesOf(Folder, false))
    add(Path);
  if (Depth < MostDepth)
    for (const std::string &Inner : entriesOf(Folder, true))
      addProject(Inner, Depth + 1);
}

void OtherFiles::findCandidates(Around How) {
  if (Named) {
    for (const std::string &Path : *Named)
      add(Path);
    return;
  }
  std::string Folder =
      llvm::sys::path::parent_path(absolutePath(Reader.first())).str();
  if (How == Around::Project) {
    if (const std::string Project = projectAround(Folder); !Project.empty())
      addProject(Project, 0);
    return;
  }
  auto addFolder = [&](StringRef From, bool Deep) {
    for (const std::string &Path : entriesOf(From, false))
      add(Path);
    if (!Deep)
      return;
    for (const std::string &Inner : entriesOf(From, true))
      for (const std::string &Path : entriesOf(Inner, false))
        add(Path);
  };
  addFolder(Folder, How != Around::Folder);
  if (How == Around::Parent)
    addFolder(llvm::sys::path::parent_path(Folder), true);
}

bool OtherFiles::mayUse(const Candidate &C,
                        const llvm::StringSet<> &Names) const {
  if (!Reader.isHurried())
    return hasAnyWord(C.Text, Names);
  return callsAny(C.Text, Names) ||
         hasWord(C.Text, llvm::sys::path::filename(Reader.first()));
}

bool OtherFiles::mayDefine(const Candidate &C,
                           const llvm::StringSet<> &Names) const {
  return Reader.isHurried() ? definesAny(C.Text, Names)
                            : hasAnyWord(C.Text, Names);
}

const program::HostModule *OtherFiles::parse(Candidate &C) {
  C.Tried = true;
  if (++Parsed > Reader.mostParsed())
    return nullptr;
  ProgramModule Read = readModule(Reader, C.Path);
  if (!Read.Host)
    return nullptr;
  Modules.push_back(std::move(Read));
  return Modules.back().Host.get();
}

std::vector<const program::HostModule *>
OtherFiles::complete(const program::HostModule &FirstModule) {
  auto all = [&] {
    std::vector<const program::HostModule *> Out;
    for (const auto &M : Modules)
      Out.push_back(M.Host.get());
    return Out;
  };
  if (Done)
    return all();
  Done = true;
  for (const auto &Entry : FirstModule.Kernels)
    if (!definesStub(FirstModule, Entry.getKey()))
      KernelsElsewhere.insert(Entry.getValue().Mangled);

  llvm::StringSet<> Offered = FirstModule.Offered, Missing;
  auto look = [&](const program::HostModule &M) {
    for (const auto &Entry : M.Offered) {
      Offered.insert(Entry.getKey());
      Missing.erase(Entry.getKey());
    }
    for (const auto &Entry : M.Wanted)
      if (!Offered.contains(Entry.getKey()) &&
          !program::standardLibrary().contains(Entry.getKey()))
        Missing.insert(Entry.getKey());
  };
  look(FirstModule);
  bool NeedsMain = !Offered.contains("main");
  if (!NeedsMain && Missing.empty())
    return {};
  for (Around How :
       {Around::Folder, Around::Below, Around::Parent, Around::Project}) {
    // Above the folder there may be other programs: they are of use only
    // where a main is wanted that names something of this file.
    const bool IsAbove = How == Around::Parent || How == Around::Project;
    if ((IsAbove && !NeedsMain) ||
        (How == Around::Project && !Reader.isHurried()))
      break;
    findCandidates(How);
    // Of the files with a main that one is meant that uses something of the
    // file that was asked for.
    for (Candidate &C : Candidates)
      if (NeedsMain && C.HasMain && !C.Tried && mayUse(C, FirstModule.Offered))
        if (const program::HostModule *M = parse(C);
            M && M->Offered.contains("main")) {
          // A word of the text may mean something else. A file that includes
          // the first one names it.
          if (!usesAny(*M, FirstModule) &&
              !hasWord(C.Text, llvm::sys::path::filename(Reader.first()))) {
            Modules.pop_back();
            continue;
          }
          look(*M);
          NeedsMain = false;
        }
    // A main that reaches the file through others, if there is no choice.
    if (NeedsMain && How != Around::Parent &&
        llvm::count_if(Candidates,
                       [](const Candidate &C) { return C.HasMain; }) == 1)
      for (Candidate &C : Candidates)
        if (NeedsMain && C.HasMain && !C.Tried)
          if (const program::HostModule *M = parse(C);
              M && M->Offered.contains("main")) {
            look(*M);
            NeedsMain = false;
          }
    for (bool Again = true; Again && !Missing.empty();) {
      Again = false;
      for (Candidate &C : Candidates) {
        if (C.Tried || C.HasMain || !mayDefine(C, Missing))
          continue;
        if (const program::HostModule *M = parse(C)) {
          look(*M);
          Again = true;
        }
      }
    }
    if (!NeedsMain && Missing.empty())
      break;
    if (Named)
      break;
  }
  return all();
}

std::optional<KernelTable>
OtherFiles::compileKernel(const std::string &Mangled, const std::string &IrArch,
                          const GpuModel &Gpu, const FileOptions &Options) {
  for (const ProgramModule &M : Modules) {
    const bool IsHere = llvm::any_of(M.Host->Kernels, [&](const auto &Entry) {
      return Entry.getValue().Mangled == Mangled &&
             definesStub(*M.Host, Entry.getKey());
    });
    if (!IsHere)
      continue;
    std::optional<KernelTable> Out;
    auto Visit = [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
      std::string Why;
      auto Host = program::emitHostModule(Ctx, PP, Why);
      if (!Host)
        return;
      // What an editor keeps of a file is of the file that was asked for.
      FileOptions Here = Options;
      Here.Store = nullptr;
      Here.Cache = nullptr;
      Reader.seekObject(Here.Objects, M.File);
      std::vector<const clang::FunctionDecl *> Kernels;
      for (const auto &Entry : Host->Kernels)
        if (KernelsElsewhere.contains(Entry.getValue().Mangled) &&
            definesStub(*Host, Entry.getKey()))
          Kernels.push_back(Entry.getValue().Decl);
      auto Table = summarizeKernels({Ctx, PP}, Kernels, {IrArch, &Gpu}, Here);
      if (Table)
        Out = std::move(*Table);
      else
        llvm::consumeError(Table.takeError());
    };
    llvm::consumeError(Reader.parse(M.File, Visit));
    if (Out)
      return Out;
  }
  return compileOfModule(Mangled, IrArch, Gpu, Options);
}

std::optional<KernelTable>
OtherFiles::compileOfModule(const std::string &Symbol,
                            const std::string &IrArch, const GpuModel &Gpu,
                            const FileOptions &Options) {
  if (Candidates.empty())
    for (Around How : {Around::Folder, Around::Below})
      findCandidates(How);
  // Above the folder there may be other programs.
  const std::string Folder =
      !Named
          ? (llvm::sys::path::parent_path(absolutePath(Reader.first())) + "/")
                .str()
          : "";
  const bool IsMangled = StringRef(Symbol).starts_with("_Z");
  const std::string Name = nameInText(Symbol);
  std::optional<KernelTable> Out;
  for (const Candidate &C : Candidates) {
    if (!StringRef(C.Path).starts_with(Folder) ||
        !hasWord(C.Text, "__global__") ||
        (!IsMangled && !hasWord(C.Text, Symbol)) ||
        (Reader.isHurried() && !definesFunction(C.Text, Name)))
      continue;
    if (++Parsed > Reader.mostParsed())
      continue;
    bool IsThere = false;
    std::optional<KernelTable> Here;
    auto Visit = [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
      const clang::FunctionDecl *Kernel = kernelNamed(Ctx, Symbol);
      if (!Kernel || !Kernel->isDefined())
        return;
      IsThere = true;
      // What an editor keeps of a file is of the file that was asked for.
      FileOptions OfFile = Options;
      OfFile.Store = nullptr;
      OfFile.Cache = nullptr;
      auto Table =
          summarizeKernels({Ctx, PP}, {Kernel}, {IrArch, &Gpu}, OfFile);
      if (!Table)
        return llvm::consumeError(Table.takeError());
      const std::string Mangled = deviceMangledName(*Kernel);
      if (auto It = Table->ByMangled.find(Mangled);
          It != Table->ByMangled.end() && Mangled != Symbol)
        Table->ByMangled[Symbol] = It->second;
      Here = std::move(*Table);
    };
    llvm::consumeError(Reader.parse(C.Path, Visit));
    // Which of two is in the module, only the build knows.
    if (IsThere && Out)
      return std::nullopt;
    if (Here)
      Out = std::move(Here);
  }
  return Out;
}

void OtherFiles::answer(ProgramQuestion &Question, const FileOptions &Options) {
  Question.OtherFiles = [this](const program::HostModule &First) {
    return complete(First);
  };
  Question.KernelElsewhere = [this, &Options](const std::string &Mangled,
                                              const std::string &IrArch,
                                              const GpuModel &Gpu) {
    return compileKernel(Mangled, IrArch, Gpu, Options);
  };
}

} // namespace gpuperf
