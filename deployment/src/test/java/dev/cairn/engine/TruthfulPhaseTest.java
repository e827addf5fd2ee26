package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.api.InstanceView;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** Searches show the phase that an instance is in, and what it waits for. */
class TruthfulPhaseTest {

    private static final String LISTEN = "do: [{ask: {call: ping}}, {paid: {listen: {to: {one: {with: {type: paid}}}}%s}}]";
    private static final String TWO_CALLS = "do: [{first: {call: ping}}, {second: {call: ping}}]";

    private final EngineFixture fixture = new EngineFixture();

    private List<InstanceSummary> find(InstanceFilter filter) {
        return new EngineClient(fixture.engine, new ObjectMapper()).find(filter, 10, null).await().indefinitely().instances();
    }

    private List<InstanceSummary> inPhase(InstanceStatus status) {
        return find(InstanceFilter.all().withStatus(status));
    }

    private List<InstanceCount> counts() {
        return new EngineClient(fixture.engine, new ObjectMapper()).counts().await().indefinitely();
    }

    private String listening(String timeout) {
        fixture.workflow(LISTEN.formatted(timeout)).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "1");
        return id;
    }

    @Test
    void whoListensWaits() {
        String id = listening("");
        assertThat(inPhase(InstanceStatus.RUNNING)).isEmpty();
        assertThat(inPhase(InstanceStatus.WAITING)).singleElement().satisfies(found -> {
            assertThat(found.id()).isEqualTo(id);
            assertThat(found.wakesAt()).isNull();
            assertThat(found.status()).isEqualTo(InstanceStatus.WAITING);
        });
        assertThat(counts()).containsExactly(new InstanceCount("test:case", "1.0.0", InstanceStatus.WAITING, false, 1, true));
        assertThat(fixture.engine.gateway().view(id).await().indefinitely().status()).isEqualTo(InstanceStatus.WAITING);
        assertThat(fixture.store.get(id).row().owner()).isEqualTo(fixture.engine.nodeId());
    }

    /** A watcher that sees that an instance has completed may ask for its output. */
    @Test
    void whoIsToldOfTheEndSeesItWithTheOutput() {
        fixture.workflow("do: [{only: {set: {answer: 42}}}]").start();
        List<InstanceView> seen = new ArrayList<>();
        fixture.engine.factory().lifecycle().watch(event -> {
            if (event.getType().endsWith("completed.v1")) {
                fixture.engine.visit((view, parked) -> seen.add(view));
            }
        });
        fixture.begin("{}");
        assertThat(seen).singleElement().satisfies(view -> {
            assertThat(view.status()).isEqualTo(InstanceStatus.COMPLETED);
            assertThat(view.output()).isEqualTo(JsonCodec.read("{\"answer\": 42}"));
        });
    }

    /** A page would say that it has changed just now. */
    @Test
    void comingIntoMemoryIsNoChange() {
        String id = listening("");
        Instant changed = fixture.engine.gateway().view(id).await().indefinitely().updatedAt();
        fixture.advance(Duration.ofMinutes(4).toMillis());
        fixture.start();
        assertThat(fixture.engine.gateway().view(id).await().indefinitely().updatedAt()).isEqualTo(changed);
        assertThat(find(InstanceFilter.all())).extracting(InstanceSummary::updatedAt).containsExactly(changed);
    }

    /** The phase rides on the row that is written with the entries before. */
    @Test
    void toTellItTakesNoWriteMore() {
        fixture.workflow(TWO_CALLS).start();
        fixture.begin("{}");
        fixture.answer("/do/0/first", "1");
        int commits = fixture.store.commits();
        EngineFixture other = new EngineFixture();
        other.workflow(LISTEN.formatted("")).start();
        other.begin("{}");
        other.answer("/do/0/ask", "1");
        assertThat(other.store.commits()).isEqualTo(commits);
    }

    @Test
    void whoListensUntilADeadlineSaysWhenThatIs() {
        String id = listening(", timeout: {after: {minutes: 5}}");
        Instant deadline = Instant.ofEpochMilli(NOON).plus(Duration.ofMinutes(5));
        assertThat(inPhase(InstanceStatus.WAITING)).extracting(InstanceSummary::wakesAt).containsExactly(deadline);
        assertThat(fixture.engine.gateway().view(id).await().indefinitely().wakesAt()).isEqualTo(deadline);
        fixture.advance(Duration.ofMinutes(4).toMillis());
        fixture.start();
        assertThat(inPhase(InstanceStatus.WAITING)).extracting(InstanceSummary::wakesAt).containsExactly(deadline);
        fixture.advance(Duration.ofMinutes(1).toMillis());
        assertThat(inPhase(InstanceStatus.FAULTED)).singleElement().satisfies(found -> {
            assertThat(found.errorType()).isEqualTo(WorkflowError.Standard.TIMEOUT.type());
            assertThat(found.endedAt()).isEqualTo(deadline);
            assertThat(found.wakesAt()).isNull();
        });
        assertThat(find(InstanceFilter.all().withErrorType(WorkflowError.Standard.TIMEOUT.type()).withEnded(deadline, null)
                .withVersion("1.0.0"))).hasSize(1);
        assertThat(find(InstanceFilter.all().withEnded(null, deadline))).isEmpty();
        assertThat(find(InstanceFilter.all().withVersion("2.0.0"))).isEmpty();
    }

    /** With another branch that waits for a timer, short or long. */
    @Test
    void whoWaitsForSeveralThingsWaitsForTheFirst() {
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - event: {listen: {to: {one: {with: {type: paid}}}}}
                          - timer: {wait: {hours: 1}}
                """).start();
        fixture.begin("{}");
        assertThat(inPhase(InstanceStatus.WAITING)).extracting(InstanceSummary::wakesAt)
                .containsExactly(Instant.ofEpochMilli(NOON).plus(Duration.ofHours(1)));
    }

    @Test
    void whoRetriesLaterWaits() {
        fixture.functions.put("ping", call -> Uni.createFrom().failure(new WorkflowException(
                WorkflowError.of(WorkflowError.Standard.COMMUNICATION, "no", "no", null))));
        fixture.workflow("""
                do:
                  - attempt:
                      try: [{ask: {call: ping}}]
                      catch: {retry: {delay: {seconds: 8}, limit: {attempt: {count: 3}}}}
                """).start();
        fixture.begin("{}");
        assertThat(inPhase(InstanceStatus.RUNNING)).isEmpty();
        assertThat(inPhase(InstanceStatus.WAITING)).extracting(InstanceSummary::wakesAt)
                .containsExactly(Instant.ofEpochMilli(NOON).plus(Duration.ofSeconds(8)));
    }

    @Test
    void aParkedInstanceIsFoundUntilItGoesOn() {
        String id = listening("");
        fixture.workflow("do: [{other: {call: ping}}]").start();
        assertParked(id);
        // Again parked, by the next life.
        fixture.start();
        assertParked(id);
        fixture.advance(1_000);
        fixture.workflow(LISTEN.formatted("")).start();
        assertThat(find(InstanceFilter.all().withParked())).isEmpty();
        assertThat(inPhase(InstanceStatus.SUSPENDED)).isEmpty();
        assertThat(inPhase(InstanceStatus.WAITING)).extracting(InstanceSummary::id).containsExactly(id);
        assertThat(fixture.store.get(id).entries()).hasSize(2);
        assertThat(find(InstanceFilter.all())).extracting(InstanceSummary::updatedAt)
                .containsExactly(fixture.engine.gateway().view(id).await().indefinitely().updatedAt());
    }

    private void assertParked(String id) {
        assertThat(find(InstanceFilter.all().withParked())).singleElement().satisfies(found -> {
            assertThat(found.id()).isEqualTo(id);
            assertThat(found.parked()).isTrue();
            assertThat(found.status()).isEqualTo(InstanceStatus.SUSPENDED);
        });
        assertThat(inPhase(InstanceStatus.SUSPENDED)).hasSize(1);
        assertThat(inPhase(InstanceStatus.RUNNING)).isEmpty();
        assertThat(counts()).containsExactly(new InstanceCount("test:case", "1.0.0", InstanceStatus.SUSPENDED, true, 1, true));
        assertThat(fixture.engine.gateway().view(id).await().indefinitely().parked()).isTrue();
        assertThat(fixture.store.get(id).row().status()).isEqualTo(InstanceStatus.RUNNING);
    }

    /** A store that takes no entry of it takes its row. */
    @Test
    void oneWhoseEntriesAreRefusedIsFoundAsParked() {
        fixture.workflow(TWO_CALLS);
        fixture.start(new EntryRefusal(fixture.store.open()));
        fixture.begin("{}");
        fixture.answer("/do/0/first", "1");
        assertThat(find(InstanceFilter.all().withParked())).hasSize(1);
        fixture.start();
        assertThat(find(InstanceFilter.all().withParked())).isEmpty();
        assertThat(inPhase(InstanceStatus.RUNNING)).hasSize(1);
    }

    private static final class EntryRefusal extends ForwardingStore {

        EntryRefusal(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            boolean refused = batch.stream().anyMatch(write -> !write.creates() && !write.entries().isEmpty());
            return refused ? Uni.createFrom().failure(new InstanceOperationRefusedException("too large", null))
                    : super.commit(batch);
        }
    }

    @Test
    void whatCannotBeReadIsFoundAsParked() {
        String id = listening("");
        MemoryStore.Session next = fixture.store.open();
        fixture.start(new Unreadable(next));
        assertParked(id);
    }

    /** Versions before wrote a running row without a timer. */
    @Test
    void aRowOfAnEarlierVersionIsPutRightOnce() {
        String id = listening("");
        StoredInstance stored = fixture.store.get(id);
        InstanceRow row = stored.row();
        InstanceRow old = new InstanceRow(id, row.workflow(), row.version(), InstanceStatus.RUNNING, row.createdAtMillis(),
                row.updatedAtMillis(), InstanceRow.NEVER, row.owner());
        fixture.session.commit(List.of(new InstanceWrite(old, stored.epoch(), stored.entries().size(), List.of()))).await()
                .indefinitely();
        assertThat(inPhase(InstanceStatus.RUNNING)).hasSize(1);
        int commits = fixture.store.commits();
        fixture.start();
        assertThat(inPhase(InstanceStatus.WAITING)).hasSize(1);
        assertThat(fixture.store.commits()).isEqualTo(commits + 1);
        fixture.start();
        assertThat(fixture.store.commits()).isEqualTo(commits + 1);
    }
}
