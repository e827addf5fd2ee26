package dev.cairn.compiler.reader;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;

/**
 * Runs the definition reader on a probe document and tells which properties it requested and which faults it found.
 * Descriptions of the reader are derived from it, so they cannot differ from the reader.
 */
public final class ReaderGrammarProbe {

    private static final byte[] RESOURCE = { '{', '}' };

    private final RecordedReaderGrammar shapes;
    private final List<Problem> problems;

    private ReaderGrammarProbe(RecordedReaderGrammar shapes, List<Problem> problems) {
        this.shapes = shapes;
        this.problems = problems;
    }

    /** Reads a definition, good or not. */
    public static ReaderGrammarProbe to(JsonNode definition) {
        ProblemCollector problems = new ProblemCollector();
        SourceTree tree = SourceParser.parse("probe.json", definition.toString().getBytes(StandardCharsets.UTF_8), problems)
                .orElseThrow(() -> new IllegalArgumentException("no tree: " + problems.all()));
        // References are assumed to resolve.
        DefinitionReader.read(tree, path -> Optional.of(RESOURCE), problems);
        return new ReaderGrammarProbe(tree.shapes(), problems.all());
    }

    /** The kinds of tasks that are read. */
    public static List<String> kinds() {
        return TaskReader.kinds();
    }

    /** True if the value was read as an object that has the properties of {@link #known} and no others. */
    public boolean isClosed(String pointer) {
        return shapes.object(pointer).isPresent();
    }

    /** The properties that an object may have; empty if none was requested. */
    public Set<String> known(String pointer) {
        return shapes.object(pointer).map(RecordedReaderGrammar.Shape::known).orElse(Set.of());
    }

    /** The properties that an object must have. */
    public Set<String> required(String pointer) {
        return shapes.object(pointer).map(RecordedReaderGrammar.Shape::required).orElse(Set.of());
    }

    /** The strings that a value can be; empty if there are too many to name. */
    public List<String> choices(String pointer) {
        return shapes.choices(pointer);
    }

    /** The faults of the value at this pointer itself. */
    public List<Problem> problems(String pointer) {
        return problems.stream().filter(problem -> problem.location().pointer().equals(pointer)).toList();
    }

    /** The faults of the value at this pointer or within it. */
    public List<Problem> problemsWithin(String pointer) {
        return problems.stream().filter(problem -> problem.location().pointer().equals(pointer)
                || problem.location().pointer().startsWith(pointer + "/")).toList();
    }
}
