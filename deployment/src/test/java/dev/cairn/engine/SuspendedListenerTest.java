package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.option.KeptEventOptions;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Events for suspended and parked instances that listen are kept for them. */
class SuspendedListenerTest {

    private static final String APPROVED = """
            do:
              - approved:
                  listen:
                    to: {one: {with: {type: approved}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: ".[0].by"}
            """;
    private static final String TWICE = """
            do:
              - first: {listen: {to: {one: {with: {type: approved}}}}}
              - second: {listen: {to: {one: {with: {type: approved}}}}}
            """;

    private static final String COOLING = """
            do:
              - order: {call: ask}
              - pay: {call: ask}
              - cool: {wait: {days: 7}}
              - ok: {listen: {to: {one: {with: {type: approved}}}}}
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private static CloudEvent approved(String id, int order, String by) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/desk")).withType("approved")
                .withData("application/json",
                        ("{\"order\":" + order + ",\"by\":\"" + by + "\"}").getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private UniAssertSubscriber<PublishResult> subscribe(CloudEvent event) {
        return new EngineCloudEventBus(fixture.engine).publish(event).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private PublishResult publish(CloudEvent event) {
        return operations.ask(new EngineCloudEventBus(fixture.engine).publish(event)).assertCompleted().getItem();
    }

    private String begin(String yaml) {
        fixture.workflow(yaml).start();
        String id = fixture.begin("{\"order\":7}").instanceId();
        fixture.threads.runAll();
        return id;
    }

    private long rows(String column) {
        return fixture.store.all().stream().filter(stored -> stored.row().workflow().equals(column)
                && stored.row().status() == InstanceStatus.CANCELLED).count();
    }

    @Test
    void anApprovalThatComesWhileTheInstanceIsSuspendedIsThereAfterResume() {
        String id = begin(APPROVED);
        operations.suspend(id);
        assertThat(fixture.engine.condition().load().instances()).as("it has left the memory").isZero();
        assertThat(publish(approved("1", 7, "eve")).outcome()).isEqualTo(Outcome.KEPT);
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("\"eve\"");
        assertThat(rows("$events-of-instances")).isZero();
        assertThat(rows("$listeners")).isZero();
    }

    @Test
    void itIsThereAfterARestartToo() {
        String id = begin(APPROVED);
        operations.suspend(id);
        fixture.start();
        assertThat(publish(approved("1", 7, "eve")).outcome()).isEqualTo(Outcome.KEPT);
        fixture.start();
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("\"eve\"");
    }

    /** More instances than a round once looked at are suspended before it. */
    @Test
    void theEventsOfAnEndedInstanceAreRemovedBehindThoseOfManyOthers() {
        fixture.workflow(TWICE).start();
        List<String> ids = new ArrayList<>();
        for (int number = 0; number < 120; number++) {
            ids.add(fixture.begin("{}").instanceId());
            fixture.threads.runAll();
            operations.suspend(ids.get(number));
        }
        publish(approved("1", 7, "eve"));
        List<String> inOrder = keptFor();
        assertThat(inOrder).hasSameElementsAs(ids);
        fixture.start();
        inOrder.subList(100, 120).forEach(operations::cancel);
        fixture.advance(180_000);
        assertThat(keptFor()).isEqualTo(inOrder.subList(0, 100));
    }

    /** The instances that events are kept for, in the order of a search. */
    private List<String> keptFor() {
        InstanceQuery query = InstanceQuery.all(1_000).withWorkflow("$events-of-instances").withCreated(0, 1)
                .withStatuses(Set.of(InstanceStatus.CANCELLED));
        return operations.ask(fixture.store.open().find(query)).assertCompleted().getItem().rows().stream()
                .map(row -> row.keys().attributes().get("cairn.event.instance")).toList();
    }

    @Test
    void anEventOfAnotherTypeIsNotKept() {
        String id = begin(APPROVED);
        operations.suspend(id);
        assertThat(publish(CloudEventBuilder.v1(approved("1", 7, "eve")).withType("refused").build()).outcome())
                .isEqualTo(Outcome.NOBODY);
    }

    @Test
    void anEventThatDoesNotFitIsDroppedWhenTheInstanceGoesOn() {
        String id = begin(APPROVED);
        operations.suspend(id);
        assertThat(publish(approved("1", 8, "eve")).outcome()).isEqualTo(Outcome.KEPT);
        operations.resume(id);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        assertThat(rows("$events-of-instances")).isZero();
    }

    @Test
    void aSuspendedInstanceGetsTheEventBesideOneThatTakesIt() {
        String suspended = begin(APPROVED);
        operations.suspend(suspended);
        String other = fixture.begin("{\"order\":7}").instanceId();
        fixture.threads.runAll();
        PublishResult result = publish(approved("1", 7, "eve"));
        assertThat(result.outcome()).isEqualTo(Outcome.TAKEN);
        assertThat(result.keptUntil()).isNotNull();
        assertThat(fixture.output(other)).isEqualTo("\"eve\"");
        operations.resume(suspended);
        assertThat(fixture.output(suspended)).isEqualTo("\"eve\"");
    }

    @Test
    void theSameEventIsTakenOnceThoughItIsKeptForItsTypeToo() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of("approved", 60_000L), 10, 10_000));
        String id = begin(TWICE);
        operations.suspend(id);
        publish(approved("1", 7, "eve"));
        assertThat(rows("$events")).isEqualTo(1);
        operations.resume(id);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        assertThat(rows("$events")).isZero();
    }

    @Test
    void anInstanceThatIsSuspendedAgainIsFoundAgain() {
        String id = begin(APPROVED);
        for (int i = 0; i < 3; i++) {
            operations.suspend(id);
            assertThat(rows("$listeners")).isEqualTo(1);
            operations.resume(id);
            assertThat(rows("$listeners")).isZero();
        }
        operations.suspend(id);
        publish(approved("1", 7, "eve"));
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("\"eve\"");
    }

    @Test
    void theEventsOfACancelledInstanceAreRemoved() {
        String id = begin(APPROVED);
        operations.suspend(id);
        publish(approved("1", 7, "eve"));
        operations.cancel(id);
        fixture.advance(130_000);
        assertThat(rows("$events-of-instances")).isZero();
        assertThat(publish(approved("2", 7, "eve")).outcome()).isEqualTo(Outcome.NOBODY);
        assertThat(rows("$listeners")).isZero();
    }

    @Test
    void aSignalIsKeptAndASentEventIsNot() {
        String id = begin(APPROVED);
        operations.suspend(id);
        operations.refused(operations.handle(id).send(approved("1", 7, "eve")), Reason.NOT_LISTENING, "CAIRN-0751");
        Uni<PublishResult> signal = operations.handle(id).signal("approved", Map.of("order", 7, "by", "ada"), "key");
        assertThat(operations.ask(signal).assertCompleted().getItem().outcome()).isEqualTo(Outcome.KEPT);
        assertThat(operations.ask(signal).assertCompleted().getItem().outcome()).isEqualTo(Outcome.KEPT);
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("\"ada\"");
        assertThat(operations.ask(signal).assertCompleted().getItem().outcome()).as("it has it").isEqualTo(Outcome.TAKEN);
    }

    @Test
    void aWorkflowThatRefusesTheEventAsItsInputDoesNotTakeItFromASuspendedInstance() {
        fixture.workflow(APPROVED).alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: picky, version: 1.0.0}
                schedule: {on: {one: {with: {type: approved}}}}
                input: {schema: {document: {type: array, items: {type: string}}}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        String id = fixture.begin("{\"order\":7}").instanceId();
        fixture.threads.runAll();
        operations.suspend(id);
        operations.refused(new EngineCloudEventBus(fixture.engine).publish(approved("1", 7, "eve")), Reason.INVALID_INPUT,
                "CAIRN-0830");
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("\"eve\"");
    }

    @Test
    void anInstanceDoesNotTakeTheEventThatStartedItAlsoIfItWasSuspendedAsTheEventCameAgain() {
        String yaml = "schedule: {on: {one: {with: {type: approved}}}}\n" + TWICE;
        fixture.workflow(yaml).start();
        publish(approved("1", 7, "eve"));
        String id = InstanceIdGenerator.ofEvent("test:case", "/desk 1");
        operations.suspend(id);
        assertThat(publish(approved("1", 7, "eve"))).isEqualTo(PublishResult.takenBy(1));
        operations.resume(id);
        assertThat(fixture.store.get(id).entries()).hasSize(3);
        operations.suspend(id);
        fixture.start();
        publish(approved("1", 7, "eve"));
        assertThat(rows("$events-of-instances")).isZero();
        publish(approved("2", 7, "ada"));
        publish(approved("3", 7, "ida"));
        operations.resume(id);
        assertThat(fixture.output(id)).contains("ida");
    }

    @Test
    void aParkedInstanceHasTheEventWhenItFitsAgain() {
        String id = begin(TWICE);
        publish(approved("0", 7, "ada"));
        fixture.workflow(TWICE.replace("do:", "do:\n  - other: {wait: {hours: 1}}")).start();
        assertThat(fixture.engine.condition().load().parked()).isEqualTo(1);
        assertThat(publish(approved("1", 7, "eve")).outcome()).isEqualTo(Outcome.KEPT);
        fixture.workflow(TWICE).start();
        fixture.advance(10_000);
        assertThat(fixture.output(id)).isEqualTo("[{\"order\":7,\"by\":\"eve\"}]");
    }

    private String beginParked() {
        String id = begin(COOLING);
        fixture.answer("/do/0/order", "1");
        fixture.workflow(COOLING.replace("do:", "do:\n  - other: {wait: {hours: 1}}")).start();
        assertThat(fixture.engine.condition().load().parked()).isEqualTo(1);
        assertThat(rows("$listeners")).isEqualTo(1);
        return id;
    }

    /** Publishers would find it for as long as it waits, and keep a copy of each event for it. */
    @Test
    void aParkedInstanceIsNoLongerFoundWhenItGoesOn() {
        beginParked();
        fixture.workflow(COOLING).start();
        fixture.advance(10_000);
        fixture.answer("/do/1/pay", "1");
        fixture.advance(30_000);
        assertThat(rows("$listeners")).isZero();
        assertThat(publish(approved("1", 7, "eve")).outcome()).isEqualTo(Outcome.NOBODY);
    }

    private static boolean isSubscription(InstanceWrite write) {
        return write.row().workflow().equals("$listeners");
    }

    @Test
    void noEventIsKeptForAnInstanceThatACrashHasLeftSubscribed() {
        String id = beginParked();
        fixture.workflow(COOLING);
        InstanceStore store = new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                // The removal is lost by the crash.
                List<InstanceWrite> others = batch.stream().filter(write -> !isSubscription(write)).toList();
                return super.commit(others).map(ArrayDeque::new).map(results -> batch.stream()
                        .map(write -> isSubscription(write) ? CommitResult.COMMITTED : results.poll()).toList());
            }
        };
        fixture.start(store);
        fixture.advance(10_000);
        fixture.answer("/do/1/pay", "1");
        fixture.advance(30_000);
        fixture.start();
        assertThat(rows("$listeners")).isEqualTo(1);
        assertThat(fixture.store.get(id).row().owner()).isNull();
        assertThat(publish(approved("1", 7, "eve")).outcome()).isEqualTo(Outcome.NOBODY);
        fixture.threads.runAll();
        assertThat(rows("$listeners")).isZero();
    }

    private void resumeAfterSignal(String id) {
        resumeAfterSignal(id, () -> {});
    }

    private void resumeAfterSignal(String id, Runnable before) {
        operations.suspend(id);
        Uni<PublishResult> signal = operations.handle(id).signal("approved", Map.of("by", "ada"), "key");
        assertThat(operations.ask(signal).assertCompleted().getItem().outcome()).isEqualTo(Outcome.KEPT);
        before.run();
        operations.resume(id);
    }

    @Test
    void aSignalThatWasKeptIsThereWhenTheInstanceListensAfterItHasWaitedOutsideOfMemory() {
        String id = begin("do: [{pause: {wait: {hours: 1}}}, {ok: {listen: {to: {one: {with: {type: approved}}}}}}]");
        resumeAfterSignal(id);
        fixture.advance(600_000);
        assertThat(fixture.store.get(id).row().owner()).as("it waits outside of memory").isNull();
        fixture.advance(3_600_000);
        assertThat(fixture.output(id)).contains("ada");
        assertThat(rows("$events-of-instances")).isZero();
    }

    @Test
    void aKeptSignalDoesNotKeepBringingAnInstanceThatDoesNotListen() {
        String id = begin("do: [{pause: {wait: {days: 1}}}]");
        resumeAfterSignal(id);
        fixture.advance(600_000);
        long written = fixture.store.get(id).epoch();
        fixture.advance(3_600_000);
        assertThat(fixture.store.get(id).epoch()).isEqualTo(written);
    }

    /** Its type is not in the index of types. */
    @Test
    void aSignalIsTakenByATaskThatListensForAPatternOfTypes() {
        String id = begin("do: [{ok: {listen: {to: {one: {with: {type: 'appr.*'}}}}}}]");
        resumeAfterSignal(id);
        assertThat(fixture.output(id)).contains("ada");
    }

    /** Its journal has grown since it was searched, so it is searched once more before the event is refused. */
    @Test
    void aTaskThatBeginsToListenWhileAKeptEventIsRefusedHasIt() {
        HeldLoads store = new HeldLoads(fixture.store.open());
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - other: {listen: {to: {one: {with: {type: never}}}}}
                          - steps:
                              do:
                                - first: {call: ask}
                                - second: {call: ask}
                                - ok: {listen: {to: {one: {with: {type: approved}}}}}
                """).start(store);
        String id = fixture.begin("{}").instanceId();
        fixture.threads.runAll();
        resumeAfterSignal(id, store::hold);
        // The event is read. Its journal is searched before and after the event is offered, and grows meanwhile.
        store.releaseNext();
        fixture.answer("/do/0/both/fork/branches/1/steps/do/0/first", "1");
        store.releaseNext();
        fixture.threads.runAll();
        fixture.answer("/do/0/both/fork/branches/1/steps/do/1/second", "1");
        store.releaseAll(fixture.threads::runAll);
        assertThat(rows("$events-of-instances")).isZero();
        assertThat(fixture.store.get(id).entries().stream().map(entry -> new String(entry, StandardCharsets.UTF_8)))
                .anyMatch(entry -> entry.contains("ada"));
    }

    @Test
    void anInstanceThatASecondNodeResumesHasTheEventOfAThird() {
        ClusterFixture cluster = new ClusterFixture(APPROVED);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        NodeUnderTest c = cluster.node("c");
        String id = a.start("{\"order\":7}");
        a.engine.command(id, OperatorCommandKind.SUSPEND).subscribe().with(any -> {});
        cluster.advance(3_000);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(c.engine).publish(approved("1", 7, "eve"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.advance(3_000);
        assertThat(published.assertCompleted().getItem().outcome()).isEqualTo(Outcome.KEPT);
        b.engine.command(id, OperatorCommandKind.RESUME).subscribe().with(any -> {});
        cluster.advance(3_000);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    /** An instance is suspended and resumed while an event is published, and the store answers in any order. */
    @ParameterizedTest
    @MethodSource("seeds")
    void noOrderLosesAnEvent(long seed) {
        Random random = new Random(seed);
        fixture.workflow(APPROVED);
        fixture.session = fixture.store.open();
        ShuffledStore store = new ShuffledStore(fixture.session);
        fixture.start(store);
        String id = fixture.begin("{\"order\":7}").instanceId();
        fixture.threads.runAll();
        store.shuffles = true;
        UniAssertSubscriber<PublishResult> published = null;
        int publishAt = random.nextInt(40);
        int suspendAt = random.nextInt(20);
        int resumeAt = suspendAt + random.nextInt(20);
        for (int i = 0; i < 40 || store.waits() || fixture.threads.runNext(); i++) {
            published = i == publishAt ? subscribe(approved("1", 7, "eve")) : published;
            if (i == suspendAt) {
                fixture.engine.command(id, OperatorCommandKind.SUSPEND).subscribe().with(any -> {}, failure -> {});
            }
            if (i == resumeAt) {
                fixture.engine.command(id, OperatorCommandKind.RESUME).subscribe().with(any -> {}, failure -> {});
            }
            if (random.nextBoolean()) {
                store.goOn(random);
            } else {
                fixture.threads.runNext();
            }
        }
        store.shuffles = false;
        fixture.threads.runAll();
        fixture.advance(1_000);
        operations.ask(operations.handle(id).resume());
        fixture.advance(70_000);
        assertThat(published.assertCompleted().getItem().outcome()).as("seed %s", seed).isNotEqualTo(Outcome.NOBODY);
        assertThat(fixture.output(id)).as("seed %s", seed).isEqualTo("\"eve\"");
    }

    /** Holds each call back, and its answer, until the test lets one of them go on. */
    private static final class ShuffledStore extends ForwardingStore {
        private final List<Runnable> held = new ArrayList<>();
        private boolean shuffles;

        ShuffledStore(InstanceStore real) {
            super(real);
        }

        boolean waits() {
            return !held.isEmpty();
        }

        void goOn(Random random) {
            if (waits()) {
                held.remove(random.nextInt(held.size())).run();
            }
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return Uni.createFrom().deferred(() -> !shuffles ? forward.get()
                    : Uni.createFrom().emitter(emitter -> held.add(() -> forward.get().subscribe()
                            .with(answer -> held.add(() -> emitter.complete(answer)), emitter::fail))));
        }
    }
}
