# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chain_checks.py notices a chain that a compiler has broken: on texts and
instructions made for it, so without any compiler."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chain_checks as chains
import machine_code

TABLE = chains.read_ops(chains.OPS.read_text())
OPS = {o.struct: o for o in TABLE}


def name(kind, struct, links):
    return (f"_ZN7gpuperf5micro{len(kind) + 5}{kind}LinksINS0_{len(struct)}"
            f"{struct}ELj{links}EEEvPKjjjPmPj")


def ptx(kernel, blocks):
    """An entry with one asm block after the other."""
    body = "\n".join(f"\t// begin inline asm\n\t{b}\n\t// end inline asm"
                     for b in blocks)
    return (f".visible .entry {kernel}(\n\t.param .u64 {kernel}_param_0\n)\n{{\n"
            f"\tld.param.u64 %rd1, [{kernel}_param_0];\n$L_1:\n{body}\n"
            "\tadd.s32 %r9, %r9, 1;\n\t@%p1 bra $L_1;\n\tret;\n}\n")


def fma(to, x):
    return f"fma.rn.f32 %f{to}, %f{x}, %f90, %f91;"


def instruction(address, operation, to, a=255, b=255, c=255, form=1,
                predicate=machine_code.ALWAYS):
    return machine_code.Instruction(
        address, operation | form << 9 | predicate << 12 | to << 16 | a << 24 |
        b << 32, c)


def number_of(mnemonic):
    return next(n for n, (m, _) in machine_code.OPERATIONS.items()
                if m == mnemonic)


def branch(address, target):
    offset = (target - address - machine_code.INSTRUCTION_BYTES) // 4
    offset &= (1 << 48) - 1
    return machine_code.Instruction(
        address, number_of("BRA") | offset << 34 & (1 << 64) - 1,
        offset >> 30)


def kernel(kind, struct, links, code):
    end = 16 * len(code)
    return machine_code.Kernel(name(kind, struct, links), 16,
                               code + [branch(end, 0)])


class Table(unittest.TestCase):
    def test_every_entry_is_read(self):
        text = chains.OPS.read_text()
        entries = [l for l in text.splitlines()
                   if l.startswith(("FLOAT_OP(", "DOUBLE_OP(", "SPECIAL_OP(",
                                    "INTEGER_OP(", "CONVERT_OP(", "WARP_OP("))]
        self.assertGreater(len(entries), 35)
        products = [l for l in chains.MATRIX_OPS.read_text().splitlines()
                    if l.startswith("MATRIX_OP(")]
        self.assertGreater(len(products), 5)
        # The accurate sine is in no table.
        self.assertEqual(len(TABLE), len(entries) + len(products) + 1)
        self.assertEqual(OPS["TensorFp64"].sums, 2)
        self.assertEqual(OPS["TensorInt8"].machine, ("IMMA",))
        self.assertEqual(len(OPS), len(TABLE))
        self.assertEqual((OPS["Convert64"].steps, OPS["Convert64"].links), (2, 16))
        self.assertEqual(OPS["Redux"].min_sm, 80)
        self.assertEqual(OPS["Fp32Fma"].text, "fma.rn.f32 %0, %0, %1, %2;")

    def test_classes_are_those_of_the_models(self):
        classes = (chains.ROOT / "gpumodel/OpClass.def").read_text()
        for op in TABLE:
            self.assertIn(f'"{op.op_class}"', classes, op.struct)
        self.assertEqual(OPS["IntToFloat"].op_class, "convert_32")

    def test_machine_operations_are_known(self):
        known = {m for m, _ in machine_code.OPERATIONS.values()}
        for op in TABLE:
            self.assertLessEqual(set(op.machine), known, op.struct)

    def test_names_of_kernels(self):
        self.assertEqual(chains.kernel_of(name("chain", "IntAdd", 64)),
                         ("chain", "IntAdd", 64))
        self.assertEqual(
            chains.kernel_of("_ZN7gpuperf5micro11streamLinksIN7gpuperf5micro"
                             "7Fp32FmaELj16EEEvPKjjjPmPj"),
            ("stream", "Fp32Fma", 16))
        self.assertIsNone(chains.kernel_of("_Z5otherv"))


class Ptx(unittest.TestCase):
    def complaints(self, kind, struct, links, blocks):
        seen, bad = chains.check_ptx(ptx(name(kind, struct, links), blocks),
                                     TABLE, 90)
        self.assertEqual(seen, 1)
        return bad

    def test_whole_chain(self):
        self.assertEqual(
            self.complaints("chain", "Fp32Fma", 4, [fma(1, 1)] * 4), [])
        # Renamed from link to link.
        self.assertEqual(self.complaints(
            "chain", "Fp32Fma", 3, [fma(2, 1), fma(3, 2), fma(4, 3)]), [])

    def test_missing_link(self):
        bad = self.complaints("chain", "Fp32Fma", 4, [fma(1, 1)] * 3)
        self.assertIn("3 links in PTX instead of 4", bad[0])

    def test_broken_chain(self):
        bad = self.complaints("chain", "Fp32Fma", 3,
                              [fma(2, 1), fma(3, 1), fma(4, 3)])
        self.assertIn("a path of 2 in PTX instead of 3", bad[0])

    def test_streams_must_not_depend(self):
        blocks = [fma(k, k) for _ in range(2) for k in range(8)]
        self.assertEqual(self.complaints("stream", "Fp32Fma", 2, blocks), [])
        blocks[9] = fma(1, 8)
        blocks[8] = fma(8, 1)
        bad = self.complaints("stream", "Fp32Fma", 2, blocks)
        self.assertIn("a path of 3", bad[0])

    def test_local_registers_and_special_ones(self):
        link = ("{.reg .pred p; setp.ne.u32 p, %r1, %r2; "
                "@p mov.u32 %r1, %smid;}")
        self.assertEqual(
            self.complaints("chain", "SpecialRegister", 2, [link] * 2), [])

    def test_older_architecture_is_left_alone(self):
        text = ptx(name("chain", "Redux", 16), [])
        self.assertEqual(chains.check_ptx(text, TABLE, 75), (0, []))
        self.assertEqual(len(chains.check_ptx(text, TABLE, 80)[1]), 1)


class MachineCode(unittest.TestCase):
    def complaints(self, kind, struct, links, code):
        seen, bad = chains.check_machine([kernel(kind, struct, links, code)],
                                         TABLE, 90)
        self.assertEqual(seen, 1)
        return bad

    def chain_of(self, mnemonic, count, **operands):
        return [instruction(16 * i, number_of(mnemonic), 4, **operands)
                for i in range(count)]

    def test_whole_chain(self):
        self.assertEqual(self.complaints(
            "chain", "Fp32Fma", 32, self.chain_of("FFMA", 32, a=4, b=5, c=6)),
            [])
        self.assertEqual(self.complaints(
            "chain", "Fp32RcpApprox", 32, self.chain_of("MUFU", 32, a=0, b=4,
                                                        c=0)), [])

    def test_folded_chain(self):
        # Two additions have become one.
        bad = self.complaints("chain", "IntAdd", 32,
                              self.chain_of("IADD3", 16, a=4, b=5, c=6))
        self.assertIn("16 IADD3 in the loop instead of 32", bad[0])

    def test_chain_that_no_longer_depends(self):
        code = self.chain_of("LOP3", 32, a=4, b=5, c=6)
        code[16] = instruction(256, number_of("LOP3"), 4, 7, 5, 6)
        bad = self.complaints("chain", "IntLogic", 32, code)
        self.assertIn("a path of 16 LOP3 instead of 32", bad[0])

    def test_what_stands_outside_the_loop_does_not_count(self):
        code = [instruction(16 * i, number_of("FADD"), 4, 4, 5, 6)
                for i in range(32)]
        k = machine_code.Kernel(name("chain", "Fp32Add", 32), 16,
                                code + [branch(512, 256)])
        self.assertIn("16 FADD", chains.check_machine([k], TABLE, 90)[1][0])


class Listing(unittest.TestCase):
    def test_counts_a_listing(self):
        line = "        /*0{:03x}*/                   {} R4, R4, R5, R6 ;  /* 0 */"
        text = "\tFunction : " + name("chain", "Fp32Fma", 32) + "\n" + "\n".join(
            line.format(i, "FFMA") for i in range(31))
        seen, bad = chains.check_listing(text, TABLE, 90)
        self.assertEqual(seen, 1)
        self.assertIn("31 FFMA listed instead of 32", bad[0])
        text += "\n" + line.format(31, "@P0 FFMA.FTZ")
        self.assertEqual(chains.check_listing(text, TABLE, 90), (1, []))


if __name__ == "__main__":
    unittest.main()
