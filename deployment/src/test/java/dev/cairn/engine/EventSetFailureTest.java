package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.EventSetOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.RetentionSpec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Sets of events survive failures and late repetitions: no event that was acknowledged is lost, and no set takes part of another. */
class EventSetFailureTest extends EventSetScenario {

    private static final long MINUTE_MILLIS = 60_000;
    private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;

    /** The instance of the first set is there for longer than its events are remembered. */
    @Test
    void anEventThatIsForgottenCompletesAnotherSet() {
        fixture.workflow(ON_BOTH + "do: [{hold: {listen: {to: {one: {with: {type: never}}}}}}]\n").start();
        publish("paid", "1", "7");
        publish("packed", "2", "7");
        fixture.advance(2 * HOUR_MILLIS);
        publish("paid", "3", "7");
        publish("packed", "2", "7").assertCompleted();
        assertThat(started()).hasSize(2);
        assertThat(open()).isZero();
    }

    @Test
    void theEventsOfASetAreRememberedForTheLongestRetention() {
        EngineOptions usual = fixture.options;
        fixture.options = new EngineOptions(usual.cluster(), usual.memory(), usual.work(), new RetentionOptions(HOUR_MILLIS,
                5_000, new RetentionRules(new RetentionSpec(-1, 30 * DAY_MILLIS, -1), Map.of())), usual.journal(), usual.run());
        fixture.workflow(ON_BOTH + "do: [{fail: {raise: {error: {type: https://example.com/no, status: 500}}}}]\n").start();
        publish("paid", "1", "7");
        publish("packed", "2", "7");
        fixture.advance(2 * HOUR_MILLIS);
        publish("paid", "3", "7");
        publish("packed", "2", "7").assertCompleted();
        assertThat(started()).hasSize(1);
        assertThat(open()).isEqualTo(1);
    }

    /** The set is complete shortly before its time ends. */
    @Test
    void aCompleteSetWaitsForItsWorkflow() {
        fixture.options = fixture.options.with(new EventSetOptions(10, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start(FailingWrites.ofStarts(fixture.store.open()));
        publish("paid", "1", "7");
        fixture.advance(DAY_MILLIS - 5_000);
        assertThat(failure(publish("packed", "2", "7")).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        fixture.workflow("document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}\ndo: [{a: {set: {b: 1}}}]")
                .start();
        fixture.advance(20_000);
        fixture.workflow(BOTH).start();
        fixture.advance(20_000);
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
    }

    /** A node without the keys of the payloads cannot tell that the set is complete. */
    @Test
    void aCompleteSetWaitsForANodeThatCanReadIt() {
        fixture.options = fixture.options.with(new EventSetOptions(10, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start(FailingWrites.ofStarts(fixture.store.open()));
        publish("paid", "1", "7");
        fixture.advance(DAY_MILLIS - 5_000);
        failure(publish("packed", "2", "7"));
        fixture.start(new UnreadableSets(fixture.store.open()));
        fixture.advance(DAY_MILLIS / 2);
        fixture.start();
        fixture.advance(2 * MINUTE_MILLIS);
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
    }

    @Test
    void aSetThatNoNodeCanReadEnds() {
        fixture.options = fixture.options.with(new EventSetOptions(10, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start();
        publish("paid", "1", "7");
        fixture.start(new UnreadableSets(fixture.store.open()));
        fixture.advance(2 * DAY_MILLIS - MINUTE_MILLIS);
        assertThat(open()).isEqualTo(1);
        fixture.advance(3 * MINUTE_MILLIS);
        assertThat(open()).isZero();
    }

    /** A failure of the store between the opening and the first event leaves a set without events. */
    @Test
    void theTimeOfASetBeginsWithItsFirstEvent() {
        fixture.options = fixture.options.with(new EventSetOptions(10, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start(new FailingWrites(fixture.store.open(),
                write -> write.row().workflow().equals("$event-sets") && write.position() == 1, 1));
        assertThat(failure(publish("paid", "1", "7")).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        fixture.advance(DAY_MILLIS - MINUTE_MILLIS);
        publish("paid", "1", "7").assertCompleted();
        fixture.advance(2 * MINUTE_MILLIS);
        publish("packed", "2", "7").assertCompleted();
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
    }

    @Test
    void aRefusedSetThatCannotEndIsRefusedAgain() {
        fixture.workflow(BOTH + "input: {schema: {document: {items: {type: object, required: [good]}}}}\n")
                .start(new FailingWrites(fixture.store.open(), write -> write.row().workflow().equals("$counted-events"), 1));
        publish("paid", "1", "7");
        assertThat(failure(publish("packed", "2", "7")).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        assertThat(failure(publish("packed", "2", "7")).reason()).isEqualTo(Reason.INVALID_INPUT);
        publish("packed", "2", "7").assertCompleted();
        assertThat(started()).isEmpty();
        assertThat(open()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [9007199254740993]                           | [9007199254740992]                           | false
            {"a":9007199254740993,"b":9007199254740992}  | {"a":9007199254740992,"b":9007199254740993}  | false
            9007199254740993                             | 9007199254740992                             | false
            [123456789012345678901]                      | [123456789012345678902]                      | false
            [123456789012345678901]                      | [123456789012345678901]                      | true
            3000000000                                   | 3000000000.0                                 | true
            {"a":[3000000000]}                           | {"a":[3000000000.0]}                         | true
            """)
    void setsAreOfEventsWithEqualValues(String paid, String packed, boolean equal) {
        fixture.workflow(BOTH).start();
        publish("paid", "1", paid).assertCompleted();
        publish("packed", "2", packed).assertCompleted();
        assertThat(started()).hasSize(equal ? 1 : 0);
        assertThat(open()).isEqualTo(equal ? 0 : 2);
    }

    /** The store does not answer for one set. */
    @Test
    void fewEventsWaitForTheSameSets() {
        HeldSearch store = new HeldSearch(fixture.store.open());
        fixture.workflow(BOTH).start(store);
        store.holding = true;
        List<UniAssertSubscriber<PublishResult>> waiting = IntStream.rangeClosed(0, 64)
                .mapToObj(i -> publish("paid", "p" + i, "7")).toList();
        CairnException refusal = failure(publish("paid", "p65", "7"));
        assertThat(refusal.reason()).isEqualTo(Reason.OVERLOADED);
        assertThat(refusal).hasMessageStartingWith("CAIRN-0835").hasMessageContaining("64 events wait for the same sets");
        publish("paid", "1", "8").assertCompleted();
        publish("packed", "2", "8").assertCompleted();
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
        store.release.run();
        fixture.threads.runAll();
        waiting.forEach(UniAssertSubscriber::assertCompleted);
        publish("paid", "p65", "7").assertCompleted();
    }

    /** A store whose sets have damaged entries. */
    private static final class UnreadableSets extends ForwardingStore {

        UnreadableSets(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
            return super.loadAll(instanceIds).map(found -> found.stream().map(stored -> {
                boolean isSet = InstanceIdGenerator.isEventSet(stored.row().id());
                return isSet ? new StoredInstance(stored.row(), stored.epoch(),
                        stored.entries().stream().map(entry -> new byte[] { 1 }).toList()) : stored;
            }).toList());
        }
    }

    /** A store that does not answer a search at first. */
    private static final class HeldSearch extends ForwardingStore {
        private boolean holding;
        private Runnable release;

        HeldSearch(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (!holding || !name.equals("find")) {
                return forward.get();
            }
            holding = false;
            return Uni.createFrom().emitter(
                    emitter -> release = () -> forward.get().subscribe().with(emitter::complete, emitter::fail));
        }
    }
}
