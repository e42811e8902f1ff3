// The sizes of a product are fields of the matrices, which are passed by value: they are as open as parameters are.
// RUN: %tidy -checks=-*,gpuperf-redundant-access,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s

struct Matrix {
  int rows, columns;
  float *elements;
};

__global__ void multiply(Matrix left, Matrix right, Matrix out) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= left.rows || column >= right.columns)
    return;
  float sum = 0;
  for (int k = 0; k < left.columns; ++k)
    sum += left.elements[row * left.columns + k] * right.elements[k * right.columns + column];
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 'right.elements' is loaded anew for each result along y, though all of them need the same: at least {{[0-9]+}}% of the time of 'multiply' on rtx-3080 where a.columns is {{[0-9]+}} or more, with {{[0-9]+}} threads or more [gpuperf-redundant-access]
  out.elements[row * out.columns + column] = sum;
}

void product(Matrix a, Matrix b, Matrix c) {
  dim3 block(16, 16), grid((c.columns + 15) / 16, (c.rows + 15) / 16);
  multiply<<<grid, block>>>(a, b, c);
  // CHECK: [[#@LINE-1]]:3: warning: 'multiply' is predicted to take {{.*}} at a.columns = 1024, a.rows = 4096 (a.columns and a.rows unknown)
  // CHECK: note: assumed: {{.*}}'a.columns' assumed 1024{{.*}}argument 'a.rows' taken as 4096, for which the grid has threads
}
