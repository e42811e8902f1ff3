// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %host 2>&1 | FileCheck --check-prefix=H100 %s
//
// A helper asks for the number of SMs, in a file that has no main: that of the
// GPU which the question is about.
int getSms() {
  int n;
  if (cudaSuccess !=
      cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0))
    return 1;
  return n;
}

__global__ void scale(float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    a[i] = a[i] * 2 + 1;
}

void run(float *a) {
  int sms = getSms();
  scale<<<4 * sms, 256>>>(a, 1 << 24);
  // CHECK: [[#@LINE-1]]:3: warning: 'scale' is predicted to take {{.*}}, as <<<272, 256>>>, on rtx-3080
  // H100: [[#@LINE-2]]:3: warning: 'scale' is predicted to take {{.*}}, as <<<528, 256>>>, on h100-sxm
}
