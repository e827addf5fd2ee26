package dev.cairn.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.JournalEvent;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class GroupCommitJournalTest {

    private final MemoryStore store = new MemoryStore();
    private final MemoryStore.Session session = store.open();
    private final ManualTime time = new ManualTime(0);
    private final GroupCommitJournal journal = new GroupCommitJournal(session, JournalEncodingOptions.DEFAULTS,
            around(Runnable::run));
    private final List<String> told = new ArrayList<>();

    private JournalDependencies around(Executor worker) {
        return new JournalDependencies(time, time, () -> false, worker, worker);
    }

    @Test
    void theFirstWriteIsCommittedAtOnceAndTheRestTogetherWhenItIsDone() {
        session.hold();
        IntStream.range(0, 128).forEach(i -> journal.commit(start("i" + i), listener("i" + i)));
        assertThat(session.held()).isEqualTo(1);
        assertThat(told).isEmpty();
        session.release();
        assertThat(told).hasSize(128).startsWith("i0 COMMITTED", "i1 COMMITTED");
        assertThat(store.commits()).isEqualTo(2);
        assertThat(journal.groups()).isEqualTo(2);
        assertThat(journal.writes()).isEqualTo(128);
    }

    @Test
    void aSingleWriteAnswersWithItsOutcome() {
        Uni<CommitResult> write = journal.commit(start("a"));
        assertThat(store.commits()).isZero();
        assertThat(write.await().indefinitely()).isEqualTo(CommitResult.COMMITTED);
        session.fail(new StoreException("planted", false, null), false);
        journal.commit(start("b")).subscribe().withSubscriber(UniAssertSubscriber.create())
                .assertFailedWith(StoreException.class);
    }

    @Test
    void aGroupHasOneWriteOfAnInstance() {
        session.hold();
        journal.commit(start("first"), listener("first"));
        journal.commit(start("a"), listener("a"));
        journal.commit(start("a"), listener("again"));
        journal.commit(start("b"), listener("b"));
        session.release();
        assertThat(told).containsExactly("first COMMITTED", "a COMMITTED", "b COMMITTED", "again EXISTS");
        assertThat(journal.groups()).isEqualTo(3);
    }

    @Test
    void aGroupCarriesNoMoreEntriesThanTheStoreWants() {
        session.hold();
        journal.commit(start("first"), listener("first"));
        List<byte[]> many = IntStream.range(0, 6_000).mapToObj(i -> new byte[] { 1 }).toList();
        journal.commit(InstanceWrite.of(row("a"), 1, 0, many), listener("a"));
        journal.commit(InstanceWrite.of(row("b"), 1, 0, many), listener("b"));
        session.release();
        assertThat(told).hasSize(3);
        assertThat(journal.groups()).isEqualTo(3);
    }

    @Test
    void largeWritesAreNotAllInOneGroup() {
        HeldCommits store = new HeldCommits(1);
        GroupCommitJournal one = new GroupCommitJournal(store.store(), JournalEncodingOptions.DEFAULTS, around(Runnable::run));
        one.commit(start("first"), listener("first"));
        byte[] large = new byte[6 << 20];
        IntStream.range(0, 5).forEach(i -> one.commit(InstanceWrite.of(row("a" + i), 1, 0, List.of(large)), listener("a")));
        one.commit(InstanceWrite.of(row("b"), 1, 0, List.of(new byte[20 << 20])), listener("b"));
        one.commit(start("last"), listener("last"));
        for (int group = 0; group < store.sizes().size(); group++) {
            store.release(group);
        }
        assertThat(told).hasSize(8);
        assertThat(store.sizes()).containsExactly(1, 2, 2, 1, 1, 1);
    }

    @Test
    void eachWriteIsToldItsOwnResult() {
        journal.commit(start("a"), listener("a"));
        journal.commit(start("a"), listener("again"));
        journal.commit(InstanceWrite.of(row("a"), 7, 1, List.of()), listener("stale"));
        assertThat(told).containsExactly("a COMMITTED", "again EXISTS", "stale FENCED");
    }

    @Test
    void aFailureIsToldToTheWholeGroupAndTheNextIsCommitted() {
        session.fail(new StoreException("down", false, null), false);
        journal.commit(start("a"), listener("a"));
        session.fail(null, false);
        journal.commit(start("b"), listener("b"));
        assertThat(told).containsExactly("a down", "b COMMITTED");
    }

    @Test
    void onlyTheWriteThatTheStoreRefusesFails() {
        session.hold();
        journal.commit(start("first"), listener("first"));
        session.refuse("i5", new InstanceOperationRefusedException("too large", null));
        IntStream.range(0, 10).forEach(i -> journal.commit(start("i" + i), listener("i" + i)));
        session.release();
        assertThat(told).hasSize(11).contains("i5 too large");
        assertThat(told).filteredOn(result -> result.endsWith(" COMMITTED")).hasSize(10);
        journal.commit(start("later"), listener("later"));
        assertThat(told).last().isEqualTo("later COMMITTED");
    }

    @Test
    void anotherCommitBeginsBesideOneOnlyWhenManyWaitOrItTakesLong() {
        HeldCommits store = new HeldCommits(2);
        GroupCommitJournal two = new GroupCommitJournal(store.store(), JournalEncodingOptions.DEFAULTS, around(Runnable::run));
        two.commit(start("a"), listener("a"));
        IntStream.range(0, 31).forEach(i -> two.commit(start("b" + i), listener("b")));
        assertThat(store.sizes()).containsExactly(1);
        two.commit(start("b31"), listener("b"));
        assertThat(store.sizes()).as("many wait").containsExactly(1, 32);
        IntStream.range(0, 50).forEach(i -> two.commit(start("c" + i), listener("c")));
        time.advance(30);
        two.commit(start("c50"), listener("c"));
        assertThat(store.sizes()).as("no more than the store takes").containsExactly(1, 32);

        store.release(1);
        assertThat(told).containsOnly("b COMMITTED").hasSize(32);
        assertThat(store.sizes()).as("the place is taken").containsExactly(1, 32, 51);
        store.release(0);
        two.commit(start("d"), listener("d"));
        time.advance(24);
        two.commit(start("e"), listener("e"));
        assertThat(store.sizes()).as("few wait, and not for long").containsExactly(1, 32, 51);
        time.advance(1);
        two.commit(start("f"), listener("f"));
        assertThat(store.sizes()).as("it may not be answered for long").containsExactly(1, 32, 51, 3);
        store.release(2);
        store.release(3);
        assertThat(told).hasSize(1 + 32 + 51 + 3);
        two.commit(start("g"), listener("g"));
        assertThat(store.sizes()).containsExactly(1, 32, 51, 3, 1);
    }

    @Test
    void anotherCommitBeginsEarlierIfTheStoreIsFarAway() {
        HeldCommits store = new HeldCommits(2);
        GroupCommitJournal two = new GroupCommitJournal(store.store(), JournalEncodingOptions.DEFAULTS, around(Runnable::run));
        int begun = commitsAlone(two, store, 0, 4, 2);
        begun = beginsBeside(two, store, begun, true);
        begun = commitsAlone(two, store, begun, 1, 1);
        begun = beginsBeside(two, store, begun, false);
        begun = commitsAlone(two, store, begun, 3, 2);
        begun = beginsBeside(two, store, begun, false);
    }

    /** The duration of two commits that slow each other down proves nothing. */
    @Test
    void afterManyCommitsBesideOthersOneIsAlone() {
        HeldCommits store = new HeldCommits(2);
        GroupCommitJournal two = new GroupCommitJournal(store.store(), JournalEncodingOptions.DEFAULTS, around(Runnable::run));
        int begun = commitsAlone(two, store, 0, 4, 2);
        two.commit(start("first"), listener("first"));
        for (int beside = 0; beside < 64; beside++) {
            time.advance(2);
            two.commit(start("i" + beside), listener("i"));
            assertThat(store.sizes()).hasSize(begun + 2);
            store.release(begun++);
        }
        time.advance(2);
        two.commit(start("waits"), listener("waits"));
        assertThat(store.sizes()).hasSize(begun + 1);
        store.release(begun++);
        assertThat(store.sizes()).as("alone").hasSize(begun + 1);
        time.advance(1);
        store.release(begun++);
        beginsBeside(two, store, begun, false);
    }

    private int commitsAlone(GroupCommitJournal journal, HeldCommits store, int begun, int count, int tookMillis) {
        for (int commit = begun; commit < begun + count; commit++) {
            journal.commit(start("alone" + commit), listener("alone"));
            time.advance(tookMillis);
            store.release(commit);
        }
        return begun + count;
    }

    private int beginsBeside(GroupCommitJournal journal, HeldCommits store, int begun, boolean expected) {
        journal.commit(start("a" + begun), listener("a"));
        time.advance(2);
        journal.commit(start("b" + begun), listener("b"));
        assertThat(store.sizes()).hasSize(begun + (expected ? 2 : 1));
        // A commit beside another one proves nothing about the store, nor does a commit that waited for another one.
        time.jump(time.millis() - (expected ? 0 : 1));
        store.release(begun);
        store.release(begun + 1);
        return begun + 2;
    }

    @Test
    void twoCommitsNeverHaveWritesOfTheSameInstance() {
        HeldCommits store = new HeldCommits(2);
        GroupCommitJournal two = new GroupCommitJournal(store.store(), JournalEncodingOptions.DEFAULTS, around(Runnable::run));
        two.commit(start("a"), listener("a"));
        time.advance(30);
        two.commit(start("a"), listener("again"));
        two.commit(start("a"), listener("once more"));
        two.commit(start("b"), listener("b"));
        assertThat(store.sizes()).as("others do not wait for it").containsExactly(1, 1);
        store.release(1);
        assertThat(store.sizes()).containsExactly(1, 1);
        store.release(0);
        store.release(2);
        store.release(3);
        assertThat(told).containsExactly("b COMMITTED", "a COMMITTED", "again COMMITTED", "once more COMMITTED");
    }

    @Test
    void whatWaitsIsCountedAndWithTooMuchItIsFull() {
        session.hold();
        byte[] large = new byte[1 << 20];
        journal.commit(InstanceWrite.of(row("a"), 1, 0, List.of(large)), listener("a"));
        assertThat(journal.isFull()).isFalse();
        journal.commit(InstanceWrite.of(row("b"), 1, 0, Collections.nCopies(300, large)), listener("b"));
        assertThat(journal.isFull()).isTrue();
        session.release();
        assertThat(journal.isFull()).isFalse();
    }

    @Test
    void largeEntriesAreEncodedAndReadByAWorkerAndCountWhileTheyWait() {
        Queue<Runnable> worker = new ArrayDeque<>();
        GroupCommitJournal sealing = new GroupCommitJournal(session, sealing(() -> {}), around(worker::add));
        write(sealing, "small", JsonPayload.NULL);
        assertThat(told).containsExactly("small COMMITTED");
        byte[] text = ("\"" + "x".repeat(300 << 20) + "\"").getBytes(StandardCharsets.UTF_8);
        write(sealing, "large", JsonPayload.of(JsonNodeFactory.instance.textNode(""), text));
        assertThat(told).hasSize(1);
        assertThat(sealing.isFull()).isTrue();
        worker.remove().run();
        assertThat(told).containsExactly("small COMMITTED", "large COMMITTED");
        assertThat(sealing.isFull()).isFalse();

        UniAssertSubscriber<Optional<StoredInstance>> loaded = sealing.load("large").subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        loaded.assertNotTerminated();
        worker.remove().run();
        assertThat(loaded.assertCompleted().getItem()).isPresent();
        assertThat(sealing.load("small").await().indefinitely()).isPresent();
        assertThat(worker).isEmpty();
    }

    @Test
    void whatIsNotEncodedAfterAllWaitsNoLongerThoughItCannotBeTold() {
        Queue<Runnable> worker = new ArrayDeque<>();
        GroupCommitJournal failing = new GroupCommitJournal(session, sealing(() -> {
            throw new IllegalStateException("no key");
        }), around(worker::add));
        JournalEntry large = new JournalEntry(1, new JournalEvent.Started("test:case", "1.0.0", 1, 1,
                JsonPayload.of(JsonNodeFactory.instance.textNode("x".repeat(1 << 20)))));
        failing.append(row("a"), 1, 0, failing.encoder(), Collections.nCopies(300, large),
                new GroupCommitJournal.AppendListener() {
                    @Override
                    public void done(InstanceWrite write, CommitResult result) {
                        throw new AssertionError(write);
                    }

                    @Override
                    public void failed(InstanceWrite write, Throwable cause) {
                        throw new AssertionError(cause);
                    }

                    @Override
                    public void notEncoded(Throwable cause, boolean ofCodec) {
                        throw new IllegalStateException("nobody to tell");
                    }
                });
        assertThat(failing.isFull()).isTrue();
        assertThatThrownBy(worker.remove()::run).hasMessage("nobody to tell");
        assertThat(failing.isFull()).isFalse();
    }

    @Test
    void aTreeIsLargeBeforeItHasAText() {
        Queue<Runnable> worker = new ArrayDeque<>();
        GroupCommitJournal plain = new GroupCommitJournal(session, JournalEncodingOptions.DEFAULTS, around(worker::add));
        ArrayNode many = JsonNodeFactory.instance.arrayNode();
        IntStream.range(0, GroupCommitJournal.MAX_BYTES_INLINE).forEach(many::add);
        write(plain, "many", JsonPayload.of(many));
        write(plain, "long",
                JsonPayload.of(JsonNodeFactory.instance.textNode("x".repeat(GroupCommitJournal.MAX_BYTES_INLINE))));
        write(plain, "fields", JsonPayload.of(JsonNodeFactory.instance.objectNode()
                .put("x".repeat(GroupCommitJournal.MAX_BYTES_INLINE / 2), 1)
                .put("y".repeat(GroupCommitJournal.MAX_BYTES_INLINE / 2), 2)));
        assertThat(worker).hasSize(3);
        assertThat(told).isEmpty();
        worker.forEach(Runnable::run);
        assertThat(told).containsExactly("many COMMITTED", "long COMMITTED", "fields COMMITTED");
        write(plain, "few", JsonPayload.of(JsonNodeFactory.instance.arrayNode().add("x".repeat(1_000)).add(1)));
        assertThat(told).last().isEqualTo("few COMMITTED");
    }

    @Test
    void aLargeEntryGoesToTheStoreInPieces() {
        ArrayNode many = JsonNodeFactory.instance.arrayNode();
        IntStream.range(0, 200_000).forEach(many::add);
        List<InstanceWrite> written = new ArrayList<>();
        journal.append(row("a"), 1, 0, journal.encoder(),
                List.of(new JournalEntry(1, new JournalEvent.Started("test:case", "1.0.0", 1, 1, JsonPayload.of(many)))),
                new GroupCommitJournal.AppendListener() {
                    @Override
                    public void done(InstanceWrite write, CommitResult result) {
                        written.add(write);
                    }

                    @Override
                    public void failed(InstanceWrite write, Throwable cause) {
                        notEncoded(cause, false);
                    }

                    @Override
                    public void notEncoded(Throwable cause, boolean ofCodec) {
                        throw new AssertionError(cause);
                    }
                });
        assertThat(written.get(0).bytes()).isGreaterThan(1_000_000);
        assertThat(written.get(0).entries().get(0).pieces()).hasSizeGreaterThan(8)
                .allSatisfy(piece -> assertThat(piece.array().length).isLessThan(200_000));
    }

    @Test
    void aCodecThatFailsIsToldToWhoeverWrites() {
        GroupCommitJournal sealing = new GroupCommitJournal(session, sealing(() -> {
            throw new IllegalStateException("no key");
        }), around(Runnable::run));
        write(sealing, "a", JsonPayload.NULL);
        assertThat(told).containsExactly("a no key, perhaps not again");
        assertThat(store.all()).isEmpty();
    }

    @Test
    void whateverKeepsAWriteFromBeingEncodedIsTold() {
        Queue<Runnable> worker = new ArrayDeque<>();
        GroupCommitJournal failing = new GroupCommitJournal(session, sealing(() -> {
            throw new OutOfMemoryError("no room");
        }), around(worker::add));
        write(failing, "a", JsonPayload.NULL);
        assertThat(told).containsExactly("a no room");
        write(failing, "b", JsonPayload.of(JsonNodeFactory.instance.textNode("x".repeat(GroupCommitJournal.MAX_BYTES_INLINE))));
        worker.remove().run();
        assertThat(told).containsExactly("a no room", "b no room");
        ArrayNode deep = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < ValueDepthLimits.MAX_WRITTEN_DEPTH; i++) {
            deep = JsonNodeFactory.instance.arrayNode().add(deep);
        }
        write(journal, "c", JsonPayload.of(deep));
        assertThat(told).hasSize(3).last().asString().startsWith("c Cannot write as JSON").doesNotContain("not again");
    }

    @Test
    void manyEntriesOfModerateSizeAreLargeTogether() {
        Queue<Runnable> worker = new ArrayDeque<>();
        GroupCommitJournal plain = new GroupCommitJournal(session, JournalEncodingOptions.DEFAULTS, around(worker::add));
        List<JournalEntry> entries = IntStream.range(0, 5)
                .mapToObj(i -> new JournalEntry(1, new JournalEvent.Started("test:case", "1.0.0", 1, 1,
                        JsonPayload
                                .of(JsonNodeFactory.instance.textNode("x".repeat(GroupCommitJournal.MAX_BYTES_INLINE / 4))))))
                .toList();
        plain.append(row("a"), 1, 0, plain.encoder(), entries, new NotingListener("a", told));
        assertThat(told).isEmpty();
        worker.remove().run();
        assertThat(told).containsExactly("a COMMITTED");
    }

    private void write(GroupCommitJournal to, String id, JsonPayload input) {
        to.append(row(id), 1, 0, to.encoder(),
                List.of(new JournalEntry(1, new JournalEvent.Started("test:case", "1.0.0", 1, 1, input))),
                new NotingListener(id, told));
    }

    @Test
    void nothingIsLostOrRepeatedWithManyThreads() throws InterruptedException {
        int threads = 8;
        int each = 5_000;
        ConcurrentLinkedQueue<CommitResult> results = new ConcurrentLinkedQueue<>();
        CountDownLatch done = new CountDownLatch(threads * each);
        List<Thread> all = IntStream.range(0, threads).mapToObj(t -> new Thread(() -> {
            for (int i = 0; i < each; i++) {
                journal.commit(start(t + "-" + i), new GroupCommitJournal.Listener() {
                    @Override
                    public void done(InstanceWrite write, CommitResult result) {
                        results.add(result);
                        done.countDown();
                    }

                    @Override
                    public void failed(InstanceWrite write, Throwable cause) {
                        done.countDown();
                    }
                });
            }
        })).toList();
        all.forEach(Thread::start);
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(results).hasSize(threads * each).containsOnly(CommitResult.COMMITTED);
        assertThat(store.all()).hasSize(threads * each);
        assertThat(journal.writes()).isEqualTo(threads * each);
    }

    @Test
    void aListenerThatThrowsIsNotTheEndOfCommits() {
        journal.commit(start("a"), new GroupCommitJournal.Listener() {
            @Override
            public void done(InstanceWrite write, CommitResult result) {
                throw new IllegalStateException("planted");
            }

            @Override
            public void failed(InstanceWrite write, Throwable cause) {
                throw new IllegalStateException("planted");
            }
        });
        journal.commit(start("b"), listener("b"));
        assertThat(told).containsExactly("b COMMITTED");
    }

    /** With a codec that does nothing but be there, or fail. */
    private static JournalEncodingOptions sealing(Runnable before) {
        return new JournalEncodingOptions(JournalEncodingOptions.DEFAULTS.largeValueBytes(),
                PayloadCodecChain.of(List.of(new PayloadCodec() {
                    @Override
                    public String id() {
                        return "test";
                    }

                    @Override
                    public Stage stage() {
                        return Stage.ENCRYPTION;
                    }

                    @Override
                    public byte[] encode(byte[] entry, EntryPlace place) {
                        before.run();
                        return entry;
                    }

                    @Override
                    public byte[] decode(byte[] encoded, EntryPlace place) {
                        return encoded;
                    }
                })));
    }

    private GroupCommitJournal.Listener listener(String name) {
        return new NotingListener(name, told);
    }

    private static InstanceWrite start(String id) {
        return InstanceWrite.of(row(id), 1, 0, List.of(new byte[] { 1 }));
    }

    private static InstanceRow row(String id) {
        return new InstanceRow(id, "test:case", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node");
    }
}
