"""The disk, as it is told."""

from __future__ import annotations

import os
import pathlib
import tempfile
import time
import unittest
import unittest.mock

from cairnbench import disk


class DiskTest(unittest.TestCase):
    def test_a_slow_disk_is_told(self) -> None:
        real = os.fdatasync

        def slow(file: int) -> None:
            end = time.perf_counter() + 0.002
            real(file)
            while time.perf_counter() < end:
                pass

        with tempfile.TemporaryDirectory() as name, unittest.mock.patch.object(os, "fdatasync", slow), \
                unittest.mock.patch.object(disk, "APPENDS", 40):
            found = disk.describe(pathlib.Path(name))
            self.assertEqual(os.listdir(name), [])
        self.assertEqual(found["appends"], 40)
        self.assertGreaterEqual(found["fdatasync_med_ms"], 2)
        self.assertGreaterEqual(found["fdatasync_p95_ms"], found["fdatasync_med_ms"])


if __name__ == "__main__":
    unittest.main()
