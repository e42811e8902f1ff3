//===- Cubin.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/Cubin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace gpuperf;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;

using ElfFile = object::ELFFile<object::ELF64LE>;

namespace {
/// Of a symbol's st_other: it is a kernel, not a function that kernels call.
constexpr uint8_t IsEntry = 0x10;
/// The kind of section that holds attributes.
constexpr uint32_t InfoSection = ELF::SHT_LOPROC;
/// Attributes of the section .nv.info, each for pairs of a symbol and a number.
constexpr uint8_t RegCount = 0x2f, FrameSize = 0x11;
/// The format of an attribute that has its size in bytes behind it. The others
/// have a value of two bytes there.
constexpr uint8_t Sized = 4;

/// Bytes of shared memory that the driver keeps in every block. From sm_90 on,
/// a section of a kernel's shared memory holds them, too.
constexpr uint64_t ReservedSharedBytes = 1024;
constexpr unsigned FirstSmWithReserved = 90;

/// What one attribute says of the symbols, by their index.
using BySymbol = std::map<uint32_t, uint32_t>;
} // namespace

bool gpuperf::isCubin(StringRef Bytes) {
  constexpr size_t MachineAt = 18;
  return Bytes.starts_with(ELF::ElfMagic) && Bytes.size() >= MachineAt + 2 &&
         read16le(Bytes.data() + MachineAt) == ELF::EM_CUDA;
}

/// Older toolkits have the architecture in other bits than CUDA 13.
static unsigned smOf(const ElfFile::Elf_Ehdr &Header) {
  return Header.e_ident[ELF::EI_ABIVERSION] >= ELF::ELFABIVERSION_CUDA_V2
             ? (Header.e_flags & ELF::EF_CUDA_SM_MASK) >> ELF::EF_CUDA_SM_OFFSET
             : Header.e_flags & ELF::EF_CUDA_SM;
}

/// Adds what the attributes in \p Info say. False if they are damaged.
static bool readInfo(ArrayRef<uint8_t> Info, BySymbol &Registers,
                     BySymbol &Frames) {
  constexpr size_t HeadBytes = 4, PairBytes = 8;
  while (!Info.empty()) {
    if (Info.size() < HeadBytes)
      return false;
    const uint8_t Format = Info[0], Kind = Info[1];
    const size_t Size = Format == Sized ? read16le(&Info[2]) : 0;
    Info = Info.drop_front(HeadBytes);
    if (Size > Info.size())
      return false;
    if (Kind == RegCount || Kind == FrameSize)
      for (size_t At = 0; At + PairBytes <= Size; At += PairBytes)
        (Kind == RegCount ? Registers : Frames)[read32le(&Info[At])] =
            read32le(&Info[At + 4]);
    Info = Info.drop_front(Size);
  }
  return true;
}

/// The reader of LLVM gives reasons with numbers of sections. One clause is
/// enough: nobody repairs a cubin.
static Error damaged(Error Why, const char *What) {
  consumeError(std::move(Why));
  return createStringError("its %s cannot be read: the file is damaged", What);
}

namespace {
struct Sections {
  const ElfFile::Elf_Shdr *Symbols = nullptr;
  const ElfFile::Elf_Shdr *Info = nullptr;
  StringMap<uint64_t> SharedBytes; ///< by kernel
};
} // namespace

static Expected<Sections> findSections(const ElfFile &Elf) {
  auto All = Elf.sections();
  if (!All)
    return damaged(All.takeError(), "table of sections");
  Sections Out;
  for (const ElfFile::Elf_Shdr &S : *All) {
    auto Name = Elf.getSectionName(S);
    if (!Name)
      return damaged(Name.takeError(), "table of sections");
    if (S.sh_type == ELF::SHT_SYMTAB)
      Out.Symbols = &S;
    else if (S.sh_type == InfoSection && *Name == ".nv.info")
      Out.Info = &S;
    else if (Name->consume_front(".nv.shared."))
      Out.SharedBytes[*Name] = S.sh_size;
  }
  return Out;
}

/// Nothing where the section cannot be understood.
static std::optional<uint64_t> sharedBytes(const Sections &In, StringRef Kernel,
                                           const Cubin &Of, bool NewFormat) {
  if (!Of.Linked)
    return std::nullopt;
  auto It = In.SharedBytes.find(Kernel);
  if (It == In.SharedBytes.end())
    return 0;
  if (Of.Sm < FirstSmWithReserved)
    return It->second;
  // Whether cubins of older toolkits hold the driver's bytes was not seen.
  if (!NewFormat || It->second < ReservedSharedBytes)
    return std::nullopt;
  return It->second - ReservedSharedBytes;
}

static Expected<Cubin> readAligned(StringRef Bytes) {
  auto Elf = ElfFile::create(Bytes);
  if (!Elf)
    return damaged(Elf.takeError(), "header");
  const ElfFile::Elf_Ehdr &Header = Elf->getHeader();
  Cubin Out;
  Out.Sm = smOf(Header);
  Out.Linked = Header.e_type != ELF::ET_REL;
  constexpr unsigned OldestSm = 20, NewestSm = 199;
  if (Out.Sm < OldestSm || Out.Sm > NewestSm)
    return createStringError("its flags (0x%x) name no GPU architecture",
                             static_cast<unsigned>(Header.e_flags));
  auto In = findSections(*Elf);
  if (!In)
    return In.takeError();
  if (!In->Symbols || !In->Info)
    return Out;
  auto Info = Elf->getSectionContents(*In->Info);
  if (!Info)
    return damaged(Info.takeError(), "section .nv.info");
  BySymbol Registers, Frames;
  if (!readInfo(*Info, Registers, Frames))
    return damaged(Error::success(), "section .nv.info");
  auto Symbols = Elf->symbols(In->Symbols);
  if (!Symbols)
    return damaged(Symbols.takeError(), "table of symbols");
  auto Names = Elf->getStringTableForSymtab(*In->Symbols);
  if (!Names)
    return damaged(Names.takeError(), "names of symbols");
  const bool NewFormat =
      Header.e_ident[ELF::EI_ABIVERSION] >= ELF::ELFABIVERSION_CUDA_V2;
  constexpr unsigned MostRegisters = 255;
  for (auto [Index, Count] : Registers) {
    if (Index >= Symbols->size())
      return damaged(Error::success(), "section .nv.info");
    const ElfFile::Elf_Sym &Symbol = (*Symbols)[Index];
    if (!(Symbol.st_other & IsEntry) || Symbol.getType() != ELF::STT_FUNC)
      continue;
    auto Name = Symbol.getName(*Names);
    if (!Name)
      return damaged(Name.takeError(), "names of symbols");
    if (Count == 0 || Count > MostRegisters)
      return createStringError(
          formatv("it gives '{0}' {1} registers per thread; there can be 1 to "
                  "{2}: the file is damaged",
                  *Name, Count, MostRegisters));
    CubinKernel &Kernel = Out.Kernels.emplace_back();
    Kernel.Symbol = Name->str();
    Kernel.Registers = Count;
    if (auto Frame = Frames.find(Index); Frame != Frames.end())
      Kernel.FrameBytes = Frame->second;
    Kernel.StaticSharedBytes = sharedBytes(*In, *Name, Out, NewFormat);
  }
  return Out;
}

Expected<Cubin> gpuperf::readCubin(StringRef Bytes) {
  if (!isCubin(Bytes))
    return createStringError("it is no ELF file for CUDA");
  if (Bytes.size() <= ELF::EI_CLASS ||
      Bytes[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      Bytes[ELF::EI_DATA] != ELF::ELFDATA2LSB)
    return createStringError("it is no 64-bit cubin");
  // LLVM's reader takes its structs from where they lie.
  constexpr size_t Alignment = 8;
  if (reinterpret_cast<uintptr_t>(Bytes.data()) % Alignment == 0)
    return readAligned(Bytes);
  std::vector<uint64_t> Copy((Bytes.size() + Alignment - 1) / Alignment);
  std::memcpy(Copy.data(), Bytes.data(), Bytes.size());
  return readAligned(
      StringRef(reinterpret_cast<const char *>(Copy.data()), Bytes.size()));
}
