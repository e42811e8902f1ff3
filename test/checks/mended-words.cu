// nvcc needs no `template` or `typename` where clang does, and takes steps of a
// pointer to void. A kernel with clang's error for that is predicted, and what
// is told of it stands where it does in the text as it is.
// RUN: not %tidy -checks=-*,gpuperf-kernel-time,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %device 2>&1 | FileCheck %s
// RUN: not %tidy -checks=-*,gpuperf-kernel-time,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %host 2>&1 | FileCheck %s
// RUN: not %ourtidy -quiet -checks=-*,gpuperf-kernel-time,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080, gpuperf-kernel-time.ReportUnknown: true}}" %s -- %device 2>&1 | FileCheck %s

template <typename T> struct Scaled {
  template <int N> static __device__ T times(T x) { return x * N; }
};

template <typename T> __global__ void scale(T *p, const T *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = Scaled<T>::times<4>(2) + q[i * 64];
  // CHECK-DAG: [[#@LINE-1]]:35: warning: 32 sectors per request instead of 4
}

// Two words on a line, in a function that the kernel calls.
template <typename T> __device__ T load(const T *q, int i) {
  return Scaled<T>::times<2>(Scaled<T>::times<3>(1)) + q[i * 48];
  // CHECK-DAG: [[#@LINE-1]]:56: warning: 32 sectors per request instead of 4
}
template <typename T> __global__ void helped(T *p, const T *q) {
  p[blockIdx.x * blockDim.x + threadIdx.x] =
      load(q, blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void bytes(const void *p, float *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  q[i] = *(const float *)(p + 4 * i) + q[i * 40];
  // CHECK-DAG: [[#@LINE-1]]:40: warning: 32 sectors per request instead of 4
}

// A word does not help here.
template <typename T> __global__ void broken(T *p) {
  p[threadIdx.x] = Scaled<T>::times<4>(2) + missing;
}

void run(float *p, float *q) {
  scale<<<4096, 256>>>(p, q);
  // CHECK-DAG: [[#@LINE-1]]:3: warning: 'scale<float>' is predicted to take
  helped<<<4096, 256>>>(p, q);
  // CHECK-DAG: [[#@LINE-1]]:3: warning: 'helped<float>' is predicted to take
  bytes<<<4096, 256>>>(p, q);
  // CHECK-DAG: [[#@LINE-1]]:3: warning: 'bytes' is predicted to take
  broken<<<4096, 256>>>(p);
  // CHECK-DAG: [[#@LINE-1]]:3: warning: no prediction for 'broken<float>' on rtx-3080: the kernel contains an error on line {{[0-9]+}}
}
