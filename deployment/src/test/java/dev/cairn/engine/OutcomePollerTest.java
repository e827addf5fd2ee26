package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.instance.OutcomePoller;
import dev.cairn.engine.node.StoreHealth;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.testkit.SampleInstances;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

class OutcomePollerTest {

    private final ManualTime time = new ManualTime(1_000_000);
    private final Set<String> seen = new HashSet<>();
    private final List<UniEmitter<? super Optional<InstanceRow>>> asked = new ArrayList<>();

    /** Each look takes as long as the pause between two rounds, so 32 can be had in each. */
    @Test
    void allAreLookedAtHoweverManyThereAre() {
        OutcomePoller watch = new OutcomePoller(new Slow(), time, time, new StoreHealth(time, true), id -> true, id -> {});
        for (int i = 0; i < 2_000; i++) {
            watch.add("i-" + i);
        }
        for (int round = 0; round < 2 * 2_000 / 32; round++) {
            time.advance(50);
            List.copyOf(asked).forEach(emitter -> emitter.complete(Optional.of(SampleInstances.running("any"))));
            asked.clear();
        }
        assertThat(seen).hasSize(2_000);
    }

    /**
     * An instance that came to this node, for example, is not looked up again. No other call would then report that the store
     * works.
     */
    @Test
    void aFailedLookAfterWhatIsNoLongerWatchedIsForgotten() {
        StoreHealth health = new StoreHealth(time, true);
        Set<String> waitedFor = new HashSet<>(Set.of("i-1"));
        OutcomePoller watch = new OutcomePoller(new Slow(), time, time, health, waitedFor::contains, id -> {});
        watch.add("i-1");
        time.advance(50);
        asked.get(0).fail(new StoreException("The store is away", false, null));
        assertThat(health.trouble()).contains(Work.OUTCOMES);
        waitedFor.clear();
        time.advance(10_000);
        assertThat(health.trouble()).isEmpty();
    }

    @Test
    void whatIsWatchedAgainWhileItIsForgottenIsLookedAtAgain() {
        Thread[] again = new Thread[1];
        OutcomePoller[] watch = new OutcomePoller[1];
        watch[0] = new OutcomePoller(new Slow(), time, time, new StoreHealth(time, true), id -> {
            if (again[0] == null) {
                again[0] = new Thread(() -> watch[0].add(id));
                again[0].start();
                while (again[0].getState() != Thread.State.TERMINATED && again[0].getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                return false;
            }
            return true;
        }, id -> {});
        watch[0].add("i-1");
        time.advance(50);
        assertThat(seen).isEmpty();
        assertThatCode(() -> again[0].join()).doesNotThrowAnyException();
        time.advance(200);
        assertThat(seen).containsExactly("i-1");
    }

    private final class Slow extends ForwardingStore {

        Slow() {
            super(new MemoryStore().open());
        }

        @Override
        public Uni<Optional<InstanceRow>> row(String instanceId) {
            seen.add(instanceId);
            return Uni.createFrom().emitter(asked::add);
        }
    }
}
