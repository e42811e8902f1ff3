# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""machine_code.py against PTX that holds known operations, for every
architecture that it reads. Without nvcc there is nothing to read."""

import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import machine_code
import machine_counts

NVCC = os.path.join(os.environ.get("CUDA_PATH", "/usr/local/cuda"), "bin",
                    "nvcc")
ARCHITECTURES = ("sm_75", "sm_80", "sm_86", "sm_90")

# Expression of x and y (floats), i and j (ints) or d and e (doubles) -> the
# operations of which at least one must appear.
EXPRESSIONS = {
    "x + y": {"FADD"}, "x * y": {"FMUL"}, "fmaf(x, y, c)": {"FFMA"},
    "fminf(x, y)": {"FMNMX"}, "(float)(d < e ? d : e)": {"FSEL"},
    "__sinf(x)": {"MUFU"}, "floorf(x)": {"FRND"}, "(float)i": {"I2F", "I2FP"},
    "(float)(int)x": {"F2I", "FRND"}, "x / y": {"FCHK"},
    "(float)(d + e)": {"DADD"}, "(float)(d * e)": {"DMUL"},
    "(float)fma(d, e, 3.0)": {"DFMA"}, "(float)d": {"F2F.64"},
    "__int_as_float(i + j)": {"IADD3", "VIADD", "IMAD"},
    "__int_as_float(i * j)": {"IMAD"},
    "__int_as_float(__mulhi(i, j))": {"IMAD.HI"},
    "__int_as_float((i & j) ^ 12345)": {"LOP3"},
    "__int_as_float(i >> (j & 31))": {"SHF"},
    "__int_as_float(min(i, j))": {"IMNMX", "VIMNMX"},
    "__int_as_float(min(min(i, j), j * 5))": {"IMNMX", "VIMNMX", "VIMNMX3"},
    "__int_as_float(__popc(i))": {"POPC"},
    "__int_as_float(__clz(i))": {"FLO"},
    "__int_as_float(__brev(i))": {"BREV"},
    "__int_as_float(__byte_perm(i, j, 0x2143))": {"PRMT"},
    "__int_as_float(abs(i))": {"IABS"},
    "__int_as_float(i < j ? i * 3 : j)": {"ISETP"},
    "__shfl_xor_sync(~0u, x, 1)": {"SHFL"},
    "__int_as_float(__ballot_sync(~0u, i < j))": {"VOTE", "VOTEU"},
    "atomicAdd(&S[i & 63], x)": {"ATOMS.CAS", "ATOMS"},
    "atomicAdd(o + i, x)": {"ATOMG", "ATOM"},
    "(atomicAdd(o + i, x), y)": {"RED"},
    "(atomicAdd((int *)o + i, j), y)": {"RED"},
    "M[i & 63]": {"LDC"}, "S[i & 63]": {"LDS"},
}


def kernels_text():
    out = ["__constant__ float M[64];\n"]
    for n, expression in enumerate(EXPRESSIONS):
        out.append(
            f'extern "C" __global__ void e{n}(float *o, const float *a, '
            "const int *b, const double *f, float c) {\n"
            "  __shared__ float S[64]; int t = threadIdx.x;\n"
            "  S[t & 63] = c; __syncthreads();\n"
            "  float x = a[t], y = a[t + 64]; int i = b[t], j = b[t + 64];\n"
            "  double d = f[t], e = f[t + 64];\n"
            f"  o[t] = {expression};\n}}\n")
    out.append(
        'extern "C" __global__ void loop(float *o, const float *a, int n) {\n'
        "  float s = 0;\n"
        "  for (int i = 0; i < n; ++i) s += a[i * 64 + threadIdx.x];\n"
        "  o[threadIdx.x] = s;\n}\n"
        'extern "C" __global__ void nest(float *o, const float *a, int n) {\n'
        "  float s = 0;\n"
        "  for (int i = 0; i < n; ++i) {\n"
        "    __syncthreads();\n"
        "#pragma unroll 1\n"
        "    for (int j = 0; j < n; ++j) s += a[i * j];\n"
        "  }\n"
        "  o[threadIdx.x] = s;\n}\n")
    return "".join(out)


@unittest.skipUnless(os.access(NVCC, os.X_OK), "no nvcc")
class MachineCode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernels = {}
        with tempfile.TemporaryDirectory(prefix="gpuperf-code-") as folder:
            source = os.path.join(folder, "e.cu")
            with open(source, "w", encoding="utf-8") as f:
                f.write(kernels_text())
            for arch in ARCHITECTURES:
                out = os.path.join(folder, arch)
                done = subprocess.run(
                    [NVCC, "-cubin", f"-arch={arch}", source, "-o", out,
                     "-Xptxas", "-v"], capture_output=True, text=True)
                if done.returncode:
                    continue  # a toolkit that no longer knows it
                cls.kernels[arch] = (
                    {k.name: k for k in machine_code.read(out)}, done.stderr)

    def each(self):
        self.assertTrue(self.kernels)
        yield from self.kernels.values()

    def test_each_expression_has_its_operation(self):
        for kernels, _ in self.each():
            for n, (expression, wanted) in enumerate(EXPRESSIONS.items()):
                names = {c.name for c in kernels[f"e{n}"].code}
                self.assertTrue(wanted & names,
                                f"{expression}: none of {wanted} in {names}")

    def test_nothing_is_unknown_and_all_ends(self):
        for kernels, _ in self.each():
            for k in kernels.values():
                self.assertEqual([c.name for c in k.code if not c.known], [],
                                 k.name)
                self.assertIn("EXIT", {c.name for c in k.code})

    def test_accesses_are_counted(self):
        for kernels, _ in self.each():
            kinds, _ = machine_code.counts_of(kernels["e0"], None)
            self.assertEqual(kinds["barrier"], 1)
            self.assertGreaterEqual(kinds["global"], 3)
            self.assertEqual(
                kinds["total"],
                sum(v for c, v in kinds.items() if c != "total"))

    def test_branches_lead_to_instructions(self):
        for kernels, _ in self.each():
            for k in kernels.values():
                addresses = {c.address for c in k.code}
                for c in k.code:
                    if c.name == "BRA":
                        self.assertIn(c.target, addresses)

    def test_loops_and_their_nesting(self):
        for kernels, _ in self.each():
            self.assertEqual(kernels["e0"].loops, [])
            loop = kernels["loop"]
            copies = [machine_code.counts_of(loop, l)[0]["fp32"]
                      for l in loop.loops]
            self.assertIn(4, copies)  # nvcc unrolls by four
            self.assertEqual(max(l.depth for l in loop.loops), 1)
            nest = kernels["nest"]
            self.assertEqual(sorted(l.depth for l in nest.loops), [1, 2])
            kinds, _, depth = machine_code.hot_counts(nest)
            self.assertEqual((depth, kinds["fp32"], kinds["barrier"]),
                             (2, 1, 0))

    def test_registers_are_those_of_the_report(self):
        for kernels, report in self.each():
            name = None
            for line in report.splitlines():
                if "Compiling entry function" in line:
                    name = line.split("'")[1]
                elif "Used " in line and name:
                    used = int(line.split("Used ")[1].split()[0])
                    self.assertEqual(kernels[name].registers, used)

    def test_other_files_are_refused(self):
        with tempfile.NamedTemporaryFile() as f:
            f.write(b"not an ELF file")
            f.flush()
            with self.assertRaises(machine_code.BadCubin):
                machine_code.read(f.name)


class MachineCounts(unittest.TestCase):
    def test_names_are_those_of_answers(self):
        plain = machine_counts.plain_name
        self.assertEqual(plain("void scale<double>(double*, int)"),
                         "scale<double>")
        self.assertEqual(plain("saxpy"), "saxpy")
        self.assertEqual(plain("void a::k<int, 3>(int (*)(int))"),
                         "a::k<int,3>")

    def test_halves_are_fixed(self):
        names = [f"file.cu:kernel{i}" for i in range(64)]
        halves = [machine_counts.half_of(n) for n in names]
        self.assertEqual(halves, [machine_counts.half_of(n) for n in names])
        self.assertGreater(halves.count("fit"), 16)
        self.assertGreater(halves.count("check"), 16)

    def test_norms_are_what_both_have(self):
        ours = {"fp32": 4, "global": 2, "total": 10}
        self.assertEqual(
            machine_counts.norm_of(ours, {"fp32": 8, "total": 20}), (4, 8))
        # No arithmetic to speak of: accesses.
        self.assertEqual(
            machine_counts.norm_of(ours, {"fp32": 1, "global": 4,
                                          "total": 40}), (2, 4))
        self.assertIsNone(machine_counts.norm_of({"total": 3}, {"total": 3}))


if __name__ == "__main__":
    unittest.main()
