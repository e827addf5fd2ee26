package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/** An application whose workflow starts five times a second, killed with SIGKILL at random moments. */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class ScheduleCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PERIOD = Duration.ofMillis(200);
    /** Occurrences that are this young may still be under way when the test looks. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(10);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    /**
     * An effect of the application.
     *
     * @param due due time of the occurrence
     * @param instance the instance that the occurrence has started
     * @param life number of the life of the application
     */
    private record Tick(Instant due, String instance, int life) {}

    @Test
    void eachDueTimeStartsOneInstance() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(10);
        Random random = new Random(settings.seed());
        CrashApplication application = new CrashApplication(directory, "-Dquarkus.cairn.file.path=" + directory.resolve("data"),
                "-Dquarkus.cairn.workflow.ticks.schedule.enabled=true");
        Path log = directory.resolve("log");
        int lives = settings.kills() + 1;
        for (int life = 1; life <= lives; life++) {
            try (ChildJvm jvm = ChildJvm.start(application.command(life), log)) {
                jvm.awaitReady(PATIENCE);
                // The last life catches up, and goes on.
                Instant until = Instant.now().plus(life == lives ? UNDER_WAY : PERIOD.multipliedBy(random.nextInt(10)));
                awaitTickAfter(until, Duration.ofMillis(1 + random.nextInt(200)));
                jvm.kill();
            }
        }

        List<Tick> ticks = ticks();
        TreeMap<Instant, List<Tick>> byDue = ticks.stream().collect(Collectors.groupingBy(Tick::due, TreeMap::new,
                Collectors.toList()));
        Instant first = byDue.firstKey();
        Instant settled = byDue.lastKey().minus(UNDER_WAY);
        List<Instant> expected = new ArrayList<>();
        for (Instant due = first; due.isBefore(settled); due = due.plus(PERIOD)) {
            expected.add(due);
        }
        System.out.printf("Schedule crash run: %d kills, %d due times, %d effects%n", settings.kills(), expected.size(),
                ticks.size());
        assertThat(byDue.headMap(settled).keySet()).containsExactlyElementsOf(expected);
        assertThat(expected.size()).as("enough was going on").isGreaterThan(5 * settings.kills());
        byDue.forEach((due, some) -> {
            assertThat(some).as("instances of %s", due).extracting(Tick::instance).containsOnly(some.get(0).instance());
            // A life may repeat the effect that the kill before it has left open, and no life repeats its own.
            Set<Integer> livesOfDue = some.stream().map(Tick::life).collect(Collectors.toSet());
            assertThat(livesOfDue).as("lives of %s", due).hasSameSizeAs(some);
        });
    }

    private void awaitTickAfter(Instant time, Duration interval) {
        await().atMost(PATIENCE).pollInterval(interval)
                .until(() -> ticks().stream().anyMatch(tick -> tick.due().isAfter(time)));
    }

    /** Lines of the form: due time, label, key (instance and task), life, time. */
    private List<Tick> ticks() {
        Path audit = directory.resolve("audit");
        try {
            String text = Files.exists(audit) ? Files.readString(audit) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(line -> line.split(" "))
                    .map(words -> new Tick(OffsetDateTime.parse(words[0]).toInstant(),
                            words[2].substring(0, words[2].indexOf(':')), Integer.parseInt(words[3])))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
