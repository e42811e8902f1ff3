//===- ObjectKernels.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/ObjectKernels.h"
#include "analysis/objects/Fatbin.h"
#include "analysis/objects/KernelSymbol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace gpuperf;

static Error addFatbin(StringRef Bytes, ObjectKernels &To) {
  return forEachCubin(Bytes, [&](StringRef Image) -> Error {
    Expected<Cubin> One = readCubin(Image);
    if (!One)
      return One.takeError();
    To.Cubins.push_back(std::move(*One));
    return Error::success();
  });
}

/// The file that \p Bytes are is damaged, whatever LLVM says of it.
static Error damaged(Error Why) {
  consumeError(std::move(Why));
  return createStringError(
      "its table of sections cannot be read: the file is damaged");
}

/// nvcc puts code that is complete into .nv_fatbin, and code that has to be
/// linked (-rdc=true) into __nv_relfatbin.
static Expected<ObjectKernels> readHostFile(StringRef Bytes) {
  auto Elf = object::ELFFile<object::ELF64LE>::create(Bytes);
  if (!Elf)
    return damaged(Elf.takeError());
  auto Sections = Elf->sections();
  if (!Sections)
    return damaged(Sections.takeError());
  ObjectKernels Out;
  for (const auto &S : *Sections) {
    auto Name = Elf->getSectionName(S);
    if (!Name)
      return damaged(Name.takeError());
    if (*Name != ".nv_fatbin" && *Name != "__nv_relfatbin")
      continue;
    auto Content = Elf->getSectionContents(S);
    if (!Content)
      return damaged(Content.takeError());
    if (Error Why = addFatbin(toStringRef(*Content), Out))
      return std::move(Why);
  }
  return Out;
}

Expected<ObjectKernels> gpuperf::readObject(StringRef Bytes) {
  ObjectKernels Out;
  if (isFatbin(Bytes)) {
    if (Error Why = addFatbin(Bytes, Out))
      return std::move(Why);
    return Out;
  }
  if (isCubin(Bytes)) {
    Expected<Cubin> One = readCubin(Bytes);
    if (!One)
      return One.takeError();
    Out.Cubins.push_back(std::move(*One));
    return Out;
  }
  if (!Bytes.starts_with(ELF::ElfMagic))
    return createStringError(
        "it is no cubin, no fatbin and no ELF file (object file, shared "
        "library, program)");
  if (Bytes.size() <= ELF::EI_DATA || Bytes[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      Bytes[ELF::EI_DATA] != ELF::ELFDATA2LSB)
    return createStringError("it is no 64-bit ELF file of a little-endian "
                             "machine, which CUDA's hosts are");
  return readHostFile(Bytes);
}

Expected<ObjectKernels> gpuperf::readObjectFile(StringRef Path,
                                                uint64_t MostBytes) {
  auto fails = [&](const Twine &Why) {
    return createStringError(Path + ": " + Why);
  };
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Path, Status))
    return fails("cannot be read: " + Code.message());
  if (Status.type() != sys::fs::file_type::regular_file)
    return fails("is not a file");
  if (Status.getSize() > MostBytes)
    return fails(formatv("has {0} MiB; at most {1} MiB are read (name the "
                         "object file that the kernel is in)",
                         Status.getSize() >> 20, MostBytes >> 20)
                     .str());
  // Not mapped into memory: a build may be writing the file, and what is mapped
  // of a file that becomes shorter ends the process.
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return fails("cannot be read: " + Buffer.getError().message());
  Expected<ObjectKernels> Out = readObject((*Buffer)->getBuffer());
  if (!Out)
    return fails(toString(Out.takeError()));
  return Out;
}

static bool sameFigures(const CubinKernel &A, const CubinKernel &B) {
  return A.Registers == B.Registers && A.FrameBytes == B.FrameBytes &&
         A.StaticSharedBytes == B.StaticSharedBytes;
}

/// The kernels of \p Cubins that have \p Mangled as their symbol or, if \p
/// Common, what nvcc may have made of it.
static std::vector<const CubinKernel *>
matching(ArrayRef<const Cubin *> Cubins, StringRef Mangled, bool Common) {
  std::vector<const CubinKernel *> Out;
  for (const Cubin *C : Cubins)
    for (const CubinKernel &K : C->Kernels)
      if (Common ? commonSymbol(K.Symbol) == Mangled : K.Symbol == Mangled)
        Out.push_back(&K);
  return Out;
}

std::variant<FoundKernel, KernelMiss>
gpuperf::findKernel(const ObjectKernels &In, StringRef Mangled, unsigned Sm) {
  std::vector<const Cubin *> Usable;
  for (const Cubin &C : In.Cubins)
    if (C.Sm / 10 == Sm / 10 && C.Sm <= Sm)
      Usable.push_back(&C);
  if (Usable.empty())
    return KernelMiss::Architecture;
  // The driver's choice first.
  auto before = [](const Cubin *A, const Cubin *B) {
    return std::make_pair(A->Sm, A->Linked) > std::make_pair(B->Sm, B->Linked);
  };
  llvm::stable_sort(Usable, before);
  const std::string Common = commonSymbol(Mangled);
  for (ArrayRef<const Cubin *> Left = Usable; !Left.empty();) {
    const ArrayRef<const Cubin *> Alike = Left.take_while(
        [&](const Cubin *C) { return !before(Left.front(), C); });
    std::vector<const CubinKernel *> Found = matching(Alike, Mangled, false);
    if (Found.empty())
      Found = matching(Alike, Common, true);
    if (!Found.empty())
      return all_of(Found,
                    [&](const CubinKernel *K) {
                      return sameFigures(*K, *Found.front());
                    })
                 ? std::variant<FoundKernel, KernelMiss>(
                       FoundKernel{*Found.front(), Left.front()->Sm})
                 : KernelMiss::Ambiguous;
    Left = Left.drop_front(Alike.size());
  }
  return KernelMiss::Kernel;
}
