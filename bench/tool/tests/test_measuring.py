import unittest

from cairnbench import measuring
from tests.fixtures import cell


class LimitedByK6Test(unittest.TestCase):
    def test_it_had_more_of_the_machine_than_what_was_measured(self) -> None:
        most = {"cpu_application": 0.22, "cpu_server": 0.0, "cpu_k6": 1.02}
        self.assertTrue(measuring.limited_by_k6(cell(dropped=31, **most)))
        self.assertFalse(measuring.limited_by_k6(cell(**most)))
        self.assertFalse(measuring.limited_by_k6(cell(dropped=31, **most | {"cpu_server": 0.9})))
