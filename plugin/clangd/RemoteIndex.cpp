//===- RemoteIndex.cpp - No remote index ----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debian's clangd can ask a server for its index. That takes gRPC and protobuf,
// whose library names differ between releases of Debian, and it is nothing that
// a CUDA project needs: a configuration that names such a server is told so,
// and the index of the project itself is used.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

// As clangd declares it; its own headers are not installed.
namespace clang::clangd {
class SymbolIndex;
namespace remote {
std::unique_ptr<SymbolIndex> getClient(llvm::StringRef Address,
                                       llvm::StringRef IndexRoot);
} // namespace remote
} // namespace clang::clangd

std::unique_ptr<clang::clangd::SymbolIndex>
clang::clangd::remote::getClient(llvm::StringRef Address, llvm::StringRef) {
  llvm::errs() << "gpuperf-clangd has no remote index: " << Address
               << " is not asked\n";
  return nullptr;
}
