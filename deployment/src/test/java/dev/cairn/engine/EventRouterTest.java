package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.StoreException;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** An event is acknowledged when each instance that takes it has it durably, and not before. */
class EventRouterTest {

    private static final String PAID = """
            do:
              - paid:
                  listen: {to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}}
              - done: {set: "${ .[0].sum }"}
            """;
    private static final String THREE = "do: [{some: {listen: {to: {any: [{with: {type: paid}}], until: length == 3}}}}]";
    private static final String EMIT = """
            do:
              - tell: {emit: {event: {with: {type: paid, data: {order: 7, sum: 5}}}}}
              - last: {set: "${ .id }"}
            """;
    private static final StoreException DOWN = new StoreException("the disk is full", false, null);

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void anEventIsAcknowledgedWhenItIsDurableAndNotBefore() {
        fixture.workflow(PAID).start();
        String id = fixture.begin("{\"order\":7}").instanceId();
        fixture.session.hold();
        UniAssertSubscriber<PublishResult> published = publish(paid("1", 7));
        published.assertNotTerminated();
        assertThat(fixture.session.held()).isEqualTo(1);
        fixture.session.release();
        fixture.threads.runAll();
        published.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void whoPublishesIsToldWhenTheStoreFailsAndMayPublishAgain() {
        fixture.workflow(THREE).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.fail(DOWN, false);
        CairnException failure = failure(publish(paid("1", 7)));
        assertThat(failure.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        assertThat(failure).hasMessageStartingWith("CAIRN-0451").hasMessageContaining("id=1")
                .hasMessageContaining("disk is full");
        fixture.session.fail(null, false);
        fixture.advance(200);
        publish(paid("1", 7)).assertCompleted();
        publish(paid("2", 8)).assertCompleted();
        assertThat(entries(id)).isEqualTo(3);
        publish(paid("3", 9)).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("[{\"order\":7,\"sum\":5},{\"order\":8,\"sum\":5},{\"order\":9,\"sum\":5}]");
    }

    @Test
    void anEventWhoseReplyWasLostIsTakenOnce() {
        fixture.workflow(THREE).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.fail(DOWN, true);
        failure(publish(paid("1", 7)));
        fixture.session.fail(null, false);
        UniAssertSubscriber<PublishResult> again = publish(paid("1", 7));
        fixture.advance(10_000);
        again.assertCompleted();
        assertThat(entries(id)).isEqualTo(2);
    }

    @Test
    void onlyTheInstanceThatExpectsItTakesAnEvent() {
        fixture.workflow(PAID).start();
        String first = fixture.begin("{\"order\":7}").instanceId();
        String second = fixture.begin("{\"order\":8}").instanceId();
        publish(paid("1", 8)).assertCompleted();
        assertThat(fixture.output(second)).isEqualTo("5");
        assertThat(entries(first)).isEqualTo(1);
        publish(paid("2", 9)).assertCompleted();
        publish(paid("3", 7)).assertCompleted();
        assertThat(fixture.output(first)).isEqualTo("5");
    }

    @Test
    void severalInstancesTakeTheSameEventAndAllOfThemHaveItDurably() {
        fixture.workflow(PAID).start();
        String first = fixture.begin("{\"order\":7}").instanceId();
        String second = fixture.begin("{\"order\":7}").instanceId();
        publish(paid("1", 7)).assertCompleted();
        assertThat(fixture.store.get(first).row().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(fixture.store.get(second).row().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void anInstanceListensAgainAfterARestartAndAnEventThatComesEarlierWaitsForIt() {
        fixture.workflow(THREE).start();
        String id = fixture.begin("{}").instanceId();
        publish(paid("1", 7)).assertCompleted();
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
        UniAssertSubscriber<PublishResult> early = subscribe(paid("2", 7));
        early.assertNotTerminated();
        fixture.threads.runAll();
        early.assertCompleted();
        assertThat(entries(id)).isEqualTo(3);
        publish(paid("2", 7)).assertCompleted();
        assertThat(entries(id)).isEqualTo(3);
    }

    @Test
    void anInstanceThatListensIsWaitingAndASuspendedOneTakesNothing() {
        OperationsFixture operations = new OperationsFixture(fixture);
        fixture.workflow(PAID).start();
        String id = fixture.begin("{\"order\":7}").instanceId();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        operations.suspend(id);
        int before = entries(id);
        assertThat(publish(paid("1", 7)).assertCompleted().getItem().instances()).isZero();
        assertThat(entries(id)).isEqualTo(before);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void aDeadlineEndsTheListeningAfterARestartToo() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid}}}}, timeout: {after: {minutes: 5}}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(Duration.ofMinutes(4).toMillis());
        fixture.start();
        fixture.advance(Duration.ofMinutes(1).toMillis() - 1);
        assertThat(fixture.store.get(id).row().phase()).isEqualTo(InstanceStatus.WAITING);
        fixture.advance(1);
        assertThat(fixture.store.get(id).row().status()).isEqualTo(InstanceStatus.FAULTED);
    }

    @Test
    void anEventThatComesWhileAnotherIsWrittenIsTakenAfterIt() {
        fixture.workflow(THREE).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        UniAssertSubscriber<PublishResult> first = publish(paid("1", 1));
        UniAssertSubscriber<PublishResult> second = publish(paid("2", 2));
        UniAssertSubscriber<PublishResult> third = publish(paid("3", 3));
        fixture.session.release();
        fixture.threads.runAll();
        List.of(first, second, third).forEach(UniAssertSubscriber::assertCompleted);
        assertThat(fixture.output(id)).startsWith("[{\"order\":1").contains("{\"order\":2")
                .endsWith("{\"order\":3,\"sum\":5}]");
    }

    @Test
    void anEventBeforeATaskListensIsNotKept() {
        fixture.workflow("do: [{ask: {call: ping}}, {paid: {listen: {to: {one: {with: {type: paid}}}}}}]").start();
        String id = fixture.begin("{}").instanceId();
        publish(paid("1", 1)).assertCompleted();
        fixture.answer("/do/0/ask", "1");
        assertThat(entries(id)).isEqualTo(2);
        publish(paid("2", 2)).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("[{\"order\":2,\"sum\":5}]");
    }

    @Test
    void whatAWorkflowEmitsReachesConsumersAndInstancesThatListen() {
        fixture.workflow(PAID).start();
        String listening = fixture.begin("{\"order\":7}").instanceId();
        List<CloudEvent> emitted = new ArrayList<>();
        List<UniEmitter<? super Void>> sending = new ArrayList<>();
        bus().onEmitted(event -> {
            emitted.add(event);
            return Uni.createFrom().emitter(sending::add);
        });
        String emitting = fixture.beginAlso(EMIT, "{}").instanceId();
        fixture.outcome(listening).assertNotTerminated();
        assertThat(emitted).singleElement().satisfies(event -> {
            assertThat(event.getType()).isEqualTo("paid");
            assertThat(event.getSource()).hasToString("/test/also/1.0.0");
            assertThat(new String(event.getData().toBytes(), StandardCharsets.UTF_8)).isEqualTo("{\"order\":7,\"sum\":5}");
        });
        fixture.outcome(emitting).assertNotTerminated();
        sending.get(0).complete(null);
        fixture.threads.runAll();
        assertThat(fixture.output(listening)).isEqualTo("5");
        assertThat(fixture.output(emitting)).isEqualTo('"' + emitted.get(0).getId() + '"');
    }

    @Test
    void anEventThatWasBeingEmittedAtACrashIsEmittedAgainAndIsTheSame() {
        fixture.workflow(EMIT).start();
        List<CloudEvent> emitted = new ArrayList<>();
        bus().onEmitted(event -> {
            emitted.add(event);
            return Uni.createFrom().emitter(never -> {});
        });
        String id = fixture.begin("{}").instanceId();
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.time.advance(5_000);
        fixture.restart();
        bus().onEmitted(event -> {
            emitted.add(event);
            return Uni.createFrom().voidItem();
        });
        fixture.threads.runAll();
        assertThat(emitted).hasSize(2);
        assertThat(emitted.get(1)).isEqualTo(emitted.get(0));
        assertThat(fixture.output(id)).isEqualTo('"' + emitted.get(0).getId() + '"');
    }

    @Test
    void aConsumerThatFailsFailsTheTaskThatEmitsAndNoInstanceHasTheEvent() {
        fixture.workflow(PAID).start();
        String listening = fixture.begin("{\"order\":7}").instanceId();
        bus().onEmitted(event -> Uni.createFrom().failure(new IllegalStateException("no broker")));
        String id = fixture.beginAlso(EMIT, "{}").instanceId();
        assertThat(entries(listening)).isEqualTo(1);
        assertThat(fixture.outcome(id).assertCompleted().getItem().error().detail())
                .isEqualTo("IllegalStateException: no broker");
    }

    @Test
    void whatIsNoEventIsRefused() {
        fixture.workflow(PAID).start();
        CloudEvent broken = CloudEventBuilder.v1().withId("1").withSource(URI.create("/s")).withType("paid")
                .withData("application/json", "{".getBytes(StandardCharsets.UTF_8)).build();
        CairnException failure = failure(publish(broken));
        assertThat(failure.reason()).isEqualTo(Reason.INVALID_INPUT);
        assertThat(failure).hasMessageStartingWith("CAIRN-0453").hasMessageContaining("datacontenttype");
        CloudEvent overlong = CloudEventBuilder.v1(broken)
                .withData("application/json", new byte[] { '"', (byte) 0xC0, (byte) 0x80, '"' }).build();
        assertThat(failure(publish(overlong))).hasMessageStartingWith("CAIRN-0453").hasMessageContaining("byte 1 (from 0)");
    }

    @Test
    void anEngineThatStopsTakesNoEventIn() {
        fixture.workflow(PAID).start();
        fixture.begin("{\"order\":7}");
        fixture.engine.stop();
        assertThat(failure(publish(paid("1", 7))).reason()).isEqualTo(Reason.STOPPING);
    }

    @Test
    void anEventThatAnEngineStillHadToTakeInWhenItStoppedIsNotAcknowledged() {
        fixture.workflow(THREE).start();
        fixture.begin("{}");
        fixture.session.hold();
        publish(paid("1", 7));
        UniAssertSubscriber<PublishResult> behind = publish(paid("2", 7));
        fixture.engine.stop();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(failure(behind).reason()).isEqualTo(Reason.STOPPING);
    }

    /** The listeners are unknown, and stay so in this life. */
    @Test
    void anEventThatWaitsForWhatAnEarlierLifeLeftIsAnsweredWhenTheEngineStops() {
        fixture.workflow(PAID).start();
        fixture.begin("{\"order\":7}");
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
        UniAssertSubscriber<PublishResult> waiting = subscribe(paid("1", 7));
        fixture.engine.stop();
        fixture.threads.runAll();
        CairnException failure = failure(waiting);
        assertThat(failure.reason()).isEqualTo(Reason.STOPPING);
        assertThat(failure).hasMessageStartingWith("CAIRN-0452");
    }

    @Test
    void branchesThatListenForTheSameEventAllHaveItBeforeItIsAcknowledged() {
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - one: {listen: {to: {one: {with: {type: paid}}}}}
                          - two: {listen: {to: {one: {with: {type: paid}}}}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        UniAssertSubscriber<PublishResult> published = publish(paid("1", 7));
        fixture.session.release();
        fixture.session.hold();
        fixture.threads.runAll();
        published.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        published.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("[[{\"order\":7,\"sum\":5}],[{\"order\":7,\"sum\":5}]]");
    }

    @Test
    void anEventThatComesWhileTasksAreDoneForAnotherIsAcknowledgedWhenItIsDurableAndSurvivesARestart() {
        fixture.workflow("""
                do:
                  - some:
                      listen: {to: {any: [{with: {type: paid}}], until: length == 2}}
                      foreach: {do: [{ask: {call: ask, with: {question: "${ $item.order }"}}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        publish(paid("1", 1)).assertCompleted();
        fixture.session.hold();
        UniAssertSubscriber<PublishResult> meanwhile = publish(paid("2", 2));
        meanwhile.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        meanwhile.assertCompleted();
        assertThat(entries(id)).isEqualTo(3);
        assertThat(fixture.calls).hasSize(1);
        fixture.start();
        fixture.answer("/do/0/some/foreach/do/0/ask", "10");
        fixture.answer("/do/0/some/foreach/do/0/ask", "20");
        assertThat(fixture.output(id)).isEqualTo("[10,20]");
    }

    @Test
    void theDeadlineOfATaskThatListensHoldsAfterTheTasksForAnEvent() {
        fixture.workflow("""
                do:
                  - some:
                      listen: {to: {any: [{with: {type: paid}}], until: length == 2}}
                      foreach: {do: [{ask: {call: ask, with: {question: 1}}}]}
                      timeout: {after: {minutes: 5}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        publish(paid("1", 1)).assertCompleted();
        fixture.answer("/do/0/some/foreach/do/0/ask", "10");
        fixture.advance(Duration.ofMinutes(5).toMillis() - 1);
        assertThat(fixture.store.get(id).row().phase()).isEqualTo(InstanceStatus.WAITING);
        fixture.advance(1);
        assertThat(fixture.store.get(id).row().status()).isEqualTo(InstanceStatus.FAULTED);
    }

    @Test
    void anInstanceThatUndoesWhatItDidForAnEventTakesNoOther() {
        OperationsFixture operations = new OperationsFixture(fixture);
        fixture.workflow("""
                do:
                  - some:
                      listen: {to: {any: [{with: {type: paid}}], until: "false"}}
                      foreach:
                        do:
                          - act: {call: ping}
                          - undoAct:
                              try: [{more: {call: ping}}]
                              catch:
                                do:
                                  - undo: {call: ping}
                                  - fail: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        publish(paid("1", 1)).assertCompleted();
        fixture.answer("/do/0/some/foreach/do/0/act", "1");
        publish(paid("2", 2)).assertCompleted();
        assertThat(entries(id)).as("start, event, answer, event").isEqualTo(4);
        operations.ask(operations.handle(id).cancelAndCompensate()).assertCompleted();
        publish(paid("3", 3)).assertCompleted();
        assertThat(entries(id)).isEqualTo(5);
        fixture.start();
        publish(paid("4", 4)).assertCompleted();
        assertThat(entries(id)).isEqualTo(5);
        fixture.answer("/do/0/some/foreach/do/1/undoAct/catch/do/0/undo", "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void anEventThatCannotBeEmittedBecauseTheEngineStopsIsEmittedInItsNextLife() {
        EngineOptions usual = fixture.options;
        fixture.options = new EngineOptions(usual.cluster(),
                MemoryOptions.shared(usual.memory().waitMillis(), usual.memory().endedInstances(), usual.memory().endedBytes()),
                PureWorkOptions.slices(usual.work().eventLoopBudget(), usual.work().workerBudget()),
                new RetentionOptions(usual.retention().keptMillis(), usual.retention().intervalMillis(), RetentionRules.NONE),
                usual.journal(), InstanceRunOptions.stopping(120_000));
        fixture.workflow(EMIT).start();
        List<UniEmitter<? super Void>> sending = new ArrayList<>();
        bus().onEmitted(event -> Uni.createFrom().emitter(sending::add));
        String id = fixture.begin("{}").instanceId();
        int before = entries(id);
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(fixture.engine::stop);
        while (!fixture.engine.stopping()) {
            Thread.onSpinWait();
        }
        sending.get(0).complete(null);
        long limit = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!stopped.isDone()) {
            assertThat(System.nanoTime()).as("nobody waits for an answer that does not come").isLessThan(limit);
            fixture.threads.runAll();
        }
        assertThat(entries(id)).isEqualTo(before);
        fixture.start();
        assertThat(fixture.output(id)).isNotEqualTo("null");
    }

    @Test
    void thousandsOfEventsThatWaitAreTakenWithoutAnyStore() {
        fixture.workflow("""
                do:
                  - first: {listen: {to: {one: {with: {type: paid}}}}}
                  - long: {set: "${ [range(30000)] | length }"}
                  - some: {listen: {to: {any: [{with: {type: paid}}], until: length == 4000}}}
                  - count: {set: "${ length }"}
                """).start(new ForgetfulStore());
        DurableStartResult start = fixture.begin("{}");
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        for (int i = 0; i <= 4_000; i++) {
            published.add(subscribe(paid(Integer.toString(i), i)));
        }
        UniAssertSubscriber<Ended> ended = fixture.engine.gateway().outcome(start).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        assertThat(ended.assertCompleted().getItem().output()).hasToString("4000");
        published.forEach(UniAssertSubscriber::assertCompleted);
    }

    @Test
    void anEventWhoseFilterNeedsMuchWorkIsTakenAndThoseBehindItComeAfterIt() {
        fixture.workflow("""
                do:
                  - some:
                      listen:
                        to: {any: [{with: {type: paid, data: "${ .order != 1 or ([range(30000)] | length > 0) }"}}], until: length == 2}
                """)
                .start();
        String id = fixture.begin("{}").instanceId();
        UniAssertSubscriber<PublishResult> first = subscribe(paid("1", 1));
        UniAssertSubscriber<PublishResult> second = subscribe(paid("2", 2));
        fixture.threads.runAll();
        first.assertCompleted();
        second.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("[{\"order\":1,\"sum\":5},{\"order\":2,\"sum\":5}]");
    }

    private EngineCloudEventBus bus() {
        return new EngineCloudEventBus(fixture.engine);
    }

    private int entries(String id) {
        return fixture.store.get(id).entries().size();
    }

    private UniAssertSubscriber<PublishResult> publish(CloudEvent event) {
        UniAssertSubscriber<PublishResult> published = subscribe(event);
        fixture.threads.runAll();
        return published;
    }

    private UniAssertSubscriber<PublishResult> subscribe(CloudEvent event) {
        return bus().publish(event).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private static CairnException failure(UniAssertSubscriber<PublishResult> published) {
        return (CairnException) published.assertFailed().getFailure();
    }

    private static CloudEvent paid(String id, int order) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid")
                .withData("application/json", ("{\"order\":" + order + ",\"sum\":5}").getBytes(StandardCharsets.UTF_8)).build();
    }
}
