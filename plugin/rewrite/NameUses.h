//===- NameUses.h - Where a block size is used beside its launch ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant may be changed for a launch's sake only if nothing but launch
// configurations is made with it. One walk over the file notes where variables
// and enumerators are named, one over the tokens where macros are.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_NAMEUSES_H
#define GPUPERF_PLUGIN_REWRITE_NAMEUSES_H

#include "plugin/rewrite/BlockLiterals.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace gpuperf {

/// A use of a name that is not a launch configuration, or another reason why a
/// number may not be changed.
struct ForeignUse {
  /// The variable, enumerator or macro; or the reason, in words.
  std::string Name;
  clang::SourceLocation Where;
};

class NameUses {
public:
  explicit NameUses(clang::ASTContext &Ctx);

  /// What is assigned to variables, by member of a dim3 (~0u: the whole).
  AssignedValues Assigned;

  /// A use of \p D, or of a value that is computed with it, outside of the
  /// grid, block and shared memory of launches; nothing: there is none.
  std::optional<ForeignUse> foreignUse(const clang::ValueDecl *D);
  /// The same for a macro of the main file.
  std::optional<ForeignUse> foreignMacroUse(llvm::StringRef Name);

private:
  struct Use {
    clang::SourceLocation Where;
    bool InLaunch = false;                  ///< in a launch configuration
    bool IsWrite = false;                   ///< is assigned to
    const clang::ValueDecl *Into = nullptr; ///< a part of this one's value
  };
  struct MacroUse {
    clang::SourceLocation Where;
    std::string InMacro; ///< in the definition of
    bool IsDefinition = false;
  };
  class Walk;
  void readTokens(clang::FileID File);
  bool isAccounted(clang::SourceLocation Where);

  clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::ValueDecl *, llvm::SmallVector<Use, 4>> Uses;
  /// Text of launch configurations, and of values of variables.
  struct Stretch {
    clang::SourceLocation Begin, End;
    const clang::ValueDecl *Into = nullptr;
  };
  std::vector<Stretch> Stretches;
  llvm::StringMap<llvm::SmallVector<MacroUse, 4>> MacroUses;
  bool TokensRead = false;
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> InProgress;
  llvm::StringSet<> MacrosInProgress;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_NAMEUSES_H
