__global__ void halve(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 0.5f * a[i];
}
inline void there(float *a, float *b) {
  halve<<<64, 256>>>(a, b);
  cudaDeviceSynchronize();
}
inline void back(float *a, float *b) {
  halve<<<64, 256>>>(b, a);
  cudaDeviceSynchronize();
}
inline void again(float *a, float *b) {
  halve<<<64, 256>>>(a, b);
  cudaDeviceSynchronize();
}
// No launch stands in it.
inline void inner(float *a, float *b, int steps) {
  for (int k = 0; k < steps; ++k)
    again(a, b);
}
