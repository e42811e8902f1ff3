__global__ void scale(float *a, int n, float s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] *= s;
}

void run(float *a, int count, int blocks) {
  scale<<<512, 256>>>(a, count, 2.f);
  scale<<<blocks, 64>>>(a, count, 2.f);
  scale<<<512, 256>>>(a, count / 4, 2.f);
}
