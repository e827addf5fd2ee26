package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceMessage;

/** Rules of messages to owners of instances: {@link dev.cairn.spi.InstanceStore#post} and the methods around it. */
public interface InstanceMessageContract extends StoreUnderTest {

    /** Ends the test for a store that has one node. */
    default void assumeShared() {
        assumeTrue(store().capabilities().shared(), "Only a shared store has several nodes");
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, LONG_MILLIS));
    }

    @Test
    default void aMessageReachesTheNodeThatRunsTheInstance() {
        assumeShared();
        write(create(running("a"), "1"));
        await(store().post(message("a", "m-1", "hello")));
        reopen();

        assertThat(await(store().messages(OTHER_NODE, 10))).isEmpty();
        assertThat(texts(NODE)).containsExactly("a:m-1:hello");
        assertThat(texts(NODE)).containsExactly("a:m-1:hello");
        await(store().handled(await(store().messages(NODE, 10))));
        assertThat(texts(NODE)).isEmpty();
        await(store().handled(List.of(message("a", "m-1", "hello"))));
    }

    @Test
    default void aMessageIsPostedUntilItWasDealtWith() {
        assumeShared();
        write(create(running("a"), "1"));
        write(create(inPhase("b", InstanceStatus.RUNNING, OTHER_NODE), "1"));
        InstanceMessage first = message("a", "m-1", "1");
        InstanceMessage second = message("b", "m-2", "2");
        assertThat(await(store().isPosted(first))).isFalse();
        await(store().post(first));
        assertThat(await(store().isPosted(second))).isFalse();
        await(store().post(second));
        reopen();

        assertThat(await(store().isPosted(first))).isTrue();
        assertThat(await(store().isPosted(second))).isTrue();
        await(store().handled(List.of(first)));
        assertThat(await(store().isPosted(first))).isFalse();
        assertThat(await(store().isPosted(second))).isTrue();
    }

    @Test
    default void messagesKeepTheirOrder() {
        assumeShared();
        write(create(running("a"), "1"));
        for (int i = 9; i >= 1; i--) {
            await(store().post(message("a", "m-" + i, "text")));
        }

        assertThat(await(store().messages(NODE, 4))).extracting(InstanceMessage::id).containsExactly("m-9", "m-8", "m-7",
                "m-6");
    }

    @Test
    default void theSameMessagePostedTwiceIsOne() {
        assumeShared();
        write(create(running("a"), "1"));
        await(store().post(message("a", "m-1", "first")));
        await(store().post(message("a", "m-1", "second")));

        assertThat(texts(NODE)).containsExactly("a:m-1:first");
    }

    @Test
    default void whatNobodyAliveOwnsAnybodyMayHearOf() {
        assumeShared();
        write(create(running("a"), "1"));
        write(create(inPhase("b", InstanceStatus.WAITING, null), "1"));
        await(store().post(message("a", "m-1", "1")));
        await(store().post(message("b", "m-2", "2")));

        assertThat(texts(OTHER_NODE)).containsExactly("b:m-2:2");
        await(store().heartbeat(A, 0));
        assertThat(texts(OTHER_NODE)).containsExactlyInAnyOrder("a:m-1:1", "b:m-2:2");
        await(store().claim(OTHER_NODE, List.of("a")));
        assertThat(texts(OTHER_NODE)).containsExactlyInAnyOrder("a:m-1:1", "b:m-2:2");
    }

    @Test
    default void messagesGoWithTheirInstance() {
        assumeShared();
        write(create(ended("a", 1_000), "1"));
        await(store().post(message("a", "m-1", "1")));
        assertThat(await(store().removeEnded(1_000, 10))).isEqualTo(1);

        assertThat(texts(NODE)).isEmpty();
    }

    private List<String> texts(String node) {
        return await(store().messages(node, 10)).stream().map(message -> message.instanceId() + ":" + message.id() + ":"
                + new String(message.body(), StandardCharsets.UTF_8)).toList();
    }

    private static InstanceMessage message(String instanceId, String id, String text) {
        return new InstanceMessage(instanceId, id, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    default void whatWasDealtWithAloneIsGone() {
        assumeShared();
        write(create(running("a"), "1"));
        write(create(running("b"), "1"));
        for (String id : List.of("m-1", "m-2", "m-3")) {
            await(store().post(message("a", id, id)));
        }
        await(store().post(message("b", "m-4", "m-4")));

        await(store().handled(List.of(message("a", "m-2", ""))));
        assertThat(texts(NODE)).containsExactlyInAnyOrder("a:m-1:m-1", "a:m-3:m-3", "b:m-4:m-4");
    }

    @Test
    default void messagesForOthersTakeNoPlace() {
        assumeShared();
        write(create(running("a"), "1"));
        write(create(inPhase("b", InstanceStatus.RUNNING, OTHER_NODE), "1"));
        for (int i = 0; i < 5; i++) {
            await(store().post(message("a", "m-" + i, "1")));
        }
        await(store().post(message("b", "m-9", "2")));

        assertThat(await(store().messages(OTHER_NODE, 2))).extracting(InstanceMessage::id).containsExactly("m-9");
    }

    @Test
    default void aBodyMayHaveAnyBytes() {
        assumeShared();
        write(create(running("a"), "1"));
        byte[] large = new byte[100_000];
        new Random(7).nextBytes(large);
        await(store().post(new InstanceMessage("a", "large", large)));
        await(store().post(new InstanceMessage("a", "empty", new byte[0])));

        assertThat(await(store().messages(NODE, 10))).extracting(InstanceMessage::body).containsExactly(large, new byte[0]);
    }

    @Test
    default void whatGetsTheIdOfARemovedInstanceHearsNothingOfIt() {
        assumeShared();
        write(create(ended("a", 1_000), "1"));
        await(store().post(message("a", "m-1", "1")));
        assertThat(await(store().removeEnded(1_000, 10))).isEqualTo(1);
        write(create(running("a"), "1"));
        assertThat(texts(NODE)).isEmpty();

        await(store().post(message("a", "m-1", "new")));
        assertThat(texts(NODE)).containsExactly("a:m-1:new");
    }

    @Test
    default void whoeverAsksHearsWhatIsLeftForWhatHasEnded() {
        assumeShared();
        write(create(ended("a", 1_000), "1"));
        await(store().post(message("a", "m-1", "1")));

        assertThat(texts(NODE)).containsExactly("a:m-1:1");
        assertThat(texts(OTHER_NODE)).containsExactly("a:m-1:1");
    }
}
