package dev.cairn.definition;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects what is wrong with definitions, so that an author sees all of it at once. The same problem found twice, such as one of
 * a reusable component, counts once. Used by one thread.
 */
public final class Problems {

    private final Set<Problem> problems = new LinkedHashSet<>();

    /** Adds a problem. */
    public void add(Problem problem) {
        problems.add(problem);
    }

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

    /** True if an error was found at this place of this file or anywhere inside it. */
    public boolean hasErrorsWithin(Location location) {
        String inside = location.pointer() + "/";
        return problems.stream().anyMatch(problem -> problem.severity() == Problem.Severity.ERROR
                && problem.location().file().equals(location.file())
                && (problem.location().pointer().equals(location.pointer())
                        || problem.location().pointer().startsWith(inside)));
    }

    /** All of them, in the order they were found. */
    public List<Problem> all() {
        Set<Problem> written = new HashSet<>();
        return problems.stream().filter(problem -> problem.location().column() == 0 || written.add(asWritten(problem)))
                .toList();
    }

    /** A component stands at several pointers, in one place of the file. */
    private static Problem asWritten(Problem problem) {
        Location location = problem.location();
        return new Problem(problem.code(), problem.severity(),
                new Location(location.file(), location.line(), location.column(), ""),
                problem.message(), problem.suggestion());
    }
}
