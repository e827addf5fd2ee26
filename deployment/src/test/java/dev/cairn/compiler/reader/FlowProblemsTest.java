package dev.cairn.compiler.reader;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.choose;
import static dev.cairn.fluent.Flows.constant;
import static dev.cairn.fluent.Flows.container;
import static dev.cairn.fluent.Flows.error;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.forEach;
import static dev.cairn.fluent.Flows.group;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.image;
import static dev.cairn.fluent.Flows.onError;
import static dev.cairn.fluent.Flows.otherwise;
import static dev.cairn.fluent.Flows.raise;
import static dev.cairn.fluent.Flows.runWorkflow;
import static dev.cairn.fluent.Flows.script;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.fluent.Flows.shell;
import static dev.cairn.fluent.Flows.tryTo;
import static dev.cairn.fluent.Flows.waitFor;
import static dev.cairn.fluent.Flows.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.fluent.Directive;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.FlowError;
import dev.cairn.fluent.FlowErrorHandler;
import dev.cairn.fluent.FlowTask;
import dev.cairn.fluent.SetTask;
import dev.cairn.fluent.source.SerializableFunctions;

class FlowProblemsTest {

    private static final String FILE = "src/main/java/dev/cairn/compiler/reader/FlowProblemsTest.java";
    /** The suggestion for everything that is null or empty. */
    private static final String USUAL = "Write something; what need not be there may be left out.";
    private static final String REMOVE = " | Write something, or remove it.";
    private static final String DURATION = " | Write it such as Duration.ofMinutes(5), PT5M or ${ … }.";
    private static final String NOTHING_SET = "0116 /do/0/a/set \"set\" must not be empty"
            + " | Add .to(key, value).";
    private static final String NOTHING = null;

    private final ProblemCollector problems = new ProblemCollector();

    /** The called bean. */
    static class Inventory {
        String reserve(String item) {
            return item;
        }
    }

    private Definition define(Flow flow) {
        return Compared.read(flow, "bad", FILE, problems);
    }

    private List<String> lines() {
        return problems.all().stream().map(problem -> problem.code().substring("CAIRN-".length()) + " "
                + problem.location().pointer() + " " + problem.message()
                + (problem.suggestion().equals(USUAL) ? "" : " | " + problem.suggestion())).toList();
    }

    static Stream<Arguments> mistakesOfRuns() {
        return Stream.of(
                mistake(runWorkflow("a", null, "w"), "0150 /do/0/a \"namespace\" is null"),
                mistake(runWorkflow("a", "n", " "), "0116 /do/0/a/run/workflow/name \"name\" must not be empty" + REMOVE),
                mistake(runWorkflow("a", "n", "w").version(null), "0150 /do/0/a \"version\" is null"),
                mistake(runWorkflow("a", "n", "w").input(".x"),
                        "0110 /do/0/a/run/workflow/input \"input\" must be an object or an expression ${ … }, not a string"
                                + " | Write an object or an expression ${ … }."),
                mistake(shell("a", null), "0150 /do/0/a \"command\" is null"),
                mistake(shell("a", "${ .x }"),
                        "0116 /do/0/a/run/shell/command \"command\" must not be an expression: data could"
                                + " become commands | Give data as arguments, environment or stdin."),
                mistake(script("a", null, "1"), "0150 /do/0/a \"language\" is null"),
                mistake(script("a", "js", " "), "0116 /do/0/a/run/script/code \"code\" must not be empty" + REMOVE),
                mistake(container("a", null), "0150 /do/0/a \"image\" is null"),
                mistake(container("a", image("x").pull(null)), "0150 /do/0/a \"policy\" is null"),
                mistake(shell("a", "ls").returning(null), "0150 /do/0/a \"return\" is null"),
                mistake(shell("a", "ls").environment(null), "0150 /do/0/a \"environment\" is null"));
    }

    static Stream<Arguments> mistakesOfCalls() {
        return Stream.of(
                mistake(call("a", (SerializableFunctions.Action0) null),
                        "0150 /do/0/a The method to call is null | Write it such as Bean::method."),
                mistake(call("a", Inventory::reserve).with(NOTHING), "0150 /do/0/a \"with\" is null"),
                mistake(callFunction("a", null), "0150 /do/0/a \"call\" is null"),
                mistake(http("a", null, "http://x"), "0150 /do/0/a \"method\" is null"),
                mistake(http("a", "GET", null), "0150 /do/0/a \"endpoint\" is null"),
                mistake(http("a", "GET", "http://x").header("k", null), "0150 /do/0/a \"headers\" is null or without a name"),
                mistake(http("a", "GET", "http://x").header("k", "1").header("k", "2"),
                        "0153 /do/0/a \"k\" is given twice | Remove one of the two."),
                mistake(http("a", "GET", "http://x").query("k", List.of()),
                        "0151 /do/0/a \"k\" must be a string, number or boolean | Write it as text."),
                mistake(http("a", "GET", "http://x").query(".q"),
                        "0110 /do/0/a/with/query \"query\" must be an object or an expression ${ … }, not a string"
                                + " | Write an object or an expression ${ … }."),
                mistake(http("a", "GET", "http://x").query("${ .q }").query("k", 1),
                        "0153 /do/0/a \"query\" is given by one expression or by single values, not both | Remove one of the two."),
                mistake(http("a", "GET", "http://x").query("k", 1).query("${ .q }"),
                        "0153 /do/0/a \"query\" is given by one expression or by single values, not both | Remove one of the two."),
                mistake(http("a", "GET", "http://x").output(null), "0150 /do/0/a \"output\" is null"));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(set(NOTHING, ".x"), "0150 /do/0/unnamed A task needs a name | Name it after what it does."),
                mistake(set(" ", ".x"), "0150 /do/0/unnamed A task needs a name | Name it after what it does."),
                mistake(set("a", NOTHING), "0150 /do/0/a \"set\" is null"),
                mistake(set("a", ""), "0116 /do/0/a/set \"set\" must not be empty" + REMOVE),
                mistake(set("a", (Map<String, ?>) null), "0150 /do/0/a \"set\" is null"),
                mistake(set("a", Map.of()), NOTHING_SET),
                mistake(set("a"), NOTHING_SET),
                mistake(set("a").to(null, 1), "0150 /do/0/a \"key\" is null"),
                mistake(set("a").to("k", 1).to("k", 2), "0153 /do/0/a The key \"k\" is given twice | Remove one of the two."),
                mistake(set("a", ".x").to("k", 2), "0153 /do/0/a The output is given by an expression already"
                        + " | Write it as set(name).to(key, value).to(key, value)…"),
                mistake(set("a", Map.of("k", new Object())), "0151 /do/0/a \"set\": A java.lang.Object is no JSON value; use a"
                        + " string, number, boolean, list or map"
                        + " | JSON has strings, numbers, booleans, nulls, lists and maps of them."),
                mistake(set("a", ".x").when(null), "0150 /do/0/a \"if\" is null"),
                mistake(set("a", ".x").then(NOTHING), "0150 /do/0/a \"then\" is null"),
                mistake(set("a", ".x").then((Directive) null), "0150 /do/0/a \"then\" is null"),
                mistake(set("a", ".x").inputSchema("{"), "0151 /do/0/a \"document\": Not valid JSON: Unexpected end-of-input:"
                        + " expected close marker for Object (start marker at [Source: REDACTED"
                        + " (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 1])"
                        + " | JSON has strings, numbers, booleans, nulls, lists and maps of them."),
                mistake(set("a", ".x").timeout(Duration.ofSeconds(-1)),
                        "0118 /do/0/a/timeout/after The duration PT-1S is negative" + DURATION),
                mistake(set("a", ".x").timeout("soon"), "0118 /do/0/a/timeout/after \"soon\" is no ISO 8601 duration such as"
                        + " \"PT5M\" or \"P1DT12H\"" + DURATION),
                mistake(waitFor("a", Duration.ofSeconds(Long.MAX_VALUE)),
                        "0118 /do/0/a/wait The duration PT2562047788015215H30M7S is too long or too exact" + DURATION),
                mistake(waitFor("a", (Duration) null), "0150 /do/0/a \"wait\" is null"),
                mistake(choose("a", when(".x")), "0111 /do/0/a/switch/0/case1 \"then\" is missing | Add .then(…)."),
                mistake(choose("a", when(null).then("b")), "0150 /do/0/a/switch/0/case1 \"when\" is null"),
                mistake(choose("a", otherwise().then(NOTHING)), "0150 /do/0/a/switch/0/otherwise \"then\" is null"),
                mistake(choose("a", otherwise().named("").then("b")),
                        "0150 /do/0/a/switch/0/otherwise \"name\" is null or empty"),
                mistake(choose("a", null, when(".x").then("b")), "0150 /do/0/a/switch/0 A choice is null | Remove it."),
                mistake(group("a", set("b", ".x"), null), "0150 /do/0/a/do/1 A task is null | Remove it."),
                mistake(group("a", (FlowTask<?>[]) null), "0150 /do/0/a \"tasks\" is null"),
                mistake(forEach("a", "i").doing(set("b", ".x")),
                        "0111 /do/0/a/for \"in\" is missing | Add .in(…)."),
                mistake(forEach("a", "i").in(NOTHING).doing(set("b", ".x")), "0150 /do/0/a \"in\" is null"),
                mistake(tryTo("a", set("b", ".x")),
                        "0111 /do/0/a \"catch\" is missing | Add .catching(onError()…)."),
                mistake(tryTo("a", set("b", ".x")).catching((FlowErrorHandler) null), "0150 /do/0/a \"catching\" is null"),
                mistake(tryTo("a", set("b", ".x")).catching(onError()).catching(onError()),
                        "0153 /do/0/a A try has one handler | Put another try around this one."),
                mistake(tryTo("a", set("b", ".x")).catching(onError().type(null)), "0150 /do/0/a/catch \"type\" is null"),
                mistake(tryTo("a", set("b", ".x")).catching(onError().retry(constant(Duration.ofSeconds(-1)))),
                        "0118 /do/0/a/catch/retry/delay The duration PT-1S is negative" + DURATION),
                mistake(tryTo("a", set("b", ".x")).catching(onError().doing(set("c", NOTHING))),
                        "0150 /do/0/a/catch/do/0/c \"set\" is null"),
                mistake(raise("a", (FlowError) null), "0150 /do/0/a \"error\" is null"),
                mistake(raise("a", error(null, 500)), "0150 /do/0/a \"type\" is null"),
                mistake(raise("a", error("http://x", "500")),
                        "0110 /do/0/a/raise/error/status \"status\" must be an integer, not a string"
                                + " | Write a whole number, such as 3."));
    }

    private static Arguments mistake(FlowTask<?> task, String expected) {
        return Arguments.of(task, expected);
    }

    @ParameterizedTest
    @MethodSource({ "mistakes", "mistakesOfCalls", "mistakesOfRuns" })
    void aMistakeIsAProblemInTheLineThatMakesIt(FlowTask<?> task, String expected) {
        Definition definition = define(flow(task));

        assertThat(lines()).containsExactly(expected);
        assertThat(problems.all().get(0).location().file()).isEqualTo(FILE);
        assertThat(problems.all().get(0).location().line()).isPositive();
        assertThat(definition.tasks()).as("a stand-in").hasSize(1).doesNotContainNull();
    }

    @Test
    void allMistakesAreReportedAtOnceEachWithItsLine() {
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        define(flow(
                set("a", NOTHING),
                call("b", Inventory::reserve)
                        .timeout(Duration.ofSeconds(-1))
                        .then(NOTHING),
                tryTo("c",
                        raise("d", (FlowError) null))
                        .catching(onError()
                                .as(""))));

        assertThat(problems.all()).extracting(Problem::location).containsExactly(
                new SourceLocation(FILE, line + 2, 0, "/do/0/a"),
                new SourceLocation(FILE, line + 4, 0, "/do/1/b/timeout/after"),
                new SourceLocation(FILE, line + 5, 0, "/do/1/b"),
                new SourceLocation(FILE, line + 7, 0, "/do/2/c/try/0/d"),
                new SourceLocation(FILE, line + 9, 0, "/do/2/c/catch/as"));
    }

    @Test
    void everythingKnowsItsLine() {
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        Definition definition = define(flow(
                set("a", ".x"),
                group("b",
                        choose("c",
                                when(".x").then("d"),
                                otherwise().then("d")),
                        set("d", ".x"))));

        assertThat(definition.location()).isEqualTo(new SourceLocation(FILE, line + 1, 0, ""));
        assertThat(definition.sources().at("/do/0/a/set")).isEqualTo(new SourceLocation(FILE, line + 2, 0, "/do/0/a/set"));
        assertThat(definition.sources().at("/do/1/b/do")).isEqualTo(new SourceLocation(FILE, line + 3, 0, "/do/1/b/do"));
        assertThat(definition.sources().at("/do/1/b/do/0/c/switch/1/otherwise/then"))
                .isEqualTo(new SourceLocation(FILE, line + 6, 0, "/do/1/b/do/0/c/switch/1/otherwise/then"));
        assertThat(definition.sources().at("/do/1/b/do/1/d").line()).isEqualTo(line + 7);
        assertThat(definition.sources().at("/output").line()).isEqualTo(line + 1);
    }

    @Test
    void aTaskThatWasWrittenInAnotherFileIsReportedThere() {
        define(flow(Elsewhere.broken()));

        assertThat(problems.all().get(0).location())
                .isEqualTo(new SourceLocation("dev/cairn/compiler/reader/Elsewhere.java", 11, 0, "/do/0/broken/set"));
    }

    @Test
    void sayingMoreChangesACopy() {
        SetTask task = set("a").to("x", 1);
        Flow flow = flow(task);

        task.to("y", 2).when(".z");
        flow.timeout(Duration.ofSeconds(1));

        assertThat(define(flow).source()).isEqualTo(define(flow(set("a", Map.of("x", 1)))).source());
    }
}
