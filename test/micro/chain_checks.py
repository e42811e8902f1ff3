# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What chains.py looks for: the table of operations (gpu/Ops.def) and the longest
path through the links of a kernel, in PTX, in machine code and in a listing."""

import pathlib
import re
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks/accuracy"))

import machine_code

OPS = ROOT / "benchmarks/micro/gpu/Ops.def"
MATRIX_OPS = ROOT / "benchmarks/micro/gpu/OpsMatrix.def"
STREAMS = 8

# What depends through predicates or uniform registers, which the path through
# the registers does not follow: these are counted only.
COUNTED_ONLY = {"Vote", "Vote4", "Vote8", "Redux", "Barrier", "SpecialRegister"}
# Operations whose one register operand stands in the second source.
UNARY = {"MUFU", "POPC", "FLO", "BREV", "F2F", "F2F.64", "F2I", "F2I.64", "I2F",
         "I2F.64", "I2FP", "FRND", "FRND.64", "I2I", "MOV", "S2R", "CS2R"}
WRITES_NOTHING = {"BRA", "EXIT", "BAR", "NOP", "STG", "STS", "STL", "FCHK", "ST",
                  "RED", "MEMBAR", "BSSY", "BSYNC", "CALL.REL", "WARPSYNC"}


@dataclass
class Op:
    group: str
    struct: str
    name: str
    op_class: str
    steps: int
    links: int
    min_sm: int
    machine: tuple  # names in machine code; empty: no fixed sequence
    text: str  # of a link; empty: no PTX of ours
    sums: int = 0  # of a matrix product: its first registers, which it adds to

    @property
    def single(self):
        """A link is its steps and no sequence around them."""
        return self.links >= 16 and self.struct != "IntMul64"


def read_ops(text):
    """The table with the matrix products; comments and line breaks do not
    matter."""
    text = re.sub(r"^\s*//.*$", "", text, flags=re.M)
    field = r'\s*("(?:[^"]*)"|[^,"]*?)\s*'
    entry = re.compile(r"(\w+_OP)\(" + ",".join([field] * 16) + r"\)")
    ops = []
    for m in entry.finditer(text):
        f = [x.strip('"') for x in m.groups()]
        ops.append(Op(f[0], f[1], f[2], f[3], int(f[11]), int(f[13]),
                      int(f[14]), tuple(x for x in f[15].split("|") if x), f[16]))
    ops += read_matrix_ops(MATRIX_OPS.read_text())
    # A function of the library; it converts its quadrant once.
    ops.append(Op("", "Fp32SinCosSlow", "fp32_sincos_slow",
                  "fp32_sincos_slow", 1, 2, 75, ("F2I",), ""))
    return ops


def read_matrix_ops(text):
    text = re.sub(r"^\s*//.*$", "", text, flags=re.M)
    field = r'\s*("(?:[^"]*)"|[^,"]*?)\s*'
    ops = []
    for m in re.finditer(r"MATRIX_OP\(" + ",".join([field] * 10) + r"\)", text):
        f = [x.strip('"') for x in m.groups()]
        ops.append(Op("", f[0], f[1], f[2], 1, 16, int(f[7]),
                      tuple(x for x in f[8].split("|") if x), f[9],
                      sums={"Floats": 4, "Halves": 2, "Doubles": 2}[f[4]]))
    return ops


def kernel_of(mangled):
    """("chain" or "stream", operation, links) of a kernel, or None."""
    m = re.search(r"(chain|stream)LinksI(?:NS\d*_|N\d+gpuperf\d+micro)(\d+)",
                  mangled)
    if not m:
        return None
    start, length = m.end(), int(m[2])
    links = re.match(r"E?Lj(\d+)E", mangled[start + length:])
    return m[1], mangled[start:start + length], int(links[1])


def asm_pattern(op):
    """The text of a link with any register for each operand."""
    if op.sums:
        return re.compile(re.escape(op.text))
    pattern = re.escape(op.text.replace("%%", "\0"))
    pattern = re.sub(r"%[0-2]", r"[%$\\w.]+", pattern)
    return re.compile(re.sub(r"(\\ )+", r"\\s*", pattern).replace("\0", "%"))


def ptx_kernels(text):
    """Name -> lines, of each entry."""
    out = {}
    for m in re.finditer(r"\.entry\s+(\w+)\s*\(.*?\n\}", text, re.S):
        out[m[1]] = m[0].splitlines()
    return out


REGISTER = re.compile(r"%[a-z]+\d+")


def ptx_path(lines, op):
    """(links, the longest path through them) of one pass through the code."""
    pattern = asm_pattern(op)
    depth, count, longest, inside, block = {}, 0, 0, False, []

    def instruction(line, step):
        nonlocal longest
        # What is written: the first operand, or a vector in braces.
        body = re.sub(r"^\s*(@!?%\w+\s+)?[\w.]+\s+", "", line)
        m = re.match(r"\{([^}]*)\}", body)
        written = REGISTER.findall(m[1] if m else body.split(",")[0])
        most = max((depth.get(r, 0) for r in REGISTER.findall(line)), default=0)
        for r in written:
            depth[r] = most + step
        longest = max(longest, most + step)

    for line in lines:
        line = line.strip()
        if line.startswith("// begin inline asm"):
            inside, block = True, []
        elif line.startswith("// end inline asm"):
            inside = False
            whole = " ".join(block)
            if pattern.search(whole):
                count += 1
                # A block reads and writes its first operand.
                registers = REGISTER.findall(whole)
                most = max((depth.get(r, 0) for r in registers), default=0)
                if op.sums:
                    for r in registers[:op.sums]:
                        depth[r] = most + 1
                elif registers:
                    depth[first_operand(op, whole)] = most + 1
                longest = max(longest, most + 1)
            elif block:
                instruction(whole, 0)
        elif inside:
            block.append(line)
        elif line and not line.startswith((".", "//", "$", "{", "}", "ret",
                                           "bra", "@", "st.", "bar.")):
            instruction(line, 0)
    return count, longest


def first_operand(op, whole):
    """The register that stands for %0 in the text of a link."""
    pattern = re.escape(op.text.replace("%%", "\0"))
    pattern = re.sub(r"%[12]", r"[%$\\w.]+", pattern)
    pattern = pattern.replace("%0", r"(?P<x>[%$\w.]+)", 1)
    pattern = pattern.replace("%0", r"(?P=x)")
    m = re.search(re.sub(r"(\\ )+", r"\\s*", pattern).replace("\0", "%"), whole)
    return m["x"] if m else REGISTER.findall(whole)[0]


def check_ptx(text, ops, sm):
    """(kernels seen, complaints)."""
    by_struct = {o.struct: o for o in ops}
    seen, bad = 0, []
    for name, lines in ptx_kernels(text).items():
        k = kernel_of(name)
        op = by_struct.get(k[1]) if k else None
        if not op or not op.text or op.min_sm > sm:
            continue
        seen += 1
        kind, _, links = k
        count, path = ptx_path(lines, op)
        wanted = links * (STREAMS if kind == "stream" else 1)
        if count != wanted:
            bad.append(f"{kind} of {links} {op.struct}: {count} links in PTX "
                       f"instead of {wanted}")
        # A barrier has no operand: its links are ordered, not dependent.
        elif op.struct != "Barrier" and path != links:
            bad.append(f"{kind} of {links} {op.struct}: a path of {path} in PTX "
                       f"instead of {links}")
    return seen, bad


def sources_of(c):
    shifts = ([32] if c.name in UNARY else
              [24, 32, 64] if c.form == 1 else [24, 64])
    return {c._source(s) for s in shifts} - {machine_code.ZERO_REGISTER}


def machine_path(code, op):
    """(operations, the longest path through them) in order of address."""
    depth, count, longest = {}, 0, 0
    for c in code:
        step = c.name in op.machine and c.kind != "move" and not c.never
        most = max((depth.get(r, 0) for r in sources_of(c)), default=0)
        count += step
        if step:
            longest = max(longest, most + 1)
        if c.name in WRITES_NOTHING or c.name.endswith("SETP"):
            continue
        target = c._source(16)
        if target != machine_code.ZERO_REGISTER:
            # Of a pair the first one stands for both.
            depth[target] = most + step
    return count, longest


def loop_code(kernel, op):
    """The instructions of the innermost loop with most of the operations: from
    the target of a branch backwards to the branch."""
    best, best_key = [], (-1, 0)
    for c in kernel.code:
        if c.name != "BRA" or c.target > c.address:
            continue
        inside = [i for i in kernel.code if c.target <= i.address <= c.address]
        key = (sum(i.name in op.machine for i in inside), -len(inside))
        if key > best_key:
            best, best_key = inside, key
    return best


def check_machine(kernels, ops, sm):
    by_struct = {o.struct: o for o in ops}
    seen, bad = 0, []
    for kernel in kernels:
        k = kernel_of(kernel.name)
        op = by_struct.get(k[1]) if k else None
        if not op or not op.machine or op.min_sm > sm:
            continue
        seen += 1
        kind, _, links = k
        what = f"{kind} of {links} {op.struct}"
        wanted = links * op.steps * (STREAMS if kind == "stream" else 1)
        loop = loop_code(kernel, op)
        count, path = machine_path(loop, op)
        # The loop's own counter may be of the same operation.
        if not wanted <= count <= wanted + 2:
            bad.append(f"{what}: {count} {'/'.join(op.machine)} in the loop "
                       f"instead of {wanted}")
        elif op.single and not op.sums and op.struct not in COUNTED_ONLY and \
                path != links * op.steps:
            bad.append(f"{what}: a path of {path} {'/'.join(op.machine)} "
                       f"instead of {links * op.steps}")
    return seen, bad


def check_listing(text, ops, sm):
    """The same count in what cuobjdump -sass prints."""
    by_struct = {o.struct: o for o in ops}
    seen, bad = 0, []
    for part in re.split(r"^\s*Function : ", text, flags=re.M)[1:]:
        k = kernel_of(part.split("\n", 1)[0])
        op = by_struct.get(k[1]) if k else None
        if not op or not op.machine or op.min_sm > sm:
            continue
        seen += 1
        kind, _, links = k
        # ".64" is a class of ours, not a part of the mnemonic.
        names = "|".join(re.escape(m.replace(".64", "")) for m in op.machine)
        count = len(re.findall(r"^\s*/\*[0-9a-f]+\*/\s+(?:@!?\w+\s+)?(?:" +
                               names + r")\b", part, re.M))
        wanted = links * op.steps * (STREAMS if kind == "stream" else 1)
        if count < wanted:
            bad.append(f"{kind} of {links} {op.struct}: {count} "
                       f"{'/'.join(op.machine)} listed instead of {wanted}")
    return seen, bad
