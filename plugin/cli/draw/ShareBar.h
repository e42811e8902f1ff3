//===- ShareBar.h - A share as a bar of text --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_DRAW_SHAREBAR_H
#define GPUPERF_PLUGIN_CLI_DRAW_SHAREBAR_H

#include <string>

namespace gpuperf {

/// \p Share of \p Width characters, in eighths.
std::string shareBar(double Share, unsigned Width);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_DRAW_SHAREBAR_H
