package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Callers of queries and updates that ask for the impossible, or for an instance that stands still, ends or moves meanwhile. */
class AnswerRefusalTest {

    private static final String DOCUMENT = """
            document:
              dsl: 1.0.3
              namespace: test
              name: case
              version: 1.0.0
              metadata:
                cairn:
                  queries: {echo: "${ . }", refuse: "${ error(.) }"}
            """;
    private static final String CALLS = DOCUMENT + """
            do:
              - add:
                  metadata: {cairn: {reply: "${ . }"}}
                  listen: {to: {any: [{with: {type: add}}], until: {one: {with: {type: stop}}}}}
                  foreach:
                    item: line
                    do: [{price: {call: ping}}]
              - last: {listen: {to: {one: {with: {type: go}}}}}
            """;
    private static final String OTHER = DOCUMENT + """
            do:
              - wait: {wait: P1D}
            """;
    private static final String BROKEN = DOCUMENT + """
            do:
              - add:
                  metadata: {cairn: {reply: "${ error(.) }"}}
                  listen: {to: {any: [{with: {type: add}}], until: "${ false }"}}
            """;
    private static final String PRICE = "/do/0/add/foreach/do/0/price";
    private static final String LONG = "x".repeat(1_000_000);
    private static final int MAX_MESSAGE_CHARACTERS = 5_000;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private String started(String yaml) {
        fixture.workflow(yaml).start();
        return fixture.begin("{}").instanceId();
    }

    private UniAssertSubscriber<JsonNode> updated(String id, Object data, String key) {
        return operations.ask(operations.handle(id).update("add", data, key));
    }

    private static Reason reason(UniAssertSubscriber<?> asked) {
        return ((CairnException) asked.assertFailedWith(CairnException.class).getFailure()).reason();
    }

    private static Stream<Supplier<Object>> unfitValues() {
        Object deep = List.of();
        for (int i = 0; i < 20_000; i++) {
            deep = List.of(deep);
        }
        Object nested = deep;
        return Stream.of(() -> nested, Object::new);
    }

    /** A refusal is a failure of the answer, whose reason says that the value is at fault. */
    @ParameterizedTest
    @MethodSource("unfitValues")
    void valuesThatAreNoJsonAreRefused(Supplier<Object> value) {
        String id = started(CALLS);
        assertThat(reason(operations.ask(operations.handle(id).query("echo", value.get())))).isEqualTo(Reason.INVALID_INPUT);
        assertThat(reason(updated(id, value.get(), "a"))).isEqualTo(Reason.INVALID_INPUT);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void longTextsOfCallersAreCutInMessages() {
        String id = started(CALLS);
        String broken = fixture.workflow(BROKEN).start().begin("{}").instanceId();
        InstanceHandle handle = operations.handle(broken);
        for (Uni<JsonNode> asked : List.of(handle.query(LONG, null), handle.query("refuse", LONG), handle.update(LONG, 1, "a"),
                handle.update("other", 1, LONG), handle.update("add", LONG, "b"), handle.update("add", LONG, LONG),
                operations.handle(LONG).query("echo", 1), operations.handle(LONG).update("add", 1, "c"),
                operations.handle(id).update(LONG, 1, "a"))) {
            UniAssertSubscriber<JsonNode> answer = operations.ask(asked);
            assertThat(answer.assertFailedWith(CairnException.class).getFailure().getMessage())
                    .hasSizeLessThan(MAX_MESSAGE_CHARACTERS);
        }
        assertThat(operations.status(broken)).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void refusedCallersLeaveRoomForOthers() {
        String id = started(CALLS);
        for (int i = 0; i < 1_001; i++) {
            operations.refused(operations.handle(id).update("other", 1), Reason.NOT_LISTENING, "CAIRN-0751");
            operations.refused(operations.handle(id).query("none", 1), Reason.UNKNOWN_QUERY, "CAIRN-0493");
        }
        UniAssertSubscriber<JsonNode> asked = updated(id, 1, "a");
        fixture.answer(PRICE, "3");
        asked.assertCompleted();
    }

    @Test
    void aCancellationWhileTheEventIsBeingWrittenIsNoAnswer() {
        String id = started(CALLS);
        fixture.session.hold();
        UniAssertSubscriber<JsonNode> asked = updated(id, 1, "a");
        UniAssertSubscriber<Void> cancel = operations.ask(operations.handle(id).cancel());
        asked.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        cancel.assertCompleted();
        assertThat(reason(asked)).isEqualTo(Reason.NOT_ANSWERED);
    }

    @Test
    void anInstanceThatIsCancelledWhileItIsSuspendedDoesNotAnswer() {
        String id = started(CALLS);
        UniAssertSubscriber<JsonNode> asked = updated(id, 1, "a");
        operations.suspend(id);
        fixture.advance(60_000);
        asked.assertNotTerminated();
        operations.cancel(id);
        fixture.advance(5_000);
        assertThat(reason(asked)).isEqualTo(Reason.NOT_ANSWERED);
    }

    @Test
    void anInstanceThatIsRemovedWhileACallerWaitsIsUnknown() {
        String id = started(CALLS.replace("call: ping", "wait: P1D"));
        UniAssertSubscriber<JsonNode> asked = updated(id, 1, "a");
        fixture.advance(60_000);
        asked.assertNotTerminated();
        fixture.store.clear();
        fixture.advance(5_000);
        assertThat(reason(asked)).isEqualTo(Reason.UNKNOWN_INSTANCE);
    }

    @Test
    void aParkedInstanceTakesNoUpdateAndRepeatsNone() {
        String id = started(CALLS);
        updated(id, 1, "a").assertNotTerminated();
        fixture.workflow(OTHER).start();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(reason(updated(id, 2, "b"))).isEqualTo(Reason.INSTANCE_SUSPENDED);
        assertThat(reason(updated(id, 1, "a"))).isEqualTo(Reason.INSTANCE_SUSPENDED);
        assertThat(reason(operations.ask(operations.handle(id).query("echo", 1)))).isEqualTo(Reason.INSTANCE_SUSPENDED);
        fixture.workflow(CALLS).start();
        UniAssertSubscriber<JsonNode> asked = updated(id, 1, "a");
        fixture.answer(PRICE, "3");
        assertThat(asked.assertCompleted().getItem()).hasToString("3");
    }

    @Test
    void aStoreThatDoesNotConfirmLeavesTheCallerInDoubtAndTheKeyGivesTheAnswer() {
        String id = started(CALLS);
        fixture.session.hold();
        UniAssertSubscriber<JsonNode> asked = updated(id, 1, "a");
        fixture.advance(16_000);
        assertThat(reason(asked)).isEqualTo(Reason.NOT_CONFIRMED);
        fixture.session.release();
        fixture.threads.runAll();
        UniAssertSubscriber<JsonNode> again = updated(id, 1, "a");
        fixture.answer(PRICE, "3");
        assertThat(again.assertCompleted().getItem()).hasToString("3");
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void twoNodesThatSendTheSameKeyGetOneAnswer() {
        ClusterFixture cluster = new ClusterFixture(CALLS);
        cluster.world = call -> cluster.answerAfter(5_000);
        NodeUnderTest owner = cluster.node("a");
        NodeUnderTest other = cluster.node("b");
        String id = owner.start("{}");
        UniAssertSubscriber<JsonNode> first = updated(owner, id);
        UniAssertSubscriber<JsonNode> second = updated(other, id);
        cluster.advance(60_000);
        assertThat(first.assertCompleted().getItem()).isEqualTo(second.assertCompleted().getItem());
        assertThat(cluster.effects).hasSize(1);
    }

    /** In the memory of the node, and outside of it. */
    @Test
    void aNodeThatStopsSendsItsCallersToAnother() {
        ClusterFixture cluster = new ClusterFixture(CALLS);
        cluster.world = call -> cluster.answerAfter(60_000);
        NodeUnderTest owner = cluster.node("a");
        NodeUnderTest other = cluster.node("b");
        String inMemory = owner.start("{}");
        String elsewhere = other.start("{}");
        List<UniAssertSubscriber<JsonNode>> asked = List.of(updated(owner, inMemory), updated(owner, elsewhere));
        cluster.advance(5_000);
        asked.forEach(UniAssertSubscriber::assertNotTerminated);
        owner.stop();
        asked.forEach(one -> assertThat(reason(one)).isEqualTo(Reason.STOPPING));
        assertThat(reason(updated(owner, inMemory))).isEqualTo(Reason.STOPPING);
        UniAssertSubscriber<JsonNode> again = updated(other, inMemory);
        cluster.advance(120_000);
        assertThat(again.assertCompleted().getItem()).hasToString("1");
    }

    private static UniAssertSubscriber<JsonNode> updated(NodeUnderTest node, String id) {
        return new EngineClient(node.engine, new ObjectMapper()).instance(id).update("add", 3, "a").subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }
}
