package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.option.KeptEventOptions;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Events that no instance takes are kept for instances that begin to listen in time. */
class KeptEventsTest {

    private static final String METADATA = """
            document:
              {dsl: "1.0.3", namespace: test, name: case, version: "1.0.0", metadata: {cairn: {events: {keep: PT1H}}}}
            """;
    private static final String ORDER = METADATA + """
            do:
              - paid:
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: ".[0].sum"}
            """;
    private static final String TWO_ORDERS = METADATA + """
            do:
              - first:
                  listen: {to: {one: {with: {type: paid, data: "${ .order == 1 }"}}}}
              - second:
                  listen: {to: {one: {with: {type: paid, data: "${ .order == 2 }"}}}}
                  output: {as: ".[0].sum"}
            """;
    private static final String TWICE = METADATA + """
            do:
              - first: {listen: {to: {one: {with: {type: paid}}}}}
              - second: {listen: {to: {one: {with: {type: paid}}}}}
            """;
    private static final String THREE = METADATA + """
            do:
              - all:
                  listen: {to: {any: [{with: {type: paid}}], until: length == 3}}
                  output: {as: "map(.sum)"}
            """;
    private static final long HOUR_MILLIS = 3_600_000;

    private final EngineFixture fixture = new EngineFixture();

    private static CloudEvent paid(String id, int order, int sum) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid")
                .withData("application/json",
                        ("{\"order\":" + order + ",\"sum\":" + sum + "}").getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private UniAssertSubscriber<PublishResult> subscribe(CloudEvent event) {
        return new EngineCloudEventBus(fixture.engine).publish(event).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private PublishResult publish(CloudEvent event) {
        UniAssertSubscriber<PublishResult> published = subscribe(event);
        fixture.threads.runAll();
        return published.assertCompleted().getItem();
    }

    private String begin(String input) {
        String id = fixture.begin(input).instanceId();
        fixture.threads.runAll();
        return id;
    }

    private static PublishResult keptUntil(long millis) {
        return new PublishResult(Outcome.KEPT, 0, Instant.ofEpochMilli(millis));
    }

    @Test
    void anEventWaitsForAListener() {
        fixture.workflow(ORDER).start();
        begin("{\"order\":8}");
        assertThat(publish(paid("1", 7, 5))).isEqualTo(keptUntil(EngineFixture.NOON + HOUR_MILLIS));
        String id = begin("{\"order\":7}");
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void aTypeOfTheConfigurationIsKept() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of("paid", 1_000L), 10, 10_000));
        fixture.workflow(ORDER.replace(METADATA, "")).start();
        assertThat(publish(paid("1", 7, 5))).isEqualTo(keptUntil(EngineFixture.NOON + 1_000));
        assertThat(fixture.output(begin("{\"order\":7}"))).isEqualTo("5");
    }

    @Test
    void theConfigurationTurnsKeepingOff() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of("paid", 0L), 10, 10_000));
        fixture.workflow(ORDER).start();
        assertThat(publish(paid("1", 7, 5)).outcome()).isEqualTo(Outcome.NOBODY);
    }

    @Test
    void otherTypesAreNotKept() {
        fixture.workflow(ORDER).start();
        assertThat(publish(CloudEventBuilder.v1(paid("1", 7, 5)).withType("refunded").build()).outcome())
                .isEqualTo(Outcome.NOBODY);
    }

    @Test
    void aTaskThatBeginsToListenForTheSameTypeLooksAgain() {
        fixture.workflow(TWO_ORDERS).start();
        String id = begin("{}");
        assertThat(publish(paid("2", 2, 6)).outcome()).isEqualTo(Outcome.KEPT);
        assertThat(publish(paid("1", 1, 5)).outcome()).isEqualTo(Outcome.TAKEN);
        assertThat(fixture.output(id)).isEqualTo("6");
    }

    @Test
    void anEventIsTakenByOneTaskOnly() {
        fixture.workflow(TWICE).start();
        publish(paid("1", 1, 5));
        String id = begin("{}");
        assertThat(fixture.store.get(id).entries()).hasSize(2);
        assertThat(publish(paid("2", 1, 6))).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("[{\"order\":1,\"sum\":6}]");
    }

    @Test
    void eventsAreOfferedInTheOrderOfTheirArrival() {
        fixture.workflow(THREE).start();
        for (int i = 9; i > 6; i--) {
            publish(paid(Integer.toString(i), 1, i));
            fixture.advance(1);
        }
        assertThat(fixture.output(begin("{}"))).isEqualTo("[9,8,7]");
    }

    @Test
    void aRepeatedPublicationIsKeptOnceAndKnownWhenItWasTaken() {
        fixture.workflow(THREE).start();
        publish(paid("1", 1, 5));
        fixture.advance(60_000);
        assertThat(publish(paid("1", 1, 5)).outcome()).isEqualTo(Outcome.KEPT);
        publish(paid("2", 1, 6));
        fixture.advance(1);
        publish(paid("3", 1, 7));
        assertThat(fixture.output(begin("{}"))).isEqualTo("[5,6,7]");
        assertThat(publish(paid("1", 1, 5))).isEqualTo(PublishResult.takenBy(1));
    }

    @Test
    void anEventExpiresAndIsRemoved() {
        fixture.workflow(ORDER).start();
        publish(paid("1", 7, 5));
        assertThat(fixture.store.all()).hasSize(1);
        fixture.advance(HOUR_MILLIS + 10_000);
        assertThat(fixture.store.all()).isEmpty();
        String id = begin("{\"order\":7}");
        assertThat(fixture.store.get(id).entries()).hasSize(1);
    }

    @Test
    void theLimitRefusesMoreUntilOneIsTaken() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of(), 2, 10_000));
        fixture.workflow(ORDER).start();
        publish(paid("1", 1, 5));
        publish(paid("2", 2, 6));
        UniAssertSubscriber<PublishResult> third = subscribe(paid("3", 3, 7));
        fixture.threads.runAll();
        CairnException refusal = (CairnException) third.assertFailed().getFailure();
        assertThat(refusal.reason()).isEqualTo(Reason.OVERLOADED);
        assertThat(refusal).hasMessageStartingWith("CAIRN-0482").hasMessageContaining("id=3");
        assertThat(publish(paid("1", 1, 5)).outcome()).as("is kept already").isEqualTo(Outcome.KEPT);
        assertThat(fixture.output(begin("{\"order\":1}"))).isEqualTo("5");
        assertThat(publish(paid("3", 3, 7)).outcome()).isEqualTo(Outcome.KEPT);
    }

    @Test
    void theLimitOfBytesRefusesMore() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of(), 100, 200));
        fixture.workflow(ORDER).start();
        publish(paid("1", 1, 5));
        UniAssertSubscriber<PublishResult> more = subscribe(paid("2", 2, 6));
        UniAssertSubscriber<PublishResult> large = subscribe(paid("3" + "0".repeat(300), 2, 6));
        fixture.threads.runAll();
        assertThat(((CairnException) more.assertFailed().getFailure()).reason()).isEqualTo(Reason.OVERLOADED);
        assertThat(((CairnException) large.assertFailed().getFailure()).reason()).isEqualTo(Reason.INVALID_INPUT);
    }

    @Test
    void aKeptEventSurvivesARestart() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of(), 1, 10_000));
        fixture.workflow(ORDER).start();
        publish(paid("1", 7, 5));
        fixture.start();
        UniAssertSubscriber<PublishResult> more = subscribe(paid("2", 8, 5));
        fixture.threads.runAll();
        more.assertFailedWith(CairnException.class, "CAIRN-0482");
        assertThat(fixture.output(begin("{\"order\":7}"))).isEqualTo("5");
    }

    @Test
    void noSearchFindsAKeptEvent() {
        fixture.workflow(ORDER).start();
        publish(paid("1", 7, 5));
        UniAssertSubscriber<InstancePage> found = fixture.engine.find(InstanceFilter.all(), 100, null)
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        assertThat(found.assertCompleted().getItem().rows()).isEmpty();
    }

    @Test
    void aListenerOfAnotherNodeTakesAKeptEvent() {
        ClusterFixture cluster = new ClusterFixture(ORDER);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(a.engine).publish(paid("1", 7, 5)).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.advance(5_000);
        assertThat(published.assertCompleted().getItem().outcome()).isEqualTo(Outcome.KEPT);
        String id = b.start("{\"order\":7}");
        cluster.advance(100);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aStoreThatKeepsNothingLeavesEventsInMemory() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of(), 2, 10_000));
        fixture.workflow(ORDER).start(new KeepsNothing(fixture.store.open()));
        assertThat(publish(paid("1", 7, 5))).isEqualTo(keptUntil(EngineFixture.NOON + HOUR_MILLIS));
        publish(paid("2", 8, 6));
        UniAssertSubscriber<PublishResult> third = subscribe(paid("3", 9, 7));
        fixture.threads.runAll();
        third.assertFailedWith(CairnException.class, "CAIRN-0482");
        assertThat(publish(paid("1", 7, 5)).outcome()).isEqualTo(Outcome.KEPT);
        assertThat(fixture.output(begin("{\"order\":7}"))).isEqualTo("5");
        assertThat(publish(paid("1", 7, 5))).isEqualTo(PublishResult.takenBy(1));
        fixture.advance(HOUR_MILLIS);
        assertThat(publish(paid("3", 9, 7)).outcome()).isEqualTo(Outcome.KEPT);
        assertThat(publish(paid("4", 10, 7)).outcome()).isEqualTo(Outcome.KEPT);
    }

    @Test
    void anEventIsKeptThoughAWorkflowRefusesItAsItsInput() {
        fixture.workflow(ORDER).alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: picky, version: 1.0.0}
                schedule: {on: {one: {with: {type: paid}}}}
                input: {schema: {document: {type: array, items: {type: string}}}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        UniAssertSubscriber<PublishResult> published = subscribe(paid("1", 7, 5));
        fixture.threads.runAll();
        published.assertFailedWith(CairnException.class, "CAIRN-0830");
        assertThat(fixture.output(begin("{\"order\":7}"))).isEqualTo("5");
    }

    @Test
    void anInstanceDoesNotTakeTheKeptEventThatStartedIt() {
        fixture.workflow(TWICE).start();
        publish(paid("1", 1, 5));
        fixture.workflow(TWICE.replace("do:", "schedule: {on: {one: {with: {type: paid}}}}\ndo:")).start();
        assertThat(publish(paid("1", 1, 5))).isEqualTo(PublishResult.takenBy(1));
        String id = InstanceIdGenerator.ofEvent("test:case", "/payments 1");
        assertThat(fixture.store.get(id).entries()).hasSize(1);
        publish(paid("2", 1, 6));
        publish(paid("3", 1, 7));
        assertThat(fixture.output(id)).isEqualTo("[{\"order\":1,\"sum\":7}]");
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    /** The store answers in any order beside the threads: the event is taken once in each order. */
    @ParameterizedTest
    @MethodSource("seeds")
    void noOrderLosesAnEvent(long seed) {
        Random random = new Random(seed);
        fixture.workflow(ORDER);
        fixture.session = fixture.store.open();
        ShuffledStore store = new ShuffledStore(fixture.session);
        fixture.start(store);
        fixture.threads.runAll();
        store.shuffles = true;
        UniAssertSubscriber<PublishResult> published = null;
        int publishAt = random.nextInt(20);
        int beginAt = random.nextInt(20);
        for (int i = 0; i < 20 || store.waits() || fixture.threads.runNext(); i++) {
            published = i == publishAt ? subscribe(paid("1", 7, 5)) : published;
            if (i == beginAt) {
                fixture.engine.start(fixture.installed(),
                        JsonPayload.of(JsonCodec.read("{\"order\":7}")), "key").subscribe()
                        .with(any -> {});
            }
            if (random.nextBoolean()) {
                store.goOn(random);
            } else {
                fixture.threads.runNext();
            }
        }
        store.shuffles = false;
        String id = InstanceIdGenerator.ofKey("test:case", "key");
        fixture.threads.runAll();
        assertThat(published.assertCompleted().getItem().outcome()).isIn(Outcome.TAKEN, Outcome.KEPT);
        assertThat(fixture.output(id)).as("seed %s", seed).isEqualTo("5");
    }

    private static final class KeepsNothing extends ForwardingStore {

        KeepsNothing(InstanceStore real) {
            super(real);
        }

        @Override
        public StoreCapabilities capabilities() {
            return new StoreCapabilities("none", false, false, 1, 1_000);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            throw new AssertionError("Nothing is asked of the store: " + name);
        }
    }
}
