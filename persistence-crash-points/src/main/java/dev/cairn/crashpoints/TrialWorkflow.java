package dev.cairn.crashpoints;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import dev.cairn.compiler.CallableFunction;
import dev.cairn.compiler.CallableMethodCatalog;
import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.program.Program;

/**
 * A workflow that is run until it crashes. Its effects are calls of the function {@code act} with a label.
 *
 * @param name of its file, without the end
 * @param program compiled
 */
public record TrialWorkflow(String name, Program program) {

    private static final CallableMethodCatalog ACT = CallableMethodCatalog.of(new CallableFunction("act", List.of("label")));

    /**
     * Chain, loop, retry, waits in memory and out of it, switch, try and catch, an uncaught error, compensation after an error
     * and after the instance was cancelled, competing branches, an event that one branch emits and another takes, long work
     * between effects and beside one, a suspended waiting instance, a timer that fires before it is due, a retry, a fork, and a
     * workflow with a limit of instances under way.
     */
    public static List<TrialWorkflow> all() {
        return List.of(of("short"), of("chain"), of("loop"), of("retry"), of("waits"), of("choice"), of("rescue"), of("fault"),
                of("undo"), of("recall"), of("race"), of("event"), of("work"), of("pause"), of("hurry"), of("again"),
                of("fork"), of("queued"));
    }

    /** The workflows that are short enough for all pairs of crash points: two calls, competing branches, an event, a limit. */
    public static List<TrialWorkflow> shortOnes() {
        return List.of(of("short"), of("race"), of("event"), of("queued"));
    }

    /** A number of tasks without effects, one after another. */
    static TrialWorkflow ofSetTasks(int count) {
        return of("set-tasks", "set: {number: %d}", count);
    }

    /** A number of calls, one after another. */
    static TrialWorkflow ofCalls(int count) {
        return of("calls", "call: act, with: {label: call-%d}", count);
    }

    private static TrialWorkflow of(String name, String task, int count) {
        StringBuilder text = new StringBuilder("document: {dsl: '1.0.3', namespace: crash-points, name: " + name
                + ", version: '1.0.0'}\ndo:\n");
        for (int i = 1; i <= count; i++) {
            text.append("  - task-").append(i).append(": {").append(task.formatted(i)).append("}\n");
        }
        return of(name, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    static TrialWorkflow of(String name) {
        return of(name, text(name + ".yaml"));
    }

    private static TrialWorkflow of(String name, byte[] text) {
        String file = name + ".yaml";
        ProblemCollector problems = new ProblemCollector();
        Optional<Program> program = DefinitionReader.read(file, text, problems)
                .flatMap(definition -> new DefinitionCompiler(ACT, "crash points").compile(definition, problems));
        return new TrialWorkflow(name,
                program.orElseThrow(() -> new IllegalStateException(file + " has problems: " + problems.all())));
    }

    private static byte[] text(String file) {
        try (InputStream text = TrialWorkflow.class.getResourceAsStream(file)) {
            return text.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
