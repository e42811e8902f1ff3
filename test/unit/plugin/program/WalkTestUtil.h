//===- WalkTestUtil.h - CUDA text -> facts, for tests -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_PLUGIN_PROGRAM_WALKTESTUTIL_H
#define GPUPERF_TEST_UNIT_PLUGIN_PROGRAM_WALKTESTUTIL_H

#include "plugin/program/Walk.h"
#include "test/unit/plugin/CudaAst.h"
#include "test/unit/plugin/CudaTestParse.h"
#include "llvm/Support/Format.h"
#include "gtest/gtest.h"

namespace gpuperf::test {

/// What the programs of the tests need of C and CUDA; nothing of a toolkit is
/// read, so that a parse takes milliseconds.
inline constexpr char HostC[] = R"cuda(
#define NULL 0
struct FILE;
struct option { const char *name; int has_arg; int *flag; int val; };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2,
                      cudaMemcpyDeviceToDevice = 3 };
extern "C" {
extern char *optarg;
extern int optind;
extern FILE *stdin, *stderr;
int getopt(int, char *const *, const char *);
int getopt_long(int, char *const *, const char *, const option *, int *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
double strtod(const char *, char **);
double atof(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
size_t strlen(const char *);
int sscanf(const char *, const char *, ...);
int sprintf(char *, const char *, ...);
int fprintf(FILE *, const char *, ...);
FILE *fopen(const char *, const char *);
int fscanf(FILE *, const char *, ...);
size_t fread(void *, size_t, size_t, FILE *);
char *fgets(char *, int, FILE *);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void abort() __attribute__((noreturn));
int rand();
void srand(unsigned);
long time(long *);
int nobodyKnows(int);
cudaError_t cudaFree(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaDeviceGetAttribute(int *, int, int);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *,
                                                          int, size_t);
}
__global__ void scale(float *x, int n, float a) {}
__global__ void count(int n) {}
)cuda";

/// "7813", "64,2": without trailing ones.
inline std::string show(const Dim3 &D) {
  std::string Out = std::to_string(D.X);
  if (D.Y != 1 || D.Z != 1)
    Out += "," + std::to_string(D.Y);
  if (D.Z != 1)
    Out += "," + std::to_string(D.Z);
  return Out;
}

/// "scale<8|128> n=1000 a=2 x3": kernel, grid, block, shared memory if there is
/// any, scalars with their offsets in structs, how often. What a value depends
/// on follows it: "n=7(argv[1])"; of the shape: "<8|128(argv[1])>".
inline std::string show(const LaunchFact &F) {
  auto list = [](const std::vector<std::string> &Names) {
    std::string Out;
    for (const std::string &N : Names)
      Out += (Out.empty() ? "(" : ",") + N;
    return Out.empty() ? Out : Out + ")";
  };
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << F.Kernel << "<" << show(F.Grid) << "|" << show(F.Block);
  if (F.DynamicSharedBytes)
    OS << "|" << F.DynamicSharedBytes;
  OS << list(F.ShapeDependsOn) << ">";
  for (const FactArg &A : F.Args) {
    OS << " " << A.Name;
    if (A.Offset)
      OS << "@" << *A.Offset;
    OS << "=";
    if (A.Value.K == ArgValue::Kind::Floating)
      OS << llvm::format("%g", A.Value.Floating);
    else
      OS << A.Value.Integer;
    OS << list(A.DependsOn);
  }
  OS << " x" << F.Count;
  return Text;
}

/// A parsed program, to be walked as often as wanted.
class Program {
public:
  explicit Program(llvm::StringRef Code, llvm::StringRef Before = HostC) {
    auto Unit =
        parseCuda("#include \"before.h\"\n#line 1 \"input.cu\"\n" + Code.str(),
                  false, {{"before.h", Before.str()}});
    if (Unit)
      Host = program::emitHostModule(Unit->getASTContext(),
                                     Unit->getPreprocessor(), Why);
  }
  /// Parses with the bundled CUDA declarations and the C++ library of this
  /// machine, which takes about a second.
  static Program withHostHeaders(llvm::StringRef Code) {
    Program Out;
    ParseSetup Setup;
    Setup.Which = Side::Host;
    parseCuda(Code, Setup,
              [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
                Out.Host = program::emitHostModule(Ctx, PP, Out.Why);
              });
    return Out;
  }
  program::WalkResult walk(const program::WalkOptions &Options) const {
    return program::walkProgram({Host.get()}, Options);
  }
  program::WalkResult
  walk(std::optional<std::vector<std::string>> Arguments) const {
    program::WalkOptions Options;
    Options.Arguments = std::move(Arguments);
    return walk(Options);
  }
  /// The launches with a command line, in the order of the program.
  std::vector<std::string>
  launches(std::optional<std::vector<std::string>> Arguments =
               std::vector<std::string>()) const {
    EXPECT_TRUE(Host) << Why;
    return Host ? show(walk(std::move(Arguments)))
                : std::vector<std::string>{"does not parse"};
  }
  static std::vector<std::string> show(const program::WalkResult &R) {
    std::vector<const LaunchFact *> Sorted;
    for (const LaunchFact &F : R.Facts.Launches)
      Sorted.push_back(&F);
    llvm::stable_sort(Sorted, [](const LaunchFact *A, const LaunchFact *B) {
      return A->Order < B->Order;
    });
    std::vector<std::string> Out;
    for (const LaunchFact *F : Sorted)
      Out.push_back(test::show(*F));
    return Out;
  }

  std::unique_ptr<program::HostModule> Host; ///< null: see Why
  std::string Why;

private:
  Program() = default;
};

/// The launches of `int main(int argc, char **argv) { BODY }` without
/// arguments.
inline std::vector<std::string> launchesInMain(llvm::StringRef Body,
                                               llvm::StringRef Before = "") {
  return Program((Before + "\nint main(int argc, char **argv) {\n" + Body +
                  "\nreturn 0; }\n")
                     .str())
      .launches();
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_PLUGIN_PROGRAM_WALKTESTUTIL_H
