//===- OneWalk.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/OneWalk.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace gpuperf::program {

const HostKernel *OneWalk::kernelOf(const Function &Stub) const {
  for (const HostModule *File : Files) {
    auto It = File->Kernels.find(Stub.getName());
    if (It != File->Kernels.end())
      return &It->second;
  }
  return nullptr;
}

/// Runs what initialises the files' variables.
void OneWalk::start(std::vector<unsigned> Reversed) {
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
  M.Undefined = [this](const Function &F, NativeCall &Call) {
    if (!kernelOf(F))
      return false;
    launchDeclared(Call, F);
    return true;
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
  placeVariables();
  M.runInitializers();
}

/// What a variable of the GPU's memory holds before anything is copied to it is
/// certain only where its declaration says it: that of another file may.
void OneWalk::placeVariables() {
  for (const HostModule *File : Files)
    for (const HostVariable &V : File->Variables) {
      const Address At = addressOf(*File, V);
      if (!At || !Runtime.Variables.insert(At).second)
        continue;
      if (V.Initial && !V.Fields.empty())
        M.Mem.write(At, V.Fields.front().Bytes, {*V.Initial, 0});
      else
        M.Mem.label(At, M.Mem.bytesFrom(At),
                    L.add(Label::Kind::Data, "what the GPU's memory holds"));
    }
  Runtime.VariablesOf = [this](const Function &Stub) {
    std::vector<std::pair<Address, unsigned>> Out;
    for (const auto &[File, V] : variablesOf(Stub))
      Out.emplace_back(addressOf(*File, *V), V->Fields.empty() ? 0 : V->Bytes);
    return Out;
  };
}

Address OneWalk::addressOf(const HostModule &File, const HostVariable &V) {
  const GlobalVariable *G = File.M->getNamedGlobal(V.Symbol);
  return G ? M.addressOf(*G) : 0;
}

/// The variables that the kernel of \p Stub reads, with their files.
std::vector<std::pair<const HostModule *, const HostVariable *>>
OneWalk::variablesOf(const Function &Stub) const {
  std::vector<std::pair<const HostModule *, const HostVariable *>> Out;
  for (const HostModule *File : Files)
    if (auto It = File->Kernels.find(Stub.getName());
        It != File->Kernels.end()) {
      for (unsigned Number : It->second.Variables)
        Out.emplace_back(File, &File->Variables[Number]);
      break;
    }
  return Out;
}

void OneWalk::run(const Function &Main, ArrayRef<Word> Words, bool ArgcOpen,
                  std::vector<unsigned> Reversed) {
  start(std::move(Reversed));
  // Behind the last argument stands no text; the labels tell who looks there.
  constexpr size_t Behind = 8;
  Address Argv =
      M.Mem.allocate(8 * (Words.size() + 1 + Behind), Memory::Where::Global);
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
  if (ArgcOpen) {
    M.ArgcLabel = L.add(Label::Kind::Assumed, "argc",
                        static_cast<double>(Words.size() + 1));
    for (size_t K = Words.size() + 1; K <= Words.size() + Behind; ++K) {
      const LabelSet Missing =
          L.add(Label::Kind::Assumed, "argv[" + std::to_string(K) + "]");
      M.MissingArguments[Missing] = K;
      M.Mem.write(Argv + 8 * K, 8, {0, Missing});
    }
  }
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

void OneWalk::runFunction(const Function &F, std::vector<unsigned> Reversed) {
  // Large enough for a loop over elements or blocks to be entered.
  constexpr uint64_t Some = 64, ObjectBytes = 4096;
  start(std::move(Reversed));
  const LabelSet From = Arguments = L.add(
      Label::Kind::Data, ("what '" + F.getName() + "' is called with").str());
  M.distrustVariables(From);
  const std::vector<unsigned> Scalars = M.argumentScalars(F);
  std::vector<std::vector<Value>> Args;
  for (const Argument &A : F.args()) {
    std::vector<Value> &Parts =
        Args.emplace_back(Scalars[A.getArgNo()], Value{Some, From});
    if (A.getType()->isPointerTy()) {
      // There is an object; what it holds is what nobody knows. What the
      // function returns it writes itself.
      const bool Given = !A.hasStructRetAttr();
      Parts[0] = {
          M.Mem.allocate(ObjectBytes, Memory::Where::Heap, Given ? From : 0),
          0};
      if (Given)
        M.Mem.setSizeFrom(Parts[0].Bits, From);
    } else if (A.getType()->isFloatTy()) {
      Parts[0].Bits = bit_cast<uint32_t>(static_cast<float>(Some));
    } else if (A.getType()->isDoubleTy()) {
      Parts[0].Bits = bit_cast<uint64_t>(static_cast<double>(Some));
    }
  }
  if (!M.ended())
    M.call(F, Args);
}

bool OneWalk::isByArguments(LabelSet From) const {
  return any_of(L.members(Arguments), [&](uint16_t Label) {
    return is_contained(L.members(From), Label);
  });
}

std::vector<unsigned> OneWalk::choicesByArguments() const {
  std::vector<unsigned> Out;
  for (auto [Number, C] : enumerate(M.choices()))
    if (isByArguments(C.From))
      Out.push_back(static_cast<unsigned>(Number));
  return Out;
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
            !L.holdsData(Raw.SizesFrom[I])) {
          Fact.Bytes.emplace_back(Name, Raw.PointerBytes[I]);
          // The pointer may be an open number of elements into the array.
          LabelSet Open = Raw.SizesFrom[I];
          for (const Value &Word : Raw.Args[I])
            Open = L.unite(Open, Word.From);
          if (L.members(Open).empty())
            Fact.FixedBytes.push_back(Name);
        }
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
  addVariables(Raw, Fact);
  return Fact;
}

/// What the variables hold that the kernel reads, as far as it is no data.
void OneWalk::addVariables(const RawLaunch &Raw, LaunchFact &Fact) {
  const auto Read = variablesOf(*Raw.Stub);
  for (size_t I = 0; I < std::min(Read.size(), Raw.Variables.size()); ++I)
    for (const ParameterField &F : Read[I].second->Fields) {
      LabelSet From = 0;
      FactArg A;
      A.Name = F.Name;
      if (!Read[I].second->IsScalar)
        A.Offset = F.Offset;
      if (F.K != ParameterField::Kind::Pointer)
        A.Value = scalarOf(F, Raw.Variables[I], From, L);
      if (A.Value.K == ArgValue::Kind::Unknown || L.holdsData(From))
        continue;
      addDependencies(From, A.DependsOn, Fact);
      Fact.Args.push_back(std::move(A));
    }
}

WalkResult OneWalk::result() {
  WalkResult Out;
  Out.FoundMain = true;
  Out.Ended = M.ended();
  Out.ExitCode = M.ExitCode;
  Out.Steps = M.steps();
  Out.Facts.Arguments = Assumed;
  Out.Facts.LeftLoop = !M.NotedInLeftLoops.empty();
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
  for (size_t I = 0; I < Runtime.Launches.size(); ++I) {
    Out.Facts.Launches.push_back(
        factOf(Runtime.Launches[I], Counts[I], Order[I]));
    Out.Facts.Launches.back().InLeftLoop =
        M.NotedInLeftLoops.count(static_cast<uint32_t>(I)) > 0;
  }
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

std::set<std::string> OneWalk::argumentsOfBlocks() const {
  std::set<std::string> Out;
  for (const RawLaunch &Raw : Runtime.Launches)
    for (const Value &Threads : Raw.Block)
      for (uint16_t Number : L.members(Threads.From))
        if (L.label(Number).K == Label::Kind::Assumed)
          Out.insert(L.label(Number).Name);
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

} // namespace gpuperf::program
