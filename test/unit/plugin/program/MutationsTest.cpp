//===- MutationsTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs with pieces left out or put in another place: whatever still
// compiles is walked to an end, within the steps that it may take.
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/program/WalkTestUtil.h"
#include "gmock/gmock.h"
#include <random>

using namespace gpuperf;
using namespace gpuperf::program;
using namespace gpuperf::test;
using testing::SizeIs;

namespace {
constexpr char Original[] = R"(
struct Grid { int w , h ; float * x ; } ;
static int Total = 0 ;
static int depth ( int n ) { if ( n < 2 ) return 1 ; return depth ( n - 1 ) + depth ( n - 2 ) ; }
static Grid make ( int w , int h ) {
  Grid g ; g . w = w ; g . h = h ; g . x = NULL ;
  cudaMalloc ( ( void * * ) & g . x , w * h * sizeof ( float ) ) ;
  float * host = ( float * ) malloc ( w * h * sizeof ( float ) ) ;
  for ( int i = 0 ; i < w * h ; i ++ ) { host [ i ] = i * 0.5f ; Total += i ; }
  cudaMemcpy ( g . x , host , w * h * sizeof ( float ) , cudaMemcpyHostToDevice ) ;
  free ( host ) ;
  return g ;
}
static char * name ( const char * from ) {
  char * out = ( char * ) malloc ( strlen ( from ) + 1 ) ;
  char * to = out ;
  while ( * from ) { * to ++ = * from ++ ; }
  * to = 0 ;
  return out ;
}
int main ( int argc , char * * argv ) {
  int n = 100 , steps = 3 , opt ;
  while ( ( opt = getopt ( argc , argv , "n:s:" ) ) != - 1 ) {
    switch ( opt ) {
    case 'n' : n = atoi ( optarg ) ; break ;
    case 's' : steps = strtol ( optarg , NULL , 10 ) ; break ;
    default : exit ( 1 ) ;
    }
  }
  Grid g = make ( n , n / 2 + 1 ) ;
  int table [ 8 ] = { 1 , 2 , 4 , 8 , 16 , 32 , 64 , 128 } ;
  char * text = name ( "a-name" ) , buffer [ 32 ] ;
  sprintf ( buffer , "%s_%d" , text , n ) ;
  if ( strcmp ( buffer , "a-name_100" ) == 0 ) steps += 1 ;
  do {
    for ( int k = 0 ; k < 8 ; k += 2 ) {
      scale <<< ( n + table [ k ] - 1 ) / table [ k ] , table [ k ] >>> ( g . x , n , 0.5f ) ;
      if ( cudaGetLastError ( ) != 0 ) return 1 ;
    }
    steps -- ;
  } while ( steps > 0 ) ;
  for ( unsigned s = 64 ; s > 0 ; s >>= 1 ) count <<< s , depth ( 6 ) >>> ( rand ( ) % 7 ) ;
  cudaFree ( g . x ) ;
  return Total / n ;
}
)";

std::string joined(llvm::ArrayRef<std::string> Tokens) {
  std::string Out;
  for (const std::string &T : Tokens)
    Out += T + " ";
  return Out;
}
} // namespace

TEST(WalkMutations, NoProgramCrashesOrHangsTheWalk) {
  llvm::SmallVector<llvm::StringRef> Parts;
  llvm::SplitString(Original, Parts, " \n");
  const std::vector<std::string> Tokens(Parts.begin(), Parts.end());
  EXPECT_THAT(Program(joined(Tokens)).launches({{"-n", "10", "-s", "2"}}),
              SizeIs(4 + 7));

  std::mt19937 Random(20240229); // NOLINT: the same each time
  auto below = [&](size_t N) {
    return static_cast<size_t>(Random() % static_cast<unsigned>(N));
  };
  unsigned Walked = 0, Launching = 0;
  for (unsigned Mutant = 0; Mutant < 200; ++Mutant) {
    std::vector<std::string> Now = Tokens;
    // Most tokens cannot be spared: one to three changes keep some programs.
    for (unsigned Change = 0, N = 1 + Mutant % 3; Change < N; ++Change) {
      auto At = Now.begin() + static_cast<ptrdiff_t>(below(Now.size()));
      switch (below(3)) {
      case 0:
        Now.erase(At);
        break;
      case 1: { // a number becomes another one
        while (At != Now.end() && !llvm::isDigit((*At)[0]))
          ++At;
        if (At != Now.end())
          *At = std::vector<std::string>{"0", "-1", "2147483647",
                                         "1099511627776"}[below(4)];
        break;
      }
      default: { // an operator becomes another one
        const std::vector<std::string> Operators = {
            "<", ">", "+=", "-=", "==", "!=", "+", "-", "*", "/", "%", ">>="};
        while (At != Now.end() && !llvm::is_contained(Operators, *At))
          ++At;
        if (At != Now.end())
          *At = Operators[below(Operators.size())];
        break;
      }
      }
    }
    const std::string Text = joined(Now);
    SCOPED_TRACE(Text);
    Program P(Text);
    if (!P.Host)
      continue;
    ++Walked;
    WalkOptions Options;
    if (Mutant % 4)
      Options.Arguments = std::vector<std::string>{"-n", "50", "-s", "2"};
    Options.Limits.Steps = 300'000;
    WalkResult R = P.walk(Options);
    EXPECT_LT(R.Steps, 2u * Options.Limits.Steps);
    Launching += !R.Facts.Launches.empty();
    for (const LaunchFact &F : R.Facts.Launches) {
      EXPECT_GE(F.Count, 1u);
      EXPECT_FALSE(F.Mangled.empty());
    }
  }
  // Enough of them are programs still.
  EXPECT_GT(Walked, 50u);
  EXPECT_GT(Launching, 30u);
}
