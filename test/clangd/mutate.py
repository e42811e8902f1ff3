# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random edits of CUDA text: what typing, pasting and slips do, and code that
parses and asks for something absurd. All chance comes from the rng given."""

import re

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\w+|<<<|>>>|[-+*/%<>=!&|^]=?|\S')
LAUNCH = re.compile(r"<<<(.*?)>>>", re.S)
NUMBER = re.compile(r"\b(?:0x[0-9a-fA-F]+|\d+\.?\d*)[uUlLfF]*\b")
TYPES = ("int", "float", "double", "size_t", "char", "unsigned", "short",
         "long long", "float4", "bool", "void")
SIZES = ("0", "-1", "1", "31", "33", "1024", "1025", "65536", "2147483647",
         "4294967295", "4294967296", "1LL << 40", "99999999999999999999", "1e30",
         "0x7fffffffffffffff", "0.5f", "'c'", '"text"', "nullptr", "1 / 0",
         "sizeof(int[1 << 20])", "dim3(0)", "dim3(1u << 31, 1u << 31, 9)",
         "{}", "(1, 2)", "n", "blockIdx.x", "-(-(-1))", "1 << 31")
STATEMENTS = ("for (;;) ;", "while (1) __syncthreads();", "return;", "goto end;",
              "__shared__ double Big[1 << 20];", "__syncthreads();",
              'asm volatile("bar.sync 0;");', 'asm("nonsense %0;" : : "r"(1));',
              "int *p = nullptr; *p = 1;", "extern __shared__ char Raw[];",
              "if (threadIdx.x % 2) return;", "unsigned u = 0; u = u / u;",
              "double d = sqrt(1.0 * threadIdx.x) + pow(2.0, threadIdx.y);",
              "for (int i = 0; i < 1 << 30; i += 0) ;", "#pragma unroll 4096",
              "for (long k = 1; k; k <<= 1) ;", "auto f = [=] { return 1; }; f();",
              "for (int i = 0; i < 100000; ++i) { float v[64]; v[i & 63] = i; }",
              "switch (threadIdx.x) { case 0: case 1 ... 99: break; }",
              "static_assert(false);", "__trap();", "this->x = 1;", "co_await 1;")
PIECES = ("/*", "*/", '"', "'", "\\\n", "//", "#if 0\n", "#endif\n", "#else\n",
          "#define float double\n", "#define blockDim gridDim\n",
          "#include __FILE__\n", "#include <missing.h>\n", "template <", "<<<",
          ">>>", "<<<>>>", "<<<1,", "??/\n", "\u00e9\u4e2d\U0001f600", "\t\r\n",
          "\x00", "\x7f", "R\"(", "__global__ ", "__device__ ", "__host__ ",
          "__launch_bounds__(0) ", "__launch_bounds__(1024, 64) ", "constexpr ",
          "namespace {", "struct S {", "}", "extern \"C\" {", "requires ", "...")


def _spans(pattern, text):
    return [m.span() for m in pattern.finditer(text)]


def _replace(text, span, new):
    return text[:span[0]] + new + text[span[1]:]


def _lines(rng, lines, most):
    first = rng.randrange(len(lines))
    return first, min(len(lines), first + rng.randint(1, most))


def truncate(rng, text, others):
    return text[:rng.randrange(len(text) + 1)]


def truncate_front(rng, text, others):
    return text[rng.randrange(len(text) + 1):]


def delete_lines(rng, text, others):
    lines = text.splitlines(True)
    first, last = _lines(rng, lines, 8)
    return "".join(lines[:first] + lines[last:])


def duplicate_lines(rng, text, others):
    lines = text.splitlines(True)
    first, last = _lines(rng, lines, 8)
    at = rng.choice((last, rng.randrange(len(lines) + 1)))
    return "".join(lines[:at] + lines[first:last] + lines[at:])


def swap_lines(rng, text, others):
    lines = text.splitlines(True)
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


def swap_tokens(rng, text, others):
    spans = _spans(TOKEN, text)
    a = rng.randrange(len(spans))
    b = max(0, min(len(spans) - 1, a + rng.randint(-6, 6)))
    a, b = min(a, b), max(a, b)
    first, second = spans[a], spans[b]
    if a == b:
        return text
    return (text[:first[0]] + text[slice(*second)] + text[first[1]:second[0]]
            + text[slice(*first)] + text[second[1]:])


def delete_token(rng, text, others):
    return _replace(text, rng.choice(_spans(TOKEN, text)), "")


def duplicate_token(rng, text, others):
    span = rng.choice(_spans(TOKEN, text))
    return _replace(text, span, text[slice(*span)] + " " + text[slice(*span)])


def unbalance(rng, text, others):
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice("(){}[]<>") + text[at:]


def drop_bracket(rng, text, others):
    spans = _spans(re.compile(r"[][(){}<>;,]"), text)
    return _replace(text, rng.choice(spans), "")


def paste(rng, text, others):
    lines = text.splitlines(True)
    donor = rng.choice(others).splitlines(True)
    first, last = _lines(rng, donor, 40)
    at = rng.randrange(len(lines) + 1)
    return "".join(lines[:at] + donor[first:last] + lines[at:])


def launch_argument(rng, text, others):
    """Another value between <<< and >>>."""
    start, end = rng.choice(_spans(LAUNCH, text))
    inside = text[start + 3:end - 3].split(",")
    inside[rng.randrange(len(inside))] = " " + rng.choice(SIZES)
    if not rng.randrange(4):
        inside.append(rng.choice(SIZES))
    return _replace(text, (start, end), "<<<" + ",".join(inside) + ">>>")


def number(rng, text, others):
    return _replace(text, rng.choice(_spans(NUMBER, text)), rng.choice(SIZES))


def operator(rng, text, others):
    spans = _spans(re.compile(r"(?<=\w) ?[-+*/%<>&|^]=? ?(?=\w)"), text)
    return _replace(text, rng.choice(spans), rng.choice(
        (" + ", " - ", " * ", " / ", " % ", " << ", " >> ", " < ", " == ")))


def type_name(rng, text, others):
    spans = _spans(re.compile(r"\b(?:int|float|double|size_t|unsigned|char|"
                              r"bool)\b"), text)
    return _replace(text, rng.choice(spans), rng.choice(TYPES))


def statement(rng, text, others):
    spans = _spans(re.compile(r"[{;]\s*\n"), text)
    at = rng.choice(spans)[1]
    return text[:at] + rng.choice(STATEMENTS) + "\n" + text[at:]


def piece(rng, text, others):
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(PIECES) + text[at:]


def repeat_deep(rng, text, others):
    """Deep nesting: parentheses, braces or unary signs."""
    at = rng.choice(_spans(TOKEN, text))[0]
    return text[:at] + rng.choice(("(", "{", "-", "!", "[", "::", "*")) * \
        rng.choice((8, 64, 300)) + text[at:]


def rename_word(rng, text, others):
    words = _spans(re.compile(r"\b[A-Za-z_]\w*\b"), text)
    a, b = rng.choice(words), rng.choice(words)
    return _replace(text, a, text[slice(*b)])


# What keeps code in one piece is as likely as what breaks it: broken kernels
# are not analysed.
EDITS = (truncate, truncate_front, delete_lines, duplicate_lines, swap_lines,
         swap_tokens, delete_token, duplicate_token, unbalance, drop_bracket,
         paste, piece, repeat_deep,
         launch_argument, launch_argument, launch_argument, number, number,
         number, operator, operator, type_name, type_name, statement,
         statement, rename_word, delete_lines)


def edit(rng, text, others):
    """(name of the edit, another text)."""
    while True:
        how = rng.choice(EDITS)
        try:
            new = how(rng, text or "int x;\n", others)
        except IndexError:  # nothing there that it could change
            continue
        if new != text:
            return how.__name__, new
