//===- Walk.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/Walk.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include <cmath>
#include <set>

using namespace llvm;

namespace gpuperf::program {

std::vector<std::string> splitCommandLine(StringRef Text) {
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

namespace {
/// One argument of the command line.
struct Word {
  std::string Text;
  std::string Name; ///< not empty: it is assumed, under this name
};

/// One walk with one command line.
class OneWalk {
public:
  OneWalk(ArrayRef<const HostModule *> Files, const WalkOptions &Options)
      : Files(Files), Options(Options),
        M(L, standardLibrary(), Options.Limits) {}

  void run(const Function &Main, ArrayRef<Word> Words, bool ArgcOpen,
           std::vector<unsigned> Reversed);
  WalkResult result();

  bool hasLaunches() const { return !Runtime.Launches.empty(); }
  uint64_t launchKinds() const { return Runtime.Launches.size(); }
  const Machine &machine() const { return M; }
  bool launchesFit() const;
  uint64_t deviceBytes() const { return M.Mem.deviceBytesPeak(); }
  bool hasEmptyArrays() const { return !Runtime.EmptyArrays.empty(); }

private:
  const HostKernel *kernelOf(const Function &Stub) const;
  LaunchFact factOf(const RawLaunch &Raw, uint64_t Count, uint64_t Order);
  void addDependencies(LabelSet From, std::vector<std::string> &Names,
                       LaunchFact &Fact);

  ArrayRef<const HostModule *> Files;
  const WalkOptions Options;
  Labels L;
  Machine M;
  GpuRuntime Runtime;
  std::vector<FactValue> Assumed; ///< among the arguments
};
} // namespace

const HostKernel *OneWalk::kernelOf(const Function &Stub) const {
  for (const HostModule *File : Files) {
    auto It = File->Kernels.find(Stub.getName());
    if (It != File->Kernels.end())
      return &It->second;
  }
  return nullptr;
}

void OneWalk::run(const Function &Main, ArrayRef<Word> Words, bool ArgcOpen,
                  std::vector<unsigned> Reversed) {
  M.Owner = &Runtime;
  M.Reversed = std::move(Reversed);
  Runtime.Gpu = Options.Gpu;
  Runtime.ParameterBytes = [this](const Function &Stub) {
    std::vector<unsigned> Out;
    if (const HostKernel *K = kernelOf(Stub))
      for (const KernelParameter &P : K->Parameters)
        Out.push_back(P.Bytes);
    return Out;
  };
  Runtime.StubOf = [this](StringRef Symbol) -> const Function * {
    for (const HostModule *File : Files)
      for (const auto &Entry : File->Kernels)
        if (Entry.getValue().Mangled == Symbol)
          return File->M->getFunction(Entry.getKey());
    return nullptr;
  };
  if (Options.BlocksPerSm)
    Runtime.BlocksPerSm = [this](const Function &Stub, unsigned Threads,
                                 uint64_t Shared) {
      const HostKernel *K = kernelOf(Stub);
      return K ? Options.BlocksPerSm(K->Mangled, Threads, Shared) : 1;
    };
  for (const HostModule *File : Files) {
    M.add(*File->M);
    for (const auto &F : File->DeviceProperties)
      if (File == Files.front() || Runtime.Properties.empty())
        Runtime.Properties.push_back({F.Name, F.Offset, F.Bytes});
  }
  M.runInitializers();

  Address Argv = M.Mem.allocate(8 * (Words.size() + 2), Memory::Where::Global);
  auto put = [&](size_t K, StringRef Text, LabelSet From) {
    Address A = M.Mem.allocate(Text.size() + 1, Memory::Where::Global);
    M.Mem.writeText(A, Text, From);
    M.Mem.write(Argv + 8 * K, 8, {A, 0});
  };
  put(0, "./program", 0);
  for (const Word &W : Words)
    if (!W.Name.empty())
      Assumed.push_back(
          {W.Name, std::strtod(W.Text.c_str(), nullptr), "assumed"});
  for (size_t K = 0; K < Words.size(); ++K)
    put(K + 1, Words[K].Text,
        Words[K].Name.empty()
            ? 0
            : L.add(Label::Kind::Assumed, Words[K].Name,
                    std::strtod(Words[K].Text.c_str(), nullptr)));
  if (ArgcOpen)
    M.ArgcLabel = L.add(Label::Kind::Assumed, "argc",
                        static_cast<double>(Words.size() + 1));
  std::vector<std::vector<Value>> Args;
  if (Main.arg_size() >= 1)
    Args.push_back({{Words.size() + 1, M.ArgcLabel}});
  if (Main.arg_size() >= 2)
    Args.push_back({{Argv, 0}});
  if (Main.arg_size() >= 3)
    Args.push_back({{M.Mem.allocate(8, Memory::Where::Global), 0}});
  if (M.ended())
    return;
  const std::vector<Value> Returned = M.call(Main, Args);
  if (!M.ended() && !Returned.empty())
    M.ExitCode = static_cast<int>(Returned.front().Bits);
}

void OneWalk::addDependencies(LabelSet From, std::vector<std::string> &Names,
                              LaunchFact &Fact) {
  for (uint16_t Number : L.members(From)) {
    const Label &Why = L.label(Number);
    if (Why.Name == "argc")
      continue;
    Names.push_back(Why.Name);
    bool Known = any_of(Fact.Values,
                        [&](const FactValue &V) { return V.Name == Why.Name; });
    if (!Known)
      Fact.Values.push_back(
          {Why.Name, Why.Value,
           Why.K == Label::Kind::Assumed ? "assumed" : "not known"});
  }
}

/// The value of one scalar inside of an argument.
static ArgValue scalarOf(const ParameterField &F, ArrayRef<Value> Words,
                         LabelSet &From, Labels &L) {
  uint64_t Bits = 0;
  unsigned First = F.Offset / 4;
  for (unsigned W = First; W <= (F.Offset + F.Bytes - 1) / 4; ++W) {
    if (W >= Words.size())
      return ArgValue();
    From = L.unite(From, Words[W].From);
    Bits |= Words[W].Bits << (32 * (W - First));
  }
  Bits >>= 8 * (F.Offset % 4);
  if (F.Bytes < 8)
    Bits &= (uint64_t(1) << (8 * F.Bytes)) - 1;
  if (F.K == ParameterField::Kind::Floating)
    return ArgValue::floating(
        F.Bytes == 4
            ? static_cast<double>(bit_cast<float>(static_cast<uint32_t>(Bits)))
            : bit_cast<double>(Bits),
        Provenance::CommandLine);
  int64_t V = static_cast<int64_t>(Bits);
  if (F.K == ParameterField::Kind::Signed && F.Bytes < 8)
    V = static_cast<int64_t>(Bits << (64 - 8 * F.Bytes)) >> (64 - 8 * F.Bytes);
  return ArgValue::integer(V, Provenance::CommandLine);
}

LaunchFact OneWalk::factOf(const RawLaunch &Raw, uint64_t Count,
                           uint64_t Order) {
  LaunchFact Fact;
  Fact.File = Raw.File;
  Fact.Line = Raw.Line;
  Fact.Column = Raw.Column;
  Fact.Count = Count;
  Fact.Order = Order;
  Fact.Grid = {Raw.Grid[0].Bits, Raw.Grid[1].Bits, Raw.Grid[2].Bits};
  Fact.Block = {Raw.Block[0].Bits, Raw.Block[1].Bits, Raw.Block[2].Bits};
  Fact.DynamicSharedBytes = Raw.SharedBytes.Bits;
  LabelSet Shape = Raw.SharedBytes.From;
  for (unsigned I = 0; I < 3; ++I)
    Shape = L.unite(Shape, L.unite(Raw.Grid[I].From, Raw.Block[I].From));
  addDependencies(Shape, Fact.ShapeDependsOn, Fact);
  for (const HostModule *File : Files) {
    auto It = File->Functions.find(Raw.Function);
    if (It != File->Functions.end())
      Fact.Function = It->second;
  }
  const HostKernel *K = Raw.Stub ? kernelOf(*Raw.Stub) : nullptr;
  if (!K) {
    Fact.Kernel = Fact.Mangled = Raw.Symbol;
    return Fact;
  }
  Fact.Kernel = K->Written;
  Fact.Mangled = K->Mangled;
  for (size_t I = 0; I < std::min(K->Parameters.size(), Raw.Args.size()); ++I) {
    const KernelParameter &P = K->Parameters[I];
    std::string Name = P.Name.empty() ? std::to_string(I) : P.Name;
    for (const ParameterField &F : P.Fields) {
      if (F.K == ParameterField::Kind::Pointer) {
        // An array whose size came out of data has any size: the size of this
        // walk would bound the values that stand for that data.
        if (!P.IsRecord && Raw.PointerBytes[I] &&
            !L.holdsData(Raw.SizesFrom[I]))
          Fact.Bytes.emplace_back(Name, Raw.PointerBytes[I]);
        continue;
      }
      LabelSet From = 0;
      FactArg A;
      A.Name = F.Name.empty() ? Name : F.Name;
      if (P.IsRecord)
        A.Offset = F.Offset;
      A.Value = scalarOf(F, Raw.Args[I], From, L);
      addDependencies(From, A.DependsOn, Fact);
      if (A.Value.K != ArgValue::Kind::Unknown)
        Fact.Args.push_back(std::move(A));
    }
  }
  return Fact;
}

WalkResult OneWalk::result() {
  WalkResult Out;
  Out.FoundMain = true;
  Out.Ended = M.ended();
  Out.ExitCode = M.ExitCode;
  Out.Steps = M.steps();
  Out.Facts.Arguments = Assumed;
  for (const auto &Entry : M.NotKnown)
    Out.NotKnown[Entry.getKey()] = Entry.getValue();
  std::vector<uint64_t> Counts(Runtime.Launches.size()),
      Copies(Runtime.Copies.size()), Order(Runtime.Launches.size(), ~0ULL);
  uint64_t Now = 0;
  for (const Event &E : M.events()) {
    if (E.What >= GpuRuntime::CopyEvent) {
      Copies[E.What - GpuRuntime::CopyEvent] += E.Count;
      continue;
    }
    Order[E.What] = std::min(Order[E.What], Now++);
    Counts[E.What] += E.Count;
  }
  for (size_t I = 0; I < Runtime.Launches.size(); ++I)
    Out.Facts.Launches.push_back(
        factOf(Runtime.Launches[I], Counts[I], Order[I]));
  for (size_t I = 0; I < Runtime.Copies.size(); ++I) {
    CopyFact C;
    C.Where = Runtime.Copies[I].Kind == 1 ? CopyFact::Direction::HostToDevice
              : Runtime.Copies[I].Kind == 2
                  ? CopyFact::Direction::DeviceToHost
                  : CopyFact::Direction::DeviceToDevice;
    C.Bytes = Runtime.Copies[I].Bytes;
    C.Count = Copies[I];
    Out.Facts.Copies.push_back(C);
  }
  return Out;
}

/// Whether the GPU allows the grid and block of every launch.
bool OneWalk::launchesFit() const {
  if (!Options.Gpu)
    return true;
  const auto &A = Options.Gpu->Arch;
  auto fits = [](const std::array<Value, 3> &Size, const Fact &X, const Fact &Y,
                 const Fact &Z) {
    return static_cast<double>(Size[0].Bits) <= X.Value &&
           static_cast<double>(Size[1].Bits) <= Y.Value &&
           static_cast<double>(Size[2].Bits) <= Z.Value;
  };
  return all_of(Runtime.Launches, [&](const RawLaunch &L) {
    double Threads = 1;
    for (const Value &V : L.Block)
      Threads *= static_cast<double>(V.Bits);
    return Threads <= A.MaxThreadsPerBlock.Value &&
           fits(L.Block, A.MaxBlockX, A.MaxBlockY, A.MaxBlockZ) &&
           fits(L.Grid, A.MaxGridX, A.MaxGridY, A.MaxGridZ);
  });
}

/// Whether a walk came to its end before the program did what it is for.
static bool endedEarly(const OneWalk &W) {
  auto Ended = W.machine().ended();
  return Ended && (*Ended == End::Exited || *Ended == End::Failed);
}

/// Walks with one command line; where the program ends early at a branch that
/// nothing decides, the branch is taken the other way.
static std::unique_ptr<OneWalk> tryWalks(ArrayRef<const HostModule *> Files,
                                         const WalkOptions &Options,
                                         const Function &Main,
                                         ArrayRef<Word> Words, bool ArgcOpen) {
  constexpr unsigned MostTries = 5;
  std::unique_ptr<OneWalk> Best;
  std::vector<unsigned> Reversed;
  for (unsigned Try = 0; Try < MostTries; ++Try) {
    auto W = std::make_unique<OneWalk>(Files, Options);
    W->run(Main, Words, ArgcOpen, Reversed);
    size_t Choices = W->machine().choices().size();
    bool Early = endedEarly(*W);
    if (!Best || W->launchKinds() > Best->launchKinds())
      Best = std::move(W);
    if (!Early || Choices == 0)
      break;
    auto Last = static_cast<unsigned>(Choices - 1);
    // The last choice first; once it was reversed, the one before.
    while (Last > 0 && is_contained(Reversed, Last))
      --Last;
    if (is_contained(Reversed, Last))
      break;
    Reversed.push_back(Last);
  }
  return Best;
}

/// The same; a program that takes too many steps is walked once more, its long
/// loops looked at sooner.
static std::unique_ptr<OneWalk> walkWith(ArrayRef<const HostModule *> Files,
                                         const WalkOptions &Options,
                                         const Function &Main,
                                         ArrayRef<Word> Words, bool ArgcOpen) {
  const uint64_t Soon = Budget().LoopSteps;
  auto First = tryWalks(Files, Options, Main, Words, ArgcOpen);
  if (First->machine().ended() != End::OutOfSteps ||
      Options.Limits.LoopSteps <= Soon)
    return First;
  WalkOptions Shorter = Options;
  Shorter.Limits.LoopSteps = Soon;
  auto Second = tryWalks(Files, Shorter, Main, Words, ArgcOpen);
  const bool Further = Second->machine().ended() != End::OutOfSteps;
  return Further || Second->launchKinds() > First->launchKinds()
             ? std::move(Second)
             : std::move(First);
}

/// A number as a user would write it.
static std::string textOf(double Number) {
  if (Number == std::floor(Number) && std::fabs(Number) < 9e15)
    return std::to_string(static_cast<int64_t>(Number));
  return std::to_string(Number);
}

WalkResult walkProgram(ArrayRef<const HostModule *> Files,
                       const WalkOptions &Options) {
  const Function *Main = nullptr;
  for (const HostModule *File : Files)
    if (const Function *F = File->M->getFunction("main"))
      if (!F->isDeclaration())
        Main = F;
  if (!Main)
    return {};
  std::vector<Word> Words;
  std::optional<std::vector<std::string>> Given = Options.Arguments;
  for (const HostModule *File : Files)
    if (!Given && File->RunArguments && Main->getParent() == File->M.get())
      Given = splitCommandLine(*File->RunArguments);
  if (Given) {
    for (const std::string &Text : *Given)
      Words.push_back({Text, ""});
    WalkResult Out = walkWith(Files, Options, *Main, Words, false)->result();
    Out.ArgumentsGiven = true;
    return Out;
  }
  auto Best = walkWith(Files, Options, *Main, Words, true);
  if (Best->hasLaunches())
    return Best->result();
  // The numbers that argc is compared with tell how many there should be.
  std::set<int64_t> Wanted;
  for (int64_t N : Best->machine().ComparedWithArgc)
    for (int64_t Near : {N, N + 1})
      if (Near > 1 && Near < 32)
        Wanted.insert(Near);
  // A number that stands for a block's size must not be a million: what breaks
  // a limit of the GPU is no launch that a user would make. Nor are sizes for
  // which an array's number of bytes wraps to 0.
  std::unique_ptr<OneWalk> First;
  for (const char *Assumed : {"1048576", "4096", "256", "16"}) {
    for (int64_t Count : Wanted) {
      Words.clear();
      for (int64_t K = 1; K < Count; ++K) {
        std::string Name = "argv[" + std::to_string(K) + "]";
        if (auto It = Options.Given.find(Name); It != Options.Given.end())
          Words.push_back({textOf(It->second), ""});
        else if (auto Other = Options.Tried.find(Name);
                 Other != Options.Tried.end())
          Words.push_back({textOf(Other->second), Name});
        else
          Words.push_back({Assumed, Name});
      }
      auto W = walkWith(Files, Options, *Main, Words, true);
      if (!W->hasLaunches() || W->deviceBytes() >= (uint64_t(64) << 30))
        continue;
      if (W->launchesFit() && !W->hasEmptyArrays())
        return W->result();
      if (!First)
        First = std::move(W);
    }
  }
  return (First ? First : Best)->result();
}

} // namespace gpuperf::program
