package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.option.EventSetOptions;
import dev.cairn.spi.StoreException;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;

/** Lifecycle events that start workflows while the store is unavailable: no caller waits for them. */
class LifecycleDeliveryLimitTest {

    private static final String TYPE = "io.serverlessworkflow.workflow.completed.v1";
    private static final int LIMIT = 10_000;

    private static final long DAY_MILLIS = 86_400_000;

    @RegisterExtension
    private final EngineLog log = new EngineLog(Level.INFO);

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

    @Test
    void anEventWaitsForRoomInASetForAMinute() {
        fixture.options = fixture.options.with(new EventSetOptions(1, 10, DAY_MILLIS));
        fixture.workflow("""
                schedule:
                  on:
                    all:
                      - with: {type: io.serverlessworkflow.workflow.completed.v1}
                        correlate: {order: {from: .data.order}}
                      - with: {type: packed}
                        correlate: {order: {from: .data.order}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        pass(TYPE, 7);
        pass(TYPE, 8);
        fixture.advance(90_000);
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0497")).singleElement().asString()
                .contains("CAIRN-0835");
        pass("packed", 7);
        fixture.advance(1_000);
        pass("packed", 8);
        assertThat(started()).as("the set of 8 has lost its first event").isEqualTo(1);
        pass(TYPE, 9);
        fixture.advance(30_000);
        fixture.engine.events().pass(event(TYPE, "again", 8));
        fixture.advance(20_000);
        pass("packed", 9);
        assertThat(started()).as("9 waited for room").isEqualTo(3);
    }

    private void pass(String type, int order) {
        fixture.engine.events().pass(event(type, type + order, order));
        fixture.threads.runAll();
    }

    private static JsonNode event(String type, String id, int order) {
        return JsonCodec
                .read("{\"type\":\"" + type + "\",\"source\":\"/orders\",\"id\":\"" + id + "\",\"data\":{\"order\":" + order
                        + "}}");
    }

    private long started() {
        return fixture.store.all().stream().filter(stored -> InstanceIdGenerator.isOfEvent(stored.row().id())).count();
    }
}
