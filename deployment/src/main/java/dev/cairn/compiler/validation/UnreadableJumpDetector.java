package dev.cairn.compiler.validation;

import java.util.List;
import java.util.Set;

import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;

/**
 * Finds the tasks of a list with an error that may hide a jump to another task: then it is unknown which tasks cannot be
 * reached.
 */
final class UnreadableJumpDetector {

    /** Properties of a task or a {@code catch} in which no jump of the task itself stands. */
    private static final Set<String> ELSEWHERE = Set.of("as", "call", "do", "emit", "errors", "exceptWhen", "export", "for",
            "foreach", "fork", "input", "listen", "metadata", "output", "raise", "retry", "run", "set", "timeout", "try",
            "wait", "when", "while", "with");

    private final String list;
    /** Pointers of errors in the list. */
    private final List<String> errors;

    private UnreadableJumpDetector(String list, List<String> errors) {
        this.list = list;
        this.errors = errors;
    }

    static UnreadableJumpDetector of(ProblemCollector problems, SourceLocation list) {
        String inside = list.written() + "/";
        return new UnreadableJumpDetector(list.written(), problems.all().stream()
                .filter(problem -> problem.severity() == Problem.Severity.ERROR)
                .map(Problem::location)
                .filter(location -> location.file().equals(list.file()) && location.pointer().startsWith(inside))
                .map(SourceLocation::pointer).toList());
    }

    boolean mayBeOf(Task task) {
        String pointer = task.location().written();
        return errors.stream().anyMatch(error -> isEntry(error) || error.equals(pointer)
                || error.startsWith(pointer + "/") && isJump(error.substring(pointer.length() + 1).split("/")));
    }

    /** An entry that is no task. */
    private boolean isEntry(String error) {
        return error.indexOf('/', list.length() + 1) < 0;
    }

    private static boolean isJump(String[] below) {
        String property = below[0].equals("catch") && below.length > 1 ? below[1] : below[0];
        return !ELSEWHERE.contains(property);
    }
}
