package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.link.ExpressionLinker;

/** Programs that would not end, or would need more stack or memory than there is. */
@Tag("properties")
class RobustnessTest {

    @ParameterizedTest
    @ValueSource(strings = {
            "[range(1e18)]",
            "last(range(1e18))",
            "[repeat(1)]",
            "[recurse(.)]",
            "until(false; .)",
            "last(while(true; .))",
            "def f: f; f",
            "def f: 1 | f; f",
            "def f(x): x | f(x); f(.)",
            "reduce repeat(1) as $x (0; . + 1)",
            "[foreach repeat(1) as $x (0; . + 1)]",
            "[limit(1e18; repeat(1))]",
            "first(repeat(1) | select(. == 2))",
            "any(repeat(1); . == 2)",
            "isempty(repeat(1) | empty)",
            "[range(100000)] as $a | [$a[] | $a[]] | length",
            "reduce range(100) as $i (\"x\"; . + .)",
            "reduce range(100) as $i ([1]; . + .)",
            "[range(100000)] | map(. as $x | \"\\($x)\" * 1000) | add | length",
            "[range(30)] | [combinations(30)]",
            "\"x\" * 40 | test(\"^((x+)\\\\2?)+y$\")",
            "\"x\" * 60 | test(\"(x*)*(x*)*(x*)*\\\\1\\\\2y\")",
            "\"x\" | test(\"(?:){2000000000}\")",
            "\"x\" | test(\"(?:(?:){40000}){40000}\")",
            "\"x\" | test(\"()\\\\1{2000000000}\")",
            "\"x\" | test(\"(?:[a[(]]?(?:){40000}){40000}\")",
            "\"x\" | test(\"(?: # [\\n(?:){40000}){40000}\"; \"x\")",
            "\"x\" * 1000000 | test(\"(?:){2000}(?!)\")",
            "[range(100000)] | sort | sort | sort | sort | sort | sort",
            "[range(20000)] as $a | $a - [range(20000; 40000)]",
            "[range(3000)] as $a | $a | map(select(IN($a[]))) | length",
            "def f: try f catch f; [f, f]",
            "label $out | repeat(1) | empty",
            "fromstream(repeat([[0], 1]))",
            "[splits(\"x\"; \"g\"), repeat(1)]",
    })
    void endsByTheBudgetOrAnError(String program) {
        assertThatThrownBy(() -> Evaluation.one(program, "1")).isInstanceOfAny(Evaluation.BudgetException.class,
                Evaluation.SizeException.class, ExpressionException.class);
    }

    /** The same, of programs that take seconds until the budget ends them. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {
            "([range(10000) | {key: tostring, value: .}] | from_entries) as $o | [range(10000) | $o + {a: 1} | length] | length",
            "([range(10000) | {key: tostring, value: .}] | from_entries) as $o | [range(10000) | $o | .a = 1 | length] | length",
    })
    void endsByTheBudgetAtLast(String program) {
        endsByTheBudgetOrAnError(program);
    }

    /** Not again from each of its characters. */
    @ParameterizedTest
    @ValueSource(strings = { "\"1\" * 300000 + \"x\" | fromjson", "\"[\" * 65000 as $regex | \"x\" | test($regex)" })
    void readsALongTextOnce(String program) {
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> assertThatThrownBy(() -> Evaluation.one(program, "1"))
                .isInstanceOf(ExpressionException.class));
    }

    /** Java prepares a search for the characters that one begins with, which is quadratic for many. */
    @Test
    void compilesALongRegexInLinearTime() {
        String program = "[range(20) | \"x\" * (65535 - .) as $regex | \"y\" | test($regex)] | any";
        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(5), () -> Evaluation.one(program, "1"))).hasToString("false");
    }

    /** Sixty doublings put one value at 2^60 positions: each operation that visits all of them has to count. */
    @ParameterizedTest
    @ValueSource(strings = {
            ".", "tojson", "tostring", "@json", "@text", "@base64", "\"\\(.)\"", "[., twin] | .[0] == .[1]",
            "[., twin] | .[0] < .[1]",
            "[., twin] | sort", "[., twin] | unique", "[., twin] | group_by(.)", "[., twin] | min",
            "[., twin] | . as [$a, $b] | $a - [$b[0]]",
            "[., twin] | . as [$a, $b] | $a | contains($b)", "[., twin] | . as [$a, $b] | [$a] | index([$b])",
            "[., twin] | . as [$a, $b] | $a | IN($b)", "twin as $b | [.] | bsearch($b)", "[{key: ., value: 1}] | from_entries",
            "INDEX(.)",
            "flatten", "walk(.)", "[..]", "[paths]", "[tostream]", "[., nan] | ., nan | first", "{a: ., b: nan}",
    })
    void endsOnValuesThatStandAtManyPlaces(String operation) {
        String program = "def twin: reduce range(60) as $i (1; [., .]); twin | " + operation;
        assertThatThrownBy(() -> Evaluation.one(program, "1")).isInstanceOfAny(Evaluation.BudgetException.class,
                Evaluation.SizeException.class, ExpressionException.class);
    }

    /** An update of one place doubles it once; a target may be the same place again and again. */
    @Test
    void endsWhereAnUpdateChangesTheSamePlaceOften() {
        assertThatThrownBy(() -> Evaluation.one("(range(60) as $i | .a) |= [., .]", "{\"a\":1}"))
                .isInstanceOfAny(Evaluation.BudgetException.class, Evaluation.SizeException.class, ExpressionException.class);
        assertThat(Evaluation.one(".a |= [., .] | .b.c |= . + 1", "{\"a\":1}")).hasToString("{\"a\":[1,1],\"b\":{\"c\":1}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "reduce range(100) as $i (3; . * .)",
            "reduce range(100) as $i (10; . * .) | tostring",
            "[range(1000) | null] | join(\"x\" * 1000000)",
            "\"x\" * 1000000 | gsub(\"x\"; \"y\" * 1000000)",
            "\"a\" * 60000000 | @uri | @html | tojson | tojson | tojson",
            "[range(1000) | [range(10000)]]",
            "[range(100) | \"x\" * 10000000]",
            "[range(100) | null | .[1000000] = 1]",
            "[range(50000) | 0] as $a | $a | indices([range(20000) | 0])",
            "[\"x\" * 1000000 | explode, explode, explode, explode, explode, explode, explode, explode, explode, explode, explode, explode]",
            "reduce range(30) as $i ([1]; . + .)",
            "\"x\" | test(\"x\" * 1000000)",
            "0 | strftime(\"%c\" * 5000000)",
            "[range(30000) | tostring] | .[] as $x | [range(3000)] | map($x + \"x\" * 10000) | length",
    })
    void endsBeforeTheHeapIsFull(String program) {
        assertThatThrownBy(() -> Evaluation.one(program, "1")).isInstanceOfAny(Evaluation.BudgetException.class,
                Evaluation.SizeException.class, ExpressionException.class);
    }

    /** A loop can keep far more than it counts for: texts, and objects that are copied with all of their fields. */
    @ParameterizedTest
    @ValueSource(strings = {
            "reduce range(3000) as $i (null; {p: ., t: (\"x\" * 1000000)})",
            "reduce range(3000) as $i (null; {p: ., t: ($text + \"y\")})",
            "until(false; {p: ., t: (\"x\" * 1000000)})",
            "[range(3000) | {t: (\"x\" * 1000000)}] | length",
    })
    void endsLoopsThatKeepLongTexts(String program) {
        assertThatThrownBy(() -> evaluateLong(program)).isInstanceOfAny(Evaluation.SizeException.class,
                ExpressionException.class);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {
            "reduce range(30000) as $i ($big; . + {p: .})", "reduce range(30000) as $i ($big; .p = .)",
            "reduce range(30000) as $i ($big; . + {(\"p\"): .})",
            "def f: . + {p: .} | f; $big | f",
    })
    void endsLoopsThatKeepLargeObjects(String program) {
        endsLoopsThatKeepLongTexts(program);
    }

    /** Values that a loop has dropped do not end it. */
    @ParameterizedTest
    @ValueSource(strings = {
            "reduce range(1000000) as $i (0; . + 1)", "[range(1000000) | {a: .}] | length",
            "reduce range(100) as $i (\"\"; . + \"x\" * 10000) | length",
            "reduce range(10000) as $i ({}; . + {\"k\\($i)\": $i}) | length * 100",
            "reduce range(1000) as $i ({n: 0}; {n: (.n + 1000), t: (\"x\" * 10000)}) | .n",
    })
    void letsLoopsDropMuch(String program) {
        assertThat(evaluateLong(program)).hasToString("1000000");
    }

    @Tag("long")
    @Test
    void letsALoopDropLargeObjects() {
        letsLoopsDropMuch("reduce range(20000) as $i ($big; .n = (.n // 0) + 50) | .n");
    }

    private static JsonNode evaluateLong(String program) {
        ObjectNode big = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < 10_000; i++) {
            big.put("field" + i, i);
        }
        return Evaluation.one(program, Map.of("big", big, "text", TextNode.valueOf("x".repeat(1_000_000))), 200_000_000);
    }

    /** A value that has that of the turn before inside is never dropped: it ends long before a budget does. */
    @ParameterizedTest
    @ValueSource(strings = {
            "until(false; [.])", "until(false; {a: .})", "until(false; [[0, .]])", "last(while(true; [.]))",
            "last(recurse([.]))",
            "reduce repeat(1) as $x (0; [.])", "last(foreach repeat(1) as $x (0; {a: .}))", "def f: [.] | f; f",
            "def f: {a: ., b: [1, 2]} | f; f", "reduce range(1e9) as $i ([]; [., .])",
    })
    void endsLoopsWhoseValueGetsDeeper(String program) {
        Evaluation scope = Evaluation.scope(Map.of());
        CompiledExpression endless = ExpressionLinker.link(JqParser.parse(program), name -> null);
        assertThatThrownBy(() -> endless.evaluate(scope, NullNode.instance)).isInstanceOf(ExpressionException.class)
                .hasMessageContaining("nested more than 1000 levels deep");
        assertThat(scope.charged()).isLessThan(200_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "reduce range(200000) as $i ({}; .n = $i + 1) | .n", "until(.n == 200000; .n += 1) | .n",
            "def f: if .n == 200000 then .n else {n: (.n + 1), a: [.n]} | f end; f", "last(range(200000) + 1)",
    })
    void letsLongLoopsGoOn(String program) {
        assertThat(Evaluation.one(program, "{\"n\": 0}")).hasToString("200000");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "\"a\" * 2000000 | contains(\"a\" * 1000000 + \"b\")",
            "\"a\" * 2000000 | split(\"a\" * 1000000 + \"b\") | length == 1 | not",
            "\"a\" * 2000000 | index(\"a\" * 1000000 + \"b\") != null",
    })
    void searchesInTimeThatGrowsWithTheLength(String program) {
        assertThat(Evaluation.one(program, "1")).hasToString("false");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "def f: 1 + f; f",
            "def f: [f]; f",
            "def f(x): f(x | x) + 1; f(.)",
            "def f: .[]? |= f | {a: f}; f",
            "def f: reduce range(1) as $x (0; f); [f]",
            "def f: (1, f) | (2, f); [f]",
            "[recurse(., .)]",
            "def f: . as [$a] ?// $a | f, f; f",
    })
    void endsDeepRecursionWithAnError(String program) {
        assertThatThrownBy(() -> Evaluation.one(program, "1")).isInstanceOf(ExpressionException.class)
                .hasMessageContaining("levels deep");
    }

    @Test
    void catchesDeepRecursionAsAnyOtherError() {
        assertThat(Evaluation.one("def f: 1 + f; try f catch \"deep\"", "1")).hasToString("\"deep\"");
        assertThat(Evaluation.one("def f: 1 + f; [range(3) | try f catch \"deep\"]", "1"))
                .hasToString("[\"deep\",\"deep\",\"deep\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "tojson", ". == .", "[., .] | sort", "[..] | length", "flatten", "walk(.)", "tostream", "contains(.)", "@json",
            "\"\\(.)\"",
            ". as $x | [$x, $x] | unique", "[paths] | length", "[leaf_paths] | length", "del(..)", "(.. | numbers) |= 1",
            "getpath([])",
    })
    void endsOnDeepValues(String operation) {
        String program = "reduce range(3000) as $i (0; [.]) | " + operation;
        try {
            assertThat(Evaluation.all(program, "null")).isNotEmpty();
        } catch (ExpressionException e) {
            assertThat(e).hasMessageContaining("deep");
        }
    }

    /** Interpreted frames are larger than compiled ones, and a thread of an application has a stack of 1 MiB or less. */
    @Test
    void staysWithinTheStackOfAThread() throws Exception {
        List<String> programs = List.of(
                "def f: if . <= 0 then 0 else (. - 1 | f) + 1 end; 190 | f",
                "def f: if . > 0 then (., (. - 1 | f)) else empty end; [190 | f] | length",
                "def f: if . > 0 then ((. - 1 | f) | [., 1] | .[0] | {a: .} | .a), empty else 1, 2 end; [190 | f] | length",
                "[0 | recurse(if . < 190 then . + 1 else empty, empty end)] | length");
        List<String> results = new ArrayList<>();
        FutureTask<Void> task = new FutureTask<>(() -> {
            programs.forEach(program -> results.add(Evaluation.one(program, "null").toString()));
            return null;
        });
        Thread thread = new Thread(null, task, "small-stack", 1 << 20);
        thread.start();
        task.get();
        assertThat(results).containsExactly("190", "190", "2", "191");
    }

    /** A match may be at the end of a deep expression, or on a thread that has little to begin with. */
    @ParameterizedTest
    @ValueSource(strings = {
            "\"ab\" * 20000 | test(\"^(?:a|b)*$\")", "\"x\" * 20000 | test(\"^(?:[^\\\"\\\\\\\\]|\\\\\\\\.)*$\")",
            "\"a?\" * 30000 as $regex | \"b\" | test($regex)", "\"(\" * 30000 + \")\" * 30000 as $regex | \"b\" | test($regex)",
            "[\"ab,\" * 10000 | match(\"(?:a|b)+,\"; \"g\").offset] | length == 10000",
    })
    void matchesOnASmallStack(String program) throws Exception {
        FutureTask<JsonNode> task = new FutureTask<>(() -> Evaluation.one(program, "1"));
        Thread thread = new Thread(null, task, "tiny-stack", 1 << 18);
        thread.start();
        assertThat(task.get()).hasToString("true");
        thread.join();
    }

    @Test
    void turnsAnExhaustedStackIntoAnError() throws InterruptedException {
        CompiledExpression deep = ExpressionLinker.link(
                JqParser.parse("def f: if . > 0 then ((. - 1 | f) | [., 1] | .[0] | {a: .} | .a), empty else 1 end; [190 | f]"),
                name -> null);
        FutureTask<JsonNode> task = new FutureTask<>(() -> deep.evaluate(Evaluation.scope(Map.of()), NullNode.instance));
        Thread thread = new Thread(null, task, "tiny-stack", 1 << 17);
        thread.start();
        assertThatThrownBy(task::get).isInstanceOf(ExecutionException.class).cause().isInstanceOf(ExpressionException.class)
                .hasMessageContaining("nested too deep");
        thread.join();
    }

    @Test
    void sharesNothingBetweenThreads() throws Exception {
        CompiledExpression shared = ExpressionLinker.link(
                JqParser.parse(
                        "def f($n): if . >= $n then . else . + 1 | f($n) end; . as $n | [0 | f($n)][0] + ([range($n)] | add)"),
                name -> null);
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int offset = t;
            FutureTask<Void> task = new FutureTask<>(() -> {
                for (int i = 1; i < 400; i++) {
                    int n = i + offset;
                    JsonNode result = shared.evaluate(Evaluation.scope(Map.of()), Evaluation.read("" + n));
                    assertThat(result.intValue()).isEqualTo(n + n * (n - 1) / 2);
                }
                return null;
            });
            tasks.add(task);
            new Thread(task, "evaluates-" + t).start();
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
    }

    @Test
    void neverChangesItsInput() {
        String text = "{\"a\":[1,2,{\"b\":3}],\"c\":{\"d\":\"x\"},\"e\":[[1],[2]]}";
        JsonNode input = Evaluation.read(text);
        for (String program : List.of(".a[2].b = 9", ".a |= map(.)", "del(.a[0], .c)", ".c + {z: 1}",
                ".c + {d: .a} | .d[0] = 5", ".a + [1]",
                "add(.e[])", "walk(.)", ".c.d += \"y\"", "to_entries", "with_entries(.)", "(.a[2], .c) |= (.q = 1)",
                "[.c, {x: 1}] | add",
                "reduce .e[] as $x ([]; . + $x)", ".e | flatten", ".e[0][0] |= 5", "map_values(.)", "sort_by(.)?", ".. |= .",
                "setpath([\"a\", 5]; 1)", "delpaths([[\"a\", 0]])", "[.e[] | .[0] = 7]", "{a, c} | .c.d = 1",
                ".e | add | .[0] = 2")) {
            Evaluation.one(JqParser.parse("[" + program + "]"), input, Map.of());
            assertThat(input).as(program).isEqualTo(Evaluation.read(text));
        }
    }

    @Test
    void neverChangesLiterals() {
        CompiledExpression expression = ExpressionLinker.link(JqParser.parse(
                "{a: [1], b: {c: 2}} | .a[0] += 1 | .a += [5] | .b.c |= . + 1 | .b.d = 1"
                        + " | [.a, .b] + [({}, null) + {e: [6], f: 7} | .e[0] += 1 | .f += 1]"),
                name -> null);
        for (int i = 0; i < 3; i++) {
            assertThat(expression.evaluate(Evaluation.scope(Map.of()), NullNode.instance))
                    .hasToString("[[2,5],{\"c\":3,\"d\":1},{\"e\":[7],\"f\":8},{\"e\":[7],\"f\":8}]");
        }
    }
}
