//===- SmChoice.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/SmChoice.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace gpuperf;

// What clang 22 compiles for, from sm_50 on (a test asks clang itself).
static constexpr unsigned KnownNumbers[] = {50, 52,  53,  60,  61,  62,  70,
                                            72, 75,  80,  86,  87,  88,  89,
                                            90, 100, 101, 103, 110, 120, 121};
static constexpr unsigned FirstWithSuffix = 90;

std::optional<SmName> gpuperf::parseSmName(StringRef Text) {
  if (!Text.consume_front("sm_") && !Text.consume_front("compute_") &&
      !Text.consume_front("lto_"))
    return std::nullopt;
  SmName Sm;
  if (Text.consumeInteger(10, Sm.Number) || Sm.Number == 0 || Sm.Number > 999)
    return std::nullopt;
  if (Text.empty())
    return Sm;
  if (Text != "a" && Text != "f")
    return std::nullopt;
  Sm.Suffix = Text.front();
  return Sm;
}

std::string gpuperf::clangSmName(SmName Sm) {
  unsigned Number = KnownNumbers[0];
  for (unsigned Known : KnownNumbers)
    if (Known <= Sm.Number)
      Number = Known;
  std::string Name = "sm_" + std::to_string(Number);
  // Family features are among those of the architecture itself.
  if (Sm.Suffix && Number == Sm.Number && Number >= FirstWithSuffix)
    Name += 'a';
  return Name;
}

static bool runs(unsigned GpuSm, SmName Code) {
  switch (Code.Suffix) {
  case 'a':
    return Code.Number == GpuSm;
  case 'f':
    return Code.Number / 10 == GpuSm / 10 && Code.Number <= GpuSm;
  default:
    return Code.Number <= GpuSm;
  }
}

std::optional<SmName> gpuperf::chooseSm(ArrayRef<SmName> Named,
                                        unsigned GpuSm) {
  std::optional<SmName> Best;
  // First what the GPU can run; of that the newest, and of equally new ones the
  // one with the most features.
  auto rank = [&](SmName Sm) {
    return std::tuple(GpuSm && runs(GpuSm, Sm), Sm.Number,
                      Sm.Suffix == 'a'   ? 2
                      : Sm.Suffix == 'f' ? 1
                                         : 0);
  };
  for (SmName Sm : Named)
    if (!Best || rank(*Best) < rank(Sm))
      Best = Sm;
  return Best;
}
