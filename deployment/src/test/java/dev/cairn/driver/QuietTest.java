package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.value.Json;
import dev.cairn.value.Payload;

/** An engine that stops does not wait for an instance that has left the memory, whatever it was at. */
class QuietTest {

    private final EngineFixture fixture = new EngineFixture();
    private final CompletableFuture<Void> quiet = new CompletableFuture<>();
    private Instance instance;

    /** Has taken an event in, which is being written. */
    @BeforeEach
    void start() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]").start();
        fixture.begin("{}");
        instance = fixture.engine.events().listeners().find("paid").iterator().next();
        fixture.session.hold();
        fixture.engine.events().deliver(Payload.of(Json.read("{\"type\":\"paid\"}")));
        fixture.threads.runAll();
        assertThat(fixture.session.held()).isEqualTo(1);
    }

    @Test
    void anInstanceIsQuietWhenWhatItWritesIsDurable() {
        instance.quiesce(quiet);
        fixture.threads.runAll();
        assertThat(quiet).isNotDone();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(quiet).isDone();
    }

    @Test
    void anInstanceIsQuietThatIsLetGoWhileItWrites() {
        instance.quiesce(quiet);
        instance.letGo();
        fixture.threads.runAll();
        assertThat(quiet).isDone();
    }

    @Test
    void anInstanceIsQuietThatWasLetGoWhileItWrote() {
        instance.letGo();
        instance.quiesce(quiet);
        fixture.threads.runAll();
        assertThat(quiet).isDone();
    }
}
