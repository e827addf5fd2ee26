package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.BulkOperation.State;
import dev.cairn.api.BulkOperations;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.operation.BulkOperationMessageCodec;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Each node answers for the bulk operations of all nodes. */
@Tag("cluster")
class RemoteBulkOperationLookupTest {

    private static final CommandOrigin ALICE = new CommandOrigin("alice", "Ticket 42");
    private static final InstanceFilter CASES = InstanceFilter.ofWorkflow("case").withVersion("1.0.0");
    private static final String CALL = "do: [{first: {call: ask, with: {question: 1}}}]";
    /** More than are asked at a time. */
    private static final int MANY = 200;

    private final ClusterFixture cluster = new ClusterFixture(CALL);
    private final NodeUnderTest a = cluster.node("a");
    private final NodeUnderTest b = cluster.node("b");

    {
        cluster.world = call -> Uni.createFrom().nothing();
    }

    private static BulkOperations bulk(NodeUnderTest node) {
        return new EngineClient(node.engine, new ObjectMapper()).as(ALICE).bulk();
    }

    private static <T> UniAssertSubscriber<T> ask(Uni<T> question) {
        return question.subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private <T> UniAssertSubscriber<T> asked(Uni<T> question, long millis) {
        UniAssertSubscriber<T> answer = ask(question);
        cluster.advance(millis);
        return answer;
    }

    private String begunOn(NodeUnderTest node, long millis) {
        return asked(bulk(node).begin(CommandKind.CANCEL, CASES), millis).assertCompleted().getItem().id();
    }

    private static void refused(UniAssertSubscriber<?> answer, Reason reason, String message) {
        Throwable failure = answer.assertFailedWith(CairnException.class, message).getFailure();
        assertThat(((CairnException) failure).reason()).isEqualTo(reason);
    }

    @Test
    void anotherNodeAsksTheOneThatRunsIt() {
        a.start(2);
        String ended = a.start("{}");
        asked(new EngineClient(a.engine, new ObjectMapper()).instance(ended).suspend(), 1_000).assertCompleted();
        String id = asked(bulk(a).begin(CommandKind.RETRY, CASES.withStatus(InstanceStatus.SUSPENDED)), 5_000).assertCompleted()
                .getItem().id();
        BulkOperation there = ask(bulk(a).find(id)).assertCompleted().getItem();
        assertThat(there.failures()).hasSize(1);

        BulkOperation here = asked(bulk(b).find(id), 5_000).assertCompleted().getItem();

        assertThat(here).usingRecursiveComparison().ignoringFields("failures").isEqualTo(there);
        assertThat(here.failures().get(0).instanceId()).isEqualTo(ended);
        assertThat(here.failures().get(0).cause().reason()).isEqualTo(Reason.WRONG_PHASE);
        assertThat(here.failures().get(0).cause()).hasMessage(there.failures().get(0).cause().getMessage());
    }

    @Test
    void allOfAnOperationIsSent() {
        Instant now = Instant.ofEpochMilli(ClusterFixture.NOON);
        InstanceFilter filter = new InstanceFilter("test:case", "1.0.0",
                Set.of(InstanceStatus.WAITING, InstanceStatus.RUNNING), true, now, now.plusSeconds(1), now.plusSeconds(2),
                now.plusSeconds(3), "urn:error", "parent", true, new SearchKeys("key", Map.of("city", "Bonn")));
        BulkOperation sent = new BulkOperation("1-a", CommandKind.CANCEL, filter, ALICE, "a", State.FAILED, now,
                now.plusSeconds(4), now.plusSeconds(5), 2, 3, 4, List.of(),
                new CairnException(Reason.STORE_UNAVAILABLE, "down", null));

        BulkOperation read = BulkOperationMessageCodec
                .read(JsonCodec.readWritten(JsonCodec.write(BulkOperationMessageCodec.json(sent))));

        assertThat(read).usingRecursiveComparison().ignoringFields("cause").isEqualTo(sent);
        assertThat(read.cause().reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        assertThat(read.cause()).hasMessage("down");
    }

    /** The messages of bulk operations pass between nodes of different versions during a rolling update. */
    @Test
    void anotherVersionReadsIt() {
        a.start(1);
        BulkOperation begun = asked(bulk(a).begin(CommandKind.CANCEL, CASES.withStatus(InstanceStatus.RUNNING)), 500)
                .assertCompleted().getItem();
        ObjectNode sent = BulkOperationMessageCodec.json(begun);
        ObjectNode filter = (ObjectNode) sent.get("filter");
        assertThat(filter.get("status").textValue()).isEqualTo("RUNNING");
        filter.remove("statuses");
        sent.putObject("cause").put("reason", "NOT_YET_INVENTED").put("message", "CAIRN-9999: New");

        BulkOperation read = BulkOperationMessageCodec.read(JsonCodec.readWritten(JsonCodec.write(sent)));

        assertThat(read.filter().statuses()).containsExactly(InstanceStatus.RUNNING);
        assertThat(read.cause().reason()).isEqualTo(Reason.NOT_CONFIRMED);
        assertThat(read.cause()).hasMessage("CAIRN-9999: New");
    }

    @Test
    void anotherNodeStopsIt() {
        NodeUnderTest c = cluster.node("c");
        c.start(MANY);
        c.pause();
        String id = begunOn(a, 500);
        assertThat(ask(bulk(a).find(id)).getItem().state()).isEqualTo(State.RUNNING);
        UniAssertSubscriber<BulkOperation> outcome = ask(bulk(b).outcome(id));

        BulkOperation stopped = asked(bulk(b).stop(id), 14_900).assertCompleted().getItem();

        assertThat(stopped.state()).isEqualTo(State.CANCELLED);
        assertThat(stopped.done() + stopped.failed()).isLessThan(MANY);
        cluster.advance(5_000);
        assertThat(outcome.assertCompleted().getItem().state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void aNodeThatIsSilentIsNotWaitedForForEver() {
        a.start(1);
        String id = begunOn(a, 5_000);
        a.pause();
        UniAssertSubscriber<BulkOperation> answer = asked(bulk(b).find(id), 14_000);
        answer.assertNotTerminated();
        cluster.advance(1_000);
        refused(answer, Reason.NOT_CONFIRMED, "CAIRN-0795");
    }

    @Test
    void anOperationEndsWithItsNode() {
        a.start(1);
        String id = begunOn(a, 5_000);
        a.stop();
        cluster.advance(1_000);
        refused(asked(bulk(b).find(id), 5_000), Reason.UNKNOWN_OPERATION, "CAIRN-0756");
        refused(asked(bulk(b).stop(id), 5_000), Reason.UNKNOWN_OPERATION, "node a");
    }

    @Test
    void whatTheOtherNodeDoesNotKnowIsUnknown() {
        refused(asked(bulk(b).find("01HF7YAT00ZJ8C4S6Q5N3B2M1K-a"), 5_000), Reason.UNKNOWN_OPERATION, "CAIRN-0756");
        refused(asked(bulk(b).find("01HF7YAT00ZJ8C4S6Q5N3B2M1K-nobody"), 5_000), Reason.UNKNOWN_OPERATION, "CAIRN-0756");
    }

    @Test
    void questionsAreBounded() {
        String id = begunOn(a, 5_000);
        a.pause();
        for (int i = 0; i < 256; i++) {
            ask(bulk(b).find(id)).assertNotTerminated();
        }
        refused(ask(bulk(b).find(id)), Reason.OVERLOADED, "CAIRN-0796");
        cluster.advance(15_000);
        refused(ask(bulk(b).find(id)), Reason.UNKNOWN_OPERATION, "CAIRN-0756");
    }
}
