//===- HostEvents.h - What a host loop asks of the GPU ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One iteration of a host loop as a sequence of what concerns the GPU. The
// functions of the file that the loop calls are part of it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_HOSTEVENTS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_HOSTEVENTS_H

#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace gpuperf {

enum class HostAct {
  Launch,
  Wait,  ///< cudaDeviceSynchronize and its relatives
  Fill,  ///< cudaMemset: done in its turn, the host goes on
  Copy,  ///< cudaMemcpy: done in its turn, the host waits for it
  Clock, ///< a time is taken: what runs has to end first
  Read,  ///< of memory that a kernel may write, or a write to it
  Other, ///< anything that may need what the GPU has computed
};

struct HostEvent {
  HostAct Act = HostAct::Other;
  const clang::CallExpr *Call = nullptr; ///< null: no call
  /// The part of an if, switch or ?: around the event; the outermost one. Null:
  /// every iteration comes to it.
  const clang::Stmt *Branch = nullptr;
  /// The loop in the iteration around the event; the outermost one. Null: it
  /// stands in no loop of its own.
  const clang::Stmt *InnerLoop = nullptr;
};

/// What one iteration of \p Loop does, or \p Loop itself where it is none, in
/// the order of the text; a function of the user's whose body is there is
/// walked through at its call. What the host computes, prints or looks up in
/// its own containers is no event, nor is an error that it asks for. What is
/// not known counts as HostAct::Other. With \p SharesMemory, a place in memory
/// that is reached through a pointer and a variable of the GPU that the host
/// names count as HostAct::Read.
std::vector<HostEvent> hostEventsOf(const clang::Stmt &Loop, bool SharesMemory);

/// Whether the text of the file that \p F stands in speaks of memory that the
/// host reads where the GPU has written.
bool sharesMemory(const clang::FunctionDecl &F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_HOSTEVENTS_H
