package dev.cairn.compiler;

import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.constant;
import static dev.cairn.fluent.Flows.extension;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.TaskKind;

/**
 * The build reports a fault in a component of {@code use} once and at its own location, whether no task uses the component or
 * two do.
 */
class ComponentsProofTest {

    private static final String FILE = "dev/cairn/compiler/ComponentsProofTest.java";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            errors: {c: {type: 'not a URI', status: 500}}                    | raise: {error: c}    | 0215 | /errors/c/type
            errors: {c: {type: 'https://a.example/b', status: 99}}           | raise: {error: c}    | 0216 | /errors/c/status
            errors: {c: {type: '${ .a + }', status: 500}}                    | raise: {error: c}    | 0301 | /errors/c/type
            retries: {c: {limit: {attempt: {count: 0}}}}                     | try: [{x: {set: .x}}], catch: {retry: c} | 0212 | /retries/c
            retries: {c: {delay: PT1S}}                                      | try: [{x: {set: .x}}], catch: {retry: c} | 0211 | /retries/c
            retries: {c: {when: '.a +', limit: {attempt: {count: 2}}}}       | try: [{x: {set: .x}}], catch: {retry: c} | 0301 | /retries/c/when
            timeouts: {c: {after: PT0S}}                                     | set: .x, timeout: c  | 0212 | /timeouts/c/after
            timeouts: {c: {after: '${ .a + }'}}                              | set: .x, timeout: c  | 0301 | /timeouts/c/after
            authentications: {c: {bearer: {token: '${ .a + }'}}}             | call: http, with: {method: get, endpoint: {uri: 'https://a.example', authentication: {use: c}}} | 0301 | /authentications/c/bearer/token
            functions: {c: {set: '.a +'}}                                    | call: c              | 0301 | /functions/c/set
            functions: {c: {set: .x, if: $input.x}}                          | call: c              | 0302 | /functions/c/if
            functions: {c: {do: [{x: {set: .x, then: nowhere}}]}}            | call: c              | 0208 | /functions/c/do/0/x/then
            functions: {c: {switch: 5}}                                      | call: c              | 0110 | /functions/c/switch
            functions: {c: {do: [{x: {call: gret}}]}}                        | call: c              | 0303 | /functions/c/do/0/x/call
            functions: {c: {call: d}, d: {set: '.a +'}}                      | call: c              | 0301 | /functions/d/set
            extensions: [{c: {extend: wait, when: '.a +'}}]                  | wait: PT1S           | 0301 | /extensions/0/c/when
            extensions: [{c: {extend: wait, before: [{x: {set: $secrets.x}}]}}] | wait: PT1S        | 0309 | /extensions/0/c/before/0/x/set
            extensions: [{c: {extend: wait, after: [{x: {set: .x, then: nowhere}}]}}]  | wait: PT1S | 0208 | /extensions/0/c/after/0/x/then
            extensions: [{c: {extend: wait, after: [{x: {set: .x, then: end}}, {y: {set: .x}}]}}] | wait: PT1S | 0209 | /extensions/0/c/after/1/y
            """)
    void isToldWhereItStands(String use, String task, String code, String pointer) {
        assertThat(build(use, "a: {set: .x}")).as("unused").containsExactly("CAIRN-" + code + " 2 /use" + pointer);
        assertThat(build(use, "a: {" + task + "}")).as("used").containsExactly("CAIRN-" + code + " 2 /use" + pointer);
        // A raise would make the second task unreachable.
        String twice = "a: {" + task + ", if: .x}}, {b: {" + task + "}";
        assertThat(build(use, twice)).as("used twice").containsExactly("CAIRN-" + code + " 2 /use" + pointer);
    }

    @Test
    void aFunctionCannotTakeTheNameOfAProtocol() {
        assertThat(build("functions: {http: {set: .x}}", "a: {set: .x}")).containsExactly("CAIRN-0207 2 /use/functions/http");
    }

    @Test
    void isToldWithItsLineOfJava() {
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        Flow flow = flow(
                callFunction("ask", "ask"))
                .useFunction(
                        set("unused", "${ .a + }"))
                .useExtension(
                        extension("around", TaskKind.CALL).after(set("then", "${ $contxt }")))
                .useRetry("endless",
                        constant(Duration.ofSeconds(1)));
        ProblemCollector problems = new ProblemCollector();
        Definition definition = DefinitionReader
                .read(flow.describe(new Document("1.0.3", "test", "case", "1.0.0", null, null), null, FILE),
                        ApplicationResources.NONE, problems)
                .orElseThrow();
        check(definition, problems);

        assertThat(problems.all()).extracting(ComponentsProofTest::brief).containsExactlyInAnyOrder(
                "CAIRN-0301 " + (line + 4) + " /use/functions/unused/set",
                "CAIRN-0302 " + (line + 6) + " /use/extensions/0/around/after/0/then/set",
                "CAIRN-0211 " + (line + 7) + " /use/retries/endless");
        assertThat(problems.all()).allSatisfy(problem -> assertThat(problem.location().file()).isEqualTo(FILE));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            functions: {c: {set: $item}}                                        | for: {in: .x}, do: [{y: {call: c}}]
            extensions: [{c: {extend: wait, before: [{x: {set: $item}}]}}]      | for: {in: .x}, do: [{y: {wait: PT1S}}]
            retries: {c: {when: $e.x, limit: {attempt: {count: 2}}}}            | try: [{x: {set: .x}}], catch: {as: e, retry: c}
            errors: {c: {type: '${ $item }', status: 500}}                      | for: {in: .x}, do: [{y: {raise: {error: c}}}]
            """)
    void mayUseVariablesOfThoseWhoUseIt(String use, String task) {
        assertThat(build(use, "a: {" + task + "}")).isEmpty();
        assertThat(build(use, "a: {set: .x}")).as("unused, so nobody knows what there will be").isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            functions: {c: {set: $item}}                                     | call: c     | /functions/c/set
            functions: {c: {do: [{x: {set: .x, if: $contxt}}]}}              | call: c     | /functions/c/do/0/x/if
            extensions: [{c: {extend: wait, when: $error.x}}]                | wait: PT1S  | /extensions/0/c/when
            extensions: [{c: {extend: wait, before: [{x: {set: $contxt}}]}}] | wait: PT1S  | /extensions/0/c/before/0/x/set
            """)
    void missAVariableWhereSomebodyUsesThemWithoutIt(String use, String task, String pointer) {
        assertThat(build(use, "a: {" + task + "}")).containsExactly("CAIRN-0302 2 /use" + pointer);
    }

    private static List<String> build(String use, String tasks) {
        String text = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\nuse: {" + use + "}\ndo: [{" + tasks
                + "}]\n";
        ProblemCollector problems = new ProblemCollector();
        DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems)
                .ifPresent(definition -> check(definition, problems));
        return problems.all().stream().map(ComponentsProofTest::brief).toList();
    }

    private static void check(Definition definition, ProblemCollector problems) {
        DefinitionValidator.validate(definition, problems);
        new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of(), "test").compile(definition, problems);
    }

    private static String brief(Problem problem) {
        return problem.code() + " " + problem.location().line() + " " + problem.location().pointer();
    }
}
