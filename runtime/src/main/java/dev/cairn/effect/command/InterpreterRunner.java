package dev.cairn.effect.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.cairn.api.WorkflowException;

/** Runs a shell command or a script by an interpreter of this machine. */
final class InterpreterRunner implements CommandRunner {

    /** Variables that a command needs; no others of this process, whose environment may have secrets. */
    private static final Set<String> KEPT = Set.of("PATH", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "TEMP");

    private final String executable;

    InterpreterRunner(String executable) {
        this.executable = executable;
    }

    @Override
    public String executable() {
        return executable;
    }

    @Override
    public CompletableFuture<Void> prepare() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public List<String> line(CommandInput input, CommandLauncher files) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(executable);
        if (input.script() == null) {
            // The arguments after the text become $0, $1…
            line.addAll(List.of("-c", input.code(), executable));
        } else {
            line.add(files.write(input.script(), input.code()).toString());
        }
        line.addAll(input.arguments());
        return line;
    }

    @Override
    public Map<String, String> environment(CommandInput input) {
        return environmentOf(input);
    }

    /** The variables that a command gets: a few of this process, and its own. */
    static Map<String, String> environmentOf(CommandInput input) {
        Map<String, String> environment = kept(KEPT);
        environment.putAll(input.environment());
        return environment;
    }

    /** The variables of this process that have one of the names. */
    static Map<String, String> kept(Set<String> names) {
        Map<String, String> kept = new HashMap<>(System.getenv());
        kept.keySet().retainAll(names);
        return kept;
    }

    @Override
    public CompletableFuture<Void> ended(boolean killed, int code) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public WorkflowException fault(int code, String said) {
        return null;
    }
}
