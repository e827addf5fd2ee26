package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.crash.harness.OperatorCalls;
import dev.cairn.testkit.crash.ChildJvm;

/** A command that was acknowledged before the application was killed is in the journal with its caller. */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class AttributedCommandsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int INSTANCES = 20;
    private static final int KILLS = 3;
    private static final List<String> COMMANDS = List.of("SUSPEND", "RESUME", "SEND", "CANCEL");

    private record Acknowledged(String instance, String command) {}

    private final OperatorCalls calls = new OperatorCalls();
    private final ConcurrentLinkedQueue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void whatWasAcknowledgedIsInTheJournal() throws Exception {
        CrashApplication application = new CrashApplication(directory,
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"));
        int before = 0;
        for (int life = 1; life <= KILLS; life++) {
            try (ChildJvm jvm = ChildJvm.start(application.command(life), directory.resolve("log"))) {
                commandAndKill(jvm, "operator-" + life);
            }
            assertThat(acknowledged).hasSizeGreaterThan(before);
            before = acknowledged.size();
        }
        try (ChildJvm jvm = ChildJvm.start(application.command(KILLS + 1), directory.resolve("log"))) {
            URI uri = jvm.awaitReady(PATIENCE);
            for (Acknowledged each : acknowledged) {
                assertThat(calls.commands(uri, each.instance)).contains("\"" + each.command + "\"");
            }
        }
        System.out.println("Crash run: " + acknowledged.size() + " acknowledged commands in " + KILLS + " kills");
    }

    /** Each instance is given one command after the other; the application is killed when some have all of theirs. */
    private void commandAndKill(ChildJvm jvm, String name) throws Exception {
        URI uri = jvm.awaitReady(PATIENCE);
        CountDownLatch enough = new CountDownLatch(INSTANCES / 2);
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            String principal = name + "-" + i;
            String id = calls.start(uri, principal);
            acknowledged.add(new Acknowledged(id, "START " + principal));
            CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
            for (String command : COMMANDS) {
                last = last.thenCompose(done -> !done ? CompletableFuture.completedFuture(false)
                        : calls.ask(uri, id, command, principal).thenApply(now -> {
                            if (now) {
                                acknowledged.add(new Acknowledged(id, command + " " + principal));
                            }
                            return now;
                        }));
            }
            all.add(last.whenComplete((done, failure) -> enough.countDown()));
        }
        assertThat(enough.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        jvm.kill();
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
