//===- LaunchFact.h - One launch as a program makes it ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact says with which grid, block and arguments a program launches a kernel
// at one place, and how often. Facts come from three sources, which all make
// this one struct: a walk through the program from main (plugin/program), a
// file of facts that an earlier walk wrote, and a recorded run.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FACTS_LAUNCHFACT_H
#define GPUPERF_PLUGIN_FACTS_LAUNCHFACT_H

#include "analysis/Launch.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// A value that the program did not fix by itself, and that decides a launch.
struct FactValue {
  std::string Name; ///< as the source calls it: "n", "argv[1]"
  double Value = 0; ///< what stands for it in the fact
  std::string From; ///< "command line", "assumed", "file", ...
  bool operator==(const FactValue &) const = default;
};

/// One scalar argument of a launch.
struct FactArg {
  /// The kernel's parameter, or its index in decimal digits ("0") where the
  /// name is not known. A scalar inside of a struct that is passed by value is
  /// "PARAMETER.FIELD"; where the name of the field is not known, its offset in
  /// bytes stands for it ("p.8"). A variable in the GPU's memory that the host
  /// has set is "::N" or, in a namespace, "::ns::N"; what is inside of one that
  /// is no scalar is "::NAME.FIELD", or "::NAME.8" in an array.
  std::string Name;
  ArgValue Value;
  /// Inside of a struct that is passed by value: bytes from its start. Nothing
  /// for a parameter that is a scalar, and where the offset is not known.
  std::optional<uint32_t> Offset;
  /// Names of the values in LaunchFact::Values that this one depends on.
  std::vector<std::string> DependsOn;
};

struct LaunchFact {
  enum class Source : uint8_t { Static, Recorded };

  // Where: never a line, so that a fact survives edits of other code.
  std::string File;     ///< of the launch; absolute, or relative to the facts
  std::string Function; ///< around the launch, qualified: "ns::Solver::step"
  std::string Kernel;   ///< as a user writes it: "scale<double>"
  std::string Mangled;  ///< the kernel's device symbol; empty: not known
  /// Which launch of this kernel in the function, in source order, from 0.
  unsigned Ordinal = 0;

  // What.
  Dim3 Grid, Block;
  uint64_t DynamicSharedBytes = 0;
  std::vector<FactArg> Args; ///< scalars; those that are not known are absent
  /// Bytes that are allocated from where a pointer argument points to, to the
  /// end of its allocation, by parameter name or index, as FactArg::Name.
  std::vector<std::pair<std::string, uint64_t>> Bytes;
  /// Names of Bytes whose size depends on no open value: it is the same in
  /// every run of the program. It is not written to files.
  std::vector<std::string> FixedBytes;
  uint64_t Count = 1; ///< launches with exactly these values
  Source From = Source::Static;
  /// The open values that this launch depends on.
  std::vector<FactValue> Values;
  /// Names of Values on which grid and block depend; empty: both are certain.
  std::vector<std::string> ShapeDependsOn;
  /// Hash of the text of the function around the launch, so that a fact of a
  /// file that was edited since can be told; empty: not known.
  std::string Fingerprint;

  /// Where the launch expression starts, for facts of the parse at hand; 0: not
  /// known. It is not written to files.
  unsigned Line = 0, Column = 0;
  /// The walk left a loop that makes the launch before its end, as it takes too
  /// long or nobody knows when it ends: later iterations may make others. It is
  /// not written to files.
  bool InLeftLoop = false;
  /// When the program first makes this launch, counted from 0 over all
  /// launches; and the order of what is written to files.
  uint64_t Order = 0;
};

/// What a program does besides launching kernels, for its total time.
struct CopyFact {
  enum class Direction : uint8_t { HostToDevice, DeviceToHost, DeviceToDevice };
  Direction Where = Direction::HostToDevice;
  uint64_t Bytes = 0; ///< of one copy
  uint64_t Count = 1;
};

/// How a walk through a program ended.
enum class RunEnd : uint8_t {
  NotWalked,  ///< there is no code of the host that can be walked
  NoMain,     ///< none of the files has the function main
  Returned,   ///< from main
  Exited,     ///< by exit, in the middle
  Failed,     ///< by abort, an exception or code that cannot be reached
  OutOfSteps, ///< the walk was as long as it may be
  Stopped     ///< it needed more memory or made more launches than are kept
};

/// All that is known of a program's run.
struct ProgramFacts {
  std::vector<LaunchFact> Launches;
  std::vector<CopyFact> Copies;
  RunEnd Ended = RunEnd::NotWalked;
  int ExitCode = 0;      ///< where it returned or exited
  bool LeftLoop = false; ///< the same of any loop that launches or copies
  uint64_t Steps = 0;    ///< operations that were walked
  /// Arguments of the program that nobody gave: what stood for them.
  std::vector<FactValue> Arguments;
  /// Functions that were called and that nothing is known of, with their calls;
  /// by name.
  std::vector<std::pair<std::string, unsigned>> NotKnown;
  /// Why the walk ended early, or what it had to guess, a sentence each.
  std::vector<std::string> Notes;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FACTS_LAUNCHFACT_H
