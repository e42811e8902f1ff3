constexpr int Stride = 1;
