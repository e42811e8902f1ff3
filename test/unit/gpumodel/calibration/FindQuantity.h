//===- FindQuantity.h - Quantities by name ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_CALIBRATION_FINDQUANTITY_H
#define GPUPERF_TEST_UNIT_CALIBRATION_FINDQUANTITY_H

#include "gpumodel/calibration/derive/Series.h"
#include "gtest/gtest.h"

namespace gpuperf::calibration {

/// The quantity of that name, or nullptr.
inline const Quantity *find(const std::vector<Quantity> &All,
                            const std::string &Name) {
  for (const Quantity &Q : All)
    if (Q.Name == Name)
      return &Q;
  return nullptr;
}

/// The quantity of that name, or one that has failed as "absent".
inline Quantity named(const std::vector<Quantity> &All,
                      const std::string &Name) {
  if (const Quantity *Q = find(All, Name))
    return *Q;
  Quantity None;
  None.Ok = false;
  None.Why = "absent";
  return None;
}

inline void expectValue(const std::vector<Quantity> &All,
                        const std::string &Name, double Value,
                        double Tolerance = 1e-9) {
  Quantity Q = named(All, Name);
  EXPECT_TRUE(Q.Ok) << Name << ": " << Q.Why;
  EXPECT_NEAR(Q.Value, Value, Tolerance * Value) << Name;
  EXPECT_LE(Q.Low, Q.Value) << Name;
  EXPECT_GE(Q.High, Q.Value) << Name;
}

} // namespace gpuperf::calibration

#endif // GPUPERF_TEST_UNIT_CALIBRATION_FINDQUANTITY_H
