// A product on tensor cores whose operands come from shared memory, from rows
// of 32 words and Pad more.
template <int Pad> __global__ void product(float *C, int Slabs) {
  __shared__ unsigned Tile[64][32 + Pad];
  const unsigned Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  (&Tile[0][0])[threadIdx.x] = threadIdx.x;
  const unsigned Row =
      (unsigned)(unsigned long long)(__attribute__((address_space(3)))
                                     unsigned *)&Tile[16 * Warp + Lane % 16]
                                                     [4 * (Lane / 16)];
  float D0 = 0, D1 = 0, D2 = 0, D3 = 0;
  for (int S = 0; S < Slabs; ++S) {
    __syncthreads();
    unsigned A0, A1, A2, A3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
                 "[%4];"
                 : "=r"(A0), "=r"(A1), "=r"(A2), "=r"(A3)
                 : "r"(Row));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%5}, {%0,%1,%2,%3};"
                 : "+f"(D0), "+f"(D1), "+f"(D2), "+f"(D3)
                 : "r"(A0), "r"(A1), "r"(A2), "r"(A3));
  }
  C[4 * (blockIdx.x * blockDim.x + threadIdx.x)] = D0 + D1 + D2 + D3;
}

// Stages of asynchronous copies, listed in an array.
__global__ void staged(const float *From, float *To, int Slabs) {
  extern __shared__ float Room[];
  float *Stage[3] = {Room, Room + 128, Room + 256};
  float Sum = 0;
  for (int S = 0; S < Slabs; ++S) {
    float *Here = Stage[S % 3];
    const unsigned Place =
        (unsigned)(unsigned long long)(__attribute__((address_space(3)))
                                       float *)&Here[threadIdx.x];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(Place),
                 "l"(&From[S * blockDim.x + threadIdx.x]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    Sum += Here[threadIdx.x ^ 1];
  }
  To[blockIdx.x * blockDim.x + threadIdx.x] = Sum;
}

void run(float *A, float *C) {
  product<0><<<1, 128>>>(C, 100);
  product<4><<<1, 128>>>(C, 100);
  staged<<<1, 128, 1536>>>(A, C, 100);
}
