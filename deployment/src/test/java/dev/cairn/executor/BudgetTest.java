package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.executor.Happening.Started;
import dev.cairn.link.Linker;
import dev.cairn.program.Program;
import dev.cairn.value.Json;
import dev.cairn.value.Payload;

/** Which operations are not tried on an event loop again. */
class BudgetTest {

    private final LinkedProgram program = TestPrograms.linked((ObjectNode) Json.read("""
            {"do": [{"long": {"if": ".long", "set": "${ {n: ([range(950)] | length)} }"}}, {"some": {"set": "${ {n: ([range(.n)] | length)} }"}}]}
            """));

    private Step run(String input, int budget, boolean last) {
        Started start = new Started("test:case", "1.0.0", program.program().shape(), 1, Payload.of(Json.read(input)));
        return Executor.proceed(Executor.begin("instance-1", program, start), budget, last);
    }

    @Test
    void whatHasTheRestOfABudgetOnlyMayBeCheap() {
        assertThat(run("{\"long\": true}", 1_500, false)).isInstanceOf(Step.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, false)).isInstanceOf(Step.Finished.class);
    }

    @Test
    void whatTakesMostOfABudgetIsNotTriedAgain() {
        assertThat(run("{\"n\": 5000}", 1_500, false)).isInstanceOf(Step.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, false)).isInstanceOf(Step.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, true)).isInstanceOf(Step.Finished.class);
    }

    @Test
    void whatOneExpressionMakesIsBoundedAndNotWhatManyDo() {
        LinkedProgram small = Linker.link(TestPrograms.program((ObjectNode) Json.read("""
                {"do": [{"loop": {"for": {"each": "i", "in": "[range(100)]"}, "do": [
                    {"some": {"set": "${ {n: ([range(100)] | length)} }"}}]}},
                  {"large": {"set": "${ {n: ([range(100)] | length)} }"}}]}
                """)), () -> Json.read("{}"), () -> 10_000);
        Started start = new Started("test:case", "1.0.0", small.program().shape(), 1, Payload.of(Json.read("{}")));
        assertThat(Executor.proceed(Executor.begin("instance-1", small, start), 1_000_000, true)).as("100 at a time")
                .isInstanceOf(Step.Finished.class);

        LinkedProgram merging = Linker.link(TestPrograms.program((ObjectNode) Json.read("""
                {"do": [{"some": {"set": "${ {n: (reduce range(1000) as $i ({}; . * {($i | tostring): 1}) | length)} }"}}]}
                """)), () -> Json.read("{}"), () -> 100_000);
        Started merge = new Started("test:case", "1.0.0", merging.program().shape(), 1, Payload.of(Json.read("{}")));
        assertThat(Executor.proceed(Executor.begin("instance-1", merging, merge), 10_000_000, true))
                .as("what is there has counted")
                .isInstanceOf(Step.Finished.class);

        LinkedProgram one = Linker.link(program.program(), () -> Json.read("{}"), () -> 10_000);
        Started large = new Started("test:case", "1.0.0", one.program().shape(), 1, Payload.of(Json.read("{\"n\": 1000}")));
        failsAt("10000 bytes (quarkus.cairn.work.max-output-size)",
                Executor.proceed(Executor.begin("instance-1", one, large), 1_000_000, true));
    }

    /** What catches it would go on beyond the limit, and the error would name something else. */
    @ParameterizedTest
    @ValueSource(strings = {
            "try [range(.n)] catch [range(.n)]", "[range(.n)]?", "[range(.n)] // 1", "try error([range(.n)]) catch 1",
            ". as [$a] ?// $a | [range(1000)]", "[.[]? | try [range(1000)] catch .]",
            "[limit(3; repeat(try [range(1000)] catch .))]",
            "def f(x): f(x | x); f(.)", "first(try [range(.n)] catch 1)", "path(try .a[[range(.n)] | length] catch .b)",
    })
    void noExpressionCatchesTheEndOfItsBudget(String expression) {
        Program catching = TestPrograms.program((ObjectNode) Json.read(
                "{\"do\": [{\"some\": {\"set\": \"${ {n: (" + expression + ")} }\"}}]}"));
        Started start = new Started("test:case", "1.0.0", catching.shape(), 1, Payload.of(Json.read("{\"n\": 1000}")));
        LinkedProgram small = Linker.link(catching, () -> Json.read("{}"), () -> 10_000);
        failsAt("10000 bytes (quarkus.cairn.work.max-output-size)",
                Executor.proceed(Executor.begin("instance-1", small, start), 1_000_000, true));

        LinkedProgram large = Linker.link(catching, () -> Json.read("{}"), () -> Long.MAX_VALUE);
        failsAt("the 500 steps that one may take (quarkus.cairn.work.worker-budget)",
                Executor.proceed(Executor.begin("instance-1", large, start), 500, true));
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
                + "], \"catch\": {\"do\": [{\"other\": {\"set\": {\"ok\": true}}}]}}}]")).isInstanceOf(Step.Finished.class);
    }

    /** On an event loop there is no time for it. */
    @ParameterizedTest
    @ValueSource(strings = { "{\"call\": \"greet\", \"with\": {\"name\": \"${ . }\"}}", "{\"set\": \"${ . }\"}" })
    void aLargeValueIsLookedThroughByAWorker(String task) {
        LinkedProgram last = Linker.link(
                TestPrograms.program((ObjectNode) Json.read("{\"do\": [{\"last\": " + task + "}]}")),
                () -> Json.read("{}"), () -> 1_000_000);
        assertThat(Executor.proceed(text(last, 100_000), 20_000, false)).isNotInstanceOf(Step.Paused.class);
        State large = text(last, 500_000);
        assertThat(Executor.proceed(large, 20_000, false)).isInstanceOf(Step.Paused.class);
        assertThat(Executor.proceed(large, 1_000_000, true)).isNotInstanceOf(Step.Paused.class)
                .isNotInstanceOf(Step.Faulted.class);
        assertThat(Executor.proceed(text(last, 100_000), 20_000, false)).as("small ones do not suffer for it")
                .isNotInstanceOf(Step.Paused.class);
        State atOnce = text(last, 500_000);
        assertThat(Executor.proceed(atOnce, 1_000_000, false)).as("whatever the budget of an event loop is")
                .isInstanceOf(Step.Paused.class);
        assertThat(Executor.proceed(atOnce, 100, true)).as("nor is it counted").isNotInstanceOf(Step.Paused.class)
                .isNotInstanceOf(Step.Faulted.class);
    }

    private static State text(LinkedProgram program, int length) {
        return Executor.begin("instance-1", program, new Started("test:case", "1.0.0", program.program().shape(), 1,
                Payload.of(Json.read("[\"" + "x".repeat(length) + "\"]"))));
    }

    private static Step doubled(String tasks) {
        LinkedProgram program = Linker.link(TestPrograms.program((ObjectNode) Json.read("{\"do\": " + tasks + "}")),
                () -> Json.read("{}"), () -> 1_000_000);
        Started start = new Started("test:case", "1.0.0", program.program().shape(), 1,
                Payload.of(Json.read("{\"a\": 1, \"b\": 2}")));
        return Executor.proceed(Executor.begin("instance-1", program, start), 100_000_000, true);
    }

    private static void failsAt(String limit, Step step) {
        // A step with a value that should have been refused may be too large to be printed.
        assertThat(step.getClass()).isEqualTo(Step.Faulted.class);
        WorkflowError error = ((Step.Faulted) step).error();
        assertThat(error.type()).endsWith("/expression");
        assertThat(error.detail()).contains(limit);
    }
}
