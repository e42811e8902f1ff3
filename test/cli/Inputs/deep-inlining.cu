// Five kernels of templates that call each other seven levels deep, each level
// the next one eight times, with structs handed on by value, as template
// libraries do. All that is left of a kernel is a few additions.
struct Coord {
  int I, J;
};

template <int Depth, int Kind> __device__ __forceinline__ int at(Coord C) {
  if constexpr (Depth == 0) {
    return C.I + Kind * C.J;
  } else {
    const Coord Next{C.J, C.I};
    return at<Depth - 1, Kind>(Next) + at<Depth - 1, Kind>(Next) +
           at<Depth - 1, Kind>(Next) + at<Depth - 1, Kind>(Next) -
           at<Depth - 1, Kind>(Next) - at<Depth - 1, Kind>(Next) -
           at<Depth - 1, Kind>(Next) - at<Depth - 1, Kind>(C) + C.I;
  }
}

template <int Kind> __global__ void move(float *Out, const float *In) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  Out[I] = In[I] + at<7, Kind>({I, Kind});
}

void run(float *Out, const float *In) {
  move<1><<<4096, 256>>>(Out, In);
  move<2><<<4096, 256>>>(Out, In);
  move<3><<<4096, 256>>>(Out, In);
  move<4><<<4096, 256>>>(Out, In);
  move<5><<<4096, 256>>>(Out, In);
}
