//===- SyntheticGpu.cpp - A GPU whose figures are known -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/micro/SyntheticGpu.h"
#undef __syncthreads
#include <algorithm>
#include <string>
#include <vector>

void __syncthreads(); // of the emulation

namespace synthetic {
namespace {

constexpr uint64_t SectorBytes = 32;

/// The last so many entries that were touched, each with the sectors of it that
/// are there. Fully associative: its capacity is a sharp edge.
class Cache {
public:
  explicit Cache(double Entries)
      : Capacity(unsigned(std::max(1.0, Entries))),
        Buckets(std::max<size_t>(16, size_t(2) * Capacity), None) {}
  /// Whether the sectors were there; afterwards they are.
  bool touch(uint64_t Key, unsigned Sectors = 1) {
    unsigned &Bucket = bucketOf(Key);
    for (unsigned I = Bucket; I != None; I = Entries[I].Chain)
      if (Entries[I].Key == Key) {
        bool There = (Entries[I].Sectors & Sectors) == Sectors;
        Entries[I].Sectors |= Sectors;
        unlink(I);
        pushFront(I);
        return There;
      }
    unsigned I = unsigned(Entries.size());
    if (I < Capacity) {
      Entries.push_back({});
    } else {
      I = Oldest;
      unlink(I);
      unsigned *At = &bucketOf(Entries[I].Key);
      while (*At != I)
        At = &Entries[*At].Chain;
      *At = Entries[I].Chain;
    }
    Entries[I].Key = Key;
    Entries[I].Sectors = Sectors;
    Entries[I].Chain = bucketOf(Key);
    bucketOf(Key) = I;
    pushFront(I);
    return false;
  }
  void clear() {
    if (Entries.empty())
      return;
    Entries.clear();
    std::fill(Buckets.begin(), Buckets.end(), None);
    Newest = Oldest = None;
  }

private:
  static constexpr unsigned None = ~0u;
  struct Entry {
    uint64_t Key;
    unsigned Sectors, Chain, Newer, Older;
  };
  unsigned &bucketOf(uint64_t Key) {
    return Buckets[(Key * 0x9e3779b97f4a7c15u >> 20) % Buckets.size()];
  }
  void unlink(unsigned I) {
    Entry &E = Entries[I];
    (E.Newer == None ? Newest : Entries[E.Newer].Older) = E.Older;
    (E.Older == None ? Oldest : Entries[E.Older].Newer) = E.Newer;
  }
  void pushFront(unsigned I) {
    Entries[I].Newer = None;
    Entries[I].Older = Newest;
    (Newest == None ? Oldest : Entries[Newest].Newer) = I;
    Newest = I;
  }
  unsigned Capacity, Newest = None, Oldest = None;
  std::vector<Entry> Entries;
  std::vector<unsigned> Buckets;
};

double fromEnvironment(const char *Name, double Default) {
  const char *Text = std::getenv(Name);
  return Text && *Text ? std::atof(Text) : Default;
}

Figures readFigures() {
  Figures F;
  // The member L1Cycles is overridden by SYNTHETIC_L1_CYCLES.
#define FIGURE(Member, Variable)                                               \
  F.Member = decltype(F.Member)(                                               \
      fromEnvironment("SYNTHETIC_" Variable, double(F.Member)))
  FIGURE(SmCount, "SM_COUNT");
  FIGURE(MaxThreadsPerSm, "MAX_THREADS_PER_SM");
  FIGURE(MaxThreadsPerBlock, "MAX_THREADS_PER_BLOCK");
  FIGURE(ClockMhz, "CLOCK_MHZ");
  FIGURE(LineBytes, "LINE_BYTES");
  FIGURE(L1Bytes, "L1_BYTES");
  FIGURE(L2Bytes, "L2_BYTES");
  FIGURE(L1Cycles, "L1_CYCLES");
  FIGURE(L2Cycles, "L2_CYCLES");
  FIGURE(L2FarCycles, "L2_FAR_CYCLES");
  FIGURE(DramCycles, "DRAM_CYCLES");
  FIGURE(SharedCycles, "SHARED_CYCLES");
  FIGURE(SectorCycles, "SECTOR_CYCLES");
  FIGURE(DramGbps, "DRAM_GBPS");
  FIGURE(TurnaroundCycles, "TURNAROUND_CYCLES");
  FIGURE(LaunchUs, "LAUNCH_US");
  FIGURE(BlockUs, "BLOCK_US");
#undef FIGURE
  return F;
}

/// What the lanes of one warp have asked for in their n-th access.
struct Request {
  std::vector<uint64_t> Places; ///< sectors, or words of shared memory
};

struct Device {
  double Us = 0;
  std::vector<Cache> L1;
  Cache L2Near, L2, Tlb, Constants;
  std::vector<double> SmCycles;  ///< of this launch
  std::vector<uint64_t> SmClock; ///< at its begin
  double DramBytes = 0, L2Bytes = 0;
  dim3 Grid, Block;
  // The block that runs.
  uint64_t BlockSerial = ~0ull;
  std::vector<double> Cycles;                 ///< per thread
  std::vector<unsigned> Accesses;             ///< per thread
  std::vector<std::vector<Request>> Requests; ///< per warp, per access
  Request Alone;                     ///< of a thread that has no neighbours
  std::vector<unsigned> Waits;       ///< per thread: barriers passed
  std::vector<double> BarrierCycles; ///< per barrier: the last arrival

  explicit Device(const Figures &F)
      : L1(F.SmCount, Cache(F.L1Bytes / F.LineBytes)),
        L2Near(F.L2Bytes / 2 / F.LineBytes), L2(F.L2Bytes / F.LineBytes),
        Tlb(F.TlbPages), Constants(F.ConstantBytes / 64),
        SmCycles(F.SmCount, 0), SmClock(F.SmCount, 0) {}
};

Device &device() {
  static Device D(figures());
  return D;
}

uint64_t blockSerial(const Device &D) {
  return (uint64_t(blockIdx.z) * D.Grid.y + blockIdx.y) * D.Grid.x + blockIdx.x;
}

unsigned threadSerial(const Device &D) {
  return (threadIdx.z * D.Block.y + threadIdx.y) * D.Block.x + threadIdx.x;
}

void closeBlock(Device &D) {
  if (D.BlockSerial == ~0ull)
    return;
  double Longest = 0;
  for (double C : D.Cycles)
    Longest = std::max(Longest, C);
  D.SmCycles[D.BlockSerial % D.SmCycles.size()] +=
      Longest + figures().TurnaroundCycles;
}

/// The running thread's place in the block's books; opens them with the first
/// thread of a block.
unsigned enter(Device &D) {
  uint64_t Serial = blockSerial(D);
  if (Serial != D.BlockSerial) {
    closeBlock(D);
    D.BlockSerial = Serial;
    unsigned Threads = D.Block.x * D.Block.y * D.Block.z;
    D.Cycles.assign(Threads, 0);
    D.Accesses.assign(Threads, 0);
    D.Waits.assign(Threads, 0);
    D.BarrierCycles.clear();
    D.Requests.assign((Threads + 31) / 32, {});
  }
  return threadSerial(D);
}

Request &requestOf(Device &D, unsigned Thread) {
  if (D.Cycles.size() == 1) {
    D.Alone.Places.clear();
    return D.Alone;
  }
  std::vector<Request> &OfWarp = D.Requests[Thread / 32];
  unsigned Index = D.Accesses[Thread]++;
  if (OfWarp.size() <= Index)
    OfWarp.resize(Index + 1);
  return OfWarp[Index];
}

} // namespace

const Figures &figures() {
  static const Figures F = readFigures();
  return F;
}

uint64_t clock() {
  Device &D = device();
  unsigned Thread = enter(D);
  size_t Sm = D.BlockSerial % D.SmClock.size();
  return D.SmClock[Sm] + uint64_t(D.SmCycles[Sm] + D.Cycles[Thread]);
}

unsigned smId() {
  Device &D = device();
  enter(D);
  return unsigned(D.BlockSerial % D.SmCycles.size());
}

void countGlobal(const void *P, size_t Bytes, int Level, bool IsStore) {
  const Figures &F = figures();
  Device &D = device();
  unsigned Thread = enter(D);
  Request &R = requestOf(D, Thread);
  uint64_t Address = reinterpret_cast<uint64_t>(P);
  double Latency = 0;
  for (uint64_t Sector = Address / SectorBytes;
       Sector <= (Address + Bytes - 1) / SectorBytes; ++Sector) {
    // Another lane has already asked for it: one transaction serves both.
    bool Again =
        std::find(R.Places.begin(), R.Places.end(), Sector) != R.Places.end();
    if (!Again)
      R.Places.push_back(Sector);
    uint64_t Line = Sector * SectorBytes / F.LineBytes;
    unsigned Mask = 1u << (Sector % (F.LineBytes / SectorBytes));
    double Cost = F.L1Cycles;
    if (Level > 1 || !D.L1[D.BlockSerial % D.L1.size()].touch(Line, Mask)) {
      D.L2Bytes += Again ? 0 : SectorBytes;
      bool Near = D.L2Near.touch(Line, Mask);
      bool Far = D.L2.touch(Line, Mask);
      Cost = Near ? F.L2Cycles : Far ? F.L2FarCycles : F.DramCycles;
      if (!Near && !Far && !Again) {
        D.DramBytes += SectorBytes;
        if (!D.Tlb.touch(Address / uint64_t(F.PageBytes)))
          Cost += F.TlbMissCycles;
      }
    }
    Latency = std::max(Latency, Cost);
  }
  // Nobody waits for a store.
  D.Cycles[Thread] += IsStore ? 1 : Latency;
  if (!R.Places.empty())
    D.Cycles[Thread] += F.SectorCycles * double(R.Places.size() - 1);
}

void countWritten(const void *P, size_t Bytes) {
  Device &D = device();
  const uint64_t LineBytes = figures().LineBytes;
  const unsigned AllSectors = (1u << (LineBytes / SectorBytes)) - 1;
  uint64_t First = reinterpret_cast<uint64_t>(P) / LineBytes;
  // Only the end of what L2 cannot hold is left in it.
  uint64_t Lines = Bytes / LineBytes;
  uint64_t Held = uint64_t(2 * figures().L2Bytes) / LineBytes;
  for (uint64_t I = Lines > Held ? Lines - Held : 0; I < Lines; ++I) {
    D.L2Near.touch(First + I, AllSectors);
    D.L2.touch(First + I, AllSectors);
  }
}

void countShared(const void *P, size_t Bytes) {
  Device &D = device();
  unsigned Thread = enter(D);
  Request &R = requestOf(D, Thread);
  for (uint64_t Word = reinterpret_cast<uint64_t>(P) / 4;
       Word <= (reinterpret_cast<uint64_t>(P) + Bytes - 1) / 4; ++Word)
    if (std::find(R.Places.begin(), R.Places.end(), Word) == R.Places.end())
      R.Places.push_back(Word);
  unsigned InBank[32] = {}, Passes = 1;
  for (uint64_t Word : R.Places)
    Passes = std::max(Passes, ++InBank[Word % 32]);
  D.Cycles[Thread] +=
      figures().SharedCycles + figures().BankCycles * (Passes - 1);
}

void countConstant(const void *P, size_t) {
  Device &D = device();
  unsigned Thread = enter(D);
  bool Held = D.Constants.touch(reinterpret_cast<uint64_t>(P) / 64);
  D.Cycles[Thread] +=
      Held ? figures().ConstantCycles : figures().ConstantFarCycles;
}

double operationCycles(const char *ClassKey) {
  // Different for each class, so that a mix-up shows.
  std::string Key = ClassKey;
  if (Key.find("div") != std::string::npos ||
      Key.find("rem") != std::string::npos)
    return 60;
  if (Key.rfind("fp64", 0) == 0)
    return 8;
  if (Key.find("approx") != std::string::npos || Key == "shuffle")
    return 20;
  return Key == "fp32_fma" ? 5 : 4;
}

void operation(const char *ClassKey) {
  // A stream repeats one class: its text is looked at once.
  static const char *Last = nullptr;
  static double Cycles = 0;
  if (ClassKey != Last) {
    Cycles = operationCycles(ClassKey);
    Last = ClassKey;
  }
  Device &D = device();
  D.Cycles[enter(D)] += Cycles;
}

void syncThreads() {
  Device &D = device();
  unsigned Thread = enter(D);
  unsigned Barrier = D.Waits[Thread]++;
  if (D.BarrierCycles.size() <= Barrier)
    D.BarrierCycles.resize(Barrier + 1, 0);
  D.BarrierCycles[Barrier] =
      std::max(D.BarrierCycles[Barrier], D.Cycles[Thread]);
  ::__syncthreads();
  D.Cycles[Thread] = D.BarrierCycles[Barrier] + 20;
}

double nowUs() { return device().Us; }
void advanceUs(double Us) { device().Us += Us; }

void beginLaunch(dim3 Grid, dim3 Block) {
  Device &D = device();
  D.Grid = Grid;
  D.Block = Block;
  D.BlockSerial = ~0ull;
  D.DramBytes = D.L2Bytes = 0;
  std::fill(D.SmCycles.begin(), D.SmCycles.end(), 0);
  for (Cache &C : D.L1)
    C.clear(); // as between the kernels of a GPU
}

void endLaunch() {
  const Figures &F = figures();
  Device &D = device();
  closeBlock(D);
  D.BlockSerial = ~0ull;
  unsigned Threads = D.Block.x * D.Block.y * D.Block.z;
  double Blocks = double(D.Grid.x) * D.Grid.y * D.Grid.z;
  double PerSm = std::max(1.0, std::ceil(Blocks / F.SmCount));
  double Resident = std::min(
      {double(F.MaxBlocksPerSm), double(F.MaxThreadsPerSm / Threads), PerSm});
  double Cycles = 0;
  for (size_t I = 0; I < D.SmCycles.size(); ++I) {
    double Mine = D.SmCycles[I] / std::max(1.0, Resident);
    D.SmClock[I] += uint64_t(D.SmCycles[I]);
    Cycles = std::max(Cycles, Mine);
  }
  Cycles = std::max(Cycles, D.L2Bytes / F.L2BytesPerClk);
  double Us = std::max({Cycles / F.ClockMhz, D.DramBytes / (F.DramGbps * 1e3),
                        Blocks * F.BlockUs});
  D.Us += F.LaunchUs + Us;
}

cudaDeviceProp properties() {
  const Figures &F = figures();
  cudaDeviceProp P = {};
  std::snprintf(P.name, sizeof(P.name), "Synthetic GPU");
  P.sharedMemPerBlock = 48 << 10;
  P.sharedMemPerMultiprocessor = 100 << 10;
  P.sharedMemPerBlockOptin = 99 << 10;
  P.totalGlobalMem = size_t(F.MemoryBytes);
  P.warpSize = 32;
  P.maxThreadsPerBlock = int(F.MaxThreadsPerBlock);
  P.multiProcessorCount = int(F.SmCount);
  P.major = 9;
  P.maxThreadsPerMultiProcessor = int(F.MaxThreadsPerSm);
  P.maxBlocksPerMultiProcessor = int(F.MaxBlocksPerSm);
  P.regsPerMultiprocessor = 65536;
  P.memoryBusWidth = 256;
  P.l2CacheSize = int(F.L2Bytes);
  return P;
}

double transferUs(size_t Bytes) {
  return figures().TransferUs + double(Bytes) / (figures().TransferGbps * 1e3);
}

} // namespace synthetic
