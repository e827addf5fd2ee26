package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.RecordedCommand;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** An event for one instance is in its journal when that is acknowledged, and is refused if no task listens for it. */
class DirectEventSenderTest {

    private static final CommandOrigin ALICE = new CommandOrigin("alice", "Ticket 42");
    private static final String PAID = """
            do:
              - paid: {listen: {to: {one: {with: {type: paid}}}}}
              - done: {set: "${ .[0].sum }"}
            """;
    private static final String TWICE = """
            do:
              - first: {listen: {to: {one: {with: {type: paid}}}}, output: {as: "${ .[0].sum }"}}
              - second: {listen: {to: {one: {with: {type: paid}}}}, output: {as: "${ .[0].sum }"}}
            """;
    /** Journals are searched on as many threads as there are processors, and 64 more searches wait. */
    private static final int MAX_AT_A_TIME = Runtime.getRuntime().availableProcessors() + 64;
    private static final StoreException DOWN = new StoreException("the disk is full", false, null);

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private static CloudEvent paid(String id, int sum) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/shop")).withType("paid")
                .withData("application/json", ("{\"sum\":" + sum + "}").getBytes(StandardCharsets.UTF_8)).build();
    }

    private Uni<Void> send(String id, CloudEvent event) {
        return operations.handle(id).send(event);
    }

    private UniAssertSubscriber<Void> asked(String id, CloudEvent event) {
        return operations.ask(send(id, event));
    }

    private String started(String yaml) {
        fixture.workflow(yaml).start();
        return fixture.begin("{}").instanceId();
    }

    private int entries(String id) {
        return fixture.store.get(id).entries().size();
    }

    @Test
    void itIsAcknowledgedWhenTheJournalHasItAndNoOtherInstanceGetsIt() {
        String id = started(PAID);
        String other = fixture.begin("{}").instanceId();
        fixture.session.hold();
        UniAssertSubscriber<Void> sent = asked(id, paid("1", 5));
        sent.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        sent.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(operations.status(other)).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void theJournalSaysWhoSentIt() {
        String id = started(PAID);
        InstanceHandle handle = new EngineClient(fixture.engine, new ObjectMapper()).as(ALICE).instance(id);
        operations.ask(handle.send(paid("1", 5))).assertCompleted();
        List<RecordedCommand> commands = operations.ask(handle.commands()).assertCompleted().getItem();
        assertThat(commands).extracting(command -> command.kind().name()).containsExactly("START", "SEND");
        assertThat(commands.get(1).origin()).isEqualTo(ALICE);
    }

    @Test
    void aSignalWithAKeyIsTakenOnceAndOthersEachTime() {
        String id = started(TWICE);
        Uni<PublishResult> signal = operations.handle(id).signal("paid", Map.of("sum", 5), "once");
        assertThat(operations.ask(signal).assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        operations.ask(operations.handle(id).signal("paid", Map.of("sum", 5), "once")).assertCompleted();
        assertThat(operations.status(id)).as("the second task listens").isEqualTo(InstanceStatus.WAITING);
        operations.ask(operations.handle(id).signal("paid", Map.of("sum", 7))).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("7");
    }

    @Test
    void aRetryOfASignalSendsTheSameEvent() {
        String id = started(TWICE);
        Uni<PublishResult> signal = operations.handle(id).signal("paid", Map.of("sum", 5));
        operations.ask(signal).assertCompleted();
        operations.ask(signal).assertCompleted();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
    }

    /** It would leave the memory again at once. */
    @Test
    void anInstanceThatWaitsOutsideOfMemoryTellsThatItDoesNotListen() {
        String id = started("do: [{pause: {wait: {days: 1}}}]");
        fixture.advance(60_000);
        assertThat(fixture.store.get(id).row().owner()).isNull();
        operations.refused(send(id, paid("1", 5)), Reason.NOT_LISTENING, "CAIRN-0751");
        operations.refused(operations.handle(id).signal("paid", Map.of("sum", 5)), Reason.NOT_LISTENING, "CAIRN-0751");
        assertThat(fixture.store.get(id).row().owner()).isNull();
        assertThat(fixture.engine.condition().load().instances()).isZero();
    }

    @Test
    void aSignalWithoutATypeIsRefused() {
        String id = started(PAID);
        operations.refused(operations.handle(id).signal("", null), Reason.INVALID_INPUT, "CAIRN-0453");
        operations.refused(operations.handle(id).signal("refunded", null), Reason.NOT_LISTENING, "CAIRN-0751");
    }

    @Test
    void theSameEventIsTakenOnceByHoweverManyTasks() {
        String id = started(TWICE);
        asked(id, paid("1", 5)).assertCompleted();
        asked(id, paid("1", 5)).assertCompleted();
        assertThat(operations.status(id)).as("the second task listens").isEqualTo(InstanceStatus.WAITING);
        asked(id, paid("2", 6)).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("6");
        int before = entries(id);
        asked(id, paid("1", 5)).assertCompleted();
        asked(id, paid("2", 6)).assertCompleted();
        assertThat(entries(id)).isEqualTo(before);
        operations.refused(send(id, paid("3", 7)), Reason.WRONG_PHASE, "CAIRN-0441: Cannot send an event to instance " + id);
    }

    @Test
    void twoAtTheSameTimeAreOne() {
        String id = started(TWICE);
        UniAssertSubscriber<Void> first = send(id, paid("1", 5)).subscribe().withSubscriber(UniAssertSubscriber.create());
        UniAssertSubscriber<Void> second = send(id, paid("1", 5)).subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        first.assertCompleted();
        second.assertCompleted();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void whatNoTaskListensForIsRefusedAndNotKept() {
        fixture.workflow("do: [{first: {call: ask, with: {question: 1}}}, {paid: {listen: {to: {one: {with: {type: paid}}}}}}]")
                .start();
        String id = fixture.begin("{}").instanceId();
        operations.refused(send(id, paid("1", 5)), Reason.NOT_LISTENING, "CAIRN-0751");
        fixture.answer("/do/0/first", "1");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        operations.refused(send(id, CloudEventBuilder.v1(paid("2", 5)).withType("refunded").build()), Reason.NOT_LISTENING,
                "type=refunded");
        operations.refused(send("nobody", paid("1", 5)), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
        asked(id, paid("1", 5)).assertCompleted();
    }

    @Test
    void oneThatIsSuspendedTakesItWhenItIsResumed() {
        String id = started(PAID);
        operations.suspend(id);
        operations.refused(send(id, paid("1", 5)), Reason.NOT_LISTENING, "has to be resumed first");
        operations.resume(id);
        asked(id, paid("1", 5)).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void oneThatIsParkedRefusesItUnlessItHasIt() {
        String id = started(TWICE);
        asked(id, paid("1", 5)).assertCompleted();
        fixture.workflow("do: [{other: {call: ask, with: {question: 1}}}]").start();
        operations.refused(send(id, paid("2", 5)), Reason.INSTANCE_SUSPENDED, "cannot go on");
        asked(id, paid("1", 5)).assertCompleted();
    }

    @Test
    void aFailureOfTheStoreIsToldAndTheEventIsSentAgain() {
        String id = started(PAID);
        fixture.session.fail(DOWN, false);
        operations.refused(send(id, paid("1", 5)), Reason.STORE_UNAVAILABLE, "disk is full");
        fixture.session.fail(null, false);
        fixture.advance(200);
        asked(id, paid("1", 5)).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void manyAtATimeAreRefused() {
        String id = started(TWICE);
        List<UniAssertSubscriber<Void>> sent = new ArrayList<>();
        for (int i = 0; i < MAX_AT_A_TIME; i++) {
            sent.add(send(id, paid("e" + i, i)).subscribe().withSubscriber(UniAssertSubscriber.create()));
        }
        send(id, paid("more", 5)).subscribe().withSubscriber(UniAssertSubscriber.create())
                .assertFailedWith(CairnException.class, "CAIRN-0744");
        assertThat(sent).allSatisfy(UniAssertSubscriber::assertNotTerminated);
        fixture.threads.runAll();
        fixture.advance(1_000);
        assertThat(sent).allSatisfy(UniAssertSubscriber::assertTerminated);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void oneOfAnotherNodeThatFindsNoRoomIsTakenLater() {
        List<UniEmitter<? super Object>> held = new ArrayList<>();
        AtomicBoolean isSlow = new AtomicBoolean();
        ClusterFixture cluster = new ClusterFixture(TWICE);
        NodeUnderTest a = cluster.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                return !isSlow.get() ? super.load(id)
                        : Uni.createFrom().<Object>emitter(held::add).chain(released -> super.load(id));
            }
        });
        NodeUnderTest b = cluster.node("b");
        String id = a.start("{}");
        String other = a.start("{}");
        isSlow.set(true);
        for (int i = 0; i < MAX_AT_A_TIME; i++) {
            new EngineClient(a.engine, new ObjectMapper()).instance(other).send(paid("e" + i, i)).subscribe()
                    .withSubscriber(UniAssertSubscriber.create()).assertNotTerminated();
        }
        UniAssertSubscriber<Void> sent = new EngineClient(b.engine, new ObjectMapper()).instance(id).send(paid("1", 5))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.advance(5_000);
        sent.assertNotTerminated();
        isSlow.set(false);
        held.forEach(one -> one.complete(1));
        cluster.advance(5_000);
        sent.assertCompleted();
    }

    @Test
    void anotherNodeTakesItToTheOneThatRunsTheInstance() {
        ClusterFixture cluster = new ClusterFixture(TWICE);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        String id = a.start("{}");
        InstanceHandle handle = new EngineClient(b.engine, new ObjectMapper()).as(ALICE).instance(id);
        UniAssertSubscriber<Void> sent = handle.send(paid("1", 5)).subscribe().withSubscriber(UniAssertSubscriber.create());
        UniAssertSubscriber<Void> again = handle.send(paid("1", 5)).subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        sent.assertNotTerminated();
        cluster.advance(2_000);
        sent.assertCompleted();
        again.assertCompleted();
        UniAssertSubscriber<List<RecordedCommand>> commands = handle.commands().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        assertThat(commands.assertCompleted().getItem()).extracting(command -> command.kind() + " " + command.origin()
                .principal()).containsExactly("START null", "SEND alice");

        UniAssertSubscriber<Void> refused = handle.send(CloudEventBuilder.v1(paid("9", 5)).withType("refunded").build())
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.advance(2_000);
        refused.assertFailedWith(CairnException.class, "CAIRN-0751");
    }

    @Test
    void anInstanceThatEndedWithTheEventOnAnotherNodeHasIt() {
        ClusterFixture cluster = new ClusterFixture(PAID);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        String id = a.start("{}");
        UniAssertSubscriber<Void> sent = new EngineClient(b.engine, new ObjectMapper()).instance(id).send(paid("1", 5))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.advance(2_000);
        sent.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void withoutAJournalTheTaskThatListensKnowsWhatItHasTaken() {
        fixture.workflow("do: [{some: {listen: {to: {any: [{with: {type: paid}}], until: length == 2}}}}]");
        fixture.start(new ForgetfulStore());
        String id = fixture.begin("{}").instanceId();
        asked(id, paid("1", 5)).assertCompleted();
        asked(id, paid("1", 5)).assertCompleted();
        asked(id, paid("2", 6)).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("[{\"sum\":5},{\"sum\":6}]");
    }

    @Test
    void afterARestartItIsKnownWhichWereTaken() {
        String id = started(TWICE);
        asked(id, paid("1", 5)).assertCompleted();
        fixture.start();
        asked(id, paid("1", 5)).assertCompleted();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        asked(id, paid("2", 6)).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("6");
    }
}
