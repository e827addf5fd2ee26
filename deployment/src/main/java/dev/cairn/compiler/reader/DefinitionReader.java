package dev.cairn.compiler.reader;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.cairn.definition.CairnMetadata;
import dev.cairn.definition.DataInput;
import dev.cairn.definition.DataOutput;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.ReusableComponents;
import dev.cairn.definition.Task;

/**
 * Reads a definition from a YAML or JSON file, or from the JSON that another form of authoring gives.
 *
 * <p>
 * It reports all faults of the form and goes on after each one. The meaning is checked by
 * {@code dev.cairn.compiler.validation}, and expressions by the compiler.
 */
public final class DefinitionReader {

    /** Of the namespace, the name and the version each. */
    private static final int MAX_CHARACTERS = 255;
    private static final List<String> LANGUAGES = List.of("jq");
    private static final List<String> MODES = List.of("strict", "loose");

    private static final Comparator<Problem> BY_PLACE = Comparator
            .comparingInt((Problem problem) -> problem.location().line())
            .thenComparingInt(problem -> problem.location().column());

    private DefinitionReader() {}

    /**
     * Reads one file.
     *
     * @param file path for messages; its extension, .yaml, .yml or .json, tells the syntax
     * @param content UTF-8, with or without a byte order mark
     * @param problems receives all faults, in the order of the file
     * @return the definition. If errors were reported it has stand-ins for unreadable parts: good for finding more problems,
     *         not for running. Empty if the file could not be parsed or lacks the identity of the definition
     */
    public static Optional<Definition> read(String file, byte[] content, ProblemCollector problems) {
        return read(file, content, ApplicationResources.NONE, problems);
    }

    /**
     * As {@link #read(String, byte[], ProblemCollector)}, for a definition that may refer to resources.
     *
     * @param file path from the root of the class path; places of resources begin at its directory
     */
    public static Optional<Definition> read(String file, byte[] content, ApplicationResources resources,
            ProblemCollector problems) {
        ProblemCollector found = new ProblemCollector();
        Optional<Definition> definition = SourceParser.parse(file, content, found)
                .flatMap(tree -> read(tree, resources, found));
        found.all().stream().sorted(BY_PLACE).forEach(problems::add);
        return definition;
    }

    /**
     * Reads a definition that was written in another form than a file.
     *
     * @param problems receives all faults of the source and of its JSON, in the order of their lines
     * @return as {@link #read(String, byte[], ProblemCollector)}
     */
    public static Optional<Definition> read(JavaDefinitionDocument source, ApplicationResources resources,
            ProblemCollector problems) {
        ProblemCollector found = new ProblemCollector();
        Optional<Definition> definition = read(SourceTree.of(source), resources, found);
        Stream<Problem> others = found.all().stream()
                .filter(problem -> !source.faulty().contains(problem.location().pointer()));
        Stream.concat(source.problems().stream(), others).sorted(BY_PLACE).forEach(problems::add);
        return definition;
    }

    static Optional<Definition> read(SourceTree tree, ApplicationResources resources, ProblemCollector problems) {
        SourceElement root = SourceElement.root(tree, problems, resources);
        if (!root.isObject()) {
            root.problem(ReaderErrorCodes.WRONG_TYPE, "A definition is an object with \"document\" and \"do\"",
                    "Begin with the lines \"document:\" and \"do:\".");
            return Optional.empty();
        }
        try (ElementFieldReader fields = ElementFieldReader.of(root)) {
            SourceElement documentElement = fields.required("document");
            Document document = null;
            SourceElement metadataElement = null;
            if (documentElement != null) {
                try (ElementFieldReader documentFields = ElementFieldReader.of(documentElement)) {
                    document = document(documentFields);
                    metadataElement = documentFields.optional("metadata");
                }
            }
            CairnMetadata metadata = CairnMetadataReader.read(metadataElement, fields.optional("schedule"));
            ComponentReader reusables = ComponentReader.of(fields.optional("use"));
            DataInput input = ValueReader.input(fields.optional("input"));
            DataOutput output = ValueReader.output(fields.optional("output"));
            DurationSpec timeout = reusables.timeout(fields.optional("timeout"));
            TaskReader reader = new TaskReader(reusables);
            ReusableComponents components = reusables.components(reader.functions().all(), reader.extensions().all());
            List<Task> tasks = reader.list(fields.required("do"));
            checkEvaluate(fields.optional("evaluate"));
            return document == null ? Optional.empty()
                    : Optional.of(new Definition(document, input, output, timeout, metadata, components, tasks, tree.root(),
                            tree));
        }
    }

    /** Null if something is missing that a document must have. */
    private static Document document(ElementFieldReader fields) {
        String dsl = text(fields.required("dsl"));
        String namespace = name(fields.required("namespace"));
        String name = name(fields.required("name"));
        String version = name(fields.required("version"));
        SourceElement title = fields.optional("title");
        SourceElement summary = fields.optional("summary");
        SourceElement tags = fields.optional("tags");
        if (tags != null && !tags.isObject()) {
            tags.wrongType("an object");
        }
        String titleText = title == null ? null : title.string();
        String summaryText = summary == null ? null : summary.string();
        return dsl == null || namespace == null || name == null || version == null ? null
                : new Document(dsl, namespace, name, version, titleText, summaryText);
    }

    /** As long as stores keep it. */
    private static String name(SourceElement element) {
        return element == null ? null : element.text(MAX_CHARACTERS);
    }

    private static String text(SourceElement element) {
        return element == null ? null : element.text();
    }

    private static void checkEvaluate(SourceElement evaluate) {
        if (evaluate == null) {
            return;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(evaluate)) {
            SourceElement language = fields.optional("language");
            String languageName = text(language);
            if (languageName != null && !LANGUAGES.contains(languageName)) {
                language.notSupported("The expression language " + SourceElement.quoted(languageName), "Use \"jq\".");
            }
            SourceElement mode = fields.optional("mode");
            if (mode != null) {
                mode.oneOf(MODES);
            }
        }
    }
}
