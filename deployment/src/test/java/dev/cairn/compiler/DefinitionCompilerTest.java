package dev.cairn.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.EventReadMode;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.program.ErrorGuardRange;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramCodec;
import dev.cairn.program.ProgramTriggers;
import dev.cairn.program.TaskInfo;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.ScheduleSpec;

class DefinitionCompilerTest {

    private static final String DOCUMENT = """
            document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}
            do:
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {only: {set: {a: "${ .a + }"}}}                                   | CAIRN-0301 | /do/0/only/set/a
            {only: {set: {a: "${ frobnicate }"}}}                             | CAIRN-0301 | /do/0/only/set/a
            {only: {set: {a: ["${ $contxt }"]}}}                              | CAIRN-0302 | /do/0/only/set/a/0
            {only: {if: $input.x, set: {a: 1}}}                               | CAIRN-0302 | /do/0/only/if
            {only: {set: {a: "${ $error }"}}}                                 | CAIRN-0302 | /do/0/only/set/a
            {only: {set: {a: "${ $secrets.x }"}}}                             | CAIRN-0309 | /do/0/only/set/a
            {only: {call: greet, with: {name: "${ $secrets.x }"}}}            | CAIRN-0309 | /do/0/only/with/name
            {only: {call: greet, with: {name: "${ $secrets }"}}}              | CAIRN-0309 | /do/0/only/with/name
            {only: {call: gret}}                                              | CAIRN-0303 | /do/0/only
            {only: {call: tell}}                                              | CAIRN-0304 | /do/0/only
            {only: {call: tell, with: {who: 1, waht: 2}}}                     | CAIRN-0304 | /do/0/only/with/waht
            {only: {set: {a: "${ $task.output }"}}}                           | CAIRN-0302 | /do/0/only/set/a
            {only: {input: {from: $input}, set: {a: 1}}}                      | CAIRN-0302 | /do/0/only/input/from
            {only: {call: http, with: {method: get, endpoint: "http://a/{"}}} | CAIRN-0306 | /do/0/only/with/endpoint
            {only: {call: http, with: {method: get, endpoint: "http://a/${ .id }"}}} | CAIRN-0306 | /do/0/only/with/endpoint
            {only: {call: http, with: {method: get, endpoint: "http://a/{.id}"}}} | CAIRN-0306 | /do/0/only/with/endpoint
            {only: {call: http, with: {method: get, endpoint: "http://a/{ id }"}}} | CAIRN-0306 | /do/0/only/with/endpoint
            {only: {call: http, with: {method: get, endpoint: "http://a/{+id}"}}} | CAIRN-0306 | /do/0/only/with/endpoint
            {only: {call: http, with: {method: get, endpoint: "http://a/{x,y}"}}} | CAIRN-0306 | /do/0/only/with/endpoint
            {only: {call: http, with: {method: get, endpoint: "http://a/{}"}}} | CAIRN-0306 | /do/0/only/with/endpoint
            {only: {run: {script: {language: python, code: "1"}}}}            | CAIRN-0321 | /do/0/only/run/script
            {only: {run: {shell: {command: ls, arguments: ["${ $secrets.x }"]}}}} | CAIRN-0309 | /do/0/only/run/shell/arguments/0
            {only: {run: {workflow: {namespace: test, name: chidl, version: latest}}}} | CAIRN-0320 | /do/0/only/run/workflow
            {only: {run: {workflow: {namespace: test, name: child, version: 2.0.0}}}}  | CAIRN-0320 | /do/0/only/run/workflow
            {only: {run: {workflow: {namespace: test, name: child, version: latest, input: {a: "${ $secrets.x }"}}}}} | CAIRN-0309 | /do/0/only/run/workflow/input/a
            """)
    void whatIsWrongIsReportedWithItsCodeAndPlace(String task, String code, String pointer) {
        ProblemCollector problems = compile(DOCUMENT + "  - " + task + "\n");
        assertThat(problems.all()).isNotEmpty().first().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.location().pointer()).startsWith(pointer);
            assertThat(problem.location().file()).isEqualTo("case.yaml");
            assertThat(problem.location().line()).isEqualTo(3);
        });
    }

    /** Instances that wait for their tasks go on when a schedule has changed. */
    @Test
    void schedulesAreInTheProgramAndNotInItsShape() {
        String tasks = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\ndo: [{a: {set: .x}}]\n";
        Program plain = TestPrograms.program("case.yaml", tasks);
        Program scheduled = TestPrograms.program("case.yaml", tasks + "schedule: {cron: 0 8 * * *, every: PT1H}\n");

        assertThat(plain.triggers()).isEqualTo(ProgramTriggers.NONE);
        assertThat(scheduled.triggers()).isEqualTo(new ProgramTriggers(null, List.of(
                ScheduleSpec.of(new CronRule(CronExpression.of("0 8 * * *"), CronRule.DEFAULT_ZONE)),
                ScheduleSpec.of(new EveryRule(3_600_000))), null));
        assertThat(scheduled.shape()).isEqualTo(plain.shape());
    }

    @Test
    void eventsThatStartInstancesAreInTheProgramAndNotInItsShape() {
        String tasks = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\ndo: [{a: {set: .x}}]\n";
        Program started = TestPrograms.program("case.yaml", tasks
                + "schedule: {on: {any: [{with: {type: a}}, {with: {type: \"b.*\"}}, {with: {type: a, source: /s}}]}, read: raw}\n");

        assertThat(started.triggers().events().types()).containsExactly("a");
        assertThat(started.triggers().events().anyType()).isTrue();
        assertThat(started.triggers().events().read()).isEqualTo(EventReadMode.RAW);
        assertThat(started.shape()).isEqualTo(TestPrograms.program("case.yaml", tasks).shape());
    }

    @Test
    void setsOfEventsThatStartInstancesAreInTheProgramAndNotInItsShape() {
        String document = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\ndo: [{a: {set: .x}}]\n";
        Program until = TestPrograms.program("case.yaml", document
                + "schedule: {on: {any: [{with: {type: a}}], until: {all: [{with: {type: b}}, {with: {type: c}}]}}}\n");
        Program again = TestPrograms.program("case.yaml", document
                + "schedule: {read: raw, on: {any: [{with: {type: a}}], until: {all: [{with: {type: b}}, {with: {type: c}}]}}}\n");
        Program other = TestPrograms.program("case.yaml", document
                + "schedule: {on: {any: [{with: {type: a}}], until: {all: [{with: {type: b}}, {with: {type: d}}]}}}\n");
        Program condition = TestPrograms.program("case.yaml", document
                + "schedule: {on: {any: [{with: {type: a}}], until: length == 3}}\n");

        assertThat(until.triggers().events().types()).containsExactly("a", "b", "c");
        assertThat(until.triggers().events().set().all()).isFalse();
        assertThat(until.triggers().events().set().condition()).isNull();
        assertThat(condition.triggers().events().set().condition()).isNotNull();
        assertThat(until.triggers().events().set().id()).isEqualTo(again.triggers().events().set().id())
                .isNotEqualTo(other.triggers().events().set().id()).isNotEqualTo(condition.triggers().events().set().id());
        assertThat(until.shape()).isEqualTo(TestPrograms.program("case.yaml", document).shape());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {any: [{with: {type: a}}], until: "length > now"}                                                | CAIRN-0322 | /until
            {any: [{with: {type: a}}], until: "$context.x"}                                                  | CAIRN-0302 | /until
            {any: [{with: {type: a}}], until: {one: {with: {type: b, data: "${ .x < now }"}}}}               | CAIRN-0322 | /until/one
            {all: [{with: {type: a}, correlate: {x: {from: .x}}}, {with: {type: b}}]}                        | CAIRN-0323 | /all/1
            {all: [{with: {type: a}}, {with: {type: b}, correlate: {x: {from: .x}}}]}                        | CAIRN-0323 | /all/1
            {any: [{with: {type: a}, correlate: {x: {from: .x}}}], until: {one: {with: {type: b}}}}          | CAIRN-0323 | /until/one
            {any: [{with: {type: a}, correlate: {x: {from: .x}}}], until: {any: []}}                         | CAIRN-0323 | /any/0
            """)
    void theEventsOfASetHaveTheSameValuesInCommon(String on, String code, String pointer) {
        ProblemCollector problems = compile(
                DOCUMENT.replace("do:", "schedule: {on: " + on + "}\ndo:") + "  - only: {set: {a: 1}}\n");
        assertThat(problems.all()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.location().pointer()).isEqualTo("/schedule/on" + pointer);
        });
    }

    /** An expected value is a condition on the event alone. */
    @Test
    void aCorrelationWithAnExpectedValueIsNotSharedByTheEventsOfASet() {
        Program program = TestPrograms.program("case.yaml", """
                document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}
                schedule: {on: {all: [{with: {type: a}, correlate: {x: {from: .x, expect: y}}}, {with: {type: b}}]}}
                do: [{only: {set: {a: 1}}}]
                """);
        assertThat(program.triggers().events().set().all()).isTrue();
    }

    /** Before the start there is nothing but the event. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {with: {type: a, data: "${ .x == $context.x }"}}                       | CAIRN-0302 | /with/data
            {with: {type: a, data: "${ .x == $workflow.id }"}}                     | CAIRN-0302 | /with/data
            {with: {type: "${ . == $secrets.x }"}}                                 | CAIRN-0309 | /with/type
            {with: {type: a, data: "${ .x < now }"}}                               | CAIRN-0322 |
            {with: {type: a}, correlate: {x: {from: .x, expect: "${ $input.x }"}}} | CAIRN-0302 | /correlate/x/expect
            {with: {type: a}, correlate: {x: {from: "$task.name"}}}                | CAIRN-0302 | /correlate/x/from
            {with: {type: a, data: "${ .x + }"}}                                   | CAIRN-0301 | /with/data
            """)
    void filtersOfEventsThatStartInstancesSeeTheEventAlone(String filter, String code, String pointer) {
        ProblemCollector problems = compile(
                DOCUMENT.replace("do:", "use: {secrets: [x]}\nschedule: {on: {one: " + filter + "}}\ndo:")
                        + "  - only: {set: {a: 1}}\n");
        assertThat(problems.all()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.location().pointer()).isEqualTo("/schedule/on/one" + (pointer == null ? "" : pointer));
            assertThat(problem.location().line()).isEqualTo(3);
        });
    }

    /** Anywhere else what it gives, or the error that quotes it, would be stored, and a replay would read it anew. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {if: $secrets.x, set: {a: 1}}                                       | /if
            {set: {a: 1}, input: {from: $secrets.x}}                            | /input/from
            {set: {a: 1}, output: {as: $secrets.x}}                             | /output/as
            {set: {a: 1}, export: {as: $secrets.x}}                             | /export/as
            {wait: "${ $secrets.x }"}                                           | /wait
            {call: ping, timeout: {after: "${ $secrets.x }"}}                   | /timeout/after
            {switch: [{c: {when: $secrets.x, then: end}}]}                      | /switch/0/c/when
            {for: {in: $secrets.x}, do: [{a: {set: {a: 1}}}]}                   | /for/in
            {raise: {error: {type: a, status: 400, detail: "${ $secrets.x }"}}} | /raise/error/detail
            {emit: {event: {with: {type: a, data: "${ $secrets.x }"}}}}         | /emit/event/with/data
            {listen: {to: {one: {with: {type: "${ $secrets.x }"}}}}}            | /listen/to/one/with/type
            {try: [{a: {call: ping}}], catch: {when: $secrets.x, do: [{b: {set: {a: 1}}}]}} | /catch/when
            {try: [{a: {call: ping}}], catch: {retry: {when: $secrets.x}}}      | /catch/retry/when
            {try: [{a: {call: ping}}], catch: {retry: {delay: "${ $secrets.x }"}}} | /catch/retry/delay
            {call: again, with: {a: "${ $secrets.x }"}}                         | /with/a
            {do: [{a: {call: ping}}], input: {from: $secrets.x}}                | /input/from
            {run: {workflow: {namespace: test, name: child, version: latest}}, input: {from: $secrets.x}} | /input/from
            {call: ping, input: {from: $secrets.x}, output: {as: $input}}       | /output/as
            {call: ping, input: {from: $secrets.x}, export: {as: "[$input]"}}   | /export/as
            """)
    void secretsAreReadInArgumentsOfCallsOnly(String task, String pointer) {
        ProblemCollector problems = compile(
                DOCUMENT.replace("do:", "use: {secrets: [x], functions: {again: {set: {a: 1}}}}\ndo:")
                        + "  - only: " + task + "\n");
        assertThat(problems.all()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("CAIRN-0309");
            assertThat(problem.location().pointer()).isEqualTo("/do/0/only" + pointer);
            assertThat(problem.message()).contains("cannot be read here");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {call: ping, input: {from: "{a: $secrets.x}"}, timeout: {after: "${ .a }"}}         | /timeout/after
            {run: {shell: {command: ls}, await: false}, input: {from: "{a: $secrets.x}"}}       | ""
            {call: ping, input: {from: "{a: $secrets.y}"}}                                      | /input/from
            {call: greet, input: {from: "{a: $secrets.x}"}, with: {name: "${ $secrets.y }"}}    | /with/name
            """)
    void anInputWithSecretsIsForTheArgumentsOnly(String task, String pointer) {
        ProblemCollector problems = compile(DOCUMENT.replace("do:", "use: {secrets: [x]}\ndo:") + "  - only: " + task + "\n");

        assertThat(problems.all()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("CAIRN-0309");
            assertThat(problem.location().pointer()).isEqualTo("/do/0/only" + pointer.replace("\"", ""));
        });
    }

    @Test
    void thereIsNoContextBeforeTheInputIsTransformed() {
        ProblemCollector problems = compile(DOCUMENT.replace("do:", "input: {from: $context}\noutput: {as: $context}\ndo:")
                + "  - only: {set: {a: 1}}\n");

        assertThat(problems.all()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("CAIRN-0302");
            assertThat(problem.location().pointer()).isEqualTo("/input/from");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            $task.wiht.uri == "x"     | $task.wiht is always null.     | Did you mean "with"?
            $task.Name == "x"         | $task.Name is always null.     | Did you mean "name"?
            $workflow.version == "x"  | $workflow.version is always null. | There are: definition, id, input, startedAt.
            $runtime.verson == "x"    | $runtime.verson is always null. | Did you mean "version"?
            $task.with.uri == "x"     | |
            $task.definition.any      | |
            $workflow.definition.any  | |
            $runtime.metadata.any     | |
            $context.any              | |
            """)
    void whatADescriptorNeverHasIsAWarning(String condition, String message, String suggestion) {
        ProblemCollector problems = new ProblemCollector();
        String text = DOCUMENT.replace("do:", "use: {extensions: [{mock: {extend: set, when: '" + condition
                + "', before: [{b: {set: {x: 1}}}]}}]}\ndo:") + "  - only: {set: {a: 1}}\n";
        Optional<Program> program = DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems)
                .flatMap(definition -> new DefinitionCompiler(TestPrograms.FUNCTIONS, "test").compile(definition, problems));

        assertThat(program).isPresent();
        assertThat(problems.all()).extracting(Problem::code).isEqualTo(message == null ? List.of() : List.of("CAIRN-0311"));
        assertThat(problems.all()).allSatisfy(problem -> {
            assertThat(problem.message()).isEqualTo(message);
            assertThat(problem.suggestion()).isEqualTo(suggestion);
            assertThat(problem.location().pointer()).isEqualTo("/use/extensions/0/mock/when");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {extend: all, before: [{b: {set: .x, then: exit}}]}                               | true
            {extend: raise, when: .x, before: [{b: {switch: [{c: {then: exit}}]}}]}           | true
            {extend: raise, before: [{b: {try: [{c: {set: .x}}], catch: {then: exit}}}]}      | true
            {extend: raise, before: [{b: {set: .x}}], after: [{c: {set: .x, then: exit}}]}    | false
            {extend: set, before: [{b: {set: .x, then: exit}}]}                               | false
            """)
    void anExtensionThatCouldAnswerForAnErrorSwitchesCompensationOffWithAWarning(String extension, boolean off) {
        ProblemCollector problems = new ProblemCollector();
        String text = DOCUMENT.replace("do:", "use: {extensions: [{mock: " + extension + "}]}\ndo:") + """
                  - undone:
                      try: [{a: {set: .x}}]
                      catch: {do: [{b: {set: .x}}, {c: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}}]}
                """;
        Optional<Program> program = DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems)
                .flatMap(definition -> new DefinitionCompiler(TestPrograms.FUNCTIONS, "test").compile(definition, problems));

        assertThat(program.orElseThrow().guards().stream().anyMatch(ErrorGuardRange::compensates)).isEqualTo(!off);
        assertThat(problems.all()).extracting(Problem::toString).allSatisfy(problem -> assertThat(problem)
                .startsWith(
                        "case.yaml:6:7 (/do/0/undone/catch): CAIRN-0310: The extension \"mock\" can answer for the error that"
                                + " \"undone\" raises again"))
                .hasSize(off ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {reply: "${ .a - }"}                   | listen: {to: {any: []}} | CAIRN-0301 | /reply
            {reply: "${ $item }"}                  | listen: {to: {any: []}} | CAIRN-0302 | /reply
            {reply: "${ $secrets.a }"}             | listen: {to: {any: []}} | CAIRN-0309 | /reply
            {reply: "${ now }"}                    | listen: {to: {any: []}} | CAIRN-0314 | /reply
            {reply: .a}                            | listen: {to: {any: []}} | CAIRN-0314 | /reply
            {reply: "${ $input.a }"}               | listen: {to: {any: []}} | CAIRN-0314 | /reply
            {reply: "${ $task.input }"}            | listen: {to: {any: []}} | CAIRN-0314 | /reply
            {reply: "${ $task.startedAt }"}        | listen: {to: {any: []}} | CAIRN-0314 | /reply
            {reply: {a: 1}}                        | listen: {to: {any: []}} | CAIRN-0110 | /reply
            {replies: "${ . }"}                    | listen: {to: {any: []}} | CAIRN-0112 | /replies
            {reply: "${ . }"}                      | wait: PT1S              | CAIRN-0112 | /reply
            """)
    void aReplyIsChecked(String metadata, String task, String code, String pointer) {
        String text = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\ndo: [{a: {metadata: {cairn: "
                + metadata + "}, " + task + "}}]\n";
        ProblemCollector problems = new ProblemCollector();
        DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems)
                .ifPresent(definition -> new DefinitionCompiler(TestPrograms.FUNCTIONS, "test").compile(definition, problems));
        assertThat(problems.all()).hasSize(1).first().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.location().pointer()).isEqualTo("/do/0/a/metadata/cairn" + pointer);
            assertThat(problem.suggestion()).isNotEmpty();
        });
    }

    @Test
    void aReplySeesTheTurn() {
        String document = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\ndo: [{a: {%s"
                + "foreach: {item: line, do: [{b: {set: {x: 1}}}]}, listen: {to: {any: []}}}}]\n";
        Program without = TestPrograms.program("case.yaml", document.formatted(""));
        Program with = TestPrograms.program("case.yaml",
                document.formatted("metadata: {cairn: {reply: \"${ [$line, $index, .] }\"}}, "));
        assertThat(with.header().answers().replies()).hasSize(1);
        assertThat(with.shape()).isEqualTo(without.shape());
    }

    /** Running instances replay the same program. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            .                                                  |
            [$context, $workflow.input, $task.name, $line, .]  |
            [$input, $task.input, $task.startedAt]             | output: {as: "${ [$input, $task.input, $task.startedAt] }"},
            $context.a                                         | export: {as: "${ $context + . }"},
            $context.a                                         | export: {as: "${ . }"},
            """)
    void answersDoNotChangeTheShapeOfAProgram(String expression, String rules) {
        String document = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0, metadata: {cairn: {queries: {%s}}}}\n"
                + "do: [{a: {metadata: {cairn: {%s}}, " + (rules == null ? "" : rules)
                + " foreach: {item: line, do: [{b: {set: {x: 1}}}]}, listen: {to: {any: []}}}}]\n";
        Program without = TestPrograms.program("case.yaml", document.formatted("", ""));
        String query = "q: \"${ [$context, $workflow.input, $workflow.startedAt, now] }\"";
        Program with = TestPrograms.program("case.yaml", document.formatted(query, "reply: \"${ " + expression + " }\""));
        assertThat(with.header().answers().replies()).hasSize(1);
        assertThat(with.header().answers().queries()).hasSize(1);
        assertThat(with.shape()).isEqualTo(without.shape());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            businessKey: ${ .a + }                 | CAIRN-0301 | /businessKey
            businessKey: ${ $workflow.id }         | CAIRN-0302 | /businessKey
            attributes: {at: "${ now }"}           | CAIRN-0308 | /attributes/at
            attributes: {"": "${ .a }"}            | CAIRN-0308 | /attributes
            attributes: {a: 1}                     | CAIRN-0110 | /attributes/a
            attribute: {a: "${ .a }"}              | CAIRN-0112 | /attribute
            retention: {completed: P1D, lost: P1D} | CAIRN-0112 | /retention/lost
            retention: ${ .days }                  | CAIRN-0118 | /retention
            retention: {faulted: soon}             | CAIRN-0118 | /retention/faulted
            queries: {step: "${ .a - }"}           | CAIRN-0301 | /queries/step
            queries: {step: "${ $input.a }"}       | CAIRN-0302 | /queries/step
            queries: {step: "${ $task.name }"}     | CAIRN-0302 | /queries/step
            queries: {step: "${ $secrets.a }"}     | CAIRN-0309 | /queries/step
            queries: {step: .a}                    | CAIRN-0313 | /queries/step
            queries: {"1st": "${ .a }"}            | CAIRN-0313 | /queries/1st
            queries: {"a/b": "${ .a }"}            | CAIRN-0313 | /queries/a~1b
            queries: {step: 1}                     | CAIRN-0110 | /queries/step
            queries: [step]                        | CAIRN-0110 | /queries
            concurrency: 0                         | CAIRN-0116 | /concurrency
            concurrency: -3                        | CAIRN-0116 | /concurrency
            concurrency: 1.5                       | CAIRN-0110 | /concurrency
            concurrency: many                      | CAIRN-0110 | /concurrency
            concurrency: 3000000000                | CAIRN-0110 | /concurrency
            """)
    void whatIsSaidOfInstancesIsChecked(String metadata, String code, String pointer) {
        String text = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0, metadata: {cairn: {"
                + metadata.replace("${ .a + }", "\"${ .a + }\"").replace("${ $workflow.id }", "\"${ $workflow.id }\"")
                        .replace("${ .days }", "\"${ .days }\"")
                + "}}}\ndo: [{a: {set: {n: 1}}}]\n";
        ProblemCollector problems = new ProblemCollector();
        DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems)
                .ifPresent(definition -> new DefinitionCompiler(TestPrograms.FUNCTIONS, "test").compile(definition, problems));
        assertThat(problems.all()).hasSize(1).first().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.location().pointer()).startsWith("/document/metadata/cairn" + pointer);
        });
    }

    @Test
    void everythingIsReportedAtOnceWithSuggestions() {
        ProblemCollector problems = compile(DOCUMENT + """
                  - one: {set: {a: "${ $contxt }"}}
                  - two: {call: gret}
                  - three: {set: {b: "${ ) }", c: "${ $inptu }"}}
                  - four: {call: tell, with: {who: 1}}
                """);
        assertThat(problems.all()).extracting(Problem::code).containsExactly("CAIRN-0302", "CAIRN-0303", "CAIRN-0301",
                "CAIRN-0302", "CAIRN-0304");
        assertThat(problems.all()).extracting(Problem::toString)
                .anySatisfy(text -> assertThat(text).contains("case.yaml:3:").contains("Did you mean \"context\"?"))
                .anySatisfy(text -> assertThat(text).contains("Did you mean \"greet\"?"))
                .anySatisfy(text -> assertThat(text).contains("needs a value for: what"));
    }

    @Test
    void aPlainSetIsOneOperation() {
        Program program = TestPrograms.program("case.yaml", DOCUMENT + "  - a: {set: {n: 1}}\n  - b: {set: {n: 2}}\n");
        assertThat(program.operations()).hasSize(3).first().isInstanceOf(Operation.Assign.class);
        assertThat(program.operations().get(2)).isInstanceOf(Operation.Finish.class);
    }

    @Test
    void theShapeIsTheSameForWhatReplaysTheSame() {
        Program one = TestPrograms.program("case.yaml", DOCUMENT + "  - a: {call: ping, metadata: {note: 1}}\n");
        Program same = TestPrograms.program("other.yaml", DOCUMENT + "\n  - a:\n      call: ping\n      metadata: {note: 2}\n");
        Program other = TestPrograms.program("case.yaml", DOCUMENT + "  - b: {call: ping}\n");
        assertThat(one.shape()).isEqualTo(same.shape()).isNotEqualTo(other.shape());
    }

    @Test
    void aProgramIsWhatItWasAfterItsEncoding() {
        Program program = TestPrograms.program("case.yaml", DOCUMENT + """
                  - careful:
                      if: .go
                      input: {schema: {document: {type: object}}, from: "${ . }"}
                      timeout: {after: PT1M}
                      try:
                        - loop:
                            for: {each: x, in: .items}
                            while: $x > 0
                            do:
                              - ask: {call: ask, with: {question: "${ $x + now }"}}
                              - pause: {wait: "${ .d }"}
                              - choose: {switch: [{a: {when: .a, then: exit}}, {b: {then: end}}]}
                      catch:
                        errors: {with: {status: 503, type: "https://example.com/e", title: t, detail: d, instance: i}}
                        as: e
                        when: $e.status > 1
                        exceptWhen: $e.status > 2
                        retry:
                          when: "true"
                          exceptWhen: "false"
                          delay: PT1S
                          backoff: {exponential: {}}
                          jitter: {from: PT1S, to: PT2S}
                          limit: {attempt: {count: 3, duration: PT1S}, duration: PT1M}
                        do: [{again: {raise: {error: {type: "https://example.com/e", status: 500}}}}]
                      output: {as: "${ $task.input }", schema: {document: true}}
                      export: {as: "${ $output }"}
                """);
        assertThat(ProgramCodec.read(ProgramCodec.write(List.of(program)))).containsExactly(program);
        assertThat(program.operations().stream().map(Object::getClass).distinct().count()).isGreaterThan(12);
        assertThat(ProgramCodec.shaped(program).shape()).isEqualTo(program.shape());
    }

    @Test
    void namesMayHaveAnyCharacter() {
        Program program = TestPrograms.program("case.yaml", """
                document: {dsl: 1.0.3, namespace: test, name: "names", version: 1.0.0}
                do:
                  - "\\U0001F600": {set: {"\\U0001F600": {"\\U0001F600": 1}, "k\\uD800": "${ {\\"\\U0001F600\\": .[\\"\\U0001F600\\"]} }"}}
                """);
        assertThat(program.tasks()).extracting(TaskInfo::name).contains("😀");
        assertThat(ProgramCodec.read(ProgramCodec.write(List.of(program)))).containsExactly(program);
    }

    private static ProblemCollector compile(String yaml) {
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read("case.yaml", yaml.getBytes(StandardCharsets.UTF_8), problems);
        assertThat(definition).as("%s", problems.all()).isPresent();
        Optional<Program> program = new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of("shell"),
                "test")
                .compile(definition.get(), problems);
        assertThat(program).isEmpty();
        return problems;
    }
}
