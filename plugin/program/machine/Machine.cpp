//===- Machine.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Machine.h"
#include "plugin/program/machine/Frame.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gpuperf::program {

/// Function addresses: no object has such a number.
static constexpr Address FirstFunction = Address(0xFFFFF0) << 40;

Machine::Machine(Labels &L, const StringMap<Native> &Library, Budget B)
    : L(L), Mem(L, B.Pages), Library(Library), Limits(B) {}
Machine::~Machine() = default;

void Machine::add(const Module &M) {
  Modules.push_back(&M);
  for (const Function &F : M)
    if (!F.isDeclaration() && !F.hasLocalLinkage())
      Defined.try_emplace(F.getName(), &F);
  for (const GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && !G.hasLocalLinkage())
      Variables.try_emplace(G.getName(), &G);
}

const Function *Machine::find(StringRef Name) const {
  return Defined.lookup(Name);
}

const Function *Machine::functionAt(Address A) const {
  if (A < FirstFunction)
    return nullptr;
  uint64_t Number = (A - FirstFunction) >> 4;
  return Number < FunctionsByAddress.size() ? FunctionsByAddress[Number]
                                            : nullptr;
}

Address Machine::addressOf(const GlobalValue &G) {
  const GlobalValue *Real = &G;
  if (const auto *A = dyn_cast<GlobalAlias>(&G))
    if (const auto *Target =
            dyn_cast<GlobalValue>(A->getAliasee()->stripPointerCasts()))
      Real = Target;
  if (Real->isDeclaration()) {
    if (const Function *F = Defined.lookup(Real->getName()))
      Real = F;
    else if (const GlobalValue *V = Variables.lookup(Real->getName()))
      Real = V;
  }
  auto It = Addresses.find(Real);
  if (It != Addresses.end())
    return It->second;
  Address Result;
  if (const auto *F = dyn_cast<Function>(Real)) {
    Result = FirstFunction + (Address(FunctionsByAddress.size()) << 4);
    FunctionsByAddress.push_back(F);
    Addresses[Real] = Result;
    return Result;
  }
  const auto *V = dyn_cast<GlobalVariable>(Real);
  Type *T = Real->getValueType();
  uint64_t Bytes = T->isSized()
                       ? Real->getParent()->getDataLayout().getTypeAllocSize(T)
                       : 64;
  // A variable of another file that was not read: what it holds is open.
  bool Open = !V || !V->hasInitializer();
  Result = Mem.allocate(std::max<uint64_t>(Bytes, Open ? 4096 : 1),
                        Memory::Where::Global, Open ? Data : 0);
  Addresses[Real] = Result;
  if (!Open)
    initialize(Result, *V->getInitializer());
  return Result;
}

void Machine::initialize(Address A, const Constant &C) {
  if (isa<ConstantAggregateZero>(C) || isa<UndefValue>(C))
    return;
  Type *T = C.getType();
  const DataLayout &DL = Modules.front()->getDataLayout();
  if (const auto *D = dyn_cast<ConstantDataSequential>(&C)) {
    if (D->isString() || D->getElementByteSize() == 1) {
      StringRef Raw = D->getRawDataValues();
      for (size_t I = 0; I < Raw.size(); ++I)
        Mem.write(A + I, 1, {static_cast<uint8_t>(Raw[I]), 0});
      return;
    }
    uint64_t Size = D->getElementByteSize();
    for (unsigned I = 0; I < D->getNumElements(); ++I) {
      uint64_t Bits =
          D->getElementType()->isIntegerTy()
              ? D->getElementAsInteger(I)
              : D->getElementAsAPFloat(I).bitcastToAPInt().getZExtValue();
      Mem.write(A + I * Size, static_cast<unsigned>(Size), {Bits, 0});
    }
    return;
  }
  if (const auto *S = dyn_cast<ConstantStruct>(&C)) {
    const StructLayout *Layout = DL.getStructLayout(S->getType());
    for (unsigned I = 0; I < S->getNumOperands(); ++I)
      initialize(A + Layout->getElementOffset(I), *S->getOperand(I));
    return;
  }
  if (isa<ConstantArray>(C) || isa<ConstantVector>(C)) {
    Type *Element = T->isArrayTy() ? T->getArrayElementType()
                                   : cast<VectorType>(T)->getElementType();
    uint64_t Stride = DL.getTypeAllocSize(Element);
    for (unsigned I = 0; I < C.getNumOperands(); ++I)
      initialize(A + I * Stride, *cast<Constant>(C.getOperand(I)));
    return;
  }
  std::vector<Value> Scalars = constantValue(C);
  std::vector<Leaf> Leaves = leavesOf(T, DL);
  for (size_t I = 0; I < std::min(Scalars.size(), Leaves.size()); ++I)
    Mem.write(A + Leaves[I].Offset, Leaves[I].Bytes, Scalars[I]);
}

std::vector<Value> Machine::constantValue(const Constant &C) {
  const DataLayout &DL = Modules.front()->getDataLayout();
  if (const auto *I = dyn_cast<ConstantInt>(&C))
    return {{I->getValue().extractBitsAsZExtValue(
                 std::min(64u, I->getBitWidth()), 0),
             0}};
  if (const auto *F = dyn_cast<ConstantFP>(&C)) {
    APFloat Number = F->getValueAPF();
    bool Inexact = false;
    if (F->getType()->isX86_FP80Ty() || F->getType()->isFP128Ty())
      Number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                     &Inexact); // a long double counts as a double
    APInt Bits = Number.bitcastToAPInt();
    return {{Bits.getBitWidth() <= 64 ? Bits.getZExtValue() : 0, 0}};
  }
  if (const auto *G = dyn_cast<GlobalValue>(&C))
    return {{addressOf(*G), 0}};
  if (isa<ConstantPointerNull>(C))
    return {{0, 0}};
  if (const auto *E = dyn_cast<ConstantExpr>(&C)) {
    APInt Offset(64, 0);
    if (E->getType()->isPointerTy()) {
      const llvm::Value *Base = E->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true);
      if (Base != E)
        if (const auto *BaseC = dyn_cast<Constant>(Base)) {
          std::vector<Value> B = constantValue(*BaseC);
          if (!B.empty())
            return {{B[0].Bits + Offset.getZExtValue(), B[0].From}};
        }
    }
    if (E->isCast()) {
      const auto *Inner = E->getOperand(0);
      return constantValue(*Inner);
    }
    if (E->getNumOperands() == 2) {
      std::vector<Value> A = constantValue(*E->getOperand(0)),
                         B = constantValue(*E->getOperand(1));
      if (A.size() == 1 && B.size() == 1) {
        if (E->getOpcode() == Instruction::Sub)
          return {{A[0].Bits - B[0].Bits, 0}};
        if (E->getOpcode() == Instruction::Add)
          return {{A[0].Bits + B[0].Bits, 0}};
      }
    }
    return {{0, Data}};
  }
  // Structs, arrays, vectors: each member's scalars.
  std::vector<Value> Out;
  unsigned N = 0;
  if (auto *S = dyn_cast<StructType>(C.getType()))
    N = S->getNumElements();
  else if (C.getType()->isArrayTy())
    N = static_cast<unsigned>(C.getType()->getArrayNumElements());
  else if (auto *V = dyn_cast<FixedVectorType>(C.getType()))
    N = V->getNumElements();
  if (N == 0)
    return {{0, 0}}; // undef, poison
  for (unsigned I = 0; I < N; ++I)
    if (const Constant *Member = C.getAggregateElement(I))
      append_range(Out, constantValue(*Member));
  return Out;
}

const FunctionCode &Machine::codeOf(const Function &F) {
  std::unique_ptr<FunctionCode> &Code = Codes[&F];
  if (!Code) {
    auto Made = std::make_unique<FunctionCode>(
        translate(F, [this](const Constant &C) { return constantValue(C); }));
    // Constants may have led to other functions: look the place up again.
    std::unique_ptr<FunctionCode> &Place = Codes[&F];
    Place = std::move(Made);
    return *Place;
  }
  return *Code;
}

void Machine::runInitializers() {
  for (const Module *M : Modules) {
    const GlobalVariable *Ctors = M->getNamedGlobal("llvm.global_ctors");
    if (!Ctors || !Ctors->hasInitializer())
      continue;
    const auto *List = dyn_cast<ConstantArray>(Ctors->getInitializer());
    for (unsigned I = 0; List && I < List->getNumOperands() && !Ended; ++I)
      if (const auto *Entry = dyn_cast<ConstantStruct>(List->getOperand(I)))
        if (const auto *F =
                dyn_cast<Function>(Entry->getOperand(1)->stripPointerCasts()))
          call(*F, {});
  }
}

/// Whether nothing but the code before main writes to \p V, or to what it is a
/// part of.
static bool isOnlyInitialized(const llvm::Value &V) {
  return all_of(V.users(), [](const User *U) {
    if (const auto *I = dyn_cast<Instruction>(U))
      if (I->getFunction()->getSection() == ".text.startup")
        return true;
    return isa<LoadInst>(U) || (isa<GEPOperator>(U) && isOnlyInitialized(*U));
  });
}

void Machine::distrustVariables(LabelSet From) {
  for (const Module *M : Modules)
    for (const GlobalVariable &V : M->globals()) {
      if (V.getName().starts_with("llvm.") ||
          (V.isConstant() && V.hasInitializer()) ||
          (V.hasLocalLinkage() && isOnlyInitialized(V)))
        continue;
      const Address At = addressOf(V);
      Mem.label(At, Mem.bytesFrom(At), From);
    }
}

std::vector<Value> Machine::call(const Function &F,
                                 ArrayRef<std::vector<Value>> Args) {
  std::vector<Value> Result(1);
  const Function *Target = &F;
  if (F.isDeclaration())
    if (const Function *D = Defined.lookup(F.getName()))
      Target = D;
  Native Known = Library.lookup(Target->getName());
  if (Known || Target->isDeclaration()) {
    std::vector<ArrayRef<Value>> Refs(Args.begin(), Args.end());
    callNative(*Target, nullptr, Refs, Result);
    return Result;
  }
  const FunctionCode &Code = codeOf(*Target);
  size_t Base = Stack.size();
  Stack.resize(Base + Code.Slots + 1);
  for (size_t I = 0; I < std::min(Args.size(), Code.ArgSlots.size()); ++I)
    for (size_t K = 0; K < std::min<size_t>(Args[I].size(), Code.ArgCounts[I]);
         ++K)
      Stack[Base + Code.ArgSlots[I] + K] = Args[I][K];
  run(Code, Base, Result);
  Stack.resize(Base);
  return Result;
}

std::vector<unsigned> Machine::argumentScalars(const Function &F) {
  return codeOf(F).ArgCounts;
}

void Machine::noteLeft(const Activation &Loop) {
  for (const Event &E : llvm::drop_begin(events(), Loop.FirstEvent))
    NotedInLeftLoops.insert(E.What);
}

/// Whether an edge is taken that no certain value decides.
bool Machine::choose(Frame &F, const Op &O, Value Condition) {
  constexpr size_t MostChoices = 4096;
  bool Taken = Condition.Bits & 1;
  if (!L.holdsData(Condition.From))
    return Taken;
  // Of two ways the program hardly means to take the one to its end.
  const Edge &Yes = F.Code.Edges[O.Edge], &No = F.Code.Edges[O.OtherEdge];
  if (Yes.Leads != No.Leads)
    return Yes.Leads;
  const auto Number = static_cast<unsigned>(Choices.size());
  const bool Reverses = is_contained(Reversed, Number);
  if (O.Exiting && !F.Loops.empty()) {
    Activation &A = F.Loops.back();
    const bool StaysOnYes = Yes.Depth >= No.Depth && !(No.Back && !Yes.Back);
    // Where something else ends the loop, such as a counter, to go on until
    // then is the other way: that of a test which all elements pass.
    const bool MayStay = F.Code.Loops[A.Loop].Exits > 1;
    // A loop until something happens that nobody knows: a few times.
    constexpr uint64_t Few = 8;
    if (A.Iterations + 1 == Few)
      LoopSkip(*this, F).lookBeforeLeaving();
    if (A.Stays)
      return StaysOnYes;
    const bool Leaves = A.Iterations >= Few;
    if (MayStay && Reverses && (Leaves || Taken != StaysOnYes))
      A.Stays = true;
    if (Leaves) {
      if (MayStay && Choices.size() < MostChoices)
        Choices.push_back({A.Stays == StaysOnYes, Condition.From});
      if (A.Stays)
        return StaysOnYes;
      noteLeft(A);
      LoopSkip(*this, F).leaveByData();
      return !StaysOnYes;
    }
  }
  if (Reverses)
    Taken = !Taken;
  if (Choices.size() < MostChoices)
    Choices.push_back({Taken, Condition.From});
  return Taken;
}

bool Machine::enter(Frame &F, uint32_t EdgeNumber) {
  // What was written would be read as the zero that was there before.
  if (Mem.isFull())
    stop(End::Stopped);
  const Edge &E = F.Code.Edges[EdgeNumber];
  if (E.Moves.size() == 1) {
    auto [To, From] = E.Moves[0];
    Stack[F.Base + To] =
        From >= 0 ? Stack[F.Base + From] : F.Code.Constants[~From];
  } else if (!E.Moves.empty()) {
    SmallVector<Value, 8> Values;
    for (auto [To, From] : E.Moves)
      Values.push_back(From >= 0 ? Stack[F.Base + From]
                                 : F.Code.Constants[~From]);
    for (size_t I = 0; I < E.Moves.size(); ++I)
      Stack[F.Base + E.Moves[I].first] = Values[I];
  }
  F.At = E.Target;
  bool Starts = E.Header >= 0 && !E.Back;
  size_t Around = E.Depth - (Starts ? 1 : 0);
  while (F.Loops.size() > Around)
    F.Loops.pop_back();
  if (E.Header < 0)
    return true;
  if (Starts) {
    Activation A;
    A.Loop = E.Header;
    A.FirstStep = Steps;
    A.FirstClock = ++Mem.Clock;
    A.NextLook = Steps + loopBudget();
    A.FirstEvent = Events.size();
    F.Loops.push_back(std::move(A));
    return true;
  }
  if (F.Loops.empty())
    return true;
  Activation &A = F.Loops.back();
  ++A.Iterations;
  if (!A.Seen.empty() || (Steps >= A.NextLook && A.Iterations >= 3))
    LoopSkip(*this, F).atIteration();
  return true;
}

void Machine::run(const FunctionCode &Code, size_t Base,
                  std::vector<Value> &Result) {
  if (++Depth > Limits.CallDepth) {
    --Depth;
    Result.assign(Result.size(), {0, Data});
    return;
  }
  Frame F{Code, Base, 0, {}, {}};
  auto get = [&](Operand O) -> Value {
    return O >= 0 ? Stack[Base + O] : Code.Constants[~O];
  };
  auto set = [&](Operand O, Value V) { Stack[Base + O] = V; };
  auto next = [](Operand O, unsigned K) {
    return O >= 0 ? O + static_cast<Operand>(K) : O - static_cast<Operand>(K);
  };
  while (!Ended) {
    const Op &O = Code.Ops[F.At++];
    if (++Steps > Limits.Steps) {
      stop(End::OutOfSteps);
      break;
    }
    switch (O.Code) {
    case OpCode::Move:
      if (O.N == 1) {
        set(O.To, get(O.A));
      } else {
        SmallVector<Value, 8> Values;
        for (unsigned K = 0; K < O.N; ++K)
          Values.push_back(get(next(O.A, K)));
        for (unsigned K = 0; K < O.N; ++K)
          set(O.To + static_cast<Operand>(K), Values[K]);
      }
      break;
    case OpCode::Binary:
      set(O.To, binary(O, get(O.A), get(O.B)));
      break;
    case OpCode::Compare:
      set(O.To, compare(O, get(O.A), get(O.B)));
      break;
    case OpCode::FloatCompare:
      set(O.To, floatCompare(O, get(O.A), get(O.B)));
      break;
    case OpCode::FloatNegate: {
      Value V = get(O.A);
      V.Bits ^= O.Bits == 32 ? uint64_t(1) << 31 : uint64_t(1) << 63;
      set(O.To, V);
      break;
    }
    case OpCode::Cast:
      set(O.To, cast(O, get(O.A)));
      break;
    case OpCode::Select: {
      Value C = get(O.A);
      Operand From = (C.Bits & 1) ? O.B : O.C;
      for (unsigned K = 0; K < O.N; ++K) {
        Value V = get(next(From, K));
        if (C.From)
          V.From = L.unite(V.From, C.From);
        set(O.To + static_cast<Operand>(K), V);
      }
      break;
    }
    case OpCode::SelectEach:
      for (unsigned K = 0; K < O.N; ++K)
        set(O.To + static_cast<Operand>(K),
            get(next((get(next(O.A, K)).Bits & 1) ? O.B : O.C, K)));
      break;
    case OpCode::Load: {
      Value P = get(O.A);
      const std::vector<Leaf> &Leaves = Code.Accesses[O.Extra];
      for (unsigned K = 0; K < Leaves.size(); ++K) {
        Value V = Mem.read(P.Bits + Leaves[K].Offset, Leaves[K].Bytes);
        // What stands at a place that is not known is not known.
        if (P.From)
          V.From = L.unite(V.From, P.From);
        set(O.To + static_cast<Operand>(K), V);
      }
      break;
    }
    case OpCode::Store: {
      Value P = get(O.A);
      const std::vector<Leaf> &Leaves = Code.Accesses[O.Extra];
      for (unsigned K = 0; K < Leaves.size(); ++K)
        Mem.write(P.Bits + Leaves[K].Offset, Leaves[K].Bytes,
                  get(next(O.B, K)));
      break;
    }
    case OpCode::Address: {
      Value P = get(O.A);
      P.Bits += O.Imm;
      for (const AddressTerm &T : Code.Addresses[O.Extra]) {
        Value Index = get(T.Index);
        int64_t V = T.Bits >= 64
                        ? static_cast<int64_t>(Index.Bits)
                        : static_cast<int64_t>(Index.Bits << (64 - T.Bits)) >>
                              (64 - T.Bits);
        P.Bits += static_cast<uint64_t>(V * T.Scale);
        if (Index.From)
          P.From = L.unite(P.From, Index.From);
      }
      set(O.To, P);
      break;
    }
    case OpCode::Alloca: {
      Value Count = get(O.A);
      Address A = Mem.allocate(O.Imm * std::max<uint64_t>(Count.Bits, 1),
                               Memory::Where::Stack);
      if (A == 0)
        stop(End::Stopped);
      F.Locals.push_back(A);
      set(O.To, {A, 0});
      break;
    }
    case OpCode::ExtractAt: {
      Value Index = get(O.B);
      Value V = Index.Bits < O.Imm
                    ? get(next(O.A, static_cast<unsigned>(Index.Bits)))
                    : Value{0, Data};
      V.From = L.unite(V.From, Index.From);
      set(O.To, V);
      break;
    }
    case OpCode::InsertAt: {
      SmallVector<Value, 8> Values;
      for (unsigned K = 0; K < O.N; ++K)
        Values.push_back(get(next(O.A, K)));
      Value Index = get(O.B);
      if (Index.Bits < O.N)
        Values[Index.Bits] = get(O.C);
      for (unsigned K = 0; K < O.N; ++K)
        set(O.To + static_cast<Operand>(K), Values[K]);
      break;
    }
    case OpCode::Call:
      callSite(F, O);
      break;
    case OpCode::Jump:
      enter(F, O.Edge);
      break;
    case OpCode::Branch: {
      if (O.Exiting && !F.Loops.empty()) {
        Activation &A = F.Loops.back();
        if (!A.Seen.empty())
          LoopSkip(*this, F).atExit(F.At - 1);
        if (A.Leave) {
          noteLeft(A);
          // How far it came is no more certain than for one that data left.
          if (A.Stays)
            LoopSkip(*this, F).leaveByData();
          // The side that leaves the loop, whatever the condition says.
          const Edge &Yes = Code.Edges[O.Edge];
          size_t Around = F.Loops.size();
          enter(F, Yes.Depth < Around ? O.Edge : O.OtherEdge);
          break;
        }
      }
      enter(F, choose(F, O, get(O.A)) ? O.Edge : O.OtherEdge);
      break;
    }
    case OpCode::Switch: {
      Value V = get(O.A);
      const SwitchTable &Table = Code.Switches[O.Extra];
      if (ArgcLabel && V.From == ArgcLabel)
        for (const auto &Case : Table.Cases)
          ComparedWithArgc.push_back(static_cast<int64_t>(Case.first));
      if (L.holdsData(V.From))
        SwitchesFrom = L.unite(SwitchesFrom, V.From);
      uint32_t To = Table.DefaultEdge;
      for (const auto &[Number, E] : Table.Cases)
        if (Number == V.Bits) {
          To = E;
          break;
        }
      enter(F, To);
      break;
    }
    case OpCode::Return: {
      Result.resize(std::max(1u, O.N));
      for (unsigned K = 0; K < O.N; ++K)
        Result[K] = get(next(O.A, K));
      for (Address A : F.Locals)
        Mem.release(A);
      --Depth;
      return;
    }
    case OpCode::Stop:
      stop(End::Failed);
      break;
    case OpCode::Unknown:
      for (unsigned K = 0; K < O.N; ++K)
        set(O.To + static_cast<Operand>(K), {0, Data});
      break;
    }
  }
  --Depth;
}

void Machine::callSite(Frame &F, const Op &O) {
  const CallSite &Site = F.Code.Calls[O.Extra];
  const Function *Callee = Site.Callee;
  auto get = [&](Operand Op) -> Value {
    return Op >= 0 ? Stack[F.Base + Op] : F.Code.Constants[~Op];
  };
  StringRef Name;
  if (!Callee) {
    Value P = get(Site.Pointer);
    Callee = functionAt(P.Bits);
    if (auto It = AskedFor.find(P.Bits); !Callee && It != AskedFor.end())
      Name = It->second;
  }
  if (Callee && Callee->isDeclaration())
    if (const Function *D = Defined.lookup(Callee->getName()))
      Callee = D;
  SmallVector<Value, 16> Flat;
  SmallVector<std::pair<unsigned, unsigned>, 8> Parts;
  SmallVector<Address, 2> Copies;
  for (const CallArg &A : Site.Args) {
    Parts.emplace_back(Flat.size(), A.N);
    if (A.ByValBytes) {
      Address Copy = Mem.allocate(A.ByValBytes, Memory::Where::Stack);
      Mem.copy(Copy, get(A.First).Bits, A.ByValBytes);
      Copies.push_back(Copy);
      Flat.push_back({Copy, 0});
      continue;
    }
    for (unsigned K = 0; K < A.N; ++K)
      Flat.push_back(get(A.First >= 0 ? A.First + static_cast<Operand>(K)
                                      : A.First - static_cast<Operand>(K)));
  }
  const bool HasResult = !O.I->getType()->isVoidTy();
  const auto *Call = cast<CallBase>(O.I);
  Native Known = Library.lookup(Callee ? Callee->getName() : Name);
  if (!Callee || Known || Callee->isDeclaration()) {
    SmallVector<ArrayRef<Value>, 8> Args;
    for (auto [First, N] : Parts)
      Args.push_back(ArrayRef<Value>(Flat).slice(First, N));
    SmallVector<Value, 4> Result(HasResult ? std::max(1u, O.N) : 0);
    if (!Callee && Known) {
      NativeCall ByPointer(*this, Call, Name, Args, Result);
      Known(ByPointer);
    } else if (!Callee)
      callUnknown(nullptr, Call, Args, Result);
    else
      callNative(*Callee, Call, Args, Result);
    for (unsigned K = 0; K < Result.size(); ++K)
      Stack[F.Base + O.To + K] = Result[K];
  } else {
    const FunctionCode &Code = codeOf(*Callee);
    size_t Base = Stack.size();
    Stack.resize(Base + Code.Slots + 1);
    for (size_t I = 0; I < std::min(Parts.size(), Code.ArgSlots.size()); ++I)
      for (unsigned K = 0; K < std::min(Parts[I].second, Code.ArgCounts[I]);
           ++K)
        Stack[Base + Code.ArgSlots[I] + K] = Flat[Parts[I].first + K];
    std::vector<Value> Result(HasResult ? std::max(1u, O.N) : 0);
    run(Code, Base, Result);
    Stack.resize(Base);
    if (HasResult)
      for (unsigned K = 0; K < O.N; ++K)
        Stack[F.Base + O.To + K] =
            K < Result.size() ? Result[K] : Value{0, Data};
  }
  for (Address A : Copies)
    Mem.release(A);
  if (Site.IsInvoke && !Ended)
    enter(F, Site.Edge);
}

void Machine::callNative(const Function &F, const CallBase *I,
                         ArrayRef<ArrayRef<Value>> Args,
                         MutableArrayRef<Value> Result) {
  // Copying gigabytes takes long, too.
  auto Count = llvm::make_scope_exit([this] { Steps += Mem.takeWork(); });
  if (F.isIntrinsic()) {
    if (!callIntrinsic(F, Args, Result))
      for (Value &V : Result)
        V = {0, Data};
    return;
  }
  if (Native Known = Library.lookup(F.getName())) {
    NativeCall Call(*this, I, F.getName(), Args, Result);
    Known(Call);
    return;
  }
  if (NativeCall Call(*this, I, F.getName(), Args, Result);
      Undefined && Undefined(F, Call))
    return;
  callUnknown(&F, I, Args, Result);
}

void Machine::callUnknown(const Function *F, const CallBase *I,
                          ArrayRef<ArrayRef<Value>> Args,
                          MutableArrayRef<Value> Result) {
  StringRef Name = F ? F->getName() : "*";
  // Streams print; each of their operators returns the stream.
  if (Name.starts_with("_ZNSo") || Name.starts_with("_ZStls") ||
      Name.starts_with("_ZNSt8ios_base") ||
      Name.starts_with("_ZNSt9basic_ios")) {
    if (!Result.empty() && !Args.empty() && !Args[0].empty())
      Result[0] = Args[0][0];
    return;
  }
  // The runtimes of CUDA and HIP and their libraries return "no error", as
  // CUDA's driver does ("cuInit").
  const bool OfDriver =
      Name.size() > 2 && Name.starts_with("cu") && isUpper(Name[2]);
  if (OfDriver || Name.starts_with("cuda") || Name.starts_with("hip") ||
      Name.starts_with("__hip") || Name.starts_with("roc") ||
      Name.starts_with("cublas") || Name.starts_with("cufft") ||
      Name.starts_with("curand") || Name.starts_with("cusparse") ||
      Name.starts_with("cusolver") || Name.starts_with("cudnn") ||
      Name.starts_with("nccl") || Name.starts_with("nvtx")) {
    for (Value &V : Result)
      V = {};
    return;
  }
  ++NotKnown[Name];
  std::string Why = ("what '" + Name + "' returns").str();
  LabelSet From = L.add(Label::Kind::Data, Why);
  // What a function returns by a number is most often "no error"; by a pointer
  // an object that can be used.
  for (Value &V : Result)
    V = {0, From};
  if (I && I->getType()->isPointerTy() && !Result.empty())
    Result[0] = {Mem.allocate(4096, Memory::Where::Heap, From), From};
  // It may have written to what it was given.
  for (ArrayRef<Value> A : Args)
    if (A.size() == 1 && A[0].Bits >> Memory::OffsetBits)
      Mem.label(A[0].Bits,
                std::min<uint64_t>(Mem.bytesFrom(A[0].Bits), 1 << 16), From);
}

} // namespace gpuperf::program
