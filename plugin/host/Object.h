//===- Object.h - What a host variable holds --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_OBJECT_H
#define GPUPERF_PLUGIN_HOST_OBJECT_H

#include "plugin/host/Expr.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class FieldDecl;
class FunctionDecl;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace gpuperf {

/// A variable, or a field of one (or a field of such a field, and so on). Base
/// is null for `*this`.
struct HostPlace {
  const clang::VarDecl *Base = nullptr;
  llvm::SmallVector<const clang::FieldDecl *, 2> Path;
  bool operator==(const HostPlace &) const = default;
};

struct HostField;

/// A value of the host program, as far as it is known.
struct HostObject {
  enum class Kind : uint8_t {
    None,     ///< not known and without a name
    Scalar,   ///< Expr, never null
    Record,   ///< Fields; those absent are the unknowns Name.field
    Address,  ///< &Place, or a reference to it
    List,     ///< an array with an initialiser list
    Function, ///< a pointer to Callee, or the handle of a kernel
    Text      ///< a string literal: Name
  } K = Kind::None;
  HostExpr Expr;
  /// Record: empty: absent fields are not known. Function: the symbol that a
  /// handle was asked for by, else empty; Callee is null where it is not here.
  std::string Name;
  std::vector<HostField> Fields;
  std::vector<HostObject> Elements;
  HostPlace Place;
  const clang::FunctionDecl *Callee = nullptr;
  /// The variable was declared without a value, and none was given to it since:
  /// the program may not read it.
  bool Unset = false;

  static HostObject scalar(HostExpr E);
  static HostObject record(std::string Name = "");
  static HostObject address(HostPlace P);
  static HostObject function(const clang::FunctionDecl *F);
  /// The handle of the kernel with this symbol; \p F may be null.
  static HostObject handle(const clang::FunctionDecl *F, llvm::StringRef Name);
  static HostObject text(llvm::StringRef Text);
  /// The scalar, or null.
  const HostExpr &expr() const { return Expr; }
  const HostObject *field(const clang::FieldDecl *F) const;
  void setField(const clang::FieldDecl *F, HostObject V);
};

struct HostField {
  const clang::FieldDecl *Field = nullptr;
  HostObject Value;
};

bool sameObject(const HostObject &A, const HostObject &B);
/// A scalar constant, or a record in which every known field is one.
bool isConstantObject(const HostObject &O);

/// How a scalar type is computed in; nothing for pointers, records, and types
/// without a plain representation.
std::optional<HostType> hostTypeOf(const clang::ASTContext &Ctx,
                                   clang::QualType T);

/// The unknown of type \p T called \p Name (empty: None for scalars).
HostObject unknownObject(const clang::ASTContext &Ctx, clang::QualType T,
                         llvm::StringRef Name, bool IsText = false);

/// What is known where two ways through the code meet, on which a value is
/// \p A and \p B: equal parts stay, the others become the unknown \p Name.
HostObject mergeObjects(const clang::ASTContext &Ctx, clang::QualType T,
                        llvm::StringRef Name, const HostObject &A,
                        const HostObject &B);

/// "cfg.width", "n", "ns::N"; fields of `*this` by their own name.
std::string placeName(const HostPlace &P);
/// The type of what stands at \p P; of a reference, the type that it refers to.
clang::QualType placeType(const HostPlace &P);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_OBJECT_H
