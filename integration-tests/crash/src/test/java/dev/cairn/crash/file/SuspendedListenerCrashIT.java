package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.crash.harness.OperatorCalls;
import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/** Events that are published while instances are suspended are there after resume, also if the application is killed meanwhile. */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class SuspendedListenerCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int INSTANCES = 20;

    private final OperatorCalls calls = new OperatorCalls();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void anAcknowledgedEventIsThereAfterResume() throws Exception {
        Random random = new Random(CrashSettings.ofSystemProperties(1).seed());
        CrashApplication application = new CrashApplication(directory,
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"));
        Map<String, String> ids = new LinkedHashMap<>();
        List<String> unacknowledged;
        try (ChildJvm jvm = ChildJvm.start(application.command(1), directory.resolve("log"))) {
            URI uri = jvm.awaitReady(PATIENCE);
            for (int i = 0; i < INSTANCES; i++) {
                String id = calls.start(uri, "order-" + i);
                ids.put("order-" + i, id);
                assertThat(calls.askUntilDone(uri, id, "SUSPEND", "operator")).isTrue();
            }
            unacknowledged = killAmid(jvm, ids, random, order -> calls.publish(uri, order));
        }
        try (ChildJvm jvm = ChildJvm.start(application.command(2), directory.resolve("log"))) {
            URI uri = jvm.awaitReady(PATIENCE);
            unacknowledged.forEach(order -> assertThat(calls.publish(uri, order).join()).isTrue());
            killAmid(jvm, ids, random, order -> calls.ask(uri, ids.get(order), "RESUME", "operator"));
        }
        try (ChildJvm jvm = ChildJvm.start(application.command(3), directory.resolve("log"))) {
            URI uri = jvm.awaitReady(PATIENCE);
            ids.values().forEach(id -> calls.askUntilDone(uri, id, "RESUME", "operator"));
            // An instance that has its event calls a service that does not exist, and ends.
            ids.forEach((order, id) -> await().atMost(PATIENCE).untilAsserted(
                    () -> assertThat(calls.phase(uri, id)).as(order).isEqualTo("FAULTED")));
        }
        System.out.println("Suspended listeners: " + unacknowledged.size() + " of " + INSTANCES
                + " events were not acknowledged before the kill");
    }

    /** Asks something of each instance, and kills the application when some were acknowledged; gives the others. */
    private static List<String> killAmid(ChildJvm jvm, Map<String, String> ids, Random random,
            Function<String, CompletableFuture<Boolean>> ask) throws Exception {
        CountDownLatch some = new CountDownLatch(1 + random.nextInt(INSTANCES - 1));
        Map<String, CompletableFuture<Boolean>> asked = new LinkedHashMap<>();
        ids.keySet().forEach(order -> asked.put(order, ask.apply(order).whenComplete((done, failure) -> some.countDown())));
        assertThat(some.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        jvm.kill();
        List<String> others = new ArrayList<>();
        for (Map.Entry<String, CompletableFuture<Boolean>> each : asked.entrySet()) {
            if (!each.getValue().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                others.add(each.getKey());
            }
        }
        return others;
    }
}
