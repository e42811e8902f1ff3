//===- Machine.h - Executes host code on numbers with labels ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine walks through a host program from one function. Nothing of the
// program runs on the real machine: functions without a body are answered from
// a table (plugin/program/library) or, where it does not know them, by a value
// that is labelled as not known.
//
// A walk is bounded. A loop that takes long is not executed to its end: the
// machine looks at how its variables change from one iteration to the next and
// goes on where they would be at the end (LoopSkip.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_MACHINE_MACHINE_H
#define GPUPERF_PLUGIN_PROGRAM_MACHINE_MACHINE_H

#include "plugin/program/machine/Code.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace llvm {
class CallBase;
class GlobalValue;
class Module;
} // namespace llvm

namespace gpuperf::program {

class Machine;

/// A call of a function that the machine has no body for.
class NativeCall {
public:
  NativeCall(Machine &M, const llvm::CallBase *I, llvm::StringRef Name,
             llvm::ArrayRef<llvm::ArrayRef<Value>> Args,
             llvm::MutableArrayRef<Value> Result)
      : M(M), I(I), Name(Name), Args(Args), Result(Result) {}
  Machine &M;
  const llvm::CallBase *I; ///< null: called by the machine itself
  llvm::StringRef Name;
  size_t size() const { return Args.size(); }
  /// The first scalar of an argument; 0 where there is none.
  Value arg(size_t K) const {
    return K < Args.size() && !Args[K].empty() ? Args[K][0] : Value();
  }
  llvm::ArrayRef<Value> scalars(size_t K) const { return Args[K]; }
  int64_t integer(size_t K, unsigned Bits = 64) const;
  double number(size_t K) const;
  void give(Value V) {
    if (!Result.empty())
      Result[0] = V;
  }
  llvm::MutableArrayRef<Value> result() { return Result; }

private:
  llvm::ArrayRef<llvm::ArrayRef<Value>> Args;
  llvm::MutableArrayRef<Value> Result;
};
using Native = void (*)(NativeCall &);

/// How far a walk may go.
struct Budget {
  uint64_t Steps = 40'000'000; ///< operations
  /// After so many a loop is looked at; fewer, the more steps were taken: a
  /// program with many long loops has to be done, too.
  uint64_t LoopSteps = 60'000;
  unsigned CallDepth = 400;
  size_t Pages = Memory::UsualPages; ///< of memory that are written
};

/// For a command, which has a few seconds: some 25 million operations a second.
inline constexpr uint64_t CommandSteps = 60'000'000;
/// The budget of a walk of so many operations: no loop takes more than a small
/// share of them before it is looked at.
inline Budget budgetOf(uint64_t Steps) {
  constexpr uint64_t Share = 40;
  Budget B;
  B.Steps = Steps;
  B.LoopSteps = Steps / Share;
  return B;
}

/// Something that a program did to the GPU, by a number that its owner gave.
struct Event {
  uint32_t What = 0;
  uint64_t Count = 1;
  bool operator==(const Event &O) const { return What == O.What; }
};

/// How a walk ended.
enum class End : uint8_t { Returned, Exited, Failed, OutOfSteps, Stopped };

class Machine {
public:
  Machine(Labels &L, const llvm::StringMap<Native> &Library, Budget B);
  ~Machine();
  Machine(const Machine &) = delete;

  /// The functions and variables of \p M; of several definitions the first
  /// counts. The module has to outlive the machine.
  void add(const llvm::Module &M);
  const llvm::Function *find(llvm::StringRef Name) const;
  /// Runs what initialises the variables of all modules.
  void runInitializers();
  /// What stands in the variables that code may have changed before a function
  /// of the modules is called: constants, and variables that only what
  /// initialises them writes, stay certain.
  void distrustVariables(LabelSet From);
  /// Calls a function; the result's scalars, or nothing if the walk ended.
  std::vector<Value> call(const llvm::Function &F,
                          llvm::ArrayRef<std::vector<Value>> Args);
  /// How many scalars each argument of \p F consists of.
  std::vector<unsigned> argumentScalars(const llvm::Function &F);
  /// The function at an address, or null.
  const llvm::Function *functionAt(Address A) const;
  Address addressOf(const llvm::GlobalValue &G);

  void stop(End Why) {
    if (!Ended)
      Ended = Why;
  }
  std::optional<End> ended() const { return Ended; }
  int ExitCode = 0;

  /// The program does something that is counted; loops that do the same in each
  /// iteration need not be executed to their end.
  void note(uint32_t What) { Events.push_back({What, 1}); }
  llvm::ArrayRef<Event> events() const { return Events; }

  /// A choice between the two sides of a branch that nothing decides.
  struct Choice {
    bool Taken = false;
    LabelSet From = 0; ///< what the condition depends on
  };
  llvm::ArrayRef<Choice> choices() const { return Choices; }
  /// What switches were decided by that nobody knows; they are no choices.
  LabelSet switchesFrom() const { return SwitchesFrom; }
  /// From the start of the walk on, the choices of this number are reversed.
  std::vector<unsigned> Reversed;

  Labels &L;
  Memory Mem;
  uint64_t steps() const { return Steps; }
  /// The owner's state, for the functions of the library.
  void *Owner = nullptr;
  /// Does a call of a function of which no file has the body; false where it
  /// is none that it knows.
  std::function<bool(const llvm::Function &, NativeCall &)> Undefined;
  /// Functions of the library that the program has asked for by their names:
  /// what it got for each.
  std::map<Address, std::string> AskedFor;
  /// Names of functions that were called and are not known, with counts.
  llvm::StringMap<unsigned> NotKnown;
  /// The labels of `argc` comparisons: constants that it is compared with.
  std::vector<int64_t> ComparedWithArgc;
  LabelSet ArgcLabel = 0;
  /// The arguments that the program was not given, by the labels of their null
  /// pointers.
  std::map<LabelSet, size_t> MissingArguments;
  /// The last one of these whose text the program has read nevertheless, and
  /// the last one whose pointer it has compared with null, as the constructor
  /// of std::string does before it throws.
  size_t LastMissingRead = 0, LastMissingAsked = 0;
  /// What was noted in loops that were left before their end, as they take too
  /// long or nobody knows when they end.
  std::set<uint32_t> NotedInLeftLoops;
  /// A product of assumed numbers did not fit into the program's int, in which
  /// no program of a user's would let it overflow.
  bool OverflowsByAssumed = false;
  LabelSet Data = 1; ///< the label of what cannot be known

private:
  uint64_t loopBudget() const {
    constexpr uint64_t Least = 60'000, Share = 40;
    uint64_t Left = Limits.Steps > Steps ? Limits.Steps - Steps : 0;
    return std::min(Limits.LoopSteps, std::max(Least, Left / Share));
  }
  friend class LoopSkip;
  struct Activation;
  void noteLeft(const Activation &Loop);
  struct Frame;
  void run(const FunctionCode &Code, size_t Base, std::vector<Value> &Result);
  bool enter(Frame &F, uint32_t EdgeNumber);
  void callSite(Frame &F, const Op &O);
  void callNative(const llvm::Function &F, const llvm::CallBase *I,
                  llvm::ArrayRef<llvm::ArrayRef<Value>> Args,
                  llvm::MutableArrayRef<Value> Result);
  void callUnknown(const llvm::Function *F, const llvm::CallBase *I,
                   llvm::ArrayRef<llvm::ArrayRef<Value>> Args,
                   llvm::MutableArrayRef<Value> Result);
  bool callIntrinsic(const llvm::Function &F,
                     llvm::ArrayRef<llvm::ArrayRef<Value>> Args,
                     llvm::MutableArrayRef<Value> Result);
  bool choose(Frame &F, const Op &O, Value Condition);
  Value binary(const Op &O, Value A, Value B);
  Value cast(const Op &O, Value A) const;
  Value compare(const Op &O, Value A, Value B);
  Value floatCompare(const Op &O, Value A, Value B) const;
  const FunctionCode &codeOf(const llvm::Function &F);
  std::vector<Value> constantValue(const llvm::Constant &C);
  void initialize(Address A, const llvm::Constant &C);

  const llvm::StringMap<Native> &Library;
  Budget Limits;
  uint64_t Steps = 0;
  unsigned Depth = 0;
  std::optional<End> Ended;
  std::vector<Value> Stack;
  std::vector<Event> Events;
  std::vector<Choice> Choices;
  LabelSet SwitchesFrom = 0;
  std::vector<const llvm::Module *> Modules;
  llvm::StringMap<const llvm::Function *> Defined;
  llvm::StringMap<const llvm::GlobalValue *> Variables;
  llvm::DenseMap<const llvm::GlobalValue *, Address> Addresses;
  std::vector<const llvm::Function *> FunctionsByAddress;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<FunctionCode>> Codes;
};

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_MACHINE_MACHINE_H
