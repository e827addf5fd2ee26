package dev.cairn.deployment;

import java.util.List;

import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import io.quarkus.builder.item.MultiBuildItem;

/** The faults that one build step found in definitions or functions. All of them are reported at once, after all checks. */
public final class ProblemsBuildItem extends MultiBuildItem {

    private final List<Problem> problems;

    public ProblemsBuildItem(ProblemCollector problems) {
        this.problems = problems.all();
    }

    /** In the order they were found; maybe none. */
    public List<Problem> problems() {
        return problems;
    }
}
