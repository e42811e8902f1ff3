//===- BlockRewrite.h - The source with another block size ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the block size of a launch is born, which launch the source would make
// with another one there, and the change of text that makes it, if the program
// is proven to compute the same afterwards:
//
//  - the kernel does not depend on the block (KernelSummary::Independence);
//  - the grid, as the source computes it, has the threads that this asks for,
//    for every value of the names in it;
//  - dynamic shared memory follows;
//  - nothing but launch configurations is made with what is edited, and the
//    other launches made with it fulfil the same.
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
};

class BlockRewriter {
public:
  /// \p File outlives the rewriter. \p Assume: as the file was analysed with.
  BlockRewriter(clang::ASTContext &Ctx, const FileAnalysis &File,
                const HostBindings &Assume);

  /// The launch that launch \p Index of the file becomes when its block size is
  /// changed where it is born: the grid as the source computes it; a grid that
  /// does not follow covers the same threads, unless the kernel takes any
  /// number of them. Nothing: one number makes two dimensions that differ.
  /// \p Sizes: values of names that the source leaves open.
  std::optional<Launch> launchWith(size_t Index, const KernelSummary &Kernel,
                                   const Dim3 &Block,
                                   const HostBindings &Sizes = {}) const;

  /// \p Kernel of the GPU that the block is for.
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
  bool staysAsFast(size_t Index, const SymbolValues &Changed) const;
  BoundLaunch bound(size_t Index, const SymbolValues &Values) const;
  std::optional<ForeignUse> foreignUse(const BlockLiteral &L);

  clang::ASTContext &Ctx;
  const FileAnalysis &File;
  HostBindings Assume;
  NameUses Uses;
  HostSymbols Symbols;
  std::vector<Place> Places;
  SymbolValues OldValues;
  std::vector<Reading> Readings; ///< by launch
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_BLOCKREWRITE_H
