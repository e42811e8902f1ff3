// A bad option is reported once, at the file's first launch, and nothing else.
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfGpu: h20-sxm}}" %s -- %device 2>&1 | FileCheck --check-prefix=GPU %s
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfModel: roofline}}" %s -- %device 2>&1 | FileCheck --check-prefix=MODEL %s
// RUN: %tidy -checks=-*,gpuperf-* --config="{CheckOptions: {GpuperfAssume: 'n=12+'}}" %s -- %device 2>&1 | FileCheck --check-prefix=ASSUME %s
// Local before global; several GPUs; what stands in when none is named.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: t4, gpuperf-kernel-time.GpuperfGpu: l4}}" %s -- %device 2>&1 | FileCheck --check-prefix=LOCAL %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: 'h100-sxm;t4;mi300x'}}" %s -- %device 2>&1 | FileCheck --check-prefix=LIST %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{}" %s -- %device 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{}" %s -- %base --cuda-device-only 2>&1 | FileCheck --check-prefix=NOARCH %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfAssume: 'n=65536'}}" %s -- %device 2>&1 | FileCheck --check-prefix=GIVEN %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfModel: qu-nsmw}}" %s -- %device 2>&1 | FileCheck --check-prefix=QU %s

__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2.0f;
}

void run(float *p, int n) {
  scale<<<(n + 127) / 128, 128>>>(p, n);
  // GPU: [[#@LINE-1]]:3: warning: GpuperfGpu: {{.*}}h20-sxm{{.*}}h200-sxm
  // GPU-NOT: warning:
  // MODEL: [[#@LINE-3]]:3: warning: GpuperfModel: no model is named 'roofline'; there are gpuperf, kleimenov-popova, hong-kim, qu-nsmw, stencil-traffic
  // MODEL-NOT: warning:
  // ASSUME: [[#@LINE-5]]:3: warning: GpuperfAssume: {{.+}}
  // ASSUME-NOT: warning:
  // LOCAL: on l4, bound by
  // LIST: on h100-sxm, bound by
  // LIST: note: on t4: {{.*}}bound by
  // LIST: note: on mi300x: {{.+}} us {{.+}}bound by launch
  // NONE: on h100-sxm, bound by
  // NONE: note: no GPU is named; h100-sxm stands for sm_90
  // NOARCH: on h100-sxm, bound by
  // NOARCH: note: no GPU and no architecture is named; h100-sxm is assumed
  // GIVEN: NSMW 16,
  // GIVEN-NOT: 'n' assumed
  // QU: predicted to take
  scale<<<64, 64>>>(p, 4096);
}
