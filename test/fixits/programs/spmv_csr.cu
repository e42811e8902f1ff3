// RUN-ON: rtx-4090; expect either
#include "report.h"
#include <vector>

__global__ void spmv(int rows, const int *begin, const int *column,
                     const float *value, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int e = begin[row]; e < begin[row + 1]; ++e)
      sum += value[e] * x[column[e]];
    y[row] = sum;
  }
}

template <typename T> T *toDevice(const std::vector<T> &host) {
  T *device;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T),
             cudaMemcpyHostToDevice);
  return device;
}

int main() {
  const int rows = 200003;
  std::vector<int> begin(rows + 1), column;
  std::vector<float> value, x(rows), y(rows);
  for (int r = 0; r < rows; ++r) {
    begin[r] = int(column.size());
    for (int e = 0; e < 1 + r % 5; ++e) {
      column.push_back(int((r * 13ll + e * 101) % rows));
      value.push_back(noise(r * 8 + e));
    }
    x[r] = noise(r + 77);
  }
  begin[rows] = int(column.size());
  float *dy;
  cudaMalloc(&dy, rows * sizeof(float));
  const int threadsPerBlock = 32;
  spmv<<<(rows + threadsPerBlock - 1) / threadsPerBlock, threadsPerBlock>>>(
      rows, toDevice(begin), toDevice(column), toDevice(value), toDevice(x),
      dy);
  cudaMemcpy(y.data(), dy, rows * sizeof(float), cudaMemcpyDeviceToHost);
  report("y", y.data(), rows);
}
