package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.crash.harness.OperatorCalls;
import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * Instances listen outside of memory, leave it and return for their events, and the application is killed with SIGKILL meanwhile. Each
 * instance takes each event once, and no acknowledged event is lost.
 */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class PassiveListenerCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int NEW_INSTANCES_A_LIFE = 25;
    private static final int WORDS = 3;
    /** Instances whose events are published at the same time. */
    private static final int PUBLISHERS = 12;

    private final OperatorCalls calls = new OperatorCalls();
    /** The instances, by the value that their events have. */
    private final Map<String, String> ids = new LinkedHashMap<>();
    /** Number of acknowledged events of each instance. */
    private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
    private int repeated;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void eachEventIsTakenOnceByItsInstance() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(4);
        Random random = new Random(settings.seed());
        CrashApplication application = new CrashApplication(directory, "-Dquarkus.cairn.file.path=" + directory.resolve("data"),
                "-Dquarkus.cairn.memory-wait=PT0.2S");
        int lives = settings.kills() + 1;
        for (int life = 1; life <= lives; life++) {
            try (ChildJvm jvm = ChildJvm.start(application.command(life), directory.resolve("log"))) {
                URI uri = jvm.awaitReady(PATIENCE);
                startSome(uri, life);
                int remaining = ids.size() * WORDS - acknowledged.values().stream().mapToInt(Integer::intValue).sum();
                boolean last = life == lives;
                CountDownLatch acknowledgements = new CountDownLatch(last ? remaining : 1 + random.nextInt(remaining / 2));
                List<CompletableFuture<Void>> publishers = publish(uri, random, acknowledgements);
                assertThat(acknowledgements.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("life %s", life).isTrue();
                if (last) {
                    ids.forEach((start, id) -> await().atMost(PATIENCE).untilAsserted(
                            () -> assertThat(calls.phase(uri, id)).as(start).isEqualTo("COMPLETED")));
                }
                jvm.kill();
                CompletableFuture.allOf(publishers.toArray(CompletableFuture[]::new)).get(PATIENCE.toSeconds(),
                        TimeUnit.SECONDS);
            }
        }
        System.out.printf("Passive listeners: %d kills, %d instances, %d events, %d of them published again%n",
                settings.kills(), ids.size(), ids.size() * WORDS, repeated);
        assertThatEachWordIsNotedOnce();
    }

    private void startSome(URI uri, int life) throws IOException, InterruptedException {
        for (int i = 0; i < NEW_INSTANCES_A_LIFE; i++) {
            String start = "order-" + life + "-" + i;
            ids.put(start, calls.start(uri, start, "notes"));
            acknowledged.put(start, 0);
        }
    }

    /** Publishes the events of each instance one after another, some of them twice, until the application does not answer any more. */
    private List<CompletableFuture<Void>> publish(URI uri, Random random, CountDownLatch acknowledgements) {
        List<String> shuffled = new ArrayList<>(ids.keySet());
        shuffled.removeIf(start -> acknowledged.get(start) == WORDS);
        Collections.shuffle(shuffled, random);
        Deque<String> starts = new ArrayDeque<>(shuffled);
        return random.ints(PUBLISHERS).mapToObj(seed -> next(uri, starts, new Random(seed), acknowledgements)).toList();
    }

    private CompletableFuture<Void> next(URI uri, Deque<String> starts, Random random, CountDownLatch acknowledgements) {
        String start;
        synchronized (starts) {
            start = starts.poll();
        }
        if (start == null) {
            return CompletableFuture.completedFuture(null);
        }
        int number = acknowledged.get(start) + 1;
        return calls.publish(uri, start, number).thenCompose(done -> {
            if (!done) {
                return CompletableFuture.completedFuture(null);
            }
            acknowledged.put(start, number);
            acknowledgements.countDown();
            if (number < WORDS) {
                synchronized (starts) {
                    starts.add(start);
                }
            }
            CompletableFuture<Boolean> again = CompletableFuture.completedFuture(true);
            if (random.nextInt(4) == 0) {
                again = calls.publish(uri, start, number);
                synchronized (starts) {
                    repeated++;
                }
            }
            return again.thenComposeAsync(ignored -> next(uri, starts, random, acknowledgements));
        });
    }

    /** A line has the form: value of the events, label, key (instance, task and iteration), life, time. */
    private void assertThatEachWordIsNotedOnce() throws IOException {
        Map<String, Map<String, List<String>>> keys = Files.readString(directory.resolve("audit")).lines()
                .map(line -> line.split(" "))
                .collect(Collectors.groupingBy(words -> words[0], Collectors.groupingBy(words -> words[1],
                        Collectors.mapping(words -> words[2], Collectors.toList()))));
        assertThat(keys.keySet()).isEqualTo(ids.keySet());
        keys.forEach((start, words) -> {
            assertThat(words.keySet()).as(start).containsExactlyInAnyOrder("word-1", "word-2", "word-3");
            // The effect that a kill has left open is repeated with its key.
            words.forEach((word, effects) -> assertThat(effects).as("%s of %s", word, start)
                    .containsOnly(effects.get(0)).allMatch(key -> key.startsWith(ids.get(start))));
        });
    }
}
