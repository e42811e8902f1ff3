// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: %s

// Another block gains at many sizes, but not at all of those in between: that
// is no advice for a size that nobody knows.
__global__ void digits(unsigned n, const int *__restrict__ in,
                       int *__restrict__ places, int *__restrict__ digit,
                       int bit) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int d = (in[i] >> bit) & 3;
  places[i + n * d] = 1;
  digit[i] = d;
}
void run(int n, const int *in, int *places, int *digit) {
  for (int bit = 0; bit < 32; bit += 2)
    digits<<<(n + 1023) / 1024, 1024>>>(n, in, places, digit, bit);
}
