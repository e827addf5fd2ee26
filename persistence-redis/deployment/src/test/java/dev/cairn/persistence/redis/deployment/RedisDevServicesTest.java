package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.deployment.IsDockerWorking;
import io.quarkus.test.QuarkusUnitTest;

/** An application that names no server: Dev Services would start one, if containers could run here. */
@Tag("servers")
@Tag("redis")
@DisabledIf(value = "containersRun", disabledReason = "they would start a server")
class RedisDevServicesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .setLogRecordPredicate(record -> record.getLoggerName().startsWith("io.quarkus.redis.deployment"))
            .assertLogRecords(records -> assertThat(records).extracting(record -> record.getMessage())
                    .anyMatch(message -> message.contains("get a working docker instance")))
            .assertException(failure -> assertThat(failure).hasMessageStartingWith("CAIRN-0545"));

    static boolean containersRun() {
        return new IsDockerWorking(true).getAsBoolean();
    }

    @Test
    void theyAreAskedForAServer() {
        fail("It started");
    }
}
