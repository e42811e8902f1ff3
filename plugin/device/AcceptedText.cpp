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
    SmallString<256> Name;
    if (!Opened ||
        sys::path::filename(Path.toStringRef(Name)) != "copy_sm100.hpp")
      return Opened;
    auto S = (*Opened)->status();
    auto Text = (*Opened)->getBuffer(Name);
    if (!S || !Text)
      return ProxyFileSystem::openFileForRead(Path);
    std::string Mended = withOperandCommas((*Text)->getBuffer());
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
