void sumRows(float *sums, const float *rows, int n, int length);
__global__ void fill(float *values, int n);
