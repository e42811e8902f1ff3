//===- gpuperf_hip_runtime.h - HIP's host interface, declarations only ----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_RUNTIME_H
#define GPUPERF_HIP_RUNTIME_H

#pragma GCC system_header // not the user's code to be warned about

enum hipError {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorMemoryAllocation = 2,
  hipErrorOutOfMemory = 2,
  hipErrorInitializationError = 3,
  hipErrorNotInitialized = 3,
  hipErrorDeinitialized = 4,
  hipErrorInvalidConfiguration = 9,
  hipErrorInvalidSymbol = 13,
  hipErrorInvalidDevicePointer = 17,
  hipErrorInvalidMemcpyDirection = 21,
  hipErrorInsufficientDriver = 35,
  hipErrorMissingConfiguration = 52,
  hipErrorPriorLaunchFailure = 53,
  hipErrorInvalidDeviceFunction = 98,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorInvalidImage = 200,
  hipErrorInvalidContext = 201,
  hipErrorMapFailed = 205,
  hipErrorNoBinaryForGpu = 209,
  hipErrorContextAlreadyInUse = 216,
  hipErrorFileNotFound = 301,
  hipErrorSharedObjectSymbolNotFound = 302,
  hipErrorSharedObjectInitFailed = 303,
  hipErrorInvalidHandle = 400,
  hipErrorInvalidResourceHandle = 400,
  hipErrorNotFound = 500,
  hipErrorNotReady = 600,
  hipErrorIllegalAddress = 700,
  hipErrorLaunchOutOfResources = 701,
  hipErrorLaunchTimeOut = 702,
  hipErrorPeerAccessAlreadyEnabled = 704,
  hipErrorPeerAccessNotEnabled = 705,
  hipErrorAssert = 710,
  hipErrorHostMemoryAlreadyRegistered = 712,
  hipErrorLaunchFailure = 719,
  hipErrorNotSupported = 801,
  hipErrorUnknown = 999,
  hipErrorRuntimeOther = 1053
};
typedef enum hipError hipError_t;
#define HIP_SUCCESS hipSuccess

enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4
};
enum hipFuncCache_t {
  hipFuncCachePreferNone,
  hipFuncCachePreferShared,
  hipFuncCachePreferL1,
  hipFuncCachePreferEqual
};
enum hipSharedMemConfig {
  hipSharedMemBankSizeDefault,
  hipSharedMemBankSizeFourByte,
  hipSharedMemBankSizeEightByte
};
enum hipFuncAttribute {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8,
  hipFuncAttributePreferredSharedMemoryCarveout = 9,
  hipFuncAttributeNonPortableClusterSizeAllowed = 14
};
enum hipSharedCarveout {
  hipSharedmemCarveoutDefault = -1,
  hipSharedmemCarveoutMaxL1 = 0,
  hipSharedmemCarveoutMaxShared = 100
};
// ROCm's numbers since its version 5.
enum hipDeviceAttribute_t {
  hipDeviceAttributeMaxThreadsPerBlock = 56,
  hipDeviceAttributeMaxBlocksPerMultiProcessor = 25,
  hipDeviceAttributeMaxBlockDimX = 26,
  hipDeviceAttributeMaxBlockDimY = 27,
  hipDeviceAttributeMaxBlockDimZ = 28,
  hipDeviceAttributeMaxGridDimX = 29,
  hipDeviceAttributeMaxGridDimY = 30,
  hipDeviceAttributeMaxGridDimZ = 31,
  hipDeviceAttributeMaxSharedMemoryPerBlock = 74,
  hipDeviceAttributeWarpSize = 87,
  hipDeviceAttributeClockRate = 5,
  hipDeviceAttributeMultiprocessorCount = 63,
  hipDeviceAttributeMemoryClockRate = 60,
  hipDeviceAttributeMemoryBusWidth = 59,
  hipDeviceAttributeL2CacheSize = 19,
  hipDeviceAttributeMaxThreadsPerMultiProcessor = 57,
  hipDeviceAttributeComputeCapabilityMajor = 23,
  hipDeviceAttributeComputeCapabilityMinor = 61,
  hipDeviceAttributeMaxSharedMemoryPerMultiprocessor = 10002,
  hipDeviceAttributeImageSupport = 10014,
  hipDeviceAttributeConcurrentManagedAccess = 9,
  hipDeviceAttributeCooperativeLaunch = 10,
  hipDeviceAttributeSharedMemPerBlockOptin = 75
};
enum hipMemoryType {
  hipMemoryTypeUnregistered,
  hipMemoryTypeHost,
  hipMemoryTypeDevice,
  hipMemoryTypeManaged,
  hipMemoryTypeArray = 10
};
enum hipLimit_t {
  hipLimitStackSize,
  hipLimitPrintfFifoSize,
  hipLimitMallocHeapSize
};
enum hipMemoryAdvise {
  hipMemAdviseSetReadMostly = 1,
  hipMemAdviseSetPreferredLocation = 3,
  hipMemAdviseSetAccessedBy = 5
};

typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;
typedef struct ihipGraph *hipGraph_t;
typedef struct hipGraphExec *hipGraphExec_t;
typedef unsigned long long hipTextureObject_t;
typedef unsigned long long hipSurfaceObject_t;
typedef void *hipDeviceptr_t;
typedef int hipDevice_t;
typedef struct ihipCtx_t *hipCtx_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;

enum hipStreamCaptureMode {
  hipStreamCaptureModeGlobal,
  hipStreamCaptureModeThreadLocal,
  hipStreamCaptureModeRelaxed
};

// What every GPU of ROCm's can do.
struct hipDeviceArch_t {
  unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1,
      hasSharedInt32Atomics : 1, hasSharedFloatAtomicExch : 1,
      hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1,
      hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1,
      hasWarpBallot : 1, hasWarpShuffle : 1, hasFunnelShift : 1,
      hasThreadFenceSystem : 1, hasSyncThreadsExt : 1, hasSurfaceFuncs : 1,
      has3dGrid : 1, hasDynamicParallelism : 1;
};
struct hipDeviceProp_t {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated,
      canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID,
      pciDeviceID, pciDomainID, asyncEngineCount, unifiedAddressing,
      memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
      maxThreadsPerMultiProcessor;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, cooperativeLaunch,
      concurrentManagedAccess;
  size_t sharedMemPerBlockOptin;
  int maxBlocksPerMultiProcessor;
  size_t reservedSharedMemPerBlock, maxSharedMemoryPerMultiProcessor;
  char gcnArchName[256];
  int gcnArch, isMultiGpuBoard, asicRevision, clockInstructionRate;
  hipDeviceArch_t arch;
  int maxTexture1D, maxTexture2D[2], maxTexture3D[3], isLargeBar,
      pageableMemoryAccess, hostNativeAtomicSupported,
      directManagedMemAccessFromHost, pageableMemoryAccessUsesHostPageTables,
      cooperativeMultiDeviceLaunch, cooperativeMultiDeviceUnmatchedFunc,
      cooperativeMultiDeviceUnmatchedGridDim,
      cooperativeMultiDeviceUnmatchedBlockDim,
      cooperativeMultiDeviceUnmatchedSharedMem;
};

struct hipFuncAttributes {
  int binaryVersion, cacheModeCA;
  size_t constSizeBytes, localSizeBytes;
  int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs,
      preferredShmemCarveout, ptxVersion;
  size_t sharedSizeBytes;
};

struct hipPointerAttribute_t {
  int type, device;
  void *devicePointer, *hostPointer;
};
struct hipPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct hipExtent {
  size_t width, height, depth;
};

#define hipHostMallocDefault 0
#define hipHostMallocPortable 1
#define hipHostMallocMapped 2
#define hipHostMallocWriteCombined 4
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipDeviceMallocDefault 0
#define hipDeviceMallocFinegrained 1
#define hipDeviceMallocUncached 3
#define hipHostRegisterDefault 0
#define hipHostRegisterPortable 1
#define hipHostRegisterMapped 2
#define hipMemAttachGlobal 1
#define hipMemAttachHost 2
#define hipEventDefault 0
#define hipEventBlockingSync 1
#define hipEventDisableTiming 2
#define hipStreamDefault 0
#define hipStreamNonBlocking 1
#define hipDeviceScheduleAuto 0
#define hipDeviceScheduleSpin 1
#define hipDeviceScheduleBlockingSync 4
#define hipDeviceMapHost 8
#define hipCpuDeviceId ((int)-1)
#define hipInvalidDeviceId ((int)-2)
#define hipDeviceScheduleYield 2
#define hipEventInterprocess 4
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipExtAnyOrderLaunch 1
#define hipStreamLegacy ((hipStream_t)0x1)
#define hipStreamPerThread ((hipStream_t)0x2)

#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x2)
#define HIP_LAUNCH_PARAM_END ((void *)0x3)

extern "C" {
// What clang calls for <<<...>>>.
hipError_t __hipPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                      size_t sharedMem = 0,
                                      hipStream_t stream = 0);
hipError_t hipConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0,
                            hipStream_t stream = 0);
hipError_t hipLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim,
                           void **args, size_t sharedMem = 0,
                           hipStream_t stream = 0);
hipError_t hipExtLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim,
                              void **args, size_t sharedMem,
                              hipStream_t stream, hipEvent_t start,
                              hipEvent_t stop, int flags);
hipError_t hipLaunchCooperativeKernel(const void *func, dim3 gridDim,
                                      dim3 blockDim, void **args,
                                      unsigned sharedMem = 0,
                                      hipStream_t stream = 0);
hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gridX,
                                 unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY,
                                 unsigned blockZ, unsigned sharedMem,
                                 hipStream_t stream, void **args, void **extra);
hipError_t hipModuleLaunchCooperativeKernel(
    hipFunction_t f, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedMem,
    hipStream_t stream, void **args);
// Of the grid it wants the threads.
hipError_t hipExtModuleLaunchKernel(
    hipFunction_t f, unsigned threadsX, unsigned threadsY, unsigned threadsZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, size_t sharedMem,
    hipStream_t stream, void **args, void **extra, hipEvent_t start = nullptr,
    hipEvent_t stop = nullptr, unsigned flags = 0);
hipError_t hipGetFuncBySymbol(hipFunction_t *f, const void *kernel);

hipError_t hipMalloc(void **p, size_t bytes);
hipError_t hipMallocHost(void **p, size_t bytes);
hipError_t hipMallocManaged(void **p, size_t bytes, unsigned flags = 1);
hipError_t hipMallocPitch(void **p, size_t *pitch, size_t w, size_t h);
hipError_t hipMallocAsync(void **p, size_t bytes, hipStream_t s);
hipError_t hipHostMalloc(void **p, size_t bytes, unsigned flags = 0);
hipError_t hipHostGetDevicePointer(void **d, void *h, unsigned flags);
hipError_t hipHostRegister(void *p, size_t bytes, unsigned flags);
hipError_t hipHostUnregister(void *p);
hipError_t hipFree(void *p);
hipError_t hipFreeAsync(void *p, hipStream_t s);
hipError_t hipFreeHost(void *p);
hipError_t hipHostFree(void *p);
hipError_t hipMemcpyHtoD(hipDeviceptr_t d, void *s, size_t bytes);
hipError_t hipMemcpyDtoH(void *d, hipDeviceptr_t s, size_t bytes);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t d, void *s, size_t bytes,
                              hipStream_t stream);
hipError_t hipMemcpyDtoHAsync(void *d, hipDeviceptr_t s, size_t bytes,
                              hipStream_t stream);
hipError_t hipMemcpyDtoD(hipDeviceptr_t d, hipDeviceptr_t s, size_t bytes);
hipError_t hipExtMallocWithFlags(void **p, size_t bytes, unsigned flags);
hipError_t hipHostGetFlags(unsigned *flags, void *p);
hipError_t hipMemcpyPeerAsync(void *d, int dd, const void *s, int sd, size_t n,
                              hipStream_t stream = 0);
hipError_t hipMemcpy2DAsync(void *d, size_t dpitch, const void *s,
                            size_t spitch, size_t w, size_t h, hipMemcpyKind k,
                            hipStream_t stream = 0);
hipError_t hipMemcpy(void *d, const void *s, size_t bytes, hipMemcpyKind k);
hipError_t hipMemcpyAsync(void *d, const void *s, size_t bytes,
                            hipMemcpyKind k, hipStream_t stream = 0);
hipError_t hipMemcpy2D(void *d, size_t dpitch, const void *s, size_t spitch,
                         size_t w, size_t h, hipMemcpyKind k);
hipError_t hipMemcpyPeer(void *d, int dd, const void *s, int sd, size_t n);
hipError_t hipMemset(void *p, int v, size_t bytes);
hipError_t hipMemset2D(void *p, size_t pitch, int v, size_t w, size_t h);
hipError_t hipMemsetAsync(void *p, int v, size_t n, hipStream_t s = 0);
hipError_t hipMemGetInfo(size_t *free, size_t *total);
hipError_t hipMemPrefetchAsync(const void *p, size_t n, int device,
                                 hipStream_t s = 0);
hipError_t hipMemAdvise(const void *p, size_t n, hipMemoryAdvise a, int d);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *a, const void *p);

hipError_t hipDeviceSynchronize(void);
hipError_t hipDeviceReset(void);
hipError_t hipSetDevice(int d);
hipError_t hipGetDevice(int *d);
hipError_t hipGetDeviceCount(int *n);
hipError_t hipSetDeviceFlags(unsigned flags);
hipError_t hipGetDeviceProperties(hipDeviceProp_t *p, int d);
hipError_t hipDeviceGetAttribute(int *v, hipDeviceAttribute_t a, int d);
hipError_t hipDeviceSetLimit(hipLimit_t l, size_t v);
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t c);
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig c);
hipError_t hipDeviceCanAccessPeer(int *can, int a, int b);
hipError_t hipDeviceEnablePeerAccess(int d, unsigned flags);
hipError_t hipDeviceDisablePeerAccess(int d);
hipError_t hipDeviceGetPCIBusId(char *id, int bytes, int d);
hipError_t hipDriverGetVersion(int *v);
hipError_t hipInit(unsigned flags);
hipError_t hipDeviceGet(hipDevice_t *d, int ordinal);
hipError_t hipDeviceGetLimit(size_t *v, hipLimit_t l);
hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t d);
hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t d);
hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest);
hipError_t hipChooseDevice(int *d, const hipDeviceProp_t *p);
hipError_t hipCtxCreate(hipCtx_t *c, unsigned flags, hipDevice_t d);
hipError_t hipCtxDestroy(hipCtx_t c);
hipError_t hipCtxSetCurrent(hipCtx_t c);
hipError_t hipCtxGetCurrent(hipCtx_t *c);
hipError_t hipCtxPushCurrent(hipCtx_t c);
hipError_t hipCtxPopCurrent(hipCtx_t *c);
hipError_t hipCtxSynchronize(void);
hipError_t hipModuleGetGlobal(hipDeviceptr_t *p, size_t *bytes, hipModule_t m,
                              const char *name);
hipError_t hipDeviceGetName(char *name, int bytes, hipDevice_t d);
hipError_t hipModuleLoad(hipModule_t *m, const char *file);
hipError_t hipModuleLoadData(hipModule_t *m, const void *image);
hipError_t hipModuleUnload(hipModule_t m);
hipError_t hipModuleGetFunction(hipFunction_t *f, hipModule_t m,
                                const char *name);
hipError_t hipRuntimeGetVersion(int *v);

hipError_t hipGetLastError(void);
hipError_t hipPeekAtLastError(void);
const char *hipGetErrorString(hipError_t e);
const char *hipGetErrorName(hipError_t e);

hipError_t hipStreamCreate(hipStream_t *s);
hipError_t hipStreamCreateWithFlags(hipStream_t *s, unsigned flags);
hipError_t hipStreamCreateWithPriority(hipStream_t *s, unsigned f, int p);
hipError_t hipStreamDestroy(hipStream_t s);
hipError_t hipStreamSynchronize(hipStream_t s);
hipError_t hipStreamQuery(hipStream_t s);
hipError_t hipStreamGetFlags(hipStream_t s, unsigned *flags);
hipError_t hipStreamGetPriority(hipStream_t s, int *priority);
typedef void (*hipStreamCallback_t)(hipStream_t s, hipError_t e, void *data);
hipError_t hipStreamAddCallback(hipStream_t s, hipStreamCallback_t f,
                                void *data, unsigned flags);
typedef void (*hipHostFn_t)(void *data);
hipError_t hipLaunchHostFunc(hipStream_t s, hipHostFn_t f, void *data);
hipError_t hipStreamWaitEvent(hipStream_t s, hipEvent_t e, unsigned f = 0);
hipError_t hipStreamBeginCapture(hipStream_t s, hipStreamCaptureMode m);
hipError_t hipStreamEndCapture(hipStream_t s, hipGraph_t *g);
hipError_t hipGraphInstantiate(hipGraphExec_t *e, hipGraph_t g, void *node,
                               char *log, size_t bytes);
hipError_t hipGraphDestroy(hipGraph_t g);
hipError_t hipGraphExecDestroy(hipGraphExec_t g);
hipError_t hipGraphLaunch(hipGraphExec_t g, hipStream_t s);
hipError_t hipEventCreate(hipEvent_t *e);
hipError_t hipEventCreateWithFlags(hipEvent_t *e, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t e);
hipError_t hipEventRecord(hipEvent_t e, hipStream_t s = 0);
hipError_t hipEventSynchronize(hipEvent_t e);
hipError_t hipEventQuery(hipEvent_t e);
hipError_t hipEventElapsedTime(float *ms, hipEvent_t a, hipEvent_t b);

hipError_t hipFuncSetCacheConfig(const void *f, hipFuncCache_t c);
hipError_t hipFuncSetSharedMemConfig(const void *f, hipSharedMemConfig c);
hipError_t hipFuncSetAttribute(const void *f, hipFuncAttribute a, int v);
hipError_t hipFuncGetAttributes(hipFuncAttributes *a, const void *f);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *f,
                                                          int block,
                                                          size_t smem);
hipError_t hipProfilerStart(void);
hipError_t hipProfilerStop(void);
} // extern "C"

// Typed forms of the above.
template <class T> hipError_t hipMalloc(T **p, size_t bytes) {
  return hipMalloc((void **)p, bytes);
}
template <class T> hipError_t hipMallocHost(T **p, size_t bytes) {
  return hipMallocHost((void **)p, bytes);
}
template <class T>
hipError_t hipMallocManaged(T **p, size_t bytes, unsigned flags = 1) {
  return hipMallocManaged((void **)p, bytes, flags);
}
template <class T>
hipError_t hipMallocPitch(T **p, size_t *pitch, size_t w, size_t h) {
  return hipMallocPitch((void **)p, pitch, w, h);
}
template <class T>
hipError_t hipMallocAsync(T **p, size_t bytes, hipStream_t s) {
  return hipMallocAsync((void **)p, bytes, s);
}
template <class T>
hipError_t hipHostMalloc(T **p, size_t bytes, unsigned flags = 0) {
  return hipHostMalloc((void **)p, bytes, flags);
}
template <class T>
hipError_t hipHostGetDevicePointer(T **d, void *h, unsigned flags) {
  return hipHostGetDevicePointer((void **)d, h, flags);
}
// By the address of the variable on the host, which stands for it.
extern "C" {
hipError_t hipMemcpyToSymbol(const void *, const void *, size_t, size_t,
                             hipMemcpyKind);
hipError_t hipMemcpyFromSymbol(void *, const void *, size_t, size_t,
                               hipMemcpyKind);
hipError_t hipGetSymbolAddress(void **, const void *);
hipError_t hipGetSymbolSize(size_t *, const void *);
}

template <class T>
hipError_t hipMemcpyToSymbol(const T &to, const void *from, size_t bytes,
                             size_t offset = 0,
                             hipMemcpyKind k = hipMemcpyHostToDevice) {
  return hipMemcpyToSymbol((const void *)&to, from, bytes, offset, k);
}
template <class T>
hipError_t hipMemcpyToSymbolAsync(const T &to, const void *from, size_t bytes,
                                  size_t offset, hipMemcpyKind k,
                                  hipStream_t = 0) {
  return hipMemcpyToSymbol((const void *)&to, from, bytes, offset, k);
}
template <class T>
hipError_t hipMemcpyFromSymbol(void *to, const T &from, size_t bytes,
                               size_t offset = 0,
                               hipMemcpyKind k = hipMemcpyDeviceToHost) {
  return hipMemcpyFromSymbol(to, (const void *)&from, bytes, offset, k);
}
template <class T>
hipError_t hipGetSymbolAddress(void **out, const T &symbol) {
  return hipGetSymbolAddress(out, (const void *)&symbol);
}
template <class T>
hipError_t hipGetSymbolSize(size_t *out, const T &symbol) {
  *out = sizeof(symbol);
  return hipSuccess;
}
template <class... P>
hipError_t hipFuncSetCacheConfig(void (*f)(P...), hipFuncCache_t c) {
  return hipFuncSetCacheConfig((const void *)f, c);
}
template <class... P>
hipError_t hipFuncSetSharedMemConfig(void (*f)(P...), hipSharedMemConfig c) {
  return hipFuncSetSharedMemConfig((const void *)f, c);
}
template <class... P>
hipError_t hipFuncSetAttribute(void (*f)(P...), hipFuncAttribute a, int v) {
  return hipFuncSetAttribute((const void *)f, a, v);
}
template <class... P>
hipError_t hipFuncGetAttributes(hipFuncAttributes *a, void (*f)(P...)) {
  return hipFuncGetAttributes(a, (const void *)f);
}
template <class... P>
hipError_t hipLaunchCooperativeKernel(void (*f)(P...), dim3 g, dim3 b,
                                      void **args, unsigned smem = 0,
                                      hipStream_t s = 0) {
  return hipLaunchCooperativeKernel((const void *)f, g, b, args, smem, s);
}
template <class F>
hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, F f,
                                               size_t smem = 0, int limit = 0);
template <class F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f,
                                                          int block,
                                                          size_t smem);

#define hipLaunchKernelGGL(Kernel, Grid, Block, Shared, Stream, ...)           \
  do {                                                                         \
    (Kernel)<<<(Grid), (Block), (Shared), (Stream)>>>(__VA_ARGS__);            \
  } while (0)
#define hipExtLaunchKernelGGL(Kernel, Grid, Block, Shared, Stream, Start,      \
                              Stop, Flags, ...)                                \
  do {                                                                         \
    (Kernel)<<<(Grid), (Block), (Shared), (Stream)>>>(__VA_ARGS__);            \
  } while (0)

// min and max of host code, without std::.
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max
#define GPUPERF_MINMAX(T)                                                      \
  static inline __attribute__((host)) __attribute__((enable_if(true, "")))     \
  T min(T a, T b) {                                                            \
    return a < b ? a : b;                                                      \
  }                                                                            \
  static inline __attribute__((host)) __attribute__((enable_if(true, "")))     \
  T max(T a, T b) {                                                            \
    return a < b ? b : a;                                                      \
  }
GPUPERF_MINMAX(int)
GPUPERF_MINMAX(unsigned)
GPUPERF_MINMAX(long)
GPUPERF_MINMAX(unsigned long)
GPUPERF_MINMAX(long long)
GPUPERF_MINMAX(unsigned long long)
GPUPERF_MINMAX(float)
GPUPERF_MINMAX(double)
#undef GPUPERF_MINMAX
#pragma pop_macro("max")
#pragma pop_macro("min")

#endif // GPUPERF_HIP_RUNTIME_H
