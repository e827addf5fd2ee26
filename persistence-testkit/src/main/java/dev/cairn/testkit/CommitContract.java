package dev.cairn.testkit;

import static dev.cairn.spi.CommitResult.COMMITTED;
import static dev.cairn.spi.CommitResult.EXISTS;
import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.SampleInstances.CREATED_AT_MILLIS;
import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;

/** Rules of {@link dev.cairn.spi.InstanceStore#commit}. */
public interface CommitContract extends StoreUnderTest {

    @Test
    default void everyWriteOfABatchIsAnsweredInItsOrder() {
        assertThat(commit(create(running("a"), "1"), create(running("b"), "1"), create(running("c"), "1")))
                .containsExactly(COMMITTED, COMMITTED, COMMITTED);
    }

    @Test
    default void entriesComeBackInTheOrderTheyWereWritten() {
        assumeKeepsState();
        write(create(running("a"), "1", "2"));
        write(create(running("b"), "other"));
        write(next(running("a"), 1, 2, "3"));
        write(next(running("b"), 1, 1, "more"));
        write(next(running("a"), 1, 3, "4", "5", "6"));

        assertThat(entries(load("a"))).containsExactly("1", "2", "3", "4", "5", "6");
        assertThat(entries(load("b"))).containsExactly("other", "more");
    }

    @Test
    default void theRowIsTheOneOfTheLastWrite() {
        assumeKeepsState();
        write(create(inPhase("a", InstanceStatus.PENDING, null), "1"));
        write(next(running("a"), 1, 1, "2"));

        assertThat(row("a")).contains(running("a"));
        assertThat(load("a").row()).isEqualTo(running("a"));
        assertThat(load("a").epoch()).isEqualTo(1);
    }

    @Test
    default void aWriteWithoutEntriesChangesTheRowAlone() {
        assumeKeepsState();
        write(create(running("a"), "1"));
        write(next(inPhase("a", InstanceStatus.SUSPENDED, null), 1, 1));
        write(next(running("a"), 1, 1, "2"));

        assertThat(entries(load("a"))).containsExactly("1", "2");
        assertThat(row("a")).contains(running("a"));
    }

    @Test
    default void anInstanceThatEndedGoesOnIfThatIsWritten() {
        assumeKeepsState();
        write(create(running("a"), "1"));
        write(next(ended("a", CREATED_AT_MILLIS), 1, 1, "2"));
        assertThat(await(store().claim(NODE, List.of("a")))).isEmpty();
        write(next(inPhase("a", InstanceStatus.RUNNING, null), 1, 2, "3"));

        assertThat(await(store().removeEnded(FUTURE_MILLIS, 10))).isZero();
        assertThat(entries(load("a"))).containsExactly("1", "2", "3");
        assertThat(await(store().claim(NODE, List.of("a")))).singleElement()
                .satisfies(claim -> assertThat(claim.epoch()).isGreaterThan(1));
    }

    @Test
    default void anEntryMayBeEmpty() {
        assumeKeepsState();
        write(create(running("a"), "", "2", ""));

        assertThat(entries(load("a"))).containsExactly("", "2", "");
    }

    @Test
    default void anIdThatExistsIsNotCreatedAgain() {
        assumeKeepsState();
        write(create(running("a"), "1"));

        assertThat(commit(create(running("b"), "1"), create(inPhase("a", InstanceStatus.PENDING, null), "2"),
                create(running("c"), "1")))
                .containsExactly(COMMITTED, EXISTS, COMMITTED);
        assertThat(entries(load("a"))).containsExactly("1");
        assertThat(row("a")).contains(running("a"));
        assertThat(entries(load("b"))).containsExactly("1");
        assertThat(entries(load("c"))).containsExactly("1");
    }

    @Test
    default void anotherEpochIsFenced() {
        assumeKeepsState();
        write(next(running("a"), 5, 0, "1"));
        write(create(running("b"), "1"));

        assertThat(commit(next(inPhase("a", InstanceStatus.CANCELLED, null), 4, 1, "old"), next(running("b"), 1, 1, "2")))
                .containsExactly(FENCED, COMMITTED);
        assertThat(commit(next(inPhase("a", InstanceStatus.CANCELLED, null), 6, 1, "new"))).containsExactly(FENCED);
        assertThat(load("a").epoch()).isEqualTo(5);
        assertThat(entries(load("a"))).containsExactly("1");
        assertThat(row("a")).contains(running("a"));
        assertThat(entries(load("b"))).containsExactly("1", "2");
    }

    @Test
    default void anotherPositionIsFenced() {
        assumeKeepsState();
        write(create(running("a"), "1", "2"));
        write(create(running("b"), "1"));

        assertThat(commit(next(inPhase("a", InstanceStatus.CANCELLED, null), 1, 1, "again"), next(running("b"), 1, 1, "2")))
                .containsExactly(FENCED, COMMITTED);
        assertThat(commit(next(inPhase("a", InstanceStatus.CANCELLED, null), 1, 3, "gap"))).containsExactly(FENCED);
        assertThat(entries(load("a"))).containsExactly("1", "2");
        assertThat(row("a")).contains(running("a"));
        assertThat(entries(load("b"))).containsExactly("1", "2");
    }

    @Test
    default void continuingWhatDoesNotExistIsFenced() {
        assumeKeepsState();
        assertThat(commit(next(running("a"), 1, 1, "2"))).containsExactly(FENCED);
        assertThat(row("a")).isEmpty();
        assertThat(await(store().load("a"))).isEmpty();
    }

    @Test
    default void theListOfABatchMayBeUsedAgain() {
        assumeKeepsState();
        List<InstanceWrite> batch = new ArrayList<>(List.of(create(running("a"), "1")));
        CompletableFuture<List<CommitResult>> result = store().commit(batch).subscribeAsCompletionStage();
        batch.set(0, create(running("b"), "1"));

        assertThat(result.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join()).containsExactly(COMMITTED);
        assertThat(row("a")).isPresent();
        assertThat(row("b")).isEmpty();
    }

    @Test
    default void aBatchMayHoldManyInstances() {
        assumeKeepsState();
        InstanceWrite[] writes = new InstanceWrite[3_000];
        for (int i = 0; i < writes.length; i++) {
            writes[i] = create(running("i-" + i), "first of " + i);
        }
        assertThat(commit(writes)).hasSize(writes.length).containsOnly(COMMITTED);
        for (int i = 0; i < writes.length; i++) {
            assertThat(entries(load("i-" + i))).containsExactly("first of " + i);
        }
    }

    @Test
    default void anInstanceMayHaveManyEntries() {
        assumeKeepsState();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            write(next(running("a"), 1, i, "entry " + i));
            expected.add("entry " + i);
        }
        assertThat(entries(load("a"))).isEqualTo(expected);
    }

    @Test
    default void manyInstancesAreLoadedAtOnce() {
        assumeKeepsState();
        List<String> ids = new ArrayList<>(List.of("missing", "long"));
        String[] many = IntStream.range(0, 400).mapToObj(i -> "entry " + i).toArray(String[]::new);
        for (int position = 0; position < 1_200; position += many.length) {
            write(next(running("long"), 1, position, many));
        }
        for (int i = 0; i < 70; i++) {
            write(create(running("i-" + i), "first of " + i, "second of " + i));
            ids.add("i-" + i);
        }
        write(create(running("unasked"), "1"));

        Map<String, StoredInstance> loaded = new HashMap<>();
        await(store().loadAll(ids)).forEach(stored -> loaded.put(stored.row().id(), stored));

        assertThat(loaded).hasSize(71).doesNotContainKeys("missing", "unasked");
        assertThat(entries(loaded.get("long"))).hasSize(1_200).startsWith("entry 0").endsWith("entry 399");
        assertThat(loaded.get("i-7").row()).isEqualTo(running("i-7"));
        assertThat(loaded.get("i-7").epoch()).isEqualTo(1);
        for (int i = 0; i < 70; i++) {
            assertThat(entries(loaded.get("i-" + i))).containsExactly("first of " + i, "second of " + i);
        }
    }

    @Test
    default void largeEntriesInPiecesComeBackWhole() {
        assumeKeepsState();
        List<EncodedEntry> entries = List.of(EncodedEntry.of(new byte[] { 1 }), inPieces(300_000), EncodedEntry.of(new byte[0]),
                inPieces(2_000_000), inPieces(40_000), EncodedEntry.of(new byte[] { 2, 3 }), inPieces(300_001));
        write(create(running("continued"), "1"));
        write(create(running("taken"), "1"));
        assertThat(commit(new InstanceWrite(running("new"), 1, 0, entries), create(running("small"), "1"),
                new InstanceWrite(running("taken"), 1, 0, entries), new InstanceWrite(running("continued"), 1, 1, entries),
                new InstanceWrite(running("continued early"), 1, 1, entries)))
                .containsExactly(COMMITTED, COMMITTED, EXISTS, COMMITTED, FENCED);
        write(new InstanceWrite(running("small"), 1, 1, List.of(inPieces(500_000))));
        write(new InstanceWrite(running("continued"), 1, 8, List.of(EncodedEntry.of(new byte[] { 4 }), inPieces(500_000))));

        reopen();

        assertThat(entries(load("taken"))).containsExactly("1");
        assertEntries("new", 0, entries);
        assertEntries("continued", 1, entries);
        assertEntries("continued", 9, List.of(inPieces(500_000)));
        assertEntries("small", 1, List.of(inPieces(500_000)));
    }

    private void assertEntries(String id, int from, List<EncodedEntry> expected) {
        List<byte[]> found = load(id).entries();
        for (int i = 0; i < expected.size(); i++) {
            assertThat(found.get(from + i)).as("entry %d of %s", from + i, id).isEqualTo(expected.get(i).bytes());
        }
    }

    /** Not at the beginning of their arrays, of all sizes, an empty one among them. */
    private static EncodedEntry inPieces(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        List<ByteBuffer> pieces = new ArrayList<>();
        int at = 0;
        for (int i = 0; at < size; i++) {
            int count = Math.min(i * 7_001, size - at);
            pieces.add(ByteBuffer.wrap(bytes, at, count));
            at += count;
        }
        return new EncodedEntry(pieces);
    }

    @Test
    default void anEntryMayHave20Megabytes() {
        assumeKeepsState();
        byte[] large = new byte[20 * 1024 * 1024];
        new Random(7).nextBytes(large);
        write(create(running("before"), "1"));
        write(InstanceWrite.of(running("large"), 1, 0, List.of(new byte[] { 1 }, large, new byte[] { 3 })));
        write(next(running("large"), 1, 3, "4"));
        write(create(running("after"), "1"));

        reopen();

        StoredInstance loaded = load("large");
        assertThat(loaded.entries()).hasSize(4);
        assertThat(loaded.entries().get(1)).isEqualTo(large);
        assertThat(loaded.entries().get(3)).isEqualTo(new byte[] { '4' });
        assertThat(entries(load("before"))).containsExactly("1");
        assertThat(entries(load("after"))).containsExactly("1");
    }

    @Test
    default void asManyCommitsAsItSaysMayBeOnTheirWay() throws InterruptedException, ExecutionException {
        assumeKeepsState();
        int lanes = Math.min(store().capabilities().concurrentCommits(), 16);
        ExecutorService threads = Executors.newFixedThreadPool(lanes);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                String id = "lane-" + lane;
                running.add(threads.submit(() -> {
                    for (int i = 0; i < 200; i++) {
                        write(next(running(id), 1, i, "entry " + i));
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        for (int lane = 0; lane < lanes; lane++) {
            assertThat(entries(load("lane-" + lane))).hasSize(200).startsWith("entry 0").endsWith("entry 199");
        }
    }

    @Test
    default void aWriteWithoutEntriesIsFencedAsAnyOther() {
        assumeKeepsState();
        write(next(running("a"), 5, 0, "1", "2"));
        InstanceRow suspended = inPhase("a", InstanceStatus.SUSPENDED, null);

        assertThat(commit(next(suspended, 4, 2))).containsExactly(FENCED);
        assertThat(commit(next(suspended, 6, 2))).containsExactly(FENCED);
        assertThat(commit(next(suspended, 5, 1))).containsExactly(FENCED);
        assertThat(commit(next(suspended, 5, 3))).containsExactly(FENCED);
        assertThat(row("a")).contains(running("a"));
        write(next(suspended, 5, 2));
    }
}
