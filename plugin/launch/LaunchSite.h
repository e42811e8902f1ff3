//===- LaunchSite.h - One kernel launch in the AST --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_LAUNCHSITE_H
#define GPUPERF_PLUGIN_LAUNCH_LAUNCHSITE_H

#include "plugin/host/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include <array>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// An argument of the launch: a scalar, or a known scalar field of a struct.
struct LaunchArg {
  enum class Kind : uint8_t { Pointer, Integer, Floating, Record };
  std::string ParamName;
  /// Pointer: everything that is neither a number nor a struct by value.
  Kind K = Kind::Pointer;
  HostExpr Value; ///< null: pointers, and scalars that cannot be read
  /// By-value structs: known fields, by byte offset in the device layout.
  std::vector<std::pair<uint32_t, HostExpr>> Fields;
};

/// Calls \p Do with the offset of each scalar of \p A, and with what the host
/// passes there; null where that cannot be read.
template <typename Fn> void forEachScalar(const LaunchArg &A, Fn Do) {
  if (A.Fields.empty())
    Do(uint32_t(0), A.Value);
  for (const auto &[Offset, E] : A.Fields)
    Do(Offset, E);
}

class HostSymbols;

struct LaunchSite {
  enum class Form : uint8_t { TripleChevron, LaunchKernel, LaunchKernelEx };
  Form How = Form::TripleChevron;
  /// The kernel, specialised; null where it cannot be named (pointer).
  const clang::FunctionDecl *Kernel = nullptr;
  /// As a user writes it: "scale<double>", "ns::k". Where a module is asked for
  /// a kernel that this file has not: its symbol.
  std::string KernelName;
  /// The function around the launch; null outside of any.
  const clang::FunctionDecl *Function = nullptr;
  /// Where a diagnostic stands: the start of the launch expression, in the
  /// file (macro expansions are mapped to where they are expanded).
  clang::SourceLocation Where;
  /// The expressions that say grid and block, as written; invalid if omitted.
  clang::SourceRange GridRange, BlockRange;
  const clang::Expr *GridExpr = nullptr, *BlockExpr = nullptr;
  const clang::Expr *SharedExpr = nullptr;
  const clang::CallExpr *Call = nullptr; ///< the launch itself
  bool InMacro = false;
  /// The launch stands in a template; this is one instantiation of it.
  bool InTemplate = false;
  /// A kernel launches it.
  bool InDeviceCode = false;
  /// It stands behind a condition that is a constant of the other value, or in
  /// a function that the file's program never calls, so that this build never
  /// makes it.
  bool IsDead = false;
  /// x, y, z; null: not knowable.
  std::array<HostExpr, 3> Grid, Block;
  /// Numbers that all callers in this file pass to the function around the
  /// launch, by name: "n", "block.x". Another file may pass others, so that
  /// they are no more than a good guess.
  HostBindings CallersHere;
  HostExpr DynamicSharedBytes;
  /// Blocks of a cluster by x, y, z, of the launch's attributes; null: they do
  /// not say it, or it is not knowable.
  std::array<HostExpr, 3> Cluster;
  std::vector<LaunchArg> Args; ///< by kernel parameter
  /// Variables that are passed and point to pinned memory of the host
  /// (HostMemory.h).
  std::vector<std::string> InHostMemory;
  /// Text of `// gpuperf: assume ...` above the launch and above the kernel.
  std::vector<std::string> AssumeComments;
  /// The launch contains a parse error; the kernel does.
  bool ContainsErrors = false, KernelContainsErrors = false;
  bool isBroken() const { return ContainsErrors || KernelContainsErrors; }
};

/// Every launch that stands in the AST's traversal scope (in clangd: the main
/// file), each once per kernel instantiation, in source order. Dependent
/// launches are left out: their instantiations stand for them. With \p Symbols
/// the literals in it are read as what it says.
std::vector<LaunchSite> readLaunchSites(clang::ASTContext &Ctx,
                                        const HostSymbols *Symbols = nullptr);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_LAUNCHSITE_H
