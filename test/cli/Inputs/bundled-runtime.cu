// No header is included: nvcc's own ones bring those of C.
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) ||           \
    !defined(__VECTOR_TYPES_H__) || defined(__cuda_cuda_h__)
#error these macros tell programs what nvcc has included
#endif

static const char *nameOf(cudaError_t error) {
  switch (error) {
  case cudaSuccess:
    return "none";
  case cudaErrorMissingConfiguration:
  case cudaErrorSynchronizationError:
  case cudaErrorInvalidFilterSetting:
  case cudaErrorLaunchFileScopedTex:
  case cudaErrorStartupFailure:
  case cudaErrorNvlinkUncorrectable:
  case cudaErrorStreamCaptureIsolation:
  case cudaErrorApiFailureBase:
    return cudaGetErrorName(error);
  default:
    return cudaGetErrorString(error);
  }
}
static_assert(cudaErrorInvalidPitchValue == 12 &&
                  cudaErrorInvalidDeviceFunction == 98 &&
                  cudaErrorIllegalAddress == 700 &&
                  cudaErrorStreamCaptureImplicit == 906,
              "as they are documented");

__global__ void kernel(float *x) {
  assert(x);
  printf("%f\n", fabsf(x[threadIdx.x]));
}

int main() {
  float *host = (float *)malloc(64 * 64 * sizeof(float)), *rows, ms;
  memset(host, 0, 64 * 64 * sizeof(float));
  srand((unsigned)time(NULL));
  size_t pitch;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t from, to;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
  cudaEventRecord(from);
  cudaMallocPitch(&rows, &pitch, 256, 64);
  cudaMemcpy2DAsync(rows, pitch, host, 256, 256, 64, cudaMemcpyHostToDevice,
                    stream);
  kernel<<<1, 64, 0, stream>>>(rows);
  cudaEventRecord(to, stream);
  cudaThreadSynchronize();
  cudaEventElapsedTime(&ms, from, to);
  cudaPitchedPtr box;
  cudaMalloc3D(&box, make_cudaExtent(256, 8, 8));
  cudaMemset3D(box, 0, make_cudaExtent(256, 8, 8));
  cudaMemcpy3DParms parms = {0};
  parms.srcPtr = make_cudaPitchedPtr(host, 256, 64, 8);
  parms.dstPtr = box;
  parms.extent = make_cudaExtent(256, 8, 8);
  parms.kind = cudaMemcpyHostToDevice;
  cudaError_t error = cudaMemcpy3D(&parms);
  int mode;
  cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0);
  fprintf(stderr, "%s %f %d\n", nameOf(error), ms,
          mode == cudaComputeModeProhibited);
  cudaThreadExit();
  return EXIT_SUCCESS;
}
