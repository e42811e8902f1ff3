//===- KernelLayouts.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/KernelLayouts.h"
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

static DWARFDie typeOf(const DWARFDie &D) {
  if (auto V = D.findRecursively(dwarf::DW_AT_type))
    return D.getAttributeValueAsReferencedDie(*V).resolveTypeUnitReference();
  return DWARFDie();
}

/// Without typedefs and qualifiers.
static DWARFDie plainType(DWARFDie T) {
  for (unsigned Depth = 0; T && Depth < 32; ++Depth) {
    switch (T.getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      T = typeOf(T);
      break;
    default:
      return T;
    }
  }
  return T;
}

static char kindOf(const DWARFDie &Base) {
  switch (dwarf::toUnsigned(Base.find(dwarf::DW_AT_encoding), 0)) {
  case dwarf::DW_ATE_float:
    return 'F';
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return 'S';
  default:
    return 'U';
  }
}

/// Adds the scalars of a parameter or field of the type \p T.
static void addScalars(DWARFDie T, ScalarLayout At,
                       std::vector<ScalarLayout> &Out, unsigned Depth = 0) {
  T = plainType(T);
  if (!T || Depth > 4)
    return;
  At.Bytes = static_cast<unsigned>(
      dwarf::toUnsigned(T.find(dwarf::DW_AT_byte_size), 0));
  switch (T.getTag()) {
  case dwarf::DW_TAG_pointer_type:
  case dwarf::DW_TAG_reference_type:
  case dwarf::DW_TAG_rvalue_reference_type:
    At.Bytes = 8, At.Kind = 'P';
    break;
  case dwarf::DW_TAG_base_type:
    At.Kind = kindOf(T);
    break;
  case dwarf::DW_TAG_enumeration_type:
    At.Kind = typeOf(T) ? kindOf(plainType(typeOf(T))) : 'U';
    break;
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
    for (DWARFDie Member : T.children()) {
      const char *Name = Member.getName(DINameKind::ShortName);
      auto Place = Member.find(dwarf::DW_AT_data_member_location);
      if (Member.getTag() != dwarf::DW_TAG_member || !Name || !Place ||
          Member.find(dwarf::DW_AT_bit_size))
        continue;
      ScalarLayout Field = At;
      Field.Name += Field.Name.empty() ? Name : "." + std::string(Name);
      Field.Offset = At.Offset.value_or(0) +
                     static_cast<unsigned>(dwarf::toUnsigned(Place, 0));
      addScalars(typeOf(Member), std::move(Field), Out, Depth + 1);
    }
    return;
  default:
    return;
  }
  const bool Readable = At.Kind == 'F' ? At.Bytes == 4 || At.Bytes == 8
                                       : At.Bytes >= 1 && At.Bytes <= 8;
  if (Readable)
    Out.push_back(std::move(At));
}

/// What the function \p D takes; a reference, which a stub of nvcc takes for a
/// struct, is not followed.
static std::vector<ScalarLayout> layoutOfFunction(const DWARFDie &D) {
  std::vector<ScalarLayout> Out;
  ScalarLayout At;
  for (DWARFDie P : D.children()) {
    if (P.getTag() != dwarf::DW_TAG_formal_parameter)
      continue;
    StringRef Name = dwarf::toStringRef(P.findRecursively(dwarf::DW_AT_name));
    // Nvcc makes names up for its stubs.
    const bool MadeUp =
        Name.starts_with("__par") || Name.starts_with("__cuda_");
    At.Name =
        Name.empty() || MadeUp ? std::to_string(At.Parameter) : Name.str();
    addScalars(typeOf(P), At, Out);
    ++At.Parameter;
  }
  return Out;
}

/// The function itself, for one of its copies.
static DWARFDie originOf(const DWARFDie &D) {
  DWARFDie Origin =
      D.getAttributeValueAsReferencedDie(dwarf::DW_AT_abstract_origin);
  return Origin ? Origin : D;
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

Expected<BinaryLayouts> readLayouts(StringRef Path) {
  auto Binary = object::ObjectFile::createObjectFile(Path);
  if (!Binary)
    return createStringError(Path + ": " + toString(Binary.takeError()));
  const object::ObjectFile &Object = *Binary->getBinary();
  if (!isa<object::ELFObjectFileBase>(Object))
    return createStringError(Path + ": is not an ELF file");
  auto Context = DWARFContext::create(Object);
  BinaryLayouts Out;
  readDebugInfo(*Context, Out);
  readSymbols(Object, *Context, Out);
  if (Out.Kernels.empty())
    readConstants(Object, Out);
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
        OS << ' ' << F.Bytes << ' ' << F.Kind << ' ' << F.Name << '\n';
      }
    }
  }
  for (const ScalarLayout &P : Layouts.DeviceProperties)
    OS << "property " << P.Name << ' ' << P.Offset.value_or(0) << ' ' << P.Bytes
       << '\n';
}

} // namespace gpuperf::record
