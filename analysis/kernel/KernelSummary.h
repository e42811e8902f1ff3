//===- KernelSummary.h - What a kernel does, free of LLVM -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compact copy of a kernel's optimised IR that every model works on: basic
// blocks with op classes and dependences, loops with symbolic trip counts,
// memory accesses with symbolic addresses, barriers, registers, shared memory.
// It owns all that it names, so it can be cached and outlives the llvm::Module.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_KERNELSUMMARY_H
#define GPUPERF_ANALYSIS_KERNEL_KERNELSUMMARY_H

#include "analysis/symbolic/SymExpr.h"
#include "gpumodel/Estimate.h"
#include "gpumodel/OpClass.h"
#include "llvm/ADT/SmallVector.h"

namespace gpuperf {

using InstrId = uint32_t;
using BlockId = uint32_t;
using LoopId = uint32_t;
using AccessId = uint32_t;
inline constexpr uint32_t NoId = ~uint32_t(0);

/// Where in the source; Line 0: not known.
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

/// What an atomic does, as far as it matters where lanes meet.
enum class AtomicOp : uint8_t {
  None, ///< not an atomic
  /// The assembler joins the lanes of a warp where it can tell that they name
  /// one address (seen in the code of ptxas 13 for sm_75 to sm_90): integers of
  /// 32 bits, counters of 64.
  Joined,
  Separate, ///< could be combined, but each lane goes by itself: floats
  Other     ///< exchange, compare and swap, what is not known
};

/// One memory instruction.
struct Access {
  InstrId Instr = NoId;
  BlockId Block = NoId;
  MemSpace Space = MemSpace::Unknown;
  AccessKind Kind = AccessKind::Load;
  uint32_t BytesPerLane = 0;
  /// What the address is relative to: a pointer argument, a variable, or
  /// nothing known. Two different bases do not overlap (assumed for arguments).
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

/// One IR instruction as the machine would see it.
struct Instr {
  OpClass Class = OpClass::Free;
  uint8_t Count =
      1; ///< machine instructions of the class (vector lanes, 64-bit halves)
  llvm::SmallVector<InstrId, 3>
      Operands; ///< defining instructions, no constants or arguments
  llvm::SmallVector<PhiIncoming, 2> Incoming; ///< phis only (Class is Free)
  AccessId Mem = NoId;
  BlockId Block = NoId;
  bool IsPhi = false;
  /// Which IR instruction it stands for: its number in the function's text,
  /// debug instructions left out.
  uint32_t TextIndex = NoId;
  std::string Name; ///< the IR value's name or number ("%13"), for --explain
  SourceLine Where; ///< in the kernel's own text: the outermost inlined-at
  SourceLine Inner; ///< in the function that was inlined there, if any
};

/// How a block ends.
enum class TerminatorKind : uint8_t {
  Return,
  Jump,
  Conditional,
  Switch,
  Unreachable
};

struct Block {
  llvm::SmallVector<InstrId, 8>
      Instrs; ///< in order, phis first, terminator last
  llvm::SmallVector<BlockId, 2> Preds, Succs;
  TerminatorKind Terminator = TerminatorKind::Return;
  /// Conditional: taken to Succs[0] if non-zero. Switch: the selector.
  ExprId Condition = NoExpr;
  llvm::SmallVector<int64_t, 4>
      SwitchValues; ///< for Succs[1..]; Succs[0] is the default
  /// Where data decides: the one of Succs that it hardly ever chooses (two
  /// computed floats that would have to be equal); else beyond Succs.
  uint8_t UnlikelySucc = 255;
  LoopId InnermostLoop = NoId;
  /// Position in the function's text, which copies of the function refer to.
  uint32_t TextIndex = NoId;
  /// A Jump to the block laid out next costs nothing.
  bool FallsThrough = false;
  std::string Name;
};

/// What is different from one iteration of a loop to the next.
enum class IterationKind : uint8_t {
  Any,       ///< conditions, counts of inner loops, or how addresses lie
  Addresses, ///< where the accesses go: by the same distance for all lanes
  Same       ///< nothing that is counted
};

struct Loop {
  BlockId Header = NoId;
  LoopId Parent = NoId;
  unsigned Depth = 1;                   ///< 1 for outermost
  llvm::SmallVector<BlockId, 4> Blocks; ///< all, nested ones included
  llvm::SmallVector<BlockId, 1> Latches;
  llvm::SmallVector<BlockId, 1> Exiting;
  /// How often the back edge is taken, per entry; NoExpr: not computable.
  ExprId BackedgeTaken = NoExpr;
  /// The count is an upper bound: there is another, data-dependent exit.
  bool UpperBoundOnly = false;
  /// The iteration that is the last one because of the exits that make it an
  /// upper bound only, if data does not decide over any of them; has no value
  /// where it is not among the first few hundred.
  ExprId EarlyExit = NoExpr;
  IterationKind Iterations = IterationKind::Any;
  /// The exit test stands in the header before the body (not rotated): the body
  /// runs BackedgeTaken times, the header once more.
  bool TestsBeforeBody = false;
  /// Iterations that the machine's text holds side by side; the trip count
  /// where the loop is unrolled in full, 1 where it is not unrolled or not
  /// known.
  double Copies = 1;
  SourceLine Where;
};

/// One kernel parameter.
struct Param {
  std::string Name;
  bool IsPointer = false, IsFloating = false, IsByValStruct = false;
  uint32_t SizeBytes = 0;
  bool ReadOnlyPointer = false; ///< const __restrict__ or only read
};

/// A variable in some address space that accesses are relative to.
struct Variable {
  std::string Name;
  MemSpace Space = MemSpace::Unknown;
  uint64_t SizeBytes = 0; ///< 0 for extern __shared__
};

/// Where the register count comes from.
enum class RegisterSource : uint8_t {
  Ptxas,
  PtxLiveness,
  LaunchBoundOnly,
  None
};

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
  /// The kernel reads its index or sizes. Where not, all threads along it do
  /// the same, so there must be as many as before.
  bool Used = false;
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
  /// Dynamic shared memory that must be there per thread; 0: none.
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
  std::vector<Param> Params;
  std::vector<Variable> Variables;
  ExprPool Exprs;

  /// Blocks[0] is the entry; in reverse post order.
  std::vector<Block> Blocks;
  std::vector<Instr> Instrs;
  std::vector<Loop> Loops; ///< outer before inner
  std::vector<Access> Accesses;

  uint64_t StaticSharedBytes = 0;
  uint64_t LocalBytesPerThread = 0; ///< stack: arrays and spills
  uint64_t SpillBytesPerThread = 0; ///< as ptxas says; 0 if not asked
  Estimate RegistersPerThread;      ///< Value 0: not known
  RegisterSource RegistersFrom = RegisterSource::None;
  unsigned MaxThreadsPerBlockBound = 0; ///< __launch_bounds__, first; 0: none
  unsigned MinBlocksPerSmBound = 0;     ///< __launch_bounds__, second
  unsigned StaticBarriers = 0;          ///< barrier instructions in the text
  bool UsesDynamicShared = false;
  /// Instructions per class in the text after the full pipeline (unrolled),
  /// beside the un-unrolled Blocks above.
  OpCounts UnrolledTextCounts{};
  /// By BlockId: machine operations that one execution of the block costs once
  /// loops are unrolled and addresses strength-reduced; see MachineText.h.
  /// Empty: not known, the blocks' own instructions count.
  std::vector<OpCounts> MachineCounts;
  /// With them: bytes that a thread moves to and from shared memory. Loads that
  /// are joined to wider ones move as much as before, those that unrolled
  /// iterations share are done once.
  std::vector<double> MachineSharedBytes;
  /// The same by the block whose lanes execute it: small conditional blocks are
  /// issued with the block before them, under a predicate.
  std::vector<OpCounts> MachineLaneCounts;
  BlockIndependence Independence;
  AssumptionSet Why;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_KERNELSUMMARY_H
