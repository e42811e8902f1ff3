// Heat spreading on a 4096 x 4096 grid, several time steps per launch on a
// piece in shared memory that shrinks with every step; one constant is double,
// as measured. Stands for dataset ktpaper_hotspot: calculate_temp, whose sizes
// are macros. Part of gpuperf. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception

#ifndef block_size_x
#define block_size_x 16
#endif
#ifndef block_size_y
#define block_size_y 16
#endif
#ifndef block_size_z
#define block_size_z 1
#endif
#ifndef tile_size_x
#define tile_size_x 1
#endif
#ifndef tile_size_y
#define tile_size_y 1
#endif
#ifndef temporal_tiling_factor
#define temporal_tiling_factor 1
#endif
#ifndef loop_unroll_factor_t
#define loop_unroll_factor_t 1
#endif
#ifndef sh_power
#define sh_power 0
#endif
#ifndef blocks_per_sm
#define blocks_per_sm 0
#endif

constexpr int Side = 4096, MostSteps = 10, Steps = temporal_tiling_factor;
/// The input has a border for the largest number of steps.
constexpr int InputSide = Side + 2 * MostSteps;
constexpr int PieceX = block_size_x * tile_size_x + 2 * Steps;
constexpr int PieceY = block_size_y * tile_size_y + 2 * Steps;
constexpr float Ambient = 80.0f;

__global__ void
#if blocks_per_sm > 0
__launch_bounds__(block_size_x *block_size_y *block_size_z, blocks_per_sm)
#endif
    calculate_temp(float *power, float *temp, float *temp_dst, const float Rx_1,
                   const float Ry_1, const float Rz_1,
                   const float step_div_cap) {
  constexpr int Corner = (MostSteps - Steps) * InputSide + MostSteps - Steps;
  float *Power = power + Corner, *Heat = temp + Corner;
  const int ThreadY = threadIdx.y, ThreadX = threadIdx.x;
  unsigned FirstX = tile_size_x * block_size_x * blockIdx.x;
  unsigned FirstY = tile_size_y * block_size_y * blockIdx.y;
  int Now = 1; // which of the two pieces is read

  __shared__ float Piece[2][PieceY][PieceX];
#if sh_power == 1
  __shared__ float PowerPiece[PieceY][PieceX];
#endif

#pragma unroll
  for (int Y = ThreadY; Y < PieceY; Y += block_size_y) {
#pragma unroll
    for (int X = ThreadX; X < PieceX; X += block_size_x) {
      int Column = FirstX + X, Line = FirstY + Y;
      bool Inside = Column < InputSide && Line < InputSide;
      if (Inside) {
        Piece[Now][Y][X] = Heat[Line * InputSide + Column];
      } else {
        Piece[1 - Now][Y][X] = 0.0f;
        Piece[Now][Y][X] = 0.0f;
      }
#if sh_power == 1
      PowerPiece[Y][X] = Inside ? Power[Line * InputSide + Column] : 0.0f;
#endif
    }
  }
  __syncthreads();

#if loop_unroll_factor_t > 0
#pragma unroll loop_unroll_factor_t
#endif
  for (int Step = 1; Step <= Steps; ++Step) {
#pragma unroll
    for (int Y = ThreadY + Step; Y < PieceY - Step; Y += block_size_y) {
#pragma unroll
      for (int X = ThreadX + Step; X < PieceX - Step; X += block_size_x) {
#if sh_power == 1
        float Added = PowerPiece[Y][X];
#else
        int Column = FirstX + X, Line = FirstY + Y;
        float Added = 0.0f;
        if (Column < InputSide && Line < InputSide)
          Added = Power[Line * InputSide + Column];
#endif
        float Here = Piece[Now][Y][X];
        float AlongY = Piece[Now][Y + 1][X] + Piece[Now][Y - 1][X];
        float AlongX = Piece[Now][Y][X + 1] + Piece[Now][Y][X - 1];
        Piece[1 - Now][Y][X] =
            Here + step_div_cap *
                       (Added + (AlongY - 2.0 * Here) * Ry_1 +
                        (AlongX - 2.0 * Here) * Rx_1 + (Ambient - Here) * Rz_1);
      }
    }
    __syncthreads();
    Now = 1 - Now;
  }

#pragma unroll
  for (int TY = 0; TY < tile_size_y; ++TY) {
#pragma unroll
    for (int TX = 0; TX < tile_size_x; ++TX) {
      int X = TX * block_size_x + ThreadX, Y = TY * block_size_y + ThreadY;
      int Column = FirstX + X, Line = FirstY + Y;
      if (Column < Side && Line < Side)
        temp_dst[Line * Side + Column] = Piece[Now][Y + Steps][X + Steps];
    }
  }
}
