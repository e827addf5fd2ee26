package dev.cairn.definition;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with definitions, so that an author sees all of it at once. Used by one thread.
 */
public final class Problems {

    private final List<Problem> problems = new ArrayList<>();

    /** Adds an error; {@code suggestion} may be null. */
    public void error(String code, Location location, String message, String suggestion) {
        problems.add(new Problem(code, Problem.Severity.ERROR, location, message, suggestion));
    }

    /** Adds a warning; {@code suggestion} may be null. */
    public void warning(String code, Location location, String message, String suggestion) {
        problems.add(new Problem(code, Problem.Severity.WARNING, location, message, suggestion));
    }

    /** True if the build must fail. */
    public boolean hasErrors() {
        return problems.stream().anyMatch(problem -> problem.severity() == Problem.Severity.ERROR);
    }

    /** All of them, in the order they were found. */
    public List<Problem> all() {
        return List.copyOf(problems);
    }
}
