//===- CudaLaunch.cpp - Kernel launches in a walk ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace gpuperf::program {

/// A dim3 among the arguments: x and y in one scalar of 8 bytes and z in the
/// next, three scalars, or a pointer to 12 bytes, as the host's calling
/// convention wants it. \p K moves past it.
static std::array<Value, 3> readDim(NativeCall &C, size_t &K) {
  // x and y in one number look like a place of memory where y is large.
  const bool MayPoint = !C.I || K >= C.I->arg_size() ||
                        C.I->getArgOperand(K)->getType()->isPointerTy();
  llvm::ArrayRef<Value> S = C.scalars(K++);
  if (S.size() >= 3)
    return {S[0], S[1], S[2]};
  Address A = S.empty() ? 0 : S[0].Bits;
  if (MayPoint && S.size() == 1 && C.M.Mem.bytesFrom(A) >= 12)
    return {C.M.Mem.read(A, 4), C.M.Mem.read(A + 4, 4), C.M.Mem.read(A + 8, 4)};
  Value XY = S.empty() ? Value() : S[0];
  Value Z = S.size() >= 2 ? S[1] : C.arg(K++);
  return {Value{XY.Bits & 0xFFFFFFFFu, XY.From}, Value{XY.Bits >> 32, XY.From},
          Value{Z.Bits & 0xFFFFFFFFu, Z.From}};
}

static void setPlace(NativeCall &C, GpuRuntime::Configuration &Out) {
  if (!C.I)
    return;
  Out.Function = C.I->getFunction()->getName().str();
  if (const llvm::DILocation *At = C.I->getDebugLoc()) {
    Out.Line = At->getLine();
    Out.Column = At->getColumn();
    Out.File = At->getFilename().str();
  }
}

static void push(NativeCall &C) {
  GpuRuntime::Configuration Out;
  size_t K = 0;
  Out.Grid = readDim(C, K);
  Out.Block = readDim(C, K);
  Out.SharedBytes = C.arg(K);
  Out.Stream = C.arg(K + 1);
  setPlace(C, Out);
  runtimeOf(C).Pushed.push_back(std::move(Out));
  C.give({});
}

static void pop(NativeCall &C) { // (grid *, block *, shared *, stream *)
  GpuRuntime &R = runtimeOf(C);
  C.give({});
  if (R.Pushed.empty())
    return;
  const GpuRuntime::Configuration &Top = R.Pushed.back();
  for (unsigned I = 0; I < 3; ++I) {
    C.M.Mem.write(C.arg(0).Bits + 4 * I, 4, Top.Grid[I]);
    C.M.Mem.write(C.arg(1).Bits + 4 * I, 4, Top.Block[I]);
  }
  C.M.Mem.write(C.arg(2).Bits, 8, Top.SharedBytes);
  C.M.Mem.write(C.arg(3).Bits, 8, Top.Stream);
}

/// Reads the arguments that \p Pointers points to.
static void readArguments(NativeCall &C, const llvm::Function &Stub,
                          Address Pointers, RawLaunch &Out) {
  GpuRuntime &R = runtimeOf(C);
  std::vector<unsigned> Sizes;
  if (R.ParameterBytes)
    Sizes = R.ParameterBytes(Stub);
  for (size_t K = 0; K < Sizes.size(); ++K) {
    Address At = C.M.Mem.read(Pointers + 8 * K, 8).Bits;
    std::vector<Value> &Words = Out.Args.emplace_back();
    for (unsigned I = 0; I < std::min(Sizes[K], 4096u); I += 4)
      Words.push_back(C.M.Mem.read(
          At + I,
          std::min(4u, Sizes[K] < 4 ? (Sizes[K] == 3 ? 2 : Sizes[K]) : 4u)));
    const Address Pointee = Sizes[K] == 8 ? C.M.Mem.read(At, 8).Bits : 0;
    Out.PointerBytes.push_back(C.M.Mem.bytesFrom(Pointee));
    Out.SizesFrom.push_back(C.M.Mem.sizeFrom(Pointee));
  }
}

/// Reads the variables in the GPU's memory that the kernel reads.
static void readVariables(NativeCall &C, const llvm::Function &Stub,
                          RawLaunch &Out) {
  GpuRuntime &R = runtimeOf(C);
  if (!R.VariablesOf)
    return;
  for (const auto &[At, Bytes] : R.VariablesOf(Stub)) {
    std::vector<Value> &Words = Out.Variables.emplace_back();
    for (unsigned I = 0; I < Bytes; I += 4) {
      const unsigned Left = Bytes - I;
      Words.push_back(C.M.Mem.read(At + I, Left >= 4   ? 4u
                                           : Left >= 2 ? 2u
                                                       : 1u));
    }
  }
}

/// A program that works on an array of no bytes has read its size from a file
/// that is not there: what is zero or less among the other arguments is not
/// known, although nothing tells so where a test of the size has passed it by.
static void doubtEmptySizes(NativeCall &C, Address Pointers, RawLaunch &Out) {
  const std::vector<Address> &Empty = runtimeOf(C).EmptyArrays;
  auto IsEmpty = [&](size_t K) {
    const Address At = C.M.Mem.read(Pointers + 8 * K, 8).Bits;
    return Out.PointerBytes[K] != 0 &&
           llvm::is_contained(Empty, C.M.Mem.read(At, 8).Bits);
  };
  if (Empty.empty() ||
      llvm::none_of(llvm::seq(Out.PointerBytes.size()), IsEmpty))
    return;
  for (size_t K = 0; K < Out.Args.size(); ++K) {
    std::vector<Value> &Words = Out.Args[K];
    // The last word tells of a number whether it is negative.
    const bool IsNumber = Words.size() == 1 || Words.size() == 2;
    if (Out.PointerBytes[K] != 0 || !IsNumber ||
        (static_cast<int32_t>(Words.back().Bits) >= 0 &&
         llvm::any_of(Words, [](const Value &V) { return V.Bits != 0; })))
      continue;
    for (Value &Word : Words)
      Word.From = C.M.L.add(Label::Kind::Data, "the size of an empty array");
  }
}

/// All that tells two launches apart; contents of pointers do not.
static std::vector<uint64_t> identity(const RawLaunch &L) {
  std::vector<uint64_t> Key = {reinterpret_cast<uintptr_t>(L.Stub), L.Line,
                               L.Column, L.SharedBytes.Bits};
  for (unsigned I = 0; I < 3; ++I) {
    Key.push_back(L.Grid[I].Bits);
    Key.push_back(L.Block[I].Bits);
  }
  for (size_t K = 0; K < L.Args.size(); ++K) {
    Key.push_back(L.PointerBytes[K]);
    if (L.PointerBytes[K])
      continue; // a pointer: only what it can reach counts
    for (const Value &V : L.Args[K])
      Key.push_back(V.Bits);
  }
  for (const std::vector<Value> &Variable : L.Variables)
    for (const Value &V : Variable)
      Key.push_back(V.Bits);
  for (llvm::StringRef Text :
       {llvm::StringRef(L.File), llvm::StringRef(L.Symbol)})
    for (char Char : Text)
      Key.push_back(static_cast<unsigned char>(Char));
  return Key;
}

static void note(NativeCall &C, RawLaunch Launch, Address Pointers) {
  GpuRuntime &R = runtimeOf(C);
  if (Launch.Stub && Pointers)
    readArguments(C, *Launch.Stub, Pointers, Launch);
  if (Launch.Stub)
    readVariables(C, *Launch.Stub, Launch);
  doubtEmptySizes(C, Pointers, Launch);
  std::vector<uint64_t> Key = identity(Launch);
  auto It = R.Known.find(Key);
  if (It == R.Known.end()) {
    if (R.Launches.size() >= GpuRuntime::MostLaunches)
      return C.M.stop(End::Stopped);
    It = R.Known.emplace(std::move(Key), R.Launches.size()).first;
    R.Launches.push_back(std::move(Launch));
  }
  C.M.note(It->second);
  // What a kernel writes is not known; the numbers that were there stay.
  for (size_t K = 0; K < R.Launches[It->second].PointerBytes.size(); ++K) {
    if (!R.Launches[It->second].PointerBytes[K])
      continue;
    Address At = C.M.Mem.read(C.M.Mem.read(Pointers + 8 * K, 8).Bits, 8).Bits;
    if (C.M.Mem.isDevice(At) || R.Variables.count(At - Memory::offsetOf(At)))
      C.M.Mem.label(At, C.M.Mem.bytesFrom(At),
                    C.M.L.add(Label::Kind::Data, "what a kernel writes"));
  }
}

/// What the launch was configured with, or the place of the call.
static void moveConfiguration(GpuRuntime::Configuration Place, RawLaunch &Out) {
  Out.Line = Place.Line;
  Out.Column = Place.Column;
  Out.File = std::move(Place.File);
  Out.Function = std::move(Place.Function);
}

/// What <<<>>> has configured and no launch has taken; nothing where there is
/// none.
static std::optional<GpuRuntime::Configuration> takePushed(NativeCall &C) {
  GpuRuntime &R = runtimeOf(C);
  if (R.Pushed.empty())
    return std::nullopt;
  GpuRuntime::Configuration Top = std::move(R.Pushed.back());
  R.Pushed.pop_back();
  return Top;
}

/// The launch of \p Stub that was configured so.
static RawLaunch configured(GpuRuntime::Configuration Top,
                            const llvm::Function *Stub) {
  RawLaunch Out;
  Out.Stub = Stub;
  Out.Grid = Top.Grid;
  Out.Block = Top.Block;
  Out.SharedBytes = Top.SharedBytes;
  Out.Stream = Top.Stream.Bits;
  moveConfiguration(std::move(Top), Out);
  return Out;
}

/// The host stub of a kernel that is named by \p At: in CUDA the stub itself,
/// in HIP a constant that holds its address.
static const llvm::Function *kernelAt(NativeCall &C, Address At) {
  if (const llvm::Function *F = C.M.functionAt(At))
    return F;
  return C.M.functionAt(C.M.Mem.read(At, 8).Bits);
}

static void setupArgument(NativeCall &C) { // (pointer, bytes, offset)
  GpuRuntime &R = runtimeOf(C);
  C.give({});
  if (!R.Pushed.empty())
    R.Pushed.back().Arguments.push_back(C.arg(0).Bits);
}

/// Clang launches so where it does not know the toolkit's version.
static void launchAsBefore(NativeCall &C) { // (function)
  C.give({});
  auto Top = takePushed(C);
  if (!Top)
    return;
  const std::vector<Address> Arguments = std::move(Top->Arguments);
  Address Pointers =
      C.M.Mem.allocate(8 * (Arguments.size() + 1), Memory::Where::Stack);
  for (size_t K = 0; K < Arguments.size(); ++K)
    C.M.Mem.write(Pointers + 8 * K, 8, {Arguments[K], 0});
  note(C, configured(std::move(*Top), kernelAt(C, C.arg(0).Bits)), Pointers);
  C.M.Mem.release(Pointers);
}

namespace {
/// Parameters of a kernel in memory, as the body of its stub would put them
/// there. They are released with it.
class StubArguments {
public:
  /// \p Bytes: of each parameter.
  StubArguments(NativeCall &C, const llvm::Function &Stub,
                llvm::ArrayRef<unsigned> Bytes)
      : Mem(C.M.Mem), DL(Stub.getParent()->getDataLayout()), C(C), Stub(Stub) {
    constexpr unsigned PointerBytes = 8;
    const Address At = allocate(PointerBytes * (Bytes.size() + 1));
    for (size_t K = 0; K < Bytes.size(); ++K)
      Mem.write(At + PointerBytes * K, PointerBytes, {parameter(Bytes[K]), 0});
    // A parameter that is handed over in a way that is not known here.
    if (Next == Stub.arg_size())
      Pointers = At;
  }
  ~StubArguments() {
    for (Address A : Allocated)
      Mem.release(A);
  }
  StubArguments(const StubArguments &) = delete;
  StubArguments &operator=(const StubArguments &) = delete;

  Address Pointers = 0; ///< to the parameters; 0: they are not known

private:
  Address allocate(uint64_t Bytes) {
    Allocated.push_back(Mem.allocate(Bytes, Memory::Where::Stack));
    return Allocated.back();
  }

  /// The address of the next parameter. Structures come in memory, or in parts
  /// that registers hold.
  Address parameter(unsigned Bytes) {
    if (Next < Stub.arg_size() && Stub.getArg(Next)->hasByValAttr())
      return C.arg(Next++).Bits;
    constexpr unsigned LargestPart = 16;
    const Address At = allocate(Bytes + LargestPart);
    for (uint64_t Offset = 0; Offset < Bytes && Next < Stub.arg_size();
         ++Next) {
      llvm::Type *T = Stub.getArg(Next)->getType();
      Offset = llvm::alignTo(Offset, DL.getABITypeAlign(T));
      const llvm::ArrayRef<Value> Scalars = C.scalars(Next);
      const uint64_t Size = DL.getTypeStoreSize(T);
      const uint64_t Each = Size / std::max<size_t>(Scalars.size(), 1);
      for (const Value &V : Scalars) {
        Mem.write(At + Offset, static_cast<unsigned>(Each), V);
        Offset += Each;
      }
    }
    return At;
  }

  Memory &Mem;
  const llvm::DataLayout &DL;
  NativeCall &C;
  const llvm::Function &Stub;
  unsigned Next = 0; ///< argument of the stub
  llvm::SmallVector<Address, 8> Allocated;
};
} // namespace

void launchDeclared(NativeCall &C, const llvm::Function &Stub) {
  C.give({});
  auto Top = takePushed(C);
  if (!Top)
    return;
  const StubArguments Arguments(C, Stub, runtimeOf(C).ParameterBytes(Stub));
  note(C, configured(std::move(*Top), &Stub), Arguments.Pointers);
}

static void launch(NativeCall &C) {
  // (function, grid, block, arguments, shared bytes, stream)
  GpuRuntime &R = runtimeOf(C);
  RawLaunch Out;
  Out.Stub = kernelAt(C, C.arg(0).Bits);
  size_t K = 1;
  Out.Grid = readDim(C, K);
  Out.Block = readDim(C, K);
  Address Pointers = C.arg(K).Bits;
  Out.SharedBytes = C.arg(K + 1);
  Out.Stream = C.arg(K + 2).Bits;
  GpuRuntime::Configuration Place;
  if (!R.Pushed.empty() && C.I && Out.Stub == C.I->getFunction()) {
    Place = std::move(R.Pushed.back());
    R.Pushed.pop_back();
  } else {
    setPlace(C, Place);
  }
  moveConfiguration(std::move(Place), Out);
  C.give({});
  note(C, std::move(Out), Pointers);
}

static void launchEx(NativeCall &C) { // (config *, function, arguments)
  // struct cudaLaunchConfig_t begins with grid, block and the shared bytes.
  RawLaunch Out;
  Address Config = C.arg(0).Bits;
  for (unsigned I = 0; I < 3; ++I) {
    Out.Grid[I] = C.M.Mem.read(Config + 4 * I, 4);
    Out.Block[I] = C.M.Mem.read(Config + 12 + 4 * I, 4);
  }
  Out.SharedBytes = C.M.Mem.read(Config + 24, 8);
  Out.Stub = kernelAt(C, C.arg(1).Bits);
  GpuRuntime::Configuration Place;
  setPlace(C, Place);
  moveConfiguration(std::move(Place), Out);
  C.give({});
  note(C, std::move(Out), C.arg(2).Bits);
}

/// (handle *, module, symbol)
static void askModule(NativeCall &C) {
  GpuRuntime &R = runtimeOf(C);
  LabelSet From = 0;
  const std::string Symbol = C.M.Mem.text(C.arg(2).Bits, From);
  const llvm::Function *Stub = R.StubOf ? R.StubOf(Symbol) : nullptr;
  Address Handle = 0;
  if (Stub) {
    Handle = C.M.addressOf(*Stub);
  } else {
    Handle = R.Handles += 16;
    R.NoStub[Handle] = Symbol;
  }
  C.M.Mem.write(C.arg(0).Bits, 8, {Handle, 0});
  C.give({});
}

/// (handle *, kernel)
static void handleOfKernel(NativeCall &C) {
  C.M.Mem.write(C.arg(0).Bits, 8, C.arg(1));
  C.give({});
}

/// An argument of 32 bits.
static Value low(const Value &V) { return {V.Bits & 0xFFFFFFFFu, V.From}; }

/// Of a handle: its kernel, or what the module was asked for.
static void setKernel(NativeCall &C, Address Handle, RawLaunch &Out) {
  Out.Stub = kernelAt(C, Handle);
  if (auto It = runtimeOf(C).NoStub.find(Handle);
      It != runtimeOf(C).NoStub.end())
    Out.Symbol = It->second;
}

/// The addresses of arguments that stand one after the other in a buffer, which
/// \p Extra gives; 0: it gives none, or not all are plain numbers.
static Address argumentsIn(NativeCall &C, Address Extra, const RawLaunch &L) {
  GpuRuntime &R = runtimeOf(C);
  constexpr uint64_t BufferPointer = 1;
  if (!Extra || !L.Stub || !R.ParameterBytes ||
      C.M.Mem.read(Extra, 8).Bits != BufferPointer)
    return 0;
  const Address Buffer = C.M.Mem.read(Extra + 8, 8).Bits;
  const std::vector<unsigned> Sizes = R.ParameterBytes(*L.Stub);
  if (llvm::any_of(Sizes, [](unsigned Bytes) {
        return Bytes == 0 || Bytes > 8 || (Bytes & (Bytes - 1)) != 0;
      }))
    return 0;
  const Address Pointers =
      C.M.Mem.allocate(8 * (Sizes.size() + 1), Memory::Where::Stack);
  uint64_t Offset = 0;
  for (size_t K = 0; K < Sizes.size(); ++K) {
    Offset = (Offset + Sizes[K] - 1) / Sizes[K] * Sizes[K];
    C.M.Mem.write(Pointers + 8 * K, 8, {Buffer + Offset, 0});
    Offset += Sizes[K];
  }
  return Pointers;
}

static void noteModuleLaunch(NativeCall &C, RawLaunch Out, Address Pointers,
                             Address Extra) {
  GpuRuntime::Configuration Place;
  setPlace(C, Place);
  moveConfiguration(std::move(Place), Out);
  C.give({});
  const Address Made = Pointers ? 0 : argumentsIn(C, Extra, Out);
  note(C, std::move(Out), Pointers ? Pointers : Made);
  if (Made)
    C.M.Mem.release(Made);
}

/// (handle, grid x, y, z, block x, y, z, shared bytes, stream, arguments,
/// extra); \p InThreads: of the grid it is given the threads.
static void launchHandle(NativeCall &C, bool InThreads) {
  RawLaunch Out;
  setKernel(C, C.arg(0).Bits, Out);
  for (unsigned I = 0; I < 3; ++I) {
    Out.Grid[I] = low(C.arg(1 + I));
    Out.Block[I] = low(C.arg(4 + I));
    const uint64_t Threads = Out.Block[I].Bits;
    if (InThreads && Threads)
      Out.Grid[I] = {(Out.Grid[I].Bits + Threads - 1) / Threads,
                     C.M.L.unite(Out.Grid[I].From, Out.Block[I].From)};
  }
  Out.SharedBytes = low(C.arg(7));
  Out.Stream = C.arg(8).Bits;
  const Address Extra = C.size() > 10 ? C.arg(10).Bits : 0;
  noteModuleLaunch(C, std::move(Out), C.arg(9).Bits, Extra);
}
static void launchBlocks(NativeCall &C) { launchHandle(C, false); }
static void launchThreads(NativeCall &C) { launchHandle(C, true); }

static void launchConfigured(NativeCall &C) {
  // (config *, handle, arguments, extra); struct CUlaunchConfig begins with
  // seven numbers.
  RawLaunch Out;
  const Address Config = C.arg(0).Bits;
  for (unsigned I = 0; I < 3; ++I) {
    Out.Grid[I] = C.M.Mem.read(Config + 4 * I, 4);
    Out.Block[I] = C.M.Mem.read(Config + 12 + 4 * I, 4);
  }
  Out.SharedBytes = C.M.Mem.read(Config + 24, 4);
  setKernel(C, C.arg(1).Bits, Out);
  noteModuleLaunch(C, std::move(Out), C.arg(2).Bits, C.arg(3).Bits);
}

void addCudaLaunch(NativeTable &T) {
  for (const char *Name : {"cuModuleGetFunction", "cuLibraryGetKernel",
                           "cudaLibraryGetKernel", "hipModuleGetFunction"})
    T[Name] = askModule;
  for (const char *Name : {"cuKernelGetFunction", "cudaGetKernel",
                           "cudaGetFuncBySymbol", "hipGetFuncBySymbol"})
    T[Name] = handleOfKernel;
  for (const char *Name :
       {"cuLaunchKernel", "cuLaunchCooperativeKernel", "hipModuleLaunchKernel",
        "hipModuleLaunchCooperativeKernel"})
    T[Name] = launchBlocks;
  T["hipExtModuleLaunchKernel"] = T["hipHccModuleLaunchKernel"] = launchThreads;
  T["cuLaunchKernelEx"] = launchConfigured;
  T["__cudaPushCallConfiguration"] = T["cudaConfigureCall"] = push;
  T["__cudaPopCallConfiguration"] = pop;
  T["cudaSetupArgument"] = setupArgument;
  T["cudaLaunch"] = launchAsBefore;
  for (const char *Name :
       {"cudaLaunchKernel", "cudaLaunchKernel_ptsz",
        "cudaLaunchCooperativeKernel", "cudaLaunchCooperativeKernel_ptsz"})
    T[Name] = launch;
  T["cudaLaunchKernelExC"] = T["cudaLaunchKernelExC_ptsz"] = launchEx;
}

} // namespace gpuperf::program
