package dev.cairn.effect.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;

/**
 * Performs {@code run: shell}, {@code run: script} and {@code run: container}. No thread waits for a command; blocking work is done on a worker.
 * Thread-safe.
 *
 * <p>
 * The arguments of a call are an object:
 *
 * <pre>{@code
 * {"interpreter": "shell|js|python|container", "code": "…", "arguments": [], "environment": {}, "stdin": …,
 *  "return": "stdout|stderr|code|all|none", "await": true,
 *  "container": {"image": "…", "name": "…", "ports": ["8080:80"], "volumes": ["/a:/b"],
 *                "pull": "if_not_present|always|never", "removal": "always|never|eventually", "removalMillis": 0}}
 * }</pre>
 *
 * The code is handed to the interpreter as it is, and each argument as an argument of its own: nothing of the data is ever read
 * as code. A command gets no variables of this process except {@code PATH} and those for the machine's language and temporary
 * directory. Its own follow, with {@code CAIRN_IDEMPOTENCY_KEY} and {@code CAIRN_COMMAND}. It begins in an empty directory that
 * is removed after it. Processes that it has started end with it, as far as {@link ProcessTree} finds them.
 *
 * <p>
 * Cancelling the result kills the command with all it has started; so does closing, after which no command starts. The outcome of
 * a command that another process has killed is withheld for two seconds. If the application is stopping by then, the call fails
 * with {@link InstanceUnloadedException}: a supervisor often stops both.
 */
public final class CommandPerformer implements EffectPerformer, AutoCloseable {

    private final CommandPerformerSettings settings;
    private final Executor workers;
    private final TimerService timers;
    private final BooleanSupplier stopping;
    private final ContainerRuntime containers;
    private final Set<CommandProcess> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private final List<Runnable> closers = new CopyOnWriteArrayList<>();

    /**
     * A performer that runs nothing yet.
     *
     * @param workers may be blocked
     * @param stopping true once the application stops, or the machine with it
     */
    public CommandPerformer(CommandPerformerSettings settings, Executor workers, TimerService timers,
            BooleanSupplier stopping) {
        this.settings = settings;
        this.workers = workers;
        this.timers = timers;
        this.stopping = stopping;
        this.containers = new ContainerRuntime(settings.executable("container"), settings.containerOptions(), workers, timers);
    }

    /**
     * Removes what commands of an earlier life of the application have left, in the background.
     *
     * @param withContainers true if the application may run containers
     */
    public void sweep(boolean withContainers) {
        if (settings.enabled()) {
            workers.execute(() -> {
                CommandDirectorySweeper.sweep(Path.of(System.getProperty("java.io.tmpdir")), ProcessIdentity.host());
                if (withContainers) {
                    containers.sweep();
                }
            });
        }
    }

    CommandRunner runner(EffectCall call) {
        String interpreter = call.arguments().path("interpreter").asText();
        return interpreter.equals("container") ? new ContainerRunner(containers, call)
                : new InterpreterRunner(settings.executable(interpreter));
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        if (!settings.enabled()) {
            return Uni.createFrom().failure(CommandErrors.switchedOff());
        }
        return Uni.createFrom().emitter(emitter -> {
            CommandProcess command = new CommandProcess(this, call, emitter);
            emitter.onTermination(command::abandon);
            workers.execute(command::begin);
        });
    }

    /** Does something else when this is closed. */
    void onClose(Runnable closer) {
        closers.add(closer);
    }

    CommandPerformerSettings settings() {
        return settings;
    }

    Executor workers() {
        return workers;
    }

    TimerService timers() {
        return timers;
    }

    boolean stopping() {
        return stopping.getAsBoolean();
    }

    boolean closed() {
        return closed;
    }

    void began(CommandProcess command) {
        running.add(command);
        // Closing sets this before it looks at what runs: the command is seen here or there.
        if (closed) {
            command.destroy();
        }
    }

    /** Completes when the commands have ended whose results an instance no longer wants. */
    CompletableFuture<Void> abandoned(String instanceId) {
        return CompletableFuture.allOf(running.stream().filter(command -> command.isAbandonedBy(instanceId))
                .map(CommandProcess::over).toArray(CompletableFuture[]::new));
    }

    void ended(CommandProcess command) {
        running.remove(command);
    }

    /** Kills running commands. None starts any more. */
    @Override
    public void close() {
        closed = true;
        running.forEach(CommandProcess::destroy);
        closers.forEach(Runnable::run);
        containers.close();
    }
}
