package dev.cairn.definition;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The components that a definition has in {@code use}, each where it was written, whether or not anything uses it.
 *
 * @param secrets names of the secrets that the definition may use
 * @param errors errors that tasks raise
 * @param retries policies of a {@code catch}
 * @param timeouts of tasks and workflow
 * @param authentications of calls
 * @param functions tasks that can be called
 * @param extensions the outermost first
 */
public record ReusableComponents(
        List<String> secrets,
        List<ErrorSpec> errors,
        List<RetryPolicy> retries,
        List<DurationSpec> timeouts,
        List<Authentication> authentications,
        List<Task> functions,
        List<ExtensionTasks> extensions) {

    public ReusableComponents {
        secrets = List.copyOf(secrets);
        errors = List.copyOf(errors);
        retries = List.copyOf(retries);
        timeouts = List.copyOf(timeouts);
        authentications = List.copyOf(authentications);
        functions = List.copyOf(functions);
        extensions = List.copyOf(extensions);
    }

    /** The same, without the functions and extensions that stand in one of the tasks. */
    ReusableComponents unused(List<Task> tasks) {
        Set<String> used = new HashSet<>();
        tasks.forEach(task -> note(task, used));
        return new ReusableComponents(secrets, errors, retries, timeouts, authentications,
                functions.stream().filter(function -> !used.contains(function.location().written())).toList(),
                extensions.stream().filter(extension -> !used.contains(extension.location().written())).toList());
    }

    private static void note(Task task, Set<String> used) {
        used.add(task.location().written());
        for (ExtensionTasks extension : task.properties().extensions()) {
            used.add(extension.location().written());
            extension.before().forEach(inner -> note(inner, used));
            extension.after().forEach(inner -> note(inner, used));
        }
        task.children().forEach(inner -> note(inner, used));
    }
}
