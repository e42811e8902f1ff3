//===- BuildFacts.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/BuildFacts.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace gpuperf;

static constexpr StringLiteral MaxRegs = "__GPUPERF_MAXRREGCOUNT",
                               L1 = "__GPUPERF_L1",
                               Debug = "__GPUPERF_DEVICE_DEBUG",
                               Ftz = "__GPUPERF_FTZ",
                               Object = "__GPUPERF_OBJECT";

/// \p Path as a string of C++, for a path may have what would begin a comment
/// or a character. Empty where it cannot be written.
static std::string quoted(StringRef Path) {
  std::string Out = "\"";
  for (char C : Path) {
    if (C == '\n' || C == '\r' || C == '\0')
      return "";
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

/// Undoes quoted(). Empty where \p Text is nothing that it makes.
static std::string unquoted(StringRef Text) {
  if (!Text.consume_front("\"") || !Text.consume_back("\""))
    return "";
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\')
      ++I;
    if (I == Text.size())
      return "";
    Out += Text[I];
  }
  return Out;
}

std::vector<std::string> gpuperf::macrosOf(const BuildFacts &Facts) {
  std::vector<std::string> Macros;
  if (Facts.MaxRegCount)
    Macros.push_back((Twine(MaxRegs) + "=" + Twine(Facts.MaxRegCount)).str());
  if (Facts.L1Bypass)
    Macros.push_back((Twine(L1) + (*Facts.L1Bypass ? "=bypass" : "=on")).str());
  if (Facts.DeviceDebug)
    Macros.push_back((Twine(Debug) + "=1").str());
  if (Facts.FlushDenormals)
    Macros.push_back((Twine(Ftz) + "=1").str());
  if (std::string Path = quoted(Facts.Object); Path.size() > 2)
    Macros.push_back((Twine(Object) + "=" + Path).str());
  return Macros;
}

bool gpuperf::readMacro(StringRef Definition, BuildFacts &Facts) {
  auto [Name, Value] = Definition.split('=');
  if (Name == MaxRegs) {
    unsigned Count = 0;
    if (Value.getAsInteger(10, Count) || Count == 0)
      return false;
    Facts.MaxRegCount = Count;
    return true;
  }
  if (Name == L1 && (Value == "bypass" || Value == "on")) {
    Facts.L1Bypass = Value == "bypass";
    return true;
  }
  if (Name == Debug || Name == Ftz) {
    (Name == Debug ? Facts.DeviceDebug : Facts.FlushDenormals) = Value != "0";
    return true;
  }
  if (Name == Object) {
    Facts.Object = unquoted(Value);
    return !Facts.Object.empty();
  }
  return false;
}
