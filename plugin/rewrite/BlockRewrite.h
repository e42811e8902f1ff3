//===- BlockRewrite.h - The source with another block size ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the literals that the block size of a launch is made of, tells which
// launch the source would make with another number there, and offers the change
// of text. An edit is offered only if the program computes the same afterwards.
//
// Proven, on the compiled device code and on the source:
//  - the kernel does not depend on the block (KernelSummary::Independence);
//  - dynamic shared memory is as large as the kernel needs it with the new
//    block;
//  - nothing but launch configurations is made with what is edited, and all of
//    this holds for the other launches made with it, too.
//
// Probed, not proven, where names are left (`(n + 255) / 256`):
//  - the grid, as the source computes it, has the threads that the kernel asks
//    for. Old and new grid are computed and compared for a few hundred values
//    of the names (probes() in ExprOnHost.h): around multiples of the old and
//    the new block, where rounding differs, small, large and mixed. Where
//    neither the grid nor the number of threads that have work contains a name,
//    this is one comparison, and so proven.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_BLOCKREWRITE_H
#define GPUPERF_PLUGIN_REWRITE_BLOCKREWRITE_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/rewrite/BlockLiterals.h"
#include "plugin/rewrite/NameUses.h"

namespace gpuperf {

struct TextEdit {
  clang::SourceRange Where; ///< tokens of the main file
  std::string Text;
};

struct BlockRewrite {
  std::vector<TextEdit> Edits; ///< empty: there is no safe one
  /// Why there is none, one clause; and where, if it is one place.
  std::string WhyNot;
  clang::SourceLocation WhyWhere;
  /// Where there is none for a reason of the launch itself: the other kernels
  /// that are launched with a number that would change.
  std::vector<std::string> MadeWithIt;
  /// Another launch that is made with the number is the reason: it could not be
  /// made with the block, or would not gain.
  bool OthersForbid = false;
};

class BlockRewriter {
public:
  /// \p File outlives the rewriter. \p Assume: as the file was analysed with.
  BlockRewriter(clang::ASTContext &Ctx, const FileAnalysis &File,
                const HostBindings &Assume);

  /// The launch that launch \p Index of the file becomes when the literals that
  /// its block size is made of are changed: the grid is the one that the source
  /// then computes; a grid that does not depend on these literals is taken to
  /// be changed such that it has the same threads, unless the kernel takes any
  /// number of them. Nothing: one number makes two dimensions that are to
  /// differ.
  /// \p Sizes: values of names that the source leaves open.
  std::optional<Launch> launchWith(size_t Index, const KernelSummary &Kernel,
                                   const Dim3 &Block,
                                   const HostBindings &Sizes = {}) const;

  /// The edit that makes \p Block the block of launch \p Index. \p Kernel is
  /// the summary for the GPU that the block is for.
  BlockRewrite rewrite(size_t Index, const KernelSummary &Kernel,
                       const Dim3 &Block);

private:
  /// One literal that stands for a symbol.
  struct Place {
    BlockLiteral Literal;
    unsigned Symbol = 0;
    int64_t Addend = 0; ///< the literal is the symbol plus this
  };
  /// What is known of one launch.
  struct Reading {
    std::optional<LaunchSite> Open;                     ///< with symbols
    std::array<std::optional<unsigned>, 3> Block, Grid; ///< symbols
    llvm::SmallVector<unsigned, 8> Symbols; ///< all that Open is made with
  };
  /// Of every symbol of the file, by number.
  using SymbolValues = std::vector<int64_t>;

  void collect(size_t Index);
  void open(const BlockLiteral &L, unsigned Symbol, int64_t Addend);
  std::optional<unsigned> symbolAt(HostSymbols::Place At) const;
  bool isEditableSite(const LaunchSite &Site, std::string &WhyNot) const;
  /// By name, those that launch \p Index is made with.
  HostBindings named(size_t Index, const SymbolValues &Values) const;
  /// The symbols' values that make the block \p Block; nothing if none do.
  std::optional<SymbolValues>
  valuesFor(size_t Index, const KernelSummary &Kernel, const Dim3 &Block) const;
  bool dependsOnBlock(size_t Index, const HostExpr &E) const;
  std::optional<std::string> whyNotCovered(size_t Index,
                                           const KernelSummary &Kernel,
                                           const SymbolValues &Changed) const;
  std::optional<ForeignUse> whyNotHere(size_t Index,
                                       const KernelSummary &Kernel,
                                       const SymbolValues &Changed) const;
  std::optional<ForeignUse> whyOthersForbid(size_t Index,
                                            const SymbolValues &Changed) const;
  bool isTouched(size_t Index, const SymbolValues &Changed) const;
  std::vector<std::string> kernelsMadeWith(size_t Index,
                                           const SymbolValues &Changed) const;
  bool staysAsFast(size_t Index, const SymbolValues &Changed) const;
  BoundLaunch bound(size_t Index, const SymbolValues &Values) const;
  std::optional<ForeignUse> foreignUse(const BlockLiteral &L);

  clang::ASTContext &Ctx;
  const FileAnalysis &File;
  HostBindings Assume;
  NameUses Uses;
  HostSymbols Symbols;
  std::vector<Place> Places;
  bool LacksUses = false; ///< numbers are no places, as their uses may lack
  SymbolValues OldValues;
  std::vector<Reading> Readings; ///< by launch
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_BLOCKREWRITE_H
