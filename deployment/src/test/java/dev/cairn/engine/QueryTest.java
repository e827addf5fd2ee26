package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A query answers from the durable state of an instance, wherever that is, and changes nothing. */
class QueryTest {

    private static final String DOCUMENT = """
            document:
              dsl: 1.0.3
              namespace: test
              name: case
              version: 1.0.0
              metadata:
                cairn:
                  queries:
                    progress: "${ {step: $context.step, sum: ($context.lines | add)} }"
                    more: "${ . + ($context.lines | length) }"
                    argument: "${ . }"
                    input: "${ $workflow.input.n }"
                    id: "${ $workflow.id }"
                    time: "${ now | tostring }"
                    broken: "${ error(\\"no such line\\") }"
                    heavy: "${ [range(.)] | length }"
                    large: "${ [range(.)] }"
            """;
    private static final String CALLS = DOCUMENT + """
            do:
              - begin: {set: {x: 1}, export: {as: {step: begun, lines: [1, 2]}}}
              - reserve: {call: ping, export: {as: "${ $context + {step: .step} }"}}
              - ship: {call: ping}
            """;
    private static final String WAITS = DOCUMENT + """
            do:
              - begin: {set: {x: 1}, export: {as: {step: begun, lines: [1, 2]}}}
              - pause: {wait: P1D}
              - end: {set: {x: 1}, export: {as: {step: ended, lines: [7]}}}
            """;
    private static final String FORKS = DOCUMENT + """
            do:
              - begin: {set: {x: 1}, export: {as: {step: begun, lines: [1, 2]}}}
              - both:
                  fork:
                    branches:
                      - left: {call: ping, export: {as: {step: left}}}
                      - right: {do: [{first: {set: {x: 1}, export: {as: {step: right}}}}, {second: {call: ping}}]}
              - ship: {call: ping}
            """;
    private static final String FAULTS = DOCUMENT + """
            do:
              - begin: {set: {x: 1}, export: {as: {step: begun, lines: [1, 2]}}}
              - fail: {raise: {error: {type: "https://example.com/e", status: 500}}}
            """;
    private static final String PROGRESS = "{\"step\":\"begun\",\"sum\":3}";

    final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    /** Several nodes with the same options. */
    ClusterFixture cluster(String yaml) {
        return new ClusterFixture(yaml);
    }

    private String started(String yaml) {
        fixture.workflow(yaml).start();
        return fixture.begin("{\"n\": 5}").instanceId();
    }

    private UniAssertSubscriber<JsonNode> asked(String id, String query, Object argument) {
        return operations.ask(operations.handle(id).query(query, argument));
    }

    private String answer(String id, String query) {
        return answer(id, query, null);
    }

    private String answer(String id, String query, Object argument) {
        return asked(id, query, argument).assertCompleted().getItem().toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            progress |   | {"step":"begun","sum":3}
            more     | 4 | 6
            argument |   | null
            input    |   | 5
            time     |   | "1700000000"
            """)
    void anInstanceInMemoryAnswersFromItsState(String query, Integer argument, String expected) {
        String id = started(CALLS);
        int commits = fixture.store.commits();
        assertThat(answer(id, query, argument)).isEqualTo(expected);
        assertThat(answer(id, "id")).isEqualTo("\"" + id + "\"");
        assertThat(fixture.store.commits()).as("nothing is written").isEqualTo(commits);
        fixture.answer("/do/1/reserve", "{\"step\": \"reserved\"}");
        assertThat(answer(id, "progress")).isEqualTo("{\"step\":\"reserved\",\"sum\":3}");
    }

    @Test
    void anAnswerIsConvertedToATypeOfTheApplication() {
        String id = started(CALLS);
        assertThat(operations.ask(operations.handle(id).query("progress", null, Map.class)).assertCompleted().getItem())
                .isEqualTo(Map.of("step", "begun", "sum", 3));
    }

    @Test
    void anAnswerWaitsUntilWhatItFollowsFromIsDurable() {
        String id = started(CALLS);
        fixture.session.hold();
        fixture.answer("/do/1/reserve", "{\"step\": \"reserved\"}");
        UniAssertSubscriber<JsonNode> asked = asked(id, "progress", null);
        asked.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(asked.assertCompleted().getItem().path("step").textValue()).isEqualTo("reserved");
    }

    @Test
    void anAnswerThatWaitsForAnInstanceWhichEndsIsThatOfItsEnd() {
        String id = started(CALLS);
        fixture.answer("/do/1/reserve", "{\"step\": \"reserved\"}");
        fixture.session.hold();
        fixture.answer("/do/2/ship", "{}");
        UniAssertSubscriber<JsonNode> asked = asked(id, "progress", null);
        asked.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(asked.assertCompleted().getItem().toString()).isEqualTo("{\"step\":\"reserved\",\"sum\":3}");
    }

    @Test
    void anInstanceThatWaitsOutsideOfMemoryIsNotClaimed() {
        String id = started(WAITS);
        assertThat(fixture.engine.condition().load().instances()).isZero();
        long epoch = fixture.store.get(id).epoch();
        int commits = fixture.store.commits();
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
        assertThat(fixture.engine.condition().load().instances()).isZero();
        assertThat(fixture.store.get(id).epoch()).isEqualTo(epoch);
        assertThat(fixture.store.commits()).isEqualTo(commits);
    }

    @Test
    void anEndedInstanceAnswersAsLongAsItIsKept() {
        String id = started(WAITS);
        fixture.advance(86_400_000);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(answer(id, "progress")).isEqualTo("{\"step\":\"ended\",\"sum\":7}");
        fixture.store.clear();
        operations.refused(operations.handle(id).query("progress", null), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
    }

    @Test
    void aFaultedInstanceAnswers() {
        String id = started(FAULTS);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
    }

    @Test
    void aSuspendedInstanceAnswersAndStaysSuspended() {
        String id = started(CALLS);
        operations.suspend(id);
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
    }

    @Test
    void theNextLifeOfTheApplicationAnswersTheSame() {
        String id = started(CALLS);
        fixture.answer("/do/1/reserve", "{\"step\": \"reserved\"}");
        fixture.start();
        assertThat(answer(id, "progress")).isEqualTo("{\"step\":\"reserved\",\"sum\":3}");
    }

    @Test
    void anInstanceThatCannotGoOnAnswersIfItsJournalCanBeRead() {
        String id = started(WAITS);
        fixture.workflow(CALLS).start();
        operations.refused(operations.handle(id).query("progress", null), Reason.INSTANCE_SUSPENDED, "CAIRN-0448");
        fixture.workflow(WAITS).start();
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
    }

    @Test
    void theContextIsThatOfTheWorkflowWhileBranchesHaveTheirOwn() {
        String id = started(FORKS);
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
        fixture.answer("/do/1/both/fork/branches/0/left", "{}");
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
        operations.suspend(id);
        assertThat(answer(id, "progress")).as("of its journal").isEqualTo(PROGRESS);
    }

    @Test
    void anUnknownQueryNamesTheKnownOnes() {
        String id = started(CALLS);
        String known = "It has: argument, broken, heavy, id, input, large, more, progress, time.";
        operations.refused(operations.handle(id).query("progres", null), Reason.UNKNOWN_QUERY, known);
        operations.suspend(id);
        operations.refused(operations.handle(id).query("progres", null), Reason.UNKNOWN_QUERY, known);
        operations.refused(operations.handle("none").query("progress", null), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
    }

    @Test
    void aQueryThatFailsDoesNotTouchTheInstance() {
        String id = started(CALLS);
        operations.refused(operations.handle(id).query("broken", null), Reason.EXPRESSION_FAILED,
                "CAIRN-0494: Cannot answer the query of instance " + id + " [query=broken]: no such line");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
        operations.suspend(id);
        operations.refused(operations.handle(id).query("broken", null), Reason.EXPRESSION_FAILED, "CAIRN-0494");
        operations.resume(id);
        fixture.answer("/do/1/reserve", "{}");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void workBeyondTheBudgetOfAnEventLoopIsDoneOnAWorkerAndHasAnEnd() {
        String id = started(CALLS);
        assertThat(answer(id, "heavy", 100_000)).isEqualTo("100000");
        assertThat(asked(id, "large", 100_000).assertCompleted().getItem()).hasSize(100_000);
        operations.refused(operations.handle(id).query("heavy", 1_000_000_000L), Reason.EXPRESSION_FAILED, "CAIRN-0494");
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
    }

    @Test
    void aStoreThatDoesNotAnswerIsNamed() {
        AtomicBoolean isDown = new AtomicBoolean();
        fixture.workflow(WAITS).start(new ForwardingStore(fixture.store.open()) {
            @Override
            protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
                return isDown.get() && name.equals("load")
                        ? Uni.createFrom().failure(new StoreException("the disk is gone", false, null))
                        : forward.get();
            }
        });
        String id = fixture.begin("{}").instanceId();
        isDown.set(true);
        operations.refused(operations.handle(id).query("progress", null), Reason.STORE_UNAVAILABLE, "CAIRN-0445");
    }

    @Test
    void aStoreThatDoesNotAnswerIsWaitedForSoLong() {
        AtomicBoolean hangs = new AtomicBoolean();
        fixture.workflow(WAITS).start(new ForwardingStore(fixture.store.open()) {
            @Override
            protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
                return hangs.get() && name.equals("load") ? Uni.createFrom().nothing() : forward.get();
            }
        });
        String id = fixture.begin("{}").instanceId();
        hangs.set(true);
        List<UniAssertSubscriber<JsonNode>> asked = IntStream.range(0, Runtime.getRuntime().availableProcessors() + 1)
                .mapToObj(any -> asked(id, "progress", null)).toList();
        fixture.advance(14_000);
        asked.forEach(UniAssertSubscriber::assertNotTerminated);
        fixture.advance(1_500);
        asked.get(0).assertFailedWith(CairnException.class, "CAIRN-0445");
        asked.get(asked.size() - 1).assertFailedWith(CairnException.class, "CAIRN-0744");
    }

    @Test
    void anInstanceWhoseStoreDoesNotAnswerIsWaitedForSoLongByNotTooMany() {
        String id = started(CALLS);
        fixture.session.hold();
        fixture.answer("/do/1/reserve", "{\"step\": \"reserved\"}");
        List<UniAssertSubscriber<JsonNode>> asked = IntStream.range(0, 1_000).mapToObj(any -> asked(id, "progress", null))
                .toList();
        asked.get(1).cancel();
        operations.refused(operations.handle(id).query("progress", null), Reason.OVERLOADED, "CAIRN-0499");
        fixture.advance(14_000);
        asked.get(0).assertNotTerminated();
        fixture.advance(1_500);
        asked.get(0).assertFailedWith(CairnException.class, "CAIRN-0445");
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(answer(id, "progress")).isEqualTo("{\"step\":\"reserved\",\"sum\":3}");
    }

    @Test
    void aStoreThatKeepsNothingHasAnswersOfInstancesInMemory() {
        fixture.workflow(CALLS).start(new ForgetfulStore());
        String id = fixture.begin("{\"n\": 5}").instanceId();
        assertThat(answer(id, "progress")).isEqualTo(PROGRESS);
        operations.refused(operations.handle("none").query("progress", null), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
        fixture.answer("/do/1/reserve", "{}");
        fixture.answer("/do/2/ship", "{}");
        operations.refused(operations.handle(id).query("progress", null), Reason.NO_JOURNAL, "CAIRN-0446");
    }

    @Test
    void anotherNodeAnswersFromTheSharedStore() {
        ClusterFixture cluster = cluster(CALLS);
        cluster.world = call -> cluster.answerAfter(60_000);
        NodeUnderTest owner = cluster.node("a");
        NodeUnderTest other = cluster.node("b");
        String id = owner.start("{\"n\": 5}");
        long epoch = cluster.store.get(id).epoch();
        List<UniAssertSubscriber<JsonNode>> asked = List.of(
                client(owner).instance(id).query("progress", null).subscribe().withSubscriber(UniAssertSubscriber.create()),
                client(other).instance(id).query("progress", null).subscribe().withSubscriber(UniAssertSubscriber.create()));
        cluster.run();
        assertThat(asked).allSatisfy(one -> assertThat(one.assertCompleted().getItem().toString()).isEqualTo(PROGRESS));
        assertThat(cluster.store.get(id).epoch()).isEqualTo(epoch);
        UniAssertSubscriber<JsonNode> unknown = client(other).instance(id).query("none", null).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        unknown.assertFailedWith(CairnException.class, "CAIRN-0493");
    }

    private static EngineClient client(NodeUnderTest node) {
        return new EngineClient(node.engine, new ObjectMapper());
    }
}
