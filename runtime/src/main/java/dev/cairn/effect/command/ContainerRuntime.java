package dev.cairn.effect.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jboss.logging.Logger;

import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.TimerService;

/**
 * The command line of a container runtime, Docker or Podman, and the containers that this machine has by it. Containers have labels:
 * the effect that they run for, and the process that started them. No thread waits for its commands. Thread-safe.
 */
final class ContainerRuntime {

    static final String EFFECT = "dev.cairn.effect";
    static final String ATTEMPT = "dev.cairn.attempt";
    static final String REMOVE_AFTER = "dev.cairn.remove-after";

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final String HOST = "dev.cairn.host";
    private static final String PROCESS = "dev.cairn.process";
    private static final long LIMIT_SECONDS = 30;
    private static final long CLOSE_MILLIS = 10_000;
    private static final long MAX_ANSWER_BYTES = 4 << 20;
    private static final long MAX_SAID_BYTES = 500;
    /** Largest number of containers that one command names, since a command line is bounded. */
    private static final int REMOVED_TOGETHER = 100;
    /** A runtime refuses to remove a container that it is removing already; two seconds are enough for it to end that. */
    private static final int MAX_REMOVALS = 10;
    private static final long REMOVAL_RETRY_MILLIS = 200;
    private static final List<String> RUNNING = List.of("--filter=status=running", "--filter=status=created",
            "--filter=status=paused");

    private final String executable;
    private final List<String> options;
    private final Executor workers;
    private final TimerService timers;
    private final String process = ProcessIdentity.current().toString();
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

    /** Labels of a container that this process starts. */
    Map<String, String> ownerLabels() {
        used = true;
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(HOST, ProcessIdentity.host());
        labels.put(PROCESS, process);
        return labels;
    }

    /** Removes all containers with a label, running or not. */
    CompletableFuture<Void> remove(String label) {
        return remove(() -> ids(List.of("--all", "--filter=label=" + label)), MAX_REMOVALS);
    }

    private CompletableFuture<Void> remove(Supplier<CompletableFuture<List<String>>> listed, int attempts) {
        return listed.get().thenCompose(ids -> remove(ids).exceptionallyCompose(failure -> {
            if (attempts == 1) {
                return CompletableFuture.failedFuture(failure);
            }
            CompletableFuture<Void> pause = new CompletableFuture<>();
            timers.after(REMOVAL_RETRY_MILLIS, () -> workers.execute(() -> pause.complete(null)));
            return pause.thenCompose(none -> remove(listed, attempts - 1));
        }));
    }

    private CompletableFuture<Void> remove(List<String> ids) {
        if (ids.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<String> first = ids.subList(0, Math.min(ids.size(), REMOVED_TOGETHER));
        List<String> arguments = new ArrayList<>(List.of("rm", "--force", "--volumes"));
        arguments.addAll(first);
        return answer(arguments).thenCompose(none -> remove(ids.subList(first.size(), ids.size())));
    }

    private CompletableFuture<List<String>> ids(List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("ps", "--quiet", "--no-trunc"));
        arguments.addAll(options);
        return answer(arguments)
                .thenApply(ids -> ids.lines().map(String::strip).filter(Predicate.not(String::isEmpty)).toList());
    }

    /** As {@link #remove}; a failure is told in the log. */
    CompletableFuture<Void> removeLogged(String label) {
        return logged(label, remove(label));
    }

    /** As {@link #removeLogged}, of those containers that have not ended. */
    CompletableFuture<Void> removeRunning(String label) {
        List<String> options = new ArrayList<>(RUNNING);
        options.add("--filter=label=" + label);
        return logged(label, remove(() -> ids(options), MAX_REMOVALS));
    }

    private CompletableFuture<Void> logged(String label, CompletableFuture<Void> removal) {
        return removal.exceptionally(failure -> {
            LOG.warnf("CAIRN-0842: Cannot remove a container [%s]: %s. Remove it: %s ps --all --filter label=%s", label,
                    reason(failure), executable, label);
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
        String here = "--filter=label=" + HOST + "=" + ProcessIdentity.host();
        return remove(() -> left(here), MAX_REMOVALS)
                .thenCompose(none -> answer(List.of("ps", "--all", here, "--filter=label=" + REMOVE_AFTER,
                        "--filter=status=exited",
                        "--format=" + shown(ATTEMPT) + " " + shown(PROCESS) + " " + shown(REMOVE_AFTER))))
                .thenAccept(lines -> lines.lines().map(line -> line.split(" "))
                        .filter(line -> line.length == 3 && ProcessIdentity.isGone(line[1]))
                        .forEach(line -> removeAfter(ATTEMPT + "=" + line[0], Long.parseLong(line[2]))))
                .exceptionally(failure -> {
                    LOG.warnf(
                            "CAIRN-0843: Cannot look for containers that an earlier life of the application has left: %s. They stay"
                                    + " until their workflows run again.",
                            reason(failure));
                    return null;
                });
    }

    /** Identifiers of the containers that run, and whose process does not. */
    private CompletableFuture<List<String>> left(String here) {
        List<String> arguments = new ArrayList<>(List.of("ps", here, "--format={{.ID}} " + shown(PROCESS)));
        arguments.addAll(RUNNING);
        return answer(arguments).thenApply(lines -> lines.lines().map(line -> line.split(" "))
                .filter(line -> line.length == 2 && ProcessIdentity.isGone(line[1])).map(line -> line[0]).toList());
    }

    /** A label in the format of a list. */
    private static String shown(String label) {
        return "{{.Label \"" + label + "\"}}";
    }

    /** Removes the containers of this process that run. Blocks, for a bounded time. */
    void close() {
        close(CLOSE_MILLIS);
    }

    void close(long limitMillis) {
        if (used) {
            String label = PROCESS + "=" + process;
            List<String> options = new ArrayList<>(RUNNING);
            options.add("--filter=label=" + HOST + "=" + ProcessIdentity.host());
            options.add("--filter=label=" + label);
            CompletableFuture<Void> removal = remove(() -> ids(options), MAX_REMOVALS)
                    .orTimeout(limitMillis, TimeUnit.MILLISECONDS)
                    .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                            failure instanceof TimeoutException ? new AnswerException("not done within " + limitMillis + " ms")
                                    : failure));
            logged(label, removal).join();
        }
    }

    /**
     * Runs a command of the runtime; gives its standard output. Fails with an {@link AnswerException} if it could be started and
     * failed.
     */
    private CompletableFuture<String> answer(List<String> arguments) {
        List<String> line = new ArrayList<>(List.of(executable));
        line.addAll(arguments);
        try {
            CommandLauncher files = CommandLauncher.create();
            try {
                Process command = files.start(line, RuntimeEnvironment.ofThisProcess(), "");
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
                throw new AnswerException("no answer within " + LIMIT_SECONDS + " s");
            }
            if (command.exitValue() != 0) {
                throw new AnswerException("code " + command.exitValue() + ": " + files.said(MAX_SAID_BYTES));
            }
            return CommandLauncher.read(files.stdout(), MAX_ANSWER_BYTES);
        } catch (AnswerException failure) {
            throw new CompletionException(failure);
        } catch (IOException failure) {
            throw new CompletionException(new AnswerException(ExceptionMessageFormatter.of(failure)));
        }
    }

    private static String reason(Throwable failure) {
        return ExceptionMessageFormatter
                .of(failure instanceof CompletionException && failure.getCause() != null ? failure.getCause()
                        : failure);
    }

    /** A failure after the command of the runtime was started: its own report, no answer in time, or an unreadable answer. */
    static final class AnswerException extends IOException {

        private static final long serialVersionUID = 1L;

        AnswerException(String message) {
            super(message);
        }
    }
}
