// Shared by the files that both servers are asked about.
#pragma once

/// Rounds up; what grids are made with.
constexpr int ceilDiv(int A, int B) { return (A + B - 1) / B; }

struct Particle {
  float X, Y, Z;
  float Mass;
  __host__ __device__ float weight() const { return Mass * 9.81f; }
};

/// Two of anything, on both sides.
template <typename T> struct Pair {
  T First, Second;
  __host__ __device__ Pair(T A, T B) : First(A), Second(B) {}
  __host__ __device__ T sum() const { return First + Second; }
};

template <typename T> __device__ inline T clampTo(T V, T Low, T High) {
  return V < Low ? Low : V > High ? High : V;
}

__device__ inline int globalIndex() {
  int Block = blockIdx.x;
  return Block * blockDim.x + threadIdx.x;
}

namespace shapes {
struct Shape {
  virtual ~Shape() = default;
  virtual float area() const = 0;
};
struct Square : Shape {
  float Side = 1;
  float area() const override { return Side * Side; }
};
} // namespace shapes
