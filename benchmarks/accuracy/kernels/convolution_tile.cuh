// A 2D convolution whose block and tile sizes are compile-time constants: each
// thread computes TileX x TileY pixels, BlockX and BlockY apart. Shared by the
// tuned convolution kernels of several datasets. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef GPUPERF_BENCHMARKS_CONVOLUTION_TILE_CUH
#define GPUPERF_BENCHMARKS_CONVOLUTION_TILE_CUH

/// The filter; 33 x 33 at most.
__constant__ float d_filter[33 * 33];

/// What a tuner chooses. Width and Height are those of the output; the input
/// has a border of half a filter on every side.
template <int Width_, int Height_, int FilterX_, int FilterY_, int BlockX_,
          int BlockY_, int TileX_, int TileY_, bool ReadOnly_, bool Padding_>
struct ConvolutionShape {
  static constexpr int Width = Width_, Height = Height_;
  static constexpr int FilterX = FilterX_, FilterY = FilterY_;
  static constexpr int BlockX = BlockX_, BlockY = BlockY_;
  static constexpr int TileX = TileX_, TileY = TileY_;
  static constexpr bool ReadOnly = ReadOnly_;

  static constexpr int BorderX = FilterX / 2 * 2, BorderY = FilterY / 2 * 2;
  static constexpr int InputWidth = Width + BorderX;
  static constexpr int InputHeight = Height + BorderY;
  /// Part of the input that a block needs.
  static constexpr int PieceX = BlockX * TileX + BorderX;
  static constexpr int PieceY = BlockY * TileY + BorderY;
  static constexpr bool Ragged =
      Height % (BlockY * TileY) != 0 || Width % (BlockX * TileX) != 0;

  /// Columns that are added to the piece against bank conflicts: where neither
  /// the block nor the rest of the piece is a multiple of the 32 banks.
  static constexpr int Pad =
      Padding_ && BlockX % 32 != 0 && (PieceX - BlockX) % 32 != 0
          ? (32 - (PieceX - BlockX)) & 31
          : 0;
  static constexpr int Pitch = PieceX + Pad;

  static constexpr int LoadX = PieceX < InputWidth ? PieceX : InputWidth;
  static constexpr int LoadY = PieceY < InputHeight ? PieceY : InputHeight;
};

template <class S>
static __device__ __forceinline__ float inputAt(const float *Input, int Line,
                                                int Column) {
  if (S::ReadOnly)
    return __ldg(Input + (Line * S::InputWidth + Column));
  return Input[Line * S::InputWidth + Column];
}

/// The block loads its piece of the input. \p Zero: places outside the input
/// become 0, else they are left alone.
template <class S, bool Zero>
static __device__ __forceinline__ void
loadPiece(float (*Piece)[S::Pitch], const float *Input, int FirstLine,
          int FirstColumn) {
#pragma unroll
  for (int Y = threadIdx.y; Y < S::LoadY; Y += S::BlockY) {
#pragma unroll
    for (int X = threadIdx.x; X < S::LoadX; X += S::BlockX) {
      int Line = FirstLine + Y, Column = FirstColumn + X;
      bool Inside =
          !S::Ragged || (Line < S::InputHeight && Column < S::InputWidth);
      if (Zero)
        Piece[Y][X] = Inside ? inputAt<S>(Input, Line, Column) : 0.0f;
      else if (Inside)
        Piece[Y][X] = inputAt<S>(Input, Line, Column);
    }
  }
}

template <class S>
static __device__ __forceinline__ void
clearSums(float (&Sums)[S::TileY][S::TileX]) {
#pragma unroll
  for (int TY = 0; TY < S::TileY; ++TY)
#pragma unroll
    for (int TX = 0; TX < S::TileX; ++TX)
      Sums[TY][TX] = 0.0f;
}

template <class S>
static __device__ __forceinline__ void
storeSums(float *Output, const float (&Sums)[S::TileY][S::TileX], int FirstLine,
          int FirstColumn) {
  const int ThreadY = threadIdx.y, ThreadX = threadIdx.x;
#pragma unroll
  for (int TY = 0; TY < S::TileY; ++TY) {
#pragma unroll
    for (int TX = 0; TX < S::TileX; ++TX) {
      int Line = FirstLine + ThreadY + TY * S::BlockY;
      int Column = FirstColumn + ThreadX + TX * S::BlockX;
      if (!S::Ragged || (Line < S::Height && Column < S::Width))
        Output[Line * S::Width + Column] = Sums[TY][TX];
    }
  }
}

#ifdef AS_ROCM_5
typedef float FourFloats __attribute__((ext_vector_type(4)));
typedef float ThreeFloats __attribute__((ext_vector_type(3)));

/// Reads \p Row, a row of a piece, as the compiler of ROCm 5 (LLVM 14 to 16)
/// does: four at once, though they are aligned to one. Later ones do not.
template <int Size>
static __device__ __forceinline__ void readRow(const float *Row,
                                               float (&Values)[Size]) {
  static_assert(Size % 4 == 3, "a row of fours and three");
#pragma unroll
  for (int I = 0; I + 3 < Size; I += 4) {
    const FourFloats Read = *reinterpret_cast<const FourFloats *>(Row + I);
    Values[I] = Read.x, Values[I + 1] = Read.y;
    Values[I + 2] = Read.z, Values[I + 3] = Read.w;
  }
  constexpr int Last = Size - 3;
  const ThreeFloats Read = *reinterpret_cast<const ThreeFloats *>(Row + Last);
  Values[Last] = Read.x, Values[Last + 1] = Read.y, Values[Last + 2] = Read.z;
}

template <class S>
static __device__ __forceinline__ void
addRows(float (&Sums)[S::TileY][S::TileX], const float (*Piece)[S::Pitch],
        const float *Filter) {
  const int ThreadY = threadIdx.y, ThreadX = threadIdx.x;
#pragma unroll
  for (int FY = 0; FY < S::FilterY; ++FY)
#pragma unroll
    for (int TY = 0; TY < S::TileY; ++TY)
#pragma unroll
      for (int TX = 0; TX < S::TileX; ++TX) {
        float Row[S::FilterX];
        readRow(&Piece[ThreadY + TY * S::BlockY + FY]
                      [ThreadX + TX * S::BlockX],
                Row);
#pragma unroll
        for (int FX = 0; FX < S::FilterX; ++FX)
          Sums[TY][TX] += Row[FX] * Filter[FY * S::FilterX + FX];
      }
}
#endif

/// Through shared memory.
template <class S, bool Zero>
static __device__ __forceinline__ void
convolveShared(float (*Piece)[S::Pitch], float *Output, const float *Input,
               const float *Filter) {
  const int ThreadY = threadIdx.y, ThreadX = threadIdx.x;
  int FirstLine = blockIdx.y * S::BlockY * S::TileY;
  int FirstColumn = blockIdx.x * S::BlockX * S::TileX;
  loadPiece<S, Zero>(Piece, Input, FirstLine, FirstColumn);
  __syncthreads();
  float Sums[S::TileY][S::TileX];
  clearSums<S>(Sums);
#ifdef AS_ROCM_5
  addRows<S>(Sums, Piece, Filter);
#else
#pragma unroll
  for (int FY = 0; FY < S::FilterY; ++FY)
#pragma unroll
    for (int FX = 0; FX < S::FilterX; ++FX)
#pragma unroll
      for (int TY = 0; TY < S::TileY; ++TY)
#pragma unroll
        for (int TX = 0; TX < S::TileX; ++TX)
          Sums[TY][TX] += Piece[ThreadY + TY * S::BlockY + FY]
                               [ThreadX + TX * S::BlockX + FX] *
                          Filter[FY * S::FilterX + FX];
#endif
  storeSums<S>(Output, Sums, FirstLine, FirstColumn);
}

/// Straight from global memory.
template <class S>
static __device__ __forceinline__ void
convolveGlobal(float *Output, const float *Input, const float *Filter) {
  const int ThreadY = threadIdx.y, ThreadX = threadIdx.x;
  int FirstLine = blockIdx.y * S::BlockY * S::TileY;
  int FirstColumn = blockIdx.x * S::BlockX * S::TileX;
  float Sums[S::TileY][S::TileX];
  clearSums<S>(Sums);
#pragma unroll
  for (int FY = 0; FY < S::FilterY; ++FY) {
#pragma unroll
    for (int FX = 0; FX < S::FilterX; ++FX) {
#pragma unroll
      for (int TY = 0; TY < S::TileY; ++TY) {
#pragma unroll
        for (int TX = 0; TX < S::TileX; ++TX) {
          int Line = FirstLine + ThreadY + TY * S::BlockY;
          int Column = FirstColumn + ThreadX + TX * S::BlockX;
          float Value = 0.0f;
          // As measured: the bound is the input's, though the pixel is the
          // output's.
          if (!S::Ragged || (Line < S::InputHeight && Column < S::InputWidth))
            Value = inputAt<S>(Input, Line + FY, Column + FX);
          Sums[TY][TX] += Value * Filter[FY * S::FilterX + FX];
        }
      }
    }
  }
  storeSums<S>(Output, Sums, FirstLine, FirstColumn);
}

#endif // GPUPERF_BENCHMARKS_CONVOLUTION_TILE_CUH
