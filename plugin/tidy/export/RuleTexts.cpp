//===- RuleTexts.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/RuleTexts.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <algorithm>
#include <iterator>

using namespace gpuperf;
using llvm::StringRef;

namespace {
struct Page {
  StringRef File, Text;
};
} // namespace

static const Page Pages[] = {
#include "EmbeddedCheckPages.inc"
};

/// gpuperf-fp64-arithmetic -> GpuperfFp64Arithmetic.
static std::string pascalCase(StringRef Rule) {
  std::string Out;
  bool Start = true;
  for (char C : Rule) {
    if (llvm::isAlnum(C))
      Out += Start ? llvm::toUpper(C) : C;
    Start = !llvm::isAlnum(C);
  }
  return Out;
}

/// Lines that are broken by hand, as one line.
static std::string joined(StringRef Text) {
  std::string Out = Text.trim().str();
  std::replace(Out.begin(), Out.end(), '\n', ' ');
  return Out;
}

/// What stands under a heading, up to the next one.
static StringRef section(StringRef Page, StringRef Heading) {
  StringRef Rest = Page.split(("\n## " + Heading + "\n").str()).second;
  return Rest.substr(0, Rest.find("\n## ")).trim();
}

/// Links to other pages of ours lead nowhere from a report: their words stay.
static std::string withoutOurLinks(StringRef Text) {
  std::string Out;
  llvm::SmallVector<StringRef, 3> Parts;
  const llvm::Regex Link("\\[([^]]*)\\]\\(([^):]*)\\)");
  while (Link.match(Text, &Parts)) {
    Out += Text.take_front(Parts[0].begin() - Text.begin());
    Out += Parts[1];
    Text = Text.substr(Parts[0].end() - Text.begin());
  }
  return Out + Text.str();
}

static StringRef firstSentence(StringRef Text) {
  const size_t End = Text.find(". ");
  return End == StringRef::npos ? Text : Text.take_front(End + 1);
}

static RuleTexts fromPage(StringRef Rule, const Page &P, StringRef Homepage) {
  RuleTexts T;
  StringRef Intro = P.Text.split('\n').second.split("\n## ").first;
  T.Full = joined(Intro.trim().split("\n\n").first);
  T.Short = firstSentence(T.Full).str();
  T.Help = T.Full + "\n\n" + joined(section(P.Text, "Why"));
  T.Markdown = "# " + Rule.str() + "\n\n" + Intro.trim().str();
  for (StringRef Heading : {"Why", "Fix", "Limits"})
    if (StringRef Under = section(P.Text, Heading); !Under.empty())
      T.Markdown += ("\n\n## " + Heading + "\n\n" + Under).str();
  T.Markdown = withoutOurLinks(T.Markdown);
  if (!Homepage.empty())
    T.HelpUri =
        (Homepage.rtrim('/') + "/blob/HEAD/plugin/checks/" + P.File).str();
  return T;
}

/// A check of clang-tidy is module-name, and so is its page; a warning of clang
/// has the name of its flag.
static RuleTexts ofClang(StringRef Rule) {
  RuleTexts T;
  StringRef Name = Rule;
  if (Name.consume_front("clang-diagnostic-")) {
    T.HelpUri = "https://clang.llvm.org/docs/DiagnosticsReference.html";
    if (Name == "error") {
      T.Short = "The compiler does not accept the code.";
    } else {
      T.Short = ("A warning of clang: -W" + Name + ".").str();
      T.HelpUri += ("#w" + Name).str();
    }
  } else if (Name.consume_front("clang-analyzer-")) {
    T.Short = ("A finding of clang's static analyzer: " + Name + ".").str();
    T.HelpUri = "https://clang.llvm.org/docs/analyzer/checkers.html";
  } else {
    T.Short = ("A finding of clang-tidy's check " + Rule + ".").str();
    auto [Module, Check] = Rule.split('-');
    T.HelpUri = "https://clang.llvm.org/extra/clang-tidy/checks/";
    T.HelpUri += Check.empty() ? std::string("list.html")
                               : (Module + "/" + Check + ".html").str();
  }
  T.Full = T.Short;
  T.Help = T.Short + " See " + T.HelpUri + ".";
  T.Markdown = T.Short + " [Its page](" + T.HelpUri + ").";
  return T;
}

RuleTexts gpuperf::ruleTexts(StringRef Rule, StringRef Homepage) {
  const std::string Name = pascalCase(Rule);
  // gpuperf-tail-wave: TailWaveCheck.md.
  const std::string File =
      StringRef(Name)
          .drop_front(StringRef(Name).starts_with("Gpuperf") ? 7 : 0)
          .str() +
      "Check.md";
  const Page *Ours = llvm::find_if(
      Pages, [&](const Page &P) { return P.File == StringRef(File); });
  RuleTexts T = Rule.starts_with("gpuperf-") && Ours != std::end(Pages)
                    ? fromPage(Rule, *Ours, Homepage)
                    : ofClang(Rule);
  T.Name = Name;
  return T;
}
