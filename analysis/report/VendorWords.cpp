//===- VendorWords.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/VendorWords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using llvm::StringRef;

namespace gpuperf {

static constexpr VendorWords Cuda = {.Warp = "warp",
                                     .Block = "block",
                                     .SharedMemory = "shared memory",
                                     .SharedArray = "shared array",
                                     .LocalMemory = "local memory",
                                     .Register = "register",
                                     .Multiprocessor = "SM",
                                     .Compiler = "nvcc",
                                     .Assembler = "ptxas",
                                     .ShuffleDown = "__shfl_down_sync",
                                     .Primitives = "cub",
                                     .WarpSum = "__reduce_add_sync or "
                                                "__shfl_down_sync",
                                     .Allocate = "cudaMalloc",
                                     .SharedBound = "bound by shared"};

static constexpr VendorWords Amd = {.Warp = "wavefront",
                                    .Block = "workgroup",
                                    .SharedMemory = "LDS",
                                    .SharedArray = "LDS array",
                                    .LocalMemory = "scratch memory",
                                    .Register = "VGPR",
                                    .Multiprocessor = "CU",
                                    .Compiler = "hipcc",
                                    .Assembler = "the compiler",
                                    .ShuffleDown = "__shfl_down",
                                    .Primitives = "hipcub",
                                    .WarpSum = "__shfl_down",
                                    .Allocate = "hipMalloc",
                                    .SharedBound = "bound by LDS"};

const VendorWords &wordsOf(Vendor Maker) {
  switch (Maker) {
  case Vendor::Nvidia:
    return Cuda;
  case Vendor::Amd:
    return Amd;
  }
  llvm_unreachable("a maker without words");
}

/// What can stand at the beginning of a translated word: none begins another,
/// but for "bound by shared", which also begins "bound by shared memory".
static constexpr StringRef VendorWords::*Entries[] = {
    &VendorWords::Warp,         &VendorWords::Block,
    &VendorWords::SharedMemory, &VendorWords::SharedArray,
    &VendorWords::LocalMemory,  &VendorWords::Register,
    &VendorWords::Compiler,     &VendorWords::Assembler,
    &VendorWords::ShuffleDown,  &VendorWords::Multiprocessor,
    &VendorWords::Primitives,   &VendorWords::SharedBound,
    &VendorWords::WarpSum,      &VendorWords::Allocate};

static bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether a name ends before \p Rest: "block", but not "blockIdx", "block.x".
static bool endsName(StringRef Rest) {
  if (Rest.empty() || isNamePart(Rest[0]))
    return Rest.empty();
  return Rest[0] != '.' || Rest.size() == 1 || !isNamePart(Rest[1]);
}

namespace {
struct Match {
  size_t Length = 0; ///< 0: nothing
  StringRef Word;
  bool Plural = false;
};
} // namespace

static Match matchAt(const VendorWords &To, StringRef Rest) {
  for (auto Entry : Entries) {
    const StringRef From = Cuda.*Entry;
    if (!Rest.starts_with(From))
      continue;
    StringRef After = Rest.drop_front(From.size());
    if (endsName(After))
      return {From.size(), To.*Entry, false};
    if (After.starts_with("s") && endsName(After.drop_front()))
      return {From.size() + 1, To.*Entry, true};
  }
  return {};
}

/// Of what is spoken as letters, the first sounds like a vowel: "an LDS array",
/// "an SM", but "a VGPR", "a CU".
static bool takesAn(StringRef Word) {
  return Word.starts_with("LDS") || Word.starts_with("SM");
}

/// Mends an article at the end of \p Out for the word that follows it.
static void mendArticle(std::string &Out, StringRef Word) {
  const bool HasAn = StringRef(Out).ends_with("an ");
  if (!HasAn && !StringRef(Out).ends_with("a "))
    return;
  const size_t Length = HasAn ? 3 : 2;
  const size_t Begin = Out.size() - Length;
  if (Begin > 0 && isNamePart(Out[Begin - 1]))
    return;
  Out.resize(Begin);
  Out += takesAn(Word) ? "an " : "a ";
}

/// The end of what is quoted from \p At on; \p At where nothing is.
static size_t endOfQuoted(StringRef Text, size_t At) {
  const char Quote = Text[At];
  if ((Quote != '\'' && Quote != '`') ||
      (At > 0 && (isNamePart(Text[At - 1]) || Text[At - 1] == Quote)))
    return At;
  for (size_t End = Text.find(Quote, At + 1); End != StringRef::npos;
       End = Text.find(Quote, End + 1))
    if (End + 1 == Text.size() || !isNamePart(Text[End + 1]))
      return End + 1;
  return At;
}

std::string inWordsOf(Vendor Maker, StringRef Text) {
  const VendorWords &To = wordsOf(Maker);
  if (&To == &Cuda)
    return Text.str();
  std::string Out;
  for (size_t At = 0; At < Text.size();) {
    if (const size_t End = endOfQuoted(Text, At); End != At) {
      Out += Text.slice(At, End);
      At = End;
      continue;
    }
    const bool Begins = At == 0 || (!isNamePart(Text[At - 1]) &&
                                    !StringRef("-.:").contains(Text[At - 1]));
    if (const Match M = Begins ? matchAt(To, Text.drop_front(At)) : Match();
        M.Length) {
      mendArticle(Out, M.Word);
      Out += M.Word;
      if (M.Plural)
        Out += 's';
      At += M.Length;
      continue;
    }
    Out += Text[At++];
  }
  return Out;
}

} // namespace gpuperf
