#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Machine code of NVIDIA GPUs (sm_75 to sm_90), read from a cubin: operations,
basic blocks, loops, and what one pass through the hottest loop issues.

    nvcc -cubin -arch=sm_80 kernels.cu -o kernels.cubin
    benchmarks/accuracy/machine_code.py kernels.cubin [KERNEL]

An instruction is 16 bytes. Its low nine bits name the operation, the next three
the form of its operands, the next four the predicate (7: always; bit 3: not).
Used by tests and comparisons only; gpuperf itself never needs a toolkit.
"""

import os
import struct
import sys
from collections import Counter
from dataclasses import dataclass, field

INSTRUCTION_BYTES = 16
ALWAYS = 7
ZERO_REGISTER = 255

# Operation (low nine bits) -> (name, class). Each is checked by
# test_machine_code.py against PTX that holds just this operation, or was seen
# where only it can stand.
OPERATIONS = {
    0x002: ("MOV", "move"), 0x003: ("P2R", "move"), 0x004: ("R2P", "move"),
    0x005: ("CS2R", "move"), 0x006: ("VOTE", "vote"),
    0x007: ("SEL", "select"), 0x008: ("FSEL", "select"),
    0x009: ("FMNMX", "compare"), 0x00a: ("FSET", "compare"),
    0x00b: ("FSETP", "compare"), 0x00c: ("ISETP", "compare"),
    0x00d: ("ISET", "compare"), 0x00f: ("VIMNMX3", "compare"),
    0x010: ("IADD3", "int"), 0x011: ("LEA", "int"), 0x012: ("LOP3", "int"),
    0x013: ("IABS", "int"), 0x015: ("VABSDIFF4", "int"),
    0x014: ("VABSDIFF", "int"),
    0x016: ("PRMT", "int"), 0x017: ("IMNMX", "compare"),
    0x019: ("SHF", "int"), 0x01a: ("SGXT", "int"), 0x01b: ("BMSK", "int"),
    0x01c: ("PLOP3", "predicate"),
    0x020: ("FMUL", "fp32"), 0x021: ("FADD", "fp32"),
    0x022: ("FSWZADD", "fp32"), 0x023: ("FFMA", "fp32"),
    0x024: ("IMAD", "int"), 0x025: ("IMAD.WIDE", "int"),
    0x026: ("IDP", "int"), 0x027: ("IMAD.HI", "int"),
    0x028: ("DMUL", "fp64"), 0x029: ("DADD", "fp64"),
    0x02a: ("DSETP", "fp64"), 0x02b: ("DFMA", "fp64"),
    0x030: ("HADD2", "fp16"), 0x031: ("HFMA2", "fp16"),
    0x032: ("HMUL2", "fp16"), 0x033: ("HSET2", "fp16"),
    0x034: ("HSETP2", "fp16"), 0x035: ("HFMA2.MMA", "fp16"),
    0x036: ("VIADD", "int"),
    0x037: ("IMMA", "tensor"), 0x038: ("I2I", "conversion"),
    0x039: ("I2IP", "conversion"), 0x03a: ("MOVM", "tensor"),
    0x03b: ("LDSM", "shared"), 0x03c: ("HMMA", "tensor"),
    0x03d: ("BMMA", "tensor"), 0x03e: ("F2FP", "conversion"),
    0x03f: ("DMMA", "tensor"), 0x040: ("HMNMX2", "fp16"),
    0x043: ("F2IP", "conversion"), 0x045: ("I2FP", "conversion"),
    0x048: ("VIMNMX", "compare"),
    0x082: ("UMOV", "uniform"), 0x083: ("UP2UR", "uniform"),
    0x086: ("VOTEU", "vote"), 0x087: ("USEL", "uniform"),
    0x08c: ("UISETP", "uniform"), 0x090: ("UIADD3", "uniform"),
    0x091: ("ULEA", "uniform"), 0x092: ("ULOP3", "uniform"),
    0x096: ("UPRMT", "uniform"), 0x097: ("UIADD3.64", "uniform"),
    0x099: ("USHF", "uniform"), 0x09a: ("USGXT", "uniform"),
    0x09b: ("UBMSK", "uniform"), 0x09c: ("UPLOP3", "uniform"),
    0x0a4: ("UIMAD", "uniform"), 0x0a5: ("UIMAD.WIDE", "uniform"),
    0x0a7: ("UIMAD.HI", "uniform"),
    0x0b9: ("ULDC", "uniform"), 0x0bb: ("ULDC.X", "uniform"),
    0x0bd: ("UFLO", "uniform"), 0x0be: ("UBREV", "uniform"),
    0x0bf: ("UPOPC", "uniform"),
    0x100: ("FLO", "int"), 0x101: ("BREV", "int"),
    0x102: ("FCHK", "compare"), 0x104: ("F2F", "conversion"),
    0x105: ("F2I", "conversion"), 0x106: ("I2F", "conversion"),
    0x107: ("FRND", "conversion"), 0x108: ("MUFU", "sfu"),
    0x109: ("POPC", "int"), 0x110: ("F2F.64", "conversion"),
    0x111: ("F2I.64", "conversion"), 0x112: ("I2F.64", "conversion"),
    0x113: ("FRND.64", "conversion"),
    0x118: ("NOP", "nop"), 0x119: ("S2R", "special"),
    0x11a: ("DEPBAR", "control"), 0x11c: ("B2R", "special"),
    0x11d: ("BAR", "barrier"),
    0x141: ("BSYNC", "control"), 0x142: ("BREAK", "control"),
    0x143: ("CALL.ABS", "control"), 0x144: ("CALL.REL", "control"),
    0x145: ("BSSY", "control"), 0x146: ("YIELD", "control"),
    0x147: ("BRA", "control"), 0x148: ("WARPSYNC", "control"),
    0x149: ("BRX", "control"), 0x14a: ("JMP", "control"),
    0x14d: ("EXIT", "control"), 0x14e: ("LEPC", "control"),
    0x150: ("RET", "control"), 0x155: ("BMOV.CLEAR", "control"),
    0x156: ("BMOV", "control"), 0x158: ("BRXU", "control"),
    0x15b: ("KILL", "control"), 0x15c: ("BPT", "control"),
    0x15d: ("NANOSLEEP", "control"),
    0x160: ("TEX", "texture"), 0x161: ("TEX", "texture"),
    0x163: ("TLD4", "texture"), 0x164: ("TLD4", "texture"),
    0x166: ("TLD", "texture"), 0x167: ("TLD", "texture"),
    0x16c: ("TXD", "texture"), 0x16d: ("TXD", "texture"),
    0x16f: ("TXQ", "texture"), 0x170: ("TXQ", "texture"),
    0x180: ("LD", "global"), 0x181: ("LDG", "global"),
    0x182: ("LDC", "constant"), 0x183: ("LDL", "local"),
    0x184: ("LDS", "shared"), 0x185: ("ST", "global"),
    0x186: ("STG", "global"), 0x187: ("STL", "local"),
    0x188: ("STS", "shared"), 0x189: ("SHFL", "shuffle"),
    0x18a: ("ATOM", "atomic"), 0x18b: ("ATOM.CAS", "atomic"),
    0x18c: ("ATOMS", "atomic"), 0x18d: ("ATOMS.CAS", "atomic"),
    0x18e: ("RED", "atomic"), 0x18f: ("CCTL", "fence"),
    0x192: ("MEMBAR", "fence"), 0x199: ("SULD", "texture"),
    0x19a: ("SULD", "texture"), 0x19b: ("SUST", "texture"),
    0x19c: ("SUST", "texture"), 0x19d: ("SUST", "texture"),
    0x19e: ("SUST", "texture"), 0x1a1: ("MATCH", "vote"),
    0x1a3: ("ATOMG", "atomic"), 0x1a6: ("RED", "atomic"),
    0x1a8: ("ATOMG", "atomic"),
    0x1a9: ("ATOMG.CAS", "atomic"),
    0x1aa: ("QSPC", "compare"), 0x1ab: ("ERRBAR", "fence"),
    0x1ae: ("LDGSTS", "global"), 0x1af: ("LDGDEPBAR", "fence"),
    0x1b0: ("ARRIVES", "atomic"), 0x1c2: ("R2UR", "uniform"),
    0x1c3: ("S2UR", "uniform"), 0x1c4: ("REDUX", "vote"),
}


class BadCubin(Exception):
    """The file cannot be read; the text says why."""


@dataclass
class Instruction:
    address: int
    low: int
    high: int
    new_branches: bool = False

    @property
    def operation(self):
        return self.low & 0x1ff

    @property
    def form(self):
        return self.low >> 9 & 7

    @property
    def predicated(self):
        return self.low >> 12 & 7 != ALWAYS

    @property
    def never(self):
        """@!PT: predicated off for good."""
        return self.low >> 12 & 15 == 15

    @property
    def known(self):
        return self.operation in OPERATIONS

    @property
    def name(self):
        return (OPERATIONS[self.operation][0] if self.known
                else f"?{self.operation:03x}")

    def _source(self, shift):
        word = self.low if shift < 64 else self.high
        return word >> (shift % 64) & 0xff

    @property
    def kind(self):
        """The class; moves in disguise are moves."""
        if not self.known:
            return "unknown"
        kind = OPERATIONS[self.operation][1]
        a = self._source(24)
        if self.name == "IMAD" and a == ZERO_REGISTER:
            return "move"  # 0 * b + c
        if self.name in ("HFMA2", "HFMA2.MMA") and a == ZERO_REGISTER:
            return "move"  # -0 * 0 + constant
        if self.name == "IADD3" and a == ZERO_REGISTER and \
                self._source(64) == ZERO_REGISTER and self.form == 4:
            return "move"
        return kind

    @property
    def target(self):
        """Where BRA, BSSY and CALL.REL lead: relative to the next one, in words
        of four bytes. From sm_90 on, eight bits below those of old."""
        offset = self.low >> 34 | (self.high & 0x3ffff) << 30
        if offset >> 47 & 1:
            offset -= 1 << 48
        if self.new_branches:
            offset = offset << 8 | self.low >> 16 & 0xff
        return self.address + INSTRUCTION_BYTES + 4 * offset

    @property
    def ends_block(self):
        return self.name in ("BRA", "EXIT", "RET", "BRX", "BRXU", "JMP",
                             "KILL", "BREAK")


@dataclass
class Loop:
    header: int
    blocks: set
    parent: object = None
    depth: int = 1
    children: list = field(default_factory=list)


@dataclass
class Kernel:
    name: str
    registers: int
    code: list  # instructions of the kernel itself
    helpers: int = 0  # instructions of called routines that follow it
    blocks: list = field(default_factory=list)  # of lists of instructions
    successors: list = field(default_factory=list)
    loops: list = field(default_factory=list)
    indirect: bool = False  # has a jump through a table: loops are not sure


def _sections(data):
    if data[:4] != b"\x7fELF" or data[4] != 2:
        raise BadCubin("not a 64-bit ELF file")
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3a)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size)
               for i in range(count)]
    text = headers[names][4]
    for h in headers:
        end = data.index(b"\0", text + h[0])
        yield data[text + h[0]:end].decode(), h


def _architecture(data):
    """75 for sm_75: where it stands depends on the version of the ABI."""
    flags, = struct.unpack_from("<I", data, 0x30)
    return flags >> 8 & 0xff if data[8] >= 8 else flags & 0xff


def _register_counts(data, sections, names):
    """Function symbol -> registers per thread, from .nv.info."""
    out = {}
    for name, h in sections:
        if name != ".nv.info":
            continue
        at, end = h[4], h[4] + h[5]
        while at + 4 <= end:
            form, attribute, size = struct.unpack_from("<BBH", data, at)
            at += 4
            if form != 4:
                continue
            if attribute == 0x2f and size == 8:
                symbol, count = struct.unpack_from("<II", data, at)
                if symbol in names:
                    out[names[symbol]] = count
            at += size
    return out


def read(path):
    """The kernels of one cubin."""
    with open(path, "rb") as f:
        data = f.read()
    sections = list(_sections(data))
    new_branches = _architecture(data) >= 90
    by_index = [name for name, _ in sections]
    symbols = {}  # section name -> [(offset, name)] of functions
    numbered = {}  # symbol number -> name
    strings = next((h for n, h in sections if n == ".strtab"), None)
    table = next((h for n, h in sections if n == ".symtab"), None)
    if table and strings:
        for at in range(table[4], table[4] + table[5], 24):
            name, info, _, section, value, _ = struct.unpack_from(
                "<IBBHQQ", data, at)
            if info & 15 == 2 and section < len(by_index):
                end = data.index(b"\0", strings[4] + name)
                text = data[strings[4] + name:end].decode()
                numbered[(at - table[4]) // 24] = text
                symbols.setdefault(by_index[section], []).append(
                    (value, text))
    registers = _register_counts(data, sections, numbered)
    kernels = []
    for name, header in sections:
        if not name.startswith(".text."):
            continue
        offset, size = header[4], header[5]
        words = struct.unpack_from(f"<{size // 8}Q", data, offset)
        code = [Instruction(i * 8, words[i], words[i + 1], new_branches)
                for i in range(0, len(words) - 1, 2)]
        kernel = name[len(".text."):]
        ends = [v for v, n in symbols.get(name, ()) if n != kernel and v > 0]
        own = min(ends, default=size)
        k = Kernel(kernel, registers.get(kernel, 0),
                   [c for c in code if c.address < own],
                   sum(c.address >= own for c in code))
        _find_blocks(k)
        _find_loops(k)
        kernels.append(k)
    return kernels


def _find_blocks(k):
    code = list(k.code)
    # Padding: a branch to itself, then NOPs.
    while code and (code[-1].name == "NOP" or (
            code[-1].name == "BRA"
            and code[-1].target == code[-1].address)):
        code.pop()
    k.code = code
    if not code:
        return
    last = code[-1].address
    leaders = {code[0].address}
    for c in code:
        if c.name == "BRA" and 0 <= c.target <= last:
            leaders.add(c.target)
        if c.ends_block:
            leaders.add(c.address + INSTRUCTION_BYTES)
        k.indirect |= c.name in ("BRX", "BRXU", "JMP")
    index = {}
    for c in code:
        if c.address in leaders:
            index[c.address] = len(k.blocks)
            k.blocks.append([])
        k.blocks[-1].append(c)
    for b in k.blocks:
        end = b[-1]
        following = index.get(end.address + INSTRUCTION_BYTES)
        to = []
        if end.name == "BRA" and not end.never:
            if end.target in index:
                to.append(index[end.target])
            # A condition may also stand among the operands (BRA P0, ...).
            conditional = end.predicated or end.high >> 23 & 7 != ALWAYS
            if conditional and following is not None:
                to.append(following)
        elif end.name in ("EXIT", "RET", "KILL", "BREAK"):
            if end.predicated and following is not None:
                to.append(following)
        elif end.name not in ("BRX", "BRXU", "JMP") and following is not None:
            to.append(following)
        k.successors.append(list(dict.fromkeys(to)))


def _find_loops(k):
    count = len(k.blocks)
    if not count:
        return
    order, seen = [], set()

    def visit(start):
        stack = [(start, iter(k.successors[start]))]
        seen.add(start)
        while stack:
            node, rest = stack[-1]
            for s in rest:
                if s not in seen:
                    seen.add(s)
                    stack.append((s, iter(k.successors[s])))
                    break
            else:
                order.append(node)
                stack.pop()

    visit(0)
    order.reverse()
    position = {b: i for i, b in enumerate(order)}
    preds = {b: [] for b in order}
    for b in order:
        for s in k.successors[b]:
            preds[s].append(b)
    idom = {0: 0}
    changed = True
    while changed:
        changed = False
        for b in order[1:]:
            new = None
            for p in preds[b]:
                if p not in idom:
                    continue
                if new is None:
                    new = p
                    continue
                x, y = p, new
                while x != y:
                    while position[x] > position[y]:
                        x = idom[x]
                    while position[y] > position[x]:
                        y = idom[y]
                new = x
            if new is not None and idom.get(b) != new:
                idom[b] = new
                changed = True

    def dominates(a, b):
        while position[b] > position[a]:
            b = idom[b]
        return a == b

    bodies = {}
    for b in order:
        for s in k.successors[b]:
            if not dominates(s, b):
                continue
            body = bodies.setdefault(s, {s})
            work = [b]
            while work:
                at = work.pop()
                if at not in body:
                    body.add(at)
                    work.extend(preds[at])
    loops = [Loop(h, body) for h, body in bodies.items()]
    loops.sort(key=lambda l: -len(l.blocks))
    for i, inner in enumerate(loops):
        around = [o for o in loops[:i] if inner.blocks < o.blocks]
        if around:
            inner.parent = min(around, key=lambda o: len(o.blocks))
            inner.parent.children.append(inner)
            inner.depth = inner.parent.depth + 1
    k.loops = loops


def block_weights(k, loop):
    """Executions of each block per pass through a loop, or per run of the
    kernel: halves after a branch, none into an error path, an early exit or a
    rare routine."""
    blocks = loop.blocks if loop else set(range(len(k.blocks)))
    header = loop.header if loop else 0

    def leaves(s):
        if s not in blocks:
            return True
        end = k.blocks[s][-1]
        return not loop and end.name == "EXIT" and not end.predicated and \
            len(k.blocks[s]) == 1

    def rare(s):
        return any(c.name.startswith("CALL") for c in k.blocks[s])

    weights = {header: 1.0}
    indegree = {b: 0 for b in blocks}
    for b in blocks:
        for s in k.successors[b]:
            if s in blocks and s != header and s > b:
                indegree[s] += 1
    for b in sorted(blocks):
        w = weights.get(b, 0.0)
        to = [s for s in k.successors[b]]
        likely = [s for s in to if not leaves(s) and not rare(s)] or \
            [s for s in to if not leaves(s)]
        for s in likely:
            if s != header and s > b:
                weights[s] = weights.get(s, 0.0) + w / len(likely)
    return weights


def counts_of(k, loop):
    """Issued instructions by class (and "total") per pass, inner loops left
    out; by name in the second."""
    kinds, names = Counter(), Counter()
    inner = set().union(*(c.blocks for c in loop.children)) if loop else \
        set().union(*(l.blocks for l in k.loops)) if k.loops else set()
    for b, w in block_weights(k, loop).items():
        if b in inner:
            continue
        for c in k.blocks[b]:
            if c.name == "NOP":
                continue
            kinds[c.kind] += w
            kinds["total"] += w
            names[c.name if c.kind != "move" else c.name + "(mov)"] += w
    return kinds, names


FLOATS = ("fp32", "fp64", "fp16", "tensor")
MEMORY = ("global", "shared", "local", "texture", "atomic")


def work_of(kinds):
    """What unrolling only copies."""
    return sum(kinds[c] for c in FLOATS + MEMORY + ("sfu", "constant"))


def _signature(k, loop):
    """What two copies of one loop have alike: its kinds of work."""
    kinds, _ = counts_of(k, loop)
    return frozenset(c for c in FLOATS + MEMORY + ("sfu",) if kinds[c] > 0)


def hot_counts(k):
    """Counts of the hottest part: the innermost loops of greatest depth; of a
    loop and its remainder, the one that does more at a time."""
    if not k.loops:
        return counts_of(k, None) + (0,)
    working = [l for l in k.loops if work_of(counts_of(k, l)[0]) > 0] or k.loops
    depth = max(l.depth for l in working)
    chosen = {}
    for l in working:
        if l.depth != depth:
            continue
        key = (id(l.parent), _signature(k, l))
        size = counts_of(k, l)[0]["total"]
        if key not in chosen or size > chosen[key][0]:
            chosen[key] = (size, l)
    kinds, names = Counter(), Counter()
    for _, l in chosen.values():
        a, b = counts_of(k, l)
        kinds.update(a)
        names.update(b)
    return kinds, names, depth


def unknown_share(k):
    total = len(k.code)
    return sum(not c.known for c in k.code) / total if total else 0.0


def _print(k):
    print(f"{k.name}: {k.registers} registers, {len(k.code)} instructions, "
          f"{k.helpers} in routines, {len(k.loops)} loops, "
          f"unknown {100 * unknown_share(k):.1f} %")
    depth = Counter()
    for l in k.loops:
        for b in l.blocks:
            depth[b] += 1
    for i, b in enumerate(k.blocks):
        print(f"  block {i} -> {k.successors[i]} depth {depth[i]}")
        for c in b:
            guard = "@" if c.predicated else " "
            to = f" -> {c.target:#x}" if c.name in ("BRA", "BSSY") else ""
            print(f"    {c.address:#06x} {guard}{c.name}.{c.form} "
                  f"{c.kind}{to}")
    for l in k.loops:
        kinds, names = counts_of(k, l)
        print(f"  loop at block {l.header}, depth {l.depth}, "
              f"{len(l.blocks)} blocks: {dict(kinds)}")
        print(f"    {dict(names)}")


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        kernels = read(sys.argv[1])
    except (BadCubin, OSError, struct.error, ValueError) as e:
        print(f"machine_code.py: {os.path.basename(sys.argv[1])}: {e}",
              file=sys.stderr)
        return 2
    for k in kernels:
        if len(sys.argv) < 3 or sys.argv[2] in k.name:
            _print(k)
    return 0


if __name__ == "__main__":
    sys.exit(main())
