package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.Json;

/** A parent whose replay does not come to where an earlier life ran its child: the child ends with it all the same. */
class ChildOfAnEarlierLifeTest {

    private static final String PARENT = ChildTest.PARENT;
    private static final String CHILD = ChildTest.CHILD;
    /** Longer than a replay goes where it is not known that there is an end. */
    private static final String LONG = "{for: {each: i, in: \"${ [range(100)] }\"}, do: [{again: {for: {each: j,"
            + " in: \"${ [range(500)] }\"}, do: [{t: {set: {n: \"${ $j }\"}}}]}}]}";

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
        fixture.pending.remove("/do/0/race/fork/branches/1/other").complete(Json.read("1"));
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
        fixture.options = fixture.options.with(new HistoryRules(true, Map.of()));
        cancelAfterACrash("{set: {n: 1}}");
    }

    private void cancelAfterACrash(String work) {
        fixture.workflow("do:\n  - work: " + work + "\n" + PARENT.substring(PARENT.indexOf("  - child"))).alsoWorkflow(CHILD)
                .start();
        String parent = fixture.begin("{}").instanceId();
        String child = child();
        assertThat(fixture.calls).hasSize(1);
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
        operations.cancel(parent);
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.stored(child)).isEqualTo(InstanceStatus.CANCELLED);
    }

    private String child() {
        List<String> children = fixture.store.all().stream().map(StoredInstance::row)
                .filter(row -> row.keys().attributes().containsKey(Children.PARENT)).map(row -> row.id()).toList();
        assertThat(children).hasSize(1);
        return children.get(0);
    }

    private void doLittleAtOnce() {
        fixture.options = new EngineOptions(fixture.options.cluster(), 10_000, 1_000, 6_000, 3_600_000, 5_000, 200, 100,
                1 << 20,
                fixture.options.journal());
    }
}
