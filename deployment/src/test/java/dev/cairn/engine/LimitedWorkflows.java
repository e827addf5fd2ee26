package dev.cairn.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.engine.option.ConcurrencyRules;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Workflows with a limit, whose calls wait for the test. */
abstract class LimitedWorkflows {

    static final String CALL = "do: [{first: {set: {n: \"${ .n }\"}}}, {only: {call: ping}}]";

    final EngineFixture fixture = new EngineFixture();
    final OperationsFixture operations = new OperationsFixture(fixture);
    /** The calls under way by the id of the instance, in the order they began. */
    final Map<String, UniEmitter<? super JsonNode>> underWay = new LinkedHashMap<>();
    final List<String> begun = new ArrayList<>();

    @BeforeEach
    void callsWaitForTheTest() {
        fixture.functions.put("ping", call -> Uni.createFrom().emitter(emitter -> {
            begun.add(call.instanceId());
            underWay.put(call.instanceId(), emitter);
        }));
        limit(2);
    }

    void limit(int most) {
        fixture.options = fixture.options.with(new ConcurrencyRules(Map.of("case", most)));
    }

    void removeLimit() {
        fixture.options = fixture.options.with(ConcurrencyRules.NONE);
    }

    List<String> begin(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(fixture.begin("{\"n\": " + i + "}").instanceId());
            fixture.time.advance(1);
        }
        return ids;
    }

    void end(String id) {
        underWay.remove(id).complete(JsonCodec.read("1"));
        fixture.threads.runAll();
    }

    void restart() {
        underWay.clear();
        begun.clear();
        fixture.start();
    }

    List<String> found(InstanceFilter filter) {
        return operations.ask(new EngineClient(fixture.engine, new ObjectMapper()).find(filter, 100, null))
                .assertCompleted().getItem().instances().stream().map(InstanceSummary::id).toList();
    }

    List<String> found(InstanceStatus status) {
        return found(InstanceFilter.all().withStatus(status));
    }
}
