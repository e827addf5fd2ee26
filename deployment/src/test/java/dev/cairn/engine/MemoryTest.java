package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnException;
import dev.cairn.value.JsonCodec;

/** An instance for which the memory does not suffice stands still and says so; others go on. */
class MemoryTest {

    private static final String GREETS = """
            use: {secrets: [key]}
            do:
              - first: {call: ping}
              - second: {call: greet, with: {name: "${ $secrets.key }"}}
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @Test
    void itIsParkedAndGoesOnWhenItIsResumed() {
        fixture.workflow(GREETS).start();
        fixture.secrets = new NoRoom();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "1");
        assertParked(id);
        fixture.secrets = JsonCodec.read("{\"key\":\"k\"}");
        String other = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "1");
        fixture.answer("/do/1/second", "2");
        assertThat(fixture.output(other)).isEqualTo("2");

        operations.resume(id);
        assertThat(fixture.calls).as("the turn that failed wrote nothing").hasSize(4);
        fixture.answer("/do/0/first", "1");
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void itIsParkedThatCannotBeBroughtIntoMemory() {
        fixture.workflow(GREETS).start();
        fixture.secrets = JsonCodec.read("{\"key\":\"k\"}");
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "1");
        fixture.secrets = new NoRoom();
        fixture.start();
        // It is tried again for a while: others may take up the heap.
        fixture.outcome(id).assertNotTerminated();
        fixture.advance(120_000);
        assertParked(id);
        fixture.secrets = JsonCodec.read("{\"key\":\"k\"}");
        operations.resume(id);
        fixture.answer("/do/1/second", "2");
        assertThat(fixture.output(id)).isEqualTo("2");
    }

    @Test
    void aCallThatCannotBeMadeFailsItsTask() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        fixture.functions.put("ping", call -> {
            throw new OutOfMemoryError("planted");
        });
        String id = fixture.begin("{}").instanceId();
        assertThat(fixture.outcome(id).assertCompleted().getItem().error().detail()).isEqualTo("OutOfMemoryError: planted");
    }

    private void assertParked(String id) {
        fixture.outcome(id).assertFailedWith(CairnException.class, "CAIRN-0415");
    }

    private static final class NoRoom extends ObjectNode {

        private static final long serialVersionUID = 1L;

        NoRoom() {
            super(JsonNodeFactory.instance);
        }

        @Override
        public JsonNode get(String name) {
            throw new OutOfMemoryError("planted");
        }
    }
}
