package dev.cairn.deployment.devui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions are tried with a budget, and mistakes are results. */
class ExpressionTrialTest {

    private static final int BUDGET = 100_000;

    private static Map<String, Object> run(String expression, String input, String variables) {
        return ExpressionTrial.run(expression, input, variables, BUDGET);
    }

    @Test
    void readsInputAndVariables() {
        Map<String, Object> outcome = run(" ${ .a + $context.b } ", "{\"a\": 9007199254740993}", "{\"context\": {\"b\": 1}}");
        assertThat(outcome).containsEntry("result", "9007199254740994").doesNotContainKey("error");
        assertThat(run(".", "", null)).containsEntry("result", "null").containsEntry("truncated", false);
    }

    @Test
    void cutsALongResult() {
        Map<String, Object> outcome = run(".", "\"" + "x".repeat(1 << 20) + "\"", null);
        assertThat(outcome).containsEntry("truncated", true);
        assertThat((String) outcome.get("result")).hasSize(1 << 20);
    }

    @Test
    void countsWork() {
        assertThat((long) run("[range(1000)] | length", null, null).get("steps")).isBetween(1_000L, 10_000L);
        Map<String, Object> endless = run("[range(1e9)] | length", null, null);
        assertThat(error(endless).get("message")).asString().contains("quarkus.cairn.work.worker-budget");
        assertThat(endless).containsEntry("budget", (long) BUDGET);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            .a + lenght      | 5
            ${ .a + lenght } | 8
            """)
    void tellsThePlaceInWhatWasTyped(String expression, int offset) {
        assertThat(error(run(expression, "{}", null))).containsEntry("offset", offset);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '~', textBlock = """
            .a + .b.c                           @ {"a": 1, "b": []}                   @ .b.c
            ${ .items[] | .price * .count }     @ {"items": [{"price": {}, "count": []}]} @ .price * .count
            [.[] | tonumber]                    @ ["1", "x"]                          @ tonumber
            (1, 2) + "a"                        @ null                                @ (1, 2) + "a"
            def f: error("no"); [.[] | f?, f]   @ [1]                                 @ error("no")
            [.a[]?, .b[]]                       @ {"a": 1, "b": 2}                    @ .b[]
            {sum: {all: (.x - {})}}             @ {"x": 1}                            @ .x - {}
            .x as [$a] | $a                     @ {"x": {}}                           @ .x as [$a] | $a
            if .a then -.b else 0 end           @ {"a": true, "b": "c"}               @ -.b
            """)
    void tellsThePartThatFailed(String expression, String input, String part) {
        Map<String, Object> error = error(run(expression, input, null));
        int offset = (int) error.get("offset");
        assertThat(expression.substring(offset, offset + (int) error.get("length"))).isEqualTo(part);
        assertThat(error).containsEntry("line", 1).containsEntry("column", offset + 1);
    }

    @Test
    void tellsThePlaceByLineAndColumn() {
        assertThat(error(run("${ .a\n  | .b + {} }", "{\"a\": {\"b\": 1}}", null))).containsEntry("line", 2)
                .containsEntry("column", 5)
                .containsEntry("length", 7);
        assertThat(error(run("${ .a\n  | lenght }", "{}", null))).containsEntry("line", 2).containsEntry("column", 5);
    }

    @Test
    void tellsNoPlaceThatItDoesNotKnow() {
        assertThat(error(run("1, 2", null, null))).containsOnlyKeys("message");
        assertThat(error(run("[range(1e9)] | length", null, null))).containsOnlyKeys("message");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            .[0]     | {}  |       | Cannot index object
            .        | {   |       | The input is not JSON
            .        | 1   | [1]   | The variables are no object
            $nobody  | 1   |       | nobody
            1, 2     | 1   |       | results
            """)
    void mistakesAreResults(String expression, String input, String variables, String message) {
        assertThat(error(run(expression, input, variables)).get("message")).asString().contains(message);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> error(Map<String, Object> outcome) {
        assertThat(outcome).doesNotContainKey("result");
        return (Map<String, Object>) outcome.get("error");
    }
}
