// RUN: %tidy -checks=-*,gpuperf-constant-power,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-constant-power,gpuperf-fp64-arithmetic --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: cp %s %t.cu
// RUN: %tidy -checks=-*,gpuperf-constant-power --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" --fix %t.cu -- %device > %t.log 2>&1
// RUN: grep -v "FIXED:" %t.cu > %t.fixed
// RUN: FileCheck --check-prefix=FIXED %s < %t.fixed

// Powers that are a product: nvcc calls its routine for any exponent.
__global__ void distances(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float best = 1e30f;
  for (int j = 0; j < 100; ++j) {
    // CHECK: [[#@LINE+4]]:15: warning: 'powf' with the exponent 2: {{[78][0-9]}}% of the time of 'distances' on rtx-3080 [gpuperf-constant-power]
    // CHECK: note: the routine for any exponent is some {{[5-9][0-9]}} instructions here, '(x[i] - x[j]) * (x[i] - x[j])' is 1 multiplication
    // CHECK: [[#@LINE+109]]:3: note: predicted {{.*}} -> {{.*}} in this launch
    // FIXED: float d = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
    float d = powf(x[i] - x[j], 2) + powf(y[i] - y[j], 2.0f);
    best = fminf(best, d);
  }
  out[i] = best;
}

// In double, the power is the finding and not that it is double. The product
// goes in parentheses where it is a factor.
__global__ void doubles(const double *x, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double sum = 0;
  for (int j = 0; j < 100; ++j) {
    double dx = x[i] - x[j];
    // CHECK: [[#@LINE+3]]:16: warning: 'pow' with the exponent 3, as on line [[#@LINE+5]]: {{[89][0-9]}}% of the time of 'doubles'
    // CHECK: note: the routine for any exponent is some {{[0-9]+}} instructions here, 'dx * dx * dx' is 2 multiplications
    // FIXED: sum += 2 * (dx * dx * dx);
    sum += 2 * pow(dx, 3);
    // FIXED: sum += sqrt(dx);
    sum += pow(dx, 0.5);
  }
  out[i] = sum;
}

// Of a float and an integer, in double.
__global__ void mixed(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+4]]:14: warning: 'pow' with the exponent 2: 9{{[0-9]}}% of the time of 'mixed'
    // FIXED: out[i] = x[i] * x[i] + 1.0f;
    // CHECK: note: nvcc computes 'pow' of a float and an integer in double; the product is a float, with 7 decimal digits
    //
    out[i] = pow(x[i], 2) + 1.0f;
}

// What has an effect stays one call, and what comes from a macro is not edited.
__device__ float next(float *state) { return *state = *state * 3.7f; }
#define SQUARE(x) powf(x, 2)
__global__ void kept(float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0, state = x[i];
  for (int j = 0; j < 100; ++j) {
    // CHECK: [[#@LINE+5]]:12: warning: 'powf' with the exponent 2, as on line [[#@LINE+6]]: {{.*}} of the time of 'kept'
    // CHECK: note: the routine for any exponent is some {{[0-9]+}} instructions here, 'x * x' is 1 multiplication
    // CHECK: note: no fix-it for each of them: 'next(&state)' would be called more than once
    // FIXED: sum += powf(next(&state), 2);
    // FIXED: sum += SQUARE(sum);
    sum += powf(next(&state), 2);
    sum += SQUARE(sum);
  }
  out[i] = sum;
}

// What is not the same for all instantiations, what has a name, and what would
// be a float where the call gives a double.
template <class T> __global__ void generic(const T *x, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+3]]:14: warning: 'pow' with the exponent 0.5: {{.*}} of the time of 'generic<double>'
    // CHECK: note: no fix-it: the template may have instantiations of other types
    // FIXED: out[i] = pow(x[i], T(0.5));
    out[i] = pow(x[i], T(0.5));
}
constexpr int Degree = 2;
__global__ void named(const double *x, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+3]]:14: warning: 'pow' with the exponent 2: {{.*}} of the time of 'named'
    // CHECK: note: no fix-it: the exponent has a name and may be meant to be changed
    // FIXED: out[i] = pow(x[i], Degree);
    out[i] = pow(x[i], Degree);
}
__global__ void wide(const float *x, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+3]]:14: warning: 'pow' with the exponent 2: {{.*}} of the time of 'wide'
    // CHECK: note: no fix-it: the call gives a double, and the product of floats is a float
    // FIXED: out[i] = pow(x[i], 2.0);
    out[i] = pow(x[i], 2.0);
}
// A sign and a quotient bind tighter than a product.
__global__ void bound(const double *x, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: [[#@LINE+2]]:{{[0-9]+}}: warning: 'pow' with the exponent 2: {{.*}} of the time of 'bound'
    // FIXED: out[i] = -(x[i] * x[i]) + 1 / (x[i] * x[i]);
    out[i] = -pow(x[i], 2) + 1 / pow(x[i], 2);
}

// Another exponent, a variable one, and a power that a thread computes once
// beside a long loop.
__global__ void others(const float *x, float *out, float e, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = powf(x[i], 2.2f) + powf(x[i], e);
}
__global__ void rare(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = powf(x[i], 2);
  for (int j = 0; j < 1000; ++j)
    s += x[j] * s;
  out[i] = s;
}

void run(float *a, float *b, float *c, double *d) {
  const int n = 1 << 20;
  distances<<<n / 256, 256>>>(a, b, c, n);
  doubles<<<n / 256, 256>>>(d, d, n);
  mixed<<<n / 256, 256>>>(a, c, n);
  kept<<<n / 256, 256>>>(a, c, n);
  generic<<<n / 256, 256>>>(d, d, n);
  named<<<n / 256, 256>>>(d, d, n);
  wide<<<n / 256, 256>>>(a, d, n);
  bound<<<n / 256, 256>>>(d, d, n);
  others<<<n / 256, 256>>>(a, c, 1.5f, n);
  rare<<<n / 256, 256>>>(a, c, n);
}

// A grid that leaves most of the GPU idle waits for its longest block.
__global__ void few(const double *x, const double *y, double *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = 1 / (pow(x[i], 2) + pow(y[i], 2));
  // CHECK: [[#@LINE-1]]:19: warning: 'pow' with the exponent 2: {{[5-7][0-9]}}% of the time of 'few'
}
void runFew(const double *x, double *out) { few<<<64, 64>>>(x, x, out, 1 << 22); }
