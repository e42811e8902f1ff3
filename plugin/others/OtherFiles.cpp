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
#include "plugin/device/CrashGuard.h"
#include "plugin/paths/ProjectRoot.h"
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
static constexpr uint64_t MostBytes = 2 << 20;      ///< of a file
static constexpr uint64_t MostTextBytes = 64 << 20; ///< of all of them

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

/// Whether \p Word stands in \p Text as a whole word.
static bool hasWord(StringRef Text, StringRef Word) {
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + 1)) {
    if (At > 0 && isWordPart(Text[At - 1]))
      continue;
    const StringRef Rest = Text.drop_front(At + Word.size());
    if (Rest.empty() || !isWordPart(Rest.front()))
      return true;
  }
  return false;
}

/// Whether what follows the opening parenthesis of parameters is, behind the
/// closing one, the body of a function.
static bool hasBodyBehind(StringRef Parameters) {
  constexpr size_t MostParameters = 4096; // bytes
  unsigned Depth = 1;
  size_t At = 0;
  for (; At < Parameters.size() && At < MostParameters && Depth > 0; ++At) {
    Depth += Parameters[At] == '(' ? 1 : 0;
    Depth -= Parameters[At] == ')' ? 1 : 0;
  }
  const StringRef Rest = Parameters.drop_front(At).ltrim();
  return Depth == 0 &&
         llvm::any_of(
             std::initializer_list<StringRef>{"{", ":", "const", "noexcept"},
             [&](StringRef Next) { return Rest.starts_with(Next); });
}

void OtherFiles::readWords(Candidate &C) {
  const StringRef Text = C.Text;
  for (size_t At = 0; At < Text.size();) {
    if (!isWordPart(Text[At])) {
      ++At;
      continue;
    }
    const StringRef Word = Text.substr(At).take_while(isWordPart);
    At += Word.size();
    const StringRef Rest = Text.substr(At);
    // The arguments of a template may stand in between.
    if (Rest.starts_with("<") && !Rest.starts_with("<<"))
      C.Called.insert(Word);
    StringRef Parameters = Rest.ltrim();
    if (!Parameters.consume_front("("))
      continue;
    C.Called.insert(Word);
    if (hasBodyBehind(Parameters))
      C.Defined.insert(Word);
  }
}

static bool anyIn(const llvm::StringSet<> &Names, const llvm::StringSet<> &In) {
  return llvm::any_of(
      Names, [&](const auto &Entry) { return In.contains(Entry.getKey()); });
}

static bool hasAnyWord(StringRef Text, const llvm::StringSet<> &Words) {
  return llvm::any_of(
      Words, [&](const auto &Entry) { return hasWord(Text, Entry.getKey()); });
}

/// "k" for the symbol of ns::k<float>(int).
static std::string nameInText(StringRef Symbol) {
  std::string Written = llvm::demangle(Symbol);
  constexpr StringRef Unnamed = "(anonymous namespace)::";
  for (size_t At; (At = Written.find(Unnamed)) != std::string::npos;)
    Written.erase(At, Unnamed.size());
  StringRef Name = StringRef(Written).take_until(
      [](char C) { return C == '(' || C == '<'; });
  return Name.substr(Name.find_last_of(" :") + 1).str();
}

/// Whether \p Main uses a function or variable of \p First, as a linker would
/// join them.
static bool usesAny(const program::HostModule &Main,
                    const program::HostModule &First) {
  return llvm::any_of(Main.M->global_values(), [&](const llvm::GlobalValue &G) {
    if (!G.isDeclaration() || G.use_empty())
      return false;
    const llvm::GlobalValue *There = First.M->getNamedValue(G.getName());
    return There && There->hasExternalLinkage() && !There->isDeclaration();
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
  if (llvm::sys::fs::file_size(Absolute, Bytes) || Bytes > MostBytes ||
      TextBytes + Bytes > MostTextBytes)
    return;
  auto Text = llvm::MemoryBuffer::getFile(Absolute);
  if (!Text)
    return;
  Candidate C;
  C.Path = std::move(Absolute);
  C.Text = (*Text)->getBuffer().str();
  TextBytes += Bytes;
  readWords(C);
  C.HasMain = C.Called.contains("main");
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

/// The folder of the project that a file in \p Folder is of: the one under
/// version control, else the highest of a few that is built. Nothing where none
/// of the folders above is either.
static std::string projectAround(StringRef Folder) {
  if (const ProjectRoot Root = ProjectRoot::around(Folder);
      Root.folder() != Folder)
    return Root.folder().str();
  constexpr unsigned MostLevels = 5;
  std::string Built;
  for (unsigned Level = 0; Level < MostLevels && !Folder.empty(); ++Level) {
    for (StringRef Name :
         {"CMakeLists.txt", "Makefile", "makefile", "meson.build"}) {
      llvm::SmallString<256> Path(Folder);
      llvm::sys::path::append(Path, Name);
      if (llvm::sys::fs::exists(Path))
        Built = Folder.str();
    }
    Folder = llvm::sys::path::parent_path(Folder);
  }
  return Built;
}

void OtherFiles::addProject(StringRef Folder, unsigned Depth) {
  constexpr unsigned MostDepth = 5, MostFolders = 1000;
  if (++FoldersSeen > MostFolders)
    return;
  for (const std::string &Path : entriesOf(Folder, false))
    add(Path);
  if (Depth == MostDepth)
    return;
  for (const std::string &Inner : entriesOf(Folder, true)) {
    if (Candidates.size() >= MostLookedAt)
      return;
    const StringRef Name = llvm::sys::path::filename(Inner);
    if (!llvm::is_contained({"build", "external", "third_party", "thirdparty",
                             "vendor", "extern", "deps"},
                            Name))
      addProject(Inner, Depth + 1);
  }
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

/// Whether \p C includes the first file.
static bool includes(StringRef Text, StringRef File) {
  const StringRef Name = llvm::sys::path::filename(File);
  for (size_t At = Text.find("#include"); At != StringRef::npos;
       At = Text.find("#include", At + 1))
    if (hasWord(Text.substr(At).take_until([](char C) { return C == '\n'; }),
                Name))
      return true;
  return false;
}

bool OtherFiles::mayUse(const Candidate &C,
                        const llvm::StringSet<> &Names) const {
  if (!Reader.isHurried())
    return hasAnyWord(C.Text, Names);
  return includes(C.Text, Reader.first()) ||
         llvm::any_of(Names, [&](const auto &Entry) {
           return C.Called.contains(Entry.getKey()) &&
                  !C.Defined.contains(Entry.getKey());
         });
}

bool OtherFiles::mayDefine(const Candidate &C,
                           const llvm::StringSet<> &Names) const {
  return Reader.isHurried() ? anyIn(Names, C.Defined)
                            : hasAnyWord(C.Text, Names);
}

bool OtherFiles::hasItsOwn(const Candidate &Main,
                           const llvm::StringSet<> &Names) const {
  const StringRef Folder = llvm::sys::path::parent_path(Main.Path);
  const std::string First = absolutePath(Reader.first());
  if (!Reader.isHurried() || Folder == llvm::sys::path::parent_path(First))
    return false;
  return llvm::any_of(Candidates, [&](const Candidate &C) {
    return &C != &Main && llvm::sys::path::parent_path(C.Path) == Folder &&
           llvm::any_of(Names, [&](const auto &Entry) {
             return Main.Called.contains(Entry.getKey()) &&
                    C.Defined.contains(Entry.getKey());
           });
  });
}

const program::HostModule *
OtherFiles::findMain(const program::HostModule &First, Around How) {
  const program::HostModule *Found = nullptr;
  for (Candidate &C : Candidates) {
    if (!C.HasMain || C.Tried || !mayUse(C, First.Offered) ||
        hasItsOwn(C, First.Offered))
      continue;
    const program::HostModule *M = parse(C);
    if (!M || !M->Offered.contains("main"))
      continue;
    // A word of the text may mean something else. A file that includes the
    // first one names it.
    if (!usesAny(*M, First) && !includes(C.Text, Reader.first())) {
      Modules.pop_back();
      continue;
    }
    if (!Reader.isHurried())
      return M;
    // Of several programs nobody knows which one is meant.
    if (Found) {
      IsAmbiguous = true;
      Modules.clear();
      return nullptr;
    }
    Found = M;
    IncludesFirst = includes(C.Text, Reader.first());
  }
  // A main that reaches the file through others, if there is no choice.
  if (Found || How == Around::Parent ||
      llvm::count_if(Candidates,
                     [](const Candidate &C) { return C.HasMain; }) != 1)
    return Found;
  for (Candidate &C : Candidates)
    if (C.HasMain && !C.Tried && !hasItsOwn(C, First.Offered))
      if (const program::HostModule *M = parse(C);
          M && M->Offered.contains("main"))
        return M;
  return nullptr;
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
    if (NeedsMain)
      if (const program::HostModule *M = findMain(FirstModule, How)) {
        look(*M);
        NeedsMain = false;
      }
    if (IsAmbiguous)
      return {};
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
  // A program that does not come to the first file says nothing of it.
  if (Reader.isHurried() && !FirstModule.Offered.contains("main") &&
      llvm::none_of(Modules, [&](const ProgramModule &M) {
        return usesAny(*M.Host, FirstModule) || IncludesFirst;
      }))
    Modules.clear();
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
    runGuarded([&] { llvm::consumeError(Reader.parse(M.File, Visit)); });
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
        (Reader.isHurried() && !C.Defined.contains(Name)))
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
    runGuarded([&] { llvm::consumeError(Reader.parse(C.Path, Visit)); });
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
