//===- RuntimeOf.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/RuntimeOf.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace gpuperf::record {

GpuRuntimes runtimesOf(StringRef Command) {
  GpuRuntimes Out;
  auto Path = sys::findProgramByName(Command);
  auto Binary =
      object::ObjectFile::createObjectFile(Path ? *Path : Command.str());
  if (!Binary) {
    consumeError(Binary.takeError());
    return Out;
  }
  const auto *Elf = dyn_cast<object::ELF64LEObjectFile>(Binary->getBinary());
  if (!Elf)
    return Out;
  auto Entries = Elf->getELFFile().dynamicEntries();
  if (!Entries) {
    consumeError(Entries.takeError());
    return Out;
  }
  StringRef Names;
  for (const object::SectionRef &Section : Elf->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
    } else if (*Name == ".dynstr") {
      if (Expected<StringRef> Text = Section.getContents())
        Names = *Text;
      else
        consumeError(Text.takeError());
    }
  }
  for (const auto &Entry : *Entries) {
    if (Entry.getTag() != ELF::DT_NEEDED || Entry.getVal() >= Names.size())
      continue;
    const StringRef Needed = Names.substr(Entry.getVal()).split('\0').first;
    Out.Cuda |=
        Needed.starts_with("libcudart.so") || Needed.starts_with("libcuda.so");
    Out.Hip |= Needed.starts_with("libamdhip64.so");
  }
  return Out;
}

} // namespace gpuperf::record
