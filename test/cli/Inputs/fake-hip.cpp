// In the place of HIP's runtime: says what it is asked to run. Input of
// record-passthrough.test.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

struct Dim {
  unsigned x, y, z;
};
static std::map<const void *, std::string> &names() {
  static std::map<const void *, std::string> Names;
  return Names;
}
static struct {
  Dim Grid, Block;
  size_t Shared;
  void *Stream;
} Pushed;

static int run(const char *By, const void *Handle, Dim G, Dim B, size_t Shared,
               const void *First) {
  std::printf("%s %s <%u,%u,%u> <%u,%u,%u> %zu first %d\n", By,
              names()[Handle].c_str(), G.x, G.y, G.z, B.x, B.y, B.z, Shared,
              *static_cast<const int *>(First));
  return 0;
}

extern "C" {
void **__hipRegisterFatBinary(const void *) {
  static void *Binary;
  return &Binary;
}
void __hipUnregisterFatBinary(void **) {}
void __hipRegisterFunction(void **, const void *Handle, char *,
                           const char *Name, unsigned, void *, void *, void *,
                           void *, int *) {
  names()[Handle] = Name;
}
int __hipPushCallConfiguration(Dim Grid, Dim Block, size_t Shared,
                               void *Stream) {
  Pushed = {Grid, Block, Shared, Stream};
  return 0;
}
int __hipPopCallConfiguration(Dim *Grid, Dim *Block, size_t *Shared,
                              void **Stream) {
  *Grid = Pushed.Grid, *Block = Pushed.Block;
  *Shared = Pushed.Shared, *Stream = Pushed.Stream;
  return 0;
}
int hipLaunchKernel(const void *Handle, Dim Grid, Dim Block, void **Args,
                    size_t Shared, void *) {
  return run("ran", Handle, Grid, Block, Shared, Args[0]);
}
int hipExtLaunchKernel(const void *Handle, Dim Grid, Dim Block, void **Args,
                       size_t Shared, void *, void *, void *, int Flags) {
  std::printf("flags %d\n", Flags);
  return run("ran", Handle, Grid, Block, Shared, Args[0]);
}
int hipModuleLoad(void **Out, const char *) {
  *Out = std::malloc(1);
  return 0;
}
int hipModuleGetFunction(void **Out, void *, const char *Name) {
  *Out = std::malloc(1);
  names()[*Out] = Name;
  return 0;
}
int hipModuleLaunchKernel(const void *Handle, unsigned X, unsigned Y,
                          unsigned Z, unsigned BX, unsigned BY, unsigned BZ,
                          unsigned Shared, void *, void **Args, void **Extra) {
  return run("module ran", Handle, {X, Y, Z}, {BX, BY, BZ}, Shared,
             Args ? Args[0] : Extra[1]);
}
int hipExtModuleLaunchKernel(const void *Handle, unsigned X, unsigned Y,
                             unsigned Z, unsigned BX, unsigned BY, unsigned BZ,
                             size_t Shared, void *, void **Args, void **Extra,
                             void *, void *, unsigned Flags) {
  std::printf("flags %u\n", Flags);
  return run("module ran", Handle, {X, Y, Z}, {BX, BY, BZ}, Shared,
             Args ? Args[0] : Extra[1]);
}
int hipMalloc(void **Out, size_t Bytes) {
  *Out = std::malloc(Bytes);
  std::printf("allocated %zu\n", Bytes);
  return 0;
}
int hipFree(void *At) {
  std::free(At);
  std::puts("freed");
  return 0;
}
int hipDeviceSynchronize() { return 0; }
}
