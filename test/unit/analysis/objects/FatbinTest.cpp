//===- FatbinTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/Fatbin.h"
#include "test/unit/analysis/objects/ObjectBytes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::HasSubstr;

static constexpr uint64_t Lz4 = 0x2011, Zstd = 0x8011;

static std::vector<std::string> imagesOf(const std::string &Bytes,
                                         std::string *Error = nullptr) {
  std::vector<std::string> Out;
  llvm::Error Why = forEachCubin(Bytes, [&](llvm::StringRef Image) {
    Out.push_back(Image.str());
    return llvm::Error::success();
  });
  const std::string Text = llvm::toString(std::move(Why));
  if (Error)
    *Error = Text;
  else
    EXPECT_EQ(Text, "");
  return Out;
}

static std::string errorOf(const std::string &Bytes) {
  std::string Error;
  imagesOf(Bytes, &Error);
  return Error;
}

TEST(Fatbin, GivesCubinsAndLeavesPtxOut) {
  const std::string One = fatbinBytes({{"first"}, {"text", 0x11, 0, 1}});
  const std::string Two = fatbinBytes({{"second.."}, {"third..."}});
  // An image is padded where nobody says how much of it is used.
  EXPECT_THAT(
      imagesOf(One + std::string(24, '\0') + Two),
      ElementsAre(std::string("first\0\0\0", 8), "second..", "third..."));
}

TEST(Fatbin, Decompresses) {
  const std::string Lz4Block = {0x1f, 'x', 1, 0, '\xff', 2, 0x10, 'y'};
  EXPECT_THAT(imagesOf(fatbinBytes({{Lz4Block, Lz4, 278}})),
              ElementsAre(std::string(277, 'x') + "y"));
  if (!llvm::compression::zstd::isAvailable())
    GTEST_SKIP() << "LLVM was built without zstd";
  llvm::SmallVector<uint8_t, 0> Block;
  const std::string Image(1000, 'z');
  llvm::compression::zstd::compress(llvm::arrayRefFromStringRef(Image), Block);
  EXPECT_THAT(imagesOf(fatbinBytes({{toStringRef(Block).str(), Zstd, 1000}})),
              ElementsAre(Image));
  EXPECT_THAT(errorOf(fatbinBytes({{toStringRef(Block).str(), Zstd, 999}})),
              HasSubstr("damaged"));
  EXPECT_THAT(errorOf(fatbinBytes({{toStringRef(Block).str(), Zstd, 1001}})),
              HasSubstr("damaged"));
}

TEST(Fatbin, NobodyIsMadeToTakeAHugeImage) {
  EXPECT_THAT(errorOf(fatbinBytes({{"abcd", Zstd, uint64_t(1) << 60}})),
              HasSubstr("more than is read"));
  EXPECT_THAT(errorOf(fatbinBytes({{"abcd", Lz4, 4096}})),
              HasSubstr("more than is read"));
}

TEST(Fatbin, DamageIsFound) {
  const std::string Good = fatbinBytes({{"image..."}});
  EXPECT_THAT(errorOf("not a fatbin"), HasSubstr("does not begin as one does"));
  EXPECT_THAT(errorOf(Good.substr(0, 12)), HasSubstr("damaged"));
  EXPECT_THAT(errorOf(Good.substr(0, Good.size() - 8)), HasSubstr("cut off"));
  std::string Longer = Good;
  Longer[16 + 9] = 1; // the image claims 256 bytes more than there are
  EXPECT_THAT(errorOf(Longer), HasSubstr("longer than the fatbin"));
  EXPECT_EQ(imagesOf("").size(), 0u);
}

TEST(Fatbin, AnErrorOfTheVisitorIsPassedOn) {
  llvm::Error Why =
      forEachCubin(fatbinBytes({{"a......."}}), [](llvm::StringRef) {
        return llvm::createStringError("no");
      });
  EXPECT_EQ(llvm::toString(std::move(Why)), "no");
}
