//===- CheckMessage.h - A diagnostic in its GPU's words ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_CHECKMESSAGE_H
#define GPUPERF_PLUGIN_CHECKS_BASE_CHECKMESSAGE_H

#include "clang-tidy/ClangTidyCheck.h"
#include "gpumodel/GpuModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace gpuperf {

/// Collects what clang's DiagnosticBuilder would: arguments for %0 to %9 and
/// fix-its. It becomes a diagnostic at the end of its life, in the words of the
/// GPU that it is about (analysis/report/VendorWords.h).
class CheckMessage {
public:
  CheckMessage(clang::tidy::ClangTidyCheck &Check, clang::SourceLocation Where,
               llvm::StringRef Format, clang::DiagnosticIDs::Level Level,
               Vendor Maker)
      : Check(&Check), Where(Where), Format(Format), Level(Level),
        Maker(Maker) {}
  CheckMessage(CheckMessage &&From) noexcept;
  CheckMessage(const CheckMessage &) = delete;
  CheckMessage &operator=(CheckMessage &&) = delete;
  ~CheckMessage();

  void add(llvm::StringRef Text) { Arguments.push_back(Text.str()); }
  template <class T>
    requires std::is_integral_v<T>
  void add(T Number) {
    Arguments.push_back(std::to_string(Number));
  }
  void add(const clang::FixItHint &Fix) { Fixes.push_back(Fix); }

private:
  std::string text() const;

  clang::tidy::ClangTidyCheck *Check; ///< null once it was moved from
  clang::SourceLocation Where;
  std::string Format;
  clang::DiagnosticIDs::Level Level;
  Vendor Maker;
  llvm::SmallVector<std::string, 6> Arguments;
  llvm::SmallVector<clang::FixItHint, 2> Fixes;
};

template <class T>
CheckMessage &&operator<<(CheckMessage &&To, const T &Argument) {
  To.add(Argument);
  return std::move(To);
}
template <class T>
CheckMessage &operator<<(CheckMessage &To, const T &Argument) {
  To.add(Argument);
  return To;
}

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_CHECKMESSAGE_H
