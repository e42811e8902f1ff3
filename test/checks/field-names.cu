// RUN: %tidy -checks=-*,gpuperf-redundant-access,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// Arrays in structs that are passed by value have the names of their fields.
struct Matrix {
  int rows, columns;
  double *values;
};
struct Pair {
  long tag;
  Matrix left, right;
};

__global__ void multiply(Pair in, Matrix out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  for (int k = 0; k < in.left.columns; ++k)
    out.values[j * out.columns + i] +=
        in.left.values[j * in.left.columns + k] *
        in.right.values[k * in.right.columns + i];
  // CHECK: [[#@LINE-3]]:{{[0-9]+}}: warning: 'out.values' is {{.*}} at the same address in every iteration of this loop
}

__global__ void columns(Pair in, Matrix out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in.right.values[i * 64 + k];
  out.values[i] = sum;
  // CHECK: [[#@LINE-2]]:{{[0-9]+}}: warning: {{.*}} between neighbouring threads in 'in.right.values')
}

void run(Pair in, Matrix out) {
  in.left.columns = in.right.columns = out.columns = 1024;
  multiply<<<dim3(4, 1024), 256>>>(in, out);
  columns<<<4096, 256>>>(in, out);
}
