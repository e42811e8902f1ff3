#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All that stock clangd does still works: both servers get the same requests
at many places of CUDA files, and must give the same answers."""

import json
import os
import re
import time
import unittest

import lsp
import project

INPUTS = os.path.join(project.HERE, "Inputs")
WORD = re.compile(r"[A-Za-z_]\w*|<<<|->|\(|\.")
# What comes late (an index that is filled after the file was parsed) is asked
# for again until then; what still differs, differs.
PATIENCE_S = 10.0
CONSTRUCTOR = 4

AT_A_PLACE = ("hover", "definition", "declaration", "typeDefinition",
              "implementation", "references", "documentHighlight",
              "signatureHelp", "prepareRename", "rename",
              "prepareCallHierarchy", "prepareTypeHierarchy",
              "selectionRange", "symbolInfo", "codeAction")
OF_A_FILE = ("documentSymbol", "semanticTokens/full", "inlayHint",
             "foldingRange", "formatting", "documentLink", "ast")


def input_text(name):
    with open(os.path.join(INPUTS, name), encoding="utf-8") as f:
        return f.read()


def parameters(server, path, what, offset):
    place = server.cursor(path, offset)
    document, at = place["textDocument"], place["position"]
    here = {"start": at, "end": at}
    text = server.texts[path]
    whole = {"start": {"line": 0, "character": 0},
             "end": lsp.position_of(text, len(text))}
    return {
        "references": dict(place, context={"includeDeclaration": True}),
        "rename": dict(place, newName="Renamed_1"),
        "selectionRange": {"textDocument": document, "positions": [at]},
        "completion": dict(place, context={"triggerKind": 1}),
        "codeAction": {"textDocument": document, "range": here,
                       "context": {"diagnostics": []}},
        "documentSymbol": {"textDocument": document},
        "semanticTokens/full": {"textDocument": document},
        "inlayHint": {"textDocument": document, "range": whole},
        "foldingRange": {"textDocument": document},
        "formatting": {"textDocument": document,
                       "options": {"tabSize": 2, "insertSpaces": True}},
        "documentLink": {"textDocument": document},
        "ast": {"textDocument": document, "range": whole},
    }.get(what, place)


# What ours adds below clangd's own text at a launch.
OUR_HOVER = re.compile(r"(^|\n\n)'[^']+' is predicted to take .*", re.DOTALL)


def settled_form(answer, what=""):
    """An answer without what differs between two runs of one server: ids, and
    the order where the protocol gives none. clangd sorts code actions by the
    addresses of their names."""
    if isinstance(answer, dict):
        answer = {k: settled_form(v, what) for k, v in answer.items()
                  if k not in ("id", "data", "arcana")}
        if "Call" in what and "selectionRange" in answer:
            # Stock knows a function of a header up to its '{' only; ours, if
            # it is a device function, to its end.
            del answer["range"]["end"]
        return answer
    if isinstance(answer, list):
        items = [settled_form(v, what) for v in answer]
        if what in ("codeAction", "references", "rename", "implementation", "definition",
                    "completion", "documentHighlight", "incomingCalls",
                    "outgoingCalls"):
            items.sort(key=lambda v: json.dumps(v, sort_keys=True))
        return items
    return answer


def ask(server, path, what, offset):
    """Sends; the answer is taken later, so that many are under way."""
    method = "textDocument/" + what
    return server.ask(method, parameters(server, path, what, offset))


def take(server, number, what):
    try:
        answer = server.answer(number, what)
    except lsp.Refused as e:
        return {"refused": str(e)}
    if what == "completion":
        # Bodies of device functions in headers are parsed in ours: structs
        # that they copy have their implicit constructors declared, and
        # completion counts those as overloads.
        answer["items"] = [i for i in answer["items"]
                           if i["kind"] != CONSTRUCTOR]
    if what == "inlayHint":
        answer = [a for a in answer or []
                  if "is predicted to take" not in str(a.get("tooltip"))]
    if what == "hover" and answer:
        text = OUR_HOVER.sub("", answer["contents"]["value"]).rstrip()
        answer["contents"]["value"] = text
        answer = answer if text else None
    if what == "codeAction":  # quick fixes of ours are looked at elsewhere
        answer = [a for a in answer or [] if a.get("kind") != "quickfix"]
    return settled_form(answer, what)


def hierarchy(server, path, offset, directions, prepare, family):
    """Both directions from what stands at a place."""
    items = server.request("textDocument/" + prepare,
                           parameters(server, path, prepare, offset)) or []
    return [settled_form(server.request(f"{family}/{d}", {"item": i}), d)
            for i in items for d in directions]


class SameAsStock(unittest.TestCase):
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        project.need_server()
        if not project.stock():
            raise unittest.SkipTest("no stock clangd (clangd-22)")

    @classmethod
    def inputs(cls):
        """One pair of servers for all tests that change no text."""
        if not hasattr(cls, "shared"):
            cls.shared = cls.pair(cls.addClassCleanup)
        return cls.shared

    def both(self, **more):
        return self.pair(self.addCleanup, **more)

    @staticmethod
    def pair(cleanup, flags=None, files=None):
        """(project, (ours, stock)) with the inputs, or with files."""
        if files is None:
            files = {name: input_text(name)
                     for name in sorted(os.listdir(INPUTS))}
        p = project.Project(files, flags)
        cleanup(p.close)
        servers = []
        for command in (project.CLANGD, project.stock()):
            # With a limit, which of equally good results come is chance.
            s = p.server([command, "--limit-results=0",
                          "--limit-references=0"])
            cleanup(s.kill)
            servers.append(s)
        return p, servers

    def open_in(self, servers, path):
        for s in servers:
            if path not in s.texts:
                s.open(path)
        for s in servers:
            s.settled(path)

    def same(self, servers, path, questions):
        """questions: (what, offset). The number of answers that say
        something."""
        numbers = [[ask(s, path, what, at) for what, at in questions]
                   for s in servers]
        answers = [[take(s, n, what) for n, (what, _) in zip(row, questions)]
                   for s, row in zip(servers, numbers)]
        told = 0
        for (what, at), mine, theirs in zip(questions, *answers):
            end = time.monotonic() + PATIENCE_S
            while mine != theirs and time.monotonic() < end:
                time.sleep(0.2)
                mine, theirs = (take(s, ask(s, path, what, at), what)
                                for s in servers)
            place = lsp.position_of(servers[0].texts[path], at)
            self.assertEqual(
                mine, theirs, f"{what} at {os.path.basename(path)}:"
                f"{place['line'] + 1}:{place['character'] + 1}, "
                "ours first, stock second")
            told += bool(theirs) and "refused" not in theirs
        return told

    def places(self, text, every, start=0):
        return [m.start() for m in WORD.finditer(text)][start::every]

    def check_file(self, name, every=4):
        p, servers = self.inputs()
        path = p.path(name)
        self.open_in(servers, path)
        text = servers[0].texts[path]
        questions = [(what, 0) for what in OF_A_FILE]
        # Every kind of request at every place in turn, spread differently.
        for i, what in enumerate(AT_A_PLACE):
            questions += [(what, at)
                          for at in self.places(text, every, i % every)]
        told = self.same(servers, path, questions)
        self.assertGreater(told, len(questions) // 4,
                           "hardly any answer says something")

    def test_kernels(self):
        self.check_file("kernels.cu")

    def test_templates(self):
        self.check_file("templates.cu")

    def test_lambdas(self):
        self.check_file("lambdas.cu")

    def test_header(self):
        self.check_file("common.cuh")

    def test_completion(self):
        """At the ends of words and after '.', '->', '(' and '<<<'."""
        for name in ("kernels.cu", "templates.cu", "lambdas.cu"):
            with self.subTest(name):
                p, servers = self.inputs()
                path = p.path(name)
                self.open_in(servers, path)
                text = servers[0].texts[path]
                # Of long words: short ones match thousands of symbols.
                ends = [m.end() for m in re.finditer(
                    r"[A-Za-z_]\w{4,}|(?<=[\w)])(?:\.|->)", text)][3::7]
                told = self.same(servers, path,
                                 [("completion", at) for at in ends])
                self.assertGreater(told, len(ends) // 2)

    def test_while_typing(self):
        """Completion and signatures in text that is not on disk and does not
        parse, with an include that was typed just now."""
        p, servers = self.both()
        p.write("late.cuh", "#pragma once\n__device__ inline int lateOne(int A)"
                            " { return A; }\nstruct Late { int Member; };\n")
        path = p.path("kernels.cu")
        self.open_in(servers, path)
        old = servers[0].texts[path]
        new = old.replace('#include "common.cuh"\n',
                          '#include "common.cuh"\n#include "late.cuh"\n')
        new = new.replace("  smooth<<<", "  Late L; L.\n  threadIdx.\n"
                          "  ceilDiv(late\n  smooth<<<")
        for s in servers:
            s.change(path, new)
        for s in servers:
            s.settled(path)
        questions = [("completion", new.index(" L.") + 3),
                     ("completion", new.index("  threadIdx.\n") + 12),
                     ("completion", new.index("ceilDiv(late") + 12),
                     ("signatureHelp", new.index("ceilDiv(late") + 8),
                     ("documentSymbol", 0), ("foldingRange", 0)]
        self.assertGreater(self.same(servers, path, questions), 3)
        labels = [i["label"].strip() for i in servers[0].request(
            "textDocument/completion",
            parameters(servers[0], path, "completion",
                       new.index(" L.") + 3))["items"]]
        self.assertIn("Member", labels)

    def test_hierarchies(self):
        p, servers = self.inputs()
        told = 0
        for name in ("kernels.cu", "templates.cu", "common.cuh"):
            path = p.path(name)
            self.open_in(servers, path)
            text = servers[0].texts[path]
            for word in ("advance", "run(", "total", "ceilDiv", "globalIndex",
                         "area", "launch("):
                if word not in text:
                    continue
                at = text.index(word)
                mine, theirs = (hierarchy(
                    s, path, at, ("incomingCalls", "outgoingCalls"),
                    "prepareCallHierarchy", "callHierarchy") for s in servers)
                self.assertEqual(mine, theirs, f"calls of {word} in {name}")
                told += bool(mine)
            for word in ("Shape {", "Square :", "Plus {"):
                if word not in text:
                    continue
                at = text.index(word)
                mine, theirs = (hierarchy(
                    s, path, at, ("supertypes", "subtypes"),
                    "prepareTypeHierarchy", "typeHierarchy") for s in servers)
                self.assertEqual(mine, theirs, f"types of {word} in {name}")
                told += bool(mine)
        self.assertGreater(told, 5)

    def test_whole_workspace(self):
        """Symbols by name, the header's source, an edit's formatting."""
        p, servers = self.inputs()
        for name in ("kernels.cu", "lambdas.cu"):
            self.open_in(servers, p.path(name))
        path = p.path("kernels.cu")
        for method, params in (
                ("workspace/symbol", {"query": "advance"}),
                ("workspace/symbol", {"query": "ceil"}),
                ("textDocument/switchSourceHeader",
                 {"uri": lsp.uri_of(path)}),
                ("textDocument/rangeFormatting",
                 {"textDocument": {"uri": lsp.uri_of(path)},
                  "range": {"start": {"line": 9, "character": 0},
                            "end": {"line": 20, "character": 0}},
                  "options": {"tabSize": 2, "insertSpaces": True}}),
                ("textDocument/onTypeFormatting",
                 {"textDocument": {"uri": lsp.uri_of(path)}, "ch": "\n",
                  "position": {"line": 12, "character": 0},
                  "options": {"tabSize": 2, "insertSpaces": True}})):
            end = time.monotonic() + PATIENCE_S
            while True:
                mine, theirs = (settled_form(s.request(method, params),
                                             "references") for s in servers)
                if mine == theirs or time.monotonic() > end:
                    break
                time.sleep(0.2)
            self.assertEqual(mine, theirs, f"{method} {params}")

    def test_headers_of_the_machine(self):
        """With the toolkit's own headers, where there is one."""
        p, servers = self.both(flags=project.machine_flags())
        p.write("machine.cu", "#include <cuda_runtime.h>\n"
                + input_text("kernels.cu"))
        path = p.path("machine.cu")
        self.open_in(servers, path)
        text = servers[0].texts[path]
        questions = [(what, 0) for what in OF_A_FILE]
        for word in ("threadIdx", "atomicAdd", "Weights[K", "dim3 Block",
                     "cudaDeviceSynchronize", "blockDim.x", "advance<<<"):
            at = text.index(word)
            questions += [(what, at + 1) for what in AT_A_PLACE]
            end = WORD.match(text, at).end()
            questions.append(("completion", end))
        self.assertGreater(self.same(servers, path, questions),
                           len(questions) // 3)

    def test_same_abilities(self):
        """What the servers say that they can do."""
        _, (ours, stock) = self.inputs()
        self.assertEqual(ours.capabilities, stock.capabilities)
        self.assertEqual(
            [w for w in str(ours.initialized["serverInfo"]["version"]).split()
             if re.match(r"22\.", w)][:1],
            [w for w in str(stock.initialized["serverInfo"]["version"]).split()
             if re.match(r"22\.", w)][:1])

    def test_diagnostics_of_stock(self):
        """Clang's errors and clang-tidy's own checks stay, with nothing
        configured."""
        text = ("#include \"common.cuh\"\n"
                "__global__ void k(int *P) { P[threadIdx.x] = 1; }\n"
                "void f(int A, int *P) {\n"
                "  if (A)\n    A = 2;\n    A = 3;\n"
                "  unsigned Size = sizeof(&P[0]) / sizeof(P);\n"
                "  k<<<1, 33>>>(P);\n  missing();\n}\n")
        for name in ("diag.cu", "diag.cpp"):
            shared = input_text("common.cuh") if name.endswith(".cu") \
                else "#pragma once\n"
            files = {name: text if name.endswith(".cu") else
                     re.sub(r".*(__global__|<<<).*\n", "", text),
                     "common.cuh": shared}
            flags = None if name.endswith(".cu") else ["-std=c++17"]
            with self.subTest(name):
                p, servers = self.both(flags=flags, files=files)
                path = p.path(name)
                self.open_in(servers, path)
                seen = []
                for s in servers:
                    found = s.settled(path)
                    mine = project.ours(found)
                    seen.append([d for d in found if d not in mine])
                self.assertEqual(seen[0], seen[1])
                codes = {d["code"] for d in seen[1]}
                self.assertIn("undeclared_var_use", codes)
                self.assertIn("readability-misleading-indentation", codes)
                self.assertEqual(bool(project.ours(servers[0].settled(path))),
                                 name.endswith(".cu"))


if __name__ == "__main__":
    unittest.main()
