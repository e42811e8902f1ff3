// Three of four bytes of each pixel: a vector of four fills the requests, and the fourth comes along anyway.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not='structure of arrays instead' %s

struct Pixel {
  unsigned char red, green, blue, alpha;
};

__device__ int distance(int a, int b) { return a > b ? a - b : b - a; }

__global__ void difference(Pixel *to, const Pixel *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int red = distance(to[i].red, from[i].red);
  int green = distance(to[i].green, from[i].green);
  int blue = distance(to[i].blue, from[i].blue);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 4 sectors per request instead of 1 (stride 4 bytes between neighbouring threads in 'to')
  // CHECK: note: 3 bytes of every 4 bytes are used: store the 4 bytes of a thread at once, as a vector that is aligned so (uchar4, ushort2); what is not computed has to be loaded before, and no other thread may write it
  to[i].red = red, to[i].green = green, to[i].blue = blue;
}

void run(Pixel *to, const Pixel *from) { difference<<<16384, 256>>>(to, from, 1 << 22); }
