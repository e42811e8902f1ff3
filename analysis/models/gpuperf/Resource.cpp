//===- Resource.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Resource.h"

using namespace gpuperf;

namespace {
struct Row {
  llvm::StringLiteral Key;
  Bound BoundBy;
  double BandFactor;
};
constexpr Row Rows[NumResources] = {
#define RESOURCE(Enumerator, Key, BoundBy, BandFactor)                         \
  {Key, Bound::BoundBy, BandFactor},
#include "analysis/models/gpuperf/Resource.def"
};
} // namespace

llvm::StringRef gpuperf::resourceName(Resource R) {
  return Rows[static_cast<unsigned>(R)].Key;
}

std::optional<Resource> gpuperf::resourceFromName(llvm::StringRef Name) {
  for (unsigned I = 0; I < NumResources; ++I)
    if (Rows[I].Key == Name)
      return static_cast<Resource>(I);
  return std::nullopt;
}

Bound gpuperf::boundOf(Resource R) {
  return Rows[static_cast<unsigned>(R)].BoundBy;
}

double gpuperf::bandFactorOf(Resource R) {
  return Rows[static_cast<unsigned>(R)].BandFactor;
}
