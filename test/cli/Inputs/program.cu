// A program whose launches depend on its command line.
#if __has_include(<cuda_runtime.h>)
#include <cuda_runtime.h>
#endif

extern "C" int atoi(const char *);
extern "C" void *malloc(unsigned long);
extern "C" void exit(int);

__global__ void scale(float *X, float A, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    X[I] *= A;
}

struct Problem {
  int Width, Height;
  int count() const { return Width * Height; }
};

static void solve(const Problem &P, float *X, int Steps) {
  const int Threads = 128;
  for (int S = 0; S < Steps; ++S)
    scale<<<(P.count() + Threads - 1) / Threads, Threads>>>(X, 2.0f,
                                                           P.count());
}

int main(int argc, char **argv) {
  if (argc != 3)
    exit(1);
  Problem P{atoi(argv[1]), 1000};
  float *Host = (float *)malloc(P.count() * sizeof(float)), *X = nullptr;
  for (int I = 0; I < P.count(); ++I)
    Host[I] = 1.0f;
  cudaMalloc((void **)&X, P.count() * sizeof(float));
  cudaMemcpy(X, Host, P.count() * sizeof(float), cudaMemcpyHostToDevice);
  solve(P, X, atoi(argv[2]));
  scale<<<1, 32>>>(X, 0.5f, 32);
  return 0;
}
