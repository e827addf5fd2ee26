package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;

/** Behaviour of the store when one of its threads fails for another reason than the disk. */
@Timeout(60)
class FatalThreadTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Logger LOG = Logger.getLogger(FileStore.class.getName());

    @TempDir
    Path directory;

    private volatile Throwable planted;
    private volatile boolean inIndex;
    private volatile boolean inReads;
    private final List<String> said = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public synchronized void publish(LogRecord entry) {
            said.add(entry.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };

    @BeforeEach
    void listen() {
        LOG.setUseParentHandlers(false);
        LOG.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        LOG.removeHandler(handler);
        LOG.setUseParentHandlers(true);
    }

    static Stream<Throwable> failures() {
        return Stream.of(new OutOfMemoryError("planted"), new StackOverflowError("planted"),
                new NoClassDefFoundError("planted"), new IllegalStateException("planted"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void theStoreEndsWithItsWriter(Throwable failure) {
        FileStore store = FileStore.open(new FailingDisk(LocalDisk.open(directory)), StoreMaintenanceThresholds.USUAL);
        commit(store, create(running("a"), "1"));
        planted = failure;

        assertStopped(() -> commit(store, create(running("b"), "1")));
        assertStopped(() -> commit(store, create(running("c"), "1")));
        assertStopsReading(store);

        assertThat(store.fatality()).hasValue("file store");
        store.close();
        assertSaidOnce();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void theStoreEndsWithItsIndexer(Throwable failure) {
        FileStore store = FileStore.open(new FailingDisk(LocalDisk.open(directory)), StoreMaintenanceThresholds.USUAL);
        commit(store, create(running("a"), "1"));
        inIndex = true;
        planted = failure;

        while (store.fatality().isEmpty()) {
            Thread.onSpinWait();
        }

        assertStopped(() -> commit(store, create(running("b"), "1")));
        planted = null;
        store.close();
        assertSaidOnce();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aReadThatFailsConcernsNoOther(Throwable failure) {
        FileStore store = FileStore.open(new FailingDisk(LocalDisk.open(directory)), StoreMaintenanceThresholds.USUAL);
        commit(store, create(running("a"), "1"));
        inReads = true;
        planted = failure;
        assertThatThrownBy(() -> store.load("a").await().atMost(PATIENCE)).hasStackTraceContaining("planted");

        planted = null;

        assertThat(store.load("a").await().atMost(PATIENCE)).isPresent();
        assertThat(store.fatality()).isEmpty();
        store.close();
    }

    /** The writer goes on: nothing of the batch is left. */
    @ParameterizedTest
    @MethodSource("failures")
    void aBatchForWhichTheMemoryDoesNotSufficeConcernsNoOther(Throwable failure) {
        FileStore store = FileStore.open(new FailingDisk(LocalDisk.open(directory)), StoreMaintenanceThresholds.USUAL);
        List<EncodedEntry> entries = new AbstractList<>() {
            @Override
            public EncodedEntry get(int index) {
                if (planted != null && index == 1) {
                    FatalThreadTest.<RuntimeException>sneak(planted);
                }
                return EncodedEntry.of(new byte[] { 1 });
            }

            @Override
            public int size() {
                return 2;
            }
        };
        InstanceWrite large = new InstanceWrite(running("large"), 1, 0, entries);
        inReads = true;
        planted = failure;
        boolean isFatal = failure instanceof LinkageError;

        assertThatThrownBy(() -> commit(store, create(running("a"), "1"), large)).satisfies(thrown -> assertThat(
                thrown instanceof StoreException known && known.permanent()).isEqualTo(isFatal));
        planted = null;

        assertThat(store.fatality().isPresent()).isEqualTo(isFatal);
        if (!isFatal) {
            assertThat(commit(store, create(running("a"), "1"), large)).containsOnly(CommitResult.COMMITTED);
            store.close();
            FileStore again = FileStore.open(directory);
            assertThat(again.load("a").await().atMost(PATIENCE)).isPresent();
            assertThat(again.load("large").await().atMost(PATIENCE).orElseThrow().entries()).hasSize(2);
            again.close();
        } else {
            store.close();
        }
    }

    /** See to the disk first: another start alone does not help. */
    @Test
    void aDiskThatFailsIsNotFatal() {
        FileStore store = FileStore.open(new FailingDisk(LocalDisk.open(directory)), StoreMaintenanceThresholds.USUAL);
        commit(store, create(running("a"), "1"));
        planted = new IOException("No space left on device");

        assertThatThrownBy(() -> commit(store, create(running("b"), "1"))).hasMessageStartingWith("CAIRN-0505");

        assertThat(store.fatality()).isEmpty();
        store.close();
    }

    /** After the threads have ended. */
    private void assertSaidOnce() {
        assertThat(said).filteredOn(text -> text.startsWith("CAIRN-0509")).hasSize(1).first().asString()
                .contains("thread=cairn-file-", "planted", "Start the application again");
    }

    private static List<CommitResult> commit(FileStore store, InstanceWrite... writes) {
        return store.commit(List.of(writes)).await().atMost(PATIENCE);
    }

    /** Readers are told after the writer: what is durable may be read until then. */
    private static void assertStopsReading(FileStore store) {
        while (store.load("a").map(found -> true).onFailure().recoverWithItem(false).await().atMost(PATIENCE)) {
            Thread.onSpinWait();
        }
        assertStopped(() -> store.load("a").await().atMost(PATIENCE));
    }

    private static void assertStopped(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.permanent()).isTrue())
                .hasMessageStartingWith("CAIRN-0509");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    /** Fails at what is planted. */
    private final class FailingDisk extends ForwardingDisk {

        FailingDisk(StoreDisk real) {
            super(real);
        }

        @Override
        public DiskFile open(String name, boolean create) throws IOException {
            return new ForwardingFile(super.open(name, create)) {
                @Override
                public void write(ByteBuffer source, long position) throws IOException {
                    if (!inReads && inIndex == name.equals(PersistentStoreIndex.FILE)) {
                        fail();
                    }
                    super.write(source, position);
                }

                @Override
                public void read(ByteBuffer target, long position) throws IOException {
                    if (inReads && !name.equals(PersistentStoreIndex.FILE)) {
                        fail();
                    }
                    super.read(target, position);
                }
            };
        }

        private void fail() {
            if (planted != null) {
                FatalThreadTest.<RuntimeException>sneak(planted);
            }
        }
    }
}
