package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Task;

/** A2A calls are read, and compiled for the integration. */
class A2aCallTest {

    @Test
    void readsACallOfAServer() {
        CallTarget.A2a call = target("method: message/send, parameters: {message: {parts: ['${ .part }']}},"
                + " server: {uri: 'https://agents.example.com/{tenant}', authentication: {bearer: {token: t}}}");

        assertThat(call.request().method()).isEqualTo("message/send");
        assertThat(call.request().parameters().value()).hasToString("{\"message\":{\"parts\":[\"${ .part }\"]}}");
        assertThat(call.agent().card()).isFalse();
        assertThat(call.agent().connection().endpoint().value().textValue()).isEqualTo("https://agents.example.com/{tenant}");
        assertThat(call.agent().connection().authentication()).isInstanceOf(Authentication.Bearer.class);
    }

    @Test
    void readsACallByAnAgentCard() {
        CallTarget.A2a call = target("method: tasks/list, parameters: '${ . }', agentCard: {name: a, endpoint: '${ .card }'}");

        assertThat(call.request().parameters().value().textValue()).isEqualTo("${ . }");
        assertThat(call.agent().card()).isTrue();
        assertThat(call.agent().connection().endpoint().value().textValue()).isEqualTo("${ .card }");
        assertThat(call.agent().connection().authentication()).isNull();
        assertThat(target("method: tasks/list, server: 'https://a'").request().parameters()).isNull();
    }

    /** The arguments of a call, and code, file, pointer, message and advice of its only problem. */
    @ParameterizedTest
    @CsvFileSource(resources = "a2a-mistakes.csv", delimiter = '|', quoteCharacter = '\u0001', maxCharsPerColumn = 2_000)
    void reportsMistakesAtTheirPlace(String with, String expected) {
        List<Problem> problems = read(with).problems();

        assertThat(problems).extracting(A2aCallTest::shown).containsExactly(expected);
        assertThat(problems.get(0).location().line()).isPositive();
    }

    @Test
    void namesTheExtensionThatIsMissing() {
        ProblemCollector problems = new ProblemCollector();
        new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of(), Set.of("mcp"), "test")
                .compile(read("method: tasks/list, server: 'https://a'").good(), problems);

        assertThat(problems.all()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("CAIRN-0333");
            assertThat(problem.suggestion()).contains("quarkus extension add quarkus-cairn-a2a",
                    "mvn quarkus:add-extension -Dextensions=quarkus-cairn-a2a");
        });
    }

    /** The parts of the agent are compiled once and used twice, and a mistake in them is told once. */
    @Test
    void tellsAMistakeInAnExpressionOnce() {
        ProblemCollector problems = new ProblemCollector();
        new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of(), Set.of("a2a"), "test")
                .compile(read("method: message/send, parameters: {message: {parts: []}}, server: '${ $none }'").good(),
                        problems);

        assertThat(problems.all()).extracting(Problem::code).containsExactly("CAIRN-0302");
    }

    private static String shown(Problem problem) {
        return problem.code().substring(6) + " " + problem.location().file() + " " + problem.location().pointer() + " "
                + problem.message() + " \\ " + problem.suggestion();
    }

    private static CallTarget.A2a target(String with) {
        return (CallTarget.A2a) ((Task.Call) read(with).task()).target();
    }

    private static Read read(String with) {
        String text = Read.DOCUMENT + "do:\n  - a: {call: a2a, with: {" + with + "}}\n";
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read("sample.yaml", text.getBytes(StandardCharsets.UTF_8),
                TestPrograms::resource, problems);
        return new Read(definition, problems.all());
    }
}
