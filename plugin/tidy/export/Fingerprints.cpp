//===- Fingerprints.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Fingerprints.h"
#include "plugin/tidy/export/Weight.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <map>
#include <tuple>

using namespace gpuperf;
using llvm::StringRef;

static bool inWord(char C) { return llvm::isAlnum(C) || C == '_'; }

std::string gpuperf::normalisedLine(StringRef Line) {
  std::string Out;
  bool Space = false;
  for (char C : Line.trim()) {
    if (llvm::isSpace(C)) {
      Space = true;
      continue;
    }
    if (Space && inWord(C) && inWord(Out.back()))
      Out += ' ';
    Space = false;
    Out += C;
  }
  return Out;
}

/// Cuts a number with its thousands, decimals and exponent off the front.
static void dropNumber(StringRef &Rest) {
  auto dropDigits = [&] { Rest = Rest.drop_while(llvm::isDigit); };
  dropDigits();
  while (Rest.size() > 1 && (Rest[0] == '.' || Rest[0] == ',') &&
         llvm::isDigit(Rest[1])) {
    Rest = Rest.drop_front();
    dropDigits();
  }
  StringRef Exponent = Rest;
  if (Exponent.consume_front("e")) {
    if (!Exponent.consume_front("-"))
      Exponent.consume_front("+");
    if (!Exponent.empty() && llvm::isDigit(Exponent[0])) {
      Rest = Exponent;
      dropDigits();
    }
  }
}

/// Cuts a unit off that changes with the size of the number before it.
static void dropUnit(StringRef &Rest) {
  for (StringRef Unit :
       {" ns", " us", " ms", " s", " B", " KiB", " MiB", " GiB", " million"}) {
    StringRef After = Rest;
    if (After.consume_front(Unit) && (After.empty() || !inWord(After[0]))) {
      Rest = After;
      return;
    }
  }
}

std::string gpuperf::normalisedMessage(StringRef Message) {
  std::string Out;
  bool Quoted = false;
  for (StringRef Rest = Message; !Rest.empty();) {
    const char C = Rest[0];
    const char Before = Out.empty() ? ' ' : Out.back();
    // An apostrophe within a word opens nothing.
    if (C == '\'' && (Quoted || !inWord(Before)))
      Quoted = !Quoted;
    if (!Quoted && llvm::isDigit(C) && !inWord(Before) &&
        !StringRef(Out).ends_with("-")) {
      dropNumber(Rest);
      dropUnit(Rest);
      Out += '#';
      continue;
    }
    Out += C;
    Rest = Rest.drop_front();
  }
  return Out;
}

/// The parts of a message in single quotes.
static std::string quotedNames(StringRef Message) {
  std::string Out;
  while (true) {
    Message = Message.split('\'').second;
    auto [Name, Rest] = Message.split('\'');
    if (Rest.empty() && !Message.ends_with("'"))
      return Out;
    Out += (Out.empty() ? "'" : " '") + Name.str() + "'";
    Message = Rest;
  }
}

std::string gpuperf::identifyingText(StringRef Line, const Finding &F) {
  std::string Names =
      severityOf(F) == Severity::Info ? quotedNames(F.Message) : std::string();
  return normalisedLine(Line) + " | " +
         (Names.empty() ? normalisedMessage(F.Message) : Names);
}

static StringRef fileOf(const Finding &F) {
  return F.At ? StringRef(F.At->File) : StringRef();
}

static auto placeOf(const Finding &F) {
  return std::tuple(fileOf(F), F.Offset, StringRef(F.Rule), StringRef(F.Text));
}

/// Advice is the same if only its numbers differ, as it is given for the line.
/// A launch has a time for each GPU and each context.
static bool isSame(const Finding &A, const Finding &B) {
  return placeOf(A) == placeOf(B) &&
         (severityOf(A) != Severity::Info || A.Message == B.Message);
}

void gpuperf::identify(std::vector<Finding> &Findings) {
  llvm::stable_sort(Findings, [&](const Finding &A, const Finding &B) {
    if (placeOf(A) != placeOf(B))
      return placeOf(A) < placeOf(B);
    return isWorse(A, B);
  });
  std::vector<Finding> Different;
  for (Finding &F : Findings) {
    if (!Different.empty() && isSame(Different.back(), F)) {
      llvm::append_range(Different.back().Diagnostics, F.Diagnostics);
      continue;
    }
    Different.push_back(std::move(F));
  }
  Findings = std::move(Different);
  std::map<std::tuple<StringRef, StringRef, StringRef>, unsigned> Seen;
  for (Finding &F : Findings)
    F.Ordinal = Seen[{F.Rule, fileOf(F), F.Text}]++;
}

std::string gpuperf::fingerprint(const Finding &F) {
  llvm::SHA256 Hash;
  for (StringRef Part : {StringRef(F.Rule), fileOf(F), StringRef(F.Text)}) {
    Hash.update(Part);
    Hash.update(StringRef("\0", 1));
  }
  Hash.update(llvm::utostr(F.Ordinal));
  return llvm::toHex(llvm::ArrayRef(Hash.final()).take_front(16),
                     /*LowerCase=*/true);
}
