package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import dev.cairn.api.WorkflowError;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Values that an application gives its client. */
class EngineClientTest {

    record Count(int n) {}

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
    void whatIsMissingIsToldAtOnce() {
        InstanceHandle handle = client.instance("1");
        tells("workflow is required", () -> StartRequest.of(null));
        tells("workflow is required", () -> client.start(null, Map.of()));
        tells("request is required", () -> client.start(null));
        tells("id is required", () -> client.instance(null));
        tells("filter is required", () -> client.find(null, 10, null));
        tells("filter is required", () -> client.cancelAll(null));
        tells("type is required", () -> handle.result(null));
        tells("request is required", () -> handle.fork(null));
        tells("task is required", () -> ForkRequest.of(null, 1));
        tells("type is required", () -> new WorkflowError(null, 500, null, null, null));
        String noValue = "The attribute a may not be null; leave the attribute out";
        tells(noValue, () -> StartRequest.of("case").withAttribute("a", null));
        tells(noValue, () -> InstanceFilter.all().withAttribute("a", null));
        tells("The name of an attribute may not be null; leave the attribute out",
                () -> InstanceFilter.all().withAttribute(null, "b"));
    }

    private static void tells(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfAny(NullPointerException.class, IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aKeyThatWasUsedWithAnotherInputIsRefused() {
        StartRequest request = StartRequest.of("case").withInput(Map.of("n", 1)).withIdempotencyKey("k");
        String id = operations.ask(client.start(request)).assertCompleted().getItem().id();
        operations.refused(client.start(request.withInput(Map.of("n", 2))), Reason.KEY_REUSED, "CAIRN-0465");
        fixture.answer("/do/0/ask", "0");
        operations.refused(client.start(request.withInput(null)), Reason.KEY_REUSED, id);
        fixture.start();
        client = new EngineClient(fixture.engine, new ObjectMapper());
        operations.refused(client.start(request.withInput(Map.of("n", 2))), Reason.KEY_REUSED, "Nothing was started");
        InstanceHandle same = operations.ask(client.start(request.withInput(Map.of("n", 1.0)))).assertCompleted().getItem();
        assertThat(same.created()).isFalse();
        assertThat(same.id()).isEqualTo(id);
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void anOutputThatWouldChangeIsNotConverted() {
        InstanceHandle handle = client.instance(started(Map.of("n", 19.99)));
        fixture.answer("/do/0/ask", "0");
        assertThat(operations.ask(handle.result(Count.class)).assertFailed().getFailure()).hasMessageContaining("CAIRN-0417");
        handle = client.instance(started(Map.of("n", 5.0)));
        fixture.answer("/do/0/ask", "0");
        assertThat(operations.ask(handle.result(Count.class)).assertCompleted().getItem()).isEqualTo(new Count(5));
    }

    @Test
    void theInputOfAStartWithAUsedKeyIsComparedOnceTheStoreAnswers() {
        StartRequest request = StartRequest.of("case").withInput(Map.of("n", 1)).withIdempotencyKey("k");
        operations.ask(client.start(request)).assertCompleted();
        fixture.answer("/do/0/ask", "0");
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                return Uni.createFrom().failure(new StoreException("connection reset", false, null));
            }
        });
        client = new EngineClient(fixture.engine, new ObjectMapper());
        operations.refused(client.start(request), Reason.STORE_UNAVAILABLE, "connection reset");
    }

    @Test
    void aCursorOfAHistoryIsOneThatItGave() {
        InstanceHandle handle = client.instance(started(Map.of()));
        for (String cursor : List.of("abc", "-5", "", "99999999999999999999")) {
            assertThat(operations.ask(handle.history(10, cursor)).assertFailed().getFailure())
                    .isInstanceOf(IllegalArgumentException.class).hasMessage("Not a cursor that this store gave: " + cursor);
        }
        assertThat(operations.ask(handle.history(10, "7")).assertCompleted().getItem().tasks()).isEmpty();
    }

    @Test
    void whatIsNoJsonFailsTheStartAndTheFork() {
        String id = started(Map.of());
        ArrayNode deep = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 20_000; i++) {
            deep = JsonNodeFactory.instance.arrayNode().add(deep);
        }
        Map<String, Object> circle = new HashMap<>();
        circle.put("self", circle);
        for (Object input : List.of(circle, deep, Map.of("n", BigInteger.TEN.pow(1_000)), new Object())) {
            operations.refused(client.start(StartRequest.of("case").withInput(input)), Reason.INVALID_INPUT, "CAIRN-0416");
            operations.refused(client.instance(id).fork(ForkRequest.of("/do/0/ask", input)), Reason.INVALID_INPUT,
                    "CAIRN-0416");
        }
    }
}
