package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.link.ProgramLinker;
import dev.cairn.program.Program;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/** Which operations are not tried on an event loop again. */
class BudgetTest {

    private final LinkedProgram program = TestPrograms.linked((ObjectNode) JsonCodec.read("""
            {"do": [{"long": {"if": ".long", "set": "${ {n: ([range(950)] | length)} }"}}, {"some": {"set": "${ {n: ([range(.n)] | length)} }"}}]}
            """));

    private TransitionResult run(String input, int budget, boolean last) {
        Started start = new Started("test:case", "1.0.0", program.program().shape(), 1, JsonPayload.of(JsonCodec.read(input)));
        return ProgramExecutor.proceed(ProgramExecutor.begin("instance-1", program, start), budget, last);
    }

    @Test
    void whatHasTheRestOfABudgetOnlyMayBeCheap() {
        assertThat(run("{\"long\": true}", 1_500, false)).isInstanceOf(TransitionResult.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, false)).isInstanceOf(TransitionResult.Finished.class);
    }

    @Test
    void whatTakesMostOfABudgetIsNotTriedAgain() {
        assertThat(run("{\"n\": 5000}", 1_500, false)).isInstanceOf(TransitionResult.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, false)).isInstanceOf(TransitionResult.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, true)).isInstanceOf(TransitionResult.Finished.class);
    }

    @Test
    void whatOneExpressionMakesIsBoundedAndNotWhatManyDo() {
        LinkedProgram small = ProgramLinker.link(TestPrograms.program((ObjectNode) JsonCodec.read("""
                {"do": [{"loop": {"for": {"each": "i", "in": "[range(100)]"}, "do": [
                    {"some": {"set": "${ {n: ([range(100)] | length)} }"}}]}},
                  {"large": {"set": "${ {n: ([range(100)] | length)} }"}}]}
                """)), () -> JsonCodec.read("{}"), () -> 10_000);
        Started start = new Started("test:case", "1.0.0", small.program().shape(), 1, JsonPayload.of(JsonCodec.read("{}")));
        assertThat(ProgramExecutor.proceed(ProgramExecutor.begin("instance-1", small, start), 1_000_000, true))
                .as("100 at a time")
                .isInstanceOf(TransitionResult.Finished.class);

        LinkedProgram merging = ProgramLinker.link(TestPrograms.program((ObjectNode) JsonCodec.read("""
                {"do": [{"some": {"set": "${ {n: (reduce range(1000) as $i ({}; . * {($i | tostring): 1}) | length)} }"}}]}
                """)), () -> JsonCodec.read("{}"), () -> 100_000);
        Started merge = new Started("test:case", "1.0.0", merging.program().shape(), 1, JsonPayload.of(JsonCodec.read("{}")));
        assertThat(ProgramExecutor.proceed(ProgramExecutor.begin("instance-1", merging, merge), 10_000_000, true))
                .as("what is there has counted")
                .isInstanceOf(TransitionResult.Finished.class);

        LinkedProgram one = ProgramLinker.link(program.program(), () -> JsonCodec.read("{}"), () -> 10_000);
        Started large = new Started("test:case", "1.0.0", one.program().shape(), 1,
                JsonPayload.of(JsonCodec.read("{\"n\": 1000}")));
        failsAt("10000 bytes (quarkus.cairn.work.max-output-size)",
                ProgramExecutor.proceed(ProgramExecutor.begin("instance-1", one, large), 1_000_000, true));
    }

    /** A construct that catches this error would go on beyond the limit, and its own error would hide the limit. */
    @ParameterizedTest
    @ValueSource(strings = {
            "try [range(.n)] catch [range(.n)]", "[range(.n)]?", "[range(.n)] // 1", "try error([range(.n)]) catch 1",
            ". as [$a] ?// $a | [range(1000)]", "[.[]? | try [range(1000)] catch .]",
            "[limit(3; repeat(try [range(1000)] catch .))]",
            "def f(x): f(x | x); f(.)", "first(try [range(.n)] catch 1)", "path(try .a[[range(.n)] | length] catch .b)",
    })
    void noExpressionCatchesTheEndOfItsBudget(String expression) {
        Program catching = TestPrograms.program((ObjectNode) JsonCodec.read(
                "{\"do\": [{\"some\": {\"set\": \"${ {n: (" + expression + ")} }\"}}]}"));
        Started start = new Started("test:case", "1.0.0", catching.shape(), 1, JsonPayload.of(JsonCodec.read("{\"n\": 1000}")));
        LinkedProgram small = ProgramLinker.link(catching, () -> JsonCodec.read("{}"), () -> 10_000);
        failsAt("10000 bytes (quarkus.cairn.work.max-output-size)",
                ProgramExecutor.proceed(ProgramExecutor.begin("instance-1", small, start), 1_000_000, true));

        LinkedProgram large = ProgramLinker.link(catching, () -> JsonCodec.read("{}"), () -> Long.MAX_VALUE);
        failsAt("the 500 steps that one may take (quarkus.cairn.work.worker-budget)",
                ProgramExecutor.proceed(ProgramExecutor.begin("instance-1", large, start), 500, true));
    }

    /** Each turn doubles what is written of a value and adds one part to what is in memory. */
    @ParameterizedTest
    @ValueSource(strings = { "[., .]", ".a |= [., .]", ". + {a: ., b: .}", ".a = [.a, .b] | .b = .a",
            "{a: [.a, .b], b: [.b, .a]}" })
    void noValueIsWrittenThatStandsAtTooManyPlaces(String doubling) {
        String limit = "more than 1000000 bytes (quarkus.cairn.work.max-output-size)";
        String loop = """
                {"loop": {"for": {"each": "i", "in": "[range(40)]"}, "do": [{"some": {"set": "${ %s }"}}]}}"""
                .formatted(doubling);
        String call = "{\"send\": {\"call\": \"greet\", \"with\": {\"name\": \"${ . }\"}}}";
        String emit = """
                {"send": {"emit": {"event": {"with": {"type": "t", "time": "2026-01-01T00:00:00Z", "data": "${ . }"}}}}}""";
        failsAt(limit, doubled("[" + loop + "]"));
        failsAt(limit, doubled("[" + loop + ", " + call + "]"));
        failsAt(limit, doubled("[" + loop + ", " + emit + "]"));
        failsAt(limit, doubled("[" + loop + """
                , {"look": {"set": "${ . }", "output": {"schema": {"document": {"type": ["object", "array"]}}}}},
                  {"small": {"set": {"ok": true}}}]"""));
        assertThat(doubled("[{\"guarded\": {\"try\": [" + loop + ", " + call
                + "], \"catch\": {\"do\": [{\"other\": {\"set\": {\"ok\": true}}}]}}}]"))
                .isInstanceOf(TransitionResult.Finished.class);
    }

    /** On an event loop there is no time for it. */
    @ParameterizedTest
    @ValueSource(strings = { "{\"call\": \"greet\", \"with\": {\"name\": \"${ . }\"}}", "{\"set\": \"${ . }\"}" })
    void aLargeValueIsLookedThroughByAWorker(String task) {
        LinkedProgram last = ProgramLinker.link(
                TestPrograms.program((ObjectNode) JsonCodec.read("{\"do\": [{\"last\": " + task + "}]}")),
                () -> JsonCodec.read("{}"), () -> 1_000_000);
        assertThat(ProgramExecutor.proceed(text(last, 100_000), 20_000, false)).isNotInstanceOf(TransitionResult.Paused.class);
        InstanceState large = text(last, 500_000);
        assertThat(ProgramExecutor.proceed(large, 20_000, false)).isInstanceOf(TransitionResult.Paused.class);
        assertThat(ProgramExecutor.proceed(large, 1_000_000, true)).isNotInstanceOf(TransitionResult.Paused.class)
                .isNotInstanceOf(TransitionResult.Faulted.class);
        assertThat(ProgramExecutor.proceed(text(last, 100_000), 20_000, false)).as("small ones do not suffer for it")
                .isNotInstanceOf(TransitionResult.Paused.class);
        InstanceState atOnce = text(last, 500_000);
        assertThat(ProgramExecutor.proceed(atOnce, 1_000_000, false)).as("whatever the budget of an event loop is")
                .isInstanceOf(TransitionResult.Paused.class);
        assertThat(ProgramExecutor.proceed(atOnce, 100, true)).as("nor is it counted")
                .isNotInstanceOf(TransitionResult.Paused.class)
                .isNotInstanceOf(TransitionResult.Faulted.class);
    }

    @Test
    void noErrorIsRaisedOfAValueThatStandsAtTooManyPlaces() {
        String raise = "{\"fail\": {\"raise\": {\"error\": {\"type\": \"https://acme.example/x\", \"status\": 400, \"detail\": \"${ . }\"}}}}";
        for (int doublings : new int[] { 18, 26 }) {
            failsAt("more than 1000000 bytes (quarkus.cairn.work.max-output-size)", doubled("""
                    [{"loop": {"for": {"each": "i", "in": "[range(%d)]"}, "do": [{"some": {"set": "${ [., .] }"}}]}}, %s]"""
                    .formatted(doublings, raise)));
        }
        TransitionResult raised = doubled("[" + raise.replace("${ . }", "${ {n: 1.5, rest: [range(20000)]} }") + "]");
        assertThat(((TransitionResult.Faulted) raised).error().detail()).startsWith("{\"n\":1.5,\"rest\":[0,1,").hasSize(65_536)
                .endsWith("... (cut)");
    }

    @ParameterizedTest
    @ValueSource(strings = { "error(\\\"x\\\" * 100000)", "\\\"[\\\" + \\\"x\\\" * 100000 | fromjson",
            "\\\"x\\\" | test(\\\"x\\\"; \\\"y\\\" * 100000)", "error(\\\"\uD83D\uDE00\\\" * 50000)" })
    void whatAnErrorSaysIsCut(String expression) {
        TransitionResult failed = doubled("[{\"some\": {\"set\": \"${ " + expression + " }\"}}]");
        String detail = ((TransitionResult.Faulted) failed).error().detail();
        assertThat(detail.length()).isBetween(65_535, 65_536);
        assertThat(detail).endsWith("... (cut)")
                .isEqualTo(new String(detail.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    /** Many laps multiply the cost of each lap into a long time. */
    @Test
    void aSchemaIsHeldAgainstALargeValueForUnits() {
        LinkedProgram program = TestPrograms.linked((ObjectNode) JsonCodec.read("""
                {"do": [{"loop": {"for": {"each": "i", "in": "${ [range(100)] }"}, "do": [
                    {"look": {"input": {"schema": {"document": {"type": "object"}}}, "set": "${ . }"}}]}}]}
                """));
        Started start = new Started("test:case", "1.0.0", program.program().shape(), 1,
                JsonPayload.of(JsonCodec.read("{\"t\": \"" + "x".repeat(200_000) + "\"}")));
        InstanceState state = ProgramExecutor.begin("instance-1", program, start);
        assertThat(ProgramExecutor.proceed(state, 20_000, false)).as("3,000 each").isInstanceOf(TransitionResult.Paused.class);
        assertThat(ProgramExecutor.proceed(state, 1_000_000, true)).isInstanceOf(TransitionResult.Finished.class);
    }

    /**
     * The expected and the actual value are equal, and each occurs at 2^20 positions, or is nested deeper than any value that
     * is read.
     */
    @ParameterizedTest
    @ValueSource(strings = { "{\"type\": \"x\", \"data\": \"${ . }\"}",
            "{\"type\": \"x\"}, \"correlate\": {\"c\": {\"from\": \"${ .data }\", \"expect\": \"${ . }\"}}" })
    void anEventIsNotComparedForEver(String filter) {
        LinkedProgram listening = TestPrograms.linked((ObjectNode) JsonCodec.read(
                "{\"do\": [{\"wait\": {\"listen\": {\"to\": {\"one\": {\"with\": " + filter + "}}}}}]}"));
        assertThat(accepts(listening, nested(20, 2), nested(20, 2))).isEqualTo(EventReceivingHandler.TOO_MUCH);
        assertThat(accepts(listening, nested(1_500, 1), nested(1_500, 1))).isEqualTo(EventReceivingHandler.NONE);
        assertThat(accepts(listening, nested(10, 2), nested(10, 2))).isZero();
    }

    private static int accepts(LinkedProgram listening, JsonNode input, JsonNode data) {
        InstanceState state = ProgramExecutor.begin("instance-1", listening,
                new Started("test:case", "1.0.0", listening.program().shape(), 1, JsonPayload.of(input)));
        TransitionResult wanted = ProgramExecutor.proceed(state, 20_000, true);
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("specversion", "1.0").put("id", "1").put("source", "/s")
                .put("type", "x");
        return ProgramExecutor.accepts(state, (TransitionResult.Listening) wanted, event.set("data", data), 20_000);
    }

    private static JsonNode nested(int levels, int places) {
        JsonNode value = IntNode.valueOf(1);
        for (int level = 0; level < levels; level++) {
            ArrayNode outer = JsonNodeFactory.instance.arrayNode();
            for (int place = 0; place < places; place++) {
                outer.add(value);
            }
            value = outer;
        }
        return value;
    }

    private static InstanceState text(LinkedProgram program, int length) {
        return ProgramExecutor.begin("instance-1", program, new Started("test:case", "1.0.0", program.program().shape(), 1,
                JsonPayload.of(JsonCodec.read("[\"" + "x".repeat(length) + "\"]"))));
    }

    private static TransitionResult doubled(String tasks) {
        LinkedProgram program = ProgramLinker.link(TestPrograms.program((ObjectNode) JsonCodec.read("{\"do\": " + tasks + "}")),
                () -> JsonCodec.read("{}"), () -> 1_000_000);
        Started start = new Started("test:case", "1.0.0", program.program().shape(), 1,
                JsonPayload.of(JsonCodec.read("{\"a\": 1, \"b\": 2}")));
        return ProgramExecutor.proceed(ProgramExecutor.begin("instance-1", program, start), 100_000_000, true);
    }

    private static void failsAt(String limit, TransitionResult step) {
        // A step with a value that should have been refused may be too large to be printed.
        assertThat(step.getClass()).isEqualTo(TransitionResult.Faulted.class);
        WorkflowError error = ((TransitionResult.Faulted) step).error();
        assertThat(error.type()).endsWith("/expression");
        assertThat(error.detail()).contains(limit);
    }
}
