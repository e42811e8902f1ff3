# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One language server being measured: open, edit, wait for its diagnostics, and
what that cost it. Linux only: costs are read from /proc."""

import json
import os
import pathlib
import queue
import subprocess
import threading
import time


# The state of a file whose first diagnostics gpuperf's own follow.
PREDICTING = "predicting kernel times"


class ServerFailed(Exception):
    pass


def change_between(old, new):
    """The one replaced range that turns old into new, as LSP wants it."""
    start, limit = 0, min(len(old), len(new))
    while start < limit and old[start] == new[start]:
        start += 1
    end = 0
    while end < limit - start and old[-1 - end] == new[-1 - end]:
        end += 1

    def position(offset):
        line = old.count("\n", 0, offset)
        return {"line": line,
                "character": offset - (old.rfind("\n", 0, offset) + 1)}

    return {"range": {"start": position(start),
                      "end": position(len(old) - end)},
            "text": new[start:len(new) - end]}


class Server:
    """A server and the one document that is open in it."""

    def __init__(self, command, folder, log):
        self.log = open(log, "wb")
        self.child = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=self.log)
        self.pid = self.child.pid
        self.inbox = queue.Queue()
        self.next_id = 0
        threading.Thread(target=self._read, daemon=True).start()
        self.request("initialize", {
            "processId": os.getpid(),
            "rootUri": pathlib.Path(folder).resolve().as_uri(),
            "initializationOptions": {"clangdFileStatus": True},
            "capabilities": {"textDocument": {"publishDiagnostics": {
                "versionSupport": True}}}})
        self.notify("initialized", {})

    def _read(self):
        out = self.child.stdout
        try:
            while True:
                length = 0
                while (line := out.readline().strip()):
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                if not length:
                    break
                body = out.read(length)
                self.inbox.put((time.perf_counter(), json.loads(body)))
        except ValueError:
            pass
        self.inbox.put((time.perf_counter(), None))

    def _send(self, message):
        body = json.dumps(dict(message, jsonrpc="2.0")).encode()
        try:
            self.child.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body)
                                   + body)
            self.child.stdin.flush()
        except OSError as e:
            raise ServerFailed(f"the server is gone: {e}") from e

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def request(self, method, params, timeout_s=60):
        self.next_id += 1
        ident = self.next_id
        self._send({"id": ident, "method": method, "params": params})
        return self._wait(lambda m: m.get("id") == ident and "method" not in m,
                          timeout_s, method)[1]

    def _wait(self, wanted, timeout_s, what):
        until = time.perf_counter() + timeout_s
        while True:
            try:
                at, message = self.inbox.get(
                    timeout=max(0.001, until - time.perf_counter()))
            except queue.Empty:
                raise ServerFailed(
                    f"no answer to {what} in {timeout_s} s") from None
            if message is None:
                raise ServerFailed(f"the server ended, waiting for {what}")
            # Work progress and the like need an answer, no more.
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            if wanted(message):
                return at, message

    def _published(self, timeout_s):
        """(time of the first diagnostics of this version, time of the last,
        these). Where the server says that it goes on predicting, others follow
        the first."""
        more = False

        def wanted(m):
            nonlocal more
            if m.get("method") == "textDocument/clangd.fileStatus":
                more = more or m["params"]["state"] == PREDICTING
            return (m.get("method") == "textDocument/publishDiagnostics"
                    and m["params"].get("version") == self.version)
        first, message = self._wait(wanted, timeout_s,
                                    f"version {self.version}")
        last = first
        if more:
            last, message = self._wait(wanted, timeout_s,
                                       f"more of version {self.version}")
        return first, last, message["params"]["diagnostics"]

    def open(self, path, text, timeout_s=300):
        """(seconds to the first diagnostics, seconds to the last, the last)."""
        self.uri = pathlib.Path(path).resolve().as_uri()
        self.text, self.version = text, 1
        began = time.perf_counter()
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "cuda-cpp", "version": 1,
            "text": text}})
        first, last, diagnostics = self._published(timeout_s)
        return first - began, last - began, diagnostics

    def edit(self, text, timeout_s=120):
        """(seconds from the edit to the diagnostics of this text, these)."""
        change = change_between(self.text, text)
        self.text = text
        self.version += 1
        began = time.perf_counter()
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [change]})
        _, at, diagnostics = self._published(timeout_s)
        return at - began, diagnostics

    def settle(self, timeout_s=120):
        """Waits until nothing of the last edit is still being worked on."""
        until = time.perf_counter() + timeout_s
        calm, before = 0, self.cpu_s()
        while calm < 3 and time.perf_counter() < until:
            time.sleep(0.02)
            now = self.cpu_s()
            calm = calm + 1 if now - before < 2e-4 and not self._busy() else 0
            before = now

    def _busy(self):
        folder = f"/proc/{self.pid}/task"
        for thread in os.listdir(folder):
            try:
                with open(f"{folder}/{thread}/stat") as f:
                    if f.read().rsplit(")", 1)[1].split()[0] in "RD":
                        return True
                with open(f"{folder}/{thread}/children") as f:
                    if f.read().strip():
                        return True
            except OSError:
                continue
        return False

    def cpu_s(self):
        """Processor time of the server and of the programs it has run: its own
        to the nanosecond, theirs as /proc has it, to 10 ms in all."""
        with open(f"/proc/{self.pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        children = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
        # The clock of another process, as clock_getcpuclockid(3) numbers it.
        return time.clock_gettime((~self.pid << 3) | 2) + children

    def peak_mib(self):
        with open(f"/proc/{self.pid}/status") as f:
            for line in f:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
        return 0.0

    def close(self):
        try:
            self.request("shutdown", None, timeout_s=20)
            self.notify("exit", None)
            self.child.wait(10)
        except (ServerFailed, subprocess.TimeoutExpired):
            self.child.kill()
            self.child.wait()
        self.child.stdin.close()
        self.log.close()
