package dev.cairn.deployment.engine;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.spi.DeploymentException;

import org.jboss.logging.Logger;

import dev.cairn.definition.Problem;
import dev.cairn.definition.Problem.Severity;

/** Reports all problems to the author, at once. */
final class ProblemReport {

    private static final Logger LOG = Logger.getLogger("dev.cairn.build");

    private static final Comparator<Problem> BY_PLACE = Comparator
            .comparing((Problem problem) -> problem.location().file())
            .thenComparing(problem -> problem.location().line())
            .thenComparing(problem -> problem.location().column());

    private ProblemReport() {}

    /**
     * Logs warnings.
     *
     * @throws DeploymentException if there is an error, with all of them
     */
    static void report(List<Problem> problems) {
        of(problems, Severity.WARNING).forEach(warning -> LOG.warn(warning.toString()));
        List<Problem> errors = of(problems, Severity.ERROR);
        if (!errors.isEmpty()) {
            throw new DeploymentException(errors.stream().map(Problem::toString).collect(Collectors.joining("\n  ",
                    "The workflows of this application have " + (errors.size() == 1 ? "an error" : errors.size() + " errors")
                            + ":\n  ",
                    "")));
        }
    }

    private static List<Problem> of(List<Problem> problems, Severity severity) {
        return problems.stream().filter(problem -> problem.severity() == severity).sorted(BY_PLACE).toList();
    }
}
