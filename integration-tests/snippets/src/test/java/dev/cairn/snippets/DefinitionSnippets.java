package dev.cairn.snippets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

import dev.cairn.compiler.CallableFunction;
import dev.cairn.compiler.CallableMethodCatalog;
import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.WorkflowCatalog;
import dev.cairn.compiler.config.ConfigCatalog;
import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.ProblemCollector;

/**
 * Definitions, compiled as a build does. A fragment gets the missing parts: a list is the tasks of a definition; an object
 * without {@code do} gets a task, and one without a part of {@code document} that part.
 */
final class DefinitionSnippets {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    /** Functions that definitions in pages call by name. */
    private static final CallableMethodCatalog FUNCTIONS = CallableMethodCatalog
            .of(new CallableFunction("audit", List.of("start", "label")), new CallableFunction("note", List.of("text")));

    /** Workflows that definitions in pages run. */
    private static final WorkflowCatalog WORKFLOWS = new WorkflowCatalog(Map.of("shop:ship-order", List.of("1.2.0")));

    private static final ConfigCatalog CONFIG = new ConfigCatalog(List.of("service.*"), List.of(), Map.of());

    private DefinitionSnippets() {}

    /** YAML: definitions and parts of such. */
    static List<String> yaml(Block block) {
        JsonNode value;
        try {
            value = YAML.readTree(block.text());
        } catch (IOException e) {
            return List.of(block.place() + ": " + e.getMessage());
        }
        boolean whole = value.path("document").has("name") && value.has("do");
        return compile(block, whole ? block.text() : completed(value).toString());
    }

    /** JSON: a definition if it has a {@code document}, otherwise a value. */
    static List<String> json(Block block) {
        try {
            JsonNode value = JSON.readTree(block.text());
            return value.has("document") ? compile(block, completed(value).toString()) : List.of();
        } catch (IOException e) {
            return List.of(block.place() + ": " + e.getMessage());
        }
    }

    private static JsonNode completed(JsonNode part) {
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        ObjectNode document = definition.putObject("document");
        document.put("dsl", "1.0.3").put("namespace", "docs").put("name", "snippet").put("version", "1.0.0");
        if (part instanceof ArrayNode tasks) {
            return definition.set("do", tasks);
        }
        definition.putArray("do").addObject().putObject("finish").putObject("set").put("done", true);
        if (part instanceof ObjectNode object) {
            object.properties().stream().filter(member -> !member.getKey().equals("document"))
                    .forEach(member -> definition.set(member.getKey(), member.getValue()));
            object.path("document").properties().forEach(member -> document.set(member.getKey(), member.getValue()));
        }
        return definition;
    }

    private static List<String> compile(Block block, String text) {
        ProblemCollector problems = new ProblemCollector();
        // JSON is YAML: what was completed is read as well, but not with the lines of the page.
        DefinitionReader
                .read(block.place() + ".yaml", text.getBytes(StandardCharsets.UTF_8), new PageResources(), problems)
                .ifPresent(definition -> {
                    DefinitionValidator.validate(definition, problems);
                    new DefinitionCompiler(FUNCTIONS, WORKFLOWS, Set.of("shell", "js", "python", "container", "mcp"),
                            Set.of("asyncapi", "grpc", "mcp", "a2a", "oauth2"), "docs")
                            .withConfig(CONFIG).compile(definition, problems);
                });
        return problems.all().stream().map(Object::toString).toList();
    }

    /** Resources of pages, with files for the documents that pages refer to by URL. */
    private static final class PageResources implements ApplicationResources {

        @Override
        public Optional<byte[]> find(String path) {
            try (InputStream content = DefinitionSnippets.class.getClassLoader().getResourceAsStream(path)) {
                return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        @Override
        public byte[] fetch(String url, String referrer) {
            return find("remote" + url.substring(url.lastIndexOf('/'))).orElseThrow();
        }
    }
}
