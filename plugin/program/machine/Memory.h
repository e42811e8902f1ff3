//===- Memory.h - The memory of a host program in a walk --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every variable and every allocation is an object of its own. An address is
// the object's number in the upper bits and an offset in the lower ones, so
// that pointer arithmetic needs no special case and an access outside of an
// object is noticed. Pages of an object come into being when they are written:
// a program may allocate gigabytes.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_MACHINE_MEMORY_H
#define GPUPERF_PLUGIN_PROGRAM_MACHINE_MEMORY_H

#include "plugin/program/machine/Labels.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <memory>
#include <string>
#include <utility>

namespace gpuperf::program {

/// One number: the bits of an integer, a pointer, a double, or, in the lower
/// half, of a float.
struct Value {
  uint64_t Bits = 0;
  LabelSet From = 0;
};

using Address = uint64_t;

class Memory {
public:
  static constexpr unsigned OffsetBits = 40;
  static uint64_t offsetOf(Address A) {
    return A & ((uint64_t(1) << OffsetBits) - 1);
  }

  /// Of 4 KiB, written to: 512 MiB, half as much again with labels.
  static constexpr size_t UsualPages = 1 << 17;
  explicit Memory(Labels &L, size_t MostPages = UsualPages)
      : L(L), MostPages(MostPages) {
    Objects.emplace_back();
  }

  enum class Where : uint8_t { Stack, Heap, Global, Device };
  /// A new object, all zero. \p Content: what reads carry that come before any
  /// write. 0 if there is no room for more.
  Address allocate(uint64_t Bytes, Where Place, LabelSet Content = 0);
  void release(Address A);
  /// Bytes from \p A to the end of its object; 0 outside of any.
  uint64_t bytesFrom(Address A) const;
  /// Where the object of \p A is; nothing outside of any.
  bool isDevice(Address A) const;
  /// Why the size of the object at \p A is not certain; set after allocate().
  void setSizeFrom(Address A, LabelSet From);
  LabelSet sizeFrom(Address A) const;

  /// \p Bytes is 1, 2, 4 or 8. Outside of any object: 0, labelled as data.
  Value read(Address A, unsigned Bytes);
  void write(Address A, unsigned Bytes, Value V);
  void copy(Address To, Address From, uint64_t Bytes);
  void fill(Address To, uint8_t Byte, LabelSet From, uint64_t Bytes);
  /// What stands in these bytes is not certain any more; the numbers stay.
  void label(Address A, uint64_t Bytes, LabelSet From);
  /// The string at \p A up to its zero, at most \p Most characters; the labels
  /// of its characters are added to \p From.
  std::string text(Address A, LabelSet &From, size_t Most = 1 << 16);
  void writeText(Address A, llvm::StringRef Text, LabelSet From = 0);

  /// For a loop that is not executed to its end: calls \p F with each object
  /// that was written since \p Clock.
  void
  forEachWritten(uint64_t Clock,
                 llvm::function_ref<void(Address Start, uint64_t Bytes)> F);
  /// Counts up; writes are stamped with it.
  uint64_t Clock = 1;

  /// What copying, marking and reading of texts has cost since the last call,
  /// in operations.
  uint64_t takeWork() { return std::exchange(Work, 0); }

  void addWork(uint64_t Operations) { Work += Operations; }

  uint64_t deviceBytesPeak() const { return DevicePeak; }
  /// Something was written that there was no room for.
  bool isFull() const { return Full; }

private:
  static constexpr unsigned PageBits = 12, PageBytes = 1 << PageBits;
  struct Page {
    unsigned Bytes = 0; ///< a small object has one small page
    std::unique_ptr<uint8_t[]> Data;
    /// One per four bytes; null: all have the object's first content.
    std::unique_ptr<LabelSet[]> From;
    unsigned words() const { return (Bytes + 3) / 4; }
  };
  struct Object {
    uint64_t Bytes = 0, Written = 0;
    LabelSet Content = 0; ///< of what was never written
    LabelSet Marked = 0;  ///< everything has it, and nothing was written since
    LabelSet SizeFrom = 0;
    uint8_t Fill = 0;
    Where Place = Where::Heap;
    bool Live = false;
    /// The first pages by number, later ones by search.
    std::vector<std::unique_ptr<Page>> Near;
    llvm::DenseMap<uint64_t, std::unique_ptr<Page>> Far;
  };
  static constexpr uint64_t MostNear = 4096;

  Object *objectOf(Address A) {
    uint64_t Number = A >> OffsetBits;
    return Number < Objects.size() && Objects[Number].Live ? &Objects[Number]
                                                           : nullptr;
  }
  const Object *objectOf(Address A) const {
    return const_cast<Memory *>(this)->objectOf(A);
  }
  Page *find(Object &O, uint64_t Number) const;
  Page *make(Object &O, uint64_t Number);
  uint64_t copyInPage(Object &To, uint64_t ToOffset, Object &From,
                      uint64_t FromOffset, uint64_t Bytes);
  void setLabel(Page &P, const Object &O, unsigned Offset, unsigned Bytes,
                LabelSet From);

  Labels &L;
  const size_t MostPages;
  bool Full = false;
  std::deque<Object> Objects;
  std::vector<uint32_t> Free;
  size_t PagesUsed = 0;
  uint64_t Work = 0;
  uint64_t DeviceNow = 0, DevicePeak = 0;
};

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_MACHINE_MEMORY_H
