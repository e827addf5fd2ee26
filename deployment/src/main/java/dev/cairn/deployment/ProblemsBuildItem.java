package dev.cairn.deployment;

import java.util.List;

import dev.cairn.definition.Problem;
import dev.cairn.definition.Problems;
import io.quarkus.builder.item.MultiBuildItem;

/**
 * What one build step found wrong with definitions or functions. All of it is reported at once, when everything has been looked
 * at.
 */
public final class ProblemsBuildItem extends MultiBuildItem {

    private final List<Problem> problems;

    public ProblemsBuildItem(Problems problems) {
        this.problems = problems.all();
    }

    /** In the order they were found; maybe none. */
    public List<Problem> problems() {
        return problems;
    }
}
