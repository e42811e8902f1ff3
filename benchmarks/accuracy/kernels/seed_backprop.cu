// Training step of a network with one hidden layer of 16 neurons or a multiple:
// the sums into the hidden layer, and the change of the weights. Blocks are 16
// x 16, one block per 16 inputs. For the experiments of Kleimenov and Popova
// 2021. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int Side = 16;

/// partial[block][neuron]: what 16 inputs add to each neuron. Weights lie one
/// line per input behind a line and a column of thresholds.
__global__ void layer_forward(const float *inputs, float *weights,
                              float *partial, int hidden) {
  __shared__ float Input[Side];
  __shared__ float Product[Side][Side];
  const int X = threadIdx.x, Y = threadIdx.y;
  const int Line = Side * blockIdx.y + Y + 1;
  const int At = (hidden + 1) * Line + X + 1;
  if (X == 0)
    Input[Y] = inputs[Line];
  __syncthreads();
  Product[Y][X] = weights[At] * Input[Y];
  __syncthreads();
  for (int Width = 1; Width < Side; Width *= 2) {
    if (Y % (2 * Width) == 0)
      Product[Y][X] += Product[Y + Width][X];
    __syncthreads();
  }
  weights[At] = Product[Y][X];
  if (Y == 0)
    partial[blockIdx.y * hidden + X] = Product[0][X];
}

/// Every weight moves by the error of its neuron and by what it moved before.
__global__ void adjust_weights(const float *errors, const float *inputs,
                               float *weights, float *moved, int hidden) {
  const int X = threadIdx.x, Y = threadIdx.y;
  const int Line = Side * blockIdx.y + Y + 1;
  const int At = (hidden + 1) * Line + X + 1;
  const float Rate = 0.3f, Momentum = 0.3f;
  float Move = Rate * errors[X + 1] * inputs[Line] + Momentum * moved[At];
  weights[At] += Move;
  moved[At] = Move;
  __syncthreads();
  if (Y == 0 && blockIdx.y == 0) {
    Move = Rate * errors[X + 1] + Momentum * moved[X + 1];
    weights[X + 1] += Move;
    moved[X + 1] = Move;
  }
}
