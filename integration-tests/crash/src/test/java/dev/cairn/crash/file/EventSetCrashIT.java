package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.crash.harness.OperatorCalls;
import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * Events are gathered into sets while the application is killed with SIGKILL. Each acknowledged event stands in one set, and each set
 * starts one instance.
 */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class EventSetCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SETS = 40;
    private static final int PIECES = 3;

    private final OperatorCalls calls = new OperatorCalls();
    /** The events, as start and number, that were not acknowledged. */
    private final Set<String> remaining = ConcurrentHashMap.newKeySet();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void eachSetStartsOneInstance() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(4);
        Random random = new Random(settings.seed());
        CrashApplication application = new CrashApplication(directory,
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"));
        IntStream.range(0, SETS * PIECES).forEach(i -> remaining.add("set-" + i / PIECES + " " + (1 + i % PIECES)));
        int lives = settings.kills() + 1;
        for (int life = 1; life <= lives; life++) {
            try (ChildJvm jvm = ChildJvm.start(application.command(life), directory.resolve("log"))) {
                URI uri = jvm.awaitReady(PATIENCE);
                boolean last = life == lives;
                int open = remaining.size();
                CountDownLatch acknowledgements = new CountDownLatch(last ? open : random.nextInt(1 + open / 3));
                List<CompletableFuture<Void>> publications = publish(uri, random, acknowledgements);
                assertThat(acknowledgements.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("life %s", life).isTrue();
                if (last) {
                    await().atMost(PATIENCE).untilAsserted(() -> assertThat(noted()).hasSize(SETS));
                }
                jvm.kill();
                CompletableFuture.allOf(publications.toArray(CompletableFuture[]::new)).get(PATIENCE.toSeconds(),
                        TimeUnit.SECONDS);
            }
        }
        System.out.printf("Sets of events: %d kills, %d sets of %d events%n", settings.kills(), SETS, PIECES);
        noted().forEach((start, labels) -> assertThat(labels).as(start).hasSize(1).first().asString()
                .satisfies(label -> assertThat(label.substring("pieces-".length()).split("-"))
                        .containsExactlyInAnyOrder("1", "2", "3")));
    }

    /** Publishes the events that were not acknowledged, some of them twice at a time. */
    private List<CompletableFuture<Void>> publish(URI uri, Random random, CountDownLatch acknowledgements) {
        List<String> events = new ArrayList<>(remaining);
        Collections.sort(events);
        Collections.shuffle(events, random);
        List<CompletableFuture<Void>> publications = new ArrayList<>();
        for (String event : events) {
            String[] words = event.split(" ");
            for (int times = random.nextInt(4) == 0 ? 2 : 1; times > 0; times--) {
                publications.add(calls.publish(uri, words[0], Integer.parseInt(words[1])).thenAccept(done -> {
                    if (done && remaining.remove(event)) {
                        acknowledgements.countDown();
                    }
                }));
            }
        }
        return publications;
    }

    /** The labels of each start. A line has the form: start, label, key (instance, task and iteration), life, time. */
    private Map<String, Set<String>> noted() throws IOException {
        Path audit = directory.resolve("audit");
        if (!Files.exists(audit)) {
            return Map.of();
        }
        Map<String, Set<String>> keys = Files.readString(audit).lines().map(line -> line.split(" "))
                .filter(words -> words.length > 2).collect(Collectors.groupingBy(words -> words[0],
                        Collectors.mapping(words -> words[2], Collectors.toSet())));
        // The effect that a kill has left open is repeated with its key.
        assertThat(keys.values()).allSatisfy(instances -> assertThat(instances).hasSize(1));
        return Files.readString(audit).lines().map(line -> line.split(" ")).filter(words -> words.length > 2)
                .collect(Collectors.groupingBy(words -> words[0], Collectors.mapping(words -> words[1], Collectors.toSet())));
    }
}
