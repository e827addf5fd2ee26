package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.StartRequest;

/** What an application gives its client. */
class EngineClientTest {

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    private EngineClient client;

    @BeforeEach
    void start() {
        fixture.workflow("{do: [{ask: {call: ping}}], output: {as: '${ $workflow.input }'}}").start();
        client = new EngineClient(fixture.engine, new ObjectMapper());
    }

    private String started(Object input) {
        return operations.ask(client.start(StartRequest.of("case").withInput(input))).assertCompleted().getItem().id();
    }

    @Test
    void aTreeIsTakenInAsItWasThen() {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        input.putObject("inner").put("n", 1);
        String id = started(input);
        input.put("more", true);
        input.withObject("/inner").put("n", 2);
        fixture.answer("/do/0/ask", "0");
        assertThat(fixture.output(id)).isEqualTo("{\"inner\":{\"n\":1}}");

        ObjectNode other = JsonNodeFactory.instance.objectNode();
        other.put("n", 3);
        String fork = operations.fork(id, "/do/0/ask", other);
        other.put("n", 4);
        assertThat(operations.ask(operations.handle(fork).history(10, null)).assertCompleted().getItem().tasks().get(0).input())
                .hasToString("{\"n\":3}");
    }

    @Test
    void whatIsNoJsonFailsTheStartAndTheFork() {
        String id = started(Map.of());
        ArrayNode deep = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 20_000; i++) {
            deep = JsonNodeFactory.instance.arrayNode().add(deep);
        }
        for (Object input : List.of(deep, Map.of("n", BigInteger.TEN.pow(1_000)), new Object())) {
            operations.refused(client.start(StartRequest.of("case").withInput(input)), Reason.INVALID_INPUT, "CAIRN-0416");
            operations.refused(client.instance(id).fork(ForkRequest.of("/do/0/ask", input)), Reason.INVALID_INPUT,
                    "CAIRN-0416");
        }
    }
}
