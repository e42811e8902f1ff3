//===- YamlErrorTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/YamlError.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {

std::string textError(const std::string &Text) {
  llvm::Error E = checkYamlText(llvm::MemoryBufferRef(Text, "f"));
  return E ? llvm::toString(std::move(E)) : "fine";
}

TEST(YamlError, LineOfKey) {
  const char *Text = "a: 1\nb:\n  c: {x: 1}\nd:\n  - c: 2\n  c: 3\n";
  EXPECT_EQ(lineOfKey(Text, "a"), 1u);
  EXPECT_EQ(lineOfKey(Text, "b"), 2u);
  EXPECT_EQ(lineOfKey(Text, "c"), 6u);
  EXPECT_EQ(lineOfKey(Text, "c", 5), 5u);
  EXPECT_EQ(lineOfKey(Text, "c", 4), 3u);
  EXPECT_EQ(lineOfKey(Text, "c", 1), 3u); // none before: the first after
  EXPECT_EQ(lineOfKey(Text, "absent"), 1u);
  EXPECT_EQ(lineOfKey("", "a"), 1u);
}

TEST(YamlError, NumberText) {
  EXPECT_EQ(numberText(17179869184.0), "17179869184");
  EXPECT_EQ(numberText(0.25), "0.25");
  EXPECT_EQ(numberText(-1), "-1");
}

TEST(YamlError, TextIsCheckedBeforeItIsParsed) {
  EXPECT_EQ(textError("a: \xc3\xa9\r\n\tb\n"), "fine");
  EXPECT_EQ(textError("a\nb\n\x01"),
            "f:3: holds a control character, a GPU file is YAML text");
  EXPECT_EQ(textError("a\n\xc3\x28\n"),
            "f:2: is not UTF-8, a GPU file is YAML text");
  EXPECT_EQ(textError(std::string(700, '\n')), "f:601: is longer than 600 "
                                               "lines");
  EXPECT_EQ(textError("a\n" + std::string(1001, 'x')),
            "f:2: is longer than 1000 characters");
  EXPECT_EQ(textError(std::string(16, '{')), "fine");
  EXPECT_EQ(textError("\n" + std::string(17, '{')),
            "f:2: nests brackets deeper than 16");
  EXPECT_EQ(textError("[]{}[]{}[]{}[]{}[]{}[]{}[]{}[]{}[]{}"), "fine");
}

} // namespace
