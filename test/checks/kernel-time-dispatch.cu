// A block that only the branch around the launch tells.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %host 2>&1 | FileCheck %s

template <int Block> __global__ void scale(float *p) {
  p[blockIdx.x * Block + threadIdx.x] *= 2;
}

void run(float *p, int blocks, int threads) {
  dim3 block(threads, 1, 1);
  switch (threads) {
  case 256:
    // CHECK: [[@LINE+1]]:5: warning: 'scale<256>' is predicted to take
    scale<256><<<blocks, block>>>(p);
    break;
  case 128:
    // CHECK: [[@LINE+1]]:5: warning: 'scale<128>' is predicted to take
    scale<128><<<blocks, block>>>(p);
    break;
  default:
    // CHECK: [[@LINE+1]]:5: warning: no prediction for 'scale<0>' on t4: the block's x depends on 'threads'
    scale<0><<<blocks, block>>>(p);
  }
  if (threads == 64)
    // CHECK: [[@LINE+1]]:5: warning: 'scale<64>' is predicted to take
    scale<64><<<blocks, block>>>(p);
  // CHECK: [[@LINE+1]]:3: warning: no prediction for 'scale<1>' on t4: the block's x depends on 'threads'
  scale<1><<<blocks, block>>>(p);
}
