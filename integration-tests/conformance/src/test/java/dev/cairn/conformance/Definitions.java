package dev.cairn.conformance;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.cairn.compiler.CallableMethodCatalog;
import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.WorkflowCatalog;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.program.Program;

/** Compiles definitions as a build does, for an application without bean methods. */
final class Definitions {

    private static final CallableMethodCatalog NONE = CallableMethodCatalog.of();

    /** The workflow that an example runs and that no example defines. */
    private static final WorkflowCatalog ELSEWHERE = new WorkflowCatalog(Map.of("test:register-customer", List.of("0.1.0")));

    /** A document that is read while the application is built, so it comes from the class path. */
    private static final String ASYNCAPI = "https://fake.com/docs/asyncapi.json";

    private Definitions() {}

    /** @param program empty if there are errors */
    record Result(Optional<Program> program, List<Problem> errors) {}

    static Result compile(String name, String text) {
        ProblemCollector problems = new ProblemCollector();
        String local = text.replace(ASYNCAPI, "classpath:notifications.yaml");
        Optional<Program> program = DefinitionReader
                .read(name, local.getBytes(StandardCharsets.UTF_8), new PublicDocuments(), problems)
                .flatMap(definition -> {
                    DefinitionValidator.validate(definition, problems);
                    // Unsupported parts may leave calls of functions that then are missing.
                    return problems.hasErrors() ? Optional.empty()
                            : new DefinitionCompiler(NONE, ELSEWHERE, Set.of("shell", "js", "container", "mcp"),
                                    Set.of("asyncapi", "grpc", "mcp", "a2a", "oauth2"), "test")
                                    .compile(definition,
                                            problems);
                });
        List<Problem> errors = problems.all().stream().filter(problem -> problem.severity() == Problem.Severity.ERROR).toList();
        return new Result(errors.isEmpty() ? program : Optional.empty(), errors);
    }
}
