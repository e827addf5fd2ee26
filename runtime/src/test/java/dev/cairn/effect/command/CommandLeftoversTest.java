package dev.cairn.effect.command;

import static dev.cairn.effect.command.CommandsUnderTest.call;
import static dev.cairn.effect.command.CommandsUnderTest.gone;
import static dev.cairn.effect.command.CommandsUnderTest.pid;
import static dev.cairn.effect.command.CommandsUnderTest.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import io.smallrye.mutiny.subscription.Cancellable;

/** The processes of a command end with it, even if their parents have ended before. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "Elsewhere nobody sees whose child a process was")
class CommandLeftoversTest {

    /** {@code %s} is a file for the number of a process that has lost its parent. */
    private static final String ORPHAN = "(sh -c 'echo $$ > %s; exec sleep 331' > /dev/null 2>&1 &); while ! test -s %s; do :; done; ";

    @TempDir
    Path directory;

    private final CommandsUnderTest commands = new CommandsUnderTest();

    @AfterEach
    void stop() {
        commands.close();
    }

    @Test
    void endsAfterATimeout() throws Exception {
        commands.use(true, Map.of(), 1_500, 100_000);
        assertThat(commands.error(code(orphan() + "sleep 332")).detail()).contains("CAIRN-0722");
        gone(pids());
    }

    @Test
    void endsWhenTheCommandIsCancelled() throws Exception {
        Cancellable underWay = commands.performer().perform(call(code(orphan() + "sleep 332"))).subscribe()
                .with(output -> {}, failure -> {});
        written(pids());
        underWay.cancel();
        gone(pids());
    }

    @Test
    void endsWhenTheApplicationCloses() throws Exception {
        commands.performer().perform(call(code(orphan() + "sleep 332"))).subscribe().with(output -> {}, failure -> {});
        written(pids());
        commands.performer().close();
        gone(pids());
    }

    @Test
    void endsBeforeACommandIsToldToHaveSucceeded() throws Exception {
        assertThat(commands.run(code(orphan() + "echo done")).textValue()).isEqualTo("done\n");
        gone(pids());
        assertThat(commands.run(code("sleep 335 & echo $! > " + pids() + "; echo begun")).textValue()).isEqualTo("begun\n");
        gone(pids());
    }

    @Test
    void eachCommandEndsNothingButItsOwn() throws Exception {
        Path other = directory.resolve("other");
        commands.run("{\"await\": false, \"code\": \"echo $$ > " + other + "; exec sleep 333\"}");
        written(other);
        commands.run(code(orphan() + "true"));
        gone(pids());
        assertThat(ProcessHandle.of(pid(other))).isPresent();
    }

    /** Looking at all processes blocks: neither who cancels nor a timer does it. */
    @Test
    void isKilledByAWorker() throws Exception {
        Queue<Runnable> work = new ConcurrentLinkedQueue<>();
        Queue<Runnable> timers = new ArrayDeque<>();
        CommandPerformer performer = new CommandPerformer(
                new CommandPerformerSettings(true, Map.of(), 60_000, 100_000, List.of()),
                work::add,
                (delay, action) -> {
                    timers.add(action);
                    return () -> {};
                }, () -> false);
        Cancellable underWay = performer.perform(call(code("echo $$ > " + pids() + "; exec sleep 334"))).subscribe()
                .with(output -> {}, failure -> {});
        work.remove().run();
        written(pids());
        timers.forEach(Runnable::run);
        underWay.cancel();
        assertThat(ProcessHandle.of(pid(pids()))).map(ProcessHandle::isAlive).contains(true);
        work.forEach(Runnable::run);
        gone(pids());
    }

    private String orphan() {
        return String.format(ORPHAN, pids(), pids());
    }

    private Path pids() {
        return directory.resolve("pid");
    }

    private static String code(String code) {
        return "{\"code\": \"" + code + "\"}";
    }
}
