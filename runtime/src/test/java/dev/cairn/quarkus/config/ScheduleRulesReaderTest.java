package dev.cairn.quarkus.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.program.AnswerPlan;
import dev.cairn.program.InstanceSettingsPlan;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramMetadata;
import dev.cairn.program.ProgramTriggers;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

class ScheduleRulesReaderTest {

    private static final CronExpression DAILY = CronExpression.of("@daily");
    private static final Program REPORT = program("shop:report", new CronRule(DAILY, CronRule.DEFAULT_ZONE));

    @Test
    void settingsOverrideTheDefinition() {
        ScheduleRules rules = ScheduleRulesReader.rules(configured(Map.of(
                "quarkus.cairn.workflow.\"report\".schedule.zone", "Europe/Berlin",
                "quarkus.cairn.workflow.\"report\".schedule.overlap", "cancel-other",
                "quarkus.cairn.workflow.\"report\".schedule.missed", "fire-all",
                "quarkus.cairn.workflow.\"report\".schedule.max-missed", "7",
                "quarkus.cairn.workflow.\"report\".schedule.jitter", "30S")));

        assertThat(rules.enabled(REPORT)).isTrue();
        assertThat(rules.of(REPORT)).containsExactly(new ScheduleSpec("cron",
                new CronRule(DAILY, CronRule.zone("Europe/Berlin")), OverlapPolicy.CANCEL_OTHER, MissedPolicy.FIRE_ALL, 7,
                30_000,
                null));
    }

    @Test
    void aQualifiedNameComesBeforeAShortOne() {
        ScheduleRules rules = ScheduleRulesReader.rules(configured(Map.of(
                "quarkus.cairn.workflow.\"shop:report\".schedule.overlap", "skip",
                "quarkus.cairn.workflow.\"report\".schedule.overlap", "buffer-one")));

        assertThat(rules.of(REPORT)).extracting(ScheduleSpec::overlap).containsExactly(OverlapPolicy.SKIP);
        assertThat(rules.of(program("mail:report", REPORT.triggers().schedules().get(0).rule())))
                .extracting(ScheduleSpec::overlap).containsExactly(OverlapPolicy.BUFFER_ONE);
    }

    @Test
    void schedulesOfAWorkflowCanBeLeftAlone() {
        ScheduleRules rules = ScheduleRulesReader.rules(configured(Map.of(
                "quarkus.cairn.workflow.\"shop:report\".schedule.enabled", "false")));

        assertThat(rules.enabled(REPORT)).isFalse();
        assertThat(rules.enabled(program("mail:report", new EveryRule(1_000)))).isTrue();
    }

    @Test
    void aJitterMustFitEachSchedule() {
        Map<String, CairnConfig.Workflow> configured = configured(Map.of(
                "quarkus.cairn.workflow.\"report\".schedule.jitter", "30S"));

        ScheduleRulesReader.check(configured, List.of(REPORT));
        assertThatThrownBy(() -> ScheduleRulesReader.check(configured,
                List.of(REPORT, program("mail:report", new EveryRule(40_000)))))
                .hasMessage(
                        "CAIRN-0714: Settings do not fit schedules: [workflow=mail:report, schedule=every] A jitter of 30000"
                                + " ms is longer than half of the shortest interval between two due times. The jitter of this schedule"
                                + " is at most 20000 ms.");
    }

    private static Map<String, CairnConfig.Workflow> configured(Map<String, String> properties) {
        return new SmallRyeConfigBuilder().addDiscoveredConverters().withMapping(CairnConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 100)).build()
                .getConfigMapping(CairnConfig.class).workflow();
    }

    private static Program program(String workflow, ScheduleRule rule) {
        ProgramTriggers triggers = new ProgramTriggers(null, List.of(ScheduleSpec.of(rule)), null);
        return new Program(new ProgramMetadata(workflow, "1.0.0", triggers, InstanceSettingsPlan.NONE, AnswerPlan.NONE),
                List.of(), List.of(),
                List.of(),
                List.of(), List.of(), List.of(), -1, 0, 0, 0);
    }

    @Test
    void settingsOfBothNamesApplyTogether() {
        ScheduleRules rules = ScheduleRulesReader.rules(configured(Map.of(
                "quarkus.cairn.workflow.\"shop:report\".schedule.overlap", "skip",
                "quarkus.cairn.workflow.\"report\".schedule.overlap", "buffer-one",
                "quarkus.cairn.workflow.\"report\".schedule.zone", "Europe/Berlin",
                "quarkus.cairn.workflow.\"report\".schedule.jitter", "30S")));

        assertThat(rules.of(REPORT)).containsExactly(new ScheduleSpec("cron",
                new CronRule(DAILY, CronRule.zone("Europe/Berlin")), OverlapPolicy.SKIP, ScheduleSpec.DEFAULT_MISSED,
                ScheduleSpec.DEFAULT_MAX_MISSED, 30_000, null));
    }

    @Test
    void aQualifiedNameIsEnabledAlthoughTheShortOneIsNot() {
        ScheduleRules rules = ScheduleRulesReader.rules(configured(Map.of(
                "quarkus.cairn.workflow.\"shop:report\".schedule.enabled", "true",
                "quarkus.cairn.workflow.\"report\".schedule.enabled", "false")));

        assertThat(rules.enabled(REPORT)).isTrue();
        assertThat(rules.enabled(program("mail:report", new EveryRule(1_000)))).isFalse();
    }

    @Test
    void allMisfitsAreToldAtOnce() {
        Map<String, CairnConfig.Workflow> configured = configured(Map.of(
                "quarkus.cairn.workflow.\"report\".schedule.jitter", "30S",
                "quarkus.cairn.workflow.\"shop:report\".schedule.max-missed", "0",
                "quarkus.cairn.workflow.\"bill\".schedule.zone", "Mars",
                "quarkus.cairn.workflow.\"order\".schedule.overlap", "buffer-one",
                "quarkus.cairn.workflow.\"order\".schedule.missed", "skip"));

        assertThatThrownBy(() -> ScheduleRulesReader.check(configured,
                List.of(REPORT, program("mail:report", new EveryRule(40_000)), program("shop:order", new EveryRule(1_000)))))
                .isInstanceOf(IllegalStateException.class).hasMessageStartingWith("CAIRN-0714")
                .hasMessageContainingAll("\"bill\".schedule: The time zone \"Mars\" is unknown",
                        "[workflow=shop:report, schedule=cron] A schedule cannot start 0 missed",
                        "[workflow=mail:report, schedule=every] A jitter of 30000 ms",
                        "[workflow=shop:order, schedule=every] \"missed\" has no effect");
    }
}
