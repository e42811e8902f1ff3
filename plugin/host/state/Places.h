//===- Places.h - Reading and writing host variables ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_PLACES_H
#define GPUPERF_PLUGIN_HOST_STATE_PLACES_H

#include "plugin/host/state/Initials.h"
#include "plugin/host/state/Names.h"

namespace gpuperf::host {

/// The variables of the function that is walked, and what they hold.
class PlaceTable {
public:
  PlaceTable(WalkState &State, const Namer &Names, InitialValues &Initials)
      : State(State), Names(Names), Initials(Initials) {}

  /// The variable or field that the lvalue \p E names, references and known
  /// pointers followed. Nothing that has side effects is evaluated.
  std::optional<HostPlace> placeOf(const clang::Expr *E);
  /// The place in `&place`, without letting its address escape.
  std::optional<HostPlace> addressTaken(const clang::Expr *E);

  HostObject read(const HostPlace &P);
  void write(const HostPlace &P, HostObject V);
  /// What stands at \p P is not known any more.
  void forget(const HostPlace &P);
  /// From here on somebody else may write to \p P at any time.
  void escape(const HostPlace &P);
  /// Code of the user's has run: what others can reach may have changed.
  void forgetShared();
  /// All that \p M may have changed.
  void forgetAll(const MutationSet &M);

  /// What stands where references that are known lead to.
  HostPlace resolveAlias(HostPlace P);

private:
  WalkState &State;
  const Namer &Names;
  InitialValues &Initials;

  const HostObject *lookup(const clang::VarDecl *V);
  bool isTracked(const HostPlace &P);
  std::optional<HostPlace>
  behind(const HostObject &Pointer,
         llvm::ArrayRef<const clang::FieldDecl *> Path);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_PLACES_H
