package dev.cairn.deployment;

import java.util.List;
import java.util.Optional;

import org.jboss.jandex.DotName;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import io.quarkus.builder.item.MultiBuildItem;

/**
 * A definition of the application, read but not yet compiled. If errors were found while it was read it has stand-ins, and the
 * build fails when all problems are known.
 */
public final class DefinitionBuildItem extends MultiBuildItem {

    private final Definition definition;
    private final DotName workflowClass;
    private final List<Problem> problems;
    private final String text;

    /**
     * @param definition the definition
     * @param workflowClass the class that defines it, or null if it was written in YAML or JSON
     * @param problems its faults; reported by the build step that finds them
     */
    public DefinitionBuildItem(Definition definition, DotName workflowClass, ProblemCollector problems) {
        this(definition, workflowClass, problems, null);
    }

    /** As the other one, with the text of a definition that was written in YAML or JSON. */
    public DefinitionBuildItem(Definition definition, DotName workflowClass, ProblemCollector problems, String text) {
        this.definition = definition;
        this.workflowClass = workflowClass;
        this.problems = problems.all();
        this.text = text;
    }

    /** The problems of this definition, without those of others in the same file. */
    public List<Problem> problems() {
        return problems;
    }

    /** The definition. */
    public Definition definition() {
        return definition;
    }

    /** The class that defines it; empty if it was written in YAML or JSON. */
    public Optional<DotName> workflowClass() {
        return Optional.ofNullable(workflowClass);
    }

    /** The source text in YAML or JSON; empty if the definition was written in Java. */
    public Optional<String> text() {
        return Optional.ofNullable(text);
    }
}
