//===- Experiment.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/Experiment.h"
#include "analysis/summarize/SummarizeKernel.h"
#include "test/unit/plugin/BuildKernels.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/Path.h"
#include <sys/mman.h>

using namespace gpuperf;
using namespace gpuperf::exact;

namespace {
template <typename T> Argument scalar(T V, ArgValue Known) {
  Argument A;
  A.Bytes.resize(sizeof(T));
  memcpy(A.Bytes.data(), &V, sizeof(T));
  A.Known = std::move(Known);
  return A;
}

/// Global memory of a launch: buffers as cudaMalloc aligns them, apart from
/// each other so that what is read beside one is not in another.
class Memory {
public:
  Memory() {
    Begin = static_cast<char *>(
        mmap(nullptr, Reserved, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    Next = Begin + Apart;
  }
  ~Memory() { munmap(Begin, Reserved); }
  bool usable() const { return Begin != MAP_FAILED; }
  char *allocate(uint64_t Bytes) {
    char *At = Next;
    Next += (Bytes + Apart + Align - 1) / Align * Align;
    return At;
  }
  AddressRange range() const {
    auto At = reinterpret_cast<uint64_t>(Begin);
    return {At, At + Reserved, Place::Global};
  }

private:
  static constexpr size_t Reserved = size_t(8) << 30, Apart = 1 << 20,
                          Align = 256;
  char *Begin, *Next;
};
} // namespace

Argument exact::buffer(uint64_t Bytes, uint32_t Modulus) {
  Argument A;
  A.Bytes.resize(sizeof(void *));
  A.Buffers.push_back({0, Bytes, Modulus});
  return A;
}
Argument exact::int32(int32_t V) { return scalar(V, ArgValue::integer(V)); }
Argument exact::int64(int64_t V) { return scalar(V, ArgValue::integer(V)); }
Argument exact::float32(float V) {
  return scalar(V, ArgValue::floating(static_cast<double>(V)));
}
Argument exact::float64(double V) { return scalar(V, ArgValue::floating(V)); }
Argument exact::boolean(bool V) { return scalar(V, ArgValue::integer(V)); }

Argument exact::structure(size_t Bytes,
                          std::vector<std::pair<uint32_t, Argument>> Fields) {
  Argument A;
  A.Bytes.resize(Bytes);
  for (auto &[Offset, Field] : Fields) {
    memcpy(A.Bytes.data() + Offset, Field.Bytes.data(), Field.Bytes.size());
    for (Argument::Buffer B : Field.Buffers) {
      B.At += Offset;
      A.Buffers.push_back(B);
    }
    if (Field.Known.K != ArgValue::Kind::Unknown)
      A.Known.Fields.push_back({Offset, Field.Known});
  }
  return A;
}

struct CompiledCase::Unit {
  test::Built Ir;
};

struct CompiledCase::State {
  Case C;
  std::shared_ptr<Unit> Of;
  std::string Mangled;
  KernelSummary Summary;
};

CompiledCase::CompiledCase() : S(std::make_unique<State>()) {}
CompiledCase::CompiledCase(CompiledCase &&) = default;
CompiledCase::~CompiledCase() = default;
const KernelSummary &CompiledCase::summary() const { return S->Summary; }

std::string CompiledCase::irText() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  S->Of->Ir.Ir->Shape->print(OS, nullptr);
  return Text;
}

Launch CompiledCase::launch() const {
  Launch L;
  L.Grid = S->C.Grid, L.Block = S->C.Block;
  L.DynamicSharedBytes = S->C.DynamicShared;
  for (const Argument &A : S->C.Args)
    L.Args.push_back(A.Known);
  return L;
}

llvm::Expected<CompiledCase> CompiledCase::create(const Case &C) {
  llvm::SmallString<128> Path(GPUPERF_SOURCE_DIR);
  llvm::sys::path::append(Path, C.File);
  auto Text = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Text)
    return llvm::createStringError("%s: %s", Path.c_str(),
                                   Text.getError().message().c_str());
  test::ParseSetup Setup;
  Setup.Arch = "sm_80";
  Setup.Flags = {"-I", llvm::sys::path::parent_path(Path).str()};
  for (const std::string &M : C.Macros)
    Setup.Flags.push_back("-D" + M);
  auto Of = std::make_shared<Unit>();
  Of->Ir = test::build((*Text)->getBuffer(), Setup);
  return create(C, std::move(Of), Path);
}

llvm::Expected<std::vector<CompiledCase>>
CompiledCase::createAll(llvm::StringRef Text, llvm::ArrayRef<Case> Cases,
                        llvm::StringRef Arch) {
  test::ParseSetup Setup;
  Setup.Arch = Arch.str();
  auto Of = std::make_shared<Unit>();
  Of->Ir = test::build(Text, Setup);
  std::vector<CompiledCase> Out;
  for (const Case &C : Cases) {
    auto One = create(C, Of, "generated text");
    if (!One)
      return One.takeError();
    Out.push_back(std::move(*One));
  }
  return std::move(Out);
}

llvm::Expected<CompiledCase> CompiledCase::create(const Case &C,
                                                  std::shared_ptr<Unit> Of,
                                                  llvm::StringRef Where) {
  CompiledCase Out;
  Out.S->C = C;
  Out.S->Of = std::move(Of);
  const std::string Path = Where.str();
  test::Built &Ir = Out.S->Of->Ir;
  if (!Ir.Ir)
    return llvm::createStringError("%s: %s", Path.c_str(), Ir.Error.c_str());
  auto Name = Ir.Names.find(C.Kernel);
  if (Name == Ir.Names.end()) {
    std::string There;
    for (const auto &[Written, Mangled] : Ir.Names)
      There += " " + Written;
    return llvm::createStringError("%s has no kernel '%s', only%s",
                                   Path.c_str(), C.Kernel.c_str(),
                                   There.c_str());
  }
  Out.S->Mangled = Name->second;
  llvm::Function *F = Ir.Ir->Shape->getFunction(Name->second);
  if (!F || F->isDeclaration())
    return llvm::createStringError("kernel '%s' was not compiled",
                                   C.Kernel.c_str());
  if (F->arg_size() != C.Args.size())
    return llvm::createStringError("kernel '%s' has %zu arguments",
                                   C.Kernel.c_str(), F->arg_size());
  auto K = summarizeKernel(*F);
  if (!K)
    return K.takeError();
  Out.S->Summary = std::move(*K);
  return Out;
}

llvm::Error CompiledCase::run(
    llvm::function_ref<void(const KernelText &, const AddressMap &,
                            const WarpTrace &)>
        OnWarp,
    llvm::function_ref<void()> OnBlock, unsigned WarpLanes) const {
  const Case &C = S->C;
  Machine M(C.Grid, C.Block, WarpLanes);
  auto Host =
      HostKernel::create(*S->Of->Ir.Ir->Shape, S->Mangled, M, C.DynamicShared);
  if (!Host)
    return Host.takeError();
  Memory Global;
  if (!Global.usable())
    return llvm::createStringError("no memory for the launch's buffers");
  std::vector<Argument> Values = C.Args;
  std::vector<void *> Args;
  std::vector<const char *> Buffers;
  AddressMap Map;
  Map.add(Global.range());
  for (Argument &A : Values) {
    for (const Argument::Buffer &B : A.Buffers) {
      char *At = Global.allocate(B.Bytes);
      for (uint64_t I = 0; B.Modulus && I < B.Bytes / 4; ++I)
        reinterpret_cast<uint32_t *>(At)[I] =
            static_cast<uint32_t>(I % B.Modulus);
      memcpy(A.Bytes.data() + B.At, &At, sizeof(At));
      Buffers.push_back(At);
    }
    Args.push_back(A.Bytes.data());
    auto At = reinterpret_cast<uint64_t>(A.Bytes.data());
    Map.add({At, At + A.Bytes.size(), Place::Argument});
  }
  for (const VariableRange &V : (*Host)->variables())
    Map.add({V.Begin, V.End,
             V.AddressSpace == llvm::NVPTXAS::ADDRESS_SPACE_SHARED
                 ? Place::Shared
             : V.AddressSpace == llvm::NVPTXAS::ADDRESS_SPACE_CONST
                 ? Place::Constant
                 : Place::Global});
  Map.finish();

  const KernelText &Text = (*Host)->text();
  for (uint64_t Z = 0; Z < C.Grid.Z; ++Z)
    for (uint64_t Y = 0; Y < C.Grid.Y; ++Y)
      for (uint64_t X = 0; X < C.Grid.X; ++X) {
        if (!M.runBlock({X, Y, Z}, Text.Waits,
                        [&] { (*Host)->call(Args.data()); }))
          return llvm::createStringError("the block's threads wait for ever");
        llvm::ArrayRef<ThreadTrace> All = M.traces();
        for (size_t First = 0; First < All.size(); First += WarpLanes) {
          WarpTrace W(
              Text, All.slice(First,
                              std::min<size_t>(WarpLanes, All.size() - First)));
          OnWarp(Text, Map, W);
        }
        OnBlock();
      }
  const std::string Wrong = C.Check ? C.Check(Buffers) : "";
  if (!Wrong.empty())
    return llvm::createStringError("%s: %s", C.Name.c_str(), Wrong.c_str());
  return llvm::Error::success();
}

std::vector<Request> exact::requestsOf(const KernelSummary &K,
                                       const KernelText &Text) {
  std::vector<Request> Out;
  llvm::DenseMap<uint32_t, unsigned> Seen;
  for (const Access &A : K.Accesses) {
    Request R;
    R.Text = K.Instrs[A.Instr].TextIndex;
    // The accesses of one instruction are in the order of its parts.
    const TextInstr &Of = Text.Instrs[R.Text];
    const unsigned Part =
        Of.IsCopy ? A.Kind == AccessKind::Store : Seen[R.Text]++;
    if (Part > 0 && Part < Of.Parts)
      R.Text = Of.SecondPart + Part - 1;
    R.Bytes = A.BytesPerLane;
    R.Wide = R.Bytes > Text.Instrs[R.Text].Bytes;
    Out.push_back(R);
  }
  return Out;
}

llvm::Expected<TrueCounts> exact::count(const CompiledCase &C,
                                        const GpuModel &Gpu) {
  const bool Says = Gpu.Arch.Maker == Vendor::Amd && Gpu.L1LineBytes;
  return count(C, static_cast<unsigned>(Gpu.Arch.WarpSize.Value),
               Says ? static_cast<uint64_t>(Gpu.L1LineBytes->Value) : 128);
}

llvm::Expected<TrueCounts>
exact::count(const CompiledCase &C, unsigned WarpLanes, uint64_t LineBytes) {
  std::optional<TrueCounts> Counts;
  if (llvm::Error E = C.run(
          [&](const KernelText &Text, const AddressMap &Map,
              const WarpTrace &W) {
            if (!Counts)
              Counts.emplace(Text, requestsOf(C.summary(), Text), LineBytes);
            Counts->addWarp(Map, W);
          },
          [&] { Counts->endBlock(); }, WarpLanes))
    return E;
  Counts->endLaunch();
  return std::move(*Counts);
}
