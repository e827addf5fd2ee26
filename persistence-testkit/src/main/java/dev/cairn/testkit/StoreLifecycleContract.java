package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static dev.cairn.testkit.SampleInstances.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/** Opening and closing a store. */
public interface StoreLifecycleContract extends StoreUnderTest {

    @Test
    default void itSaysWhatItCanDo() {
        assertThat(store().capabilities().name()).matches("[a-z][a-z0-9-]*");
        assertThat(store().capabilities()).isEqualTo(store().capabilities());
    }

    @Test
    default void nothingIsFoundInAnEmptyStore() {
        assertThat(row("a")).isEmpty();
        assertThat(await(store().load("a"))).isEmpty();
        assertThat(await(store().claim(NODE, List.of("a")))).isEmpty();
        assertThat(await(store().claimOrphans(NODE, 10))).isEmpty();
        assertThat(await(store().dueTimers(Long.MAX_VALUE, null, 10))).isEmpty();
        assertThat(await(store().find(InstanceQuery.all(10))).rows()).isEmpty();
        assertThat(await(store().find(InstanceQuery.all(10))).next()).isNull();
        assertThat(await(store().removeEnded(Long.MAX_VALUE, 10))).isZero();
        assertThat(await(store().heartbeat(A, LONG_MILLIS))).isNotNull();
    }

    @Test
    default void whatWasAcknowledgedIsThereAfterItWasOpenedAgain() {
        assumeKeepsState();
        for (int life = 0; life < 5; life++) {
            write(create(running("born-in-" + life), "1"));
            for (int older = 0; older <= life; older++) {
                write(next(running("born-in-" + older), 1, life - older + 1L, "written in " + life));
            }
            reopen();
            for (int older = 0; older <= life; older++) {
                assertThat(load("born-in-" + older).row()).isEqualTo(running("born-in-" + older));
                assertThat(entries(load("born-in-" + older))).hasSize(life - older + 2).endsWith("written in " + life);
            }
        }
    }

    @Test
    default void everyCallAfterTheEndFails() {
        store().close();

        assertFails(store -> store.commit(List.of(create(running("a"), "1"))));
        assertFails(store -> store.load("a"));
        assertFails(store -> store.row("a"));
        assertFails(store -> store.claim(NODE, List.of("a")));
        assertFails(store -> store.claimOrphans(NODE, 10));
        assertFails(store -> store.dueTimers(1, null, 10));
        assertFails(store -> store.find(InstanceQuery.all(10)));
        assertFails(store -> store.removeEnded(1, 10));
        assertFails(store -> store.heartbeat(A, 1));
    }

    @Test
    default void afterTheEndNodesTellEachOtherNothing() {
        assumeTrue(store().capabilities().shared(), "Only a shared store has several nodes");
        store().close();

        InstanceMessage message = new InstanceMessage("a", "m", new byte[] { 1 });
        assertFails(store -> store.post(message));
        assertFails(store -> store.messages(NODE, 10));
        assertFails(store -> store.isPosted(message));
        assertFails(store -> store.handled(List.of(message)));
        store().nodeMessages().ifPresent(nodes -> {
            List<NodeMessage> told = List.of(new NodeMessage(NODE, "m", new byte[] { 1 }));
            assertFails(store -> nodes.alive());
            assertFails(store -> nodes.tell(told));
            assertFails(store -> nodes.told(NODE, 10));
            assertFails(store -> nodes.unheard("m", List.of(NODE)));
            assertFails(store -> nodes.heard(told));
        });
    }

    /** Fails unless a call fails as the interface says. */
    private void assertFails(Function<InstanceStore, Uni<?>> call) {
        assertThatThrownBy(() -> call.apply(store()).await().atMost(PATIENCE)).isInstanceOf(StoreException.class);
    }

    @Test
    default void itMayBeClosedTwice() {
        store().close();
        store().close();
    }

    @Test
    default void whatWasAcceptedIsWrittenBeforeTheEnd() {
        assumeKeepsState();
        List<CompletableFuture<List<CommitResult>>> accepted = new ArrayList<>();
        for (int i = 0; i < Math.min(store().capabilities().concurrentCommits(), 16); i++) {
            accepted.add(store().commit(List.of(create(running("i-" + i), "1"))).subscribeAsCompletionStage());
        }
        reopen();

        accepted.forEach(result -> assertThat(result.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
                .containsExactly(CommitResult.COMMITTED));
        for (int i = 0; i < accepted.size(); i++) {
            assertThat(entries(load("i-" + i))).containsExactly("1");
        }
    }

    @Test
    default void idsThatDifferInOneCharacterAreOfDifferentInstances() {
        assumeKeepsState();
        List<String> ids = List.of("a", "A", "_", "-", "a_", "a-", "aa", "ab", "x".repeat(63) + "1", "x".repeat(63) + "2",
                "x".repeat(63));
        for (String id : ids) {
            write(create(waiting(id, 1_000), "first of " + id));
        }
        for (String id : ids) {
            write(next(waiting(id, 1_000), 1, 1, "second of " + id));
        }
        reopen();

        for (String id : ids) {
            assertThat(entries(load(id))).containsExactly("first of " + id, "second of " + id);
        }
        assertThat(await(store().dueTimers(1_000, null, 100))).extracting(DueTimer::instanceId)
                .isEqualTo(ids.stream().sorted().toList());
        assertThat(await(store().find(InstanceQuery.all(100))).rows()).extracting(InstanceRow::id)
                .containsExactlyInAnyOrderElementsOf(ids);
    }
}
