package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/** An engine that stops does not wait for an instance that has left the memory, in any state. */
class QuietTest {

    private final EngineFixture fixture = new EngineFixture();
    private final CompletableFuture<Void> quiet = new CompletableFuture<>();
    private InstanceActorReference instance;

    /** Has taken an event in, which is being written. */
    @BeforeEach
    void start() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]").start();
        fixture.begin("{}");
        instance = (InstanceActorReference) fixture.engine.events().listeners().find("paid").iterator().next();
        fixture.session.hold();
        fixture.engine.events().local().deliver(JsonPayload.of(JsonCodec.read("{\"type\":\"paid\"}")));
        fixture.threads.runAll();
        assertThat(fixture.session.held()).isEqualTo(1);
    }

    private void assertQuietOnceDurable() {
        instance.quiesce(quiet);
        fixture.threads.runAll();
        assertThat(quiet).isNotDone();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(quiet).isDone();
    }

    @Test
    void anInstanceIsQuietWhenWhatItWritesIsDurable() {
        assertQuietOnceDurable();
    }

    @Test
    void anInstanceIsQuietThatIsLetGoWhileItWrites() {
        instance.quiesce(quiet);
        instance.letGo();
        fixture.threads.runAll();
        assertThat(quiet).isDone();
    }

    /** It is made again by the next life, and not by this one. */
    @Test
    void anInstanceIsQuietWhoseCallHasNoOutcomeInThisLife() {
        fixture.workflow(
                "do: [{both: {fork: {branches: [{hear: {listen: {to: {one: {with: {type: sent}}}}}}, {ask: {call: ping}}]}}}]")
                .start();
        String id = fixture.begin("{}").instanceId();
        instance = (InstanceActorReference) fixture.engine.events().listeners().find("sent").iterator().next();
        instance.quiesce(quiet);
        fixture.threads.runAll();
        assertThat(quiet).isNotDone();
        fixture.fail("/do/0/both/fork/branches/1/ask", new InstanceUnloadedException());
        assertThat(quiet).isDone();
        fixture.engine.events().local().deliver(JsonPayload.of(JsonCodec.read("{\"type\":\"sent\"}")));
        fixture.threads.runAll();
        assertThat(fixture.calls).hasSize(1);

        fixture.start();
        assertThat(fixture.calls).hasSize(2);
        assertThat(fixture.keys()).containsOnly(id + ":/do/0/both/fork/branches/1/ask");
        fixture.answer("/do/0/both/fork/branches/1/ask", "1");
        assertThat(fixture.output(id)).endsWith(",1]");
    }

    /** The stop comes behind the answer and before the tasks that are done with it. */
    @Test
    void anInstanceIsQuietWhenEntriesThatWereKeptBackAreDurable() {
        fixture.options = fixture.options.with(new TaskHistoryRules(true, Map.of()));
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - hear: {listen: {to: {one: {with: {type: sent}}}}}
                          - rest: {do: [{ask: {call: ping}}, {a: {set: {n: 1}}}, {b: {set: {n: 2}}}]}
                """).start();
        fixture.begin("{}");
        instance = (InstanceActorReference) fixture.engine.events().listeners().find("sent").iterator().next();
        fixture.session.hold();
        fixture.pending.remove("/do/0/both/fork/branches/1/rest/do/0/ask").complete(JsonCodec.read("1"));
        assertQuietOnceDurable();
    }

    @Test
    void anInstanceIsQuietThatWasLetGoWhileItWrote() {
        instance.letGo();
        instance.quiesce(quiet);
        fixture.threads.runAll();
        assertThat(quiet).isDone();
    }
}
