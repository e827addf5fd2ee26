package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An update is an event that the instance answers; the answer follows from the journal. */
class UpdateTest {

    private static final String PLAIN = """
            do:
              - begin: {set: {limit: 10}, export: {as: "${ . }"}}
              - add:
                  metadata: {cairn: {reply: "${ {accepted: (. <= $context.limit), value: .} }"}}
                  listen: {to: {any: [{with: {type: add}}], until: "${ length == 2 }"}}
              - then: {listen: {to: {one: {with: {type: go}}}}}
            """;
    private static final String TURNS = """
            do:
              - add:
                  metadata: {cairn: {reply: "${ {price: ., line: $line, number: $index, sum: $context.sum} }"}}
                  listen: {to: {any: [{with: {type: add}}], until: {one: {with: {type: stop}}}}}
                  foreach:
                    item: line
                    do: [{price: {call: ping}}]
                    export: {as: "${ {sum: (($context.sum? // 0) + .)} }"}
              - last: {listen: {to: {one: {with: {type: go}}}}}
            """;
    private static final String WAITS_A_DAY = TURNS.replace("call: ping", "wait: P1D")
            .replace("any: [{with: {type: add}}], until: {one: {with: {type: stop}}}", "one: {with: {type: add}}");
    private static final String CAUGHT = """
            do:
              - guarded:
                  try:
                    - add:
                        metadata: {cairn: {reply: "${ . }"}}
                        listen: {to: {any: [{with: {type: add}}], until: "${ false }"}}
                        foreach:
                          do: [{price: {call: ping}}]
                  catch: {do: [{noted: {set: {failed: true}}}]}
              - last: {listen: {to: {one: {with: {type: go}}}}}
            """;
    private static final String UNGUARDED = """
            do:
              - add:
                  metadata: {cairn: {reply: "${ . }"}}
                  listen: {to: {any: [{with: {type: add}}], until: "${ false }"}}
                  foreach:
                    do: [{price: {call: ping}}]
            """;
    private static final String SILENT = """
            do:
              - add:
                  listen: {to: {any: [{with: {type: add}}], until: "${ false }"}}
                  foreach:
                    do: [{price: {call: ping}}]
            """;
    private static final String BROKEN = """
            do:
              - add:
                  metadata: {cairn: {reply: "${ error(\\"no price\\") }"}}
                  listen: {to: {any: [{with: {type: add}}], until: "${ false }"}}
            """;
    private static final String TWO_TAKERS = """
            do:
              - both:
                  fork:
                    branches:
                      - slow:
                          metadata: {cairn: {reply: "${ {slow: .} }"}}
                          listen: {to: {any: [{with: {type: add}}], until: "${ false }"}}
                          foreach:
                            do: [{price: {call: ping}}]
                      - quick:
                          metadata: {cairn: {reply: "${ {quick: .} }"}}
                          listen: {to: {one: {with: {type: add}}}}
            """;
    private static final String PRICE = "/do/0/add/foreach/do/0/price";

    final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    /** Several nodes with the same options. */
    ClusterFixture cluster(String yaml) {
        return new ClusterFixture(yaml);
    }

    private String started(String yaml) {
        fixture.workflow(yaml).start();
        return fixture.begin("{}").instanceId();
    }

    private UniAssertSubscriber<JsonNode> updated(String id, Object data, String key) {
        return operations.ask(operations.handle(id).update("add", data, key));
    }

    private static String answer(UniAssertSubscriber<JsonNode> asked) {
        return asked.assertCompleted().getItem().toString();
    }

    private int entries(String id) {
        return fixture.store.get(id).entries().size();
    }

    @Test
    void aTaskAnswersWhenTheJournalHasTheEvent() {
        String id = started(PLAIN);
        fixture.session.hold();
        UniAssertSubscriber<JsonNode> asked = updated(id, 7, "a");
        asked.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(answer(asked)).isEqualTo("{\"accepted\":true,\"value\":7}");
        assertThat(answer(operations.ask(operations.handle(id).update("add", 70))))
                .isEqualTo("{\"accepted\":false,\"value\":70}");
    }

    @Test
    void theSameKeyGivesTheSameAnswerAlsoWhenTheInstanceHasMovedOn() {
        String id = started(PLAIN);
        String first = answer(updated(id, 7, "a"));
        answer(updated(id, 8, "b"));
        int before = entries(id);
        assertThat(answer(updated(id, 7, "a"))).isEqualTo(first);
        fixture.start();
        assertThat(answer(updated(id, 7, "a"))).as("in the next life").isEqualTo(first);
        assertThat(entries(id)).as("it is taken once").isEqualTo(before);
        operations.ask(operations.handle(id).signal("go", null)).assertCompleted();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(answer(updated(id, 7, "a"))).as("of an ended instance").isEqualTo(first);
    }

    @Test
    void anAnswerIsConvertedToATypeOfTheApplication() {
        String id = started(PLAIN);
        assertThat(operations.ask(operations.handle(id).update("add", 7, Map.class)).assertCompleted().getItem())
                .isEqualTo(Map.of("accepted", true, "value", 7));
        assertThat(operations.ask(operations.handle(id).update("add", 8, "b", Map.class)).assertCompleted().getItem())
                .isEqualTo(Map.of("accepted", true, "value", 8));
    }

    @Test
    void aTaskWithTasksForEachEventAnswersBehindThem() {
        String id = started(TURNS);
        UniAssertSubscriber<JsonNode> first = updated(id, "tea", "a");
        UniAssertSubscriber<JsonNode> second = updated(id, "salt", "b");
        UniAssertSubscriber<JsonNode> again = updated(id, "tea", "a");
        first.assertNotTerminated();
        fixture.answer(PRICE, "3");
        assertThat(answer(first)).isEqualTo("{\"price\":3,\"line\":\"tea\",\"number\":0,\"sum\":3}");
        assertThat(answer(again)).isEqualTo(answer(first));
        second.assertNotTerminated();
        fixture.answer(PRICE, "4");
        assertThat(answer(second)).isEqualTo("{\"price\":4,\"line\":\"salt\",\"number\":1,\"sum\":7}");
        assertThat(answer(updated(id, "tea", "a"))).isEqualTo(answer(first));
    }

    @Test
    void theAnswerWaitsUntilTheOutcomeThatItFollowsFromIsDurable() {
        String id = started(TURNS);
        UniAssertSubscriber<JsonNode> asked = updated(id, "tea", "a");
        fixture.session.hold();
        fixture.answer(PRICE, "3");
        asked.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        asked.assertCompleted();
    }

    @Test
    void aCrashInTheMiddleLosesNoAnswer() {
        String id = started(TURNS);
        updated(id, "tea", "a").assertNotTerminated();
        fixture.start();
        UniAssertSubscriber<JsonNode> asked = updated(id, "tea", "a");
        asked.assertNotTerminated();
        fixture.answer(PRICE, "3");
        assertThat(answer(asked)).isEqualTo("{\"price\":3,\"line\":\"tea\",\"number\":0,\"sum\":3}");
        assertThat(fixture.keys()).as("the call has one key").containsOnly(fixture.keys().get(0));
    }

    @Test
    void anInstanceThatLeavesTheMemoryMeanwhileStillAnswers() {
        String id = started(WAITS_A_DAY);
        UniAssertSubscriber<JsonNode> asked = updated(id, 3, "a");
        assertThat(fixture.engine.condition().load().instances()).isZero();
        asked.assertNotTerminated();
        fixture.advance(86_400_000 + 5_000);
        assertThat(answer(asked)).isEqualTo("{\"price\":3,\"line\":3,\"number\":0,\"sum\":3}");
    }

    /** A poll reads the row. The journal is read until its last entry is a second old, and when it has changed. */
    @Test
    void aCallerWhoWaitsForDaysDoesNotReadTheJournalAgainAndAgain() {
        AtomicInteger loads = new AtomicInteger();
        AtomicInteger rows = new AtomicInteger();
        fixture.workflow(WAITS_A_DAY).start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                loads.incrementAndGet();
                return super.load(id);
            }

            @Override
            public Uni<Optional<InstanceRow>> row(String id) {
                rows.incrementAndGet();
                return super.row(id);
            }
        });
        String id = fixture.begin("{}").instanceId();
        UniAssertSubscriber<JsonNode> asked = updated(id, 3, "a");
        fixture.advance(80_000_000);
        asked.assertNotTerminated();
        assertThat(rows).hasValueGreaterThan(30_000);
        assertThat(loads).hasValueLessThan(20);
        fixture.advance(6_400_000 + 5_000);
        assertThat(answer(asked)).isEqualTo("{\"price\":3,\"line\":3,\"number\":0,\"sum\":3}");
    }

    /** The first reply is the answer, also for a caller who asks while the other task still owes one. */
    @Test
    void twoTasksThatTakeAnUpdateGiveOneAnswer() {
        String id = started(TWO_TAKERS);
        UniAssertSubscriber<JsonNode> first = updated(id, 7, "a");
        assertThat(answer(first)).isEqualTo("{\"quick\":7}");
        assertThat(fixture.pending).as("the other task is at work").hasSize(1);
        assertThat(answer(updated(id, 7, "a"))).isEqualTo(answer(first));
        fixture.start();
        assertThat(answer(updated(id, 7, "a"))).as("in the next life").isEqualTo(answer(first));
        fixture.answer("/do/0/both/fork/branches/0/slow/foreach/do/0/price", "3");
        assertThat(answer(updated(id, 7, "a"))).as("when both have replied").isEqualTo(answer(first));
    }

    @Test
    void callersOfUpdatesWhoseJournalsAreNotGivenKeepNoQueryWaiting() {
        AtomicBoolean silent = new AtomicBoolean();
        fixture.workflow("document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0, metadata: {cairn: {queries: "
                + "{one: \"${ 1 }\"}}}}\n" + WAITS_A_DAY);
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                return silent.get() ? Uni.createFrom().nothing() : super.load(id);
            }
        });
        String id = fixture.begin("{}").instanceId();
        IntStream.range(0, 100).forEach(any -> updated(id, 3, "a").assertNotTerminated());
        silent.set(true);
        fixture.advance(1_000);
        silent.set(false);
        assertThat(answer(operations.ask(operations.handle(id).query("one", null)))).isEqualTo("1");
    }

    @Test
    void callersWhoWaitForTheSameInstanceShareItsReplays() {
        AtomicBoolean slow = new AtomicBoolean();
        List<Runnable> loads = new ArrayList<>();
        fixture.workflow(WAITS_A_DAY).start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                return !slow.get() ? super.load(id)
                        : Uni.createFrom().emitter(emitter -> loads
                                .add(() -> super.load(id).subscribe().with(emitter::complete, emitter::fail)));
            }
        });
        String id = fixture.begin("{}").instanceId();
        List<UniAssertSubscriber<JsonNode>> asked = IntStream.range(0, 300).mapToObj(any -> updated(id, 3, "a")).toList();
        slow.set(true);
        fixture.advance(500);
        int atOnce = loads.size();
        for (int next = 0; next < loads.size(); next++) {
            loads.get(next).run();
            fixture.threads.runAll();
        }
        assertThat(loads).as("as many as run at a time, and all others together").hasSize(atOnce + 1);
        asked.forEach(UniAssertSubscriber::assertNotTerminated);
        slow.set(false);
        fixture.advance(86_400_000 + 5_000);
        assertThat(asked).allSatisfy(
                one -> assertThat(answer(one)).isEqualTo("{\"price\":3,\"line\":3,\"number\":0,\"sum\":3}"));
    }

    @Test
    void aTaskWithoutReplyAnswersNullAtOnce() {
        String id = started(SILENT);
        assertThat(answer(updated(id, 1, "a"))).isEqualTo("null");
        assertThat(answer(updated(id, 1, "a"))).isEqualTo("null");
        String plain = started(TURNS);
        assertThat(answer(operations.ask(operations.handle(plain).update("stop", null)))).as("it ends the listening")
                .isEqualTo("null");
    }

    @Test
    void anUpdateThatNoTaskTakesIsRefusedAsAnEventIs() {
        String id = started(PLAIN);
        operations.refused(operations.handle(id).update("other", 1), Reason.NOT_LISTENING, "CAIRN-0751");
        operations.suspend(id);
        operations.refused(operations.handle(id).update("add", 1), Reason.NOT_LISTENING, "CAIRN-0751");
        operations.cancel(id);
        operations.refused(operations.handle(id).update("add", 1), Reason.WRONG_PHASE, "CAIRN-0441");
        operations.refused(operations.handle("none").update("add", 1), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
        operations.refused(operations.handle(id).update("", 1), Reason.INVALID_INPUT, "CAIRN-0453");
    }

    @Test
    void anInstanceThatFaultsBeforeItAnswersSaysWhyAndAnswersAfterARetry() {
        String id = started(UNGUARDED);
        UniAssertSubscriber<JsonNode> asked = updated(id, "tea", "a");
        fixture.fail(PRICE, new IllegalStateException("no price"));
        asked.assertFailedWith(WorkflowException.class, "no price");
        updated(id, "tea", "a").assertFailedWith(WorkflowException.class, "no price");
        operations.retry(id);
        UniAssertSubscriber<JsonNode> again = updated(id, "tea", "a");
        fixture.answer(PRICE, "3");
        assertThat(answer(again)).isEqualTo("3");
    }

    @Test
    void anInstanceThatIsCancelledDoesNotAnswer() {
        String id = started(TURNS);
        UniAssertSubscriber<JsonNode> asked = updated(id, "tea", "a");
        operations.cancel(id);
        asked.assertFailedWith(CairnException.class, "CAIRN-0495");
        operations.refused(operations.handle(id).update("add", "tea", "a"), Reason.NOT_ANSWERED,
                "CAIRN-0495: No answer to an update of instance " + id + " [type=add, id=a]: the instance is cancelled.");
    }

    @Test
    void aTaskThatIsLeftByAnErrorDoesNotAnswer() {
        String id = started(CAUGHT);
        UniAssertSubscriber<JsonNode> asked = updated(id, "tea", "a");
        fixture.fail("/do/0/guarded/try/0/add/foreach/do/0/price", new IllegalStateException("no price"));
        asked.assertFailedWith(CairnException.class, "CAIRN-0495");
        operations.refused(operations.handle(id).update("add", "tea", "a"), Reason.NOT_ANSWERED, "was left before it replied");
    }

    @Test
    void aReplyThatFailsDoesNotTouchTheInstance() {
        String id = started(BROKEN);
        operations.refused(operations.handle(id).update("add", 1, "a"), Reason.EXPRESSION_FAILED, "CAIRN-0496");
        operations.refused(operations.handle(id).update("add", 1, "a"), Reason.EXPRESSION_FAILED, "no price");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void aSuspendedInstanceAnswersWhenItGoesOn() {
        String id = started(TURNS);
        UniAssertSubscriber<JsonNode> asked = updated(id, "tea", "a");
        operations.suspend(id);
        fixture.answer(PRICE, "3");
        asked.assertNotTerminated();
        operations.resume(id);
        fixture.advance(5_000);
        assertThat(answer(asked)).isEqualTo("{\"price\":3,\"line\":\"tea\",\"number\":0,\"sum\":3}");
    }

    @Test
    void asManyCallersAsAnInstanceMayHaveWaitAndTheNextIsRefusedBeforeItsEventIsSent() {
        String id = started(TURNS);
        List<UniAssertSubscriber<JsonNode>> asked = IntStream.range(0, 1_000).mapToObj(any -> updated(id, "tea", "a")).toList();
        operations.refused(operations.handle(id).update("add", "salt", "b"), Reason.OVERLOADED, "CAIRN-0499");
        asked.get(0).cancel();
        UniAssertSubscriber<JsonNode> admitted = updated(id, "tea", "a");
        fixture.answer(PRICE, "3");
        assertThat(answer(admitted)).contains("\"price\":3");
        assertThat(answer(asked.get(999))).isEqualTo(answer(admitted));
        assertThat(fixture.keys()).as("there is one event").hasSize(1);
    }

    @Test
    void aReplyForWhichThereIsNoWorkerIsEvaluatedLater() {
        String id = started(TURNS.replace("{price: .,", "{work: ([range(200000)] | length), price: .,"));
        List<UniAssertSubscriber<JsonNode>> asked = IntStream.range(0, 100).mapToObj(any -> updated(id, "tea", "a")).toList();
        fixture.answer(PRICE, "3");
        fixture.advance(10_000);
        assertThat(asked).allSatisfy(one -> assertThat(answer(one)).contains("\"price\":3"));
    }

    @Test
    void aKeyIsUsedForOneUpdate() {
        String id = started(TURNS);
        UniAssertSubscriber<JsonNode> first = updated(id, "tea", "a");
        operations.refused(operations.handle(id).update("add", "salt", "a"), Reason.KEY_REUSED, "CAIRN-0498");
        operations.refused(operations.handle(id).update("stop", "tea", "a"), Reason.KEY_REUSED, "CAIRN-0498");
        fixture.session.hold();
        UniAssertSubscriber<JsonNode> next = updated(id, Map.of("n", 1), "b");
        UniAssertSubscriber<JsonNode> same = updated(id, Map.of("n", 1), "b");
        UniAssertSubscriber<JsonNode> other = updated(id, Map.of("n", 2), "b");
        fixture.session.release();
        fixture.threads.runAll();
        other.assertFailedWith(CairnException.class, "CAIRN-0498");
        fixture.answer(PRICE, "3");
        fixture.answer(PRICE, "4");
        assertThat(answer(first)).contains("\"price\":3");
        assertThat(answer(same)).contains("\"price\":4").isEqualTo(answer(next));
    }

    @Test
    void whoGivesUpWaitingLeavesNothingBehindAndTheEventStaysTaken() {
        String id = started(TURNS);
        UniAssertSubscriber<JsonNode> asked = updated(id, "tea", "a");
        asked.cancel();
        fixture.threads.runAll();
        fixture.answer(PRICE, "3");
        assertThat(answer(updated(id, "tea", "a"))).contains("\"price\":3");
    }

    @Test
    void aStoreThatKeepsNothingAnswersOnce() {
        fixture.workflow(TURNS).start(new ForgetfulStore());
        String id = fixture.begin("{}").instanceId();
        UniAssertSubscriber<JsonNode> first = updated(id, "tea", "a");
        UniAssertSubscriber<JsonNode> again = updated(id, "tea", "a");
        fixture.answer(PRICE, "3");
        assertThat(answer(first)).isEqualTo("{\"price\":3,\"line\":\"tea\",\"number\":0,\"sum\":3}");
        assertThat(answer(again)).isEqualTo(answer(first));
        operations.refused(operations.handle(id).update("add", "tea", "a"), Reason.NO_JOURNAL, "CAIRN-0446");
        UniAssertSubscriber<JsonNode> second = updated(id, "salt", "b");
        fixture.fail(PRICE, new IllegalStateException("no price"));
        second.assertFailedWith(WorkflowException.class, "no price");
    }

    @Test
    void aStoreThatKeepsNothingAnswersForATaskThatIsDoneWithTheEvent() {
        fixture.workflow(PLAIN).start(new ForgetfulStore());
        String id = fixture.begin("{}").instanceId();
        assertThat(answer(updated(id, 7, "a"))).isEqualTo("{\"accepted\":true,\"value\":7}");
        assertThat(answer(updated(id, 70, "b"))).isEqualTo("{\"accepted\":false,\"value\":70}");
    }

    @Test
    void anotherNodeSendsAndFindsTheAnswerInTheSharedStore() {
        ClusterFixture cluster = cluster(TURNS);
        cluster.world = call -> cluster.answerAfter(60_000);
        NodeUnderTest owner = cluster.node("a");
        NodeUnderTest other = cluster.node("b");
        String id = owner.start("{}");
        List<UniAssertSubscriber<JsonNode>> asked = List.of(updated(other, id, "a"), updated(other, id, "a"));
        cluster.advance(30_000);
        asked.forEach(UniAssertSubscriber::assertNotTerminated);
        cluster.advance(60_000);
        assertThat(asked).allSatisfy(
                one -> assertThat(answer(one)).isEqualTo("{\"price\":1,\"line\":\"tea\",\"number\":0,\"sum\":1}"));
        UniAssertSubscriber<JsonNode> again = updated(other, id, "a");
        cluster.advance(20_000);
        assertThat(answer(again)).isEqualTo(answer(asked.get(0)));
        assertThat(cluster.effects).hasSize(1);
    }

    private static UniAssertSubscriber<JsonNode> updated(NodeUnderTest node, String id, String key) {
        return new EngineClient(node.engine, new ObjectMapper()).instance(id).update("add", "tea", key).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }
}
