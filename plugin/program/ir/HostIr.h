//===- HostIr.h - Host code of a parsed file -> LLVM IR ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUPERF_PLUGIN_PROGRAM_IR_HOSTIR_H
#define GPUPERF_PLUGIN_PROGRAM_IR_HOSTIR_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class Preprocessor;
class QualType;
} // namespace clang

namespace gpuperf::program {

/// One parameter of a kernel, or one scalar inside of it.
struct ParameterField {
  enum class Kind : uint8_t { Signed, Unsigned, Floating, Pointer } K;
  std::string Name;    ///< "n", "p.width"
  unsigned Offset = 0; ///< inside of the parameter
  unsigned Bytes = 0;
};
struct KernelParameter {
  std::string Name;
  unsigned Bytes = 0;
  bool IsRecord = false;
  std::vector<ParameterField> Fields; ///< of a scalar: one
};

/// The scalars and pointers that a parameter \p Name of type \p T consists of;
/// of a scalar, itself. Unions and bit-fields are left out.
std::vector<ParameterField> parameterFields(const clang::ASTContext &Ctx,
                                            clang::QualType T,
                                            const std::string &Name);

/// The definition of main in this file; null: there is none.
const clang::FunctionDecl *mainOf(const clang::ASTContext &Ctx);

struct HostKernel {
  const clang::FunctionDecl *Decl = nullptr; ///< while the AST lives
  std::string Mangled, Written;
  std::vector<KernelParameter> Parameters;
  std::vector<unsigned> Variables; ///< that it reads, of HostModule::Variables
};

/// A variable in the GPU's memory, __constant__ or __device__.
struct HostVariable {
  std::string Symbol;                 ///< of its shadow in the host IR
  unsigned Bytes = 0;                 ///< or more, where it has no Fields
  bool IsScalar = false;              ///< then it has one field at most
  std::vector<ParameterField> Fields; ///< "::ns::N", "::p.width", "::list.8"
  /// Of a scalar, what the declaration says that it holds.
  std::optional<uint64_t> Initial;
};

/// The host side of one file.
struct HostModule {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> M;
  llvm::StringMap<HostKernel> Kernels; ///< by the symbol of the host stub
  std::vector<HostVariable> Variables;
  /// Host functions as a user writes them, by symbol; those that launch.
  llvm::StringMap<std::string> Functions;
  /// Identifiers of functions and variables that are used here and defined in
  /// another file, and of what is defined here; system headers left out.
  llvm::StringSet<> Wanted, Offered;
  /// What `// gpuperf: run ARGS` above main says.
  std::optional<std::string> RunArguments;
  struct PropertyField {
    std::string Name;
    uint64_t Offset = 0;
    unsigned Bytes = 0;
  };
  std::vector<PropertyField> DeviceProperties; ///< of cudaDeviceProp

  HostModule() = default;
  HostModule(HostModule &&) = default;
  ~HostModule() { M.reset(); }
};

/// Emits the host functions of \p Ctx, parsed for the host or for a device.
/// Nothing where the file has errors or CodeGen rejects it: \p Why says so in
/// one clause.
std::unique_ptr<HostModule> emitHostModule(clang::ASTContext &Ctx,
                                           clang::Preprocessor &PP,
                                           std::string &Why);

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_IR_HOSTIR_H
