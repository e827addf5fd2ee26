package dev.cairn.definition;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the faults of definitions, so that an author sees all of them at once. The same problem found twice, such as one of
 * a reusable component, counts once. Used by one thread.
 */
public final class ProblemCollector {

    private final Set<Problem> problems = new LinkedHashSet<>();

    /** Adds a problem, at the place where its cause was written. */
    public void add(Problem problem) {
        problems.add(new Problem(problem.code(), problem.severity(), problem.location().asWritten(), problem.message(),
                problem.suggestion()));
    }

    /** Adds an error; {@code suggestion} says what to do. */
    public void error(String code, SourceLocation location, String message, String suggestion) {
        add(new Problem(code, Problem.Severity.ERROR, location, message, suggestion));
    }

    /** Adds a warning; {@code suggestion} says what to do. */
    public void warning(String code, SourceLocation location, String message, String suggestion) {
        add(new Problem(code, Problem.Severity.WARNING, location, message, suggestion));
    }

    /** True if the build must fail. */
    public boolean hasErrors() {
        return problems.stream().anyMatch(problem -> problem.severity() == Problem.Severity.ERROR);
    }

    /** True if an error was found at this place of this file or anywhere inside it. */
    public boolean hasErrorsWithin(SourceLocation location) {
        String inside = location.written() + "/";
        return problems.stream().anyMatch(problem -> problem.severity() == Problem.Severity.ERROR
                && problem.location().file().equals(location.file())
                && (problem.location().pointer().equals(location.written())
                        || problem.location().pointer().startsWith(inside)));
    }

    /** True if an error was found at this very place. */
    public boolean hasErrorsAt(SourceLocation location) {
        return problems.stream().anyMatch(problem -> problem.severity() == Problem.Severity.ERROR
                && problem.location().file().equals(location.file())
                && problem.location().pointer().equals(location.written()));
    }

    /** All of them, in the order they were found. */
    public List<Problem> all() {
        return List.copyOf(problems);
    }
}
