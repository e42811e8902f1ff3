struct Shape { int Width, Height; };
__global__ void rows(const float *In, float *Out, int N, int Times) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int K = 0; K < Times; ++K)
    Sum += In[K * N + I];
  if (I < N)
    Out[I] = Sum;
}
__global__ void image(float *Out, Shape S, float Scale) {
  const int X = blockIdx.x * blockDim.x + threadIdx.x;
  if (X < S.Width)
    for (int Y = 0; Y < S.Height; ++Y)
      Out[Y * S.Width + X] *= Scale;
}
void launch(const float *In, float *Out, int Count) {
  rows<<<(Count + 255) / 256, 256>>>(In, Out, Count, 40);
}
int main() {
  float *In, *Out;
  cudaMalloc(&In, 4 * 40 * 65536);
  cudaMalloc(&Out, 4 * 65536);
  const Shape S = {4096, 64};
  image<<<S.Width / 128, 128>>>(Out, S, 2.0f);
}
