//===- KernelLayouts.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/KernelLayouts.h"
#include "plugin/record/DeviceImages.h"
#include "plugin/record/DwarfLayouts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;

namespace gpuperf::record {

std::string kernelOfStub(StringRef Symbol) {
  const StringRef Mark = "__device_stub__";
  const size_t At = Symbol.find(Mark);
  if (At == StringRef::npos)
    return "";
  StringRef Before = Symbol.take_front(At), After = Symbol.substr(At);
  // The identifier is preceded by its length, unless nothing is mangled.
  StringRef Digits = Before.take_back(
      Before.size() - (Before.find_last_not_of("0123456789") + 1));
  unsigned Length = 0;
  if (Digits.empty())
    return Before.empty() ? After.drop_front(Mark.size()).str() : "";
  if (Digits.getAsInteger(10, Length) || Length > After.size() ||
      Length <= Mark.size())
    return "";
  StringRef Identifier = After.take_front(Length);
  // nvcc's has the whole mangled name behind the mark's last underscore.
  if (Identifier.drop_front(Mark.size() - 1).starts_with("_Z"))
    return Before.starts_with("_ZL") || Before == "_Z" + Digits.str()
               ? Identifier.drop_front(Mark.size() - 1).str()
               : "";
  // clang's is mangled as the kernel is, with another identifier.
  StringRef Name = Identifier.drop_front(Mark.size());
  return (Before.drop_back(Digits.size()) + Twine(Name.size()) + Name +
          After.drop_front(Length))
      .str();
}

static void readDeviceProperties(const DWARFDie &D, BinaryLayouts &Out) {
  for (DWARFDie Member : D.children()) {
    const char *Name = Member.getName(DINameKind::ShortName);
    auto Place = Member.find(dwarf::DW_AT_data_member_location);
    if (Member.getTag() != dwarf::DW_TAG_member || !Name || !Place)
      continue;
    DWARFDie T = plainType(typeOf(Member));
    if (T && T.getTag() == dwarf::DW_TAG_array_type)
      T = plainType(typeOf(T));
    ScalarLayout P;
    P.Name = Name;
    P.Offset = static_cast<unsigned>(dwarf::toUnsigned(Place, 0));
    P.Bytes = T ? static_cast<unsigned>(
                      dwarf::toUnsigned(T.find(dwarf::DW_AT_byte_size), 0))
                : 0;
    Out.DeviceProperties.push_back(std::move(P));
  }
}

/// Clang's stubs, and cudaDeviceProp, wherever they are described.
static void readDebugInfo(DWARFContext &Context, BinaryLayouts &Out) {
  for (const auto &Unit : Context.info_section_units())
    for (const DWARFDebugInfoEntry &Entry : Unit->dies()) {
      DWARFDie D(Unit.get(), &Entry);
      if (D.getTag() == dwarf::DW_TAG_structure_type) {
        const char *Name = D.getName(DINameKind::ShortName);
        if (Out.DeviceProperties.empty() && Name &&
            (StringRef(Name) == "cudaDeviceProp" ||
             StringRef(Name).starts_with("hipDeviceProp_t")))
          readDeviceProperties(D, Out);
      }
      if (D.getTag() != dwarf::DW_TAG_subprogram)
        continue;
      auto Linkage = dwarf::toString(D.find(dwarf::DW_AT_linkage_name));
      std::string Kernel = Linkage ? kernelOfStub(*Linkage) : "";
      if (!Kernel.empty() && !Out.Kernels.count(Kernel))
        Out.Kernels[Kernel] = layoutOfFunction(D);
    }
}

/// Nvcc's kernels are local symbols, whose names debug information leaves out:
/// they are found by their addresses.
static void readSymbols(const object::ObjectFile &Object, DWARFContext &Context,
                        BinaryLayouts &Out) {
  std::map<std::string, uint64_t> Functions;
  std::map<std::string, std::string> Stubs; // by kernel
  auto *Elf = cast<object::ELFObjectFileBase>(&Object);
  auto add = [&](const object::SymbolRef &Symbol) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint64_t> Address = Symbol.getAddress();
    if (Name && Address) {
      Functions[Name->str()] = *Address;
      if (std::string Kernel = kernelOfStub(*Name); !Kernel.empty())
        Stubs[Kernel] = Name->str();
    }
    if (!Name)
      consumeError(Name.takeError());
    if (!Address)
      consumeError(Address.takeError());
  };
  for (const object::SymbolRef &Symbol : Elf->symbols())
    add(Symbol);
  for (const object::ELFSymbolRef &Symbol : Elf->getDynamicSymbolIterators())
    add(Symbol);
  for (const auto &[Kernel, Stub] : Stubs) {
    if (Out.Kernels.count(Kernel))
      continue;
    std::vector<ScalarLayout> Layout;
    // A static kernel's symbol has an L that its stub does not tell.
    std::string Static = Kernel;
    if (StringRef(Kernel).starts_with("_Z"))
      Static.insert(2, "L");
    for (const std::string &Name : {Kernel, Static, Stub}) {
      auto It = Functions.find(Name);
      if (It == Functions.end() || !It->second || !Layout.empty())
        continue;
      if (DWARFDie D = Context.getDIEsForAddress(It->second).FunctionDIE)
        Layout = layoutOfFunction(originOf(D));
    }
    if (Layout.empty())
      Layout = layoutFromSignature(Kernel);
    // The signature of a kernel with C linkage is only in its stub's name.
    if (Layout.empty() && !StringRef(Kernel).starts_with("_Z"))
      Layout = layoutFromSignature(Stub);
    Out.Kernels[Kernel] = std::move(Layout);
  }
}

/// Of a binary without symbols: the names that it registers its kernels under
/// are among its constants.
static void readConstants(const object::ObjectFile &Object,
                          BinaryLayouts &Out) {
  for (const object::SectionRef &Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    Expected<StringRef> Data = Section.getContents();
    const bool Wanted = Name && Data && Name->starts_with(".rodata");
    if (!Name)
      consumeError(Name.takeError());
    if (!Data)
      consumeError(Data.takeError());
    if (!Wanted)
      continue;
    for (size_t At = Data->find("_Z"); At != StringRef::npos;
         At = Data->find("_Z", At + 1)) {
      StringRef Mangled = Data->substr(At).take_until(
          [](char C) { return !isAlnum(C) && C != '_' && C != '.'; });
      auto Layout = layoutFromSignature(Mangled);
      if (!Layout.empty())
        Out.Kernels.try_emplace(Mangled.str(), std::move(Layout));
    }
  }
}

static BinaryLayouts layoutsOfHost(const object::ObjectFile &Object) {
  auto Context = DWARFContext::create(Object);
  BinaryLayouts Out;
  readDebugInfo(*Context, Out);
  readSymbols(Object, *Context, Out);
  if (Out.Kernels.empty())
    readConstants(Object, Out);
  return Out;
}

Expected<BinaryLayouts> readLayouts(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!Text)
    return createStringError(Path + ": " + Text.getError().message());
  BinaryLayouts Out;
  if (isDeviceBundle((*Text)->getBuffer())) {
    addDeviceLayouts((*Text)->getBuffer(), Out);
    return Out;
  }
  auto Object = object::ObjectFile::createObjectFile(**Text);
  if (!Object)
    return createStringError(Path + ": " + toString(Object.takeError()));
  if (!isa<object::ELFObjectFileBase>(**Object))
    return createStringError(Path + ": is not an ELF file");
  if ((*Object)->getArch() == Triple::amdgcn) {
    addDeviceLayouts((*Text)->getBuffer(), Out);
    return Out;
  }
  Out = layoutsOfHost(**Object);
  for (const object::SectionRef &Section : (*Object)->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    if (*Name != ".hip_fatbin")
      continue;
    if (Expected<StringRef> Data = Section.getContents())
      addDeviceLayouts(*Data, Out);
    else
      consumeError(Data.takeError());
  }
  return Out;
}

void printLayouts(raw_ostream &OS, const BinaryLayouts &Layouts) {
  for (const auto &[Kernel, Fields] : Layouts.Kernels) {
    // Nvcc registers a static kernel under the name without the L.
    std::vector<std::string> Names = {Kernel};
    if (StringRef(Kernel).starts_with("_ZL"))
      Names.push_back("_Z" + Kernel.substr(3));
    for (const std::string &Name : Names) {
      OS << "kernel " << Name << '\n'; // also one that takes no scalars
      for (const ScalarLayout &F : Fields) {
        OS << "kernel " << Name << ' ' << F.Parameter << ' ';
        if (F.Offset)
          OS << *F.Offset;
        else
          OS << -1;
        OS << ' ' << F.Bytes << ' ' << F.Kind << ' ';
        if (F.BufferOffset)
          OS << *F.BufferOffset;
        else
          OS << -1;
        OS << ' ' << F.Name << '\n';
      }
    }
  }
  for (const ScalarLayout &P : Layouts.DeviceProperties)
    OS << "property " << P.Name << ' ' << P.Offset.value_or(0) << ' ' << P.Bytes
       << '\n';
}

} // namespace gpuperf::record
