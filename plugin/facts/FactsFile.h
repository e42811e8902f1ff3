//===- FactsFile.h - Facts as JSON lines ------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A facts file holds one JSON object per line and per launch:
//
//   {"schema":1,"file":"src/a.cu","function":"main","kernel":"scale<double>",
//    "ordinal":0,"grid":[4,1,1],"block":[256,1,1],"dynamic_smem_bytes":0,
//    "args":{"n":1000,"f":2.0},"bytes":{"x":8000},"count":1,
//    "source":"recorded","values":[{"name":"n","value":1000.0,"from":"..."}]}
//
// and, where they are known, "mangled" (the kernel's device symbol),
// "shape_depends_on" (names of values), "args_depend_on" (names of values by
// argument), "offsets" (bytes by argument, of fields of structs) and
// "fingerprint". An argument with a point or an exponent is a floating-point
// number, one without is an integer; those that JSON has no number for are the
// texts "inf", "-inf" and "nan".
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FACTS_FACTSFILE_H
#define GPUPERF_PLUGIN_FACTS_FACTSFILE_H

#include "plugin/facts/LaunchFact.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace gpuperf {

struct FactsFile {
  /// In the order of the file, which LaunchFact::Order counts. Arguments and
  /// bytes are sorted by name.
  std::vector<LaunchFact> Launches;
  /// One for each line that cannot be used: "PATH:LINE: what is wrong; what
  /// would be right".
  std::vector<std::string> Problems;
};

/// Writes a line for each fact, in the order of LaunchFact::Order. Names of
/// files are written as they are.
void writeFacts(llvm::raw_ostream &OS, llvm::ArrayRef<LaunchFact> Facts);

/// Writes the whole file, or leaves what was there: readers never see a part of
/// it. The folder is made if it is not there. Files below the folder that the
/// facts belong to are named relative to it, so that it can be moved.
llvm::Error writeFactsFile(llvm::StringRef Path,
                           llvm::ArrayRef<LaunchFact> Facts);

/// Reads a facts file. A line that cannot be used does not hide the others; it
/// is an error if the file cannot be read. Names of files become absolute.
llvm::Expected<FactsFile> readFacts(llvm::StringRef Path);

/// The nearest .gpuperf/facts.jsonl at or above the folder of \p SourceFile;
/// empty if there is none.
std::string findFacts(llvm::StringRef SourceFile);

/// The facts for \p SourceFile: those in the file \p Asked or, if that is
/// empty, in the one that findFacts finds. Null where there are none or \p
/// Asked is "none"; it is an error if the file cannot be read.
llvm::Expected<std::shared_ptr<const FactsFile>>
factsFor(llvm::StringRef SourceFile, llvm::StringRef Asked);

/// Stands for what factsFor would read: another text after the file was
/// changed, replaced, made or removed. Nothing is read for it.
std::string factsState(llvm::StringRef SourceFile, llvm::StringRef Asked);

/// The folder that relative names of files in the facts file \p Path start at:
/// the one that holds it or, if that is called ".gpuperf", the one above.
std::string factsFolder(llvm::StringRef Path);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FACTS_FACTSFILE_H
