package dev.cairn.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.compiler.config.ConfigCatalog;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Authentications are checked while they are built, and become a part of the arguments of their calls. */
class AuthenticationTest {

    private static final String CLIENT = "client: {id: c, secret: '${ $secrets.shop }'}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            oauth2: {authority: 'http://i', grant: authorization_code} | 0130 /grant The grant "authorization_code" needs a person with a browser, and a workflow runs unattended
            oauth2: {authority: 'http://i', grant: client-credentials} | 0116 /grant "client-credentials" is no grant
            oauth2: {authority: 'http://i', grant: client_credentials} | 0131  The client authentication "none" needs "client.id"
            oauth2: {authority: 'http://i', grant: password, client: {id: c}, username: u} | 0131  The grant "password" needs "password"
            oauth2: {authority: 'http://i', grant: refresh_token, client: {id: c}} | 0131  The grant "refresh_token" needs "subject.token"
            oidc: {authority: 'http://i', grant: client_credentials, client: {id: c, authentication: private_key_jwt}} | 0131  The client authentication "private_key_jwt" needs "client.secret"
            oidc: {authority: 'http://i', grant: client_credentials, client: {id: c, authentication: basic}} | 0116 /client/authentication "basic" is no authentication
            oidc: {authority: 'http://i', grant: client_credentials, client: {id: c}, endpoints: {}} | 0112 /endpoints The property "endpoints" is unknown here
            oauth2: {authority: 'http://i', grant: client_credentials, client: {id: c}, scopes: s} | 0110 /scopes "scopes" must be a list, not a string
            oauth2: {authority: 'http://i', grant: client_credentials, client: {id: c}, request: {encoding: xml}} | 0116 /request/encoding "xml" is no encoding
            oauth2: {use: shopp} | 0117 /use No secret is named "shopp"
            bearer: {from: me} | 0116 /from "me" is no from
            digest: {username: u} | 0111  "password" is missing
            """)
    void tellsWhatIsWrong(String authentication, String expected) {
        String scheme = authentication.substring(0, authentication.indexOf(':'));

        assertThat(problems("authentication: {" + authentication + "}", "", Set.of("oauth2"))).hasSize(1)
                .first().asString().isEqualTo(expected.replaceFirst(" ", " /do/0/a/with/endpoint/authentication/" + scheme)
                        .replaceFirst("(/oauth2|/oidc|/bearer|/digest) ", "$1 "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            oauth2: {authority: 'http://i', grant: client_credentials, client: {id: c}}
            oidc: {use: shop}
            oauth2: {oidcClient: shop}
            """)
    void namesTheExtensionThatGetsTokens(String authentication) {
        assertThat(problems("authentication: {" + authentication + "}", "", Set.of())).singleElement().asString()
                .startsWith("0230").contains("/authentication/");
    }

    @Test
    void needsNoExtensionForOtherSchemes() {
        assertThat(problems("authentication: {digest: {use: shop}}", "", Set.of())).isEmpty();
        assertThat(problems("authentication: {bearer: {from: caller}}", "", Set.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            headers: {X: '${ "Token \\($authorization.parameter)" }'}
            headers: {X: '${ $authorization.scheme | ascii_downcase }'}
            body: {t: '${ $authorization.parameter }', all: '${ [$authorization, {a: ("x" + $authorization.parameter)}] }'}
            """)
    void lateCredentialsCanBePutIntoTheRequest(String part) {
        assertThat(problems("authentication: {oauth2: {use: shop}}", ", " + part, Set.of("oauth2"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            authentication: {oauth2: {use: shop}} ~ body: '${ $authorization.parameter | length }' ~ computes with
            authentication: {oauth2: {use: shop}} ~ body: '${ if $authorization.parameter == "a" then 1 else 2 end }' ~ computes with
            authentication: {oauth2: {use: shop}} ~ body: '${ "\\($authorization.parameter | @base64)" }' ~ computes with
            authentication: {oauth2: {use: shop}} ~ body: '${ $authorization | keys }' ~ computes with
            authentication: {digest: {use: shop}} ~ body: '${ $authorization.parameter }' ~ cannot be read here
            authentication: {digest: {use: shop}} ~ query: {a: '${ $authorization.scheme }'} ~ cannot be read here
            """)
    void nothingIsComputedWithThem(String authentication, String part, String says) {
        assertThat(problems(authentication, ", " + part, Set.of("oauth2"))).singleElement().asString().startsWith("0231")
                .contains(says);
    }

    @Test
    void nothingThatIsStoredSeesThem() {
        for (String rule : List.of("output: {as: $authorization}", "export: {as: '${ $authorization.parameter }'}",
                "input: {from: $authorization}", "if: $authorization.scheme == \"Basic\"")) {
            assertThat(problems("authentication: {basic: {use: shop}}", "}, " + rule + ", metadata: {", Set.of())).as(rule)
                    .singleElement().asString().startsWith("0231");
        }
        assertThat(problems("uri: x", "body: '${ $authorization }'", Set.of())).isNotEmpty();
    }

    @Test
    void aHostThatInputChoosesIsMarked() {
        assertThat(arguments("http://id.example.com")).contains("dynamic, value=Literal[value=false]");
        assertThat(arguments("https://id.example.com/{tenant}")).contains("dynamic, value=Literal[value=false]");
        assertThat(arguments("https://{tenant}.example.com")).contains("dynamic, value=Literal[value=true]");
        assertThat(arguments("${ .authority }")).contains("dynamic, value=Literal[value=true]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /my/token                                 | false
            https://other.example.com/token           | false
            ${ $config["idp.endpoint"] }              | false
            ${ $secrets.shop }                        | false
            ${ "/realms/" + .tenant + "/token" }      | false
            ${ "https://other.example.com/" + .path } | false
            ${ if .a then "/" + .b else "/c" end }    | false
            ${ .endpoint }                            | true
            ${ "h" + .rest }                          | true
            ${ "https://" + .host + "/token" }        | true
            ${ $secrets.shop + .rest }                | true
            ${ "" + .rest }                           | true
            ${ if .a then .b else "/c" end }          | true
            """)
    void aTokenEndpointThatInputChoosesIsMarked(String endpoint, boolean dynamic) {
        assertThat(arguments("http://id.example.com", ", endpoints: {token: '" + endpoint + "'}"))
                .contains("dynamic, value=Literal[value=" + dynamic + "]");
    }

    @Test
    void theTokenOfTheCallerCannotWaitForOtherInstances() {
        assertThat(problems("authentication: {bearer: {from: caller}}", "", Set.of(), "concurrency: 2")).singleElement()
                .asString().startsWith("0848 /do/0/a/with/endpoint/authentication/bearer ").contains("concurrency limit");
        assertThat(problems("authentication: {bearer: {token: t}}", "", Set.of(), "concurrency: 2")).isEmpty();
    }

    private static String arguments(String authority) {
        return arguments(authority, "");
    }

    private static String arguments(String authority, String more) {
        ProblemCollector problems = new ProblemCollector();
        Program program = DefinitionReader.read("a.yaml", definition("authentication: {oauth2: {authority: '" + authority
                + "', grant: client_credentials, " + CLIENT + ", scopes: ['${ .scope }']" + more + "}}", "")
                .getBytes(StandardCharsets.UTF_8),
                TestPrograms::resource, problems).flatMap(read -> compiler(Set.of("oauth2")).compile(read, problems))
                .orElseThrow(() -> new AssertionError(problems.all()));
        return program.operations().stream().filter(Operation.Call.class::isInstance).map(Object::toString)
                .map(text -> text.replace("TemplateField[key=", "")).collect(Collectors.joining());
    }

    private static List<String> problems(String authentication, String more, Set<String> integrations) {
        return problems(authentication, more, integrations, "");
    }

    private static List<String> problems(String authentication, String more, Set<String> integrations, String metadata) {
        ProblemCollector problems = new ProblemCollector();
        DefinitionReader.read("a.yaml", definition(authentication, more)
                .replace("version: 1.0.0}", "version: 1.0.0, metadata: {cairn: {" + metadata + "}}}")
                .getBytes(StandardCharsets.UTF_8),
                TestPrograms::resource, problems).ifPresent(read -> {
                    DefinitionValidator.validate(read, problems);
                    compiler(integrations).compile(read, problems);
                });
        return problems.all().stream().map(AuthenticationTest::brief).toList();
    }

    private static String brief(Problem problem) {
        return problem.code().substring("CAIRN-".length()) + " " + problem.location().pointer() + " " + problem.message();
    }

    private static DefinitionCompiler compiler(Set<String> integrations) {
        return new DefinitionCompiler(TestPrograms.FUNCTIONS, WorkflowCatalog.NONE, Set.of(), integrations, "test")
                .withConfig(new ConfigCatalog(List.of("idp.*"), List.of(), Map.of()));
    }

    private static String definition(String authentication, String more) {
        return """
                document: {dsl: 1.0.3, namespace: test, name: sample, version: 1.0.0}
                use: {secrets: [shop]}
                do:
                  - a: {call: http, with: {method: get, endpoint: {uri: 'http://a.example.com', %s}%s}}
                """.formatted(authentication, more);
    }
}
