package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The problems reported for a bad definition. */
class DefinitionReaderProblemsTest {

    @ParameterizedTest
    @CsvFileSource(delimiter = '|', quoteCharacter = '`', resources = "task-mistakes.csv")
    void aTaskWithOneMistakeGivesOneProblem(String task, String expected) {
        assertThat(brief(Read.tasks("  - a: " + task))).isEqualTo(expected.replace("\\", "|"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            use: {functions: {f: {call: http}}} | 0111 /use/functions/f "with" is missing \\ Add it.
            use: {functions: {f: {call: f}}} | 0116 /use/functions/f The function "f" calls itself \\ Repeat tasks with "for" or "then".
            use: {functions: {'': {call: ''}}} | 0116 /use/functions//call "call" must not be empty \\ Write something, or remove it.
            use: {functions: {f: {do: [{a: {call: g}}]}, g: {sett: 1}}} | 0113 /use/functions/g/sett There is no task kind "sett" \\ Did you mean "set"?
            use: {authentications: {a: {}}} | 0111 /use/authentications/a "basic", "bearer", "digest", "oauth2", "oidc" or "use" is missing \\ Add one of them.
            use: {authentications: {a: {oauth2: {authority: 'http://i'}}}} | 0111 /use/authentications/a/oauth2 "grant" is missing \\ Add it.
            use: {authentications: {a: {basic: {username: u}}}} | 0111 /use/authentications/a/basic "password" is missing \\ Add it.
            use: {authentications: {a: {basic: {use: s}}}} | 0117 /use/authentications/a/basic/use No secret is named "s" \\ Name it in use.secrets.
            use: {authentications: {a: {basic: {}, bearer: {}}}} | 0114 /use/authentications/a "basic" and "bearer" exclude each other \\ Keep one of them.
            use: {extensions: {log: {extend: all}}} | 0110 /use/extensions "extensions" must be a list, not an object \\ Write it as [value, …].
            use: {extensions: [{}]} | 0119 /use/extensions/0 An entry of a list is an object with exactly one key, its name \\ Write it such as "- name: …".
            use: {extensions: [{e: {}}]} | 0111 /use/extensions/0/e "extend" is missing \\ Add it.
            use: {extensions: [{e: {extend: cal}}]} | 0116 /use/extensions/0/e/extend "cal" is no extend \\ Did you mean "call"?
            use: {extensions: [{e: {extend: extension}}]} | 0126 /use/extensions/0/e/extend Nothing is extended: Cairn does not extend the tasks of extensions \\ Extend a kind of task, or all; or remove the extension.
            use: {extensions: [{e: {extend: all, befor: []}}]} | 0112 /use/extensions/0/e/befor The property "befor" is unknown here \\ Did you mean "before"?
            use: {extensions: [{e: {extend: all, when: 5}}]} | 0110 /use/extensions/0/e/when "when" must be a string, not the number 5 \\ Write it in quotes.
            use: {extensions: [{e: {extend: all, after: {}}}]} | 0110 /use/extensions/0/e/after "after" must be a list, not an object \\ Write it as [value, …].
            use: {extensions: [{e: {extend: set, before: [{a: {sett: 1}}]}}]} | 0113 /use/extensions/0/e/before/0/a/sett There is no task kind "sett" \\ Did you mean "set"?
            use: {extensions: [{e: {extend: all}}, {e: {extend: set}}]} | 0116 /use/extensions/1/e There is an extension named "e" already \\ Rename one of the two.
            use: {secrets: s} | 0110 /use/secrets "secrets" must be a list, not a string \\ Write it as [value, …].
            use: {secrets: [s, s]} | 0116 /use/secrets/1 The secret "s" is named twice \\ Remove one of the two.
            use: {catalogs: {c: {}}} | 0111 /use/catalogs/c "endpoint" is missing \\ Add it.
            use: {retrys: {}} | 0112 /use/retrys The property "retrys" is unknown here \\ Did you mean "retries"?
            use: {errors: []} | 0110 /use/errors "errors" must be an object, not a list \\ Write it as {name: value}.
            use: {errors: {e: {type: x, status: 1, detial: y}}} | 0112 /use/errors/e/detial The property "detial" is unknown here \\ Did you mean "detail"?
            use: {timeouts: {t: {after: 5}}} | 0118 /use/timeouts/t/after A duration is an ISO 8601 literal such as "PT5M" or an object such as {"minutes": 5}, not 5 \\ Write it such as PT5M, {minutes: 5} or ${ … }.
            evaluate: {mode: lose} | 0116 /evaluate/mode "lose" is no mode \\ Did you mean "loose"?
            evaluate: {language: js} | 0115 /evaluate/language The expression language "js" is not supported yet \\ Use "jq".
            inputs: {from: .x} | 0112 /inputs The property "inputs" is unknown here \\ Did you mean "input"?
            timeout: never | 0117 /timeout No timeout is named "never" \\ Define it in use.timeouts, or write the timeout here.
            """)
    void aWorkflowWithOneMistakeGivesOneProblem(String line, String expected) {
        assertThat(brief(Read.yaml(Read.DOCUMENT + line + "\ndo: [{a: {set: {b: 1}}}]")))
                .isEqualTo(expected.replace("\\", "|"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {dsl: 1.0.3, namespace: a, name: b} | 0111 /document "version" is missing \\ Add it.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0} | 0110 /document/version "version" must be a string, not the number 1.0 \\ Write it in quotes.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, titel: x} | 0112 /document/titel The property "titel" is unknown here \\ Did you mean "title"?
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, tags: [x]} | 0110 /document/tags "tags" must be an object, not a list \\ Write it as {name: value}.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {htttp: {}}}} | 0112 /document/metadata/cairn/htttp The property "htttp" is unknown here \\ Did you mean "http"?
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {http: {}}}} | 0111 /document/metadata/cairn/http "path" is missing \\ Add it.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {messaging: {}}}} | 0111 /document/metadata/cairn/messaging "channel" is missing \\ Add it.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {messaging: {channel: 5}}}} | 0110 /document/metadata/cairn/messaging/channel "channel" must be a string, not the number 5 \\ Write it in quotes.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {messaging: {channel: a, topic: b}}}} | 0112 /document/metadata/cairn/messaging/topic The property "topic" is unknown here \\ Known here: channel.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {http: {path: /a, method: get}}}} | 0112 /document/metadata/cairn/http/method The property "method" is unknown here \\ Known here: path.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: []} | 0110 /document/metadata "metadata" must be an object, not a list \\ Write it as {name: value}.
            """)
    void aDocumentWithOneMistakeGivesOneProblem(String document, String expected) {
        assertThat(brief(Read.yaml("document: " + document + "\ndo: [{a: {set: {b: 1}}}]")))
                .isEqualTo(expected.replace("\\", "|"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "  - one:\n    set: {a: 1}\n",
            "  - one:\n    call: ask\n    with: {question: 1}\n    then: two\n",
            "  - one: {set: {a: 1}}\n    then: end\n",
            "  - one:\n      call: ask\n    with: {question: 1}\n",
            "  - one:\n      do: [{inner: {set: {a: 1}}}]\n    output: {as: .a}\n",
            "  - one:\n    listen: {to: {one: {with: {type: a}}}}\n" })
    void aTaskWithWrongIndentationGivesOneProblem(String entry) {
        assertThat(brief(Read.tasks(entry + "  - two: {set: {b: 1}}\n"))).isEqualTo(
                "0119 /do/0 An entry of a list is an object with exactly one key, its name | Check how the lines are indented.");
    }

    @Test
    void aCaseOrExtensionWithWrongIndentationGivesOneProblem() {
        assertThat(brief(Read.tasks("  - a:\n      switch:\n        - one:\n          when: .b\n          then: end\n")))
                .startsWith("0119 /do/0/a/switch/0").doesNotContain(";");
        assertThat(brief(Read.yaml(Read.DOCUMENT
                + "use:\n  extensions:\n    - one:\n      extend: all\n      before: []\ndo: [{a: {set: {b: 1}}}]")))
                .startsWith("0119 /use/extensions/0").doesNotContain(";");
    }

    @Test
    void theFirstTaskOfAnEntryWithTwoIsLookedAt() {
        assertThat(Read.tasks("  - one: {sett: 1}\n    two: {set: {a: 1}}\n").lines()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [1, 2] | 0110  A definition is an object with "document" and "do" \\ Begin with the lines "document:" and "do:".
            hello  | 0110  A definition is an object with "document" and "do" \\ Begin with the lines "document:" and "do:".
            {}     | `0111  "document" is missing \\ Add it.; 0111  "do" is missing \\ Add it.`
            """)
    void whatIsNoDefinitionIsToldSo(String text, String expected) {
        Read read = Read.yaml(text);

        assertThat(brief(read)).isEqualTo(expected.replace("\\", "|"));
        assertThat(read.definition()).isEmpty();
    }

    @Test
    void aDefinitionWithTwentyMistakesGivesTwentyProblems() throws IOException {
        Read read = Read.yaml(resource("twenty-mistakes.yaml"));

        assertThat(read.lines()).containsExactlyElementsOf(resource("twenty-mistakes.txt").lines().toList());
        assertThat(read.problems()).hasSize(20);
        assertThat(read.definition().orElseThrow().tasks()).as("stand-ins keep the names").hasSize(7);
    }

    @Test
    void aBadReusableComponentIsReportedOnceHoweverOftenItIsUsed() {
        Read read = Read.yaml(Read.DOCUMENT + """
                use:
                  timeouts: {bad: {after: x}}
                do:
                  - a: {set: {b: 1}, timeout: bad}
                  - c: {set: {b: 1}, timeout: bad}
                """);

        assertThat(read.problems()).hasSize(1);
    }

    private static String resource(String name) throws IOException {
        try (InputStream resource = DefinitionReaderProblemsTest.class.getResourceAsStream(name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Code, pointer, message and suggestion of each problem. */
    /** A column of a table has no room for more, which would show when an instance starts. */
    @ParameterizedTest
    @ValueSource(strings = { "namespace", "name", "version" })
    void whoItIsHasAtMost255Characters(String property) {
        Map<String, String> document = new HashMap<>(
                Map.of("dsl", "1.0.3", "namespace", "test", "name", "sample", "version", "1.0.0"));
        document.put(property, "1".repeat(255));
        assertThat(brief(Read.yaml("document: " + quoted(document) + "\ndo: [{a: {set: {b: 1}}}]"))).isEmpty();
        document.put(property, "1".repeat(256));
        assertThat(brief(Read.yaml("document: " + quoted(document) + "\ndo: [{a: {set: {b: 1}}}]")))
                .isEqualTo("0116 /document/" + property
                        + " \"" + property + "\" has 256 characters; at most 255 are possible | Shorten it.");
    }

    private static String quoted(Map<String, String> values) {
        return values.entrySet().stream().map(value -> value.getKey() + ": \"" + value.getValue() + "\"")
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String brief(Read read) {
        return read.lines().stream().map(line -> line.replaceFirst("CAIRN-", "").replaceFirst(" \\d+:\\d+ ", " "))
                .collect(Collectors.joining("; "));
    }
}
