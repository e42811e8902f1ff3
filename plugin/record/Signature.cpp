//===- Signature.cpp - Kernel parameters from a mangled name --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/KernelLayouts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

using namespace llvm;

namespace gpuperf::record {

/// Size and kind of a type that every host agrees on.
static std::optional<std::pair<unsigned, char>> scalarType(StringRef T) {
  if (T.ends_with("*") || T.ends_with("&") || T.contains("(*)"))
    return std::pair(8u, 'P');
  using Known = std::optional<std::pair<unsigned, char>>;
  return StringSwitch<Known>(T)
      .Case("float", std::pair(4u, 'F'))
      .Case("double", std::pair(8u, 'F'))
      .Case("int", std::pair(4u, 'S'))
      .Case("unsigned int", std::pair(4u, 'U'))
      .Cases({"long", "long long"}, std::pair(8u, 'S'))
      .Cases({"unsigned long", "unsigned long long"}, std::pair(8u, 'U'))
      .Case("short", std::pair(2u, 'S'))
      .Case("unsigned short", std::pair(2u, 'U'))
      .Cases({"char", "signed char"}, std::pair(1u, 'S'))
      .Cases({"unsigned char", "bool"}, std::pair(1u, 'U'))
      .Default(std::nullopt);
}

std::vector<ScalarLayout> layoutFromSignature(StringRef Mangled) {
  std::vector<ScalarLayout> Out;
  // The demangler keeps pointing into the text.
  const std::string Text = Mangled.str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Text.c_str()) || !Demangler.isFunction())
    return Out;
  char *Parameters = Demangler.getFunctionParameters(nullptr, nullptr);
  if (!Parameters)
    return Out;
  StringRef All(Parameters);
  All.consume_front("("), All.consume_back(")");
  ScalarLayout F;
  F.BufferOffset = 0;
  for (size_t I = 0, Start = 0, Depth = 0; I <= All.size(); ++I) {
    if (I < All.size() && (All[I] != ',' || Depth)) {
      Depth += StringRef("<([").contains(All[I]);
      Depth -= StringRef(">)]").contains(All[I]) && Depth;
      continue;
    }
    if (auto T = scalarType(All.slice(Start, I).trim())) {
      F.Bytes = T->first, F.Kind = T->second;
      F.Name = std::to_string(F.Parameter);
      if (F.BufferOffset)
        F.BufferOffset = alignTo(*F.BufferOffset, F.Bytes);
      Out.push_back(F);
      if (F.BufferOffset)
        *F.BufferOffset += F.Bytes;
    } else {
      // What follows a struct may be anywhere.
      F.BufferOffset.reset();
    }
    ++F.Parameter;
    Start = I + 1;
  }
  std::free(Parameters);
  return Out;
}

} // namespace gpuperf::record
