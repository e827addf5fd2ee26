package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.cairn.compiler.document.ParsedDocumentCache;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;

/** A document is parsed once in a build, and its faults are reported for each definition. */
class ParsedDocumentCacheTest {

    private static final String CALL = "call: openapi, with: {document: {endpoint: 'classpath:api.yaml'}, operationId: a}";

    private final ParsedDocumentCache documents = new ParsedDocumentCache();

    @Test
    void callsAndDefinitionsShareADocument() {
        Map<String, String> files = Map.of("api.yaml",
                "{openapi: 3.0.3, servers: [{url: 'https://a.example.com'}], paths: {/a: {get: {operationId: a, parameters: [{$ref: 'part.yaml#/x'}]}}}}",
                "part.yaml", "x: {name: x, in: query}");

        assertThat(read(files, "- one: {" + CALL + "}\n- two: {" + CALL + "}\n").all()).isEmpty();
        assertThat(read(files, "- three: {" + CALL + "}\n").all()).isEmpty();
        assertThat(documents.size()).isEqualTo(2);
        ProblemCollector problems = new ProblemCollector();
        byte[] content = files.get("api.yaml").getBytes(StandardCharsets.UTF_8);
        assertThat(documents.parse("api.yaml", content, SourceParser::document, problems).orElseThrow())
                .isSameAs(documents.parse("api.yaml", content.clone(), SourceParser::document, problems).orElseThrow());
    }

    @Test
    void faultsOfADocumentAreReportedForEachDefinition() {
        for (int i = 0; i < 2; i++) {
            assertThat(read(Map.of("api.yaml", "a: [}"), "- one: {" + CALL + "}\n").all()).singleElement()
                    .extracting(Problem::location).extracting("file").isEqualTo("api.yaml");
        }
    }

    private ProblemCollector read(Map<String, String> files, String tasks) {
        ProblemCollector problems = new ProblemCollector();
        DefinitionReader.read("sample.yaml", (Read.DOCUMENT + "do:\n" + tasks.indent(2)).getBytes(StandardCharsets.UTF_8),
                new ApplicationResources() {

                    @Override
                    public Optional<byte[]> find(String path) {
                        return Optional.ofNullable(files.get(path)).map(text -> text.getBytes(StandardCharsets.UTF_8));
                    }

                    @Override
                    public ParsedDocumentCache documents() {
                        return documents;
                    }
                }, problems);
        return problems;
    }
}
