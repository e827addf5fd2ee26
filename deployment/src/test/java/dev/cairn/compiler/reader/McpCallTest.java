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

/** MCP calls are read, and compiled for the integration. */
class McpCallTest {

    private static final String HTTP = "{http: {endpoint: 'https://tools.example.com/mcp'}}";
    private static final String PROGRAM = "method: tools/list, transport: {stdio: {command: files-server}}";

    @Test
    void readsACallByHttp() {
        CallTarget.Mcp call = target("method: tools/call, parameters: {name: search, arguments: {words: '${ .words }'}},"
                + " timeout: PT5S, protocolVersion: 2025-03-26, client: {name: shop, version: 1.2.0}, transport: {http: {endpoint:"
                + " {uri: 'https://tools.example.com/{tenant}', authentication: {bearer: {token: t}}}, headers: {tenant: a}}}");

        assertThat(call.request().method()).isEqualTo("tools/call");
        assertThat(call.request().parameters().value())
                .hasToString("{\"name\":\"search\",\"arguments\":{\"words\":\"${ .words }\"}}");
        assertThat(call.request().timeout().millis()).isEqualTo(5_000);
        assertThat(call.request().client().protocolVersion()).isEqualTo("2025-03-26");
        assertThat(call.request().client().name().value().textValue()).isEqualTo("shop");
        assertThat(call.request().client().version().value().textValue()).isEqualTo("1.2.0");
        CallTarget.McpHttpServer server = (CallTarget.McpHttpServer) call.server();
        assertThat(server.connection().endpoint().value().textValue()).isEqualTo("https://tools.example.com/{tenant}");
        assertThat(server.connection().authentication()).isInstanceOf(Authentication.Bearer.class);
        assertThat(server.connection().headers().value()).hasToString("{\"tenant\":\"a\"}");
    }

    @Test
    void readsACallOfAProgram() {
        CallTarget.Mcp call = target("method: resources/list, transport: {stdio: {command: files-server,"
                + " arguments: ['${ .directory }', -v], environment: {TOKEN: '${ $secrets.token }'}}}");

        CallTarget.McpProgram program = (CallTarget.McpProgram) call.server();
        assertThat(program.command()).isEqualTo("files-server");
        assertThat(program.arguments().value()).hasToString("[\"${ .directory }\",\"-v\"]");
        assertThat(program.environment().value()).hasToString("{\"TOKEN\":\"${ $secrets.token }\"}");
        assertThat(call.request().parameters()).isNull();
    }

    /** The arguments of a call, and code, file, pointer, message and advice of its only problem. */
    @ParameterizedTest
    @CsvFileSource(resources = "mcp-mistakes.csv", delimiter = '|', quoteCharacter = '\u0001', maxCharsPerColumn = 2_000)
    void reportsMistakesAtTheirPlace(String with, String expected) {
        List<Problem> problems = read(with.replace("HTTP", HTTP)).problems();

        assertThat(problems).extracting(McpCallTest::shown).containsExactly(expected);
        assertThat(problems.get(0).location().line()).isPositive();
    }

    @Test
    void namesTheExtensionThatIsMissing() {
        assertThat(compiled(Set.of("mcp"), Set.of())).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("CAIRN-0333");
            assertThat(problem.suggestion()).contains("quarkus extension add quarkus-cairn-mcp",
                    "mvn quarkus:add-extension -Dextensions=quarkus-cairn-mcp");
        });
    }

    @Test
    void startsNoProgramWithoutPermission() {
        assertThat(compiled(Set.of("shell"), Set.of("mcp"))).singleElement().satisfies(problem -> {
            assertThat(problem.message()).isEqualTo("This application is not allowed to start programs that are MCP servers.");
            assertThat(problem.suggestion()).contains("quarkus.cairn.run.allowed=mcp");
        });
        assertThat(compiled(Set.of("mcp"), Set.of("mcp"))).isEmpty();
    }

    private static List<Problem> compiled(Set<String> interpreters, Set<String> integrations) {
        ProblemCollector problems = new ProblemCollector();
        new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, interpreters, integrations, "test")
                .compile(read(PROGRAM).good(), problems);
        return problems.all();
    }

    private static String shown(Problem problem) {
        return problem.code().substring(6) + " " + problem.location().file() + " " + problem.location().pointer() + " "
                + problem.message() + " \\ " + problem.suggestion();
    }

    private static CallTarget.Mcp target(String with) {
        return (CallTarget.Mcp) ((Task.Call) read(with).task()).target();
    }

    private static Read read(String with) {
        String text = Read.DOCUMENT + "use: {secrets: [token]}\ndo:\n  - a: {call: mcp, with: {" + with + "}}\n";
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read("sample.yaml", text.getBytes(StandardCharsets.UTF_8),
                TestPrograms::resource, problems);
        return new Read(definition, problems.all());
    }
}
