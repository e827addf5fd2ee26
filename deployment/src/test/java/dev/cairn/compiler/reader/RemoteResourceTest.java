package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
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
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Task;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Functions, catalogs, schemas, scripts and documents that definitions refer to by URL. */
class RemoteResourceTest {

    private static final String FUNCTION = """
            input: {schema: {resource: {endpoint: schema.json}}}
            do:
              - ask: {call: ask, with: {question: "${ .text }"}}
              - tell: {call: tell, with: {who: a, what: b}}
            """;

    private final Map<String, String> remote = new HashMap<>();
    private final Map<String, String> local = new HashMap<>();
    private final List<String> referrers = new ArrayList<>();
    private String defaultCatalog;

    @Test
    void aFunctionByItsUrlStandsWhereItIsCalled() {
        remote.put("https://f.example.com/v1/translate.yaml", FUNCTION);
        remote.put("https://f.example.com/v1/schema.json", "{\"type\": \"object\"}");

        Program program = compiled("""
                - one: {call: "https://f.example.com/v1/translate.yaml", with: {text: a}}
                - two: {call: "https://f.example.com/v1/translate.yaml"}
                """);

        assertThat(program.tasks()).extracting(task -> task.reference()).contains(
                "/do/0/one/call/https:~1~1f.example.com~1v1~1translate.yaml/do/0/ask",
                "/do/1/two/call/https:~1~1f.example.com~1v1~1translate.yaml/do/1/tell");
        assertThat(program.operations().stream().filter(Operation.Call.class::isInstance)).hasSize(4);
        assertThat(referrers).containsOnly("null", "https://f.example.com/v1/translate.yaml");
    }

    @Test
    void faultsOfAFunctionAreReportedInItsFileOnce() {
        remote.put("https://f.example.com/f", "set: {a: '${ . + }'}\nextra: 1\n");

        assertThat(problems("""
                - one: {call: "https://f.example.com/f"}
                - two: {call: "https://f.example.com/f"}
                """)).extracting(Problem::toString).containsExactly(
                "https://f.example.com/f:2:8 (/extra): CAIRN-0112: The property \"extra\" is unknown here."
                        + " Known here: metadata, if, input, output, export, timeout, then, set.");
        remote.put("https://f.example.com/f", "set: {a: '${ . + }'}\n");
        assertThat(problems("- one: {call: \"https://f.example.com/f\"}\n")).singleElement()
                .satisfies(problem -> assertThat(problem.location()).hasToString("https://f.example.com/f:1:10 (/set/a)"));
    }

    @Test
    void eachUseOfABrokenFunctionIsReported() {
        remote.put("https://f.example.com/g", "set: {a: [}\n");
        // The first function reads the second one in its own place, where faults of the second one are not reported.
        String functions = "use: {functions: {one: {do: [{x: {call: two}}]}, two: {do: [{y: {call: 'https://f.example.com/%s'}}]}}}\n";

        assertThat(read(functions.formatted("f"), "- a: {call: one}\n").problems()).extracting(Problem::toString)
                .containsExactly("sample.yaml:6:72 (/use/functions/two/do/0/y/call): CAIRN-0142: no copy. Add one");
        assertThat(read(functions.formatted("g"), "- a: {call: one}\n").problems()).singleElement()
                .satisfies(problem -> assertThat(problem.location().file()).isEqualTo("https://f.example.com/g"));
        assertThat(problems("- one: {call: 'https://f.example.com/f'}\n- two: {call: 'https://f.example.com/f'}\n"))
                .extracting(problem -> problem.location().pointer()).containsExactly("/do/0/one/call", "/do/1/two/call");
        assertThat(problems("- one: {call: 'https://f.example.com/g'}\n- two: {call: 'https://f.example.com/g'}\n")).hasSize(1);
    }

    @Test
    void aFunctionThatCallsItselfIsRefused() {
        remote.put("https://f.example.com/f", "call: https://f.example.com/f\n");

        assertThat(problems("- one: {call: \"https://f.example.com/f\"}\n")).extracting(Problem::message)
                .containsExactly("The function \"https://f.example.com/f\" calls itself");
    }

    @Test
    void aRemoteFileCannotReadFilesOfTheApplication() {
        remote.put("https://f.example.com/f", "run: {script: {language: js, source: {endpoint: 'classpath:secret.js'}}}\n");
        local.put("secret.js", "1");

        assertThat(problems("- one: {call: \"https://f.example.com/f\"}\n")).singleElement()
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("CAIRN-0125"));
    }

    @Test
    void catalogsHaveFunctionsByNameAndVersion() {
        remote.put("https://c.example.com/functions/greet/1.0.0/function.yaml", "set: {a: 1}\n");
        local.put("catalog/functions/greet/1.1.0/function.yaml", "set: {a: 2}\n");
        defaultCatalog = "classpath:catalog";
        String use = "use: {catalogs: {shared: {endpoint: {uri: 'https://c.example.com/'}}, own: {endpoint: 'classpath:catalog'}}}\n";

        assertThat(read(use,
                "- a: {call: 'greet:1.0.0@shared'}\n- b: {call: 'greet:1.1.0@own'}\n- c: {call: 'greet:1.1.0@default'}\n")
                .problems()).isEmpty();
        assertThat(read(use, "- a: {call: 'greet:1.0.0@shard'}\n").problems()).extracting(Problem::toString).containsExactly(
                "sample.yaml:8:15 (/do/0/a/call): CAIRN-0117: No catalog is named \"shard\". Did you mean \"shared\"?");
        assertThat(read(use, "- a: {call: 'greet:2.0.0@own'}\n").problems()).extracting(Problem::message)
                .containsExactly("There is no resource \"catalog/functions/greet/2.0.0/function.yaml\" in the application");
        assertThat(read(use, "- a: {call: 'greet@own'}\n").problems()).extracting(Problem::message)
                .containsExactly("\"greet@own\" is no function of a catalog");
        defaultCatalog = null;
        assertThat(problems("- a: {call: 'greet:1.0.0@default'}\n")).extracting(Problem::message)
                .containsExactly("The application has no default catalog");
    }

    @ParameterizedTest
    @CsvSource({ "own, catalog", "shared, https://c.example.com", "default, classpath:catalog" })
    void aFunctionFromElsewhereCallsCatalogsOfTheDefinition(String name, String endpoint) {
        remote.put("https://f.example.com/f", "do: [{a: {call: 'greet:1.0.0@%s'}}]\n".formatted(name));
        String place = "catalog/functions/greet/1.0.0/function.yaml";
        local.put(place, "set: {a: 1}\n");
        remote.put(endpoint + place.substring("catalog".length()), "set: {a: 1}\n");
        boolean configured = name.equals("default");
        defaultCatalog = configured ? endpoint : null;
        String use = configured ? "" : "use: {catalogs: {%s: {endpoint: '%s'}}}\n".formatted(name, endpoint);

        assertThat(read(use, "- a: {call: 'https://f.example.com/f'}\n").problems()).isEmpty();
        assertThat(referrers).containsOnly("null");
    }

    @ParameterizedTest
    @CsvSource({ "https://github.com/o/r, https://raw.githubusercontent.com/o/r/HEAD",
            "https://github.com/o/r/tree/main, https://raw.githubusercontent.com/o/r/main",
            "https://github.com/o/r.git, https://raw.githubusercontent.com/o/r/HEAD",
            "https://github.com/o/r/tree/main/sub/, https://raw.githubusercontent.com/o/r/main/sub",
            "https://gitlab.com/g/s/r, https://gitlab.com/g/s/r/-/raw/HEAD",
            "https://gitlab.com/g/r/-/tree/main, https://gitlab.com/g/r/-/raw/main",
            "https://c.example.com/a/, https://c.example.com/a" })
    void repositoriesAreReadRaw(String catalog, String expected) {
        assertThat(FunctionLibrary.root(catalog)).isEqualTo(expected);
    }

    @Test
    void schemasAndScriptsCanBeRemote() {
        remote.put("https://x.example.com/s", "type: object\n");
        remote.put("https://x.example.com/s.js", "1 + 1");

        assertThat(problems("""
                - a: {run: {script: {language: js, source: {endpoint: "https://x.example.com/s.js"}}}}
                - b: {set: {a: 1}, input: {schema: {resource: {endpoint: "https://x.example.com/s#/x"}}}}
                - c: {set: {a: 1}, input: {schema: {resource: {endpoint: "https://x.example.com/gone"}}}}
                """)).extracting(Problem::toString).containsExactly(
                "sample.yaml:9:60 (/do/2/c/input/schema/resource/endpoint): CAIRN-0142: no copy. Add one");
    }

    @Test
    void anOpenApiDocumentRefersToOthersBesideIt() {
        remote.put("https://a.example.com/v1/api.json", """
                {"openapi": "3.1.0", "servers": [{"url": "../v2"}], "paths": {"/a": {"get": {"operationId": "a",
                 "parameters": [{"$ref": "parts.yaml#/id"}, {"$ref": "https://b.example.com/x.yaml"}]}}}}
                """);
        remote.put("https://a.example.com/v1/parts.yaml",
                "id: {name: id, in: query, schema: {$ref: '#/schema'}}\nschema: {type: string}\n");
        remote.put("https://b.example.com/x.yaml", "{name: x, in: query}");
        String call = "- a: {call: openapi, with: {document: {endpoint: 'https://a.example.com/v1/api.json'}, operationId: a,"
                + " parameters: {id: %s, x: 1}}}\n";

        assertThat(compiled(call.formatted("i")).operations().stream().filter(Operation.Call.class::isInstance)
                .map(operation -> ((Operation.Call) operation).arguments().expression().toString()))
                .singleElement().asString().contains("https://a.example.com/v2/a?id=i&x=1");
        assertThat(problems(call.formatted("1"))).extracting(Problem::code).containsExactly("CAIRN-0138");
        assertThat(referrers).contains("https://a.example.com/v1/api.json");
    }

    @ParameterizedTest
    @ValueSource(strings = { "https://a.example.com/docs?format=yaml&key=secret", "https://a.example.com/docs",
            "https://a.example.com/docs.yaml" })
    void anAsyncApiDocumentNeedsNoExtension(String url) {
        remote.put(url, "asyncapi: 3.0.0\nchannels: {orders: {address: shop.orders}}\n");

        Read read = read("", "- a: {call: asyncapi, with: {document: {endpoint: '%s'}, channel: orders, message: {}}}\n"
                .formatted(url));

        assertThat(read.problems()).isEmpty();
        assertThat(((CallTarget.AsyncApiPublish) ((Task.Call) read.task()).target()).channel().document()).isEqualTo("docs");
    }

    private Program compiled(String tasks) {
        Read read = read("", tasks);
        ProblemCollector problems = new ProblemCollector();
        read.problems().forEach(problems::add);
        Optional<Program> program = compile(read.definition().orElseThrow(), problems);
        assertThat(problems.all()).isEmpty();
        return program.orElseThrow();
    }

    private List<Problem> problems(String tasks) {
        Read read = read("", tasks);
        ProblemCollector problems = new ProblemCollector();
        read.problems().forEach(problems::add);
        if (!problems.hasErrors()) {
            compile(read.definition().orElseThrow(), problems);
        }
        return problems.all();
    }

    private static Optional<Program> compile(Definition definition, ProblemCollector problems) {
        DefinitionValidator.validate(definition, problems);
        return new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of("js"), "test").compile(definition,
                problems);
    }

    private Read read(String use, String tasks) {
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read("sample.yaml",
                (Read.DOCUMENT + use + "do:\n" + tasks.indent(2)).getBytes(StandardCharsets.UTF_8), resources(), problems);
        return new Read(definition, problems.all());
    }

    private ApplicationResources resources() {
        return new ApplicationResources() {

            @Override
            public Optional<byte[]> find(String path) {
                return Optional.ofNullable(local.get(path)).map(text -> text.getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public byte[] fetch(String url, String referrer) throws UnavailableResourceException {
                referrers.add(String.valueOf(referrer));
                String text = remote.get(url);
                if (text == null) {
                    throw new UnavailableResourceException("CAIRN-0142", "no copy", "Add one");
                }
                return text.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public Optional<String> defaultCatalog() {
                return Optional.ofNullable(defaultCatalog);
            }
        };
    }
}
