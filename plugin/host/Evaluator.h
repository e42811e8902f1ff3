//===- Evaluator.h - Straight-line evaluation of host code ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a host function once, from top to bottom, with what each variable holds
// as an expression over named unknowns. Where two ways meet, what differs
// becomes unknown; what a loop changes is unknown from its head on; what may be
// changed behind our back (address taken, reference passed) is unknown from
// there. Small functions that a value is computed with are evaluated in place.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVALUATOR_H
#define GPUPERF_PLUGIN_HOST_EVALUATOR_H

#include "plugin/host/Env.h"
#include "plugin/host/Mutations.h"
#include "plugin/host/Symbols.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>

namespace gpuperf {

/// What one launch hands over, as it stands when control reaches it.
struct LaunchValues {
  HostObject Grid, Block, Shared;
  const clang::FunctionDecl *Kernel = nullptr;
  const clang::Expr *GridExpr = nullptr, *BlockExpr = nullptr;
  const clang::Expr *SharedExpr = nullptr;
  std::vector<HostObject> Args; ///< by kernel parameter
};

struct HostEvalHooks {
  /// Called for each launch expression (triple chevron or API call).
  std::function<void(const clang::CallExpr *, LaunchValues)> OnLaunch;
  /// Called for each direct call outside of helper functions, once.
  std::function<void(const clang::FunctionDecl *, std::vector<HostObject>)>
      OnCall;
  /// A variable at namespace scope or a static member that this file never
  /// changes and that other files cannot.
  std::function<bool(const clang::VarDecl *)> NeverChanged;
  /// The values that a lambda captures, when it is made.
  std::function<void(const clang::CXXMethodDecl *, HostEnv)> OnLambda;
  /// Literals that are left open; null: none.
  const HostSymbols *Symbols = nullptr;
};

class HostEvaluator {
public:
  HostEvaluator(clang::ASTContext &Ctx, HostEvalHooks Hooks)
      : Ctx(Ctx), Hooks(std::move(Hooks)) {}

  /// Walks the body of \p F; \p Seeds are what is known on entry.
  void walkFunction(const clang::FunctionDecl *F, HostEnv Seeds);
  /// Walks the initialiser of a variable outside of functions.
  void walkInitializer(const clang::VarDecl *V);
  /// Reads a launch without knowing how control gets there.
  void readAlone(const clang::CallExpr *Launch);

private:
  struct JumpTarget {
    enum class Kind : uint8_t { Loop, Once, Switch } K;
    size_t Mark;
    std::vector<HostEnv::Delta> Exits;
    bool HasDefault = false;
    size_t PathDepth = 0; ///< of PathConditions, in a switch's body
    const clang::Expr *Switched = nullptr; ///< what a switch looks at
    HostEnv::Delta Facts = {};             ///< of the switch's case at hand
  };
  struct Return {
    HostExpr Condition; ///< null: not known when
    bool Always = false;
    HostObject Value;
  };
  struct Frame {
    HostEnv Env;
    const clang::FunctionDecl *F = nullptr;
    Frame *Caller = nullptr; ///< set in helper functions
    bool isHelper() const { return Caller != nullptr; }
    llvm::DenseSet<const clang::VarDecl *> Escaped;
    bool ThisEscaped = false;
    bool Reachable = true;
    bool Lost = false; ///< gave up: nothing that can change is known
    std::vector<JumpTarget> Jumps;
    std::vector<HostExpr> PathConditions; ///< helpers: null if not known
    std::vector<const HostEnv::Delta *> BranchFacts; ///< of the ifs around
    std::vector<Return> Returns;
    std::optional<MutationSet> Mutations; ///< of the whole body, lazily
  };

  clang::ASTContext &Ctx;
  HostEvalHooks Hooks;
  Frame *Cur = nullptr;
  /// What one outermost call may take in helper functions.
  static constexpr uint64_t HelperSteps = 4000;
  unsigned Depth = 0;       ///< of the C++ stack, in nodes
  unsigned HelperDepth = 0; ///< calls evaluated in place
  uint64_t StepsLeft = 4'000'000, HelperStepsLeft = 0;
  llvm::DenseMap<const clang::VarDecl *, HostObject> Initials;
  llvm::DenseSet<const clang::VarDecl *> InitialsInProgress;

  // Expressions (host/Evaluator.cpp, operators in host/Operators.cpp).
  HostObject eval(const clang::Expr *E);
  HostObject evalNode(const clang::Expr *E);
  HostExpr evalScalar(const clang::Expr *E);
  HostObject evalChildren(const clang::Stmt *S);
  HostObject evalCast(const clang::CastExpr *E);
  HostObject evalUnary(const clang::UnaryOperator *E);
  HostObject evalBinary(const clang::BinaryOperator *E);
  HostObject evalAssign(const clang::BinaryOperator *E);
  HostObject evalLogic(const clang::BinaryOperator *E);
  HostObject evalConditional(const clang::ConditionalOperator *E);
  HostObject evalMember(const clang::MemberExpr *E);
  HostObject evalDeclRef(const clang::DeclRefExpr *E);
  HostObject evalInitList(const clang::InitListExpr *E);
  HostObject evalLambda(const clang::LambdaExpr *E);
  HostObject evalByClang(const clang::Expr *E);
  /// Clang would see the number of a literal that is left open.
  bool mentionsSymbol(const clang::Stmt *S, unsigned Level = 0);
  HostObject zeroOf(clang::QualType T, unsigned Levels = 0);
  /// The address that a pointer expression holds, without letting it escape.
  std::optional<HostPlace> addressTaken(const clang::Expr *E);
  HostObject evalPointerKept(const clang::Expr *E);

  // Places (host/Places.cpp).
  std::optional<HostPlace> placeOf(const clang::Expr *E);
  HostPlace resolveAlias(HostPlace P);
  HostObject read(const HostPlace &P);
  HostObject initialObject(const clang::VarDecl *V);
  const HostObject *lookup(const clang::VarDecl *V);
  void write(const HostPlace &P, HostObject V);
  void forget(const HostPlace &P);
  void escape(const HostPlace &P);
  void forgetShared();
  void forgetAll(const MutationSet &M);
  HostObject named(const HostPlace &P, HostObject V);
  std::string nameOf(const HostPlace &P);
  std::string textOf(const clang::Expr *E);
  bool isTracked(const HostPlace &P);
  void giveUp();

  // Calls (host/Calls.cpp).
  HostObject evalCall(const clang::CallExpr *E);
  HostObject evalBuiltin(const clang::CallExpr *E, llvm::StringRef Name,
                         const std::vector<HostObject> &Args, bool &Known);
  HostObject evalConstruct(const clang::CXXConstructExpr *E);
  HostObject evalHelper(const clang::FunctionDecl *F,
                        const std::vector<HostObject> &Args,
                        std::optional<HostObject> This,
                        std::vector<std::optional<HostObject>> *Out);
  HostObject foldReturns(const Frame &F, clang::QualType T);
  bool mayEvaluate(const clang::FunctionDecl *F);

  // Launches (host/LaunchValues.cpp).
  void evalLaunch(const clang::CUDAKernelCallExpr *E);
  void evalLaunchApi(const clang::CallExpr *E,
                     const std::vector<HostObject> &Args);
  const clang::FunctionDecl *kernelOf(const clang::Expr *E,
                                      const HostObject &Value);

  // Statements (host/Statements.cpp).
  void exec(const clang::Stmt *S);
  void execNode(const clang::Stmt *S);
  void execIf(const clang::IfStmt *S);
  void execLoop(const clang::Stmt *S, const clang::Stmt *Init,
                llvm::ArrayRef<const clang::Stmt *> Once);
  void execDoOnce(const clang::DoStmt *S);
  bool execConcretely(const clang::Stmt *Cond, const clang::Stmt *Body,
                      const clang::Stmt *Inc, bool TestFirst);
  void execSwitch(const clang::SwitchStmt *S);
  void execCase(const clang::SwitchCase *S);
  void execTry(const clang::CXXTryStmt *S);
  void execJump(bool IsBreak);
  void execVar(const clang::VarDecl *V);
  void execReturn(const clang::ReturnStmt *S);
  /// Makes the environment what is left of several ways out of \p Mark.
  void join(std::vector<HostEnv::Delta> Ways, const HostExpr &Condition);
  HostObject mergeValues(clang::QualType T, llvm::StringRef Name,
                         const HostExpr &Condition, const HostObject &A,
                         const HostObject &B);
  void runFunction(const clang::FunctionDecl *F);

  // What a branch says of a variable (host/BranchFacts.cpp).
  /// Sets what holds where \p E is true (false, if not \p Holds); \p Facts
  /// gets what was set.
  void assumeCondition(const clang::Expr *E, bool Holds, HostEnv::Delta &Facts,
                       unsigned Level = 0);
  void assumeEqual(const clang::Expr *Variable, const clang::Expr *Value,
                   HostEnv::Delta &Facts);
  /// Takes out of \p Way what is only there because of \p Facts.
  static void dropFacts(HostEnv::Delta &Way, const HostEnv::Delta &Facts);
  /// Control may have come from outside of all branches.
  void forgetFacts();
  bool spend();
};

/// Broken code, or part of a template: clang must not be asked for its value.
bool isUnevaluable(const clang::Expr *E);
/// True for cudaLaunchKernel and its relatives.
bool isLaunchApi(const clang::CallExpr *E);
/// The kernel that an expression names, casts and templates aside; or null.
const clang::FunctionDecl *namedFunction(const clang::Expr *E);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_EVALUATOR_H
