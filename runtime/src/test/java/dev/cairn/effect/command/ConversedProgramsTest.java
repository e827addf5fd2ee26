package dev.cairn.effect.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.WorkflowException;
import dev.cairn.spi.program.ProgramLine;
import dev.cairn.spi.program.ProgramListener;
import dev.cairn.spi.program.RunningProgram;

/** Programs that integrations talk to: how many run, and how they end. */
class ConversedProgramsTest {

    private static final long PATIENCE_SECONDS = 20;
    private static final int WORKERS = 2;
    private static final int MORE_THAN_A_PIPE_HOLDS = 1_000_000;

    private final List<ProcessHandle> earlier = children();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, action -> {
        Thread thread = new Thread(action);
        threads.add(thread);
        return thread;
    });
    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        children().stream().filter(child -> !earlier.contains(child)).forEach(child -> {
            child.destroyForcibly();
            child.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        });
        workers.shutdownNow();
        alarms.shutdownNow();
    }

    @Test
    void endsProgramsThatKeepAllWorkersBusyWithInputTheyDoNotRead() throws Exception {
        ConversedPrograms programs = new ConversedPrograms(commands(true, workers));
        List<RunningProgram> running = Stream.generate(() -> programs.start(line("sleep", "1000"), listener("sleep")))
                .limit(WORKERS).toList();
        running.forEach(program -> program.write(new byte[MORE_THAN_A_PIPE_HOLDS]));
        CommandsUnderTest.until("all workers write", () -> threads.size() == WORKERS
                && threads.stream().allMatch(ConversedProgramsTest::writes));

        running.forEach(RunningProgram::end);

        CompletableFuture.runAsync(() -> {}, workers).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static boolean writes(Thread thread) {
        return Arrays.stream(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("writeBytes"));
    }

    @Test
    void writesAndEndsWhileTheListenerReadsOutput() throws Exception {
        CountDownLatch hears = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        RunningProgram program = new ConversedPrograms(commands(true, workers)).start(line("sh", "-c", "echo; exec sleep 1000"),
                new Listener("sh") {
                    @Override
                    public void output(byte[] bytes) {
                        hears.countDown();
                        await(read);
                    }
                });
        assertThat(hears.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
            program.write(new byte[1]);
            program.end();
        });

        assertThat(ended).succeedsWithin(Duration.ofSeconds(PATIENCE_SECONDS));
        read.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException testEnds) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void startsNoProgramOnceCommandsAreClosed() {
        CommandPerformer commands = commands(true, tasks::add);
        new ConversedPrograms(commands).start(line("sleep", "1000"), listener("sleep"));

        commands.close();
        tasks.remove().run();

        assertThat(children()).isSubsetOf(earlier);
        assertThat(tasks).isEmpty();
        assertThat(heard).isEmpty();
    }

    @Test
    void programsBeyondTheLimitWaitForTheirTurn() {
        ConversedPrograms programs = new ConversedPrograms(commands(false, tasks::add), 1, 2);
        programs.start(line("true"), listener("first"));
        RunningProgram cancelled = programs.start(line("true"), listener("cancelled"));
        programs.start(line("true"), listener("second"));
        assertThat(tasks).hasSize(1);
        programs.start(line("true"), listener("refused"));
        tasks.removeLast().run();
        assertThat(heard).containsExactly("refused: CAIRN-0736: Cannot start true: 1 programs are under way and 2 wait."
                + " Try again later.");
        heard.clear();

        cancelled.end();
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }

        assertThat(heard).hasSize(2).first().asString().startsWith("first: CAIRN-0720");
        assertThat(heard).last().asString().startsWith("second: CAIRN-0720");
        programs.start(line("true"), listener("third"));
        assertThat(tasks).as("it is its turn at once").hasSize(1);
    }

    private static List<ProcessHandle> children() {
        return ProcessHandle.current().children().toList();
    }

    private static ProgramLine line(String command, String... arguments) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        Stream.of(arguments).forEach(array::add);
        return new ProgramLine(command, array, JsonNodeFactory.instance.objectNode(), "key", 10_000, "a.setting");
    }

    private ProgramListener listener(String name) {
        return new Listener(name);
    }

    private CommandPerformer commands(boolean enabled, Executor executor) {
        CommandPerformerSettings settings = new CommandPerformerSettings(enabled, Map.of(), 60_000, 10_000, List.of(),
                StandardCharsets.UTF_8);
        return new CommandPerformer(settings, executor, (delayMillis, action) -> {
            Future<?> alarm = alarms.schedule(action, delayMillis, TimeUnit.MILLISECONDS);
            return () -> alarm.cancel(false);
        }, () -> false);
    }

    /** Notes how a program ends. */
    private class Listener implements ProgramListener {

        private final String name;

        Listener(String name) {
            this.name = name;
        }

        @Override
        public void output(byte[] bytes) {
            // Of no interest.
        }

        @Override
        public void ended(int code, String said) {
            heard.add(name + ": " + code);
        }

        @Override
        public void failed(WorkflowException failure) {
            heard.add(name + ": " + failure.error().detail());
        }
    }
}
