//===- Launches.cpp - The values that reach a launch ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Launches.h"
#include "plugin/host/state/LaunchAttributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include <array>

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

/// The kernel that \p E names, or that \p Value points to; null: neither.
static const FunctionDecl *kernelOf(const Expr *E, const HostObject &Value) {
  const FunctionDecl *F = namedFunction(E);
  if (!F && Value.K == Kind::Function)
    F = Value.Callee;
  if (!F || !F->hasAttr<CUDAGlobalAttr>())
    return nullptr;
  return F;
}

/// The field of a launch configuration by its name.
static HostObject fieldNamed(const HostObject &O, llvm::StringRef Name) {
  for (const HostField &F : O.Fields)
    if (F.Field->getName() == Name)
      return F.Value;
  return HostObject();
}

void LaunchReader::readConfig(const CallExpr *Config, LaunchValues &Out) {
  // Grid, block, shared memory, stream. Where the launch may stand in device
  // code (a generic lambda), two null pointers come before them.
  unsigned First = 0;
  while (First < Config->getNumArgs() &&
         Config->getArg(First)->getType()->isPointerType())
    ++First;
  for (unsigned I = First; I < Config->getNumArgs(); ++I) {
    const Expr *Argument = Config->getArg(I);
    HostObject Value = State.Tree.eval(Argument);
    if (I == First)
      Out.Grid = std::move(Value), Out.GridExpr = Argument;
    else if (I == First + 1)
      Out.Block = std::move(Value), Out.BlockExpr = Argument;
    else if (I == First + 2)
      Out.Shared = std::move(Value), Out.SharedExpr = Argument;
  }
}

void LaunchReader::readChevrons(const CUDAKernelCallExpr *E) {
  LaunchValues V;
  if (const CallExpr *Config = E->getConfig())
    readConfig(Config, V);
  V.Kernel = E->getDirectCallee();
  if (!V.Kernel)
    V.Kernel = kernelOf(E->getCallee(), State.Tree.eval(E->getCallee()));
  for (const Expr *Argument : E->arguments())
    V.Args.push_back(State.Tree.eval(Argument));
  report(E, std::move(V));
}

/// What a helper launches is launched by the call that is followed.
void LaunchReader::report(const CallExpr *E, LaunchValues V) {
  if (!State.Hooks.OnLaunch)
    return;
  if (!State.inHelper()) {
    State.Hooks.OnLaunch(E, std::move(V));
    return;
  }
  const CallExpr *By = State.frame().Launches;
  if (!By)
    return;
  V.Forwards = E;
  // What is written there is of no use to the caller.
  V.GridExpr = V.BlockExpr = V.SharedExpr = nullptr;
  State.Hooks.OnLaunch(By, std::move(V));
}

/// Three numbers as the values of a grid or a block.
static HostObject triple(HostExpr X, HostExpr Y, HostExpr Z) {
  HostObject O;
  O.K = Kind::List;
  for (HostExpr *E : {&X, &Y, &Z})
    O.Elements.push_back(HostObject::scalar(std::move(*E)));
  return O;
}

/// Whether a block's y and z are the constant 1, so that its x is all of it.
static bool isOne(const HostObject &O) {
  const auto V = constantValue(O.Expr);
  return V && !V->IsFloating && V->Integer == 1;
}

/// The argument that may tell of a buffer with the kernel's arguments; 0: none.
static unsigned bufferArgumentOf(LaunchApi Api) {
  return Api == LaunchApi::ModuleLaunchEx ? 3
         : Api == LaunchApi::ModuleLaunch ||
                 Api == LaunchApi::ModuleLaunchThreads
             ? 10
             : 0;
}

/// Launches of handles. Their sizes are plain numbers.
void LaunchReader::readModuleCall(const CallExpr *E,
                                  const std::vector<HostObject> &Args,
                                  LaunchValues &Out) {
  const LaunchApi Api = launchApiOf(E);
  const unsigned Handle = kernelArgumentOf(Api);
  Out.Kernel = kernelOf(E->getArg(Handle), Args[Handle]);
  if (Args[Handle].K == Kind::Function)
    Out.Symbol = Args[Handle].Name;
  if (Api == LaunchApi::ModuleLaunchEx) {
    HostObject Config = Args[0];
    if (Config.K == Kind::Address)
      Config = Places.read(Config.Place);
    auto Field = [&](llvm::StringRef Name) {
      return fieldNamed(Config, Name).Expr;
    };
    Out.Grid = triple(Field("gridDimX"), Field("gridDimY"), Field("gridDimZ"));
    Out.Block =
        triple(Field("blockDimX"), Field("blockDimY"), Field("blockDimZ"));
    Out.Shared = fieldNamed(Config, "sharedMemBytes");
    return;
  }
  const HostType Number{false, false, 32};
  std::array<HostExpr, 3> Grid, Block;
  for (unsigned I = 0; I < 3; ++I) {
    Grid[I] = hostCast(Args[1 + I].Expr, Number);
    Block[I] = hostCast(Args[4 + I].Expr, Number);
    if (Api != LaunchApi::ModuleLaunchThreads)
      continue;
    // Threads that fill no block have a smaller one of their own.
    const HostExpr Rest =
        hostApply(HostOp::Sub, Number, {Block[I], hostInteger(1, Number)});
    Grid[I] =
        hostApply(HostOp::Div, Number,
                  {hostApply(HostOp::Add, Number, {Grid[I], Rest}), Block[I]});
  }
  // Of an edit of x nothing else may depend.
  if (isOne(Args[5]) && isOne(Args[6]) &&
      Api != LaunchApi::ModuleLaunchThreads) {
    Out.GridExpr = E->getArg(1);
    Out.BlockExpr = E->getArg(4);
  }
  Out.SharedExpr = E->getArg(7);
  Out.Grid = triple(Grid[0], Grid[1], Grid[2]);
  Out.Block = triple(Block[0], Block[1], Block[2]);
  Out.Shared = Args[7];
}

/// What \p Extra, a list of keys and values, tells of a buffer: the fields of
/// the struct that is there, if they are as wide as the kernel's parameters.
/// Of the keys, numbers cast to pointers, nothing is known; the other value is
/// the address of a number.
void LaunchReader::readBuffer(HostObject Extra, LaunchValues &Out) {
  if (Extra.K == Kind::Address)
    Extra = Places.read(Extra.Place);
  if (Extra.K != Kind::List || !Out.Kernel)
    return;
  for (size_t I = 1; I < Extra.Elements.size(); I += 2) {
    const HostObject &Value = Extra.Elements[I];
    if (Value.K != Kind::Address)
      continue;
    const HostObject Buffer = Places.read(Value.Place);
    if (Buffer.K != Kind::Record || Buffer.Fields.empty())
      continue;
    // Those that are absent are not known.
    std::vector<HostObject> Values;
    const ASTContext &Ctx = Out.Kernel->getASTContext();
    for (const FieldDecl *Field :
         Buffer.Fields[0].Field->getParent()->fields()) {
      if (Values.size() >= Out.Kernel->getNumParams())
        return;
      const QualType Parameter =
          Out.Kernel->getParamDecl(Values.size())->getType();
      if (Parameter->isDependentType() || Field->getType()->isDependentType() ||
          Ctx.getTypeSize(Field->getType()) != Ctx.getTypeSize(Parameter))
        return;
      Values.push_back(fieldNamed(Buffer, Field->getName()));
    }
    if (Values.size() == Out.Kernel->getNumParams())
      Out.Args = std::move(Values);
    return;
  }
}

void LaunchReader::readApiCall(const CallExpr *E,
                               const std::vector<HostObject> &Args) {
  const LaunchApi Api = launchApiOf(E);
  assert(Api != LaunchApi::None && "not a call that launches");
  assert(Args.size() == E->getNumArgs() && "one value for each argument");
  LaunchValues V;
  HostObject Packed; // void *args[]
  if (Api == LaunchApi::LaunchKernel) {
    V.Kernel = kernelOf(E->getArg(0), Args[0]);
    V.GridExpr = E->getArg(1);
    V.Grid = Args[1];
    V.BlockExpr = E->getArg(2);
    V.Block = Args[2];
    Packed = Args[3];
    V.SharedExpr = Args.size() > 4 ? E->getArg(4) : nullptr;
    V.Shared = Args.size() > 4 ? Args[4] : HostObject::scalar(hostInteger(0));
  } else if (Api == LaunchApi::ExtLaunchKernel) {
    V.Kernel = kernelOf(E->getArg(0), Args[0]);
    V.GridExpr = E->getArg(1);
    V.Grid = Args[1];
    V.BlockExpr = E->getArg(2);
    V.Block = Args[2];
    V.SharedExpr = E->getArg(3);
    V.Shared = Args[3];
    V.Args.assign(Args.begin() + 8, Args.end());
  } else if (Api == LaunchApi::ModuleLaunch ||
             Api == LaunchApi::ModuleLaunchThreads ||
             Api == LaunchApi::ModuleLaunchEx) {
    readModuleCall(E, Args, V);
    Packed = Args[Api == LaunchApi::ModuleLaunchEx ? 2 : 9];
  } else {
    // A pointer to the configuration, or (a reference to) the struct itself.
    HostObject Config = Args[0];
    if (Config.K == Kind::Address)
      Config = Places.read(Config.Place);
    V.Grid = fieldNamed(Config, "gridDim");
    V.Block = fieldNamed(Config, "blockDim");
    V.Shared = fieldNamed(Config, "dynamicSmemBytes");
    V.Cluster = clusterOf(Places, Config);
    V.Kernel = kernelOf(E->getArg(1), Args[1]);
    if (Api == LaunchApi::LaunchKernelExC)
      Packed = Args[2];
    else
      V.Args.assign(Args.begin() + 2, Args.end());
  }
  if (Packed.K == Kind::Address) // a pointer to the array's variable
    Packed = Places.read(Packed.Place);
  if (Packed.K == Kind::List)
    for (const HostObject &O : Packed.Elements)
      V.Args.push_back(O.K == Kind::Address ? Places.read(O.Place)
                                            : HostObject());
  else if (const unsigned Extra = bufferArgumentOf(Api);
           Extra && Extra < Args.size())
    readBuffer(Args[Extra], V);
  report(E, std::move(V));
}
