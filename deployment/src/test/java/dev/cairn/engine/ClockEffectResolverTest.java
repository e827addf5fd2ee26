package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.instance.ClockEffectResolver;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A loop that reads the clock in each turn needs no outside help, and still leaves others their turns. */
class ClockEffectResolverTest {

    private static final int TURNS = 5_000;
    private static final String LOOP = "loop: {for: {each: i, in: \"${ [range(" + TURNS
            + ")] }\"}, do: [{t: {set: {at: \"${ now }\", n: \"${ $i }\"}}}]}";
    private static final String ID = InstanceIdGenerator.ofKey("test:case", "key");

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private void begin(String tasks) {
        fixture.workflow(tasks).start();
        fixture.begin("{}", "key");
    }

    @Test
    void itIsWrittenInParts() {
        fixture.workflow("do: [{" + LOOP + "}]").start();
        fixture.session.hold();
        fixture.begin("{}", "key");
        fixture.threads.runAll();
        assertThat(fixture.store.get(ID).entries()).hasSize(1 + ClockEffectResolver.MAX_EFFECTS);
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(operations.stored(ID)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(fixture.store.get(ID).entries()).hasSize(1 + TURNS + 1);
    }

    @Test
    void itCanBeSuspendedAndGoesOnAfterACrash() {
        begin("do: [{" + LOOP + "}]");
        operations.suspend(ID);
        assertThat(fixture.store.get(ID).entries()).hasSizeLessThan(TURNS);
        fixture.start();
        assertThat(operations.status(ID)).isEqualTo(InstanceStatus.SUSPENDED);
        operations.resume(ID);
        assertThat(fixture.output(ID)).endsWith("\"n\":" + (TURNS - 1) + "}");
    }

    @Test
    void itCanBeCancelledAndUndone() {
        begin("do: [{undone: {try: [{" + LOOP + "}], catch: {do: [{undo: {call: ping}}, {again: {raise: {error: "
                + "{type: \"${ $error.type }\", status: \"${ $error.status }\"}}}}]}}}]");
        operations.ask(operations.handle(ID).cancelAndCompensate()).assertCompleted();
        assertThat(fixture.keys()).containsExactly(ID + ":/do/0/undone/catch/do/0/undo");
        fixture.answer("/do/0/undone/catch/do/0/undo", "1");
        assertThat(operations.stored(ID)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void itCanBeCancelledWithoutAStore() {
        fixture.workflow("do: [{" + LOOP + "}]").start(new ForgetfulStore());
        fixture.begin("{}", "key");
        operations.cancel(ID);
        assertThat(operations.status(ID)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void otherBranchesBeginTheirCallsAndHaveTheirAnswersMeanwhile() {
        begin("do: [{both: {fork: {branches: [{ask: {call: ping}}, {" + LOOP + "}]}}}]");
        while (fixture.calls.isEmpty()) {
            assertThat(fixture.threads.runNext()).isTrue();
        }
        assertThat(fixture.store.get(ID).entries()).hasSizeLessThan(TURNS);
        fixture.pending.remove("/do/0/both/fork/branches/0/ask")
                .complete(JsonCodec.read("1"));
        UniAssertSubscriber<Void> suspended = operations.ask(operations.handle(ID).suspend());
        suspended.assertCompleted();
        assertThat(fixture.store.get(ID).entries()).hasSizeLessThan(TURNS);
        fixture.start();
        operations.resume(ID);
        assertThat(fixture.output(ID)).startsWith("[1,{").endsWith("\"n\":" + (TURNS - 1) + "}]");
        assertThat(fixture.calls).hasSize(1);
    }
}
