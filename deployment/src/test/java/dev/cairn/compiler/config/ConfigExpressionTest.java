package dev.cairn.compiler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramCodec;
import dev.cairn.program.VariableBinding;

/** {@code $config}: the places in which expressions may read it, and the names. */
class ConfigExpressionTest {

    private static final ConfigCatalog CATALOG = new ConfigCatalog(List.of("orders.*", "shop.name"),
            List.of("orders.url", "orders.timeout", "other"), Map.of("orders.fixed", "at build"));

    @ParameterizedTest
    @ValueSource(strings = {
            "call: http, with: {method: get, endpoint: '${ $config[\"orders.url\"] + \"/x\" }'}",
            "call: http, with: {method: get, endpoint: https://x.example, headers: {X: '${ $config.\"shop.name\" }'}, body: {a: ['${ $config[\"orders.a\"] }']}}",
            "call: ask, with: {question: '${ \"\\($config[\"shop.name\"])!\" }'}",
            "run: {shell: {command: ls, environment: {A: '${ $config[\"orders.a\"] }'}}}",
            "wait: '${ $config[\"orders.pause\"] }'",
            "call: ping, timeout: {after: '${ $config[\"orders.timeout\"] }'}",
            "try: [{ask: {call: ping}}], catch: {retry: {delay: '${ $config[\"orders.delay\"] }', limit: {attempt: {count: 2}}}}" })
    void isReadInArgumentsAndAsADuration(String task) {
        assertThat(problems(task).all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "set: {a: '${ $config[\"orders.url\"] }'}",
            "switch: [{one: {when: '$config[\"orders.a\"] == \"x\"', then: end}}]",
            "call: ping, if: '$config[\"orders.a\"] == \"x\"'",
            "call: ping, input: {from: '$config[\"orders.a\"]'}",
            "call: ping, output: {as: '$config[\"orders.a\"]'}",
            "call: ping, export: {as: '$config[\"orders.a\"]'}",
            "emit: {event: {with: {type: a, source: 'https://a.example', data: {a: '${ $config[\"orders.a\"] }'}}}}",
            "run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {a: '${ $config[\"orders.a\"] }'}}}",
            "for: {in: '$config[\"orders.a\"]'}, do: [{a: {set: {b: 1}}}]",
            "raise: {error: {type: 'https://a.example', status: 400, detail: '${ $config[\"orders.a\"] }'}}",
            "wait: '${ if .fast then $config[\"orders.a\"] else \"PT1S\" end }'",
            "wait: '${ {seconds: ($config[\"orders.a\"] | tonumber)} }'",
            "try: [{ask: {call: ping}}], catch: {when: '$config[\"orders.a\"] == \"x\"', do: [{a: {set: {b: 1}}}]}",
            "try: [{ask: {call: ping}}], catch: {retry: {limit: {duration: '${ $config[\"orders.a\"] }'}}}" })
    void isRefusedWhereAReplayWouldDependOnIt(String task) {
        assertThat(problems(task).all()).singleElement().asString()
                .contains("CAIRN-0250", "$config cannot be read here", "Read it in the arguments of a call");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "orders | \"orders\" | quarkus.cairn.config.allow=",
            "orders. | \"orders.\" | Did you mean \"orders.url\"?",
            "other | \"other\" | quarkus.cairn.config.allow=orders.*, shop.name,other.",
            "shop.nam | \"shop.nam\" | Did you mean \"shop.name\"?",
            "ordres.url | \"ordres.url\" | Did you mean \"orders.url\"?" })
    void aNameThatIsNotAllowedIsToldWithAdvice(String name, String told, String advice) {
        assertThat(problems("call: ask, with: {question: '${ $config[\"" + name + "\"] }'}").all()).singleElement().asString()
                .contains("CAIRN-0251", told, advice);
    }

    @Test
    void isNotReadAsAWhole() {
        assertThat(problems("call: ask, with: {question: '${ $config }'}").all()).singleElement().asString()
                .contains("CAIRN-0250", "as a whole");
        assertThat(problems("call: ask, with: {question: '${ $config[.name] }'}").all()).singleElement().asString()
                .contains("CAIRN-0250", "as a whole");
    }

    @Test
    void noLoopDefinesIt() {
        assertThat(
                problems("for: {each: config, in: '.hosts'}, do: [{a: {call: ask, with: {question: '${ $config }'}}}]").all())
                .anySatisfy(problem -> assertThat(problem.toString()).contains("CAIRN-0213", "$config"));
    }

    @Test
    void theOperatorDecidesAHostThatItGives() {
        assertThat(calls("call: http, with: {method: get, endpoint: '${ $config[\"orders.url\"] + \"/x/\" + .id }'}").get(0)
                .dynamicTarget()).isFalse();
        assertThat(calls("call: http, with: {method: get, endpoint: '${ $config[\"orders.url\"] + .host }'}").get(0)
                .dynamicTarget()).isTrue();
    }

    @Test
    void aValueThatIsFixedAtBuildIsInTheProgram() {
        VariableBinding binding = calls(
                "call: ask, with: {question: '${ $config[\"orders.fixed\"] + $config[\"orders.url\"] }'}").get(0)
                .arguments().bindings().get(0);

        assertThat(binding.source()).isEqualTo(VariableBinding.Source.CONFIG);
        assertThat(binding.constant()).hasToString("{\"orders.fixed\":\"at build\",\"orders.url\":null}");
    }

    private static List<Operation.Call> calls(String task) {
        ProblemCollector problems = new ProblemCollector();
        Program program = compile(task, problems).orElseThrow(() -> new AssertionError(problems.all().toString()));
        return ProgramCodec.read(ProgramCodec.write(List.of(program))).get(0).operations().stream()
                .filter(Operation.Call.class::isInstance).map(Operation.Call.class::cast).toList();
    }

    private static ProblemCollector problems(String task) {
        ProblemCollector problems = new ProblemCollector();
        compile(task, problems);
        return problems;
    }

    private static Optional<Program> compile(String task, ProblemCollector problems) {
        String text = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\ndo:\n  - task: {" + task + "}\n";
        return DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems).flatMap(definition -> {
            DefinitionValidator.validate(definition, problems);
            return new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of("shell"), "test")
                    .withConfig(CATALOG).compile(definition, problems);
        });
    }
}
