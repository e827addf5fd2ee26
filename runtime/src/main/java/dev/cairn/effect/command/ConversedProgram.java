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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

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
    private final CommandPerformer commands;
    private final ConversedPrograms programs;
    private final Executor workers;
    private final TimerService timers;
    private final ProcessTree offspring = new ProcessTree(RandomSource.system());
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    /** Held while the listener hears output, which takes long if there is much: nothing else may wait for it. */
    private final Object reading = new Object();
    /** Held while the process starts. */
    private final Object launching = new Object();
    /** Completes when the last write is done. */
    private CompletableFuture<Void> writes = begun;
    private volatile CommandLauncher files;
    private volatile Process process;
    /** True when it is to end; it does not start any more then. */
    private volatile boolean doomed;
    private long readBytes;
    private volatile long lookMillis = MIN_LOOK_MILLIS;

    ConversedProgram(ProgramLine line, ProgramListener listener, CommandPerformer commands, ConversedPrograms programs) {
        this.line = line;
        this.listener = listener;
        this.commands = commands;
        this.programs = programs;
        this.workers = commands.workers();
        this.timers = commands.timers();
    }

    /** Starts it. Blocks. */
    void begin() {
        programs.began(this);
        if (doomed) {
            over();
        } else if (!commands.settings().enabled()) {
            over();
            listener.failed(CommandErrors.switchedOff());
        } else if (start()) {
            process.onExit().thenRunAsync(this::exited, workers);
            if (doomed) {
                kill();
            } else {
                begun.complete(null);
                lookLater();
            }
        }
    }

    /** False if it does not start. The listener hears the reason, unless it is to end. */
    private boolean start() {
        CommandInput input = null;
        try {
            input = CommandInput.of(line, commands.settings().encoding());
            files = CommandLauncher.create();
            List<String> command = new ArrayList<>(List.of(line.command()));
            command.addAll(input.arguments());
            Map<String, String> environment = InterpreterRunner.environmentOf(input);
            offspring.mark(environment);
            if (launch(command, environment)) {
                return true;
            }
            over();
        } catch (WorkflowException refused) {
            over();
            listener.failed(refused);
        } catch (IOException | RuntimeException failure) {
            over();
            boolean tooLarge = input != null && failure instanceof IOException cause && CommandLauncher.isTooLarge(cause);
            listener.failed(tooLarge ? input.tooLarge()
                    : CommandErrors.cannotStart(line.command(), failure, "Name an executable of this machine."));
        }
        return false;
    }

    /** False if it is to end already. Closing leaves no process behind: it sees this one, or this one is not started. */
    private boolean launch(List<String> command, Map<String, String> environment) throws IOException {
        synchronized (launching) {
            if (doomed) {
                return false;
            }
            process = files.start(command, environment);
            return true;
        }
    }

    private Process doom() {
        synchronized (launching) {
            doomed = true;
            return process;
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
    public void end() {
        doomed = true;
        if (process == null) {
            programs.left(this);
            return;
        }
        synchronized (this) {
            writes = writes.thenRunAsync(this::closeInput, workers);
        }
        timers.after(END_MILLIS, this::killLater);
    }

    private void killLater() {
        if (process.isAlive()) {
            workers.execute(this::kill);
            // Programs that read no input may keep all workers busy. The end of such a program ends the write to it.
            timers.after(END_MILLIS, this::signal);
        }
    }

    private void signal() {
        if (process.isAlive()) {
            // Before the program itself: on systems without marks, its children are unknown afterwards.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
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
        Process alive = doom();
        if (alive != null && alive.isAlive()) {
            signal();
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
    private void read() {
        synchronized (reading) {
            if (!doomed) {
                readOutput();
            }
        }
    }

    private void readOutput() {
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
        if (!doomed && !commands.stopping()) {
            listener.ended(process.exitValue(), said);
        }
    }

    private void over() {
        if (files != null) {
            files.remove();
        }
        programs.ended(this);
    }
}
