//===- WrittenLaunchesTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/WrittenLaunches.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf::record;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// "LINE:COLUMN KERNEL" of each.
std::vector<std::string> launches(llvm::StringRef Text) {
  std::vector<std::string> Out;
  for (const WrittenLaunch &L : writtenLaunches(Text))
    Out.push_back(std::to_string(L.Line) + ":" + std::to_string(L.Column) +
                  " " + L.Kernel);
  return Out;
}

TEST(WrittenLaunchesTest, NamesAndTemplateArguments) {
  EXPECT_THAT(launches("  k<<<1, 2>>>();\n ns::k < float, 4 > <<<1, 2>>>();"),
              ElementsAre("1:4 k", "2:21 k<float,4>"));
  EXPECT_THAT(launches("k<pair<int, T>>\n<<<1, 2>>>(a);"),
              ElementsAre("2:1 k<pair<int,T>>"));
  EXPECT_THAT(launches("return k<<<1, 2>>>();"), ElementsAre("1:9 k"));
}

TEST(WrittenLaunchesTest, FunctionsAndMacros) {
  EXPECT_THAT(
      launches("hipLaunchKernelGGL((k<float, 4>), dim3(n, 2), 1, 0, 0, a);\n"
               "  check(hipLaunchKernel((const void *)f, 1, 2, args, 0, 0));\n"
               "hipLaunchKernelGGL(HIP_KERNEL_NAME(ns::k<int, 2>), 1, 1, 0, 0);"
               "\ncudaLaunchKernel(reinterpret_cast<void *>(&g<2>), 1, 2, a);\n"
               "cudaLaunchKernelEx(&config, h, 1); hipLaunchKernelGGL(m,1,1);"),
      ElementsAre("1:1 k<float,4>", "2:9 f", "3:1 ns::k<int,2>", "4:1 g<2>",
                  "5:1 h", "5:36 m"));
  EXPECT_THAT(launches("myhipLaunchKernel(k); hipLaunchKernels(k); cuda(k);"),
              IsEmpty());
}

TEST(WrittenLaunchesTest, CommentsAndTextsDoNotCount) {
  EXPECT_THAT(launches("// k<<<1, 2>>>();\n/* k<<<1,\n 2>>>() */ a<<<1, 1>>>();"
                       "puts(\"k<<<\\\"k<<<\"); b<<<1, 1>>>();"),
              ElementsAre("3:13 a", "3:47 b"));
}

TEST(WrittenLaunchesTest, TextThatEndsEarly) {
  for (const char *Text :
       {"", "<<<", "k<<<", "/*", "\"", "/* k<<<1", "\"\\", "hipLaunchKernel",
        "hipLaunchKernel(", "hipLaunchKernel((", "cudaLaunchKernelEx(a"})
    launches(Text);
  EXPECT_THAT(launches("<<<1>>>"), IsEmpty());
}

} // namespace
