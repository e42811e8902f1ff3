//===- KernelSymbol.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/KernelSymbol.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;
using llvm::StringRef;

/// Takes "__nv_static_22__035f3f55_4_n_cu_cname_" off the front, where 22 is
/// the length of what stands between the underscores around it.
static void dropFilePrefix(StringRef &Symbol) {
  StringRef Rest = Symbol;
  size_t Length = 0;
  if (!Rest.consume_front("__nv_static_") || Rest.consumeInteger(10, Length) ||
      Length >= Rest.size())
    return;
  Rest = Rest.drop_front(1);
  if (Length >= Rest.size() || Rest[Length] != '_')
    return;
  Symbol = Rest.drop_front(Length + 1);
}

/// A name with its length before it, "5saxpy", at the front of \p Text; empty
/// where there is none. \p Name: without the length.
static StringRef nameAtFront(StringRef Text, StringRef &Name) {
  StringRef Rest = Text;
  size_t Length = 0;
  if (Rest.empty() || !llvm::isDigit(Rest.front()) ||
      Rest.consumeInteger(10, Length) || Length > Rest.size())
    return "";
  Name = Rest.take_front(Length);
  return Text.drop_back(Rest.size() - Length);
}

/// What the compilers call an unnamed namespace; with _INTERNAL_ before
/// CUDA 12.
static bool isUnnamed(StringRef Name) {
  return Name.starts_with("_GLOBAL__N_") || Name.starts_with("_INTERNAL_");
}
static constexpr llvm::StringLiteral ClangsUnnamed = "12_GLOBAL__N_1";

std::string gpuperf::commonSymbol(StringRef Symbol) {
  dropFilePrefix(Symbol);
  StringRef Rest = Symbol;
  if (!Rest.consume_front("_Z"))
    return Symbol.str();
  std::string Out = "_Z";
  if (Rest.consume_front("N"))
    Out += 'N';
  StringRef Name;
  // The names of the kernel and of what it is in. An L before one of them says
  // that it is static; further on it begins a value.
  while (true) {
    StringRef Next = Rest;
    Next.consume_front("L");
    const StringRef Whole = nameAtFront(Next, Name);
    if (Whole.empty())
      break;
    Out += isUnnamed(Name) ? StringRef(ClangsUnnamed) : Whole;
    Rest = Next.drop_front(Whole.size());
  }
  // Template arguments and parameters may be types of an unnamed namespace.
  while (!Rest.empty()) {
    const StringRef Whole = nameAtFront(Rest, Name);
    const bool Unnamed = !Whole.empty() && isUnnamed(Name);
    Out += Unnamed ? StringRef(ClangsUnnamed) : Rest.take_front(1);
    Rest = Rest.drop_front(Unnamed ? Whole.size() : 1);
  }
  return Out;
}
