package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.extension;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.group;
import static dev.cairn.fluent.Flows.named;
import static dev.cairn.fluent.Flows.resource;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.TaskKind;
import io.quarkus.test.junit.QuarkusTest;

/** Functions and extensions of a workflow in Java call methods as its tasks do. A resource of it may lie beside the definitions. */
@QuarkusTest
class FluentReusablesTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;
    @Inject
    Log log;

    @ApplicationScoped
    static class Stock {
        String reserve(Map<String, String> order) {
            return "reserved " + order.get("sku");
        }

        String release(Map<String, String> order) {
            return "released " + order.get("sku");
        }
    }

    @ApplicationScoped
    static class Log {
        private final List<String> lines = new CopyOnWriteArrayList<>();

        void write(String line) {
            lines.add(line);
        }

        void forget(String line) {
            lines.remove(line);
        }

        List<String> lines() {
            return lines;
        }
    }

    @Workflow(name = "reserving")
    static class Reserving {
        static Flow define() {
            return flow(
                    callFunction("first", "reserve").with(Map.of("sku", "${ .first }")).exportAs("."),
                    callFunction("second", "reserve").with(Map.of("sku", "${ $workflow.input.second }"))
                            .timeout(named("short")).outputAs("[$context, .]"))
                    .useFunction(group("reserve", call("stock", Stock::reserve))
                            .inputSchema(resource("workflows/schemas/reserve.json")))
                    .useFunction(call("usedByNobody", Stock::release))
                    .useExtension(extension("ofNothingHere", TaskKind.RAISE).after(call("forget", Log::forget).with(".")))
                    .useTimeout("short", LIMIT)
                    .useExtension(extension("log", TaskKind.CALL).when("$task.name == \"stock\"")
                            .after(call("write", Log::write).with("$task.reference + \" \" + $task.output")));
        }
    }

    @Test
    void areCalledWhereTheyStand() {
        InstanceHandle instance = cairn.start("reserving", Map.of("first", "A", "second", "B")).await().atMost(LIMIT);

        assertThat(instance.result(List.class).await().atMost(LIMIT)).isEqualTo(List.of("reserved A", "reserved B"));
        assertThat(log.lines()).containsExactly("/do/0/first/call/reserve/do/0/stock reserved A",
                "/do/1/second/call/reserve/do/0/stock reserved B");
    }
}
