package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Task;

/** gRPC calls are read with their settings, and compiled for the integration. */
class GrpcCallTest {

    private static final String PROTO = "proto: {endpoint: 'classpath:grpc/greet.proto'}";
    private static final String GREETER = PROTO + ", service: {name: greet.Greeter, host: a}, method: SayHello";

    @Test
    void readsACallOfAHost() {
        CallTarget.Grpc call = target(PROTO + ", service: {name: greet.Greeter, host: '${ .host }', port: 9000,"
                + " authentication: {bearer: {token: t}}}, method: SayHello, arguments: {name: '${ .name }'}",
                "cairn: {grpc: {tls: true, headers: {tenant: '${ .tenant }'}}}");

        assertThat(call.method().proto().name()).isEqualTo("grpc/greet.proto");
        assertThat(call.method().service().name()).isEqualTo("greet.Greeter");
        assertThat(call.method().method().name()).isEqualTo("SayHello");
        assertThat(call.server().host().value().textValue()).isEqualTo("${ .host }");
        assertThat(call.server().port().value().intValue()).isEqualTo(9000);
        assertThat(call.server().tls()).isTrue();
        assertThat(call.server().authentication()).isInstanceOf(Authentication.Bearer.class);
        assertThat(call.arguments().value()).hasToString("{\"name\":\"${ .name }\"}");
        assertThat(call.headers().value()).hasToString("{\"tenant\":\"${ .tenant }\"}");
    }

    @Test
    void readsACallByAClient() {
        CallTarget.Grpc call = target(PROTO + ", service: {name: greet.Greeter}, method: SayHello",
                "cairn: {grpc: {client: greeter}}");

        assertThat(call.server().client()).isEqualTo("greeter");
        assertThat(call.server().host()).isNull();
        assertThat(call.arguments()).isNull();
    }

    /** The arguments of a call, and code, file, pointer, message and advice of its only problem. */
    @ParameterizedTest
    @CsvFileSource(resources = "grpc-mistakes.csv", delimiter = '|', quoteCharacter = '\u0001', maxCharsPerColumn = 2_000)
    void reportsMistakesAtTheirPlace(String with, String expected) {
        List<Problem> problems = read(with.replace("PROTO", PROTO), "").problems();

        assertThat(problems).extracting(GrpcCallTest::shown).containsExactly(expected);
        assertThat(problems.get(0).location().line()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = { "localhost", "'[::1]'", "'::1'", "10.0.0.1", "my-service.a1.example.com", "stock.",
            "'[::ffff:127.0.0.1]'", "'${ .host + \":9000\" }'" })
    void acceptsHosts(String host) {
        assertThat(target(PROTO + ", service: {name: greet.Greeter, host: " + host + "}, method: SayHello", "").server().host())
                .isNotNull();
    }

    @Test
    void fetchesNoProtoFile() {
        List<String> fetched = new ArrayList<>();
        ApplicationResources resources = new ApplicationResources() {
            @Override
            public Optional<byte[]> find(String path) {
                return TestPrograms.resource(path);
            }

            @Override
            public byte[] fetch(String url, String referrer) {
                fetched.add(url);
                return new byte[0];
            }
        };

        List<Problem> problems = read(
                "proto: {endpoint: 'https://example.com/a.proto'}, service: {name: greet.Greeter, host: a},"
                        + " method: SayHello",
                "", resources).problems();

        assertThat(problems).hasSize(1);
        assertThat(fetched).isEmpty();
    }

    @Test
    void reportsCredentialsThatAreGivenTwice() {
        List<Problem> problems = read(PROTO + ", service: {name: greet.Greeter, host: a, authentication: {bearer: {token: t}}},"
                + " method: SayHello", "cairn: {grpc: {headers: {Authorization: u}}}").problems();

        assertThat(problems).extracting(GrpcCallTest::shown).containsExactly(
                "0116 sample.yaml /do/0/a/metadata/cairn/grpc/headers/Authorization The header \"authorization\" is given,"
                        + " and so is \"authentication\" of the service \\ Keep one of them.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{headers: {a: x, A: y}} | 0116 sample.yaml /do/0/a/metadata/cairn/grpc/headers/A The header \"a\" is given twice"
                    + " \\ Keep one of them; upper and lower case make no difference.",
            "{headers: {Host: x}} | 0116 sample.yaml /do/0/a/metadata/cairn/grpc/headers/Host A gRPC call cannot set the header \"Host\""
                    + " \\ Choose a name of letters, digits, \"-\", \"_\" and \".\" that gRPC and HTTP/2 do not use.",
            "{headers: {-bin: x}} | 0116 sample.yaml /do/0/a/metadata/cairn/grpc/headers/-bin A gRPC call cannot set the header \"-bin\""
                    + " \\ Choose a name of letters, digits, \"-\", \"_\" and \".\" that gRPC and HTTP/2 do not use.",
            "{clint: a} | 0112 sample.yaml /do/0/a/metadata/cairn/grpc/clint The property \"clint\" is unknown here \\ Did you mean \"client\"?",
            "{tls: 1} | 0110 sample.yaml /do/0/a/metadata/cairn/grpc/tls \"tls\" must be true or false, not the number 1 \\ Write true or false.",
            "{headers: {a: {}}} | 0110 sample.yaml /do/0/a/metadata/cairn/grpc/headers/a \"a\" must be a string, not an object \\ Write a string.",
            "{client: b} | 0126 sample.yaml /do/0/a/with/service/host \"host\" has no effect: the client \"b\" says where the server is \\"
                    + " Remove it; other tools may want \"host: b\"." })
    void reportsMistakesInTheMetadata(String settings, String expected) {
        assertThat(read(GREETER, "cairn: {grpc: " + settings + "}").problems()).extracting(GrpcCallTest::shown)
                .containsExactly(expected);
    }

    @Test
    void namesTheExtensionThatIsMissing() {
        Definition definition = read(GREETER, "").good();
        ProblemCollector problems = new ProblemCollector();

        new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of(), "test").compile(definition, problems);

        assertThat(problems.all()).hasSize(1).allSatisfy(problem -> {
            assertThat(problem.code()).isEqualTo("CAIRN-0333");
            assertThat(problem.suggestion()).contains("quarkus extension add quarkus-cairn-grpc");
        });
    }

    private static String shown(Problem problem) {
        return problem.code().substring(6) + " " + problem.location().file() + " " + problem.location().pointer() + " "
                + problem.message() + " \\ " + problem.suggestion();
    }

    private static CallTarget.Grpc target(String with, String metadata) {
        return (CallTarget.Grpc) ((Task.Call) read(with, metadata).task()).target();
    }

    private static Read read(String with, String metadata) {
        return read(with, metadata, TestPrograms::resource);
    }

    private static Read read(String with, String metadata, ApplicationResources resources) {
        String text = Read.DOCUMENT + "do:\n  - a: {call: grpc, with: {" + with + "}, metadata: {" + metadata + "}}\n";
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read("sample.yaml", text.getBytes(StandardCharsets.UTF_8),
                resources, problems);
        return new Read(definition, problems.all());
    }
}
