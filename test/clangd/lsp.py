# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small client for a language server on standard input and output.

Every wait has a limit, in seconds. What does not come in time is a failure that
shows the server's last lines on standard error, so a hang never hangs a test.
"""

import collections
import json
import os
import signal
import subprocess
import threading
import time
import urllib.parse

WAIT_S = 60.0


class LspError(Exception):
    """The server did not do what was asked; the text says what and shows its
    last lines."""


class Timeout(LspError):
    pass


class ServerDied(LspError):
    pass


class Refused(LspError):
    """The server answered with an error."""

    def __init__(self, method, error):
        super().__init__(f"{method}: {error.get('message')}")
        self.code = error.get("code")


def uri_of(path):
    return "file://" + urllib.parse.quote(os.path.abspath(path))


def path_of(uri):
    return urllib.parse.unquote(uri.removeprefix("file://"))


def offset_of(text, position):
    """Index into text of an LSP position (UTF-16 units in a line)."""
    lines = text.split("\n")
    line = lines[position["line"]]
    before = sum(len(l) + 1 for l in lines[:position["line"]])
    units = line.encode("utf-16-le")[:2 * position["character"]]
    return before + len(units.decode("utf-16-le"))


def position_of(text, offset):
    before = text[:offset]
    line = before[before.rfind("\n") + 1:]
    return {"line": before.count("\n"),
            "character": len(line.encode("utf-16-le")) // 2}


def apply_edits(text, edits):
    """Text after a list of TextEdit, which must not overlap."""
    spans = sorted(((offset_of(text, e["range"]["start"]),
                     offset_of(text, e["range"]["end"]), e["newText"])
                    for e in edits), reverse=True)
    for (start, _, _), (_, end, _) in zip(spans, spans[1:]):
        if end > start:
            raise LspError(f"overlapping edits: {edits}")
    for start, end, new in spans:
        text = text[:start] + new + text[end:]
    return text


PREDICTING = "predicting kernel times"


class Published:
    """One textDocument/publishDiagnostics. First: gpuperf-clangd has said that
    its own diagnostics follow."""

    def __init__(self, params, first=False):
        self.first = first
        self.version = params.get("version")
        self.items = params["diagnostics"]
        self.at = time.monotonic()


class Server:
    """A running server, initialized. Ends with close() or as a context."""

    def __init__(self, command, root, env=None, wait_s=WAIT_S, log=None,
                 initialization=None, capabilities=None):
        self.wait_s = wait_s
        self.command = list(command)
        self.stderr = collections.deque(maxlen=400)
        self.published = collections.defaultdict(list)  # by path
        self.status = collections.defaultdict(list)  # by path
        self.edits_asked = []  # workspace/applyEdit
        self.asked = collections.Counter()  # calls of the server, by method
        self.versions = {}
        self.texts = {}
        self._predicting = set()
        self._answers = {}
        self._next = 0
        self._ended = False
        self._changed = threading.Condition()
        self._write = threading.Lock()
        self._log = open(log, "ab") if log else None
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=root, env=env,
            start_new_session=True)
        self._readers = [threading.Thread(target=t, daemon=True)
                         for t in (self._read_messages, self._read_stderr)]
        for reader in self._readers:
            reader.start()
        try:
            options = {"clangdFileStatus": True}
            options.update(initialization or {})
            self.initialized = self.request("initialize", {
                "processId": os.getpid(), "rootUri": uri_of(root),
                "capabilities": merged(CAPABILITIES, capabilities or {}),
                "initializationOptions": options})
            self.capabilities = self.initialized["capabilities"]
            self.notify("initialized", {})
        except BaseException:
            self.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.close()
        else:
            self.kill()

    # -- the wire ---------------------------------------------------------

    def _read_stderr(self):
        for line in self.process.stderr:
            self.stderr.append(line.decode(errors="replace").rstrip("\n"))
            if self._log:
                self._log.write(line)
        if self._log:
            self._log.flush()

    def _read_messages(self):
        stream = self.process.stdout
        try:
            while True:
                length = None
                while True:
                    line = stream.readline()
                    if not line:
                        return
                    if line == b"\r\n":
                        break
                    name, _, value = line.partition(b":")
                    if name.strip().lower() == b"content-length":
                        length = int(value)
                self._take(json.loads(stream.read(length)))
        except (ValueError, TypeError) as e:
            self.stderr.append(f"lsp.py: not a message: {e}")
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _take(self, message):
        method = message.get("method")
        with self._changed:
            if method == "textDocument/publishDiagnostics":
                params = message["params"]
                path = path_of(params["uri"])
                self.published[path].append(
                    Published(params, path in self._predicting))
                self._predicting.discard(path)
            elif method == "textDocument/clangd.fileStatus":
                params = message["params"]
                path = path_of(params["uri"])
                self.status[path].append(params["state"])
                if params["state"] == PREDICTING:
                    self._predicting.add(path)
            elif method is None:
                self._answers[message["id"]] = message
            elif method == "workspace/applyEdit":
                self.edits_asked.append(message["params"]["edit"])
            self._changed.notify_all()
        if method and "id" in message:
            self.asked[method] += 1
            result = {"applied": True} if method == "workspace/applyEdit" \
                else None
            self._send({"id": message["id"], "result": result})

    def _send(self, message):
        body = json.dumps(dict(message, jsonrpc="2.0")).encode()
        try:
            with self._write:
                self.process.stdin.write(
                    b"Content-Length: %d\r\n\r\n" % len(body) + body)
                self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # whoever waits for an answer sees that it died

    def _wait(self, what, ready, limit=None):
        limit = self.wait_s if limit is None else limit
        with self._changed:
            self._changed.wait_for(lambda: self._ended or ready(), limit)
            if ready():
                return
            if not self._ended:
                raise Timeout(f"no {what} within {limit:g} s\n{self.tail()}")
        self.end_code()
        # What it said last may still be on its way.
        self._readers[1].join(10)
        raise ServerDied(f"the server ended ({self.how_it_ended()}) before "
                         f"{what}\n{self.tail()}")

    def tail(self, lines=40):
        return "\n".join(["--- last lines of " + self.command[0]]
                         + list(self.stderr)[-lines:])

    def end_code(self, limit=10):
        """Exit status once it has ended; None if it has not in time."""
        try:
            return self.process.wait(limit)
        except subprocess.TimeoutExpired:
            return None

    def how_it_ended(self):
        code = self.process.poll()
        if code is None:
            return "output closed, still running"
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
        return f"exit status {code}"

    # -- requests ---------------------------------------------------------

    def ask(self, method, params=None):
        """Sends a request; its id, for answer()."""
        with self._changed:
            self._next += 1
            number = self._next
        message = {"id": number, "method": method}
        if params is not None:
            message["params"] = params
        self._send(message)
        return number

    def answer(self, number, what, limit=None):
        self._wait(f"answer to {what}", lambda: number in self._answers,
                   limit)
        message = self._answers.pop(number)
        if "error" in message:
            raise Refused(what, message["error"])
        return message["result"]

    def request(self, method, params=None, limit=None):
        return self.answer(self.ask(method, params), method, limit)

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    # -- documents --------------------------------------------------------

    def open(self, path, text=None, language="cuda-cpp"):
        path = os.path.abspath(path)
        if text is None:
            with open(path, encoding="utf-8", errors="replace",
                      newline="") as f:
                text = f.read()
        self.versions[path] = self.versions.get(path, 0) + 1
        self.texts[path] = text
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri_of(path), "languageId": language,
            "version": self.versions[path], "text": text}})
        return self.versions[path]

    def _did_change(self, path, text, changes, want):
        self.versions[path] += 1
        self.texts[path] = text
        params = {"textDocument": {"uri": uri_of(path),
                                   "version": self.versions[path]},
                  "contentChanges": changes}
        if want is not None:
            params["wantDiagnostics"] = want
        self.notify("textDocument/didChange", params)
        return self.versions[path]

    def change(self, path, text, want=None):
        """The whole text anew. Its version."""
        path = os.path.abspath(path)
        return self._did_change(path, text, [{"text": text}], want)

    def replace(self, path, old, new, want=None):
        """One edit, sent as editors send it: a range and its new text."""
        path = os.path.abspath(path)
        text = self.texts[path]
        if text.count(old) != 1:
            raise LspError(f"{text.count(old)} times in the text, wanted once:"
                           f" {old!r}")
        at = text.index(old)
        where = {"start": position_of(text, at),
                 "end": position_of(text, at + len(old))}
        return self._did_change(path, text[:at] + new + text[at + len(old):],
                                [{"range": where, "text": new}], want)

    def close_file(self, path):
        path = os.path.abspath(path)
        self.texts.pop(path, None)
        self.notify("textDocument/didClose",
                    {"textDocument": {"uri": uri_of(path)}})

    def _last(self, path, version):
        """The last publish of this version or a later one, unless another one
        follows it."""
        for p in reversed(self.published[path]):
            if p.version is None or p.version >= version:
                return None if p.first else p
        return None

    def diagnostics(self, path, version=None, limit=None):
        """What was published for this version (the last one sent) or a later
        one, with gpuperf's: the first such answer, which with a stale preamble
        need not be the last."""
        path = os.path.abspath(path)
        version = self.versions[path] if version is None else version
        self._wait(f"diagnostics of {os.path.basename(path)} version "
                   f"{version}", lambda: self._last(path, version), limit)
        return self._last(path, version).items

    def settled(self, path, limit=None):
        """Diagnostics of the last version once nothing is left to do.

        With an edited preamble clangd answers twice: by the old one at once,
        and again when the new one is there. Only the status tells that one is
        being made; what it then gives to do stands in the queue before any
        request that comes after."""
        path = os.path.abspath(path)
        end = time.monotonic() + (self.wait_s if limit is None else limit)

        def left():
            return max(0.01, end - time.monotonic())

        def no_preamble_under_way():
            return self.status[path] and \
                "parsing includes" not in self.status[path][-1]

        while True:
            self.diagnostics(path, limit=left())
            self._wait(f"preamble of {os.path.basename(path)}",
                       no_preamble_under_way, left())
            try:
                self.request("textDocument/documentSymbol", {
                    "textDocument": {"uri": uri_of(path)}}, left())
            except Refused:
                pass  # no syntax tree; the queue is empty all the same
            if no_preamble_under_way():
                return self.diagnostics(path)

    def cursor(self, path, offset):
        path = os.path.abspath(path)
        return {"textDocument": {"uri": uri_of(path)},
                "position": position_of(self.texts[path], offset)}

    def actions(self, path, diagnostic):
        """Code actions offered on one diagnostic."""
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": uri_of(path)},
            "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic]}}) or []

    # -- the end ----------------------------------------------------------

    def shut_down(self, limit=None):
        """shutdown and exit, as the protocol asks; the exit status."""
        self.request("shutdown", limit=limit)
        self.notify("exit", {})
        code = self.end_code(self.wait_s if limit is None else limit)
        if code is None:
            tail = self.tail()
            self.kill()
            raise Timeout(f"still running after 'exit'\n{tail}")
        return code

    def close(self):
        """Shuts down; a server that does not end in order is a failure."""
        try:
            code = self.shut_down()
            if code:
                raise ServerDied(f"ended with {self.how_it_ended()}\n"
                                 f"{self.tail()}")
        finally:
            self.kill()

    def kill(self):
        """Ends the server and what it started; by id."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        for reader in self._readers:
            reader.join(5)
        for stream in (self.process.stdin, self.process.stdout,
                       self.process.stderr, self._log):
            try:
                if stream:
                    stream.close()
            except (BrokenPipeError, OSError):
                pass


def merged(base, over):
    """base with what over says, all the way down."""
    out = dict(base)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = merged(out[key], value) if both else value
    return out


CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True, "versionSupport": True,
            "codeDescriptionSupport": True, "categorySupport": True,
            "tagSupport": {"valueSet": [1, 2]}},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": [
                "quickfix", "refactor", "info"]}}},
        "completion": {
            "completionItem": {"snippetSupport": True,
                               "documentationFormat": ["plaintext"]}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "hover": {"contentFormat": ["plaintext"]},
        "callHierarchy": {}, "typeHierarchy": {}, "inlayHint": {},
        "foldingRange": {"lineFoldingOnly": False},
        "semanticTokens": {
            "requests": {"full": {"delta": False}}, "formats": ["relative"],
            "tokenTypes": [], "tokenModifiers": []},
        "signatureHelp": {"signatureInformation": {
            "parameterInformation": {"labelOffsetSupport": True}}},
        "rename": {"prepareSupport": True},
    },
    "workspace": {"applyEdit": True, "workspaceEdit": {
        "documentChanges": False}},
}
