package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.StartRequest;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** After any failure, at any point, waiting callers are answered with the current state. */
class AnsweredTest {

    private static final String ASKS = "do: [{only: {call: ask}}]";
    private static final String ONLY = "/do/0/only";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    /** Answers of the next commits, before the store makes them. */
    private final List<Supplier<Uni<List<CommitResult>>>> planted = new ArrayList<>();
    private int commits;

    private InstanceStore store() {
        fixture.session = fixture.store.open();
        return new ForwardingStore(fixture.session) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                commits++;
                return planted.isEmpty() ? super.commit(batch) : planted.remove(0).get();
            }
        };
    }

    private EngineClient client() {
        return new EngineClient(fixture.engine, new ObjectMapper());
    }

    private InstanceHandle started() {
        fixture.workflow(ASKS).start(store());
        return operations.ask(client().start(StartRequest.of("case"))).assertCompleted().getItem();
    }

    private static Uni<List<CommitResult>> broken(boolean permanent) {
        return Uni.createFrom().failure(new StoreException("away", permanent, null));
    }

    @Test
    void aCommitThatRunsOutOfMemoryIsTriedAgainAndOthersGoOn() {
        String id = started().id();
        planted.add(() -> {
            throw new OutOfMemoryError("planted");
        });
        fixture.answer(ONLY, "1");
        assertThat(fixture.engine.trouble()).contains("commits");
        assertThat(fixture.begin("{}").created()).isTrue();
        fixture.time.advance(1_000);
        fixture.threads.runAll();
        assertThat(fixture.output(id)).isEqualTo("1");
    }

    @Test
    void aStartWhoseCommitRunsOutOfMemoryIsRefused() {
        fixture.workflow(ASKS).start(store());
        planted.add(() -> {
            throw new OutOfMemoryError("planted");
        });
        operations.refused(client().start(StartRequest.of("case")), Reason.STORE_UNAVAILABLE, "CAIRN-0411");
        assertThat(fixture.begin("{}").created()).isTrue();
    }

    @Test
    void aHandleTellsHowTheInstanceEndedAfterItWasTriedAgain() {
        InstanceHandle handle = started();
        fixture.fail(ONLY, new IllegalStateException("no stock"));
        operations.ask(handle.result()).assertFailed();
        operations.ask(handle.retry()).assertCompleted();
        UniAssertSubscriber<?> result = operations.ask(handle.result()).assertNotTerminated();
        fixture.answer(ONLY, "3");
        assertThat(result.assertCompleted().getItem()).hasToString("3");
        assertThat(operations.ask(handle.result()).assertCompleted().getItem()).hasToString("3");
    }

    @Test
    void aHandleTellsHowTheInstanceEndedAfterItStoodStill() {
        InstanceHandle handle = started();
        planted.add(() -> broken(true));
        fixture.answer(ONLY, "1");
        operations.refused(handle.result(), Reason.INSTANCE_SUSPENDED, "CAIRN-0415");
        operations.ask(handle.resume()).assertCompleted();
        fixture.answer(ONLY, "2");
        assertThat(operations.ask(handle.result()).assertCompleted().getItem()).hasToString("2");
    }

    @Test
    void aFailureThatCannotSayWhyIsOne() {
        InstanceHandle handle = started();
        fixture.fail(ONLY, new IllegalStateException() {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException();
            }
        });
        Ended ended = fixture.outcome(handle.id()).assertCompleted().getItem();
        assertThat(ended.status()).isEqualTo(InstanceStatus.FAULTED);
        assertThat(ended.error().detail()).endsWith("it cannot say why: UnsupportedOperationException");
    }

    @Test
    void aStartIsTriedAgainByWhoeverSubscribesAgain() {
        fixture.workflow(ASKS).start(store());
        planted.add(() -> broken(false));
        planted.add(() -> broken(false));
        Uni<InstanceHandle> start = client().start(StartRequest.of("case").withIdempotencyKey("k"));
        fixture.threads.runAll();
        assertThat(commits).isZero();
        assertThat(operations.ask(start.onFailure().retry().atMost(5)).assertCompleted().getItem().created()).isTrue();
        assertThat(commits).isEqualTo(3);
        assertThat(operations.ask(start).assertCompleted().getItem().created()).isFalse();
    }

    @Test
    void whoWaitsForAnInstanceThatDidNotComeToBeIsTold() {
        fixture.workflow(ASKS).start(store());
        CompletableFuture<List<CommitResult>> first = new CompletableFuture<>();
        planted.add(() -> Uni.createFrom().completionStage(first));
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{}", "k");
        fixture.threads.runAll();
        UniAssertSubscriber<Ended> outcome = fixture.outcome(InstanceIdGenerator.ofKey(fixture.program().workflow(), "k"))
                .assertNotTerminated();
        first.completeExceptionally(new StoreException("away", false, null));
        fixture.threads.runAll();
        start.assertFailedWith(CairnException.class, "CAIRN-0411");
        outcome.assertFailedWith(CairnException.class, "CAIRN-0414");
    }
}
