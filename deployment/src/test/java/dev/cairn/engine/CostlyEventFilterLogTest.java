package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class CostlyEventFilterLogTest {

    private final EngineFixture fixture = new EngineFixture();
    @RegisterExtension
    final EngineLog log = new EngineLog(Level.WARNING);

    @Test
    void aTaskThatLeavesEventsSinceItsFilterTakesTooLongIsNamedOnce() {
        EngineOptions usual = fixture.options;
        fixture.options = new EngineOptions(usual.cluster(),
                MemoryOptions.shared(usual.memory().waitMillis(), usual.memory().endedInstances(), usual.memory().endedBytes()),
                PureWorkOptions.slices(1_000, 20_000),
                new RetentionOptions(usual.retention().keptMillis(), usual.retention().intervalMillis(), RetentionRules.NONE),
                usual.journal(), InstanceRunOptions.stopping(usual.run().stopTimeoutMillis()));
        fixture.workflow("""
                do:
                  - first: {listen: {to: {one: {with: {type: paid, data: "${ . == 2000 or ([range(.)] | length < 0) }"}}}}}
                  - second: {listen: {to: {one: {with: {type: paid}, correlate: {n: {from: "${ [range(.data)] | length }"}}}}}}
                """).start();
        String id = fixture.begin("{}").instanceId();

        publish("1", 1_999);
        assertThat(log.said()).as("there is enough on a worker").isEmpty();
        publish("2", 100_000);
        publish("3", 100_001);
        assertThat(log.said()).hasSize(1).last().asString().startsWith("CAIRN-0458")
                .contains("workflow=test:case:1.0.0, task=/do/0/first").contains("20000 steps")
                .contains("quarkus.cairn.work.worker-budget");
        publish("4", 2_000);
        publish("5", 100_000);
        publish("6", 100_001);
        assertThat(log.said()).hasSize(2).last().asString().contains("task=/do/1/second");
        publish("7", 2_000);
        assertThat(fixture.output(id)).isEqualTo("[2000]");
    }

    private void publish(String id, int data) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(fixture.engine)
                .publish(CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid")
                        .withData("application/json", Integer.toString(data).getBytes(StandardCharsets.UTF_8)).build())
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        published.assertCompleted();
    }
}
