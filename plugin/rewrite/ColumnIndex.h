//===- ColumnIndex.h - Subscripts that name a column of their row ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "tile[0][y * 32 + x]" goes through all rows of "tile[32][32]", and finds
// other elements when the rows are made longer. Its addresses are those of
// "tile[y][x]", so that only the text tells the two apart.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_COLUMNINDEX_H
#define GPUPERF_PLUGIN_REWRITE_COLUMNINDEX_H

#include <cstdint>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace gpuperf {

/// Whether \p Index, as it is written in a kernel with the body \p Body, is a
/// sum of thread indices, constants and variables that are such sums or are
/// counted in steps, in which nothing moves by a multiple of \p Columns, the
/// elements of a row. What it adds to an address is then what is left of the
/// address over whole rows, and an address that is known to stay in its row
/// does so by this subscript.
bool isColumnIndex(const clang::Expr &Index, uint64_t Columns,
                   const clang::Stmt &Body, const clang::ASTContext &Ctx);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_COLUMNINDEX_H
