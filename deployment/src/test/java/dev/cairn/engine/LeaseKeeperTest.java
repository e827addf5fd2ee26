package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.node.LeaseKeeper;
import dev.cairn.engine.node.StoreHealth;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.spi.Node;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.EstimatedServerClock;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Heartbeats that are answered when the test says so, with a lease of seven seconds. */
class LeaseKeeperTest {

    private final ManualTime time = new ManualTime(1_000_000);
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Long> begun = new ArrayList<>();
    private final LeaseKeeper lease = new LeaseKeeper(new ClusterOptions(new Node("a", "1"), 10_000), new Slow(),
            new EstimatedServerClock(time), time, new StoreHealth(time, true));

    @Test
    void eachTermBeginsOnceThoughTheNextOvertakesIt() {
        lease.whenTermBegins(begun::add);
        lease.begin();
        time.advance(1_000);
        lease.decided().listen((held, failure) -> {
            if (begun.isEmpty()) {
                time.advance(6_500);
                answers.get(1).run();
            }
        });
        answers.get(0).run();
        assertThat(begun).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void aHeartbeatThatIsAnsweredAfterTheNodeHasLeftDoesNotGiveTheLeaseBack() {
        lease.begin();
        time.advance(1_000);
        answers.get(0).run();
        assertThat(lease.held()).isTrue();
        CompletableFuture<Void> left = lease.leave();
        answers.get(1).run();
        assertThat(lease.held()).isFalse();
        assertThat(left).isNotDone();
        answers.get(2).run();
        assertThat(left).isDone();
        assertThat(lease.held()).isFalse();
    }

    @Test
    void whatIsForgottenIsNotRunWhenTheLeaseIsHeld() {
        List<String> run = new ArrayList<>();
        lease.begin();
        Runnable forget = lease.whenHeld(() -> run.add("forgotten"));
        lease.whenHeld(() -> run.add("first"));
        forget.run();
        answers.get(0).run();
        lease.whenHeld(() -> run.add("at once"));
        assertThat(run).containsExactly("first", "at once");
    }

    private final class Slow extends ForwardingStore {

        Slow() {
            super(MemoryStore.shared(time).open());
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return Uni.createFrom().emitter(emitter -> answers.add(() -> answer(forward.get(), emitter)));
        }

        private <T> void answer(Uni<T> result, UniEmitter<? super T> emitter) {
            result.subscribe().with(emitter::complete, emitter::fail);
        }
    }
}
