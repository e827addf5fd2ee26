package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatabaseThreadsTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    private final DatabaseThreads threads = new DatabaseThreads("test", 1, 1);
    private final CountDownLatch silence = new CountDownLatch(1);
    private final List<String> failed = new CopyOnWriteArrayList<>();

    @AfterEach
    void answer() {
        silence.countDown();
    }

    private void submit() {
        submit(threads);
    }

    private void submit(DatabaseThreads some) {
        some.submit(() -> {
            try {
                silence.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return "done";
        }).subscribe().with(result -> {}, failure -> failed.add(failure.getMessage()));
    }

    @Test
    void moreThanMayWaitIsRefused() {
        submit();
        submit();
        assertThat(failed).isEmpty();
        submit();
        assertThat(failed).singleElement().asString().startsWith("CAIRN-0557").contains("waiting=1");
    }

    @Test
    void thoseThatAreClosedTogetherWaitTogether() {
        Duration patience = Duration.ofMillis(100);
        DatabaseThreads[] many = Stream.generate(() -> new DatabaseThreads("test", 1, 1)).limit(50)
                .toArray(DatabaseThreads[]::new);
        Stream.of(many).forEach(this::submit);
        long beganNanos = System.nanoTime();
        DatabaseThreads.close(patience, many);
        assertThat(System.nanoTime() - beganNanos).isLessThan(many.length * patience.toNanos());
    }

    @Test
    void closingDoesNotWaitForEverAndRefusesWhatWaits() {
        submit();
        submit();
        DatabaseThreads.close(SHORT, threads);
        assertThat(failed).singleElement().asString().startsWith("CAIRN-0552");
        submit();
        assertThat(failed).hasSize(2).last().asString().startsWith("CAIRN-0552");
    }
}
