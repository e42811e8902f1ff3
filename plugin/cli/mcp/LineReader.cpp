//===- LineReader.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/LineReader.h"

using namespace gpuperf::mcp;

LineKind gpuperf::mcp::readLine(std::istream &In, size_t Most,
                                std::string &Line) {
  Line.clear();
  bool TooLong = false, Any = false;
  std::streambuf *Buffer = In.rdbuf();
  for (;;) {
    const int C = Buffer->sbumpc();
    if (C == std::char_traits<char>::eof()) {
      if (!Any)
        return LineKind::End;
      break;
    }
    Any = true;
    if (C == '\n')
      break;
    if (Line.size() < Most)
      Line.push_back(static_cast<char>(C));
    else
      TooLong = true;
  }
  if (!Line.empty() && Line.back() == '\r')
    Line.pop_back();
  return TooLong ? LineKind::TooLong : LineKind::Line;
}
