//===- GroupBuilder.h - Access groups by hand -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_WARP_GROUPBUILDER_H
#define GPUPERF_TEST_UNIT_ANALYSIS_WARP_GROUPBUILDER_H

#include "analysis/warp/Reuse.h"

namespace gpuperf::test {

inline AddressVariable along(ExprKind Kind, double StrideBytes) {
  AddressVariable V;
  V.Kind = Kind, V.StrideBytes = StrideBytes;
  return V;
}

inline AddressVariable along(LoopId Loop, double StrideBytes) {
  AddressVariable V = along(ExprKind::LoopIter, StrideBytes);
  V.Loop = Loop;
  return V;
}

/// Loops with these trip counts, each inside the one before, and groups of
/// accesses in the innermost; 4-byte elements.
class GroupBuilder {
public:
  GroupBuilder(Dim3 Grid, Dim3 Block, std::vector<double> Trips = {}) {
    L.Grid = Grid, L.Block = Block;
    for (double T : Trips)
      P.Loops.push_back({T, T});
  }

  AccessGroup group(uint32_t Base, std::vector<AddressVariable> Variables,
                    std::vector<double> Constants = {0}) {
    AccessGroup G;
    G.Base = Access::BaseKind::Argument, G.BaseIndex = Base;
    G.HasForm = G.HasLoad = true;
    G.Form.Variables.assign(Variables.begin(), Variables.end());
    G.Constants.assign(Constants.begin(), Constants.end());
    for (size_t I = 0; I < Constants.size(); ++I)
      G.Members.push_back(NextMember++);
    for (LoopId Loop = P.Loops.size(); Loop-- > 0;)
      G.Nest.push_back(Loop);
    return G;
  }

  AccessGroups with(std::vector<AccessGroup> Groups) const {
    AccessGroups T(K, L, P);
    T.Groups = std::move(Groups);
    return T;
  }

  KernelSummary K;
  Launch L;
  WarpProfile P;
  /// A thread comes by the groups in the order in which they are made.
  AccessId NextMember = 0;
};

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_WARP_GROUPBUILDER_H
