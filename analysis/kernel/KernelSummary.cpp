//===- KernelSummary.cpp - Names, invariants and printing -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;

llvm::StringRef gpuperf::memSpaceName(MemSpace S) {
  switch (S) {
  case MemSpace::Global:
    return "global";
  case MemSpace::Shared:
    return "shared";
  case MemSpace::Local:
    return "local";
  case MemSpace::Constant:
    return "constant";
  case MemSpace::Texture:
    return "texture";
  case MemSpace::Param:
    return "param";
  case MemSpace::Unknown:
    break;
  }
  return "unknown";
}

namespace {
/// Looks for the first invariant that does not hold.
class Invariants {
public:
  explicit Invariants(const KernelSummary &Kernel) : Kernel(Kernel) {}

  std::string findBroken() {
    checkKernel();
    for (BlockId Id = 0; Id < Kernel.Blocks.size(); ++Id)
      checkBlock(Id);
    for (InstrId Id = 0; Id < Kernel.Instrs.size(); ++Id)
      checkInstr(Id);
    for (size_t Id = 0; Id < Kernel.CalledParts.size(); ++Id)
      checkCalledPart(Id);
    for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id)
      checkAccess(Id);
    for (LoopId Id = 0; Id < Kernel.Loops.size(); ++Id)
      checkLoop(Id);
    return std::move(Broken);
  }

private:
  void checkKernel();
  void checkBlock(BlockId Id);
  void checkInstr(InstrId Id);
  void checkCalledPart(size_t Id);
  void checkAccess(AccessId Id);
  void checkLoop(LoopId Id);
  void checkCounts(llvm::StringRef Name, llvm::ArrayRef<OpCounts> ByBlock);

  /// \p What names the thing, \p Must says what has to hold of it.
  void require(bool Holds, llvm::StringRef What, uint32_t Id,
               llvm::StringRef Must) {
    if (!Holds && Broken.empty())
      Broken = llvm::formatv("{0} {1} {2}", What, Id, Must).str();
  }
  bool isExpr(ExprId Id) const { return Id < Kernel.Exprs.size(); }
  bool isExprOrNone(ExprId Id) const { return Id == NoExpr || isExpr(Id); }
  bool isPlace(const SourceLine &At) const {
    return At.File == NoId || At.File < Kernel.Files.size();
  }

  const KernelSummary &Kernel;
  std::string Broken;
};
} // namespace

void Invariants::checkKernel() {
  const Estimate &Registers = Kernel.RegistersPerThread;
  require(0 <= Registers.Lo && Registers.Lo <= Registers.Value &&
              Registers.Value <= Registers.Hi,
          "kernel", 0, "must have registers with 0 <= Lo <= Value <= Hi");
  const size_t Known = Kernel.MachineCounts.size();
  require(Known == 0 || Known == Kernel.Blocks.size(), "kernel", 0,
          "must have machine counts for all blocks or for none");
  require(Kernel.MachineLaneCounts.size() == Known &&
              Kernel.MachineSharedBytes.size() == Known,
          "kernel", 0,
          "must have machine lane counts and shared bytes with machine counts");
  checkCounts("machine counts of block", Kernel.MachineCounts);
  checkCounts("machine lane counts of block", Kernel.MachineLaneCounts);
  checkCounts("counts of the unrolled text", Kernel.UnrolledTextCounts);
}

void Invariants::checkCounts(llvm::StringRef Name,
                             llvm::ArrayRef<OpCounts> ByBlock) {
  for (const auto &[Id, Counts] : llvm::enumerate(ByBlock))
    require(llvm::all_of(Counts, [](double Count) { return Count >= 0; }), Name,
            static_cast<uint32_t>(Id), "must not be negative");
}

void Invariants::checkBlock(BlockId Id) {
  const Block &B = Kernel.Blocks[Id];
  for (InstrId In : B.Instrs)
    require(In < Kernel.Instrs.size() && Kernel.Instrs[In].Block == Id, "block",
            Id, "must hold instructions that name it as their block");
  for (BlockId Succ : B.Succs)
    require(Succ < Kernel.Blocks.size() &&
                llvm::is_contained(Kernel.Blocks[Succ].Preds, Id),
            "block", Id, "must be a predecessor of its successors");
  for (BlockId Pred : B.Preds)
    require(Pred < Kernel.Blocks.size() &&
                llvm::is_contained(Kernel.Blocks[Pred].Succs, Id),
            "block", Id, "must be a successor of its predecessors");
  require(isExprOrNone(B.Condition), "block", Id,
          "must have a condition that is in the pool");
  require(isExprOrNone(B.Passing), "block", Id,
          "must have a condition to pass that is in the pool");
  require(B.SwitchValues.empty() || B.SwitchValues.size() + 1 == B.Succs.size(),
          "block", Id, "must have one successor more than switch values");
  require(B.Terminator != TerminatorKind::Conditional || B.Succs.size() == 2,
          "block", Id, "must have two successors, as it ends conditionally");
  require(llvm::all_of(B.CallLines, [&](auto &At) { return isPlace(At); }),
          "block", Id, "must be called in one of the files");
  require(B.UnlikelySucc == NoUnlikelySucc || B.UnlikelySucc < B.Succs.size(),
          "block", Id, "must have an unlikely successor that it has");
  require(B.InnermostLoop == NoId ||
              (B.InnermostLoop < Kernel.Loops.size() &&
               llvm::is_contained(Kernel.Loops[B.InnermostLoop].Blocks, Id)),
          "block", Id, "must be one of the blocks of its innermost loop");
}

void Invariants::checkInstr(InstrId Id) {
  const Instr &In = Kernel.Instrs[Id];
  const auto IsInstr = [&](InstrId Def) { return Def < Kernel.Instrs.size(); };
  require(In.Block < Kernel.Blocks.size(), "instruction", Id,
          "must be in a block");
  require(static_cast<unsigned>(In.Class) < NumOpClasses, "instruction", Id,
          "must have an operation class");
  require(llvm::all_of(In.Operands, IsInstr), "instruction", Id,
          "must have operands that are instructions");
  require(In.IsPhi || In.Incoming.empty(), "instruction", Id,
          "must be a phi, as it has incoming values");
  for (const PhiIncoming &From : In.Incoming)
    require(From.From < Kernel.Blocks.size() &&
                (From.Def == NoId || IsInstr(From.Def)),
            "instruction", Id, "must have incoming values from blocks");
  require(In.Mem == NoId || (In.Mem < Kernel.Accesses.size() &&
                             Kernel.Accesses[In.Mem].Instr == Id),
          "instruction", Id, "must be the one that its access names");
  require(isPlace(In.Where) && isPlace(In.Inner), "instruction", Id,
          "must be in one of the files");
  require(In.CallPath == NoId || (In.CallPath < Kernel.CallPaths.size() &&
                                  llvm::all_of(
                                      Kernel.CallPaths[In.CallPath],
                                      [&](auto &At) { return isPlace(At); })),
          "instruction", Id, "must have been inlined by calls in these files");
}

void Invariants::checkCalledPart(size_t Id) {
  const CalledPart &Part = Kernel.CalledParts[Id];
  require(Part.Of < Kernel.Instrs.size(), "part of a call", Id,
          "must be one of an instruction");
  require(Part.Share > 0 && Part.Share <= 1 && Part.Times >= 0,
          "part of a call", Id, "must have a share of it");
  require(Id == 0 || Kernel.CalledParts[Id - 1].Of <= Part.Of, "part of a call",
          Id, "must come behind those of earlier instructions");
  require(
      isPlace(Part.Where) && isPlace(Part.Inner) &&
          (Part.CallPath == NoId || Part.CallPath < Kernel.CallPaths.size()),
      "part of a call", Id, "must be in one of the files");
}

void Invariants::checkAccess(AccessId Id) {
  const Access &A = Kernel.Accesses[Id];
  const uint32_t WidestBytes = A.IsBulk ? MostBulkBytes : 16;
  require(A.Instr < Kernel.Instrs.size() && Kernel.Instrs[A.Instr].Mem == Id,
          "access", Id, "must be the one that its instruction names");
  require(A.Instr >= Kernel.Instrs.size() ||
              Kernel.Instrs[A.Instr].Block == A.Block,
          "access", Id, "must be in the block of its instruction");
  require(A.BytesPerLane >= 1 && A.BytesPerLane <= WidestBytes, "access", Id,
          "must be of 1 to 16 bytes per lane, or a copy that fits into an SM");
  require(A.MapParam == NoId || A.IsBulk, "access", Id,
          "must be a copy of the copy engine to have a tensor map");
  require(A.SharingBlocks >= 1, "access", Id, "must be for a block at least");
  require(A.RowLanes <= 32, "access", Id,
          "must have rows for the lanes of a warp at most");
  require(llvm::isPowerOf2_32(A.BaseAlign) && llvm::isPowerOf2_32(A.AlignBytes),
          "access", Id, "must have alignments that are powers of two");
  require(isExpr(A.Offset), "access", Id,
          "must have an offset that is in the pool");
  require(A.Base != Access::BaseKind::Argument ||
              A.BaseIndex < Kernel.Params.size(),
          "access", Id, "must name a parameter as its base");
  require(A.Base != Access::BaseKind::Variable ||
              A.BaseIndex < Kernel.Variables.size(),
          "access", Id, "must name a variable as its base");
  require((A.Kind == AccessKind::Atomic) == (A.Does != AtomicOp::None),
          "access", Id, "must say what it does if it is an atomic");
  require(isPlace(A.Where) && isPlace(A.Inner), "access", Id,
          "must be in one of the files");
}

void Invariants::checkLoop(LoopId Id) {
  const KernelLoop &L = Kernel.Loops[Id];
  const auto IsIn = [&](BlockId B) { return llvm::is_contained(L.Blocks, B); };
  for (BlockId B : L.Blocks)
    require(B < Kernel.Blocks.size(), "loop", Id, "must be made of blocks");
  require(IsIn(L.Header) && llvm::all_of(L.Latches, IsIn) &&
              llvm::all_of(L.Exiting, IsIn),
          "loop", Id, "must contain its header, latches and exiting blocks");
  require(L.Parent == NoId
              ? L.Depth == 1
              : L.Parent < Id && L.Depth == Kernel.Loops[L.Parent].Depth + 1,
          "loop", Id, "must come after its parent and be one level deeper");
  require(isExprOrNone(L.BackedgeTaken) && isExprOrNone(L.EarlyExit) &&
              isExprOrNone(L.TakenOfData) && isExprOrNone(L.TakenIfShared),
          "loop", Id, "must have trip counts that are in the pool");
  require(L.Copies >= 1, "loop", Id, "must hold at least one iteration");
  require(isPlace(L.Where) && isPlace(L.Inner) &&
              llvm::all_of(L.CallLines, [&](auto &At) { return isPlace(At); }),
          "loop", Id, "must be in one of the files");
}

llvm::StringRef gpuperf::headerOf(const KernelSummary &Kernel,
                                  const SourceLine &At) {
  if (Kernel.MainFile == NoId || At.File == Kernel.MainFile ||
      At.File >= Kernel.Files.size())
    return "";
  return llvm::sys::path::filename(Kernel.Files[At.File]);
}

std::string gpuperf::findBrokenInvariant(const KernelSummary &Kernel) {
  return Invariants(Kernel).findBroken();
}

namespace {
/// Writes the parts of a kernel, a line each.
class Printer {
public:
  Printer(const KernelSummary &Kernel, llvm::raw_ostream &OS)
      : Kernel(Kernel), OS(OS) {
    for (const Param &P : Kernel.Params)
      ArgNames.push_back(P.Name);
  }

  void printAll() {
    printKernel();
    for (LoopId Id = 0; Id < Kernel.Loops.size(); ++Id)
      printLoop(Id);
    for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id)
      printAccess(Id);
    for (BlockId Id = 0; Id < Kernel.Blocks.size(); ++Id)
      printBlock(Id);
  }

private:
  void printKernel();
  void printLoop(LoopId Id);
  void printAccess(AccessId Id);
  void printBlock(BlockId Id);
  void printInstr(InstrId Id);
  void printLine(const SourceLine &At) {
    if (At.Line)
      OS << ", line " << At.Line;
  }
  void printIds(llvm::StringRef Prefix, llvm::ArrayRef<uint32_t> Ids) {
    llvm::ListSeparator Space(" ");
    for (uint32_t Id : Ids)
      OS << Space << Prefix << Id;
  }
  std::string text(ExprId Id) const {
    return Id == NoExpr ? "unknown" : Kernel.Exprs.print(Id, ArgNames);
  }
  std::string baseOf(const Access &A) const;

  const KernelSummary &Kernel;
  llvm::raw_ostream &OS;
  std::vector<std::string> ArgNames;
};
} // namespace

static llvm::StringRef sourceName(RegisterSource From) {
  switch (From) {
  case RegisterSource::Object:
    return "an object of the build";
  case RegisterSource::Ptxas:
    return "ptxas";
  case RegisterSource::Compiler:
    return "LLVM's AMDGPU back end";
  case RegisterSource::CompilerInPart:
    return "LLVM's AMDGPU back end, in part";
  case RegisterSource::PtxLiveness:
    return "liveness of the PTX";
  case RegisterSource::LaunchBoundOnly:
    return "launch bounds";
  case RegisterSource::None:
    break;
  }
  return "nowhere";
}

void Printer::printKernel() {
  OS << "kernel " << Kernel.Name << '(' << llvm::join(ArgNames, ", ") << ")\n";
  const Estimate &Registers = Kernel.RegistersPerThread;
  OS << llvm::formatv("  registers per thread: {0} ({1} to {2}), from {3}\n",
                      Registers.Value, Registers.Lo, Registers.Hi,
                      sourceName(Kernel.RegistersFrom));
  if (Kernel.ScalarRegisters)
    OS << llvm::formatv("  SGPRs per warp: {0}; {1} AGPRs per thread\n",
                        Kernel.ScalarRegisters, Kernel.AccumulationRegisters);
  OS << llvm::formatv("  bytes: {0} static shared per block, {1} local and {2} "
                      "spilled per thread\n",
                      Kernel.StaticSharedBytes, Kernel.LocalBytesPerThread,
                      Kernel.SpillBytesPerThread);
  if (Kernel.UsesDynamicShared)
    OS << "  uses dynamic shared memory\n";
  if (Kernel.MaxThreadsPerBlockBound)
    OS << llvm::formatv("  launch bounds: {0} threads, {1} blocks per SM\n",
                        Kernel.MaxThreadsPerBlockBound,
                        Kernel.MinBlocksPerSmBound);
  OS << "  barriers in the text: " << Kernel.StaticBarriers << '\n';
  for (const Assumption &Made : Kernel.Why.all()) {
    OS << "  assumes: " << assumptionKey(Made.Kind);
    if (!Made.Name.empty())
      OS << " of " << Made.Name;
    OS << '\n';
  }
  for (const auto &[Index, V] : llvm::enumerate(Kernel.Variables))
    OS << llvm::formatv("  variable {0}: {1}, {2}, {3} bytes\n", Index, V.Name,
                        memSpaceName(V.Space), V.SizeBytes);
  OS << "  block independence: ";
  if (Kernel.Independence.Proven)
    OS << "proven\n";
  else
    OS << "not proven, as " << Kernel.Independence.Reason << '\n';
}

void Printer::printLoop(LoopId Id) {
  const KernelLoop &L = Kernel.Loops[Id];
  OS << "  loop L" << Id << ": header B" << L.Header << ", depth " << L.Depth;
  if (L.Parent != NoId)
    OS << ", in L" << L.Parent;
  OS << ", blocks ";
  printIds("B", L.Blocks);
  OS << "; back edge taken: " << text(L.BackedgeTaken);
  if (L.UpperBoundOnly)
    OS << " at most";
  if (L.LeavesSoon)
    OS << ", until data differ";
  if (L.Searches)
    OS << ", until an element is found";
  if (L.EarlyExit != NoExpr)
    OS << "; left early in iteration " << text(L.EarlyExit);
  if (L.TakenOfData != NoExpr)
    OS << "; by data: " << text(L.TakenOfData);
  if (L.TakenIfShared != NoExpr)
    OS << "; if work is shared alike: " << text(L.TakenIfShared);
  if (L.Copies != 1)
    OS << llvm::formatv("; unrolled {0} times", L.Copies);
  printLine(L.Where);
  OS << '\n';
}

std::string Printer::baseOf(const Access &A) const {
  if (A.Base == Access::BaseKind::Argument && A.BaseIndex < ArgNames.size())
    return ArgNames[A.BaseIndex].empty() ? llvm::formatv("arg{0}", A.BaseIndex)
                                         : ArgNames[A.BaseIndex];
  if (A.Base == Access::BaseKind::Variable &&
      A.BaseIndex < Kernel.Variables.size())
    return Kernel.Variables[A.BaseIndex].Name;
  return "unknown base";
}

void Printer::printAccess(AccessId Id) {
  const Access &A = Kernel.Accesses[Id];
  constexpr llvm::StringLiteral Kinds[] = {"load", "store", "atomic"};
  OS << llvm::formatv("  access A{0}: {1} {2}, {3} bytes per lane, in B{4}: "
                      "{5} + {6}",
                      Id, memSpaceName(A.Space),
                      Kinds[static_cast<unsigned>(A.Kind)], A.BytesPerLane,
                      A.Block, baseOf(A), text(A.Offset));
  if (A.Affine)
    OS << ", affine";
  if (A.ReadOnly)
    OS << ", read only";
  if (A.Volatile)
    OS << ", volatile";
  printLine(A.Where);
  OS << '\n';
}

void Printer::printBlock(BlockId Id) {
  const Block &B = Kernel.Blocks[Id];
  OS << "  block B" << Id << ' ' << B.Name;
  if (B.InnermostLoop != NoId)
    OS << ", in L" << B.InnermostLoop;
  switch (B.Terminator) {
  case TerminatorKind::Return:
    OS << ", returns";
    break;
  case TerminatorKind::Unreachable:
    OS << ", does not end";
    break;
  case TerminatorKind::Jump:
    OS << (B.FallsThrough ? ", falls through to " : ", jumps to ");
    printIds("B", B.Succs);
    break;
  case TerminatorKind::Conditional:
  case TerminatorKind::Switch:
    OS << ", goes to one of ";
    printIds("B", B.Succs);
    OS << " by " << text(B.Condition);
    if (B.Passing != NoExpr)
      OS << ", taken as " << text(B.Passing);
    break;
  }
  OS << '\n';
  for (InstrId In : B.Instrs)
    printInstr(In);
}

static std::string copyStepText(const Instr &In) {
  const std::string Left = std::to_string(unsigned(In.CopiesLeft));
  switch (In.Copying) {
  case CopyStep::None:
    break;
  case CopyStep::Asks:
    return ", asks for a copy";
  case CopyStep::EndsGroup:
    return ", ends a group of copies";
  case CopyStep::Waits:
    return ", waits for all groups but " + Left;
  case CopyStep::WaitsAtBarrier:
    return ", waits for copies of " + Left + " iterations before";
  case CopyStep::WaitsForOthers:
    return ", waits for copies into one of " + Left + " places";
  }
  return "";
}

void Printer::printInstr(InstrId Id) {
  const Instr &In = Kernel.Instrs[Id];
  OS << "    I" << Id << ' ' << In.Name << ": "
     << (In.IsPhi ? llvm::StringRef("phi") : opClassKey(In.Class));
  if (In.Count != 1)
    OS << " x " << static_cast<unsigned>(In.Count);
  if (In.Mem != NoId)
    OS << ", access A" << In.Mem;
  OS << copyStepText(In);
  if (!In.Operands.empty()) {
    OS << ", of ";
    printIds("I", In.Operands);
  }
  llvm::ListSeparator Comma(", ");
  for (const PhiIncoming &From : In.Incoming) {
    OS << (&From == In.Incoming.begin() ? ", " : "") << Comma;
    if (From.Def == NoId)
      OS << "a constant";
    else
      OS << 'I' << From.Def;
    OS << " from B" << From.From;
  }
  OS << '\n';
}

void gpuperf::print(const KernelSummary &Kernel, llvm::raw_ostream &OS) {
  Printer(Kernel, OS).printAll();
}

LLVM_DUMP_METHOD void gpuperf::dump(const KernelSummary &Kernel) {
  print(Kernel, llvm::errs());
}
