#!/usr/bin/env python3
"""Every source of analysis/ has its unit test under the same name.

analysis/FOLDER/Name.cpp is tested by test/unit/analysis/FOLDER/NameTest.cpp,
and the CMakeLists.txt of the unit tests names that file, so that it is built.
A source whose behaviour shows only through another one is an exception: it is
listed here with the test that covers it and the reason.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TESTS = ROOT / "test" / "unit" / "analysis"

# Source -> (test that covers it, why it has none of its own).
EXCEPTIONS = {
    "advice/lines/UncoalescedText.cpp":
        ("advice/lines/UncoalescedTest.cpp",
         "its sentences are read from the findings that they are of"),
    "machine/VideoPtx.cpp":
        ("machine/InlinePtxTest.cpp",
         "it is asked for instructions of inline PTX, and tested as such"),
    "models/hong-kim/Predict.cpp":
        ("models/hong-kim/HongKimTest.cpp",
         "it fills the parameters of HongKim.cpp, whose test checks both"),
    "models/kleimenov-popova/Explain.cpp":
        ("models/kleimenov-popova/KleimenovPopovaTest.cpp",
         "its lines are read from a whole prediction"),
    "models/kleimenov-popova/Tuples.cpp":
        ("models/kleimenov-popova/KleimenovPopovaTest.cpp",
         "the tuples are checked by the times that follow from them"),
    "models/kleimenov-popova/Wave.cpp":
        ("models/kleimenov-popova/KleimenovPopovaTest.cpp",
         "waves are checked by the times that follow from them"),
    "models/stencil-traffic/Predict.cpp":
        ("models/stencil-traffic/StencilKernelTest.cpp",
         "it needs the kernels that are recognised there"),
}


def main():
    wrong = []
    lists = "\n".join(p.read_text() for p in TESTS.rglob("CMakeLists.txt"))
    sources = sorted((ROOT / "analysis").rglob("*.cpp"))
    names = {s.relative_to(ROOT / "analysis").as_posix() for s in sources}
    for name in sorted(names):
        test = name[:-len(".cpp")] + "Test.cpp"
        there = (TESTS / test).is_file()
        if name in EXCEPTIONS:
            if there:
                wrong.append("analysis/%s has a test now: take it off the "
                             "exceptions" % name)
        elif not there:
            wrong.append("analysis/%s has no test/unit/analysis/%s"
                         % (name, test))
    for name, (test, _) in EXCEPTIONS.items():
        if name not in names:
            wrong.append("exception analysis/%s: there is no such file" % name)
        if not (TESTS / test).is_file():
            wrong.append("exception analysis/%s: its test %s is gone"
                         % (name, test))
    for test in sorted(TESTS.rglob("*Test.cpp")):
        # A list names its files from its own folder: the last part is enough.
        if test.name not in lists:
            wrong.append("%s is built by no CMakeLists.txt"
                         % test.relative_to(ROOT).as_posix())
    for line in wrong:
        print("check_test_names.py: " + line)
    print("%d sources, %d exceptions" % (len(sources), len(EXCEPTIONS)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
