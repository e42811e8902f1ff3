# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA or HIP source as host C++ for emulation/Emulation.h: launches, shared variables
and launch bounds become calls; all else is left to the host compiler. Works on
tokens, so comments, strings and macro bodies are told apart; line numbers stay.
"""

import re

TOKEN = re.compile(
    r"""(?P<raw>(?:u8|[uUL])?R"(?P<tag>[^()\\\s]{0,16})\(.*?\)(?P=tag)")
      |(?P<comment>//[^\n]*|/\*.*?\*/)
      |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      |(?P<name>[A-Za-z_]\w*)
      |(?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
      |(?P<launch><<<|>>>)
      |(?P<space>(?:\s|\\\n)+)
      |(?P<other>.)""", re.S | re.X)

CUDA_HEADERS = re.compile(
    r'^([ \t]*#[ \t]*include[ \t]*[<"](?:cuda|cuda_runtime|cuda_runtime_api|'
    r'device_launch_parameters|vector_types|hip/hip_runtime|'
    r'hip/hip_runtime_api)\.h[>"])', re.M)

OPEN, CLOSE = "([{", ")]}"


class RewriteError(Exception):
    """Code that is not understood; says where."""


class Token:
    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line
        self.after = ""

    def blank(self):
        return self.kind in ("space", "comment")

    def out(self):
        return self.text + self.after


def tokens_of(source):
    result, line = [], 1
    for match in TOKEN.finditer(source):
        result.append(Token(match.lastgroup if match.lastgroup != "tag"
                            else "raw", match.group(), line))
        line += match.group().count("\n")
    return result


def step(tokens, at, by):
    """The next index that is neither space nor comment."""
    at += by
    while 0 <= at < len(tokens) and tokens[at].blank():
        at += by
    if not 0 <= at < len(tokens):
        raise RewriteError("line %d: the code ends too early"
                           % tokens[min(max(at, 0), len(tokens) - 1)].line)
    return at


def matching(tokens, at):
    """The index of the bracket that closes or opens the one at `at`."""
    forward = tokens[at].text in OPEN
    depth = 0
    while True:
        if tokens[at].kind == "other":
            depth += (tokens[at].text in OPEN) - (tokens[at].text in CLOSE)
        if depth == 0:
            return at
        at = step(tokens, at, 1 if forward else -1)


def opening_angle(tokens, at):
    """From the `>` of a template argument list back to its `<`."""
    depth = 0
    while True:
        text = tokens[at].text
        if text in (">", ">>>"):
            depth += len(text)
        elif text == "<":
            depth -= 1
            if depth == 0:
                return at
        elif tokens[at].kind == "other" and text in CLOSE:
            at = matching(tokens, at)
        at = step(tokens, at, -1)


def callee_start(tokens, at):
    """`at`: the last token of what is launched."""
    while True:
        if tokens[at].text in (">", ">>>"):
            at = step(tokens, opening_angle(tokens, at), -1)
        while tokens[at].kind == "other" and tokens[at].text in ")]":
            at = matching(tokens, at)
            before = step(tokens, at, -1)
            if (tokens[before].kind != "name"
                    and tokens[before].text not in ")]"):
                return at
            at = before
        if tokens[at].kind != "name":
            raise RewriteError("line %d: what is launched here?"
                               % tokens[at].line)
        before = step(tokens, at, -1)
        if tokens[before].text == "template":
            before = step(tokens, before, -1)
        if tokens[before].text == ":":
            colon = step(tokens, before, -1)
            if tokens[colon].text != ":":
                return at  # a label, or the end of `? :`
            before = step(tokens, colon, -1)
            if tokens[before].kind == "name" or tokens[before].text == ">":
                if tokens[before].text in ("return", "else", "do"):
                    return colon
                at = before
                continue
            return colon
        return at


def rewrite_launch(tokens, angles):
    start = callee_start(tokens, step(tokens, angles, -1))
    callee = "".join(t.text for t in tokens[start:angles]
                     if t.kind != "comment").strip()
    at = angles
    while tokens[at].text != ">>>":
        at = step(tokens, at, 1)
        if tokens[at].kind == "other" and tokens[at].text in OPEN:
            at = matching(tokens, at)
    arguments = step(tokens, at, 1)
    if tokens[arguments].text != "(":
        raise RewriteError("line %d: a launch without arguments"
                           % tokens[at].line)
    for token in tokens[start:angles]:
        if token.kind != "space":
            token.text = ""
    tokens[angles].text = "::emulation::Launch("
    tokens[at].text = (")([&](auto... LaunchArguments) { " + callee +
                       "(LaunchArguments...); })")


def rewrite_shared(tokens, shared):
    """A declaration with __shared__: ordinary or dynamic."""
    before = step(tokens, shared, -1) if shared else shared
    after = step(tokens, shared, 1)
    end = after
    while tokens[end].text != ";":
        if tokens[end].text == "(" or tokens[end].text in "[{":
            end = matching(tokens, end)
        end = step(tokens, end, 1)
    is_extern = tokens[before].text == "extern"
    if tokens[after].text == "extern":
        is_extern, before, after = True, after, step(tokens, after, 1)
    # Declared names stand before `[`, `,`, `=` or `;` outside of brackets.
    names, at, angles = [], after, 0
    while at != end:
        text = tokens[at].text
        angles += (text == "<") - (text == ">")
        follows = step(tokens, at, 1)
        if (angles == 0 and tokens[at].kind == "name"
                and tokens[follows].text in ("[", ",", "=", ";")):
            names.append(at)
        if tokens[at].kind == "other" and text in OPEN:
            follows = step(tokens, matching(tokens, at), 1)
        at = follows
    if not names:
        raise RewriteError("line %d: what is shared here?"
                           % tokens[shared].line)
    if not is_extern:
        tokens[shared].text = "static"
        tokens[end].after = "".join(
            " ::emulation::sharedVariable(&%s, sizeof(%s));"
            % (tokens[n].text, tokens[n].text) for n in names)
        return
    kind = "".join(t.text for t in tokens[after:names[0]])
    name = tokens[names[0]].text
    kind = re.sub(r"__align__\s*\([^)]*\)|alignas\s*\([^)]*\)", "", kind)
    lines = "\n" * sum(t.text.count("\n") for t in tokens[before:end])
    for token in tokens[min(before, shared):end]:
        token.text = ""
    tokens[shared].text = (
        "%s*const %s = static_cast<%s*>(::emulation::dynamicShared())%s"
        % (kind, name, kind, lines))


def rewrite_bounds(tokens, at):
    """__launch_bounds__(...): a check at the head of the body."""
    start = step(tokens, at, 1)
    end = matching(tokens, start)
    bounds = "".join(t.text for t in tokens[start:end + 1])
    for token in tokens[at:end + 1]:
        token.text = ""
    parameters = end
    while tokens[parameters].text not in ("(", ";"):
        parameters = step(tokens, parameters, 1)
    if tokens[parameters].text == ";":
        return
    body = step(tokens, matching(tokens, parameters), 1)
    if tokens[body].text == "{":
        tokens[body].after = " ::emulation::launchBound" + bounds + ";"


def rewrite_addressed(tokens, call):
    """hipLaunchKernel((const void *)kernel, ...): the kernel has its own type."""
    start = step(tokens, call, 1)
    if tokens[start].text != "(":
        return
    end = step(tokens, start, 1)
    while tokens[end].text != ",":
        if tokens[end].kind == "other" and tokens[end].text in OPEN:
            end = matching(tokens, end)
        end = step(tokens, end, 1)
    kernel = "".join(t.text for t in tokens[start + 1:end]
                     if t.kind != "comment").strip()
    cast = re.match(r"(?:\(\s*const\s+void\s*\*\s*\)|"
                    r"reinterpret_cast<\s*const\s+void\s*\*\s*>)(.*)$",
                    kernel, re.S)
    if cast:
        for token in tokens[start + 1:end]:
            token.text = "\n" * token.text.count("\n")
        tokens[start].after = cast[1]


def rewrite(source):
    """Host C++ for CUDA `source`; a RewriteError names the line."""
    tokens = tokens_of(CUDA_HEADERS.sub(r"//\1", source))
    for at, token in enumerate(tokens):
        if token.kind == "launch" and token.text == "<<<":
            rewrite_launch(tokens, at)
        elif token.kind == "name" and token.text == "__shared__":
            rewrite_shared(tokens, at)
        elif token.kind == "name" and token.text == "__launch_bounds__":
            rewrite_bounds(tokens, at)
        elif token.kind == "name" and token.text == "hipLaunchKernel":
            rewrite_addressed(tokens, at)
    return "".join(token.out() for token in tokens)
