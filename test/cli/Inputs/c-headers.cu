// What host and device code take from C's headers.
#include <cuda_runtime.h>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <math.h>
#include <new>
#include <stdio.h>
#include <sys/time.h>

__global__ void fill(float *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] = std::sqrt(x[i]) + sqrtf(x[i]) + fmaxf(x[i], FLT_EPSILON) +
           std::pow(x[i], 2.0f) + std::abs(x[i]) + pow(x[i], 2) +
           std::numeric_limits<float>::max();
    y[i] = std::isnan(y[i]) ? sqrt(y[i])
                            : std::fmin(y[i], 1.0) + std::exp(2) +
                                  std::fma(y[i], 1.0, 2.0) + isinf(y[i]);
  }
}

static_assert(sizeof(std::sqrt(1.0f)) == 4 && sizeof(std::sqrt(1)) == 8 &&
                  sizeof(std::pow(1.0f, 2.0f)) == 4,
              "the types of mathematical functions");
template <class T> using Limits = std::numeric_limits<T>;
static_assert(Limits<int>::max() == INT_MAX && Limits<int>::min() == INT_MIN &&
                  Limits<unsigned char>::max() == UCHAR_MAX &&
                  Limits<long long>::lowest() == LLONG_MIN &&
                  Limits<uint64_t>::max() == UINT64_MAX &&
                  Limits<char>::digits10 == 2 && Limits<int>::digits10 == 9 &&
                  Limits<int64_t>::digits10 == 18 &&
                  Limits<uint64_t>::digits10 == 19 &&
                  Limits<float>::digits10 == FLT_DIG,
              "the ranges of types");

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
  timeval begin;
  gettimeofday(&begin, nullptr);
  double w = std::ceil(n / 256.0) + std::pow(2, 3) + std::sqrt(4) +
             std::abs(-1.5) + std::floor(1.5f) + std::fmax(1.0f, 2) +
             std::isnan(1.0f) + M_PI;
  float *x;
  double *y;
  if (cudaMalloc(&x, n * sizeof(float)) != cudaSuccess) {
    fprintf(stderr, "no memory: %s\n", strerror(errno));
    exit(EXIT_FAILURE);
  }
  cudaMalloc(&y, n * sizeof *y);
  float *h = (float *)malloc(n * sizeof(float));
  std::memset(h, 0, n * sizeof(float));
  cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
  printf("%" PRId64 " %f %d\n", (int64_t)n, w, std::isdigit('1'));
  alignas(int) char place[16];
  int *three = new (place) int(3);
  assert(*three == 3);
  fill<<<(n + 255) / 256, 256>>>(x, y, n);
  fill<<<n / 256, 256>>>(x, y, n);
  free(h);
  return errno;
}
