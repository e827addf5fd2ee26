package dev.cairn.effect.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.jboss.logging.Logger;

import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.TimerService;

/**
 * The command line of a container runtime, Docker or Podman, and the containers that this machine has by it. Containers have labels:
 * the effect that they run for, and the process that started them. No thread waits for its commands. Thread-safe.
 */
final class ContainerRuntime {

    static final String EFFECT = "dev.cairn.effect";
    static final String REMOVE_AFTER = "dev.cairn.remove-after";

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final String HOST = "dev.cairn.host";
    private static final String PROCESS = "dev.cairn.process";
    /** Variables by which these command lines find their server, their configuration and its credentials. */
    private static final Set<String> NEEDED = Set.of("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "TEMP",
            "USERPROFILE",
            "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH", "DOCKER_API_VERSION",
            "CONTAINER_HOST", "CONTAINER_CONNECTION", "CONTAINERS_CONF", "REGISTRY_AUTH_FILE", "XDG_RUNTIME_DIR",
            "XDG_CONFIG_HOME", "XDG_DATA_HOME", "SSH_AUTH_SOCK", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", ProcessTree.VARIABLE);
    private static final long LIMIT_SECONDS = 30;
    private static final long CLOSE_SECONDS = 10;
    private static final long MAX_ANSWER_BYTES = 4 << 20;
    private static final long MAX_SAID_BYTES = 500;
    /** Largest number of containers that one command names, since a command line is bounded. */
    private static final int REMOVED_TOGETHER = 100;

    private final String executable;
    private final List<String> options;
    private final Executor workers;
    private final TimerService timers;
    private final String host = host();
    private final String process = name(ProcessHandle.current());
    private volatile boolean used;

    /**
     * A runtime that is not called yet.
     *
     * @param options further options of each container, of the operator
     * @param workers may be blocked for as long as reading a file takes
     */
    ContainerRuntime(String executable, List<String> options, Executor workers, TimerService timers) {
        this.executable = executable;
        this.options = List.copyOf(options);
        this.workers = workers;
        this.timers = timers;
    }

    String executable() {
        return executable;
    }

    List<String> options() {
        return options;
    }

    /** True for a variable that the command line itself reads. */
    static boolean needs(String variable) {
        return NEEDED.contains(variable);
    }

    /** The variables of this process that the command line reads. */
    static Map<String, String> environment() {
        return InterpreterRunner.kept(NEEDED);
    }

    /** Labels of a container that this process starts. */
    Map<String, String> ownerLabels() {
        used = true;
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(HOST, host);
        labels.put(PROCESS, process);
        return labels;
    }

    /** Removes all containers with a label, running or not. */
    CompletableFuture<Void> remove(String label) {
        return answer("ps", "--all", "--quiet", "--no-trunc", "--filter=label=" + label)
                .thenCompose(ids -> remove(ids.lines().map(String::strip).filter(Predicate.not(String::isEmpty)).toList()));
    }

    private CompletableFuture<Void> remove(List<String> ids) {
        if (ids.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<String> first = ids.subList(0, Math.min(ids.size(), REMOVED_TOGETHER));
        List<String> arguments = new ArrayList<>(List.of("rm", "--force", "--volumes"));
        arguments.addAll(first);
        return answer(arguments.toArray(String[]::new)).thenCompose(none -> remove(ids.subList(first.size(), ids.size())));
    }

    /** As {@link #remove}; a failure is told in the log. */
    CompletableFuture<Void> removeLogged(String label) {
        return remove(label).exceptionally(failure -> {
            LOG.warnf("CAIRN-0842: Cannot remove a container [%s]: %s. Remove it: %s ps --all --filter label=%s", label,
                    reason(failure),
                    executable, label);
            return null;
        });
    }

    /** As {@link #removeLogged}, after a delay. If this process ends before, {@link #sweep()} of a later one does it. */
    void removeAfter(String label, long delayMillis) {
        timers.after(delayMillis, () -> workers.execute(() -> removeLogged(label)));
    }

    /**
     * Removes containers that processes of this machine have left which live no more: those that run, since their effects begin
     * anew, and later those that are to be removed a while after their end.
     */
    CompletableFuture<Void> sweep() {
        return answer("ps", "--filter=label=" + HOST + "=" + host, "--filter=status=running", "--filter=status=created",
                "--filter=status=paused", "--format={{.ID}} {{.Label \"" + PROCESS + "\"}}")
                .thenCompose(lines -> remove(
                        lines.lines().map(line -> line.split(" ")).filter(this::isLeft).map(line -> line[0]).toList()))
                .thenCompose(
                        none -> answer("ps", "--all", "--filter=label=" + HOST + "=" + host, "--filter=label=" + REMOVE_AFTER,
                                "--filter=status=exited",
                                "--format={{.Label \"" + EFFECT + "\"}} {{.Label \"" + PROCESS + "\"}} {{.Label \""
                                        + REMOVE_AFTER + "\"}}"))
                .thenAccept(lines -> lines.lines().map(line -> line.split(" ")).filter(line -> line.length == 3 && isLeft(line))
                        .forEach(line -> removeAfter(EFFECT + "=" + line[0], Long.parseLong(line[2]))))
                .exceptionally(failure -> {
                    LOG.warnf(
                            "CAIRN-0843: Cannot look for containers that an earlier life of the application has left: %s. They stay"
                                    + " until their workflows run again.",
                            reason(failure));
                    return null;
                });
    }

    private boolean isLeft(String[] line) {
        return line.length > 1 && !line[1].equals(process) && !isAlive(line[1]);
    }

    private static boolean isAlive(String owner) {
        int end = owner.indexOf('-');
        try {
            return end < 0 || ProcessHandle.of(Long.parseLong(owner.substring(0, end)))
                    .filter(handle -> name(handle).equals(owner)).isPresent();
        } catch (NumberFormatException ofAnother) {
            return true;
        }
    }

    /** Number and start, since numbers are given again. */
    private static String name(ProcessHandle handle) {
        return handle.pid() + "-" + handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** The machine, and the space that its process numbers are from: containers on one host may have one name and several spaces. */
    private static String host() {
        String name;
        try {
            name = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException none) {
            name = "localhost";
        }
        try {
            return name + "/" + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException notLinux) {
            return name;
        }
    }

    /** Removes what this process has started. Blocks, for a bounded time. */
    void close() {
        if (used) {
            removeLogged(PROCESS + "=" + process).completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS).join();
        }
    }

    /** Runs a command of the runtime; gives its standard output. */
    private CompletableFuture<String> answer(String... arguments) {
        List<String> line = new ArrayList<>(List.of(executable));
        line.addAll(List.of(arguments));
        try {
            CommandLauncher files = CommandLauncher.create();
            try {
                Process command = files.start(line, environment(), "");
                return command.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).handleAsync((ended, tooLate) -> {
                    try {
                        return read(command, files, tooLate != null);
                    } finally {
                        files.remove();
                    }
                }, workers);
            } catch (IOException failure) {
                files.remove();
                throw failure;
            }
        } catch (IOException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static String read(Process command, CommandLauncher files, boolean tooLate) {
        try {
            if (tooLate) {
                command.destroyForcibly();
                throw new IOException("no answer within " + LIMIT_SECONDS + " s");
            }
            if (command.exitValue() != 0) {
                throw new IOException("code " + command.exitValue() + ": " + files.said(MAX_SAID_BYTES));
            }
            return CommandLauncher.read(files.stdout(), MAX_ANSWER_BYTES);
        } catch (IOException failure) {
            throw new CompletionException(failure);
        }
    }

    private static String reason(Throwable failure) {
        return ExceptionMessageFormatter
                .of(failure instanceof CompletionException && failure.getCause() != null ? failure.getCause()
                        : failure);
    }
}
