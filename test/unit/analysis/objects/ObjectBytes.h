//===- ObjectBytes.h - Files as nvcc writes them ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The smallest files that are read as nvcc's, so that the reader is tested
// where there is no nvcc.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_OBJECTS_OBJECTBYTES_H
#define GPUPERF_TEST_UNIT_ANALYSIS_OBJECTS_OBJECTBYTES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstring>
#include <string>
#include <vector>

namespace gpuperf::test {

template <typename T> void put(std::string &To, T Value) {
  To.append(reinterpret_cast<const char *>(&Value), sizeof(T));
}

struct KernelBytes {
  std::string Symbol;
  uint32_t Registers = 32, FrameBytes = 0;
  uint64_t SharedSection = 0; ///< 0: the kernel has none
  bool IsKernel = true;       ///< else a function that kernels call
};

struct ElfSection {
  std::string Name;
  uint32_t Type = llvm::ELF::SHT_PROGBITS;
  std::string Bytes;
  uint32_t Link = 0;
  uint64_t EntryBytes = 0;
  uint64_t Size = 0; ///< of a section without bytes
};

/// An ELF file with a section of no type before \p Sections and one of their
/// names behind them.
inline std::string elfBytes(llvm::ELF::Elf64_Ehdr Header,
                            std::vector<ElfSection> Sections) {
  using namespace llvm::ELF;
  std::string Names(1, '\0');
  std::vector<Elf64_Shdr> Table(1, Elf64_Shdr{});
  std::string Out(sizeof(Elf64_Ehdr), '\0');
  Sections.push_back({".shstrtab", SHT_STRTAB, "", 0, 0, 0});
  for (ElfSection &S : Sections) {
    Elf64_Shdr Entry{};
    Entry.sh_name = static_cast<uint32_t>(Names.size());
    Names += S.Name + '\0';
    if (&S == &Sections.back())
      S.Bytes = Names;
    Out.resize((Out.size() + 7) / 8 * 8);
    Entry.sh_type = S.Type;
    Entry.sh_offset = Out.size();
    Entry.sh_size = S.Bytes.empty() ? S.Size : S.Bytes.size();
    Entry.sh_link = S.Link;
    Entry.sh_entsize = S.EntryBytes;
    Out += S.Bytes;
    Table.push_back(Entry);
  }
  Out.resize((Out.size() + 7) / 8 * 8);
  std::memcpy(Header.e_ident, ElfMagic, 4);
  Header.e_ident[EI_CLASS] = ELFCLASS64;
  Header.e_ident[EI_DATA] = ELFDATA2LSB;
  Header.e_ident[EI_VERSION] = EV_CURRENT;
  Header.e_version = EV_CURRENT;
  Header.e_ehsize = sizeof(Elf64_Ehdr);
  Header.e_shentsize = sizeof(Elf64_Shdr);
  Header.e_shoff = Out.size();
  Header.e_shnum = static_cast<uint16_t>(Table.size());
  Header.e_shstrndx = static_cast<uint16_t>(Table.size() - 1);
  for (const Elf64_Shdr &Entry : Table)
    put(Out, Entry);
  return std::string(reinterpret_cast<const char *>(&Header), sizeof(Header)) +
         Out.substr(sizeof(Header));
}

/// A cubin. \p OldFlags: with the architecture where CUDA 12 has it.
inline std::string cubinBytes(unsigned Sm,
                              const std::vector<KernelBytes> &Kernels,
                              bool Linked = true, bool OldFlags = false) {
  using namespace llvm::ELF;
  std::string Names(1, '\0'), Symbols, Registers, Frames;
  put(Symbols, Elf64_Sym{});
  std::vector<ElfSection> Sections;
  uint32_t Index = 0;
  for (const KernelBytes &K : Kernels) {
    Elf64_Sym Symbol{};
    Symbol.st_name = static_cast<uint32_t>(Names.size());
    Names += K.Symbol + '\0';
    Symbol.setBindingAndType(STB_GLOBAL, STT_FUNC);
    Symbol.st_other = K.IsKernel ? 0x10 : 0;
    put(Symbols, Symbol);
    ++Index;
    for (auto [To, Value] : {std::pair(&Registers, K.Registers),
                             std::pair(&Frames, K.FrameBytes)}) {
      put(*To, Index);
      put(*To, Value);
    }
    if (K.SharedSection)
      Sections.push_back(
          {".nv.shared." + K.Symbol, SHT_NOBITS, "", 0, 0, K.SharedSection});
  }
  std::string Info;
  // An attribute without a size before those that count.
  Info += {'\x03', '\x1b', '\xff', '\x00'};
  for (auto [Kind, Pairs] :
       {std::pair('\x2f', &Registers), std::pair('\x11', &Frames)}) {
    Info += {'\x04', Kind};
    put(Info, static_cast<uint16_t>(Pairs->size()));
    Info += *Pairs;
  }
  std::vector<ElfSection> All = {
      {".strtab", SHT_STRTAB, Names, 0, 0, 0},
      {".symtab", SHT_SYMTAB, Symbols, 1, sizeof(Elf64_Sym), 0},
      {".nv.info", SHT_LOPROC, Info, 2, 0, 0}};
  All.insert(All.end(), Sections.begin(), Sections.end());
  Elf64_Ehdr Header{};
  Header.e_machine = EM_CUDA;
  Header.e_type = Linked ? ET_EXEC : ET_REL;
  Header.e_ident[EI_OSABI] = OldFlags ? ELFOSABI_CUDA : ELFOSABI_CUDA_V2;
  Header.e_ident[EI_ABIVERSION] =
      OldFlags ? ELFABIVERSION_CUDA_V1 : ELFABIVERSION_CUDA_V2;
  Header.e_flags = OldFlags ? 0x00500500u | Sm : 0x06000004u | Sm << 8;
  return elfBytes(Header, All);
}

/// Bytes in a fatbin, as they lie there.
struct ImageBytes {
  std::string Stored;
  uint64_t Flags = 0x11;
  uint64_t Decompressed = 0; ///< their size; 0: they are not compressed
  uint16_t Kind = 2;         ///< 1: PTX
};

/// A container as nvcc 13.0 writes it.
inline std::string fatbinBytes(const std::vector<ImageBytes> &Images) {
  std::string Entries;
  for (const ImageBytes &I : Images) {
    const uint64_t Padded = (I.Stored.size() + 7) / 8 * 8;
    put<uint16_t>(Entries, I.Kind);
    put<uint16_t>(Entries, 0x101);
    put<uint32_t>(Entries, 64);
    put<uint64_t>(Entries, Padded);
    put<uint32_t>(Entries,
                  I.Decompressed ? static_cast<uint32_t>(I.Stored.size()) : 0);
    put<uint32_t>(Entries, 0);
    put<uint64_t>(Entries, 0); // versions and architecture, which are not read
    put<uint64_t>(Entries, 0);
    put<uint64_t>(Entries, I.Flags);
    put<uint64_t>(Entries, 0);
    put<uint64_t>(Entries, I.Decompressed);
    Entries += I.Stored;
    Entries.resize(Entries.size() + Padded - I.Stored.size());
  }
  std::string Out;
  put<uint32_t>(Out, 0xBA55ED50);
  put<uint16_t>(Out, 1);
  put<uint16_t>(Out, 16);
  put<uint64_t>(Out, Entries.size());
  return Out + Entries;
}

/// An object file of the host with \p Fatbin in the section \p Name.
inline std::string hostObjectBytes(const std::string &Fatbin,
                                   const std::string &Name = ".nv_fatbin") {
  using namespace llvm::ELF;
  Elf64_Ehdr Header{};
  Header.e_machine = EM_X86_64;
  Header.e_type = ET_REL;
  return elfBytes(Header, {{".text", SHT_PROGBITS, "text", 0, 0, 0},
                           {Name, SHT_PROGBITS, Fatbin, 0, 0, 0}});
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_OBJECTS_OBJECTBYTES_H
