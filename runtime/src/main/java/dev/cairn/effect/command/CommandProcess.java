package dev.cairn.effect.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.time.RandomSource;
import dev.cairn.value.JqValues;
import io.smallrye.mutiny.subscription.UniEmitter;

/** A running command: starts it, bounds its time and output, kills it and reads its result. */
final class CommandProcess {

    /**
     * Delay of the outcome of a command that was told to end. After it, this process knows if it was told to end as well.
     */
    static final long STOP_MILLIS = 2_000;

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long LOOK_MILLIS = 100;
    private static final int DETAIL_CHARACTERS = 500;
    /** The codes after SIGHUP, SIGINT, SIGKILL and SIGTERM. */
    static final Set<Integer> TOLD_TO_END = Set.of(129, 130, 137, 143);

    private final CommandPerformer performer;
    private final EffectCall call;
    private final CommandRunner runner;
    private final UniEmitter<? super JsonNode> emitter;
    private final long maxOutputBytes;
    private final boolean awaited;
    /** The reason why it was killed, once it was. */
    private final AtomicReference<WorkflowException> killed = new AtomicReference<>();
    private final ProcessTree offspring = new ProcessTree(RandomSource.system());
    private volatile boolean abandoned;
    /** True once it waits for no other command. Set before it looks whether it is abandoned. */
    private volatile boolean starting;
    private volatile boolean ended;
    /** Set before it is killed for another reason than the end of the application, which ends the rest itself. */
    private volatile boolean killing;
    /** True when it is to be killed; it does not start any more then. */
    private volatile boolean doomed;
    private volatile CommandLauncher workplace;
    private volatile Process process;
    private volatile Runnable limit = () -> {};
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    CommandProcess(CommandPerformer performer, EffectCall call, UniEmitter<? super JsonNode> emitter) {
        this.performer = performer;
        this.call = call;
        this.runner = performer.runner(call);
        this.emitter = emitter;
        this.maxOutputBytes = performer.settings().maxOutputBytes();
        this.awaited = call.arguments().path("await").asBoolean(true);
    }

    /** Starts it. */
    void begin() {
        performer.began(this);
        if (doomed) {
            letGo();
        } else {
            // An attempt that the instance has given up may have the same name or files.
            performer.abandoned(call.instanceId()).thenCompose(none -> runner.prepare())
                    .whenComplete((none, failure) -> begin(failure));
        }
    }

    private void begin(Throwable failure) {
        starting = true;
        if (abandoned) {
            end();
            return;
        }
        if (doomed) {
            letGo();
            return;
        }
        if (failure != null) {
            cannotStart(failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure);
            return;
        }
        if (!start()) {
            return;
        }
        long limitMillis = performer.settings().limitMillis();
        WorkflowException tooLong = CommandErrors.failure(Standard.TIMEOUT, "Timed out",
                "CAIRN-0722: The command was killed: it ran longer than quarkus.cairn.run.time-limit, " + limitMillis + " ms.");
        if (!awaited && !abandoned && !doomed) {
            emitter.complete(NullNode.getInstance());
        }
        limit = performer.timers().after(limitMillis, () -> performer.workers().execute(() -> kill(tooLong)));
        process.onExit().thenRunAsync(this::exited, performer.workers());
        watch();
        if (abandoned || doomed) {
            kill();
        }
    }

    /** False if it cannot be started, which is told then. */
    private boolean start() {
        CommandInput input = null;
        try {
            input = CommandInput.of(call, performer.settings().encoding());
            workplace = CommandLauncher.create();
            List<String> line = runner.line(input, workplace);
            Map<String, String> environment = runner.environment(input);
            offspring.mark(environment);
            if (launch(line, environment, input.stdin())) {
                return true;
            }
            letGo();
        } catch (IOException | RuntimeException failure) {
            if (input != null && failure instanceof IOException cause && CommandLauncher.isTooLarge(cause)) {
                end();
                emitter.fail(input.tooLarge());
            } else {
                cannotStart(failure);
            }
        }
        return false;
    }

    /** False if it is to be killed already. Closing leaves no process behind: it sees this one, or this one is not started. */
    private synchronized boolean launch(List<String> line, Map<String, String> environment, String stdin) throws IOException {
        if (doomed) {
            return false;
        }
        process = workplace.start(line, environment, stdin);
        return true;
    }

    private synchronized Process doom() {
        doomed = true;
        return process;
    }

    private void cannotStart(Throwable failure) {
        end();
        emitter.fail(failure instanceof WorkflowException ? failure
                : CommandErrors.cannotStart(runner.executable(), failure,
                        "Name an executable in quarkus.cairn.run.interpreter."));
    }

    /** Its result is no longer wanted. A command that was not to be awaited goes on. */
    void abandon() {
        abandoned = awaited || process == null;
        if (abandoned && process != null && !ended) {
            performer.workers().execute(this::kill);
        }
    }

    /** Completes when nothing is left of it. */
    CompletableFuture<Void> over() {
        return over;
    }

    /**
     * True if its result is no longer wanted by an instance, and it may have left something. Before it starts it has left nothing, and
     * may itself wait for others.
     */
    boolean isAbandonedBy(String instanceId) {
        return abandoned && starting && call.instanceId().equals(instanceId);
    }

    /** Kills it, with all that it has started. Blocks. */
    void kill() {
        killing = true;
        destroy();
    }

    /** Kills all of its processes. Blocks. */
    void destroy() {
        Process running = doom();
        if (running != null) {
            // Before the command itself: on systems without marks, its children are unknown afterwards.
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
            offspring.kill();
        }
    }

    private void kill(WorkflowException why) {
        killed.compareAndSet(null, why);
        kill();
    }

    private void watch() {
        if (!process.isAlive()) {
            return;
        }
        if (isTooLarge()) {
            kill(tooLarge());
        } else {
            performer.timers().after(LOOK_MILLIS, () -> performer.workers().execute(this::watch));
        }
    }

    private boolean isTooLarge() {
        return workplace.stdout().length() > maxOutputBytes || workplace.stderr().length() > maxOutputBytes;
    }

    private WorkflowException tooLarge() {
        return CommandErrors.tooMuchOutput("quarkus.cairn.run.max-output-size, " + maxOutputBytes);
    }

    private void exited() {
        limit.run();
        // Before its outputs are read and removed: its remaining processes would go on writing to unlinked files.
        offspring.kill();
        ended = true;
        // The task that comes next may use what the end of the process leaves for a while.
        runner.ended(killing, process.exitValue()).thenRun(this::report);
    }

    private void report() {
        boolean toldToEnd = killed.get() == null && !abandoned && TOLD_TO_END.contains(process.exitValue());
        if (!toldToEnd) {
            tell();
        } else if (performer.stopping()) {
            letGo();
        } else {
            performer.timers().after(STOP_MILLIS, () -> performer.workers().execute(this::tellUnlessStopping));
        }
    }

    private void tellUnlessStopping() {
        if (performer.stopping()) {
            letGo();
        } else {
            tell();
        }
    }

    /** A command that ended with the application is run again by its next life, as any call that was under way. */
    private void letGo() {
        end();
        emitter.fail(new InstanceUnloadedException());
    }

    private void tell() {
        Runnable outcome;
        try {
            outcome = outcome();
        } catch (IOException | RuntimeException failure) {
            outcome = () -> fail(failure);
        }
        // Nothing is left of the command when its task goes on.
        end();
        outcome.run();
    }

    /** Reads the outputs; returns what tells of them. */
    private Runnable outcome() throws IOException {
        if (killed.get() == null && isTooLarge()) {
            killed.set(tooLarge());
        }
        WorkflowException reason = killed.get();
        return reason == null ? outcome(process.exitValue()) : () -> fail(reason);
    }

    private void fail(Throwable failure) {
        emitter.fail(failure);
        if (!awaited) {
            LOG.warnf("%s [workflow=%s:%s, instance=%s, task=%s]. The task has not waited for the command (await: false).",
                    reported(failure), call.workflow(), call.version(), call.instanceId(), call.task());
        }
    }

    /** Code and title: the detail may quote secrets. */
    private static String reported(Throwable failure) {
        if (failure instanceof WorkflowException workflow) {
            String detail = workflow.error().detail();
            return detail.substring(0, detail.indexOf(':')) + ": " + workflow.error().title();
        }
        return "The command failed with " + failure.getClass().getSimpleName();
    }

    private void end() {
        performer.ended(this);
        if (workplace != null) {
            workplace.remove();
        }
        over.complete(null);
    }

    private Runnable outcome(int code) throws IOException {
        String said = code == 0 ? "" : workplace.said(maxOutputBytes);
        WorkflowException fault = runner.fault(code, said);
        if (fault != null) {
            return () -> fail(fault);
        }
        String returned = call.arguments().path("return").asText();
        if (code == 0 || returned.equals("code") || returned.equals("all")) {
            JsonNode result = JqValues.canonical(result(returned, code));
            return () -> emitter.complete(result);
        }
        return () -> fail(new QuotedTextException(said, text -> WorkflowError.of(Standard.RUNTIME, "The command failed",
                "CAIRN-0724: The command ended with code " + code
                        + (text.isEmpty() ? "." : ": " + text.substring(Math.max(0, text.length() - DETAIL_CHARACTERS))),
                null)));
    }

    private JsonNode result(String returned, int code) throws IOException {
        switch (returned) {
            case "stdout":
                return TextNode.valueOf(CommandLauncher.read(workplace.stdout(), maxOutputBytes));
            case "stderr":
                return TextNode.valueOf(CommandLauncher.read(workplace.stderr(), maxOutputBytes));
            case "code":
                return IntNode.valueOf(code);
            case "all":
                return JsonNodeFactory.instance.objectNode().put("code", code)
                        .put("stdout", CommandLauncher.read(workplace.stdout(), maxOutputBytes))
                        .put("stderr", CommandLauncher.read(workplace.stderr(), maxOutputBytes));
            default:
                return NullNode.getInstance();
        }
    }
}
