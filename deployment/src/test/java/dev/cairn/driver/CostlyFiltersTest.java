package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class CostlyFiltersTest {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final EngineFixture fixture = new EngineFixture();
    private final List<String> warnings = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(entry.getMessage().formatted(entry.getParameters()));
            }
        }

        @Override
        public void flush() {
            // All is there.
        }

        @Override
        public void close() {
            // Nothing to let go of.
        }
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        LOG.removeHandler(handler);
    }

    @Test
    void aTaskThatLeavesEventsSinceItsFilterTakesTooLongIsNamedOnce() {
        EngineOptions usual = fixture.options;
        fixture.options = new EngineOptions(usual.cluster(), usual.memoryWaitMillis(), 1_000, 20_000, usual.retentionMillis(),
                usual.retentionIntervalMillis(), usual.stopTimeoutMillis(), usual.endedInstances(), usual.endedBytes(),
                usual.journal());
        fixture.workflow("""
                do:
                  - first: {listen: {to: {one: {with: {type: paid, data: "${ . == 2000 or ([range(.)] | length < 0) }"}}}}}
                  - second: {listen: {to: {one: {with: {type: paid}, correlate: {n: {from: "${ [range(.data)] | length }"}}}}}}
                """).start();
        String id = fixture.begin("{}").instanceId();

        publish("1", 1_999);
        assertThat(warnings).as("there is enough on a worker").isEmpty();
        publish("2", 100_000);
        publish("3", 100_001);
        assertThat(warnings).hasSize(1).last().asString().startsWith("CAIRN-0458")
                .contains("workflow=test:case:1.0.0, task=/do/0/first").contains("20000 steps")
                .contains("quarkus.cairn.work.worker-budget");
        publish("4", 2_000);
        publish("5", 100_000);
        publish("6", 100_001);
        assertThat(warnings).hasSize(2).last().asString().contains("task=/do/1/second");
        publish("7", 2_000);
        assertThat(fixture.output(id)).isEqualTo("[2000]");
    }

    private void publish(String id, int data) {
        UniAssertSubscriber<Void> published = new EngineEvents(fixture.engine)
                .publish(CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid")
                        .withData("application/json", Integer.toString(data).getBytes(StandardCharsets.UTF_8)).build())
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        published.assertCompleted();
    }
}
