//===- MachineText.h - The unrolled text, by block of the loops -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops are walked as they are written; the machine runs them unrolled, with
// addresses strength-reduced and values shared between iterations. Before it is
// unrolled, every block is given a tag that its copies inherit: which block it
// is and how many copies share its executions. So the text of the unrolled
// function says how many machine operations one execution of each block costs.
//
// The tag is metadata on the terminator: where passes merge blocks of one
// frequency, the terminator that is left has the right one. A block that a pass
// made new has none and counts as its dominator in the same loop.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_MACHINETEXT_H
#define GPUPERF_ANALYSIS_MACHINE_MACHINETEXT_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class Function;
class MDNode;
} // namespace llvm

namespace gpuperf {

struct BlockTag {
  uint32_t Block = 0;  ///< position in the function when it was tagged
  uint32_t Copies = 1; ///< that share the block's executions; 0: runs rarely
};

/// Tags the blocks of a function that is about to be copied and unrolled.
void tagBlocks(llvm::Function &F);
/// Gives blocks without a tag that of a neighbour which runs exactly as often:
/// the only one before them, or after them, that has no other way. To be called
/// before blocks are merged, for the last one's tag is the one that is left.
void tagLikeNeighbours(llvm::Function &F);
std::optional<BlockTag> blockTag(const llvm::BasicBlock &BB);
/// To be called before \p Blocks are copied, so that each is there \p Factor
/// times.
void multiplyCopies(llvm::ArrayRef<llvm::BasicBlock *> Blocks, unsigned Factor);
/// The tags of \p Blocks, to be restored if a change does not happen after all.
llvm::SmallVector<llvm::MDNode *, 16>
tagsOf(llvm::ArrayRef<llvm::BasicBlock *> Blocks);
void restoreTags(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                 llvm::ArrayRef<llvm::MDNode *> Tags);
/// Says that \p Blocks run rarely: for the iterations that are left over when a
/// loop is unrolled.
void tagRare(llvm::ArrayRef<llvm::BasicBlock *> Blocks);

/// Fills K.MachineCounts and K.UnrolledTextCounts from \p Text, an unrolled
/// copy of the function that K summarises, tagged before both.
void addMachineCounts(KernelSummary &K, llvm::Function &Text);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_MACHINETEXT_H
