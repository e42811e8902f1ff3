// Two of the three field updates of a 2D finite-difference time-domain step,
// one thread per cell, x along a row. Stands for dataset klaraptor:
// fdtd_step1_kernel, fdtd_step3_kernel (FDTD_2D). Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void fdtd_step1_kernel(float *_fict_, float *ex, float *ey,
                                  float *hz, int t, int NX, int NY) {
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  if (Line < NX && Column < NY) {
    float &Own = ey[Line * NY + Column];
    if (Line == 0)
      Own = _fict_[t];
    else
      Own =
          Own - 0.5f * (hz[Line * NY + Column] - hz[(Line - 1) * NY + Column]);
  }
}

/// ex has one column more than the other two.
__global__ void fdtd_step3_kernel(float *ex, float *ey, float *hz, int t,
                                  int NX, int NY) {
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  if (Line < NX && Column < NY) {
    float &Own = hz[Line * NY + Column];
    Own = Own - 0.7f * (ex[Line * (NY + 1) + (Column + 1)] -
                        ex[Line * (NY + 1) + Column] +
                        ey[(Line + 1) * NY + Column] - ey[Line * NY + Column]);
  }
}
