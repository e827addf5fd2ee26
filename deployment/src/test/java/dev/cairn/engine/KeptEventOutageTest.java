package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.option.KeptEventOptions;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Kept events while the store or a payload codec fails, or is slow. */
class KeptEventOutageTest {

    private static final String ORDER = """
            do:
              - paid:
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: ".[0].sum"}
            """;
    private static final long KEPT_MILLIS = 3_600_000_000L;
    private static final int RETRIES = 20_000;

    private final EngineFixture fixture = new EngineFixture();

    private void keep(int max) {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of("paid", KEPT_MILLIS), max, 10_000));
    }

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

    /** A retry each five seconds, for more than a day. */
    @Test
    void anEmittedEventThatWaitsForRoomForDaysIsKeptInTheEnd() {
        keep(1);
        fixture.workflow(ORDER).start();
        publish(paid("1", 7, 5));
        String emitting = fixture.beginAlso(
                "do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {order: 8}}}}}}]", "{}")
                .instanceId();
        fixture.advance(RETRIES * 5_000L);
        fixture.outcome(emitting).assertNotTerminated();
        begin("{\"order\":7}");
        fixture.advance(10_000);
        assertThat(fixture.outcome(emitting).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    /** As above, for the record that an instance has a kept event. */
    @Test
    void aKeptEventIsTakenInTheEndThoughTheStoreFailsToRecordItForDays() {
        keep(1);
        fixture.workflow(ORDER);
        TroubledStore store = new TroubledStore(fixture.store.open());
        fixture.start(store);
        publish(paid("1", 7, 5));
        store.failsToRecord = true;
        assertThat(fixture.output(begin("{\"order\":7}"))).isEqualTo("5");
        UniAssertSubscriber<PublishResult> again = subscribe(paid("1", 7, 5));
        fixture.advance(RETRIES * 5_000L);
        again.assertNotTerminated();
        store.failsToRecord = false;
        fixture.advance(10_000);
        assertThat(again.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
    }

    /** Each round finds the events of the ended instance again, and must not make room for them once more. */
    @Test
    void anEventIsFoundThoughThoseOfAnEndedInstanceCouldNotBeRemovedForLong() {
        keep(100);
        TroubledStore store = new TroubledStore(fixture.store.open());
        fixture.workflow(ORDER).start(store);
        String id = begin("{\"order\":9}");
        OperationsFixture operations = new OperationsFixture(fixture);
        operations.suspend(id);
        for (int number = 0; number < 3; number++) {
            operations.ask(operations.handle(id).signal("approved", Map.of("by", "ada"), "key-" + number)).assertCompleted();
        }
        publish(paid("1", 7, 5));
        operations.cancel(id);
        store.failsToRecord = true;
        fixture.advance(400_000);
        store.failsToRecord = false;
        fixture.advance(120_000);
        assertThat(fixture.output(begin("{\"order\":7}"))).isEqualTo("5");
    }

    /** Otherwise nothing seems to be kept once the other event is taken. */
    @Test
    void anEventThatIsBeingWrittenWhileTheStoreIsCountedIsFound() {
        keep(100);
        TroubledStore store = new TroubledStore(fixture.store.open());
        fixture.workflow(ORDER).start(store);
        store.holds = true;
        UniAssertSubscriber<PublishResult> first = subscribe(paid("1", 7, 5));
        fixture.threads.runAll();
        fixture.advance(61_000);
        UniAssertSubscriber<PublishResult> second = subscribe(paid("2", 8, 6));
        fixture.threads.runAll();
        first.assertNotTerminated();
        store.release();
        fixture.threads.runAll();
        assertThat(first.assertCompleted().getItem().outcome()).isEqualTo(Outcome.KEPT);
        assertThat(second.assertCompleted().getItem().outcome()).isEqualTo(Outcome.KEPT);
        assertThat(fixture.output(begin("{\"order\":8}"))).isEqualTo("6");
        assertThat(fixture.output(begin("{\"order\":7}"))).isEqualTo("5");
    }

    @Test
    void aCodecThatFailsForATimeIsAnOutageToThePublisherOfAKeptEvent() {
        FailingCodec codec = new FailingCodec();
        keep(100);
        fixture.options = fixture.options.with(new JournalEncodingOptions(4_096, PayloadCodecChain.of(List.of(codec))));
        fixture.workflow(ORDER).start();
        codec.fails = true;
        UniAssertSubscriber<PublishResult> published = subscribe(paid("1", 7, 5));
        fixture.threads.runAll();
        CairnException failure = (CairnException) published.assertFailedWith(CairnException.class, "CAIRN-0451").getFailure();
        assertThat(failure.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        codec.fails = false;
        assertThat(publish(paid("1", 7, 5)).outcome()).isEqualTo(Outcome.KEPT);
    }

    @Test
    void aCodecThatFailsForATimeIsAnOutageToAPublisherWithOtherNodes() {
        FailingCodec codec = new FailingCodec();
        ClusterFixture cluster = new ClusterFixture(ORDER);
        cluster.encoding = new JournalEncodingOptions(4_096, PayloadCodecChain.of(List.of(codec)));
        NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        codec.fails = true;
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(a.engine).publish(paid("1", 7, 5)).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.advance(5_000);
        CairnException failure = (CairnException) published.assertFailedWith(CairnException.class, "CAIRN-0451").getFailure();
        assertThat(failure.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
    }

    @Test
    void aKeptEventWhoseKeyIsMissingIsTakenOnceTheKeyIsBack() {
        FailingCodec codec = new FailingCodec();
        keep(100);
        fixture.options = fixture.options.with(new JournalEncodingOptions(4_096, PayloadCodecChain.of(List.of(codec))));
        fixture.workflow(ORDER).start();
        publish(paid("1", 7, 5));
        codec.lacksKey = true;
        String id = begin("{\"order\":7}");
        fixture.outcome(id).assertNotTerminated();
        codec.lacksKey = false;
        fixture.advance(60_000);
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    /** Each beginning looks for the event; the searches that are repeated must not add up. */
    @Test
    void anUnreadableEventIsReadOnceAMinuteHoweverOftenTheInstanceListens() {
        FailingCodec codec = new FailingCodec();
        keep(100);
        fixture.options = fixture.options.with(new JournalEncodingOptions(4_096, PayloadCodecChain.of(List.of(codec))));
        fixture.workflow("""
                do:
                  - each:
                      for: {each: number, in: "[range(0; 5)]"}
                      do:
                        - go: {listen: {to: {any: [{with: {type: go}}, {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ 7 }"}}}]}}}
                """).start();
        publish(paid("1", 7, 5));
        codec.lacksKey = true;
        begin("{}");
        for (int number = 0; number < 4; number++) {
            publish(CloudEventBuilder.v1(paid("go" + number, 0, 0)).withType("go").build());
        }
        codec.reads = 0;
        fixture.advance(600_000);
        assertThat(codec.reads).isBetween(1, 25);
    }

    /** Fails to record that an event was taken, or holds all writes back. */
    private static final class TroubledStore extends ForwardingStore {
        private final List<Runnable> held = new ArrayList<>();
        private boolean failsToRecord;
        private boolean holds;

        TroubledStore(InstanceStore real) {
            super(real);
        }

        void release() {
            holds = false;
            List.copyOf(held).forEach(Runnable::run);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            if (failsToRecord && batch.stream()
                    .anyMatch(write -> write.row().workflow().startsWith("$events") && write.position() > 0)) {
                return Uni.createFrom().failure(new StoreException("planted", false, null));
            }
            List<InstanceWrite> copy = List.copyOf(batch);
            return !holds ? super.commit(batch)
                    : Uni.createFrom().emitter(emitter -> held
                            .add(() -> super.commit(copy).subscribe().with(emitter::complete, emitter::fail)));
        }
    }

    /** Adds a character, and has no key at times. */
    private static final class FailingCodec implements PayloadCodec {
        private boolean fails;
        private boolean lacksKey;
        private int reads;

        @Override
        public String id() {
            return "failing";
        }

        @Override
        public Stage stage() {
            return Stage.ENCRYPTION;
        }

        @Override
        public byte[] encode(byte[] entry, EntryPlace place) {
            if (fails) {
                throw new IllegalStateException("the key server is away");
            }
            byte[] marked = Arrays.copyOf(entry, entry.length + 1);
            marked[entry.length] = '!';
            return marked;
        }

        @Override
        public byte[] decode(byte[] data, EntryPlace place) {
            if (lacksKey) {
                reads++;
                throw new PayloadCodecException("the key is missing", false, null);
            }
            return Arrays.copyOf(data, data.length - 1);
        }
    }
}
