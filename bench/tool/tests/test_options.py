import contextlib
import io
import pathlib
import unittest

from cairnbench import options

OUT = pathlib.Path("/out")


def refusal(*arguments: str) -> str:
    """The message about wrong arguments."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
        options.parse(arguments, OUT)
        raise AssertionError("not refused")
    return said.getvalue()


class OptionsTest(unittest.TestCase):
    def test_without_arguments_everything_is_measured(self) -> None:
        told = options.parse([], OUT)
        self.assertEqual(told.stores, ("none", "file", "redis", "valkey", "jpa"))
        self.assertEqual(told.workloads[:2], ("baseline", "floor"))
        self.assertEqual((told.seconds, told.repeat, told.rates), (30, 3, None))

    def test_lists_are_read_in_their_order(self) -> None:
        told = options.parse(["--stores", "jpa,none,jpa", "--rates", "80,20", "--workloads", "json"], OUT)
        self.assertEqual((told.stores, told.rates, told.workloads), (("jpa", "none"), (80, 20), ("json",)))

    def test_quick_is_short_unless_told_otherwise(self) -> None:
        self.assertEqual(options.parse(["--quick"], OUT).seconds, 1)
        self.assertEqual(options.parse(["--quick", "--seconds", "4"], OUT).seconds, 4)

    def test_what_does_not_exist_is_refused(self) -> None:
        self.assertIn("none, file, redis, valkey, jpa", refusal("--stores", "mongo"))
        self.assertIn("no whole number", refusal("--rates", "fast"))
        self.assertIn("less than 1", refusal("--seconds", "0"))

    def test_what_is_no_number_is_told(self) -> None:
        self.assertIn("'abc' is no whole number", refusal("--seconds", "abc"))
        self.assertIn("'1.5' is no whole number", refusal("--rates", "20,1.5"))

    def test_no_rate_is_not_every_rate(self) -> None:
        for nothing in ("", ",", " "):
            self.assertIn("no list of rates", refusal("--rates", nothing))

    def test_a_rate_is_measured_once(self) -> None:
        self.assertEqual(options.parse(["--rates", "150,20,150"], OUT).rates, (150, 20))

    def test_settings_have_a_name_and_a_value(self) -> None:
        self.assertEqual(options.parse(["--set", "a.b=c=d", "--set", "e="], OUT).application, ("a.b=c=d", "e="))
        self.assertEqual(options.parse([], OUT).application, ())
        for wrong in ("a.b", "=c", "a b=c"):
            self.assertIn("is no setting", refusal("--set", wrong))

    def test_what_the_tool_sets_is_not_set_by_others(self) -> None:
        for name in ("quarkus.cairn.redis.durability", "bench.planted-delay"):
            self.assertIn("is what bench/run sets itself", refusal("--set", f"{name}=x"))

    def test_a_server_is_given_for_a_store_that_is_measured(self) -> None:
        self.assertIn("store redis is not measured", refusal("--redis-url", "redis://h:1", "--stores", "none,valkey"))

    def test_urls_have_their_scheme(self) -> None:
        self.assertIn("redis://", refusal("--redis-url", "localhost:6379"))
        self.assertIn("jdbc:postgresql://", refusal("--postgres-url", "postgresql://localhost/x"))
        self.assertEqual(options.parse(["--valkey-url", "redis://h:1"], OUT).valkey_url, "redis://h:1")

    def test_an_answer_means_that_it_is_on_the_disk_unless_told_otherwise(self) -> None:
        self.assertEqual(options.parse([], OUT).durability, "strict")
        self.assertEqual(options.parse(["--durability", "batched"], OUT).durability, "batched")
        self.assertIn("strict", refusal("--durability", "none"))

    def test_parts_can_be_left_out(self) -> None:
        told = options.parse(["--goals", "--no-search", "--add"], OUT)
        self.assertEqual((told.goals, told.search, told.add, told.build_only), (True, False, True, False))
        told = options.parse([], OUT)
        self.assertEqual((told.goals, told.search, told.add, told.build_only), (False, True, False, False))
