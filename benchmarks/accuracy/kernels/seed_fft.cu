// Fast Fourier transform of n complex numbers, n a power of two: the input in
// bit-reversed order, then one launch per stage, one thread per butterfly. For
// the experiments of Kleimenov and Popova 2021. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// One thread per number; n = 2^bits.
__global__ void fft_reorder(const float2 *in, float2 *out, int n, int bits) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own >= n)
    return;
  int From = __brev(Own) >> (32 - bits);
  out[Own] = in[From];
}

/// Butterflies of two halves that lie `half` apart; one thread for each.
__global__ void fft_stage(float2 *data, int n, int half) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own >= n / 2)
    return;
  int Inside = Own % half;
  int Upper = Own / half * 2 * half + Inside;
  float Angle = -3.14159265358979f * Inside / half, Sine, Cosine;
  sincosf(Angle, &Sine, &Cosine);
  float2 A = data[Upper], B = data[Upper + half];
  float Real = B.x * Cosine - B.y * Sine;
  float Imaginary = B.x * Sine + B.y * Cosine;
  data[Upper] = make_float2(A.x + Real, A.y + Imaginary);
  data[Upper + half] = make_float2(A.x - Real, A.y - Imaginary);
}
