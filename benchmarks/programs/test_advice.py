"""Tests of advice.py: what a finding claims beside what bytes allow."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import advice  # noqa: E402


def finding(text, check="gpuperf-fast-math"):
    return {"check": check, "text": text}


def launch(time_us, dram_bytes):
    return {"kernel_name": "k<int>", "time_us": str(time_us),
            "dram_bytes": str(dram_bytes)}


class AdviceTest(unittest.TestCase):
    # 760.3 MB take 1000 us of DRAM: nine tenths of the time.
    BUSY = launch(1111.1, 760.3e6)

    def test_claims(self):
        self.assertEqual(advice.claimed(finding(
            "precise division: 31% of the time of 'k' on rtx-3080")), 0.31)
        self.assertEqual(advice.claimed(finding(
            "4 blocks of 'k' leave 64 of 68 SMs idle: 98% of its time")), 0.98)
        self.assertAlmostEqual(advice.claimed(finding(
            "block size 64 of 'k': 128 is predicted 1.25x faster")), 0.2)
        self.assertIsNone(advice.claimed(finding("'k' has no launch")))

    def test_a_gain_that_dram_does_not_allow(self):
        text = "precise division: 31% of the time of 'k' on rtx-3080"
        row, room = advice.beyond_floor(finding(text), [self.BUSY])
        self.assertIs(row, self.BUSY)
        self.assertAlmostEqual(room, 0.1, places=2)

    def test_the_launch_with_the_most_room_counts(self):
        text = "precise division: 31% of the time of 'k' on rtx-3080"
        self.assertIsNone(advice.beyond_floor(
            finding(text), [self.BUSY, launch(10000, 760.3e6)]))

    def test_who_moves_fewer_bytes_is_not_bounded(self):
        text = "16 sectors per request: 50% of the time of 'k' on rtx-3080"
        self.assertIsNone(advice.beyond_floor(
            finding(text, "gpuperf-uncoalesced-access"), [self.BUSY]))

    def test_a_gain_within_the_room(self):
        text = "precise division: 15% of the time of 'k' on rtx-3080"
        self.assertIsNone(advice.beyond_floor(finding(text), [self.BUSY]))


if __name__ == "__main__":
    unittest.main()
