package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.observer.EngineStatus;

/** The condition of an engine counts its instances and writes. */
class EngineStatusTest {

    private final EngineFixture fixture = new EngineFixture();

    private EngineStatus now() {
        return fixture.engine.condition();
    }

    @Test
    void instancesAreCountedWhileTheyAreInMemory() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        assertThat(now().ready()).isTrue();
        assertThat(now().node()).isEqualTo("node");
        assertThat(now().store()).isEqualTo("memory");
        assertThat(now().leaseMillis()).isEmpty();
        fixture.begin("{}");
        assertThat(now().load().instances()).isEqualTo(1);
        fixture.answer("/do/0/only", "1");
        assertThat(now().load().instances()).isZero();
    }

    @Test
    void writesThatWaitForAGroupAreCounted() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        fixture.session.hold();
        fixture.begin("{}", "first");
        fixture.threads.runAll();
        assertThat(now().load().waitingWrites()).isZero();
        fixture.begin("{}", "second");
        fixture.begin("{}", "third");
        fixture.threads.runAll();
        assertThat(now().load().waitingWrites()).isEqualTo(2);
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(now().load().waitingWrites()).isZero();
    }

    @Test
    void thoseThatStandStillAreCounted() {
        fixture.workflow("do: [{first: {call: ping}}, {second: {call: ping}}]").start();
        fixture.begin("{}");
        fixture.answer("/do/0/first", "1");
        fixture.workflow("do: [{other: {call: ping}}, {second: {call: ping}}]").start();
        assertThat(now().load().parked()).isEqualTo(1);
        assertThat(now().load().instances()).isZero();
        assertThat(now().load().recovering()).isZero();
        assertThat(now().ready()).isTrue();
    }

    @Test
    void whatIsBeingLoadedIsCounted() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        fixture.begin("{}");
        fixture.session = fixture.store.open();
        fixture.restart();
        assertThat(now().load().recovering()).isEqualTo(1);
        fixture.threads.runAll();
        assertThat(now().load().recovering()).isZero();
        assertThat(now().load().instances()).isEqualTo(1);
    }
}
