//===- LineFinding.h - What one line of a kernel costs ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_LINEFINDING_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_LINEFINDING_H

#include "analysis/kernel/KernelSummary.h"
#include "analysis/predict/Prediction.h"

namespace gpuperf {

/// What an act does to the arrays of a program.
enum class LayoutAct : uint8_t {
  None,
  Structure, ///< a structure of arrays instead of an array of structures
  Transposed ///< the array stored transposed, if no other act is taken
};

/// A cost at a line of a kernel in one launch, and what the launch would take
/// without it.
struct LineFinding {
  SourceLine Where; ///< in the kernel's own text
  SourceLine Inner; ///< in the inlined function, if that is where it stands
  Estimate TimeUs, WithoutUs;
  /// Percent of TimeUs that go with the cost, 0 to 100.
  double gainPercent() const {
    return TimeUs.Value > 0 ? 100 * (1 - WithoutUs.Value / TimeUs.Value) : 0;
  }
  /// What is found and what it costs, without the launch's name: "32 sectors
  /// per request instead of 4".
  std::string Text;
  /// What to do about it and what else is worth knowing, one clause each.
  std::vector<std::string> Notes;
  /// One more note that holds for this launch, and not at other sizes; or
  /// empty.
  std::string NoteOfLaunch;
  /// Which accesses, branch (block) or instruction it is about, for a fix.
  std::vector<AccessId> Accesses;
  BlockId Block = NoId;
  /// Where it is about instructions: the blocks that they stand in.
  std::vector<BlockId> Blocks;
  /// Where data guards all of these: how many times less it may cost than with
  /// the part of the threads that was assumed to pass. 0: as many times less as
  /// threads may pass.
  double GuardDoubt = 0;
  /// Its act changes how the block lies on the data: which block is best is
  /// another question then.
  bool ChangesBlockUse = false;
  /// What it has to save of a launch to be told: less is lost among what
  /// launching takes, and is not worth an act that changes more than a line.
  double WorthUs = 0.25;
  /// It is about the kernel as a whole. Of several such in a file only the one
  /// that costs most is told.
  bool IsOfKernel = false;
  /// Its act is another layout of arrays. Of several kernels of a file that
  /// would gain by Structure with the same Text, the one that gains most is
  /// told.
  LayoutAct Layout = LayoutAct::None;
  /// Where Layout is Transposed: the iterations along a row can be shared among
  /// the threads of a warp, as none of them needs what another one does.
  bool MayShareRows = false;
  /// Other acts against the same cost that save less here. At other sizes of
  /// the data one of them may save more than this one.
  std::vector<LineFinding> Alternatives;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_LINEFINDING_H
