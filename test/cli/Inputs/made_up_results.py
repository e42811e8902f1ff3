#!/usr/bin/env python3
"""Results of a GPU that does not exist, for tests of calibrate-import.

    made_up_results.py FOLDER [--ranks=N] [--slow=RANK] [--name=NAME]
                       [--arch=sm_90] [--sms=132] [--l1=CYCLES] [--recorded]
                       [--backend=cuda] [--quick] [--pictures]

The figures are round on purpose and stand for nothing. Each file says so in a
note. With --pictures also one curve of every shape that can be drawn.
"""
import argparse
import json
import pathlib

MIB = 1 << 20


def points(xs, value, spread=0.0):
    return [[x, value(x), value(x) * (1 - spread), value(x) * (1 + spread), 5]
            for x in xs]


def series(benchmark, name, x, y, pts, **params):
    return {"record": "series", "benchmark": benchmark, "series": name, "x": x,
            "y": y, "clock_mhz": 1000, "params": params, "points": pts}


def powers(first, last, per_octave=4):
    xs, x = [], first
    while x <= last:
        xs.append(round(x))
        x *= 2 ** (1 / per_octave)
    return xs


def latency(l1, factor):
    l2 = 50 * MIB

    def through_l2(x):
        return factor * (250 if x <= 0.5 * l2 else 400 if x <= l2 else 800)

    yield series("global-latency", "l1", "footprint_bytes", "cycles_per_load",
                 points(powers(2048, 512 << 10),
                        lambda x: factor * (l1 if x <= 192 << 10 else 250),
                        0.005), node_bytes=128)
    yield series("global-latency", "l2", "footprint_bytes", "cycles_per_load",
                 points(powers(32 << 10, 400 * MIB), through_l2, 0.005),
                 node_bytes=128)


def launches(factor):
    for warps in (1, 2, 4):
        yield series("launch-lines", "grid_sweep", "grid_blocks",
                     "us_per_launch",
                     points([1000, 2000, 4000, 8000, 16000],
                            lambda x: factor * (2 + 0.001 * warps * x)),
                     warps_per_block=warps)
    yield series("launch-modes", "back_to_back", "launches", "us_per_launch",
                 points([1000], lambda x: 2.5, 0.01))


def pictures():
    """Shapes of benchmarks that need no rule to be drawn."""
    for group in (1, 2, 4, 8, 16, 32):
        yield series("made-up-coherence", "read", "threads_per_element", "gbps",
                     points([1, 2, 4, 8, 16, 32],
                            lambda x: 100 * group / (1 + abs(x - group))),
                     group_size=group)
    for pattern in ("sequential", "shifted", "random"):
        for width in (4, 8, 16):
            yield series("made-up-bandwidth", pattern, "threads", "gbps",
                         points(powers(64, 1 << 18, 1),
                                lambda x: width * x / (1 + x / 5000), 0.02),
                         access_bytes=width)
    yield series("made-up-sm-homogeneity", "compute", "sm", "cycles",
                 points(range(132), lambda x: 1000 + x % 7, 0.001))
    for op in ("add", "max", "cas"):
        yield series("made-up-bars", op, "chain", "cycles",
                     points([256], lambda x: 4 * len(op), 0.1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--slow", type=int, default=-1)
    parser.add_argument("--name", default="Made-Up 1000")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--sms", type=int, default=132)
    parser.add_argument("--l1", type=float, default=40)
    parser.add_argument("--backend", default="cuda")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("--pictures", action="store_true")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for rank in range(args.ranks):
        factor = 1.1 if rank == args.slow else 1 + 0.001 * (rank % 3)
        device = {"name": args.name, "arch": args.arch,
                  "identity": f"{rank:012x}", "sm_count": args.sms,
                  "warp_size": 32, "boost_clock_mhz": 1980,
                  "memory_clock_mhz": 2500, "memory_bus_bits": 6144,
                  "l2_bytes": 50 * MIB, "memory_bytes": 80e9}
        records = [{"record": "run", "schema": 1,
                    "date": "2026-11-22T10:00:00Z", "quick": args.quick,
                    "backend": args.backend, "rank": rank, "device": device},
                   {"record": "note", "text": "made up for a test: no GPU gave "
                    "these figures"}]
        records += latency(args.l1, factor)
        records += launches(factor)
        if args.pictures:
            records += pictures()
        if args.recorded:
            records.append({"record": "quantity", "benchmark": "global-latency",
                            "name": "l1_latency_cycles", "value": 12, "low": 12,
                            "high": 12, "unit": "cycles", "ok": True,
                            "why": "", "how": ""})
        records.append({"record": "skipped", "benchmark": "texture-latency",
                        "why": "no textures"})
        records.append({"record": "end", "elapsed_s": 1})
        name = f"calibrate.{rank}.jsonl" if args.ranks > 1 else "calibrate.jsonl"
        (args.folder / name).write_text("".join(
            json.dumps(r, separators=(",", ":")) + "\n" for r in records))


if __name__ == "__main__":
    main()
