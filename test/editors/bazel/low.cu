#include "src/low.cuh"
void low(float *p) { scale<<<1024, THREADS>>>(p, 98304, 1.f); }
