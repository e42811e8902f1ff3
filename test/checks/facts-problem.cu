// A line of the facts that cannot be used is told once, at the first launch; the others count.
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/app.cu
// RUN: echo '{"schema":1,"file":"app.cu","function":"run","kernel":"scale","ordinal":0,"grid":[1,1],"block":[64,1,1],"args":{}}' > %t/facts.jsonl
// RUN: echo '{"schema":1,"file":"app.cu","function":"run","kernel":"scale","ordinal":1,"grid":[64,1,1],"block":[128,1,1],"dynamic_smem_bytes":0,"args":{"n":8192},"bytes":{},"count":1,"source":"static","values":[]}' >> %t/facts.jsonl
// RUN: %tidy -checks=-*,gpuperf-kernel-time,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080, GpuperfFacts: '%t/facts.jsonl'}}" %t/app.cu -- %host 2>&1 | FileCheck --implicit-check-not='three extents' %s

__global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}

void run(float *x, int n, int blocks, int threads) {
  // CHECK: app.cu:[[#@LINE+1]]:3: warning: {{.*}}facts.jsonl:1: 'grid' is not three extents; it must be [x, y, z], integers of at least 0
  scale<<<blocks, threads>>>(x, n);
  // CHECK: app.cu:[[#@LINE+1]]:3: warning: 'scale' is predicted to take
  scale<<<blocks, threads>>>(x, 2 * n);
}
