//===- DeviceNumbers.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/DeviceNumbers.h"

namespace gpuperf::program {

static uint64_t whole(const OptFact &F, uint64_t Else = 0) {
  return F ? static_cast<uint64_t>(F->Value) : Else;
}

static uint64_t kilohertz(const OptFact &F) { return whole(F) * 1000; }

// The attributes' numbers are those of the enumeration cudaDeviceAttr.
static const DeviceNumber Numbers[] = {
    {1, "maxThreadsPerBlock",
     [](const GpuModel &G) {
       return uint64_t(G.Arch.MaxThreadsPerBlock.Value);
     }},
    {2, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlockX.Value); }},
    {3, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlockY.Value); }},
    {4, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlockZ.Value); }},
    {5, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxGridX.Value); }},
    {6, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxGridY.Value); }},
    {7, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxGridZ.Value); }},
    {8, "sharedMemPerBlock",
     [](const GpuModel &G) {
       return whole(G.Arch.SharedPerBlockDefaultBytes, 49152);
     }},
    {9, "totalConstMem", [](const GpuModel &) { return uint64_t(65536); }},
    {10, "warpSize",
     [](const GpuModel &G) { return uint64_t(G.Arch.WarpSize.Value); }},
    {12, "regsPerBlock",
     [](const GpuModel &G) { return whole(G.Arch.RegistersPerBlock, 65536); }},
    {13, "clockRate",
     [](const GpuModel &G) { return kilohertz(G.BoostClockMhz); }},
    {16, "multiProcessorCount",
     [](const GpuModel &G) { return uint64_t(G.SmCount.Value); }},
    {31, "concurrentKernels", [](const GpuModel &) { return uint64_t(1); }},
    {36, "memoryClockRate",
     [](const GpuModel &G) { return kilohertz(G.MemoryClockMhz); }},
    {38, "l2CacheSize", [](const GpuModel &G) { return whole(G.L2Bytes); }},
    {39, "maxThreadsPerMultiProcessor",
     [](const GpuModel &G) { return uint64_t(G.Arch.MaxThreadsPerSm.Value); }},
    {41, "unifiedAddressing", [](const GpuModel &) { return uint64_t(1); }},
    {75, "major", [](const GpuModel &G) { return uint64_t(G.Arch.CcMajor); }},
    {76, "minor", [](const GpuModel &G) { return uint64_t(G.Arch.CcMinor); }},
    {81, "sharedMemPerMultiprocessor",
     [](const GpuModel &G) { return whole(G.Arch.SharedPerSmBytes); }},
    {82, "regsPerMultiprocessor",
     [](const GpuModel &G) { return whole(G.Arch.RegistersPerSm, 65536); }},
    {83, "managedMemory", [](const GpuModel &) { return uint64_t(1); }},
    {89, "concurrentManagedAccess",
     [](const GpuModel &) { return uint64_t(1); }},
    {95, "cooperativeLaunch", [](const GpuModel &) { return uint64_t(1); }},
    {97, "sharedMemPerBlockOptin",
     [](const GpuModel &G) {
       return whole(G.Arch.SharedPerBlockOptinBytes, 49152);
     }},
    {106, "maxBlocksPerMultiProcessor",
     [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlocksPerSm.Value); }},
    {115, "memoryPoolsSupported", [](const GpuModel &) { return uint64_t(1); }},
};

llvm::ArrayRef<DeviceNumber> deviceNumbers() { return Numbers; }

// The enumeration hipDeviceAttribute_t since ROCm 5; before, others.
static constexpr HipAttribute HipNumbers[] = {
    {5, 13},  {8, 31},   {9, 89},  {10, 95}, {19, 38},    {23, 75},
    {24, 83}, {25, 106}, {26, 2},  {27, 3},  {28, 4},     {29, 5},
    {30, 6},  {31, 7},   {56, 1},  {57, 39}, {59, 37},    {60, 36},
    {61, 76}, {63, 16},  {71, 12}, {72, 82}, {74, 8},     {75, 97},
    {76, 81}, {83, 9},   {85, 41}, {87, 10}, {10002, 81},
};

llvm::ArrayRef<HipAttribute> hipAttributes() { return HipNumbers; }

} // namespace gpuperf::program
