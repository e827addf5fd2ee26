package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Settings of schedules are held against the schedules that the application was built with. */
class ScheduleSettingsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: report, version: 1.0.0}
                    schedule: {cron: "*/2 * * * *"}
                    do: [{begin: {set: {total: 0}}}]
                    """), "workflows/report.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"report\".schedule.overlap", "buffer-one")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"report\".schedule.jitter", "2M")
            .assertException(failure -> assertThat(failure).hasMessage("CAIRN-0714: Settings do not fit schedules:"
                    + " [workflow=shop:report, schedule=cron] A jitter of 120000 ms is longer than half of the shortest interval between two"
                    + " due times. The jitter of this schedule is at most 60000 ms."));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
