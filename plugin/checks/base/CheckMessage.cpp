//===- CheckMessage.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/CheckMessage.h"
#include "analysis/report/VendorWords.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

namespace gpuperf {

CheckMessage::CheckMessage(CheckMessage &&From) noexcept
    : Check(std::exchange(From.Check, nullptr)), Where(From.Where),
      Format(std::move(From.Format)), Level(From.Level), Maker(From.Maker),
      Arguments(std::move(From.Arguments)), Fixes(std::move(From.Fixes)) {}

std::string CheckMessage::text() const {
  std::string Out;
  for (size_t At = 0; At < Format.size(); ++At) {
    if (Format[At] != '%' || At + 1 == Format.size() ||
        !llvm::isDigit(Format[At + 1])) {
      assert((Format[At] != '%' || At + 1 == Format.size() ||
              !llvm::isAlpha(Format[At + 1])) &&
             "of clang's formats, only %0 to %9 are known");
      Out += Format[At];
      continue;
    }
    const size_t Number = Format[++At] - '0';
    assert(Number < Arguments.size() && "a message lacks an argument");
    Out += Arguments[Number];
  }
  return Out;
}

CheckMessage::~CheckMessage() {
  if (!Check)
    return;
  auto Diag = Check->diag(Where, "%0", Level);
  Diag << inWordsOf(Maker, text());
  for (const clang::FixItHint &Fix : Fixes)
    Diag << Fix;
}

} // namespace gpuperf
