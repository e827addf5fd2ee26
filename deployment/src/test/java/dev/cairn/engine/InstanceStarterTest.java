package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.RandomSource;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Starts that wait for the first heartbeat of the node. */
class InstanceStarterTest {

    private final EngineFixture fixture = new EngineFixture().workflow("do: [{only: {call: ask, with: {question: 1}}}]");
    private final Promise<Void> answer = new Promise<>();
    private boolean broken;

    /** Neither the other starts nor the lease may depend on it. */
    @Test
    void aStartThatCannotBePreparedFailsAlone() {
        fixture.chance = new BrokenOnce();
        fixture.start(new HeldHeartbeats(MemoryStore.shared(fixture.time).open(), answer));
        List<UniAssertSubscriber<DurableStartResult>> starts = List.of(fixture.begin("{}", null), fixture.begin("{}", null),
                fixture.begin("{}", null));
        starts.forEach(UniAssertSubscriber::assertNotTerminated);
        broken = true;
        answer.complete(null);
        fixture.threads.runAll();
        assertThat(starts).filteredOn(start -> start.getFailure() != null).singleElement()
                .satisfies(failed -> failed.assertFailedWith(IllegalStateException.class, "no random bits"));
        assertThat(starts).filteredOn(start -> start.getFailure() == null)
                .allSatisfy(UniAssertSubscriber::assertCompleted);
        assertThat(fixture.calls).hasSize(2);
        assertThat(fixture.engine.condition().ready()).isTrue();
    }

    private static final class HeldHeartbeats extends ForwardingStore {
        private final Promise<Void> answer;

        HeldHeartbeats(InstanceStore real, Promise<Void> answer) {
            super(real);
            this.answer = answer;
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return name.equals("heartbeat") ? answer.uni().chain(any -> forward.get()) : forward.get();
        }
    }

    /** Fails once, when the test says so. */
    private final class BrokenOnce implements RandomSource {
        private final RandomSource real = RandomSource.system();

        @Override
        public long between(long least, long most) {
            return real.between(least, most);
        }

        @Override
        public long bits() {
            if (broken) {
                broken = false;
                throw new IllegalStateException("no random bits");
            }
            return real.bits();
        }
    }
}
