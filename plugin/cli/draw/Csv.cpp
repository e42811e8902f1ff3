//===- Csv.cpp ------------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/draw/Csv.h"

std::string gpuperf::csvField(llvm::StringRef Text) {
  if (Text.find_first_of(",\"\n") == llvm::StringRef::npos)
    return Text.str();
  std::string Quoted = "\"";
  for (char C : Text) {
    if (C == '"')
      Quoted += '"';
    Quoted += C;
  }
  return Quoted + '"';
}
