package dev.cairn.compiler.reader;

import static dev.cairn.fluent.Flows.after;
import static dev.cairn.fluent.Flows.cron;
import static dev.cairn.fluent.Flows.every;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.definition.Definition;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventReadMode;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.fluent.source.SourceLine;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.ScheduleSpec;

class ScheduleReaderTest {

    private static final String TASKS = "\ndo: [{a: {set: {b: 1}}}]";

    @Test
    void aScheduleWithoutSettingsHasTheDefaults() {
        Definition definition = Read.yaml(Read.DOCUMENT + "schedule: {cron: 0 8 * * *}" + TASKS).good();
        assertThat(definition.triggers()).isEqualTo(new DefinitionTriggers(null, List.of(
                ScheduleSpec.of(new CronRule(CronExpression.of("0 8 * * *"), CronRule.DEFAULT_ZONE))), null));
    }

    @Test
    void eachKindIsAScheduleWithTheSameSettings() {
        List<ScheduleSpec> schedules = Read.yaml(Read.DOCUMENT.stripTrailing() + """

                  metadata:
                    cairn:
                      http: {path: /a}
                      schedule: {zone: Europe/Berlin, overlap: cancel-other, missed: fire-all, maxMissed: 7, jitter: PT1S}
                schedule:
                  cron: "@daily"
                  every: {minutes: 15}
                  after: PT2S
                """.stripTrailing() + TASKS).good().triggers().schedules();
        assertThat(schedules).extracting(ScheduleSpec::name).containsExactly("cron", "every", "after");
        assertThat(schedules).extracting(ScheduleSpec::rule).containsExactly(
                new CronRule(CronExpression.of("@daily"), CronRule.zone("Europe/Berlin")), new EveryRule(900_000),
                new AfterRule(2_000));
        assertThat(schedules).allSatisfy(schedule -> {
            assertThat(schedule.overlap()).isEqualTo(OverlapPolicy.CANCEL_OTHER);
            assertThat(schedule.missed()).isEqualTo(MissedPolicy.FIRE_ALL);
            assertThat(schedule.maxMissed()).isEqualTo(7);
            assertThat(schedule.jitterMillis()).isEqualTo(1_000);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            schedule: {}                | 0111 /schedule "schedule" needs "cron", "every", "after" or "on" \\ Add one of them.
            schedule: daily             | 0110 /schedule "schedule" must be an object, not a string \\ Write it as {name: value}.
            schedule: {crn: "@daily"}   | 0112 /schedule/crn The property "crn" is unknown here \\ Did you mean "cron"?
            schedule: {cron: 5}         | 0110 /schedule/cron "cron" must be a string, not the number 5 \\ Write it in quotes.
            schedule: {cron: 0 25 * * *} | 0116 /schedule/cron "25" is no hour in the cron expression "0 25 * * *" \\ Possible: 0 to 23; lists such as 1,5, ranges from low to high such as 1-5, and steps such as */2.
            schedule: {cron: 0 0 30 2 *} | 0116 /schedule/cron The cron expression "0 0 30 2 *" never matches \\ No year has such a day; correct the day of the month or the month.
            schedule: {cron: "@dayly"}  | 0116 /schedule/cron The macro "@dayly" is unknown \\ Known are @annually, @daily, @hourly, @midnight, @monthly, @weekly, @yearly.
            schedule: {cron: "* * *"}   | 0116 /schedule/cron The cron expression "* * *" has 3 fields \\ Write five fields such as "0 8 * * MON-FRI" (minute, hour, day of the month, month, day of the week), six with the second first, or a macro such as @daily.
            schedule: {every: 5}        | 0118 /schedule/every A duration is an ISO 8601 literal such as "PT5M" or an object such as {"minutes": 5}, not 5 \\ Write it such as PT5M, {minutes: 5} or ${ … }.
            schedule: {every: PT0.05S}  | 0118 /schedule/every A period of 50 ms is too short \\ The period of "every" is from 100 ms to 36,500 days, such as PT15M.
            schedule: {every: P101Y}    | 0118 /schedule/every A period of 3185136000000 ms is too long \\ The period of "every" is from 100 ms to 36,500 days, such as PT15M.
            schedule: {every: "${ .p }"} | 0118 /schedule/every "every" cannot be an expression: a schedule has no input to compute it from \\ Write it as PT15M.
            schedule: {after: "${ .p }"} | 0118 /schedule/after "after" cannot be an expression: a schedule has no input to compute it from \\ Write it as PT15M.
            schedule: {every: PT1M, read: data} | 0111 /schedule/read "read" says what is read of events, and there is no "on" \\ Add "on", or remove it.
            schedule: {every: PT1M, on: {one: {with: {type: a}}}} | 0114 /schedule/on "on" cannot stand beside "every": an input is either events or a due time \\ Keep one of them; another workflow can have the other, and run this one.
            schedule: {on: {one: {with: {}}}} | 0116 /schedule/on/one/with An event filter must not be empty \\ Write "any: []" to listen to every event.
            schedule: {on: {}} | 0111 /schedule/on "on" needs exactly one of "one", "all" and "any" \\ Add one of them; every event is "any: []".
            schedule: {on: {any: []}, read: body} | 0116 /schedule/read "body" is no read \\ Possible: data, envelope, raw.
            """)
    void aMistakeInAScheduleIsOneProblem(String line, String expected) {
        assertThat(brief(Read.yaml(Read.DOCUMENT + line + TASKS))).isEqualTo(expected.replace("\\", "|"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {zone: Europe/Berln}    | 0116 /zone The time zone "Europe/Berln" is unknown \\ Write an identifier such as Europe/Berlin, or UTC.
            {zone: 2}               | 0110 /zone "zone" must be a string, not the number 2 \\ Write it in quotes.
            {overlap: skipp}        | 0116 /overlap "skipp" is no overlap \\ Did you mean "skip"?
            {overlap: queue}        | 0116 /overlap "queue" is no overlap \\ Possible: allow, skip, buffer-one, buffer-all, cancel-other.
            {missed: all}           | 0116 /missed "all" is no missed \\ Possible: fire-once, fire-all, skip.
            {overlap: buffer-all, missed: skip} | 0114 /missed "missed" has no effect beside the overlap "buffer-all" \\ Remove it: occurrences wait, however late.
            {maxMissed: 0}          | 0116 /maxMissed A schedule cannot start 0 missed occurrences at once \\ The bound is from 1 to 10,000.
            {maxMissed: 10001}      | 0116 /maxMissed A schedule cannot start 10001 missed occurrences at once \\ The bound is from 1 to 10,000.
            {maxMissed: many}       | 0110 /maxMissed "maxMissed" must be an integer, not a string \\ Write a whole number, such as 3.
            {jitter: -PT1S}         | 0118 /jitter The duration -PT1S is negative \\ Write it such as PT5M, {minutes: 5} or ${ … }.
            {jitter: PT31S}         | 0118 /jitter A jitter of 31000 ms is longer than half of the shortest interval between two due times \\ The jitter of this schedule is at most 30000 ms.
            {jitter: "${ .j }"}     | 0118 /jitter "jitter" cannot be an expression: a schedule has no input to compute it from \\ Write it as PT15M.
            {timezone: UTC}         | 0112 /timezone The property "timezone" is unknown here \\ Known here: zone, overlap, missed, maxMissed, jitter.
            UTC                     | 0110 "schedule" must be an object, not a string \\ Write it as {name: value}.
            """)
    void aMistakeInSettingsIsOneProblem(String settings, String expected) {
        String found = brief(Read.yaml(Read.DOCUMENT.stripTrailing() + "\n  metadata: {cairn: {schedule: " + settings + "}}\n"
                + "schedule: {every: PT1M}" + TASKS));
        assertThat(found.replace(" /document/metadata/cairn/schedule/", " /").replace(" /document/metadata/cairn/schedule", ""))
                .isEqualTo(expected.replace("\\", "|"));
    }

    @Test
    void settingsWithoutAScheduleAreAWarning() {
        Read read = Read.yaml(Read.DOCUMENT.stripTrailing() + "\n  metadata: {cairn: {schedule: {zone: UTC}}}" + TASKS);
        assertThat(read.problems()).extracting(Problem::severity).containsExactly(Problem.Severity.WARNING);
        assertThat(brief(read))
                .isEqualTo("0126 /document/metadata/cairn/schedule The workflow has no schedule that these settings"
                        + " apply to | Add \"schedule\", or remove them.");
    }

    @Test
    void eventsThatStartInstancesAreRead() {
        Definition definition = Read.yaml(Read.DOCUMENT + """
                schedule:
                  on: {any: [{with: {type: a}}, {with: {type: b}}]}
                  read: envelope
                """.stripTrailing() + TASKS).good();
        assertThat(definition.triggers().events().on().mode()).isEqualTo(Mode.ANY);
        assertThat(definition.triggers().events().on().filters()).hasSize(2);
        assertThat(definition.triggers().events().read()).isEqualTo(EventReadMode.ENVELOPE);
    }

    @Test
    void setsOfEventsThatStartInstancesAreRead() {
        EventConsumption all = Read
                .yaml(Read.DOCUMENT + "schedule: {on: {all: [{with: {type: a}}, {with: {type: b}}]}}" + TASKS)
                .good().triggers().events().on();
        assertThat(all.mode()).isEqualTo(Mode.ALL);
        assertThat(all.filters()).hasSize(2);
        EventConsumption until = Read
                .yaml(Read.DOCUMENT + "schedule: {on: {any: [{with: {type: a}}], until: {one: {with: {type: b}}}}}" + TASKS)
                .good().triggers().events().on();
        assertThat(until.untilEvents().filters()).hasSize(1);
        EventConsumption condition = Read.yaml(Read.DOCUMENT + "schedule: {on: {any: [], until: length == 3}}" + TASKS).good()
                .triggers().events().on();
        assertThat(condition.until().value().asText()).isEqualTo("length == 3");
    }

    @Test
    void mistakesInJavaAreAtTheirLines() {
        ProblemCollector problems = new ProblemCollector();
        int line = SourceLine.here().line();
        Compared.read(flow(set("a", ".x"))
                .schedule(null)
                .schedule(cron(null))
                .schedule(every(Duration.ofMillis(1)).zone(null).overlap(null))
                .schedule(every("PT1M"))
                .schedule(after("soon")
                        .maxMissed(0)),
                "bad", "ScheduleReaderTest.java", problems);

        assertThat(problems.all()).extracting(problem -> problem.location().line() - line + " " + problem.code() + " "
                + problem.location().pointer() + " " + problem.message()).containsExactlyInAnyOrder(
                        "2 CAIRN-0150  \"schedule\" is null",
                        "3 CAIRN-0150  \"cron\" is null",
                        "4 CAIRN-0150  \"zone\" is null",
                        "4 CAIRN-0150  \"overlap\" is null",
                        "4 CAIRN-0118 /schedule/every A period of 1 ms is too short",
                        "5 CAIRN-0153  The workflow has a schedule with \"every\" already",
                        "6 CAIRN-0153  Settings apply to all schedules of a workflow",
                        "6 CAIRN-0118 /schedule/after \"soon\" is no ISO 8601 duration such as \"PT5M\" or \"P1DT12H\"");
    }

    private static String brief(Read read) {
        return read.problems().stream()
                .map(problem -> problem.code().substring("CAIRN-".length()) + " " + problem.location().pointer() + " "
                        + problem.message() + " | " + problem.suggestion())
                .collect(Collectors.joining("; "));
    }
}
