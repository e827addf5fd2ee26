package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a bad definition is told. */
class DefinitionReaderProblemsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {sett: {b: 1}} | 0113 /do/0/a/sett There is no task kind "sett" \\ Did you mean "set"?
            {frobnicate: 1} | 0113 /do/0/a/frobnicate There is no task kind "frobnicate" \\ Possible: call, do, for, raise, set, switch, try, wait.
            {if: .x} | 0113 /do/0/a The task does not say what it does \\ Add one of call, do, for, raise, set, switch, try, wait.
            {set: {b: 1}, wait: PT1S} | 0114 /do/0/a A task has one kind, not 2: set, wait \\ Make several tasks of it.
            {set: {b: 1}, iff: .x} | 0112 /do/0/a/iff The property "iff" is unknown here \\ Did you mean "if"?
            {set: {b: 1}, colour: red} | 0112 /do/0/a/colour The property "colour" is unknown here \\ Known here: metadata, if, input, output, export, timeout, then, set.
            {set: 5} | 0110 /do/0/a/set "set" must be an expression or an object, not the number 5
            {set: {b: 1}, if: true} | 0110 /do/0/a/if "if" must be a string, not true \\ Write it in quotes.
            {set: {b: 1}, if: ""} | 0116 /do/0/a/if "if" must not be empty
            {set: {b: 1}, then: [x]} | 0110 /do/0/a/then "then" must be a string, not a list
            {set: {b: 1}, metadata: 1} | 0110 /do/0/a/metadata "metadata" must be an object, not the number 1
            {set: {b: 1}, input: {form: .x}} | 0112 /do/0/a/input/form The property "form" is unknown here \\ Did you mean "from"?
            {set: {b: 1}, output: {as: [1]}} | 0110 /do/0/a/output/as "as" must be an expression or an object, not a list
            {set: {b: 1}, export: .x} | 0110 /do/0/a/export "export" must be an object, not a string
            {set: {b: 1}, timeout: PT5S} | 0117 /do/0/a/timeout No timeout is named "PT5S" \\ Define it in use.timeouts, or write the timeout here.
            {set: {b: 1}, timeout: {after: soon}} | 0118 /do/0/a/timeout/after "soon" is no ISO 8601 duration such as "PT5M" or "P1DT12H"
            {set: {b: 1}, timeout: {}} | 0111 /do/0/a/timeout "after" is missing
            {wait: {second: 3}} | 0112 /do/0/a/wait/second The property "second" is unknown here \\ Did you mean "seconds"?
            {wait: {seconds: -3}} | 0118 /do/0/a/wait The seconds of a duration are a number of at least 0, not -3
            {set: {b: 1}, input: {schema: {}}} | 0111 /do/0/a/input/schema "document" is missing
            {set: {b: 1}, input: {schema: {document: 1}}} | 0110 /do/0/a/input/schema/document "document" must be a JSON Schema: an object, true or false, not the number 1
            {set: {b: 1}, input: {schema: {resource: {endpoint: x}}}} | 0115 /do/0/a/input/schema/resource A schema from an external resource is not supported yet
            {set: {b: 1}, input: {schema: {format: avro, document: {}}}} | 0115 /do/0/a/input/schema/format The schema format "avro" is not supported yet \\ Use "json".
            {fork: {branches: []}} | 0115 /do/0/a/fork The task kind "fork" is not supported yet
            {emit: {event: {}}} | 0115 /do/0/a/emit The task kind "emit" is not supported yet
            {listen: {to: {any: []}}, foreach: {do: []}} | 0115 /do/0/a/listen The task kind "listen" is not supported yet
            {run: {shell: {command: ls}}} | 0115 /do/0/a/run The task kind "run" is not supported yet
            {call: grpc, with: {x: y}} | 0115 /do/0/a/call The call of "grpc" is not supported yet
            {call: openapi} | 0115 /do/0/a/call The call of "openapi" is not supported yet
            {call: asyncapi} | 0115 /do/0/a/call The call of "asyncapi" is not supported yet
            {call: a2a} | 0115 /do/0/a/call The call of "a2a" is not supported yet
            {call: mcp} | 0115 /do/0/a/call The call of "mcp" is not supported yet
            {call: "log:1.0.0@catalog"} | 0115 /do/0/a/call The call of a function of a catalog, "log:1.0.0@catalog", is not supported yet
            {call: "https://example.com/f.yaml"} | 0115 /do/0/a/call The call of a function by its URL, "https://example.com/f.yaml", is not supported yet
            {call: 7} | 0110 /do/0/a/call "call" must be a string, not the number 7 \\ Write it in quotes.
            {call: f, with: [1]} | 0110 /do/0/a/with "with" must be an object, not a list
            {call: http} | 0111 /do/0/a "with" is missing
            {call: http, with: {method: get}} | 0111 /do/0/a/with "endpoint" is missing
            {call: http, with: {methd: get, endpoint: "http://x"}} | 0112 /do/0/a/with/methd The property "methd" is unknown here \\ Did you mean "method"?
            {call: http, with: {method: get, endpoint: {uri: "http://x", authentication: {use: a}}}} | 0115 /do/0/a/with/endpoint/authentication The authentication of an endpoint is not supported yet
            {call: http, with: {method: get, endpoint: "http://x", headers: {a: {b: c}}}} | 0110 /do/0/a/with/headers/a "a" must be a string, not an object
            {call: http, with: {method: get, endpoint: "http://x", query: .q}} | 0110 /do/0/a/with/query "query" must be an object or an expression ${ … }, not a string
            {call: http, with: {method: get, endpoint: "http://x", output: respons}} | 0116 /do/0/a/with/output "respons" is no output \\ Did you mean "response"?
            {call: http, with: {method: get, endpoint: "http://x", redirect: "yes"}} | 0110 /do/0/a/with/redirect "redirect" must be true or false, not a string
            {switch: {x: y}} | 0110 /do/0/a/switch "switch" must be a list, not an object
            {switch: [{c: {when: .x}}]} | 0111 /do/0/a/switch/0/c "then" is missing
            {switch: [{c: {wen: .x, then: end}}]} | 0112 /do/0/a/switch/0/c/wen The property "wen" is unknown here \\ Did you mean "when"?
            {switch: [5]} | 0119 /do/0/a/switch/0 An entry of a list is an object with exactly one key, its name
            {do: [{b: {set: {x: 1}}, c: {set: {x: 1}}}]} | 0119 /do/0/a/do/0 An entry of a list is an object with exactly one key, its name \\ Check how the lines are indented.
            {do: {b: {set: {x: 1}}}} | 0110 /do/0/a/do "do" must be a list, not an object
            {do: [{b: set}]} | 0110 /do/0/a/do/0/b "b" must be an object, not a string
            {for: {in: .x}} | 0111 /do/0/a "do" is missing
            {for: {each: x}, do: [{b: {set: {c: 1}}}]} | 0111 /do/0/a/for "in" is missing
            {for: {in: {x: 1}}, do: [{b: {set: {c: 1}}}]} | 0110 /do/0/a/for/in "in" must be an expression or a list, not an object
            {for: {in: .x, from: 1}, do: [{b: {set: {c: 1}}}], while: .x} | 0112 /do/0/a/for/from The property "from" is unknown here \\ Known here: each, at, in.
            {raise: {}} | 0111 /do/0/a/raise "error" is missing
            {raise: {error: gone}} | 0117 /do/0/a/raise/error No error is named "gone" \\ Define it in use.errors, or write the error here.
            {raise: {error: {type: "http://x"}}} | 0111 /do/0/a/raise/error "status" is missing
            {raise: {error: {type: "http://x", status: "500"}}} | 0110 /do/0/a/raise/error/status "status" must be an integer, not a string
            {raise: {error: {type: "http://x", status: 500, detail: a, details: b}}} | 0114 /do/0/a/raise/error/details "detail" and "details" exclude each other \\ "details" is the earlier name; keep "detail".
            {try: [{b: {call: f}}]} | 0111 /do/0/a "catch" is missing
            {try: [{b: {call: f}}], catch: {errors: {type: x}}} | 0112 /do/0/a/catch/errors/type The property "type" is unknown here \\ Known here: with.
            {try: [{b: {call: f}}], catch: {errors: {with: {status: "503"}}}} | 0110 /do/0/a/catch/errors/with/status "status" must be an integer, not a string
            {try: [{b: {call: f}}], catch: {errors: {with: {type: "${ .x }"}}}} | 0116 /do/0/a/catch/errors/with/type An error filter has literal values only \\ Move the expression to "when" of the catch.
            {try: [{b: {call: f}}], catch: {retry: often}} | 0117 /do/0/a/catch/retry No retry policy is named "often" \\ Define it in use.retries, or write the retry policy here.
            {try: [{b: {call: f}}], catch: {retry: {backoff: {fibonacci: {}}}}} | 0112 /do/0/a/catch/retry/backoff/fibonacci The property "fibonacci" is unknown here \\ Known here: constant, linear, exponential.
            {try: [{b: {call: f}}], catch: {retry: {backoff: {}}}} | 0111 /do/0/a/catch/retry/backoff "constant", "linear" or "exponential" is missing
            {try: [{b: {call: f}}], catch: {retry: {backoff: {linear: {}, constant: {}}}}} | 0114 /do/0/a/catch/retry/backoff "constant", "linear" and "exponential" exclude each other \\ Keep one of them.
            {try: [{b: {call: f}}], catch: {retry: {backoff: {linear: {by: 2}}}}} | 0112 /do/0/a/catch/retry/backoff/linear/by The property "by" is unknown here
            {try: [{b: {call: f}}], catch: {retry: {jitter: {to: PT1S}}}} | 0111 /do/0/a/catch/retry/jitter "from" is missing
            {try: [{b: {call: f}}], catch: {retry: {limit: {count: 3}}}} | 0112 /do/0/a/catch/retry/limit/count The property "count" is unknown here \\ Known here: attempt, duration.
            {try: [{b: {call: f}}], catch: {retry: {limit: {attempt: {count: 2.5}}}}} | 0110 /do/0/a/catch/retry/limit/attempt/count "count" must be an integer, not the number 2.5
            """)
    void aTaskWithOneMistakeGivesOneProblem(String task, String expected) {
        assertThat(brief(Read.tasks("  - a: " + task))).isEqualTo(expected.replace("\\", "|"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            schedule: {every: PT1M} | 0115 /schedule "schedule" is not supported yet
            use: {functions: {f: {call: http}}} | 0115 /use/functions "use.functions" is not supported yet
            use: {authentications: {a: {}}} | 0115 /use/authentications "use.authentications" is not supported yet
            use: {extensions: []} | 0115 /use/extensions "use.extensions" is not supported yet
            use: {secrets: [s]} | 0115 /use/secrets "use.secrets" is not supported yet
            use: {catalogs: {c: {}}} | 0115 /use/catalogs "use.catalogs" is not supported yet
            use: {retrys: {}} | 0112 /use/retrys The property "retrys" is unknown here \\ Did you mean "retries"?
            use: {errors: []} | 0110 /use/errors "errors" must be an object, not a list
            use: {errors: {e: {type: x, status: 1, detial: y}}} | 0112 /use/errors/e/detial The property "detial" is unknown here \\ Did you mean "detail"?
            use: {timeouts: {t: {after: 5}}} | 0118 /use/timeouts/t/after A duration is an ISO 8601 literal such as "PT5M" or an object such as {"minutes": 5}, not 5
            evaluate: {mode: loose} | 0115 /evaluate/mode The evaluation mode "loose" is not supported yet
            evaluate: {mode: lose} | 0116 /evaluate/mode "lose" is no mode \\ Did you mean "loose"?
            evaluate: {language: js} | 0115 /evaluate/language The expression language "js" is not supported yet
            inputs: {from: .x} | 0112 /inputs The property "inputs" is unknown here \\ Did you mean "input"?
            timeout: never | 0117 /timeout No timeout is named "never" \\ Define it in use.timeouts, or write the timeout here.
            """)
    void aWorkflowWithOneMistakeGivesOneProblem(String line, String expected) {
        assertThat(brief(Read.yaml(Read.DOCUMENT + line + "\ndo: [{a: {set: {b: 1}}}]")))
                .isEqualTo(expected.replace("\\", "|"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {dsl: 1.0.3, namespace: a, name: b} | 0111 /document "version" is missing
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0} | 0110 /document/version "version" must be a string, not the number 1.0 \\ Write it in quotes.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, titel: x} | 0112 /document/titel The property "titel" is unknown here \\ Did you mean "title"?
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, tags: [x]} | 0110 /document/tags "tags" must be an object, not a list
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {htttp: {}}}} | 0112 /document/metadata/cairn/htttp The property "htttp" is unknown here \\ Did you mean "http"?
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {http: {}}}} | 0111 /document/metadata/cairn/http "path" is missing
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: {cairn: {http: {path: /a, method: get}}}} | 0112 /document/metadata/cairn/http/method The property "method" is unknown here \\ Known here: path.
            {dsl: 1.0.3, namespace: a, name: b, version: 1.0.0, metadata: []} | 0110 /document/metadata "metadata" must be an object, not a list
            """)
    void aDocumentWithOneMistakeGivesOneProblem(String document, String expected) {
        assertThat(brief(Read.yaml("document: " + document + "\ndo: [{a: {set: {b: 1}}}]")))
                .isEqualTo(expected.replace("\\", "|"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [1, 2] | 0110  A definition is an object with "document" and "do"
            hello  | 0110  A definition is an object with "document" and "do"
            {}     | `0111  "document" is missing; 0111  "do" is missing`
            """)
    void whatIsNoDefinitionIsToldSo(String text, String expected) {
        Read read = Read.yaml(text);

        assertThat(brief(read)).isEqualTo(expected);
        assertThat(read.definition()).isEmpty();
    }

    @Test
    void aDefinitionWithTwentyMistakesGivesTwentyProblems() {
        Read read = Read.yaml("""
                document:
                  dsl: 1.0.3
                  namespace: test
                  name: mistakes
                  version: 1.0.0
                  titel: Twenty mistakes
                  metadata:
                    cairn:
                      htp: {path: /a}
                schedule: {cron: 0 0 * * *}
                timeout: {after: later}
                use:
                  retries:
                    often: {limt: 3}
                  secrets: [password]
                do:
                  - one: {sett: {a: 1}}
                  - two: {set: {a: 1}, iff: .a}
                  - three: {fork: {branches: []}}
                  - four:
                      call: http
                      with:
                        method: get
                        endpoint: {uri: "https://example.com", authentication: {use: x}}
                        output: everything
                        headers: [a]
                  - five:
                      for: {each: x}
                      do:
                        - six: {wait: {minute: 1}}
                        - seven: {raise: {error: unknown}}
                  - eight:
                      try:
                        - nine: {call: 9}
                      catch:
                        errors: {with: {status: high}}
                        retry: oftn
                        do:
                          - ten: {set: 10}
                  - eleven:
                      switch:
                        - a: {when: .a}
                """);

        assertThat(read.lines()).containsExactly(
                "CAIRN-0112 6:3 /document/titel The property \"titel\" is unknown here | Did you mean \"title\"?",
                "CAIRN-0112 9:7 /document/metadata/cairn/htp The property \"htp\" is unknown here | Did you mean \"http\"?",
                "CAIRN-0115 10:1 /schedule \"schedule\" is not supported yet",
                "CAIRN-0118 11:18 /timeout/after \"later\" is no ISO 8601 duration such as \"PT5M\" or \"P1DT12H\"",
                "CAIRN-0112 14:13 /use/retries/often/limt The property \"limt\" is unknown here | Did you mean \"limit\"?",
                "CAIRN-0115 15:3 /use/secrets \"use.secrets\" is not supported yet",
                "CAIRN-0113 17:11 /do/0/one/sett There is no task kind \"sett\" | Did you mean \"set\"?",
                "CAIRN-0112 18:24 /do/1/two/iff The property \"iff\" is unknown here | Did you mean \"if\"?",
                "CAIRN-0115 19:13 /do/2/three/fork The task kind \"fork\" is not supported yet",
                "CAIRN-0115 24:48 /do/3/four/with/endpoint/authentication The authentication of an endpoint is not supported yet",
                "CAIRN-0116 25:17 /do/3/four/with/output \"everything\" is no output | Possible: raw, content, response.",
                "CAIRN-0110 26:9 /do/3/four/with/headers \"headers\" must be an object or an expression ${ … }, not a list",
                "CAIRN-0111 28:7 /do/4/five/for \"in\" is missing",
                "CAIRN-0112 30:24 /do/4/five/do/0/six/wait/minute The property \"minute\" is unknown here"
                        + " | Did you mean \"minutes\"?",
                "CAIRN-0117 31:34 /do/4/five/do/1/seven/raise/error No error is named \"unknown\""
                        + " | Define it in use.errors, or write the error here.",
                "CAIRN-0110 34:24 /do/5/eight/try/0/nine/call \"call\" must be a string, not the number 9"
                        + " | Write it in quotes.",
                "CAIRN-0110 36:33 /do/5/eight/catch/errors/with/status \"status\" must be an integer, not a string",
                "CAIRN-0117 37:16 /do/5/eight/catch/retry No retry policy is named \"oftn\" | Did you mean \"often\"?",
                "CAIRN-0110 39:24 /do/5/eight/catch/do/0/ten/set \"set\" must be an expression or an object, not the number 10",
                "CAIRN-0111 42:11 /do/6/eleven/switch/0/a \"then\" is missing");
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

    /** Code, pointer, message and suggestion of each problem. */
    private static String brief(Read read) {
        return read.lines().stream().map(line -> line.replaceFirst("CAIRN-", "").replaceFirst(" \\d+:\\d+ ", " "))
                .collect(Collectors.joining("; "));
    }
}
