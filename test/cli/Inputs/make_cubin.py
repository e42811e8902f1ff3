"""Writes the smallest cubin that is read as nvcc's:
make_cubin.py OUT SM SYMBOL=REGISTERS[,FRAME] ..."""
import struct
import sys


def main():
    out, sm, *kernels = sys.argv[1:]
    names, symbols, registers, frames = b"\0", bytes(24), b"", b""
    for index, kernel in enumerate(kernels, 1):
        symbol, figures = kernel.split("=")
        count, frame, *_ = [int(n) for n in figures.split(",")] + [0]
        # A global function that is a kernel.
        symbols += struct.pack("<IBBHQQ", len(names), 0x12, 0x10, 0, 0, 0)
        names += symbol.encode() + b"\0"
        registers += struct.pack("<II", index, count)
        frames += struct.pack("<II", index, frame)
    info = b"".join(struct.pack("<BBH", 4, kind, len(pairs)) + pairs
                    for kind, pairs in ((0x2F, registers), (0x11, frames)))
    # Name, type, bytes, section that it refers to, bytes of an entry.
    sections = [(".strtab", 3, names, 0, 0), (".symtab", 2, symbols, 1, 24),
                (".nv.info", 0x70000000, info, 2, 0)]
    section_names = b"\0"
    offsets = []
    for name, *_ in sections + [(".shstrtab",)]:
        offsets.append(len(section_names))
        section_names += name.encode() + b"\0"
    sections.append((".shstrtab", 3, section_names, 0, 0))
    body, table = b"", bytes(64)
    for at, (_, kind, data, link, entry) in zip(offsets, sections):
        body += bytes(-len(body) % 8)
        table += struct.pack("<IIQQQQIIQQ", at, kind, 0, 0, 64 + len(body),
                             len(data), link, 0, 8, entry)
        body += data
    body += bytes(-len(body) % 8)
    ident = b"\x7fELF\x02\x01\x01" + bytes([41, 8]) + bytes(7)
    header = ident + struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0,
                                 64 + len(body), int(sm) << 8 | 4, 64, 0, 0,
                                 64, len(sections) + 1, len(sections))
    with open(out, "wb") as f:
        f.write(header + body + table)


if __name__ == "__main__":
    main()
