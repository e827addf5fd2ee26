package dev.cairn.persistence.file.deployment;

import static dev.cairn.fluent.Flows.error;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.raise;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.fluent.Flows.waitFor;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.quarkus.test.QuarkusUnitTest;

/** Retention of ended instances: by workflow and by outcome. */
class RetentionSettingsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Quick.class, Broken.class, Slow.class, Kept.class, Waiting.class))
            .overrideConfigKey("quarkus.cairn.file.path", "target/retention-" + UUID.randomUUID())
            .overrideConfigKey("quarkus.cairn.retention.completed", "3D")
            .overrideConfigKey("quarkus.cairn.retention.faulted", "4D")
            .overrideConfigKey("quarkus.cairn.retention.cancelled", "5D")
            .overrideConfigKey("quarkus.cairn.workflow.\"kept\".retention.time", "9D")
            .overrideConfigKey("quarkus.cairn.workflow.\"waiting\".retention.time", "9D")
            .overrideConfigKey("quarkus.cairn.workflow.\"waiting\".retention.cancelled", "1H");

    @Inject
    CairnClient cairn;
    @Inject
    InstanceStore store;

    @Workflow(name = "quick")
    static class Quick {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "broken")
    static class Broken {
        static Flow define() {
            return flow(raise("refuse", error("https://acme.example/refused", 409)));
        }
    }

    @Workflow(name = "slow")
    static class Slow {
        static Flow define() {
            return flow(waitFor("long", Duration.ofDays(1)));
        }
    }

    @Workflow(name = "kept")
    static class Kept {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "waiting")
    static class Waiting {
        static Flow define() {
            return flow(waitFor("long", Duration.ofDays(1)));
        }
    }

    @Test
    void itIsKeptAsLongAsIsSaidForHowItEnded() {
        assertThat(kept(start("quick"), InstanceStatus.COMPLETED)).isEqualTo(Duration.ofDays(3));
        assertThat(kept(start("broken"), InstanceStatus.FAULTED)).isEqualTo(Duration.ofDays(4));
        assertThat(kept(cancelled("slow"), InstanceStatus.CANCELLED)).isEqualTo(Duration.ofDays(5));
    }

    @Test
    void whatIsSaidForAWorkflowComesFirst() {
        assertThat(kept(start("kept"), InstanceStatus.COMPLETED)).isEqualTo(Duration.ofDays(9));
        assertThat(kept(cancelled("waiting"), InstanceStatus.CANCELLED)).isEqualTo(Duration.ofHours(1));
    }

    private InstanceHandle start(String workflow) {
        return cairn.start(workflow, Map.of()).await().atMost(LIMIT);
    }

    private InstanceHandle cancelled(String workflow) {
        InstanceHandle instance = start(workflow);
        instance.cancel().await().atMost(LIMIT);
        return instance;
    }

    private Duration kept(InstanceHandle instance, InstanceStatus status) {
        instance.result().onFailure().recoverWithNull().await().atMost(LIMIT);
        InstanceRow row = store.row(instance.id()).await().atMost(LIMIT).orElseThrow();
        assertThat(row.status()).isEqualTo(status);
        return Duration.ofMillis(row.keepUntilMillis() - row.updatedAtMillis());
    }
}
