package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** OpenAPI calls are checked against their documents while they are read, and compiled to HTTP requests. */
class OpenApiCallTest {

    private static final String SHOP = "document: {endpoint: 'classpath:openapi/shop.yaml'}";
    private static final String PETS = "document: {name: pets, endpoint: {uri: 'classpath:openapi/pets.json'}}";
    private static final String THINGS = "document: {endpoint: 'classpath:openapi/things.yaml'}";

    /** The arguments of a call, and the constant arguments of the HTTP request that it becomes. */
    @ParameterizedTest
    @CsvFileSource(resources = "openapi-requests.csv", delimiter = '|', quoteCharacter = '\u0001', maxCharsPerColumn = 2_000)
    void compilesToHttpRequests(String with, String expected) {
        JsonNode arguments = ((Expression.Literal) call(with).arguments().expression()).value();

        assertThat(arguments).hasToString(expected);
        assertThat(call(with).dynamicTarget()).isFalse();
    }

    /** The arguments of a call, and code, file, pointer, message and advice of its only problem. */
    @ParameterizedTest
    @CsvFileSource(resources = "openapi-mistakes.csv", delimiter = '|', quoteCharacter = '\u0001', maxCharsPerColumn = 2_000)
    void reportsMistakesAtTheirPlace(String with, String expected) {
        List<Problem> problems = read(with).problems();

        assertThat(problems).extracting(problem -> problem.code().substring(6) + " " + problem.location().file() + " "
                + problem.location().pointer() + " " + problem.message() + " \\ " + problem.suggestion())
                .containsExactly(expected);
        assertThat(problems.get(0).location().line()).isPositive();
    }

    @Test
    void reportsAConstantThatItsStyleCannotEncode() {
        assertThat(compiled(SHOP + ", operationId: getOrder, authentication: {bearer: {token: t}},"
                + " parameters: {id: 1, filter: {a: [1]}}").problems())
                .extracting(Problem::toString).containsExactly(
                        "sample.yaml:7:165 (/do/0/a/with/parameters/filter): CAIRN-0235: The parameter \"filter\" cannot be encoded:"
                                + " the parameter filter has an array inside of an object, for which OpenAPI has no encoding."
                                + " Correct the value, or the style that the document has for it.");
    }

    @Test
    void reportsARequiredFileThatIsNull() {
        assertThat(compiled(PETS + ", operationId: photo, parameters: {id: 1, file: null}").problems())
                .extracting(Problem::message)
                .containsExactly("The parameter \"file\" cannot be encoded: there is no value for the parameter file.");
    }

    @Test
    void reportsAConstantExpressionThatGivesNoForm() {
        assertThat(compiled(THINGS + ", operationId: openForm, parameters: {body: '${ \"user=a\" }'}").problems())
                .extracting(Problem::message)
                .containsExactly("The body cannot be encoded: a form needs an object, not string.");
    }

    @Test
    void asksTheGuardForAServerThatInputChooses() {
        String order = ", operationId: deleteOrder, parameters: {path.id: 7}";

        assertThat(call(SHOP + order).dynamicTarget()).isFalse();
        assertThat(call(SHOP + order + ", server: {variables: {region: us}}").dynamicTarget()).isFalse();
        assertThat(call(SHOP + order + ", server: {variables: {region: '${ .region }'}}").dynamicTarget()).isTrue();
        assertThat(call(SHOP + order + ", server: '${ .server }'").dynamicTarget()).isTrue();
        assertThat(call(SHOP + ", operationId: deleteOrder, parameters: {path.id: '${ .id }'}").dynamicTarget()).isFalse();
    }

    @Test
    void aVariableCanBeTheSchemeOfAServer() {
        String call = THINGS + ", operationId: schemed, server: {variables: {scheme: ";

        assertThat(call(call + "'${ $secrets.shop }'}}").dynamicTarget()).isFalse();
        assertThat(call(call + "'${ .scheme }'}}").dynamicTarget()).isTrue();
    }

    @Test
    void aServerThatTheApplicationNamesIsNotAskedFor() {
        String order = ", operationId: deleteOrder, parameters: {path.id: '${ .id }'}, server: ";

        assertThat(call(SHOP + order + "'${ $secrets.shop }'").dynamicTarget()).isFalse();
        assertThat(call(SHOP + order + "{variables: {region: '${ $secrets.shop }'}}").dynamicTarget()).isFalse();
        assertThat(call(SHOP + order + "'${ $secrets.shop + \"/\" + .tenant }'").dynamicTarget()).isFalse();
        assertThat(call(SHOP + order + "'${ \"https://a.example.com/\" + .tenant }'").dynamicTarget()).isFalse();
        assertThat(call(SHOP + order + "'${ \"https://a.example.com\" + .tenant }'").dynamicTarget()).isTrue();
        assertThat(call(SHOP + order + "'${ $secrets.shop + .tenant }'").dynamicTarget()).isTrue();
    }

    @Test
    void limitsOfACallAreThoseOfItsRequest() {
        String metadata = "}, metadata: {cairn: {http: {connectTimeout: PT1S, requestTimeout: PT5S, maxResponseBytes: 9}}";
        JsonNode arguments = ((Expression.Literal) call(SHOP + ", operationId: login" + metadata).arguments().expression())
                .value();

        assertThat(arguments.path("limits")).hasToString(
                "{\"connectMillis\":1000,\"requestMillis\":5000,\"maxResponseBytes\":9}");
        assertThat(read(SHOP + ", operationId: login}, metadata: {cairn: {http: {requestTimeout: 5}}").problems())
                .extracting(problem -> problem.location().pointer())
                .containsExactly("/do/0/a/metadata/cairn/http/requestTimeout");
    }

    @Test
    void doesNotCheckValuesThatAreComputed() {
        assertThat(read(SHOP + ", operationId: placeOrder, authentication: {bearer: {token: t}},"
                + " parameters: {body: {sku: '${ .sku }', amount: -1}}").problems()).isEmpty();
    }

    @Test
    void warnsOfCredentialsThatTheOperationDoesNotAskFor() {
        assertThat(read(SHOP + ", operationId: getOrder, parameters: {id: 1}").problems()).hasSize(1).allSatisfy(problem -> {
            assertThat(problem.severity()).isEqualTo(Problem.Severity.WARNING);
            assertThat(problem.message())
                    .isEqualTo("The operation \"getOrder\" asks for token, and the call gives no credentials.");
        });
        assertThat(read(SHOP + ", operationId: note, authentication: {bearer: {token: t}}, parameters: {body: a}").problems())
                .isEmpty();
        assertThat(read(PETS + ", operationId: addPet, authentication: {bearer: {token: t}}, parameters: {pet: {name: a}}")
                .problems()).extracting(Problem::message)
                .containsExactly("The operation \"addPet\" asks for login, and the call gives others.");
    }

    /** An operation, the credentials of the call, the credentials of the request, and the end of the warning if there is one. */
    @ParameterizedTest
    @CsvFileSource(resources = "openapi-credentials.csv", delimiter = '|', quoteCharacter = '\u0001')
    void sendsCredentialsAsTheirSchemeAsksFor(String operation, String credentials, String sent, String warning) {
        String basic = "authentication: {basic: {username: u, password: p}}";
        Compiled compiled = compiled("document: {endpoint: 'classpath:openapi/guarded.yaml'}, operationId: " + operation
                + (credentials == null ? ""
                        : ", " + credentials.replace("BASIC", basic)
                                .replace("DIGEST", "authentication: {digest: {username: u, password: p}}")
                                .replace("OAUTH",
                                        "authentication: {oauth2: {authority: 'https://id.example.com', grant: client_credentials,"
                                                + " client: {id: c, secret: s}}}")));

        assertThat(compiled.problems()).extracting(problem -> problem.code() + problem.message()).isEqualTo(warning == null
                ? List.of()
                : List.of("CAIRN-0140The operation \"" + operation + "\" asks for " + warning));
        Expression arguments = compiled.program().orElseThrow().operations().stream().filter(Operation.Call.class::isInstance)
                .map(call -> ((Operation.Call) call).arguments().expression()).findFirst().orElseThrow();
        JsonNode request = ((Expression.Literal) arguments).value();
        StringBuilder found = new StringBuilder(request.path("uri").asText().replaceFirst("[^?]*\\??", ""));
        found.append(request.has("headers") ? request.get("headers") : "");
        request.path("authentication").fieldNames().forEachRemaining(found::append);
        assertThat(found).hasToString(sent == null ? "" : sent);
    }

    private static Operation.Call call(String with) {
        Compiled compiled = compiled(with);
        assertThat(compiled.problems()).isEmpty();
        return compiled.program().orElseThrow().operations().stream().filter(Operation.Call.class::isInstance)
                .map(Operation.Call.class::cast).findFirst().orElseThrow();
    }

    private static Compiled compiled(String with) {
        Read read = read(with);
        ProblemCollector problems = new ProblemCollector();
        read.problems().forEach(problems::add);
        Optional<Program> program = new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of(), "test")
                .compile(read.definition().orElseThrow(), problems);
        return new Compiled(program, problems.all());
    }

    private record Compiled(Optional<Program> program, List<Problem> problems) {}

    private static String file(String name) {
        return "document: {endpoint: 'classpath:openapi/" + name + "'}";
    }

    private static Read read(String with) {
        String text = Read.DOCUMENT + "do:\n  - a: {call: openapi, with: {"
                + with.replace("SHOP", SHOP).replace("LISTS", file("lists.json")).replace("SCHEMAS", file("schemas.yaml"))
                        .replace("LINKED", file("linked.json")).replace("FORMS31", file("forms-3-1.yaml"))
                        .replace("FORMS", file("forms.yaml")).replace("PETS", PETS)
                        .replace("THINGS", THINGS).replace("TOKEN", "authentication: {bearer: {token: t}}")
                + "}}\nuse: {secrets: [shop]}\n";
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read("sample.yaml", text.getBytes(StandardCharsets.UTF_8),
                TestPrograms::resource, problems);
        return new Read(definition, problems.all());
    }
}
