//===- DwarfLayouts.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/DwarfLayouts.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;

namespace gpuperf::record {

DWARFDie typeOf(const DWARFDie &D) {
  if (auto V = D.findRecursively(dwarf::DW_AT_type))
    return D.getAttributeValueAsReferencedDie(*V).resolveTypeUnitReference();
  return DWARFDie();
}

DWARFDie plainType(DWARFDie T) {
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
      // The fields of a base are the struct's own.
      const bool Base = Member.getTag() == dwarf::DW_TAG_inheritance &&
                        !Member.find(dwarf::DW_AT_virtuality);
      if (!Place || Member.find(dwarf::DW_AT_bit_size) ||
          !(Base || (Member.getTag() == dwarf::DW_TAG_member && Name)))
        continue;
      ScalarLayout Field = At;
      if (!Base)
        Field.Name += Field.Name.empty() ? Name : "." + std::string(Name);
      Field.Offset = At.Offset.value_or(0) +
                     static_cast<unsigned>(dwarf::toUnsigned(Place, 0));
      addScalars(typeOf(Member), std::move(Field), Out, Depth + 1);
    }
    return;
  default:
    return;
  }
  if (At.isReadable())
    Out.push_back(std::move(At));
}

std::vector<ScalarLayout> layoutOfFunction(const DWARFDie &D) {
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

DWARFDie originOf(const DWARFDie &D) {
  DWARFDie Origin =
      D.getAttributeValueAsReferencedDie(dwarf::DW_AT_abstract_origin);
  return Origin ? Origin : D;
}

} // namespace gpuperf::record
