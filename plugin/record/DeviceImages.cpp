//===- DeviceImages.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/DeviceImages.h"
#include "plugin/record/DwarfLayouts.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/OffloadBundle.h"

using namespace llvm;

namespace gpuperf::record {

static constexpr StringLiteral PlainMagic = "__CLANG_OFFLOAD_BUNDLE__",
                               CompressedMagic = "CCOB";

bool isDeviceBundle(StringRef Data) {
  return Data.starts_with(PlainMagic) || Data.starts_with(CompressedMagic);
}

namespace {
/// One parameter, as the code object's notes have it.
struct NotedArgument {
  unsigned Offset = 0, Bytes = 0;
  bool Pointer = false;
};
} // namespace

using NotedKernels = std::map<std::string, std::vector<NotedArgument>>;

/// The parameters in \p Args that the source has: those of the hidden_ kinds
/// come from the runtime.
static std::vector<NotedArgument> notedArguments(msgpack::ArrayDocNode Args) {
  std::vector<NotedArgument> Out;
  for (msgpack::DocNode &Node : Args) {
    if (!Node.isMap())
      continue;
    msgpack::MapDocNode Arg = Node.getMap();
    msgpack::DocNode Kind = Arg[".value_kind"], Offset = Arg[".offset"],
                     Size = Arg[".size"];
    if (!Kind.isString() || Kind.getString().starts_with("hidden_") ||
        Offset.getKind() != msgpack::Type::UInt ||
        Size.getKind() != msgpack::Type::UInt)
      continue;
    NotedArgument &A = Out.emplace_back();
    A.Offset = static_cast<unsigned>(Offset.getUInt());
    A.Bytes = static_cast<unsigned>(Size.getUInt());
    A.Pointer = Kind.getString() == "global_buffer";
  }
  return Out;
}

/// Reads a note's text: LLVM's AMDGPU usage page, "Code Object V3 Metadata".
static void addNoted(StringRef Text, NotedKernels &Out) {
  msgpack::Document Document;
  if (!Document.readFromBlob(Text, /*Multi=*/false) ||
      !Document.getRoot().isMap())
    return;
  msgpack::DocNode Kernels = Document.getRoot().getMap()["amdhsa.kernels"];
  if (!Kernels.isArray())
    return;
  for (msgpack::DocNode &Node : Kernels.getArray()) {
    if (!Node.isMap())
      continue;
    msgpack::DocNode Name = Node.getMap()[".name"],
                     Args = Node.getMap()[".args"];
    if (Name.isString())
      Out[Name.getString().str()] = Args.isArray()
                                        ? notedArguments(Args.getArray())
                                        : std::vector<NotedArgument>();
  }
}

static NotedKernels notedKernels(const object::ELF64LEObjectFile &Object) {
  NotedKernels Out;
  const object::ELF64LEFile &File = Object.getELFFile();
  auto Sections = File.sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return Out;
  }
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_NOTE)
      continue;
    Error Bad = Error::success();
    for (const auto Note : File.notes(Section, Bad))
      if (Note.getName() == "AMDGPU" &&
          Note.getType() == ELF::NT_AMDGPU_METADATA)
        addNoted(Note.getDescAsStringRef(Section.sh_addralign), Out);
    consumeError(std::move(Bad));
  }
  return Out;
}

/// What debug information says of the kernels \p Wanted.
static std::map<std::string, std::vector<ScalarLayout>>
describedKernels(DWARFContext &Context, const NotedKernels &Wanted) {
  std::map<std::string, std::vector<ScalarLayout>> Out;
  for (const auto &Unit : Context.info_section_units())
    for (const DWARFDebugInfoEntry &Entry : Unit->dies()) {
      DWARFDie D(Unit.get(), &Entry);
      if (D.getTag() != dwarf::DW_TAG_subprogram)
        continue;
      auto Name =
          dwarf::toString(D.findRecursively({dwarf::DW_AT_linkage_name}));
      if (!Name)
        Name = dwarf::toString(D.findRecursively({dwarf::DW_AT_name}));
      if (Name && Wanted.count(*Name) && Out[*Name].empty())
        Out[*Name] = layoutOfFunction(originOf(D));
    }
  return Out;
}

/// Where the parameters begin; nothing where the two do not speak of the same.
static void addOffsets(ArrayRef<NotedArgument> Noted,
                       std::vector<ScalarLayout> &Layout) {
  for (ScalarLayout &F : Layout) {
    F.BufferOffset.reset();
    if (F.Parameter < Noted.size() &&
        F.Offset.value_or(0) + F.Bytes <= Noted[F.Parameter].Bytes)
      F.BufferOffset = Noted[F.Parameter].Offset;
  }
}

/// All that is known without types.
static std::vector<ScalarLayout> pointersOf(ArrayRef<NotedArgument> Noted) {
  std::vector<ScalarLayout> Out;
  for (unsigned I = 0; I < Noted.size(); ++I) {
    if (!Noted[I].Pointer)
      continue;
    ScalarLayout &F = Out.emplace_back();
    F.Parameter = I;
    F.Bytes = Noted[I].Bytes, F.Kind = 'P';
    F.Name = std::to_string(I);
  }
  return Out;
}

static void addCodeObject(StringRef Data, BinaryLayouts &Out) {
  auto Object =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(Data, ""));
  if (!Object) {
    consumeError(Object.takeError());
    return;
  }
  const auto *Elf = dyn_cast<object::ELF64LEObjectFile>(Object->get());
  if (!Elf || Elf->getArch() != Triple::amdgcn)
    return;
  const NotedKernels Noted = notedKernels(*Elf);
  auto Context = DWARFContext::create(*Elf);
  auto Described = describedKernels(*Context, Noted);
  for (const auto &[Kernel, Arguments] : Noted) {
    std::vector<ScalarLayout> &Known = Out.Kernels[Kernel];
    std::vector<ScalarLayout> Layout = std::move(Described[Kernel]);
    if (Layout.empty())
      Layout = layoutFromSignature(Kernel);
    if (Layout.empty())
      Layout = pointersOf(Arguments);
    addOffsets(Arguments, Layout);
    // Debug information has more than a signature.
    if (Known.size() <= Layout.size())
      Known = std::move(Layout);
  }
}

/// One bundle: the code of the first GPU in it, since all have the same source.
/// \p Bytes is the length of what was read; 0: it cannot be read.
static void addBundle(StringRef Data, BinaryLayouts &Out, size_t &Bytes) {
  Bytes = 0;
  std::unique_ptr<MemoryBuffer> Plain;
  StringRef Text = Data;
  size_t Compressed = 0;
  if (Data.starts_with(CompressedMagic)) {
    auto Header =
        object::CompressedOffloadBundle::CompressedBundleHeader::tryParse(Data);
    if (!Header) {
      consumeError(Header.takeError());
      return;
    }
    Compressed = std::min(Header->FileSize.value_or(Data.size()), Data.size());
    auto Decompressed = object::CompressedOffloadBundle::decompress(
        *MemoryBuffer::getMemBuffer(Data.take_front(Compressed), "",
                                    /*RequiresNullTerminator=*/false));
    if (!Decompressed) {
      consumeError(Decompressed.takeError());
      return;
    }
    Plain = std::move(*Decompressed);
    Text = Plain->getBuffer();
  }
  auto Bundle = object::OffloadBundleFatBin::create(MemoryBufferRef(Text, ""),
                                                    /*SectionOffset=*/0, "");
  if (!Bundle) {
    consumeError(Bundle.takeError());
    return;
  }
  bool Read = false;
  for (const object::OffloadBundleEntry &Entry : (*Bundle)->getEntries()) {
    if (Entry.Offset > Text.size() || Entry.Size > Text.size() - Entry.Offset)
      return;
    Bytes = std::max<size_t>(Bytes, Entry.Offset + Entry.Size);
    if (Read || Entry.Size == 0 || !StringRef(Entry.ID).contains("amdgcn"))
      continue;
    addCodeObject(Text.substr(Entry.Offset, Entry.Size), Out);
    Read = true;
  }
  if (Compressed)
    Bytes = Compressed;
}

void addDeviceLayouts(StringRef Data, BinaryLayouts &Out) {
  if (Data.starts_with(StringRef("\x7f"
                                 "ELF"))) {
    addCodeObject(Data, Out);
    return;
  }
  // A bundle for each file of the program, aligned to pages.
  for (;;) {
    const size_t At =
        std::min(Data.find(PlainMagic), Data.find(CompressedMagic));
    if (At == StringRef::npos)
      return;
    Data = Data.substr(At);
    size_t Bytes = 0;
    addBundle(Data, Out, Bytes);
    Data = Data.substr(std::max(Bytes, CompressedMagic.size()));
  }
}

} // namespace gpuperf::record
