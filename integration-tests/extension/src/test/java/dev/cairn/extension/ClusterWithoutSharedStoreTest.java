package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A store that cannot be shared says so if several nodes are configured. */
class ClusterWithoutSharedStoreTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideRuntimeConfigKey("quarkus.cairn.cluster.enabled", "true")
            .setLogRecordPredicate(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
            .assertLogRecords(entries -> assertThat(entries)
                    .anyMatch(entry -> entry.getMessage().startsWith("CAIRN-0436")));

    @Test
    void startsAllTheSame() {}
}
