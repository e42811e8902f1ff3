// RUN: %tidy -checks=-*,gpuperf-launch-config,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// Smaller tiles would work round a stride that swapping x and y removes. After
// that they gain nothing, and only the swap is told.
constexpr int Tile = 32;

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * Tile + threadIdx.x;
  int j = blockIdx.y * Tile + threadIdx.y;
  if (i < n && j < n)
    c[i * n + j] = a[i * n + j] + b[i * n + j];
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 32 sectors per request instead of 4
  // CHECK: note: threadIdx.x moves
}

void run(const float *a, const float *b, float *c) {
  add<<<dim3(4096 / Tile, 4096 / Tile), dim3(Tile, Tile)>>>(a, b, c, 4096);
}
