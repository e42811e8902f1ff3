//===- KernelSummary.h - What a kernel does, free of LLVM -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compact copy of a kernel's optimised IR that every model works on: basic
// blocks with operation classes and dependences, loops with symbolic trip
// counts, memory accesses with symbolic addresses, barriers, registers, shared
// memory. It holds no pointer into LLVM's IR, so it can be cached and outlives
// the llvm::Module that it was made from.
//
// The parts refer to each other by index: an InstrId is a place in Instrs, a
// BlockId in Blocks, a LoopId in Loops, an AccessId in Accesses, an ExprId in
// Exprs. findBrokenInvariant() says what must hold between them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_KERNELSUMMARY_H
#define GPUPERF_ANALYSIS_KERNEL_KERNELSUMMARY_H

#include "analysis/symbolic/SymExpr.h"
#include "gpumodel/Estimate.h"
#include "gpumodel/OpClass.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <array>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace gpuperf {

using InstrId = uint32_t;
using BlockId = uint32_t;
using LoopId = uint32_t;
using AccessId = uint32_t;
inline constexpr uint32_t NoId = ~uint32_t(0);

/// A place in the source. Line is 0 where the place is not known.
struct SourceLine {
  uint32_t File = NoId; ///< index into KernelSummary::Files
  uint32_t Line = 0, Column = 0;
  bool operator==(const SourceLine &) const = default;
};

enum class MemSpace : uint8_t {
  Global,
  Shared,
  Local,
  Constant,
  Texture,
  Param,
  Unknown
};
llvm::StringRef memSpaceName(MemSpace S);

enum class AccessKind : uint8_t { Load, Store, Atomic };

/// What happens to the lanes of a warp whose atomics name the same address.
enum class AtomicOp : uint8_t {
  None, ///< not an atomic
  /// The assembler combines the lanes of a warp into one atomic where it can
  /// tell that they name one address (seen in the code of ptxas 13 for sm_75 to
  /// sm_90): operations on 32-bit integers, and adding a constant to one of 64.
  Joined,
  Separate, ///< could be combined, but every lane is executed alone
  Float,    ///< the same, on floats: their pipe computes it on shared memory
  Other     ///< exchange, compare and swap, and operations that are not known
};

/// A copy into or out of shared memory is not larger.
inline constexpr uint32_t MostBulkBytes = 256 * 1024;

/// One memory instruction.
struct Access {
  InstrId Instr = NoId;
  BlockId Block = NoId;
  MemSpace Space = MemSpace::Unknown;
  AccessKind Kind = AccessKind::Load;
  uint32_t BytesPerLane = 0;
  /// Shared memory: bytes per lane of the machine's access that the assembler
  /// makes of this one and its neighbours, more than BytesPerLane. 0: it stays
  /// alone, or nothing is known.
  uint32_t JoinedBytes = 0;
  /// Global memory of AMD's GPUs, whose accesses need not be aligned: bytes per
  /// lane of the access that the compiler makes of this one and its neighbours,
  /// on average. 0: it stays alone, or nothing is known.
  double WideBytes = 0;
  /// Where a warp moves a matrix together (ldmatrix): how many of its lanes
  /// name a row of BytesPerLane, the first ones. 0: every lane has its own
  /// element.
  uint32_t RowLanes = 0;
  /// The copy engine moves it: BytesPerLane are the bytes of the whole copy,
  /// which one lane asks for.
  bool IsBulk = false;
  /// IsBulk, of a tensor whose map is passed by value: the parameter that holds
  /// the map, and where in it, in bytes. The launch may say how large the box
  /// is (TensorMap.h). NoId: it is no such copy.
  uint32_t MapParam = NoId, MapOffset = 0;
  /// With MapParam: the kernel does not tell how large the box is; and how many
  /// blocks of the cluster get what is read once, each asking for its part.
  bool IsBoxGuessed = false;
  uint32_t SharingBlocks = 1;
  /// What the address is relative to: a pointer argument, a variable, or
  /// nothing known. Different bases are taken not to overlap, which is an
  /// assumption where both are arguments.
  enum class BaseKind : uint8_t {
    Argument,
    Variable,
    Unknown
  } Base = BaseKind::Unknown;
  uint32_t BaseIndex = NoId; ///< parameter index, or index into Variables
  uint32_t BaseAlign = 1;    ///< known alignment of the base, bytes
  uint32_t AlignBytes = 1;   ///< alignment of the address that the IR promises
  ExprId Offset = NoExpr;    ///< bytes from the base; Opaque where unknown
  bool Affine = false;       ///< linear in tid, ctaid and loop counters
  bool ReadOnly = false;     ///< ld.global.nc or provably not written
  bool Volatile = false;     ///< may not be served by L1
  AtomicOp Does = AtomicOp::None;
  SourceLine Where; ///< as Instr::Where
  SourceLine Inner; ///< as Instr::Inner
};

/// A phi: which definition arrives from which predecessor. NoId as the
/// definition: a constant, an argument, or a value from before.
struct PhiIncoming {
  BlockId From = NoId;
  InstrId Def = NoId;
};

/// What an instruction has to do with copies into shared memory that the thread
/// goes on beside (cp.async, cp.async.bulk).
enum class CopyStep : uint8_t {
  None,
  Asks,      ///< for a copy
  EndsGroup, ///< of all copies that were asked for since the last group's end
  Waits,     ///< until all groups have arrived but the latest Instr::CopiesLeft
  /// At an mbarrier, until what was asked for Instr::CopiesLeft iterations of
  /// the loop before has arrived.
  WaitsAtBarrier,
  /// The same where other warps ask, as soon as this one has left a place in
  /// shared memory, of which there are Instr::CopiesLeft.
  WaitsForOthers
};

/// Of a division of doubles: on which axes of the grid threads have to lie
/// apart to have another divisor, or another quotient. Bit 0 is x.
struct QuotientAxes {
  static constexpr uint8_t All = 7;
  uint8_t OfDivisor = All, OfQuotient = All;
  /// Elements of arrays take part, or a loop's counter: it is no number that
  /// the launch could hand over.
  bool IsDivisorOfArray = false, IsQuotientOfArray = false;
};

/// One IR instruction as the machine would see it.
struct Instr {
  OpClass Class = OpClass::Free;
  CopyStep Copying = CopyStep::None;
  uint8_t CopiesLeft = 0; ///< CopyStep::Waits and its relatives: see there
  /// Bytes that the tensor cores read from shared memory for one warp, beside
  /// the accesses of the warp itself: operands of wgmma.
  uint32_t OperandBytes = 0;
  uint8_t Count =
      1; ///< machine instructions of the class (vector lanes, 64-bit halves)
  llvm::SmallVector<InstrId, 3>
      Operands; ///< defining instructions, no constants or arguments
  llvm::SmallVector<PhiIncoming, 2> Incoming; ///< phis only (Class is Free)
  AccessId Mem = NoId;
  BlockId Block = NoId;
  bool IsPhi = false;
  /// A division or remainder of integers whose divisor is a number that is the
  /// same for all threads of the launch, yet not known when it is compiled.
  bool ByFixedDivisor = false;
  /// One whose divisor is a power of two that a loop doubles or halves.
  bool ByPowerOfTwo = false;
  QuotientAxes Quotient; ///< divisions of doubles only
  /// Which IR instruction it stands for: its number in the function's text,
  /// debug instructions left out.
  uint32_t TextIndex = NoId;
  std::string Name; ///< the IR value's name or number ("%13"), for --explain
  SourceLine Where; ///< in the kernel's own text: the outermost inlined-at
  SourceLine Inner; ///< in the function that was inlined there, if any
  /// Index into KernelSummary::CallPaths: the calls between these two. NoId:
  /// there are none.
  uint32_t CallPath = NoId;
};

/// Whether \p In does not go on before copies have arrived.
inline bool waitsForCopies(const Instr &In) {
  return In.Copying >= CopyStep::Waits;
}

/// Of the machine instructions of a call that was not inlined, those that stand
/// at one place of the functions that are called.
struct CalledPart {
  InstrId Of = NoId; ///< has them among its Count
  double Share = 0;  ///< of that Count, in (0, 1]
  double Times = 1;  ///< how often one call comes by the place
  /// In the function that the kernel calls, and as Instr::Inner in what was
  /// inlined there, or what that function calls in turn.
  SourceLine Where, Inner;
  uint32_t CallPath = NoId; ///< as Instr::CallPath
};

/// How a block ends.
enum class TerminatorKind : uint8_t {
  Return,
  Jump,
  Conditional,
  Switch,
  Unreachable
};

/// Iterations of a loop of which nothing is known. Of 5, 8 and 16, 5 and 8
/// bring the predicted times of the programs of benchmarks/programs that are
/// fitted (54 launches with such a loop) nearest to the measured ones.
inline constexpr double DefaultTripCount = 6;

/// Block::UnlikelySucc of a block of which nothing is known.
inline constexpr uint8_t NoUnlikelySucc = 255;

struct Block {
  llvm::SmallVector<InstrId, 8>
      Instrs; ///< in order, phis first, terminator last
  llvm::SmallVector<BlockId, 2> Preds, Succs;
  TerminatorKind Terminator = TerminatorKind::Return;
  /// Conditional: taken to Succs[0] if non-zero. Switch: the selector.
  ExprId Condition = NoExpr;
  llvm::SmallVector<int64_t, 4>
      SwitchValues; ///< for Succs[1..]; Succs[0] is the default
  /// The index of the successor that is hardly ever taken where data decides,
  /// such as the one for two computed floats that are equal. NoUnlikelySucc:
  /// nothing is known.
  uint8_t UnlikelySucc = NoUnlikelySucc;
  /// UnlikelySucc is unlikely only if the data are in random order, which is a
  /// guess about them.
  bool UnlikelyIfRandom = false;
  /// Of each successor of a branch, whether those that take it may be errors
  /// alone, which a program that works does not have: of a test whether results
  /// are as they should be, or finite.
  std::array<bool, 2> MayBeErrors = {false, false};
  /// Of a guard that compares a thread's index with data which all threads have
  /// in common: the condition, if the index is less than that. It does not
  /// depend on data. NoExpr: it is no such guard.
  ExprId Passing = NoExpr;
  /// The condition compares a row's begin and end (RowStart).
  bool ComparesRows = false;
  LoopId InnermostLoop = NoId;
  /// Where there are several successors: the calls by which the terminator was
  /// inlined that stand between its Where and its Inner.
  llvm::SmallVector<SourceLine, 1> CallLines;
  /// Position of the block in the function that was tagged before it was copied
  /// (MachineText.h): by it, the copies' blocks are found again.
  uint32_t TextIndex = NoId;
  /// A jump to the block that is laid out next, which costs nothing.
  bool FallsThrough = false;
  std::string Name;
};

/// What is different from one iteration of a loop to the next.
enum class IterationKind : uint8_t {
  Any,       ///< conditions, counts of inner loops, or how addresses lie
  Addresses, ///< where the accesses go: by the same distance for all lanes
  Same       ///< nothing that is counted
};

/// A natural loop of the kernel. Not called Loop, so that it is not taken for
/// llvm::Loop, beside which it stands where a kernel is summarised.
struct KernelLoop {
  BlockId Header = NoId;
  LoopId Parent = NoId;
  unsigned Depth = 1;                   ///< 1 for outermost
  llvm::SmallVector<BlockId, 4> Blocks; ///< all, nested ones included
  llvm::SmallVector<BlockId, 1> Latches;
  llvm::SmallVector<BlockId, 1> Exiting;
  /// How often the back edge is taken each time the loop is entered; NoExpr
  /// where that cannot be computed.
  ExprId BackedgeTaken = NoExpr;
  /// BackedgeTaken is an upper bound, for the loop has exits that not every
  /// iteration comes by, or that depend on data.
  bool UpperBoundOnly = false;
  /// One of these exits is taken as soon as two data differ, as where texts are
  /// compared, which is mostly soon.
  bool LeavesSoon = false;
  /// One of these exits, which every iteration comes by, is taken once an
  /// element that the iteration has loaded fulfils a condition.
  bool Searches = false;
  /// The iteration in which the loop is left through one of those exits, where
  /// none of them depends on data. It is searched for when it is evaluated, and
  /// has no value if it is not among the first few hundred iterations.
  ExprId EarlyExit = NoExpr;
  /// Where BackedgeTaken is not there: a count that is a function of data, such
  /// as where a row of a sparse matrix begins and ends.
  ExprId TakenOfData = NoExpr;
  /// Where BackedgeTaken is not there: the count if the threads, warps or
  /// blocks that fetch their work from one counter share it out alike.
  ExprId TakenIfShared = NoExpr;
  IterationKind Iterations = IterationKind::Any;
  /// The exit test stands in the header before the body (not rotated): the body
  /// runs BackedgeTaken times, the header once more.
  bool TestsBeforeBody = false;
  /// How many iterations the machine code holds side by side: the trip count
  /// where the loop is unrolled in full, 1 where it is not unrolled or where
  /// nothing is known of it.
  double Copies = 1;
  SourceLine Where;                           ///< as Instr::Where
  SourceLine Inner;                           ///< as Instr::Inner
  llvm::SmallVector<SourceLine, 1> CallLines; ///< as Block::CallLines
};

/// The user's word for a trip count that depends on data.
struct GivenTrips {
  LoopId Loop = NoId;
  double Mean = 0;  ///< iterations of the body per time that it is come to
  SourceLine Where; ///< of the loop, for people
  bool operator==(const GivenTrips &) const = default;
};

/// The user's word for a branch that depends on data.
struct GivenShare {
  BlockId Block = NoId;
  /// Share of the executions of the block that go on to Succs[0], 0 to 1. The
  /// others go to the other successors, as many to each.
  double First = 0;
  double Said = 0;  ///< share in which the source's condition holds
  SourceLine Where; ///< of the branch, for people
  /// The branch only asks whether this loop is entered at all, and follows from
  /// what is said of the loop: it is not told by itself.
  LoopId Enters = NoId;
  bool operator==(const GivenShare &) const = default;
};

/// What the user says that data decide in a kernel. A loop and a block are
/// named once.
struct GivenData {
  std::vector<GivenTrips> Trips;
  std::vector<GivenShare> Shares;
  bool operator==(const GivenData &) const = default;
};

/// A load from an array that says where each row begins in other arrays, as the
/// row pointers of a sparse matrix do: a loop runs from one of its elements to
/// the next one.
struct RowStart {
  AccessId Load = NoId;
  /// An access of the loop to the elements of the row, and the bytes from one
  /// element to the next.
  AccessId Entry = NoId;
  uint32_t EntryBytes = 0;
};

/// One kernel parameter, or what is as good as one.
struct Param {
  std::string Name;
  bool IsPointer = false, IsFloating = false, IsByValStruct = false;
  uint32_t SizeBytes = 0;
  bool ReadOnlyPointer = false; ///< const __restrict__ or only read
  /// It is no parameter, but a variable in the GPU's memory that the host sets
  /// before the launch and no kernel writes: to the kernel it is the same. Its
  /// name is qualified. One that is no scalar counts as a struct by value. They
  /// stand after the kernel's own parameters.
  bool IsVariable = false;
};

/// A variable in some address space that accesses are relative to.
struct Variable {
  std::string Name;
  MemSpace Space = MemSpace::Unknown;
  uint64_t SizeBytes = 0; ///< 0 for extern __shared__
  /// What a pointer in a struct that is passed by value points to: "p+8", or
  /// "p.data" where the declaration is known.
  bool IsField = false;
};

/// Where the register count comes from.
enum class RegisterSource : uint8_t {
  Object,   ///< what the build has written: nvcc's own
  Ptxas,    ///< of clang's PTX
  Compiler, ///< LLVM's AMDGPU back end, which is AMD's compiler
  /// The same, without what functions need whose bodies are not there.
  CompilerInPart,
  PtxLiveness,
  LaunchBoundOnly,
  None
};

/// Whether an assembler has counted the registers, so that they are exact.
inline bool areCounted(RegisterSource From) {
  return From == RegisterSource::Object || From == RegisterSource::Ptxas ||
         From == RegisterSource::Compiler;
}

/// How many threads (grid times block) one dimension must have for a kernel to
/// compute the same with another block size.
enum class ThreadsNeeded : uint8_t {
  Any,          ///< grid-stride loops: any number, at least one warp
  AtLeastBound, ///< threads from Bound on have no effect
  Exact,        ///< as many as before
  Unchanged     ///< neither grid nor block may change in this dimension
};

/// One dimension of BlockIndependence.
struct DimensionIndependence {
  /// The kernel reads the thread's or block's index or the sizes along this
  /// dimension. Where it does not, all threads along it do the same, so there
  /// must be as many as before.
  bool Used = false;
  /// It reads the block's index or the number of blocks along it. Where it does
  /// not, all blocks along it do the same.
  bool AsksForBlocks = false;
  ThreadsNeeded Needed = ThreadsNeeded::Exact;
  /// AtLeastBound: threads that have work, 64 bits wide, made of arguments and
  /// constants. Nothing is known where its value is below 0.
  ExprId Bound = NoExpr;
};

/// A proof that what a kernel computes does not depend on the block size, as
/// long as grid times block gives the threads that Dims ask for. Index
/// arithmetic is taken not to wrap.
struct BlockIndependence {
  /// For all block shapes. No dimension is ThreadsNeeded::Unchanged.
  bool Proven = false;
  /// For block shapes that leave the dimensions that are Unchanged alone.
  bool ProvenIfUnchanged = false;
  std::array<DimensionIndependence, 3> Dims;
  /// Holds if no pointer argument that is written to overlaps another.
  bool AssumesDistinctPointers = false;
  /// Bytes of dynamic shared memory that the launch must give for each thread
  /// of a block; 0: none.
  uint64_t SharedBytesPerThread = 0;
  /// Why it is not Proven, as a clause: "shared array 'tile' has 256 fixed
  /// elements".
  std::string Reason = "it was not looked at";
  SourceLine ReasonWhere;
};

struct KernelSummary {
  std::string Name; ///< as written: "scale<double>"
  std::string Mangled;
  std::vector<std::string> Files;
  /// Index into Files of the file that was parsed, which is no header. NoId:
  /// not known.
  uint32_t MainFile = NoId;
  std::vector<Param> Params;
  std::vector<Variable> Variables;
  ExprPool Exprs;

  /// Blocks[0] is the entry; in reverse post order.
  std::vector<Block> Blocks;
  std::vector<Instr> Instrs;
  /// Calls by which instructions were inlined, the innermost first.
  std::vector<llvm::SmallVector<SourceLine, 2>> CallPaths;
  std::vector<CalledPart> CalledParts; ///< in the order of Of
  std::vector<KernelLoop> Loops;       ///< outer before inner
  std::vector<Access> Accesses;
  std::vector<RowStart> RowStarts; ///< a load is named once

  uint64_t StaticSharedBytes = 0;
  uint64_t LocalBytesPerThread = 0; ///< stack: arrays and spills
  /// As ptxas reports it, or as AMD's text has it; else 0.
  uint64_t SpillBytesPerThread = 0;
  /// AMD, as the compiler says: the memory of a thread's own, with spills, and
  /// how often the text waits until all accesses to memory are done, each wait
  /// counted once.
  uint64_t ScratchBytesPerThread = 0;
  unsigned MemoryDrains = 0;
  Estimate RegistersPerThread; ///< Value 0: not known
  /// AMD, as the compiler says: SGPRs of a warp (0: not known), and how many of
  /// the registers of a thread are for accumulating (AGPRs).
  unsigned ScalarRegisters = 0, AccumulationRegisters = 0;
  RegisterSource RegistersFrom = RegisterSource::None;
  std::string RegistersOf; ///< RegisterSource::Object: the path of that file
  unsigned MaxThreadsPerBlockBound = 0; ///< __launch_bounds__, first; 0: none
  unsigned MinBlocksPerSmBound = 0;     ///< __launch_bounds__, second
  unsigned ClusterBlocks = 1;           ///< __cluster_dims__: start together
  unsigned StaticBarriers = 0;          ///< barrier instructions in the text
  bool UsesDynamicShared = false;
  /// Instructions per class in the text after the full pipeline, which unrolls
  /// loops, while the Blocks above hold each loop's body once.
  OpCounts UnrolledTextCounts{};
  /// By BlockId: machine operations that one execution of the block costs once
  /// loops are unrolled and addresses strength-reduced (MachineText.h). Empty
  /// where that text is not there: then the blocks' own instructions count.
  std::vector<OpCounts> MachineCounts;
  /// By BlockId, there if MachineCounts is: bytes that a thread moves to and
  /// from shared memory. Loads that are joined into wider ones move as much as
  /// before; those that unrolled iterations share are done once.
  std::vector<double> MachineSharedBytes;
  /// By BlockId, there if MachineCounts is: the same operations, but each with
  /// the block whose lanes execute it. A small conditional block is executed
  /// under a predicate: it is issued with the block before it, in
  /// MachineCounts, but only the lanes that come by it do its work.
  std::vector<OpCounts> MachineLaneCounts;
  BlockIndependence Independence;
  /// From comments in the source. Not in the code: the same code may be given
  /// other numbers with the next text of its file.
  GivenData Given;
  AssumptionSet Why;
};

/// Whether the trip count of \p Loop cannot be computed from the code, or only
/// a limit of it. Where it can, a launch may still lack a value for it.
inline bool isTripOfData(const KernelLoop &Loop) {
  return Loop.EarlyExit == NoExpr &&
         (Loop.BackedgeTaken == NoExpr || Loop.UpperBoundOnly);
}

/// The line to name to people: that in an inlined function where it is in the
/// same file, else that in the kernel's own text.
inline SourceLine lineToName(const SourceLine &Where, const SourceLine &Inner) {
  return Inner.Line != 0 && Inner.File == Where.File ? Inner : Where;
}

/// The name of a header that \p At is in, without folders; empty for a line of
/// the file that was parsed.
llvm::StringRef headerOf(const KernelSummary &Kernel, const SourceLine &At);

/// The first invariant of \p Kernel that does not hold, as a sentence; empty if
/// all hold: every id is within its range, the parts that refer to each other
/// agree, counts are not negative, Lo <= Value <= Hi. For assertions and tests.
std::string findBrokenInvariant(const KernelSummary &Kernel);

/// Writes a text for developers: parameters, loops, accesses, blocks with their
/// instructions, each with the id that the others use for it.
void print(const KernelSummary &Kernel, llvm::raw_ostream &OS);
/// print() to standard error, for use in a debugger.
LLVM_DUMP_METHOD void dump(const KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_KERNELSUMMARY_H
