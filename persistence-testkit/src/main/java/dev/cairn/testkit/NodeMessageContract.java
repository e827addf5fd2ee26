package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.Node;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;

/** Rules of messages between nodes: {@link NodeMessages}. */
public interface NodeMessageContract extends StoreUnderTest {

    /** Ends the test for a store whose nodes tell each other nothing. */
    default NodeMessages nodes() {
        assumeTrue(store().nodeMessages().isPresent(), "Nodes that share this store tell each other nothing");
        return store().nodeMessages().get();
    }

    @Test
    default void theNodesThatAreAliveAreKnown() {
        assertThat(await(nodes().alive())).isEmpty();
        Node hearing = new Node("node-c", "1", true);
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, LONG_MILLIS));
        await(store().heartbeat(hearing, LONG_MILLIS));
        assertThat(await(nodes().alive())).containsExactlyInAnyOrder(NODE, OTHER_NODE, hearing.id());

        assertThat(await(nodes().leases())).allSatisfy(lease -> assertThat(lease.remainingMillis()).isBetween(1L, LONG_MILLIS));

        Node later = new Node(A.name(), "2");
        await(store().heartbeat(later, LONG_MILLIS));
        await(store().heartbeat(B, 0));
        reopen();
        assertThat(await(nodes().alive())).containsExactlyInAnyOrder(later.id(), hearing.id());
    }

    @Test
    default void aHeartbeatSaysHowLongTheLeaseLasts() {
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, 2 * LONG_MILLIS));
        assertThat(remainingMillis(OTHER_NODE)).isGreaterThan(LONG_MILLIS);
        assertThat(remainingMillis(NODE)).isLessThanOrEqualTo(LONG_MILLIS);

        await(store().heartbeat(A, 3 * LONG_MILLIS));
        assertThat(remainingMillis(NODE)).isBetween(2 * LONG_MILLIS, 3 * LONG_MILLIS);
    }

    private long remainingMillis(String nodeId) {
        return await(nodes().leases()).stream().filter(lease -> lease.nodeId().equals(nodeId)).findFirst().orElseThrow()
                .remainingMillis();
    }

    @Test
    default void whatANodeIsToldStaysUntilItHasHeard() {
        await(nodes().tell(List.of(message(NODE, "m-1", "for a"), message(OTHER_NODE, "m-1", "for b"))));
        await(nodes().tell(List.of(message(NODE, "m-2", "more"))));
        reopen();

        assertThat(texts(NODE)).containsExactly("m-1:for a", "m-2:more");
        assertThat(texts(OTHER_NODE)).containsExactly("m-1:for b");
        assertThat(unheard("m-1")).containsExactlyInAnyOrder(NODE, OTHER_NODE);
        await(nodes().heard(List.of(message(NODE, "m-1", ""))));
        assertThat(unheard("m-1")).containsExactly(OTHER_NODE);
        assertThat(unheard("m-2")).containsExactly(NODE);
        assertThat(texts(NODE)).containsExactly("m-2:more");
        assertThat(texts(OTHER_NODE)).containsExactly("m-1:for b");
        await(nodes().heard(List.of(message(NODE, "m-1", ""), message(NODE, "m-2", ""), message(OTHER_NODE, "m-1", ""))));
        assertThat(texts(NODE)).isEmpty();
        assertThat(unheard("m-1")).isEmpty();
    }

    @Test
    default void aMailboxOfANodeIsKeptApart() {
        String mailbox = NODE + "~parcels";
        await(store().heartbeat(A, LONG_MILLIS));
        await(nodes().tell(List.of(message(mailbox, "m-1", "parcel"), message(NODE, "m-1", "message"))));

        assertThat(texts(NODE)).containsExactly("m-1:message");
        assertThat(texts(mailbox)).containsExactly("m-1:parcel");
        assertThat(await(nodes().alive())).containsExactly(NODE);
        await(nodes().heard(List.of(message(NODE, "m-1", ""))));
        assertThat(texts(mailbox)).containsExactly("m-1:parcel");
    }

    @Test
    default void whatADeadNodeWasToldStaysAndItsNextLifeDoesNotHearIt() {
        await(store().heartbeat(A, LONG_MILLIS));
        await(nodes().tell(List.of(message(NODE, "m-1", "text"))));
        Node later = new Node(A.name(), "2");
        await(store().heartbeat(later, LONG_MILLIS));
        await(store().heartbeat(later, 0));

        assertThat(unheard("m-1")).containsExactly(NODE);
        assertThat(texts(later.id())).isEmpty();
    }

    @Test
    default void toTellANodeTheSameTwiceIsToTellItOnce() {
        await(nodes().tell(List.of(message(NODE, "m-1", "first"))));
        await(nodes().tell(List.of(message(NODE, "m-1", "second"), message(OTHER_NODE, "m-1", "other"))));

        assertThat(texts(NODE)).containsExactly("m-1:first");
        assertThat(texts(OTHER_NODE)).containsExactly("m-1:other");
    }

    @Test
    default void nodesHearInTheOrderInWhichTheyWereTold() {
        List<NodeMessage> some = new ArrayList<>();
        for (int i = 9; i >= 5; i--) {
            some.add(message(NODE, "m-" + i, "text"));
        }
        await(nodes().tell(some));
        await(nodes().tell(List.of(message(NODE, "m-4", "text"), message(NODE, "m-3", "text"))));

        assertThat(await(nodes().told(NODE, 6))).extracting(NodeMessage::id)
                .containsExactly("m-9", "m-8", "m-7", "m-6", "m-5", "m-4");
        await(nodes().heard(some));
        assertThat(await(nodes().told(NODE, 6))).extracting(NodeMessage::id).containsExactly("m-4", "m-3");
    }

    private List<String> unheard(String messageId) {
        return await(nodes().unheard(messageId, List.of(NODE, OTHER_NODE)));
    }

    private List<String> texts(String node) {
        return await(nodes().told(node, 10)).stream().peek(message -> assertThat(message.nodeId()).isEqualTo(node))
                .map(message -> message.id() + ":" + new String(message.body(), StandardCharsets.UTF_8)).toList();
    }

    private static NodeMessage message(String nodeId, String id, String text) {
        return new NodeMessage(nodeId, id, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    default void whoseHeartbeatHasEndedIsNotAlive() {
        long saidMillis = await(store().heartbeat(A, 50));
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (await(store().heartbeat(B, LONG_MILLIS)) <= saidMillis + 50) {
            assertThat(System.nanoTime()).isLessThan(lastNanos);
        }
        // If a store consists of several servers, each received the heartbeat at a time of its own.
        while (await(nodes().alive()).contains(NODE)) {
            assertThat(System.nanoTime()).as("a node is alive without heartbeats").isLessThan(lastNanos);
        }
        assertThat(await(nodes().alive())).containsExactly(OTHER_NODE);
    }

    @Test
    default void whatANodeIsToldMayHaveAnyBytesAndTakesNoPlaceOfAnother() {
        byte[] large = new byte[100_000];
        new Random(7).nextBytes(large);
        for (int i = 0; i < 5; i++) {
            await(nodes().tell(List.of(message(NODE, "m-" + i, "text"))));
        }
        await(nodes()
                .tell(List.of(new NodeMessage(OTHER_NODE, "large", large), new NodeMessage(OTHER_NODE, "empty", new byte[0]))));

        assertThat(await(nodes().told(OTHER_NODE, 2))).extracting(NodeMessage::body).containsExactly(large, new byte[0]);
    }
}
