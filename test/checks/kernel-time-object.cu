// nvcc's own registers: of the option GpuperfObject, and of what the command in
// the compile database writes.
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/k.cu
// RUN: %python %source/test/cli/Inputs/make_cubin.py %t/k.o 90 _Z5scalePfi=130
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfObject: '%t/k.o'}}" %t/k.cu -- %device 2>&1 | FileCheck --check-prefix=OBJECT %s
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %t/k.cu -- %device -D__GPUPERF_OBJECT='"%t/k.o"' 2>&1 | FileCheck --check-prefix=OBJECT %s
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfObject: none}}" %t/k.cu -- %device -D__GPUPERF_OBJECT='"%t/k.o"' 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfObject: '%t/no.o'}}" %t/k.cu -- %device 2>&1 | FileCheck --check-prefix=MISSING %s
// The text that the check sees is not the one on disk, as in an editor before it is saved.
// RUN: sed 's/3.0f/4.0f/' %s > %t/edited.cu && %python %source/test/cli/Inputs/make_cubin.py %t/k.o 90 _Z5scalePfi=130
// RUN: echo "{'version': 0, 'use-external-names': false, 'roots': [{'name': '%t/k.cu', 'type': 'file', 'external-contents': '%t/edited.cu'}]}" > %t/overlay.yaml
// RUN: %tidy -checks=-*,gpuperf-occupancy --vfsoverlay=%t/overlay.yaml --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfObject: '%t/k.o'}}" %t/k.cu -- %device 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: cp %t/k.cu %t/edited.cu && %python %source/test/cli/Inputs/make_cubin.py %t/k.o 90 _Z5scalePfi=130
// RUN: %tidy -checks=-*,gpuperf-occupancy --vfsoverlay=%t/overlay.yaml --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfObject: '%t/k.o'}}" %t/k.cu -- %device 2>&1 | FileCheck --check-prefix=OBJECT %s
// RUN: touch -d 2001-01-01 %t/k.o
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: h100-sxm, GpuperfObject: '%t/k.o'}}" %t/k.cu -- %device 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s

__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = p[i] * 2.0f + p[i + 1] * 3.0f;
}

void run(float *p) {
  scale<<<65536, 256>>>(p, 65536 * 256);
  // OBJECT: k.cu:[[#@LINE-1]]:3: warning: {{.*}}130 registers
  // NONE-NOT: warning:
  // MISSING: warning: GpuperfObject: {{.*}}no.o: cannot be read: No such file or directory
}
