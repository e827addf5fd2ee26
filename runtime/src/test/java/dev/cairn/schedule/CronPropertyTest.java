package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random expressions are due at the minutes of a year that a slow and simple reference finds, and at no others. */
@Tag("properties")
class CronPropertyTest {

    private static final int SEEDS = Integer.getInteger("cairn.seeds", 20);
    private static final List<ZoneId> ZONES = Stream.of("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
            "Pacific/Apia", "Africa/Casablanca").map(ZoneId::of).toList();
    /** Years that are compared; 2011 has the day that Apia skipped. */
    private static final List<Integer> YEARS = List.of(2011, 2023, 2024, 2026);
    private static final int MAX_COMPARED = 300;

    /** Fixed seeds, and a fresh one each time; the name of a failed test has it. */
    static Stream<Long> seeds() {
        return Stream.concat(IntStream.range(0, SEEDS).mapToObj(Long::valueOf), Stream.of(new Random().nextLong()));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void dueTimesAreThoseOfTheReference(long seed) {
        Random random = new Random(seed);
        ReferenceCron reference = ReferenceCron.random(random);
        ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
        LocalDate begin = LocalDate.of(YEARS.get(random.nextInt(YEARS.size())), 1, 1);
        List<Long> expected = reference.dueTimes(zone, begin, begin.plusYears(1));
        CronRule rule;
        try {
            rule = new CronRule(CronExpression.of(reference.text()), zone);
        } catch (InvalidScheduleException neverMatches) {
            assertThat(neverMatches).hasMessageContaining("never matches");
            assertThat(expected).as(reference.text()).isEmpty();
            return;
        }
        int first = expected.size() <= MAX_COMPARED ? 0 : random.nextInt(expected.size() - MAX_COMPARED);
        List<Long> compared = expected.subList(first, Math.min(expected.size(), first + MAX_COMPARED));
        long after = first == 0 ? begin.atStartOfDay(zone).toInstant().toEpochMilli() - 1 : expected.get(first - 1);
        for (long due : compared) {
            assertThat(rule.next(after, 0)).as("%s in %s after %s", reference.text(), zone, after).hasValue(due);
            long between = after + (long) (random.nextDouble() * (due - after));
            assertThat(rule.next(between, 0)).as("%s in %s after %s", reference.text(), zone, between).hasValue(due);
            long before = due + 1 + random.nextInt(500);
            assertThat(rule.previous(before, 0)).as("%s in %s before %s", reference.text(), zone, before).hasValue(due);
            after = due;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nextIsLaterAndPreviousIsBetween(long seed) {
        Random random = new Random(seed);
        ReferenceCron reference = ReferenceCron.random(random);
        CronExpression cron;
        try {
            cron = CronExpression.of(reference.text());
        } catch (InvalidScheduleException neverMatches) {
            return;
        }
        CronRule rule = new CronRule(cron, ZONES.get(random.nextInt(ZONES.size())));
        long start = LocalDate.of(2000, 1, 1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        for (int i = 0; i < 100; i++) {
            long time = start + Math.floorMod(random.nextLong(), 40L * 365 * 86_400_000);
            long next = rule.next(time, 0).orElseThrow();
            assertThat(next).as("%s after %d", rule, time).isGreaterThan(time);
            assertThat(rule.previous(next, 0).orElseThrow()).as("%s before %d", rule, next).isLessThanOrEqualTo(time);
            assertThat(rule.previous(next + 1, 0)).as("%s at %d", rule, next).hasValue(next);
            assertThat(rule.next(next - 1, 0)).as("%s at %d", rule, next).hasValue(next);
        }
    }

    /** Sets of values, and the text that stands for them. */
    private record ReferenceCron(String text, TreeSet<Integer> minutes, TreeSet<Integer> hours, TreeSet<Integer> days,
            TreeSet<Integer> months, TreeSet<Integer> weekdays) {

        static ReferenceCron random(Random random) {
            TreeSet<Integer> minutes = new TreeSet<>();
            TreeSet<Integer> hours = new TreeSet<>();
            TreeSet<Integer> days = new TreeSet<>();
            TreeSet<Integer> months = new TreeSet<>();
            TreeSet<Integer> weekdays = new TreeSet<>();
            String day = field(random, 1, 31, 0.5, days);
            String weekday = field(random, 0, 7, 0.5, weekdays);
            String text = String.join(" ", field(random, 0, 59, 0.1, minutes), field(random, 0, 23, 0.3, hours), day,
                    field(random, 1, 12, 0.6, months), weekday);
            return new ReferenceCron(text, minutes, hours, days, months, weekdays);
        }

        private static String field(Random random, int low, int high, double any, TreeSet<Integer> values) {
            if (random.nextDouble() < any) {
                IntStream.rangeClosed(low, high).forEach(values::add);
                return "*";
            }
            List<String> items = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int from = low + random.nextInt(high - low + 1);
                int to = from + random.nextInt(high - from + 1);
                int step = 1 + random.nextInt(high);
                switch (random.nextInt(4)) {
                    case 0 -> items.add(item(Integer.toString(from), from, from, 1, values));
                    case 1 -> items.add(item(from + "-" + to, from, to, 1, values));
                    case 2 -> items.add(item(from + "-" + to + "/" + step, from, to, step, values));
                    default -> items.add(item("*/" + step, low, high, step, values));
                }
            }
            return String.join(",", items);
        }

        private static String item(String text, int from, int to, int step, TreeSet<Integer> values) {
            for (int value = from; value <= to; value += step) {
                values.add(value);
            }
            return text;
        }

        private boolean matches(LocalDate date) {
            boolean day = days.contains(date.getDayOfMonth());
            int number = date.getDayOfWeek().getValue();
            boolean weekday = weekdays.contains(number) || date.getDayOfWeek() == DayOfWeek.SUNDAY && weekdays.contains(0);
            List<String> fields = List.of(text.split(" "));
            boolean oneIsFree = isFree(fields.get(2)) || isFree(fields.get(4));
            boolean either = oneIsFree ? day && weekday : day || weekday;
            return either && months.contains(date.getMonthValue());
        }

        /** True if one of the items has each value. */
        private static boolean isFree(String field) {
            return List.of(field.split(",")).stream().anyMatch(Set.of("*", "*/1")::contains);
        }

        /** All of a range of days, by looking at each minute on the local clock. */
        List<Long> dueTimes(ZoneId zone, LocalDate begin, LocalDate end) {
            TreeSet<Long> due = new TreeSet<>();
            boolean everyHour = hours.size() == 24;
            for (LocalDate date = begin; date.isBefore(end); date = date.plusDays(1)) {
                if (!matches(date)) {
                    continue;
                }
                for (int hour : hours) {
                    for (int minute : minutes) {
                        add(date.atTime(LocalTime.of(hour, minute)), zone, everyHour, due);
                    }
                }
            }
            long from = begin.atStartOfDay(zone).toInstant().toEpochMilli();
            long to = end.atStartOfDay(zone).toInstant().toEpochMilli();
            return due.stream().filter(time -> time >= from && time < to).toList();
        }

        private static void add(LocalDateTime local, ZoneId zone, boolean everyHour, TreeSet<Long> due) {
            List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
            if (offsets.isEmpty() && !everyHour) {
                due.add(zone.getRules().getTransition(local).getInstant().toEpochMilli());
            }
            for (int i = 0; i < (everyHour ? offsets.size() : Math.min(1, offsets.size())); i++) {
                due.add(ZonedDateTime.ofLocal(local, zone, offsets.get(i)).toInstant().toEpochMilli());
            }
        }
    }
}
