//===- Occupancy.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule for every architecture, its numbers from arch/*.yaml:
//
//   by warps      floor(max_warps_per_sm / W), W = ceil(threads / warp_size)
//   by registers  per warp: regs x warp_size rounded up to the allocation unit,
//                 schedulers x floor(registers per scheduler / that) / W;
//                 sm_1x allocates per block instead
//   by shared     floor(carve-out / (static + dynamic + reserved, rounded up))
//   by barriers   floor(barriers_per_sm / named), where the file has the number
//   by SGPRs      schedulers x floor(SGPRs per scheduler / SGPRs of a warp) /
//   W,
//                 likewise
//
// For AMD, warp means wavefront, scheduler SIMD, register VGPR, shared memory
// LDS. A block of one wavefront needs no barrier there.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/Occupancy.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <limits>

using namespace gpuperf;

namespace {

constexpr unsigned Unlimited = std::numeric_limits<unsigned>::max();

uint64_t valueOr(const OptFact &F, uint64_t Default) {
  return F ? static_cast<uint64_t>(F->Value) : Default;
}
uint64_t valueOf(const Fact &F) { return static_cast<uint64_t>(F.Value); }

unsigned clampToUnsigned(uint64_t Blocks) {
  return static_cast<unsigned>(std::min<uint64_t>(Blocks, Unlimited));
}

unsigned blocksByWarps(const ArchModel &Arch, const BlockResources &Block,
                       uint64_t Warps) {
  if (Block.ThreadsPerBlock > valueOf(Arch.MaxThreadsPerBlock))
    return 0;
  return clampToUnsigned(valueOf(Arch.MaxWarpsPerSm) / Warps);
}

unsigned blocksByRegisters(const ArchModel &Arch, const BlockResources &Block,
                           uint64_t Warps) {
  if (Block.RegistersPerThread == 0 || !Arch.RegistersPerSm)
    return Unlimited;
  if (Block.RegistersPerThread >
      valueOr(Arch.MaxRegistersPerThread, Block.RegistersPerThread))
    return 0;
  const uint64_t PerSm = valueOr(Arch.RegistersPerSm, 0);
  const uint64_t PerBlockLimit = valueOr(Arch.RegistersPerBlock, PerSm);
  const uint64_t Unit = valueOr(Arch.RegisterAllocationUnit, 1);
  const uint64_t Granularity = valueOr(Arch.WarpAllocationGranularity, 1);
  const uint64_t WarpRegisters =
      Block.RegistersPerThread * valueOf(Arch.WarpSize);
  const uint64_t AllocatedWarps = llvm::alignTo(Warps, Granularity);

  if (Arch.RegistersAllocatedPerBlock) {
    const uint64_t PerBlock =
        llvm::alignTo(WarpRegisters * AllocatedWarps, Unit);
    return PerBlock > PerBlockLimit ? 0 : clampToUnsigned(PerSm / PerBlock);
  }
  const uint64_t PerWarp = llvm::alignTo(WarpRegisters, Unit);
  // The hardware checks a launch as if its warps filled all schedulers evenly.
  if (PerWarp * AllocatedWarps > PerBlockLimit)
    return 0;
  const uint64_t Schedulers = valueOf(Arch.SchedulersPerSm);
  const uint64_t WarpsPerSm = Schedulers * (PerSm / Schedulers / PerWarp);
  return clampToUnsigned(WarpsPerSm / Warps);
}

/// The smallest shared-memory size that an SM can be set to and that holds
/// \p Bytes; 0 if there is none.
uint64_t carveoutFor(const ArchModel &Arch, uint64_t Bytes) {
  for (unsigned Kib : Arch.SharedCarveoutsKib)
    if (Kib * uint64_t(1024) >= Bytes)
      return Kib * uint64_t(1024);
  return 0;
}

unsigned blocksByShared(const ArchModel &Arch, const BlockResources &Block) {
  if (!Arch.SharedPerSmBytes)
    return Unlimited;
  const uint64_t PerSm = valueOr(Arch.SharedPerSmBytes, 0);
  const uint64_t Reserved = valueOr(Arch.ReservedSharedPerBlockBytes, 0);
  const uint64_t BlockLimit =
      valueOr(Arch.SharedPerBlockOptinBytes,
              valueOr(Arch.SharedPerBlockDefaultBytes, PerSm));
  // Each is compared by itself first, because their sum might wrap.
  if (Block.StaticSharedBytes > BlockLimit ||
      Block.DynamicSharedBytes > BlockLimit)
    return 0;
  const uint64_t Allocated = llvm::alignTo(
      Block.StaticSharedBytes + Block.DynamicSharedBytes + Reserved,
      valueOr(Arch.SharedAllocationUnitBytes, 1));
  if (Allocated == 0)
    return Unlimited;
  if (Allocated > BlockLimit + Reserved)
    return 0;

  uint64_t Configured = PerSm;
  if (!Arch.SharedCarveoutsKib.empty() && Block.CarveoutPercent >= 0) {
    const uint64_t Percent = std::min(Block.CarveoutPercent, 100);
    Configured = carveoutFor(Arch, PerSm * Percent / 100);
    // A carve-out that is too small for one block is raised until it is enough.
    if (Configured < Allocated)
      Configured = carveoutFor(Arch, Allocated);
  }
  return clampToUnsigned(Configured / Allocated);
}

unsigned blocksByBarriers(const ArchModel &Arch, const BlockResources &Block,
                          uint64_t Warps) {
  if (!Arch.BarriersPerSm || Block.Barriers == 0)
    return Unlimited;
  if (Arch.Maker == Vendor::Amd && Warps == 1)
    return Unlimited;
  if (Block.Barriers > valueOr(Arch.NamedBarriersPerBlock, Block.Barriers))
    return 0;
  return clampToUnsigned(valueOr(Arch.BarriersPerSm, 0) / Block.Barriers);
}

/// As LLVM's GCNSubtarget::getOccupancyWithNumSGPRs has it: no unit is rounded
/// to.
unsigned blocksByScalarRegisters(const ArchModel &Arch,
                                 const BlockResources &Block, uint64_t Warps) {
  if (!Arch.ScalarRegistersPerScheduler || Block.ScalarRegistersPerWarp == 0)
    return Unlimited;
  const uint64_t PerScheduler = valueOr(Arch.ScalarRegistersPerScheduler, 0) /
                                Block.ScalarRegistersPerWarp;
  return clampToUnsigned(valueOf(Arch.SchedulersPerSm) * PerScheduler / Warps);
}

} // namespace

llvm::StringRef gpuperf::limiterName(OccupancyLimiter L) {
  switch (L) {
  case OccupancyLimiter::Warps:
    return "warps";
  case OccupancyLimiter::Registers:
    return "registers";
  case OccupancyLimiter::SharedMemory:
    return "shared memory";
  case OccupancyLimiter::Blocks:
    return "blocks";
  case OccupancyLimiter::Barriers:
    return "barriers";
  case OccupancyLimiter::ScalarRegisters:
    return "SGPRs";
  }
  llvm_unreachable("unknown OccupancyLimiter");
}

/// Blocks that each resource alone would allow, in the order of the
/// enumeration.
static std::array<std::pair<unsigned, OccupancyLimiter>, 6>
limitsOf(const Occupancy &O) {
  return {{{O.ByWarps, OccupancyLimiter::Warps},
           {O.ByRegisters, OccupancyLimiter::Registers},
           {O.BySharedMemory, OccupancyLimiter::SharedMemory},
           {O.ByBlocks, OccupancyLimiter::Blocks},
           {O.ByBarriers, OccupancyLimiter::Barriers},
           {O.ByScalarRegisters, OccupancyLimiter::ScalarRegisters}}};
}

std::string gpuperf::limiterNames(const Occupancy &O) {
  std::string Out;
  for (const auto &[Blocks, Limiter] : limitsOf(O))
    if (Blocks == O.BlocksPerSm)
      Out += (Out.empty() ? "" : " and ") + limiterName(Limiter).str();
  return Out;
}

Occupancy gpuperf::computeOccupancy(const GpuModel &Gpu,
                                    const BlockResources &Block) {
  const ArchModel &Arch = Gpu.Arch;
  Occupancy O;
  // A model that was not read from a file may not even have the required
  // numbers.
  if (Block.ThreadsPerBlock == 0 || Arch.WarpSize.Value < 1 ||
      Arch.SchedulersPerSm.Value < 1 || Arch.MaxWarpsPerSm.Value < 1)
    return O;

  const uint64_t Warps =
      llvm::divideCeil(Block.ThreadsPerBlock, valueOf(Arch.WarpSize));
  O.WarpsPerBlock = clampToUnsigned(Warps);
  O.ByWarps = blocksByWarps(Arch, Block, Warps);
  O.ByRegisters = blocksByRegisters(Arch, Block, Warps);
  O.BySharedMemory = blocksByShared(Arch, Block);
  O.ByBlocks = clampToUnsigned(valueOf(Arch.MaxBlocksPerSm));
  O.ByBarriers = blocksByBarriers(Arch, Block, Warps);
  O.ByScalarRegisters = blocksByScalarRegisters(Arch, Block, Warps);

  // Of several resources that allow equally few blocks, the first is named.
  O.BlocksPerSm = Unlimited;
  for (const auto &[Blocks, Limiter] : limitsOf(O))
    if (Blocks < O.BlocksPerSm) {
      O.BlocksPerSm = Blocks;
      O.Limiter = Limiter;
    }
  O.WarpsPerSm = O.BlocksPerSm * O.WarpsPerBlock;
  O.Fraction = O.WarpsPerSm / Arch.MaxWarpsPerSm.Value;
  return O;
}
