package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonCodec;

/** Lifecycle events that start workflows while the store is unavailable: no caller waits for them. */
class LifecycleDeliveryLimitTest {

    private static final String TYPE = "io.serverlessworkflow.workflow.completed.v1";
    private static final int LIMIT = 10_000;

    private final EngineFixture fixture = new EngineFixture();

    private void pass(String id) {
        fixture.engine.events()
                .pass(JsonCodec.read("{\"type\":\"" + TYPE + "\",\"source\":\"/orders\",\"id\":\"" + id + "\"}"));
    }

    @Test
    void aLimitedNumberIsHeldInMemoryUntilTheStoreIsBack() {
        fixture.workflow("schedule: {on: {one: {with: {type: " + TYPE + "}}}, read: envelope}\ndo: [{a: {set: {b: 1}}}]")
                .start();
        fixture.session.fail(new StoreException("planted", false, null), false);
        for (int number = 0; number < LIMIT + 5; number++) {
            pass(Integer.toString(number));
        }
        fixture.advance(1_000);
        fixture.session.fail(null, false);
        fixture.advance(60_000);
        assertThat(fixture.store.all()).hasSize(LIMIT);
        pass("later");
        fixture.advance(1_000);
        assertThat(fixture.store.all()).as("there is room again").hasSize(LIMIT + 1);
    }
}
