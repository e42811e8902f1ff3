//===- AcceptedText.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/AcceptedText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

/// The size of an operand at the start of \p Text, `"r"(name)`; 0: there is
/// none.
static size_t operandSize(StringRef Text) {
  const StringRef All = Text;
  if (!Text.consume_front("\""))
    return 0;
  const StringRef Constraint = Text.take_while(
      [](char C) { return isAlpha(C) || C == '=' || C == '+'; });
  Text = Text.drop_front(Constraint.size());
  if (Constraint.empty() || !Text.consume_front("\"(") ||
      Text.find_first_of("();\n") == StringRef::npos)
    return 0;
  Text = Text.drop_front(Text.find_first_of("();\n"));
  return Text.consume_front(")") ? All.size() - Text.size() : 0;
}

std::string gpuperf::withOperandCommas(StringRef Text) {
  std::string Out;
  for (size_t At = Text.find('"'); At != StringRef::npos;
       At = Text.find('"', At + 1)) {
    const size_t Size = operandSize(Text.substr(At));
    const StringRef After = Text.substr(At + Size);
    const StringRef Next = After.ltrim(" ");
    if (!Size || Next.size() == After.size() || !operandSize(Next))
      continue;
    if (Out.empty())
      Out = Text.str();
    Out[At + Size] = ','; // in the place of a space
  }
  return Out;
}

/// Where a comment or a literal that begins at \p At ends; \p At: none begins
/// there.
static size_t skipAside(StringRef Text, size_t At) {
  const StringRef Rest = Text.substr(At);
  auto Behind = [&](size_t Found, size_t Size) {
    return Found == StringRef::npos ? Text.size() : Found + Size;
  };
  if (Rest.starts_with("//"))
    return Behind(Text.find('\n', At), 1);
  if (Rest.starts_with("/*"))
    return Behind(Text.find("*/", At + 2), 2);
  if (!Rest.starts_with("\"") && !Rest.starts_with("'"))
    return At;
  // The mark between the digits of a number is no literal.
  if (Rest.starts_with("'") && At > 0 && isAlnum(Text[At - 1]))
    return At;
  for (size_t I = At + 1; I < Text.size() && Text[I] != '\n'; ++I)
    if (Text[I] == '\\')
      ++I;
    else if (Text[I] == Text[At])
      return I + 1;
  return At;
}

/// The size of three \p Brackets at the start of \p Text, the last one perhaps
/// after spaces; 0: there are not three.
static size_t bracketsSize(StringRef Text, char Bracket) {
  if (Text.size() < 3 || Text[0] != Bracket || Text[1] != Bracket)
    return 0;
  const size_t Last = Text.find_first_not_of(" \t", 2);
  if (Last == StringRef::npos || Text[Last] != Bracket ||
      Text.substr(Last + 1).starts_with(StringRef(&Bracket, 1)))
    return 0;
  return Last + 1;
}

/// Where the closing brackets of a launch begin whose opening ones end at
/// \p At.
static size_t closingBrackets(StringRef Text, size_t At) {
  unsigned Depth = 0;
  while (At < Text.size()) {
    if (const size_t Behind = skipAside(Text, At); Behind > At) {
      At = Behind;
      continue;
    }
    const char C = Text[At];
    if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if ((C == ')' || C == ']' || C == '}') && Depth-- == 0)
      return StringRef::npos;
    else if (C == ';')
      return StringRef::npos;
    else if (Depth == 0 && bracketsSize(Text.substr(At), '>'))
      return At;
    ++At;
  }
  return StringRef::npos;
}

std::string gpuperf::withWholeBrackets(StringRef Text) {
  std::string Out;
  auto Join = [&](size_t At, size_t Size, char Bracket) {
    if (Size == 3)
      return;
    if (Out.empty())
      Out = Text.str();
    Out[At + 2] = Bracket;
    Out[At + Size - 1] = ' ';
  };
  for (size_t At = 0; At < Text.size(); ++At) {
    if (const size_t Behind = skipAside(Text, At); Behind > At) {
      At = Behind - 1;
      continue;
    }
    const size_t Opening = bracketsSize(Text.substr(At), '<');
    if (!Opening || Text.substr(0, At).rtrim().ends_with("operator"))
      continue;
    const size_t Close = closingBrackets(Text, At + Opening);
    if (Close == StringRef::npos)
      continue;
    const size_t Closing = bracketsSize(Text.substr(Close), '>');
    if (!Text.substr(Close + Closing).ltrim().starts_with("("))
      continue;
    Join(At, Opening, '<');
    Join(Close, Closing, '>');
    At = Close + Closing - 1;
  }
  return Out;
}

namespace {
/// A file whose text is not what the disk has.
class MendedFile : public vfs::File {
public:
  MendedFile(vfs::Status S, std::string Text)
      : S(std::move(S)), Text(std::move(Text)) {}
  ErrorOr<vfs::Status> status() override { return S; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t,
                                                   bool, bool) override {
    return MemoryBuffer::getMemBufferCopy(Text, Name);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status S;
  std::string Text;
};

class AcceptingFiles : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    auto Opened = ProxyFileSystem::openFileForRead(Path);
    SmallString<256> Storage;
    const StringRef Name = Path.toStringRef(Storage);
    const StringRef Extension = sys::path::extension(Name);
    const bool IsCuda = Extension == ".cu" || Extension == ".cuh";
    if (!Opened || (!IsCuda && sys::path::filename(Name) != "copy_sm100.hpp"))
      return Opened;
    auto S = (*Opened)->status();
    auto Text = (*Opened)->getBuffer(Name);
    if (!S || !Text)
      return ProxyFileSystem::openFileForRead(Path);
    std::string Mended = IsCuda ? withWholeBrackets((*Text)->getBuffer())
                                : withOperandCommas((*Text)->getBuffer());
    if (Mended.empty())
      return ProxyFileSystem::openFileForRead(Path);
    return std::make_unique<MendedFile>(std::move(*S), std::move(Mended));
  }
};
} // namespace

IntrusiveRefCntPtr<vfs::FileSystem>
gpuperf::acceptingFiles(IntrusiveRefCntPtr<vfs::FileSystem> Files) {
  return makeIntrusiveRefCnt<AcceptingFiles>(std::move(Files));
}
