package dev.cairn.effect.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.program.ProgramLine;
import dev.cairn.spi.program.ProgramListener;
import dev.cairn.spi.program.RunningProgram;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimerService;

/**
 * A program whose standard input is written and whose standard output is read while it runs. Its output goes to a file, so that no
 * thread waits for it: the file is looked at often while the program answers, and less often while it works.
 */
final class ConversedProgram implements RunningProgram {

    private static final long MIN_LOOK_MILLIS = 2;
    private static final long MAX_LOOK_MILLIS = 50;
    /** Time that a program has to end by itself when its input ends. */
    private static final long END_MILLIS = 1_000;

    private final ProgramLine line;
    private final ProgramListener listener;
    private final CommandPerformerSettings settings;
    private final Executor workers;
    private final TimerService timers;
    private final BooleanSupplier stopping;
    private final Set<ConversedProgram> running;
    private final ProcessTree offspring = new ProcessTree(RandomSource.system());
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    /** Completes when the last write is done. */
    private CompletableFuture<Void> writes = begun;
    private volatile CommandLauncher files;
    private volatile Process process;
    private volatile boolean doomed;
    private long readBytes;
    private long lookMillis = MIN_LOOK_MILLIS;

    /**
     * @param workers may be blocked
     * @param stopping true once the application stops
     * @param running has this program from its start to its end
     */
    ConversedProgram(ProgramLine line, ProgramListener listener, CommandPerformerSettings settings, Executor workers,
            TimerService timers, BooleanSupplier stopping, Set<ConversedProgram> running) {
        this.line = line;
        this.listener = listener;
        this.settings = settings;
        this.workers = workers;
        this.timers = timers;
        this.stopping = stopping;
        this.running = running;
    }

    /** Starts it. Blocks. */
    void begin() {
        if (!settings.enabled()) {
            listener.failed(CommandErrors.switchedOff());
            return;
        }
        if (doomed) {
            return;
        }
        running.add(this);
        CommandInput input = null;
        try {
            input = CommandInput.of(line, settings.encoding());
            files = CommandLauncher.create();
            List<String> command = new ArrayList<>(List.of(line.command()));
            command.addAll(input.arguments());
            Map<String, String> environment = InterpreterRunner.environmentOf(input);
            offspring.mark(environment);
            process = files.start(command, environment);
        } catch (WorkflowException refused) {
            over();
            listener.failed(refused);
            return;
        } catch (IOException | RuntimeException failure) {
            over();
            boolean tooLarge = input != null && failure instanceof IOException cause && CommandLauncher.isTooLarge(cause);
            listener.failed(tooLarge ? input.tooLarge()
                    : CommandErrors.cannotStart(line.command(), failure, "Name an executable of this machine."));
            return;
        }
        process.onExit().thenRunAsync(this::exited, workers);
        if (doomed) {
            kill();
        } else {
            begun.complete(null);
            lookLater();
        }
    }

    @Override
    public synchronized void write(byte[] bytes) {
        writes = writes.thenRunAsync(() -> send(bytes), workers);
    }

    /** A program that no longer reads is about to end, which is noticed elsewhere. */
    private void send(byte[] bytes) {
        try {
            OutputStream stdin = process.getOutputStream();
            stdin.write(bytes);
            stdin.flush();
        } catch (IOException ended) {
            lookMillis = MIN_LOOK_MILLIS;
        }
    }

    @Override
    public synchronized void end() {
        doomed = true;
        if (process != null) {
            writes = writes.thenRunAsync(this::closeInput, workers);
            timers.after(END_MILLIS, () -> workers.execute(this::kill));
        }
    }

    /** Tells a program that it is no longer needed. */
    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException ended) {
            // It has noticed.
        }
    }

    /** Kills all of its processes. Blocks. */
    void kill() {
        doomed = true;
        Process alive = process;
        if (alive != null && alive.isAlive()) {
            // Before the program itself: on systems without marks, its children are unknown afterwards.
            alive.descendants().forEach(ProcessHandle::destroyForcibly);
            alive.destroyForcibly();
            offspring.kill();
        }
    }

    private void lookLater() {
        timers.after(lookMillis, () -> workers.execute(this::look));
    }

    private void look() {
        if (doomed || !process.isAlive()) {
            return;
        }
        read();
        if (!doomed) {
            lookLater();
        }
    }

    /** Hands on new output. Too much of it ends the program. */
    private synchronized void read() {
        if (doomed) {
            return;
        }
        try {
            long size = files.stdout().length();
            if (size > line.maxOutputBytes() || files.stderr().length() > line.maxOutputBytes()) {
                kill();
                listener.failed(CommandErrors.tooMuchOutput(line.outputSetting() + ", " + line.maxOutputBytes()));
                return;
            }
            lookMillis = size > readBytes ? MIN_LOOK_MILLIS : Math.min(MAX_LOOK_MILLIS, 2 * lookMillis);
            if (size > readBytes) {
                listener.output(newOutput(size));
            }
        } catch (IOException | RuntimeException failure) {
            kill();
            listener.failed(CommandErrors.failure(Standard.RUNTIME, "Unreadable output",
                    "The output of the command cannot be read: " + failure.getMessage()));
        }
    }

    private byte[] newOutput(long size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) (size - readBytes));
        try (SeekableByteChannel output = Files.newByteChannel(files.stdout().toPath())) {
            output.position(readBytes);
            while (bytes.hasRemaining() && output.read(bytes) >= 0) {
                // Reads on.
            }
        }
        readBytes += bytes.position();
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private void exited() {
        // Before its outputs are read and removed: its remaining processes would go on writing to unlinked files.
        offspring.kill();
        read();
        if (doomed) {
            over();
        } else if (CommandProcess.TOLD_TO_END.contains(process.exitValue())) {
            // A supervisor often stops the application and its programs: then the call is made again by the next life.
            timers.after(CommandProcess.STOP_MILLIS, () -> workers.execute(this::tell));
        } else {
            tell();
        }
    }

    private void tell() {
        String said = "";
        try {
            said = files.said(line.maxOutputBytes());
        } catch (IOException unreadable) {
            // Its exit code says enough.
        }
        over();
        if (!doomed && !stopping.getAsBoolean()) {
            listener.ended(process.exitValue(), said);
        }
    }

    private void over() {
        running.remove(this);
        if (files != null) {
            files.remove();
        }
    }
}
