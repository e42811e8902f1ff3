//===- EditorSessionTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/editor/EditorSession.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(EditorSession, WithoutAnEditorEveryTextIsWanted) {
  TextWanted Wanted = wantedNow("/nowhere/k.cu");
  EXPECT_EQ(Wanted.Text, 0u);
  EXPECT_TRUE(Wanted());
  EXPECT_EQ(editorSession().storeOf("/nowhere/k.cu"), nullptr);
}

TEST(EditorSession, AnOlderTextIsNotWanted) {
  editorSession().noteOpen("/p/a.cu");
  editorSession().noteOpen("/p/b.cu");
  TextWanted Wanted = wantedNow("/p/a.cu");
  EXPECT_TRUE(Wanted());
  editorSession().noteEdit("/p/b.cu");
  EXPECT_TRUE(Wanted());
  editorSession().noteEdit("/p/a.cu");
  EXPECT_FALSE(Wanted());
  TextWanted Newer = wantedNow("/p/a.cu");
  EXPECT_TRUE(Newer());
  editorSession().noteClose("/p/a.cu");
  EXPECT_FALSE(Newer());
  editorSession().noteOpen("/p/a.cu");
  EXPECT_FALSE(Newer()) << "opened again it has another text";
}

TEST(EditorSession, AStoreLivesAsLongAsItsFileIsOpen) {
  EditorSession Session;
  EXPECT_EQ(Session.storeOf("k.cu"), nullptr);
  Session.noteOpen("k.cu");
  auto Store = Session.storeOf("k.cu");
  ASSERT_TRUE(Store);
  EXPECT_EQ(Session.storeOf("k.cu"), Store);
  Store->poison();
  auto Fresh = Session.storeOf("k.cu");
  EXPECT_NE(Fresh, Store) << "what a crash left is not read";
  Session.noteClose("k.cu");
  EXPECT_EQ(Session.storeOf("k.cu"), nullptr);
}

TEST(EditorSession, StoppedIsToldOnce) {
  EditorSession Session;
  Session.noteOpen("k.cu");
  const uint64_t First = Session.textsOf("k.cu");
  EXPECT_FALSE(Session.takeStopped("k.cu"));
  Session.noteEdit("k.cu");
  Session.noteStopped("k.cu", First);
  EXPECT_TRUE(Session.takeStopped("k.cu"));
  EXPECT_FALSE(Session.takeStopped("k.cu"));
}

TEST(EditorSession, WhatStoppedBeforeTheFileWasOpenedAgainIsNotHeldBack) {
  EditorSession Session;
  Session.noteOpen("k.cu");
  const uint64_t First = Session.textsOf("k.cu");
  Session.noteClose("k.cu");
  Session.noteStopped("k.cu", First);
  Session.noteOpen("k.cu");
  Session.noteStopped("k.cu", First);
  EXPECT_FALSE(Session.takeStopped("k.cu"));
}

TEST(EditorSession, TheFirstAnalysisOfAnOpenFileIsPostponed) {
  EditorSession Session;
  const int One = 0, Other = 0;
  EXPECT_FALSE(Session.postpones("k.cu", 0, &One)) << "it is not open";
  Session.noteOpen("k.cu");
  const uint64_t Text = Session.textsOf("k.cu");
  EXPECT_FALSE(Session.takePostponed("k.cu"));
  EXPECT_TRUE(Session.postpones("k.cu", Text, &One));
  EXPECT_TRUE(Session.postpones("k.cu", Text, &One)) << "of the same parse";
  EXPECT_TRUE(Session.takePostponed("k.cu"));
  EXPECT_FALSE(Session.takePostponed("k.cu"));
  EXPECT_FALSE(Session.postpones("k.cu", Text, &Other));
  Session.noteClose("k.cu");
  Session.noteOpen("k.cu");
  EXPECT_FALSE(Session.postpones("k.cu", Text, &One)) << "nobody wants it";
  EXPECT_TRUE(Session.postpones("k.cu", Session.textsOf("k.cu"), &One));
}

TEST(EditorSession, AnotherParseDoesWhatWasPostponed) {
  EditorSession Session;
  const int One = 0, Other = 0;
  Session.noteOpen("k.cu");
  EXPECT_TRUE(Session.postpones("k.cu", Session.textsOf("k.cu"), &One));
  Session.noteEdit("k.cu");
  EXPECT_FALSE(Session.postpones("k.cu", Session.textsOf("k.cu"), &Other));
  EXPECT_FALSE(Session.takePostponed("k.cu")) << "it has begun";
}

TEST(EditorSession, CountsHowOftenATextIsAskedForAgain) {
  EditorSession Session;
  EXPECT_EQ(Session.askedAgain("k.cu"), 0u);
  EXPECT_EQ(Session.noteAskedAgain("k.cu"), 1u);
  EXPECT_EQ(Session.noteAskedAgain("k.cu"), 2u);
  EXPECT_EQ(Session.askedAgain("k.cu"), 2u);
  EXPECT_EQ(Session.askedAgain("other.cu"), 0u);
}

TEST(EditorSession, TheLastBuildIsOfTheOpenFile) {
  using namespace std::chrono_literals;
  EditorSession Session;
  Session.noteBuild("k.cu", {1ms, 2ms});
  EXPECT_FALSE(Session.lastBuild("k.cu"));
  Session.noteOpen("k.cu");
  EXPECT_FALSE(Session.lastBuild("k.cu"));
  Session.noteBuild("k.cu", {3ms, 4ms});
  ASSERT_TRUE(Session.lastBuild("k.cu"));
  EXPECT_EQ(Session.lastBuild("k.cu")->Analysis, 4ms);
  Session.noteClose("k.cu");
  EXPECT_FALSE(Session.lastBuild("k.cu"));
}
