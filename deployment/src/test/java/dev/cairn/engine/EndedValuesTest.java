package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** While a store is slow, instances that are at their end wait for it: without the values that they computed with. */
class EndedValuesTest {

    private static final int MAX_COLLECTIONS = 50;

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void anInstanceKeepsOnlyItsEndUntilThatIsDurable() {
        fixture.workflow("""
                do:
                  - large: {call: greet, export: {as: "${ . }"}}
                  - small: {call: ping, output: {as: "${ $context }"}}
                  - last: {set: {done: true}}
                """).start();
        AtomicReference<JsonNode> made = new AtomicReference<>(JsonCodec.read("{\"items\":[1,2,3]}"));
        WeakReference<JsonNode> seen = new WeakReference<>(made.get());
        fixture.functions.put("greet", call -> Uni.createFrom().item(made.getAndSet(null)));
        String id = fixture.begin("{}").instanceId();
        fixture.calls.clear();
        assertThat(seen.get()).as("it is needed yet").isNotNull();

        fixture.session.hold();
        fixture.answer("/do/1/small", "1");
        assertThat(fixture.session.held()).isOne();
        assertThat(isCollected(seen)).isTrue();

        fixture.session.release();
        fixture.threads.runAll();
        assertThat(fixture.output(id)).isEqualTo("{\"done\":true}");
    }

    private static boolean isCollected(WeakReference<?> reference) {
        for (int i = 0; i < MAX_COLLECTIONS && reference.get() != null; i++) {
            System.gc();
        }
        return reference.get() == null;
    }
}
