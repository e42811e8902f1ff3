# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import tempfile
import unittest
from types import SimpleNamespace

import advice

OUTPUT = """\
/x/a.cu:3:5: warning: block size 32 of 'k': 512 is faster [gpuperf-launch-config]
    3 |   k<<<1, 32>>>();
/x/a.cu:3:5: note: 512: 3 us
/x/a.cu:3:5: warning: block size 32 of 'k': 512 is faster [gpuperf-launch-config]
/x/a.cu:9:1: warning: something else [bugprone-x]
/x/a.cu:9:1: note: not ours
"""

FIXES = """\
---
MainSourceFile:  '/x/a.cu'
Diagnostics:
  - DiagnosticName:  gpuperf-launch-config
    DiagnosticMessage:
      Message:         'block'
      FilePath:        '{path}'
      FileOffset:      10
      Replacements:
        - FilePath:        '{path}'
          Offset:          10
          Length:          2
          ReplacementText: '512'
        - FilePath:        '{path}'
          Offset:          20
          Length:          2
          ReplacementText: "5\\"1"
  - DiagnosticName:  gpuperf-launch-config
    DiagnosticMessage:
      Replacements:
        - FilePath:        '/x/other.h'
          Offset:          1
          Length:          1
          ReplacementText: 'x'
...
"""


class Advice(unittest.TestCase):
    def test_a_diagnostic_is_kept_once_with_its_notes(self):
        found = advice.diagnostics_of(OUTPUT)
        self.assertEqual([(d["place"], d["check"], d["notes"]) for d in found],
                         [("/x/a.cu:3:5", "gpuperf-launch-config",
                           ["512: 3 us"])])

    def test_edits_of_the_file_itself_by_diagnostic(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.cu")
            fixes = os.path.join(folder, "fixes.yaml")
            with open(fixes, "w") as f:
                f.write(FIXES.format(path=path))
            file = SimpleNamespace(path="a.cu", folder=folder)
            edits = advice.replacements(fixes, file)
        self.assertEqual([[(e["o"], e["n"], e["t"]) for e in g]
                          for g in edits],
                         [[(10, 2, b"512"), (20, 2, b'5"1')]])


if __name__ == "__main__":
    unittest.main()
