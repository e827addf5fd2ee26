package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.QuarkusUnitTest;

/** Settings that make no sense are all named, and Quarkus shows no stack trace of a ConfigurationException without a cause. */
class SettingsOutOfRangeTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideRuntimeConfigKey("quarkus.cairn.retention.time", "-3D")
            .overrideRuntimeConfigKey("quarkus.cairn.retention.completed", "400000D")
            .overrideRuntimeConfigKey("quarkus.cairn.http.wait-time", "-1S")
            .overrideRuntimeConfigKey("quarkus.cairn.compression.min-size", "3G")
            .overrideRuntimeConfigKey("quarkus.cairn.memory.budget", "95%")
            .overrideRuntimeConfigKey("quarkus.cairn.cluster.failover-time", "1MS")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"orders\".concurrency", "0")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"orders\".schedule.zone", "Europe/Berln")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"orders\".schedule.max-missed", "0")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"orders\".schedule.jitter", "-1S")
            .overrideRuntimeConfigKey("quarkus.cairn.run.max-depth", "1024")
            .overrideRuntimeConfigKey("quarkus.cairn.stop-timeout", "300000000D")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.max-connections-per-host", "0")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.connect-timeout", "25D")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.request-timeout", "0S")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.max-response-size", "2G")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.circuit-breaker.request-volume-threshold", "100001")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.circuit-breaker.success-threshold", "-1")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.circuit-breaker.delay", "-1S")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.circuit-breaker.failure-ratio", "0")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.bulkhead.max-concurrent-calls", "0")
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.bulkhead.queue-size", "1001")
            .assertException(failure -> assertThat(failure)
                    .hasToString(ConfigurationException.class.getName() + ": CAIRN-0710: Settings are out of range:"
                            + " quarkus.cairn.cluster.failover-time: PT0.001S is less than PT0.5S;"
                            + " quarkus.cairn.stop-timeout: PT7200000000H is more than PT8760000H, a thousand years;"
                            + " quarkus.cairn.memory.budget: 95% is neither a size such as 256M nor a share from 1% to 90%;"
                            + " quarkus.cairn.compression.min-size: 3221225472 is not from 0 to 2147483647;"
                            + " quarkus.cairn.retention.time: PT-72H is less than PT0S;"
                            + " quarkus.cairn.retention.completed: PT9600000H is more than PT8760000H, a thousand years;"
                            + " quarkus.cairn.workflow.\"orders\".concurrency: 0 is not from 1 to 2147483647;"
                            + " quarkus.cairn.workflow.\"orders\".schedule.zone: The time zone \"Europe/Berln\" is unknown;"
                            + " quarkus.cairn.workflow.\"orders\".schedule.max-missed: 0 is not from 1 to 10000;"
                            + " quarkus.cairn.workflow.\"orders\".schedule.jitter: PT-1S is less than PT0S;"
                            + " quarkus.cairn.http.wait-time: PT-1S is less than PT0S;"
                            + " quarkus.cairn.http-client.max-connections-per-host: 0 is not from 1 to 2147483647;"
                            + " quarkus.cairn.http-client.connect-timeout: PT600H is more than PT576H;"
                            + " quarkus.cairn.http-client.request-timeout: PT0S is less than PT0.001S;"
                            + " quarkus.cairn.http-client.max-response-size: 2147483648 is not from 1 to 2147483647;"
                            + " quarkus.cairn.http-client.circuit-breaker.request-volume-threshold: 100001 is not from 1 to 100000;"
                            + " quarkus.cairn.http-client.circuit-breaker.success-threshold: -1 is not from 1 to 100000;"
                            + " quarkus.cairn.http-client.circuit-breaker.delay: PT-1S is less than PT0S;"
                            + " quarkus.cairn.http-client.circuit-breaker.failure-ratio: 0.0 is not above 0 and at most 1;"
                            + " quarkus.cairn.http-client.bulkhead.max-concurrent-calls: 0 is not from 1 to 2147483647;"
                            + " quarkus.cairn.http-client.bulkhead.queue-size: 1001 is not from 1 to 1000;"
                            + " quarkus.cairn.run.max-depth: 1024 is not from 1 to 1023. Correct them.")
                    .hasNoCause());

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
