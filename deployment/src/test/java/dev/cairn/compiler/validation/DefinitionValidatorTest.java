package dev.cairn.compiler.validation;

import static dev.cairn.fluent.Flows.END;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

class DefinitionValidatorTest {

    private static final String DOCUMENT = """
            document:
              dsl: 1.0.3
              namespace: test
              name: sample
              version: 0.1.0
            """;

    private final ProblemCollector problems = new ProblemCollector();

    private void validate(String yaml) {
        DefinitionReader.read("sample.yaml", yaml.getBytes(StandardCharsets.UTF_8), problems)
                .ifPresent(definition -> DefinitionValidator.validate(definition, problems));
    }

    /** Severity if it is a warning, code, pointer, message and suggestion of each problem. */
    private String brief() {
        return problems.all().stream()
                .map(problem -> (problem.severity() == Problem.Severity.WARNING ? "warning " : "")
                        + problem.code().substring("CAIRN-".length()) + " " + problem.location().pointer() + " "
                        + problem.message() + (problem.suggestion() == null ? "" : " | " + problem.suggestion()))
                .collect(Collectors.joining("; "));
    }

    /** Java refuses each of them. */
    @ParameterizedTest
    @ValueSource(strings = { "/orders/{id}", "(?<order_id>\\d+)", "(?#a comment)x.*" })
    void aPatternOfAnEventIsARegularExpressionOfJq(String pattern) {
        validate(DOCUMENT + "do: [{a: {listen: {to: {one: {with: {subject: '" + pattern + "'}}}}}}]");

        assertThat(brief()).isEmpty();
    }

    @ParameterizedTest
    @CsvFileSource(delimiter = '|', quoteCharacter = '`', resources = "task-mistakes.csv", maxCharsPerColumn = 10_000)
    void aMistakeIsFoundAtItsPlace(String tasks, String expected) {
        validate(DOCUMENT + "do: " + tasks);

        assertThat(brief()).isEqualTo(expected.replace(" \\ ", " | "));
        assertThat(problems.all()).allSatisfy(problem -> {
            assertThat(problem.location().line()).isPositive();
            assertThat(problem.suggestion()).isNotBlank();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[{a: {switch: [{c: {when: .x, then: b}}, {d: {then: c}}]}}, {b: {set: .x, then: end}}, {c: {set: .x}}]",
            "[{a: {switch: [{c: {when: .x, then: end}}]}}, {b: {set: .x}}]",
            "[{a: {switch: [{c: {then: continue}}]}}, {b: {set: .x}}]",
            "[{a: {switch: [{c: {when: .x, then: c}}], then: end}}, {c: {set: .x}}]",
            "[{a: {set: .x, if: .y, then: end}}, {b: {set: .x}}]",
            "[{a: {raise: {error: {type: x, status: 400}}, if: .y}}, {b: {set: .x}}]",
            "[{a: {try: [{b: {set: .x}}], catch: {then: c}, then: end}}, {c: {set: .x}}]",
            "[{a: {set: .x, then: c}}, {b: {set: .x, then: end}}, {c: {set: .x, then: b}}]",
            "[{a: {set: .x, then: a}}]",
            "[{a: {try: [{b: {set: .x}}], catch: {retry: {limit: {attempt: {count: 1}}}}}}]",
            "[{a: {try: [{b: {set: .x}}], catch: {retry: {limit: {duration: \"${ .d }\"}}}}}]",
            "[{a: {try: [{b: {set: .x}}], catch: {as: error, do: [{c: {try: [{d: {set: .x}}], catch: {}}}]}}}]",
            "[{a: {for: {each: x, in: .x}, do: [{b: {set: .x}}]}}, {b: {for: {each: x, in: .x}, do: [{b: {set: .x}}]}}]",
            "[{a: {raise: {error: {type: \"${ .t }\", status: \"${ .s }\"}}}}]",
            "[{a: {raise: {error: {type: \"https://{host}/errors\", status: 599}}}}]",
            "[{a: {try: [{b: {set: .x}}], catch: {errors: {with: {type: communication, status: 100}}}}}]",
            "[{a: {call: http, with: {method: query, endpoint: \"https://{host}:{port}/pets/{id}?q={q}#{f}\"}}}]",
            "[{a: {call: http, with: {method: get, endpoint: \"{base}/pets\"}}}]",
            "[{a: {call: http, with: {method: get, endpoint: \"${ .link }\", headers: \"${ .h }\"}}}]",
            "[{a: {call: http, with: {method: get, endpoint: \"http://x\", headers: {X-Y: \"${ .h }\", z: 1}}}}]",
            "[{a: {wait: PT0S}}]",
            "[{a: {set: {text: $5, path: .a, file: $HOME, code: \"$inputs\"}}}]",
            "[{a: {set: $error, if: $context.x}}]",
            "[{a: {set: .x, input: {schema: {document: {x-own: 1, properties: {requird: {type: string}}}}}}}]",
            "[{a: {set: .x, input: {schema: {document: {const: {requird: 1}, enum: [{titel: 2}]}}}}}]",
    })
    void whatMeansSomethingIsGood(String tasks) {
        validate(DOCUMENT + "do: " + tasks);

        assertThat(brief()).isEmpty();
    }

    @Test
    void aPathAsASearchKeyIsLiteral() {
        validate(DOCUMENT + """
                  metadata: {cairn: {businessKey: .order.id, attributes: {customer: .customer, region: north}}}
                do: [{a: {set: .x}}]
                """);

        assertThat(brief()).isEqualTo("warning 0222 /document/metadata/cairn/businessKey \".order.id\" is literal text here"
                + " | Write ${ .order.id } for its value.; warning 0222 /document/metadata/cairn/attributes/customer"
                + " \".customer\" is literal text here | Write ${ .customer } for its value.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {required: [orderId]}              | /cron required property 'orderId' not found
            {type: array}                      | /cron object found, array expected
            {properties: {due: {type: number}}} | /cron string found, number expected
            {required: [due, previous, scheduled], properties: {due: {type: string}}, additionalProperties: {type: string}} |
            {required: [due]}                  |
            {required: 5}                      | error
            """)
    void aSchemaThatRefusesAnOccurrenceIsAWarning(String schema, String expected) {
        validate(DOCUMENT + "schedule: {cron: 0 8 * * *}\ninput: {schema: {document: " + schema + "}}\ndo: [{a: {set: .x}}]");

        if (expected == null) {
            assertThat(brief()).isEmpty();
        } else if (expected.equals("error")) {
            assertThat(problems.all()).extracting(Problem::severity).containsOnly(Problem.Severity.ERROR);
        } else {
            assertThat(brief()).isEqualTo("warning 0227 /schedule" + expected.replace("/cron ", "/cron The schema of the input"
                    + " refuses what the schedule \"cron\" starts the workflow with: ")
                    + " | Let the schema allow an object with due, previous and scheduled.");
        }
    }

    @ParameterizedTest
    @CsvSource({ "15, false", "16, true" })
    void aScheduleNeedsAnAttribute(int attributes, boolean refused) {
        String all = IntStream.range(0, attributes).mapToObj(i -> "a" + i + ": x").collect(Collectors.joining(", "));
        validate(DOCUMENT + "  metadata: {cairn: {attributes: {" + all + "}}}\nschedule: {every: PT1S}\ndo: [{a: {set: .x}}]");

        assertThat(brief()).isEqualTo(refused
                ? "0228 /document/metadata/cairn/attributes A workflow with a schedule has at"
                        + " most 15 attributes: another one names the schedule that started the instance | Remove an attribute."
                : "");
    }

    @ParameterizedTest
    @CsvSource({ "15, false", "16, true" })
    void eventsThatStartInstancesNeedAnAttribute(int attributes, boolean refused) {
        String all = IntStream.range(0, attributes).mapToObj(i -> "a" + i + ": x").collect(Collectors.joining(", "));
        validate(
                DOCUMENT + "  metadata: {cairn: {attributes: {" + all + "}}}\nschedule: {on: {any: []}}\ndo: [{a: {set: .x}}]");

        assertThat(brief()).isEqualTo(refused
                ? "0228 /document/metadata/cairn/attributes A workflow with a schedule has at"
                        + " most 15 attributes: another one names the event that started the instance | Remove an attribute."
                : "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: object}          | true
            {type: [string, array]} | false
            {type: array}           | false
            {items: {type: object}} | false
            """)
    void aSchemaThatRefusesEachEventIsAWarning(String schema, boolean warned) {
        validate(DOCUMENT + "schedule: {on: {any: []}}\ninput: {schema: {document: " + schema + "}}\ndo: [{a: {set: .x}}]");

        assertThat(brief()).isEqualTo(warned
                ? "warning 0227 /schedule/on The schema of the input refuses the array that each"
                        + " event starts the workflow with | Let the schema describe an array with one item: the event."
                : "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {one: {with: {Type: a}}} | 0223 /schedule/on/one/with/Type
            {any: [{with: {type: "a(b"}}]} | 0224 /schedule/on/any/0/with/type
            {one: {with: {type: io.serverlessworkflow.workflow.begun.v1}}} | 0225 /schedule/on/one/with/type
            {one: {with: {type: io.serverlessworkflow.workfow.started.v1}}} | 0225 /schedule/on/one/with/type
            {one: {with: {type: io.serverlessworkflow.*}}} | 0225 /schedule/on/one/with/type
            {one: {with: {type: io.serverlessworkflow.samples.trigger.v1}}} | ''
            """)
    void filtersOfEventsThatStartInstancesAreChecked(String on, String expected) {
        validate(DOCUMENT + "schedule: {on: " + on + "}\ndo: [{a: {set: .x}}]");

        if (expected.isEmpty()) {
            assertThat(brief()).isEmpty();
        } else {
            assertThat(brief()).startsWith(expected);
        }
    }

    @Test
    void whatAnExtensionCanLeaveGoesOn() {
        validate(DOCUMENT + """
                use: {extensions: [{mock: {extend: all, before: [{b: {set: .x, then: exit}}]}}]}
                do:
                  - a: {raise: {error: {type: x, status: 400}}}
                  - b: {switch: [{c: {then: end}}]}
                  - d: {set: .x}
                """);

        assertThat(brief()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            dsl: 2.0.0, namespace: a, name: b, version: 1.0.0 | 0201 /document/dsl Version "2.0.0" of the DSL is not supported \\ Supported is 1.0, such as "1.0.3".
            dsl: 1.0.x, namespace: a, name: b, version: 1.0.0 | 0201 /document/dsl Version "1.0.x" of the DSL is not supported \\ Supported is 1.0, such as "1.0.3".
            dsl: 1.0.0, namespace: a_b, name: b, version: 1.0.0 | 0202 /document/namespace The namespace "a_b" is no DNS label \\ Use up to 63 letters, digits and hyphens, with no hyphen at either end.
            dsl: 1.0.0, namespace: a, name: -b, version: 1.0.0 | 0202 /document/name The name "-b" is no DNS label \\ Use up to 63 letters, digits and hyphens, with no hyphen at either end.
            dsl: 1.0.0, namespace: a, name: b, version: v1 | 0203 /document/version "v1" is no semantic version \\ Write three numbers, such as "1.0.0".
            dsl: 1.0.0, namespace: a, name: b, version: 1.0.0.0 | 0203 /document/version "1.0.0.0" is no semantic version \\ Write three numbers, such as "1.0.0".
            """)
    void theDocumentIsChecked(String document, String expected) {
        validate("document: {" + document + "}\ndo: [{a: {set: .x}}]");

        assertThat(brief()).isEqualTo(expected.replace(" \\ ", " | "));
    }

    @Test
    void versionsMayHaveAllThatSemanticVersionsHave() {
        validate("document: {dsl: 1.0.0-alpha.1+b, namespace: A-1, name: " + "n".repeat(63) + ", version: 1.0.0-rc.1+build.5}\n"
                + "do: [{a: {set: .x}}]");

        assertThat(brief()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "orders", "/a b", "/a?b=c", "/a#b", "//a", "/a//b", "/a/{id}", "/a/../b", "http://x/a", "/./a" })
    void aTriggerNeedsAPlainPath(String path) {
        validate("document: {dsl: 1.0.0, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {http: {path: '" + path
                + "'}}}}\ndo: [{a: {set: .x}}]");

        assertThat(brief()).isEqualTo("0204 /document/metadata/cairn/http/path \"" + path
                + "\" is no path that HTTP can start a workflow at | Write an absolute path without query and variables, such as"
                + " \"/orders\".");
    }

    @ParameterizedTest
    @ValueSource(strings = { "/", "/orders", "/a/b-c/d.e", "/%C3%A4" })
    void plainPathsAreGood(String path) {
        validate("document: {dsl: 1.0.0, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {http: {path: '" + path
                + "'}}}}\ndo: [{a: {set: .x}}]");

        assertThat(brief()).isEmpty();
    }

    @Test
    void theWorkflowsOwnPartsAreChecked() {
        validate(DOCUMENT + """
                input: {schema: {document: {type: 5}}}
                output: {as: {x: $error}}
                timeout: {after: PT0S}
                do: [{a: {set: .x}}]
                """);

        assertThat(problems.all()).extracting(Problem::code).containsOnly(ValidationErrorCodes.SCHEMA,
                ValidationErrorCodes.LITERAL_EXPRESSION, ValidationErrorCodes.IMPOSSIBLE_LIMIT);
        assertThat(problems.all()).extracting(problem -> problem.location().line()).isSorted().contains(6, 7, 8);
    }

    @Test
    void allIsFoundAtOnceAlsoBehindWhatTheReaderFound() {
        validate(DOCUMENT + """
                do:
                  - a: {sett: .x, then: nowhere}
                  - b: {call: http, with: {method: gat, endpoint: /x}}
                  - b: {set: .x}
                  - c: {raise: {error: {type: x, status: 1}}}
                """);

        assertThat(problems.all()).extracting(Problem::code).containsExactly("CAIRN-0113", ValidationErrorCodes.UNKNOWN_TARGET,
                ValidationErrorCodes.HTTP_METHOD, ValidationErrorCodes.ENDPOINT, ValidationErrorCodes.DUPLICATE_NAME,
                ValidationErrorCodes.STATUS);
    }

    @Test
    void branchesOfAForkAreThereHaveNamesOfTheirOwnAndDoNotComeToEachOther() {
        validate(DOCUMENT + """
                do:
                  - none: {fork: {branches: []}}
                  - twice: {fork: {branches: [{a: {set: .x}}, {a: {set: .y}}]}}
                  - jumps: {fork: {branches: [{a: {set: .x, then: b}}, {b: {switch: [{c: {when: .x, then: none}}]}}, {c: {set: .z, then: exit}}]}}
                  - inner: {fork: {branches: [{a: {do: [{d: {set: .x, then: e}}, {e: {set: .y, then: inner}}]}}]}}
                """);

        assertThat(problems.all()).extracting(Problem::code).containsExactly(ValidationErrorCodes.EMPTY_LIST,
                ValidationErrorCodes.DUPLICATE_NAME, ValidationErrorCodes.UNKNOWN_TARGET, ValidationErrorCodes.UNKNOWN_TARGET,
                ValidationErrorCodes.UNKNOWN_TARGET);
        assertThat(problems.all().get(0).message()).isEqualTo("The fork has no branches");
        assertThat(problems.all().get(2).message()).contains("The branch \"a\" cannot go on with \"b\"");
    }

    @Test
    void theTasksOfAnExtensionAreCheckedOnceHoweverManyItExtends() {
        validate(DOCUMENT + """
                use:
                  extensions:
                    - log:
                        extend: all
                        before: [{a: {set: .x, then: nowhere}}]
                        after: [{b: {set: .x, then: exit}}, {c: {set: .x}}]
                    - broken: {extend: all, before: {a: {set: .x}}}
                do: [{a: {set: .x}}, {b: {do: [{c: {set: .x}}]}}]
                """);

        assertThat(brief()).isEqualTo(
                "0110 /use/extensions/1/broken/before \"before\" must be a list, not an object | Write it as [value, …].; "
                        + "0208 /use/extensions/0/log/before/0/a/then The list has no task \"nowhere\" to go on with"
                        + " | A target is in the same list: a; or continue, exit, end.; "
                        + "warning 0209 /use/extensions/0/log/after/1/c The workflow never comes to the task \"c\" | Let another task go on with it, or remove it.");
    }

    @Test
    void whatCouldNotBeReadHasNoConsequences() {
        validate(DOCUMENT + """
                do:
                  - a: {swich: [{c: {when: .x, then: c}}], then: end}
                  - b: {set: .x}
                  - d: {do: {x: y}}
                  - e: {switch: [{c: {wen: .x, then: end}}, {d: {then: end}}]}
                """);

        assertThat(problems.all()).extracting(Problem::code).containsExactly("CAIRN-0113", "CAIRN-0110", "CAIRN-0112");
    }

    @Test
    void definitionsInJavaAreReportedWithTheirLine() {
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        JavaDefinitionDocument source = flow(
                set("a", ".x").then(END),
                set("b", ".x"))
                .describe(new Document("1.0.3", "test", "java", "1.0.0", null, null), null, "DefinitionValidatorTest.java");
        Definition definition = DefinitionReader.read(source, ApplicationResources.NONE, problems).orElseThrow();

        DefinitionValidator.validate(definition, problems);

        assertThat(problems.all()).extracting(Problem::code).containsExactly(ValidationErrorCodes.UNREACHABLE_TASK);
        assertThat(problems.all().get(0).location())
                .isEqualTo(new SourceLocation("DefinitionValidatorTest.java", line + 3, 0, "/do/1/b"));
    }
}
