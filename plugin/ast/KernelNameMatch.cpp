//===- KernelNameMatch.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/KernelNameMatch.h"
#include "plugin/ast/KernelNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TemplateBase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace clang;
using namespace llvm;

static bool isOfName(char C) { return isAlnum(C) || C == '_'; }

/// With one blank between two words and none elsewhere.
static std::string withoutBlanks(StringRef Text) {
  std::string Out;
  bool Blank = false;
  for (char C : Text) {
    if (isSpace(C)) {
      Blank = true;
      continue;
    }
    if (Blank && !Out.empty() && isOfName(Out.back()) && isOfName(C))
      Out += ' ';
    Blank = false;
    Out += C;
  }
  return Out;
}

constexpr llvm::StringLiteral Opening = "(<[{", Closing = ")>]}";

/// The place in \p Text at which the bracket at \p Open closes, or npos.
/// Brackets that belong to no other are passed, for names in tables have them.
static size_t closing(StringRef Text, size_t Open) {
  SmallVector<char, 8> Inside;
  for (size_t I = Open; I < Text.size(); ++I) {
    if (const size_t Kind = Opening.find(Text[I]); Kind != StringRef::npos)
      Inside.push_back(Closing[Kind]);
    // The arrow of a return type closes nothing.
    if (Text[I] != Inside.back() || (I > 0 && Text[I - 1] == '-'))
      continue;
    Inside.pop_back();
    if (Inside.empty())
      return I;
  }
  return StringRef::npos;
}

/// Without `(anonymous namespace)::` and what else has no name.
static std::string withoutUnnamed(std::string Text) {
  for (StringRef Unnamed : {"(anonymous namespace)::", "(anonymousnamespace)::",
                            "<unnamed>::", "{anonymous}::"})
    for (size_t At; (At = Text.find(Unnamed)) != std::string::npos;)
      Text.erase(At, Unnamed.size());
  return Text;
}

/// A type or expression without the names of namespaces and classes before its
/// names: "thrust::divides<std::less<int>>" is "divides<less<int>>".
static std::string unqualified(StringRef Text) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text.substr(I).starts_with("::")) {
      while (!Out.empty() && isOfName(Out.back()))
        Out.pop_back();
      ++I;
      continue;
    }
    Out += Text[I];
  }
  return Out;
}

/// One number, however it is written: "(int)4", "4u" and "4UL" are "4".
static std::string plainArgument(StringRef Text) {
  Text = Text.trim();
  while (Text.starts_with("(")) {
    const size_t Close = closing(Text, 0);
    if (Close == StringRef::npos || Close + 1 == Text.size())
      break;
    Text = Text.drop_front(Close + 1).trim();
  }
  if (Text.contains("lambda"))
    return "lambda";
  if (Text == "true")
    return "1";
  if (Text == "false")
    return "0";
  StringRef Number = Text.rtrim("uUlL");
  int64_t Value;
  if (!Number.empty() && !Number.getAsInteger(0, Value))
    return itostr(Value);
  return unqualified(withoutBlanks(Text));
}

namespace {
/// A name in its parts.
struct NameParts {
  std::string Name; ///< with namespaces, without what is in the brackets
  /// Of the last name; none: the name has no brackets.
  std::optional<SmallVector<std::string, 4>> Arguments;
};
} // namespace

/// The arguments in \p Text, the inside of a pair of brackets.
static SmallVector<std::string, 4> plainArguments(StringRef Text) {
  SmallVector<std::string, 4> Out;
  while (!Text.trim().empty()) {
    size_t End = 0;
    while (End < Text.size() && Text[End] != ',') {
      const size_t Close =
          Opening.contains(Text[End]) ? closing(Text, End) : End;
      // Brackets that do not close: tables cut long names.
      End = Close == StringRef::npos ? Text.size() : Close + 1;
    }
    Out.push_back(plainArgument(Text.take_front(End)));
    Text = Text.drop_front(std::min(End + 1, Text.size()));
  }
  return Out;
}

static NameParts partsOf(StringRef Written) {
  const std::string Plain = withoutUnnamed(Written.trim().str());
  StringRef Text = Plain;
  // The parameters begin at the first bracket outside of the template's.
  NameParts Out;
  size_t Begin = 0, End = 0;
  size_t Open = StringRef::npos;
  while (End < Text.size() && Text[End] != '(') {
    if (Text[End] == '<') {
      Open = End;
      const size_t Close = closing(Text, End);
      End = Close == StringRef::npos ? Text.size() : Close + 1;
      continue;
    }
    // What stands before a blank is the type that is returned.
    if (Text[End] == ' ' && End + 1 < Text.size() && isOfName(Text[End + 1])) {
      Begin = End + 1;
      Open = StringRef::npos;
    }
    // The brackets were those of a class.
    if (Text[End] == ':')
      Open = StringRef::npos;
    ++End;
  }
  Text = Text.slice(Begin, End).trim();
  if (Open == StringRef::npos) {
    Out.Name = withoutBlanks(Text);
    return Out;
  }
  const size_t InText = Open - Begin;
  Out.Name = withoutBlanks(Text.take_front(InText));
  StringRef Inside = Text.drop_front(InText + 1);
  Inside.consume_back(">");
  Out.Arguments = plainArguments(Inside);
  return Out;
}

/// The template arguments of a kernel with numbers for enumerators, packs
/// spread out; empty for a function that is no template's.
static SmallVector<std::string, 4> argumentsOf(const FunctionDecl &Kernel) {
  SmallVector<std::string, 4> Out;
  const TemplateArgumentList *List = Kernel.getTemplateSpecializationArgs();
  if (!List)
    return Out;
  PrintingPolicy Policy = Kernel.getASTContext().getPrintingPolicy();
  Policy.SuppressTagKeyword = true;
  auto Add = [&](const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Integral) {
      Out.push_back(plainArgument(toString(A.getAsIntegral(), 10)));
      return;
    }
    std::string Text;
    raw_string_ostream OS(Text);
    A.print(Policy, OS, /*IncludeType=*/false);
    Out.push_back(plainArgument(withoutUnnamed(Text)));
  };
  for (const TemplateArgument &A : List->asArray())
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Of : A.pack_elements())
        Add(Of);
    else
      Add(A);
  return Out;
}

/// The enumerators of a kernel's arguments have two names.
static bool hasArguments(const FunctionDecl &Kernel, const NameParts &Written,
                         const NameParts &Wanted) {
  return Written.Arguments == Wanted.Arguments ||
         argumentsOf(Kernel) == *Wanted.Arguments;
}

const FunctionDecl *gpuperf::matchKernel(ArrayRef<const FunctionDecl *> All,
                                         StringRef Name) {
  const NameParts Wanted = partsOf(Name);
  // The better match comes first; of one kind there may be only one.
  enum Kind { Exact, SameParts, WithoutScope, NoArguments, NumKinds };
  SmallVector<const FunctionDecl *, 2> Found[NumKinds];
  for (const FunctionDecl *FD : All) {
    const std::string Text = writtenName(*FD);
    if (withoutBlanks(Text) == withoutBlanks(Name) ||
        deviceMangledName(*FD) == Name) {
      Found[Exact].push_back(FD);
      continue;
    }
    const NameParts Written = partsOf(Text);
    const bool Same = Written.Name == Wanted.Name;
    if (!Same && !StringRef(Written.Name).ends_with("::" + Wanted.Name))
      continue;
    if (!Wanted.Arguments)
      Found[Written.Arguments ? NoArguments
            : Same            ? SameParts
                              : WithoutScope]
          .push_back(FD);
    else if (hasArguments(*FD, Written, Wanted))
      Found[Same ? SameParts : WithoutScope].push_back(FD);
  }
  for (const auto &OfKind : Found)
    if (!OfKind.empty())
      return OfKind.size() == 1 ? OfKind.front() : nullptr;
  return nullptr;
}
