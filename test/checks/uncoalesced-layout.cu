// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-atomic-contention --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// One layout is one decision: the kernel that it costs most is told, the others
// are named.
struct Gate {
  int kind, inputs[4], low, high;
};
__global__ void setKinds(Gate *gates, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    gates[i].kind = i & 7;
    gates[i].high = n;
    gates[i].low = i;
  }
  // CHECK: [[#@LINE-4]]:19: warning: 28 sectors per request instead of 4 (stride 28 bytes between neighbouring threads in 'gates'): at least {{[0-9]+}}% of the time of 'setKinds' on rtx-3080 with {{[0-9]+}} threads or more
  // CHECK: note: {{.*}} a structure of arrays instead of an array of structures
  // CHECK: note: the same holds for 'setBounds' of this file
}
__global__ void setBounds(Gate *gates, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    gates[i].low = -i;
    gates[i].high = i;
  }
}

// Another layout is a change of the whole program: a quarter of launches of
// which nobody knows whether they are that large is not worth it.
struct Wire {
  int from, to, weight;
};
__global__ void addWeights(Wire *wires, const float *a, const float *b,
                           const float *c, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[i] * b[i] + c[i] * wires[i].weight;
}
// Nor is what takes a quarter of a million threads before it counts.
struct Cell {
  int kind, rest[6];
};
__global__ void setCells(Cell *cells, const int *kinds, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    cells[i].kind = kinds[i];
}
__global__ void addWeightsOfMany(Wire *wires, const float *a, const float *b,
                                 const float *c, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] * b[i] + c[i] * wires[i].weight;
  // CHECK: [[#@LINE-1]]:42: warning: 12 sectors per request instead of 4 (stride 12 bytes between neighbouring threads in 'wires'): {{[0-9]+}}% of the time of 'addWeightsOfMany'
}

// Lanes of one column of an 8 x 8 block share an element: 8 floats are a sector.
__global__ void weights(float *w, const float *a, const float *d, int rows,
                        int columns, int length) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
  float sum = 0;
  for (int i = 0; i < length; ++i)
    sum += d[y * length + i] * a[x * length + i];
    // CHECK: [[#@LINE-1]]:32: warning: up to 8 sectors per request instead of 1 (stride 4 * length bytes between neighbouring threads in 'a'): at least {{[0-9]+}}% of the time of 'weights'
  w[y * columns + x] += sum;
}

// A shuffle would add up what belongs to several addresses.
__global__ void bias(float *b, const float *d, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns)
    atomicAdd(&b[i / columns], d[i]);
  // CHECK: [[#@LINE-1]]:5: warning: the atomics of all threads on few addresses
  // CHECK: note: the address depends on the thread: that holds where all lanes of a warp come to one, as with a warp or a block for each address
}

// Of one address there is nothing to be said.
__global__ void total(float *sum, const float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, d[i]);
  // CHECK: [[#@LINE-1]]:5: warning: {{.*}} on one address
  // CHECK-NOT: depends on the thread
}

void run(Gate *gates, Wire *wires, Cell *cells, const int *kinds, float *w, float *a, float *d, int n,
         int rows, int columns, int length) {
  setKinds<<<(n + 255) / 256, 256>>>(gates, n);
  addWeights<<<(n + 255) / 256, 256>>>(wires, a, d, w, w, n);
  setCells<<<(n + 255) / 256, 256>>>(cells, kinds, n);
  addWeightsOfMany<<<16384, 256>>>(wires, a, d, w, w);
  setBounds<<<(n + 255) / 256, 256>>>(gates, n);
  dim3 block(8, 8), grid((columns + 7) / 8, (rows + 7) / 8);
  weights<<<grid, block>>>(w, a, d, rows, columns, length);
}
void reduce(float *b, const float *d, int rows, int columns) {
  bias<<<(rows * columns + 255) / 256, 256>>>(b, d, rows, columns);
}
void sum(float *b, const float *d, int n) {
  total<<<(n + 255) / 256, 256>>>(b, d, n);
}

// Who else uses the array is said: a kernel that walks the rows in order would
// lose by the array stored transposed.
__global__ void sumOfRow(float *sums, const float *table, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += table[row * n + i];
  // CHECK: [[#@LINE-1]]:12: warning: 32 sectors per request instead of 4 {{.*}} of the time of 'sumOfRow'
  // CHECK: note: {{.*}}(store 'table' transposed
  // CHECK: note: 'sumOfColumn' walks 'table' in the order in which it lies, and would lose by a transposed one: give each row to a warp here, or stage a tile
  sums[row] = sum;
}
__global__ void sumOfColumn(float *sums, const float *table, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += table[i * n + column];
  sums[column] = sum;
}

// Of rows whose elements each need the one before, no warp shares one.
__global__ void smooth(float *rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 1; i < n; ++i) {
    const float flux = 0.25f * (rows[row * n + i] - rows[row * n + i - 1]);
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 32 sectors per request instead of 4 {{.*}} of the time of 'smooth'
    // CHECK: note: {{.*}}: let the threads of a warp take neighbouring elements in each iteration (store 'rows' transposed), or stage a tile in shared memory
    // CHECK: note: 'sumOfColumn' walks 'rows' in the order in which it lies, and would lose by a transposed one: stage a tile in shared memory here
    rows[row * n + i] -= flux;
    rows[row * n + i - 1] += flux;
  }
}

// A kernel that takes whole structures at random places has them in one sector.
struct alignas(16) Body {
  float x, y, z, mass;
};
__global__ void move(Body *bodies, const float *by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bodies[i].x += by[i];
  // CHECK: [[#@LINE-1]]:15: warning: 16 sectors per request instead of 4 {{.*}} of the time of 'move'
  // CHECK: note: {{.*}} a structure of arrays
  // CHECK: note: 'meet' takes elements of 'bodies' at places that data decide: whole structures come in fewer sectors than arrays would, so that what this kernel gains has to be weighed against it
}
__global__ void meet(float *out, const Body *bodies, const int *other) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Body b = bodies[other[i]];
  out[i] = b.x * b.mass + b.y * b.z;
}
void runTable(float *sums, const float *table) {
  sumOfRow<<<32, 256>>>(sums, table, 8192);
  sumOfColumn<<<32, 256>>>(sums, table, 8192);
}
void runRows(float *sums, float *rows) {
  smooth<<<32, 256>>>(rows, 8192);
  sumOfColumn<<<32, 256>>>(sums, rows, 8192);
}
// Where that one takes longer, they stay as they are.
__global__ void moveOnce(Body *once, const float *by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  once[i].x += by[i];
}
void runBodies(float *out, Body *bodies, const float *by, const int *other,
               Body *once) {
  move<<<262144, 256>>>(bodies, by);
  moveOnce<<<8192, 256>>>(once, by);
  meet<<<8192, 256>>>(out, once, other);
  meet<<<8192, 256>>>(out, bodies, other);
}
