//===- TrueCounts.h - Counts from traces ------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_TRUECOUNTS_H
#define GPUPERF_TEST_EXACT_TRUECOUNTS_H

#include "test/exact/WarpTrace.h"
#include "llvm/ADT/DenseSet.h"

namespace gpuperf::exact {

/// Where an address lies, told from the ranges of what was allocated.
enum class Place : uint8_t { Global, Shared, Constant, Argument, Stack };

struct AddressRange {
  uint64_t Begin = 0, End = 0;
  Place Where = Place::Global;
};

/// Sorted by address.
class AddressMap {
public:
  void add(AddressRange R) { Ranges.push_back(R); }
  void finish();
  Place find(uint64_t Address) const;
  uint64_t lowestGlobal() const;

private:
  std::vector<AddressRange> Ranges;
};

/// A memory instruction as the machine has it: several of the text's loads or
/// stores may be one wide one.
struct Request {
  uint32_t Text = 0;  ///< number of the IR instruction
  uint32_t Bytes = 4; ///< per lane; addresses are rounded down to it if wide
  bool Wide = false;
};

struct RequestCounts {
  double Requests = 0, Lanes = 0, Sectors = 0, Lines = 0, Passes = 0;
  /// At the best start of the base, each request for itself; and of as many
  /// lanes on consecutive elements.
  double FewestSectors = 0, IdealSectors = 0;
  /// Sums over warps, over blocks, and of the launch.
  double WarpSectors = 0, BlockSectors = 0, LaunchSectors = 0;
  Place Where = Place::Stack;
};

struct BlockCounts {
  double Warps = 0, Lanes = 0;
};

class TrueCounts {
public:
  /// \p LineBytes: of the first cache.
  TrueCounts(const KernelText &Text, std::vector<Request> Requests,
             uint64_t LineBytes = 128);

  void addWarp(const AddressMap &Map, const WarpTrace &W);
  void endBlock();
  void endLaunch();

  KernelText Text;
  std::vector<BlockCounts> Blocks;      ///< by number in the text
  std::vector<RequestCounts> ByRequest; ///< in the order given
  /// Memory instructions, not of arguments, that no request covers.
  std::vector<uint32_t> Uncovered;
  double Warps = 0;
  uint64_t BlocksRun = 0;

private:
  void addRequest(size_t Id, const AddressMap &Map, const WarpTrace &W,
                  const Execution &E, unsigned Slot);
  void checkOthers(const AddressMap &Map, const WarpTrace &W,
                   const Execution &E);

  std::vector<Request> Requests;
  uint64_t LineBytes;
  std::vector<std::vector<size_t>> ByTextBlock; ///< requests of a block
  std::vector<llvm::DenseSet<uint64_t>> OfWarp, OfBlock, OfLaunch;
};

/// Data passes of a shared-memory request over 32 banks of 4 bytes, mean over
/// its phases. \p Lane: address, or nothing, of each lane.
double sharedPasses(llvm::ArrayRef<uint64_t> Addresses, uint64_t Mask,
                    uint32_t Bytes);

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_TRUECOUNTS_H
