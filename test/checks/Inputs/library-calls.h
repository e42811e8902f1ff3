// A library's header, as the compiler's -isystem makes one.
#pragma GCC system_header
typedef float2 cufftComplex;
int cufftExecC2C(int plan, float2 *in, float2 *out, int direction);
int cublasSgemv(int handle, int n, const float *a, const float *x, float *y);
int curandGenerateUniform(int generator, float *out, int n);
