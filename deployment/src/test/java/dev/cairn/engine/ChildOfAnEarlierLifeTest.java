package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A parent whose replay does not come to where an earlier life ran its child: the child ends with it all the same. */
class ChildOfAnEarlierLifeTest {

    private static final String PARENT = ChildTest.PARENT;
    private static final String CHILD = ChildTest.CHILD;
    /** Longer than a replay goes where it is not known that there is an end. */
    private static final String LONG = "{for: {each: i, in: \"${ [range(100)] }\"}, do: [{again: {for: {each: j,"
            + " in: \"${ [range(500)] }\"}, do: [{t: {set: {n: \"${ $j }\"}}}]}}]}";

    private static final String RUN = "child: {run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: 1}}}}";
    private static final String SHORT = "{set: {n: 1}}";
    private static final TaskHistoryRules TASKS = new TaskHistoryRules(true, Map.of());

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @Test
    void aParentThatWasRestartedInTheMiddleOfLongWorkCancelsItsChildAsWell() {
        doLittleAtOnce();
        cancelAfterACrash(LONG);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aParentThatWasSuspendedBehindLongWorkCancelsItsChildAsWell(boolean compensate) {
        doLittleAtOnce();
        fixture.workflow("do:\n  - work: " + LONG + "\n"
                + PARENT.substring(PARENT.indexOf("  - child"))).alsoWorkflow(CHILD).start();
        String parent = fixture.begin("{}").instanceId();
        operations.suspend(parent);
        fixture.start();
        operations.ask(compensate ? operations.handle(parent).cancelAndCompensate() : operations.handle(parent).cancel())
                .assertCompleted();
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aChildThatLostIsCancelledThoughItsParentCrashesInLongWorkBehind() {
        doLittleAtOnce();
        fixture.workflow("do:\n  - race:\n      fork:\n        compete: true\n        branches:\n        "
                + PARENT.substring(PARENT.indexOf("  - child"), PARENT.indexOf("  - last")).stripTrailing()
                + "\n          - other: {call: ping}\n  - work: " + LONG + "\n").alsoWorkflow(CHILD).start();
        String parent = fixture.begin("{\"n\": 1}").instanceId();
        String child = child();
        fixture.pending.remove("/do/0/race/fork/branches/1/other").complete(JsonCodec.read("1"));
        for (int step = 0; step < 20; step++) {
            fixture.threads.runNext();
        }
        fixture.start();
        fixture.pending.entrySet().stream().filter(call -> call.getKey().endsWith("/other")).findFirst()
                .ifPresent(call -> fixture.answer(call.getKey(), "1"));
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(operations.stored(child)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aParentWhoseJournalHasItsTasksCancelsItsChildAsWell() {
        fixture.options = fixture.options.with(TASKS);
        cancelAfterACrash(SHORT);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aSuspendedParentWhoseJournalHasItsTasksCancelsItsChildAsWell(boolean compensate) {
        String parent = suspendedWithItsTasks(SHORT);
        assertEndsAfterACrash(parent, compensate);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aSuspendedParentWhoseJournalIsToHaveItsTasksFromNowOnCancelsItsChildAsWell(boolean compensate) {
        String parent = begun(SHORT);
        operations.suspend(parent);
        fixture.options = fixture.options.with(TASKS);
        assertEndsAfterACrash(parent, compensate);
    }

    @Test
    void aChildBesideWorkThatIsLongerThanAReplayGoesIsCancelledAsWell() {
        doLittleAtOnce();
        fixture.workflow("do: [{both: {fork: {branches: [{" + RUN + "}, {work: " + LONG + "}]}}}]").alsoWorkflow(CHILD).start();
        String parent = fixture.begin("{}").instanceId();
        operations.suspend(parent);
        fixture.options = fixture.options.with(TASKS);
        assertEndsAfterACrash(parent, false);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aParentThatHasJustBeenResumedCancelsItsChildAsWell(boolean compensate) {
        String parent = begun(SHORT);
        operations.suspend(parent);
        String child = child();
        fixture.options = fixture.options.with(TASKS);
        crash();
        UniAssertSubscriber<Void> resumed = meanwhile(operations.handle(parent).resume());
        assertEnds(parent, child, compensate);
        resumed.assertCompleted();
    }

    @Test
    void aParentThatIsSuspendedWhileItIsToBeCancelledCancelsItsChildAsWell() {
        fixture.options = fixture.options.with(TASKS);
        String parent = begun(SHORT);
        String child = child();
        crash();
        UniAssertSubscriber<Void> cancelled = meanwhile(operations.handle(parent).cancel());
        meanwhile(operations.handle(parent).suspend());
        fixture.advance(2_000);
        cancelled.assertCompleted();
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.stored(child)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aParentThatWasResumedDoesNotWaitForWorkBesideWhenItsChildIsKnown() {
        String parent = suspendedAtAnAnswer("[{" + RUN + "}, {work: {do: [{ask: {call: ask, with: {question: 2}}},"
                + " {loop: {for: {each: i, in: \"${ [range(5000)] }\"}, do: [{t: {set: {n: \"${ $i }\"}}}]}}]}}]",
                "/do/0/both/fork/branches/1/work/do/0/ask");
        String child = child();
        crash();
        UniAssertSubscriber<Void> resumed = meanwhile(operations.handle(parent).resume());
        assertEnds(parent, child, false);
        resumed.assertCompleted();
        assertThat(fixture.store.get(parent).entries()).hasSizeLessThan(1_000);
    }

    @Test
    void aChildThatIsAboutToLoseIsCancelledWithItsSuspendedParent() {
        String parent = suspendedAtAnAnswer("[{wait: {call: ping}}, {race: {fork: {compete: true, branches: [{" + RUN
                + "}, {ask: {call: ask, with: {question: 2}, output: {as: \"${ [range(30000)] | length }\"}}}]}}}]",
                "/do/0/both/fork/branches/1/race/fork/branches/1/ask");
        assertEndsAfterACrash(parent, false);
    }

    @Test
    void aSuspendedParentThatRanItsChildInABranchCancelsItAsWell() {
        fixture.options = fixture.options.with(TASKS);
        fixture.workflow("do: [{both: {fork: {branches: [{wait: {call: ping}}, {" + RUN + "}]}}}]").alsoWorkflow(CHILD).start();
        String parent = fixture.begin("{}").instanceId();
        operations.suspend(parent);
        assertEndsAfterACrash(parent, false);
    }

    @Test
    void aSuspendedParentWhoseJournalHasItsTasksGoesOnWithItsChild() {
        String parent = suspendedWithItsTasks(SHORT);
        String child = child();
        crash();
        operations.resume(parent);
        fixture.answer("/do/0/ask", "7");
        assertThat(operations.stored(child)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(fixture.output(parent)).isEqualTo("{\"got\":7}");
    }

    /** Suspended while it is being written that a call was answered. */
    private String suspendedAtAnAnswer(String branches, String task) {
        fixture.options = fixture.options.with(TASKS);
        fixture.workflow("do: [{both: {fork: {branches: " + branches + "}}}]").alsoWorkflow(CHILD).start();
        String parent = fixture.begin("{}").instanceId();
        fixture.session.hold();
        fixture.answer(task, "7");
        UniAssertSubscriber<Void> suspended = meanwhile(operations.handle(parent).suspend());
        fixture.threads.runAll();
        fixture.session.release();
        fixture.threads.runAll();
        suspended.assertCompleted();
        return parent;
    }

    private static <T> UniAssertSubscriber<T> meanwhile(Uni<T> question) {
        return question.subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private String suspendedWithItsTasks(String work) {
        fixture.options = fixture.options.with(TASKS);
        String parent = begun(work);
        operations.suspend(parent);
        return parent;
    }

    private void cancelAfterACrash(String work) {
        String parent = begun(work);
        assertThat(fixture.calls).hasSize(1);
        assertEndsAfterACrash(parent, false);
    }

    private String begun(String work) {
        fixture.workflow("do:\n  - work: " + work + "\n" + PARENT.substring(PARENT.indexOf("  - child"))).alsoWorkflow(CHILD)
                .start();
        return fixture.begin("{}").instanceId();
    }

    private void crash() {
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
    }

    private void assertEndsAfterACrash(String parent, boolean compensate) {
        String child = child();
        crash();
        assertEnds(parent, child, compensate);
    }

    private void assertEnds(String parent, String child, boolean compensate) {
        assertThat(operations.stored(child)).isEqualTo(InstanceStatus.RUNNING);
        operations.ask(compensate ? operations.handle(parent).cancelAndCompensate() : operations.handle(parent).cancel())
                .assertCompleted();
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.stored(child)).isEqualTo(InstanceStatus.CANCELLED);
    }

    private String child() {
        List<String> children = fixture.store.all().stream().map(StoredInstance::row)
                .filter(row -> row.keys().attributes().containsKey(InstanceRow.PARENT_ATTRIBUTE)).map(row -> row.id()).toList();
        assertThat(children).hasSize(1);
        return children.get(0);
    }

    private void doLittleAtOnce() {
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(1_000, 6_000), new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE),
                fixture.options.journal(), InstanceRunOptions.stopping(200));
    }
}
