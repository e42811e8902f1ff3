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
