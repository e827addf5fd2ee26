package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InvalidInputException;
import dev.cairn.engine.option.ConcurrencyRules;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Instances that are there already, and a build of the application that would not start them. */
class UpgradeTest {

    private static final String PARENT = """
            do:
              - safe:
                  try:
                    - child: {run: {workflow: {namespace: test, name: child, version: latest}}}
                  catch: {errors: {with: {status: 400}}, do: [{undo: {call: ping}}]}
            """;
    private static final String PINNED = PARENT.replace("latest", "1.0.0");
    private static final String CHILD = """
            document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
            do:
              - ask: {call: ping}
            """;
    private static final String NEWER = CHILD.replace("1.0.0", "1.1.0");
    private static final String STRICTER = NEWER + "input: {schema: {document: {required: [more]}}}\n";
    private static final String KEYED = NEWER.replace("1.1.0}", "1.1.0, metadata: {cairn: {businessKey: '${ . }'}}}");
    private static final List<String> REFUSING = List.of(STRICTER, KEYED);
    private static final String NESTED = """
            document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
            do:
              - inner: {if: .n == 1, run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: 2}}}, then: end}
              - ask: {call: ping}
            """;
    private static final String UNDO = "/do/0/safe/catch/do/0/undo";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @ParameterizedTest
    @FieldSource("REFUSING")
    void aChildIsFoundWhoseNewVersionWouldNotTakeTheInput(String newer) {
        String parent = fixture.workflow(PARENT).alsoWorkflow(CHILD).start().begin("{}").instanceId();
        fixture.alsoWorkflow(newer).start();
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.RUNNING);
        fixture.answer("/do/0/ask", "42");
        assertThat(fixture.output(parent)).isEqualTo("42");
        fixture.begin("{}");
        assertThat(fixture.pending).containsOnlyKeys(UNDO);
    }

    @Test
    void aChildIsWaitedForWhoseVersionIsGone() {
        String parent = fixture.workflow(PINNED).alsoWorkflow(CHILD).start().begin("{}").instanceId();
        fixture.workflow(PINNED).alsoWorkflow(NEWER).start();
        fixture.advance(2_000);
        assertThat(fixture.calls).extracting(EffectCall::task).containsOnly("/do/0/ask");
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.RUNNING);
        fixture.alsoWorkflow(CHILD).start();
        fixture.answer("/do/0/ask", "42");
        assertThat(fixture.output(parent)).isEqualTo("42");
    }

    @Test
    void aVersionThatIsNotThereIsAnErrorOfAChildThatWasNotBegun() {
        fixture.workflow(PINNED).alsoWorkflow(NEWER).start().begin("{}");
        assertThat(fixture.pending).containsOnlyKeys(UNDO);
    }

    @Test
    void aChildThatNobodyWaitsForIsNotMissedWhenItsVersionIsGone() {
        String unawaited = PINNED.replace("run: {", "run: {await: false, ");
        fixture.session = fixture.store.open();
        fixture.workflow(unawaited).alsoWorkflow(CHILD).start(withoutCommitsOfTheParent());
        String parent = fixture.begin("{}").instanceId();
        fixture.workflow(unawaited).alsoWorkflow(NEWER).start();
        assertThat(fixture.output(parent)).isEqualTo("{}");
    }

    @Test
    void aChildIsFoundThatMayNotStandSoDeepAnyMore() {
        String parent = fixture.workflow(PARENT).alsoWorkflow(NESTED).start().begin("{\"n\": 1}").instanceId();
        fixture.options = depth(1);
        fixture.start();
        fixture.answer("/do/1/ask", "42");
        assertThat(fixture.output(parent)).isEqualTo("42");
        WorkflowError error = fixture.outcome(fixture.begin("{\"n\": 1}").instanceId()).assertCompleted().getItem().error();
        assertThat(error.detail()).startsWith("CAIRN-0460");
    }

    @Test
    void whileTheStoreDoesNotSayWhetherTheChildIsThereTheParentWaits() {
        fixture.session = fixture.store.open();
        fixture.workflow(PARENT).alsoWorkflow(CHILD).start(withoutCommitsOfTheParent());
        String parent = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "42");
        AtomicInteger refusals = new AtomicInteger(3);
        fixture.session = fixture.store.open();
        fixture.alsoWorkflow(STRICTER).start(withoutRows(refusals));
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.RUNNING);
        fixture.advance(5_000);
        assertThat(refusals).hasNegativeValue();
        assertThat(fixture.output(parent)).isEqualTo("42");
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void anIdempotencyKeyFindsTheInstanceWhoseInputWouldBeRefusedNow(boolean ended) {
        fixture.workflow("do: [{ask: {call: ping}}]").start();
        fixture.begin("{}", "key");
        fixture.threads.runAll();
        if (ended) {
            fixture.answer("/do/0/ask", "1");
        }
        fixture.workflow("do: [{ask: {call: ping}}]\ninput: {schema: {document: {required: [more]}}}").start();
        UniAssertSubscriber<DurableStartResult> again = again("key");
        assertThat(again.assertCompleted().getItem().instanceId()).isEqualTo(InstanceIdGenerator.ofKey("test:case", "key"));
        assertThat(again.getItem().created()).isFalse();
        again("other").assertFailedWith(InvalidInputException.class);
        again(null).assertFailedWith(InvalidInputException.class);
    }

    @Test
    void aStoreThatDoesNotSayWhetherAKeyWasUsedIsReported() {
        fixture.session = fixture.store.open();
        fixture.workflow("do: []\ninput: {schema: {document: {required: [more]}}}").start(withoutRows(new AtomicInteger(1)));
        assertThat(again("key").assertFailedWith(CairnException.class, "CAIRN-0411").getFailure())
                .extracting(failure -> ((CairnException) failure).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        again("key").assertFailedWith(InvalidInputException.class);
    }

    private UniAssertSubscriber<DurableStartResult> again(String key) {
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{}", key);
        fixture.threads.runAll();
        return start;
    }

    private EngineOptions depth(int most) {
        EngineOptions usual = fixture.options;
        return new EngineOptions(usual.cluster(),
                MemoryOptions.shared(usual.memory().waitMillis(), usual.memory().endedInstances(), usual.memory().endedBytes()),
                PureWorkOptions.slices(usual.work().eventLoopBudget(), usual.work().workerBudget()),
                new RetentionOptions(usual.retention().keptMillis(), usual.retention().intervalMillis(),
                        usual.retention().rules()),
                usual.journal(),
                new InstanceRunOptions(usual.run().history(), ConcurrencyRules.NONE, ScheduleRules.NONE, most,
                        usual.run().stopTimeoutMillis()));
    }

    /** As when the node of the parent dies right after the parent was stored. */
    private ForwardingStore withoutCommitsOfTheParent() {
        return new FaultyStore() {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                boolean parent = batch.stream()
                        .anyMatch(write -> write.row().workflow().equals("test:case") && !write.creates());
                return parent ? Uni.createFrom().nothing() : super.commit(batch);
            }
        };
    }

    private ForwardingStore withoutRows(AtomicInteger refusals) {
        return new FaultyStore() {
            @Override
            public Uni<Optional<InstanceRow>> row(String id) {
                return refusals.getAndDecrement() > 0 ? Uni.createFrom().failure(new StoreException("down", false, null))
                        : super.row(id);
            }
        };
    }

    private class FaultyStore extends ForwardingStore {

        FaultyStore() {
            super(fixture.session);
        }
    }
}
