package dev.cairn.compiler;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.link.ProgramLinker;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramCodec;

/** Programs for tests: what a build makes, taken through its encoded form. */
public final class TestPrograms {

    /** Functions that definitions of tests can call. */
    public static final CallableMethodCatalog FUNCTIONS = CallableMethodCatalog.of(
            new CallableFunction("greet", List.of("name")),
            new CallableFunction("ask", List.of("question")),
            new CallableFunction("tell", List.of("who", "what")),
            new CallableFunction("ping", List.of()));

    /** Workflows that definitions of tests can run. */
    public static final WorkflowCatalog WORKFLOWS = new WorkflowCatalog(Map.of(
            "test:case", List.of("1.0.0"), "test:child", List.of("1.0.0", "1.1.0")));

    private TestPrograms() {}

    /** Compiles a definition without its document: {@code do}, and what else it has. */
    public static Program program(ObjectNode body) {
        return program(body, "case");
    }

    /** As {@link #program(ObjectNode)}, with another name than {@code case}. */
    public static Program program(ObjectNode body, String name) {
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        definition.putObject("document").put("dsl", "1.0.3").put("namespace", "test").put("name", name).put("version",
                "1.0.0");
        definition.setAll(body);
        return program("case.json", definition.toString());
    }

    /** Compiles a definition; problems fail the test. */
    public static Program program(String file, String text) {
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read(file, text.getBytes(StandardCharsets.UTF_8),
                TestPrograms::resource, problems);
        DefinitionCompiler compiler = new DefinitionCompiler(FUNCTIONS, WORKFLOWS,
                Set.of("shell", "js", "python", "container", "mcp"),
                Set.of("asyncapi", "grpc", "mcp", "a2a", "oauth2"), "test");
        Optional<Program> program = definition.flatMap(read -> compiler.compile(read, problems));
        if (program.isEmpty() || problems.hasErrors()) {
            throw new AssertionError("The definition has problems: " + problems.all());
        }
        return ProgramCodec.read(ProgramCodec.write(List.of(program.get()))).get(0);
    }

    /** A resource of the tests. */
    public static Optional<byte[]> resource(String path) {
        try (InputStream content = Thread.currentThread().getContextClassLoader().getResourceAsStream(path)) {
            return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Compiles and links a definition without its document. */
    public static LinkedProgram linked(ObjectNode body) {
        return ProgramLinker.link(program(body));
    }
}
