package dev.cairn.crashpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.Uni;

/** Stores and engines that break their word in one way each: if these were not found out, crash points would prove nothing. */
class CrashPointPlantedFaultTest {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    @BeforeAll
    static void expectFailures() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void expectNone() {
        LOG.setLevel(null);
    }

    @Test
    void theStoreThatTheseFaultsArePlantedInHasNone() {
        assertThat(over(UnaryOperator.identity()).crashes(TrialWorkflow.of("waits"))).isEmpty();
    }

    @Test
    void aStoreThatAcknowledgesBeforeItKeepsIsFoundOut() {
        List<String> violations = over(EarlyStore::new).crashes(TrialWorkflow.of("chain"));

        assertThat(violations).anyMatch(violation -> violation.contains("although its outcome was durable"));
    }

    @Test
    void anEngineThatActsBeforeItsWritesAreDurableIsFoundOut() {
        CrashPointRunner points = new CrashPointRunner(new Memory(UnaryOperator.identity()), EarlyStore::new);

        assertThat(points.crashes(TrialWorkflow.of("chain"))).anyMatch(violation -> violation.contains("was repeated after"));
    }

    @Test
    void aStoreThatForgetsTimersIsFoundOut() {
        List<String> violations = over(store -> new ShiftedTimers(store, Long.MAX_VALUE / 2))
                .crashes(TrialWorkflow.of("waits"));

        assertThat(violations).anyMatch(violation -> violation.contains("has not ended"));
    }

    @Test
    void aStoreThatMakesWaitsLongerIsFoundOut() {
        List<String> violations = over(store -> new ShiftedTimers(store, 10_000)).crashes(TrialWorkflow.of("waits"));

        assertThat(violations).anyMatch(violation -> violation.contains("later than without faults"));
    }

    @Test
    void aStoreThatTakesTheSameStartTwiceIsFoundOut() {
        List<String> violations = over(Forgiving::new).failures(TrialWorkflow.of("short"));

        assertThat(violations).anyMatch(violation -> violation.contains("another instance"));
    }

    @Test
    void aStoreThatForgetsThatAnInstanceStandsStillIsFoundOut() {
        List<String> violations = over(EarlyStore::new).crashes(TrialWorkflow.of("pause"));

        assertThat(violations).anyMatch(violation -> violation.contains("later than without faults"));
    }

    @Test
    void aStoreThatForgetsThatAnInstanceWasRetriedIsFoundOut() {
        List<String> violations = over(EarlyStore::new).crashes(TrialWorkflow.of("again"));

        assertThat(violations).anyMatch(violation -> violation.contains("It ended with"));
    }

    @Test
    void aStoreThatTakesTheSameForkTwiceIsFoundOut() {
        List<String> violations = over(Forgiving::new).failures(TrialWorkflow.of("fork"));

        assertThat(violations).anyMatch(violation -> violation.contains("another instance"));
    }

    private static CrashPointRunner over(UnaryOperator<InstanceStore> fault) {
        return new CrashPointRunner(new Memory(fault));
    }

    private static final class Memory implements TrialStoreFactory {
        private final UnaryOperator<InstanceStore> fault;
        private MemoryStore memory;

        Memory(UnaryOperator<InstanceStore> fault) {
            this.fault = fault;
        }

        @Override
        public InstanceStore openEmpty() {
            memory = new MemoryStore();
            return fault.apply(memory.open());
        }

        @Override
        public InstanceStore restart(InstanceStore dead) {
            return fault.apply(memory.open());
        }
    }

    /** Keeps what it acknowledged when it is called the next time, and looks right as long as nothing crashes. */
    private static final class EarlyStore extends ForwardingStore {
        private Supplier<Uni<?>> acknowledged = () -> Uni.createFrom().voidItem();

        EarlyStore(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            Supplier<Uni<?>> before = acknowledged;
            acknowledged = () -> Uni.createFrom().voidItem();
            return before.get().chain(ignored -> forward.get());
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            return call("commit", () -> {
                acknowledged = () -> super.commit(batch);
                return Uni.createFrom().item(batch.stream().map(write -> CommitResult.COMMITTED).toList());
            });
        }
    }

    /** Gives timers another time than they were written with. */
    private static final class ShiftedTimers extends ForwardingStore {
        private final long shiftMillis;

        ShiftedTimers(InstanceStore real, long shiftMillis) {
            super(real);
            this.shiftMillis = shiftMillis;
        }

        @Override
        public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
            DueTimer realAfter = after == null ? null : new DueTimer(after.dueAtMillis() - shiftMillis, after.instanceId());
            return super.dueTimers(untilMillis - shiftMillis, realAfter, limit).map(timers -> timers.stream()
                    .map(timer -> new DueTimer(timer.dueAtMillis() + shiftMillis, timer.instanceId())).toList());
        }
    }

    /** Takes every start as the first one with its id. */
    private static final class Forgiving extends ForwardingStore {

        Forgiving(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            return super.commit(batch).map(results -> results.stream()
                    .map(result -> result == CommitResult.EXISTS ? CommitResult.COMMITTED : result).toList());
        }
    }
}
