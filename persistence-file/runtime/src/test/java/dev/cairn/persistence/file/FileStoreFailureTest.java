package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.file.disk.ChecksummedChunkFile;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.log.SegmentHeader;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;

class FileStoreFailureTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @BeforeAll
    static void expectFailures() {
        Logger.getLogger(FileStore.class.getName()).setLevel(Level.OFF);
    }

    @AfterAll
    static void expectNone() {
        Logger.getLogger(FileStore.class.getName()).setLevel(null);
    }

    private static List<CommitResult> commit(FileStore store, InstanceWrite... writes) {
        return store.commit(List.of(writes)).await().atMost(PATIENCE);
    }

    private static void assertFails(String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.permanent()).isTrue())
                .hasMessageStartingWith(code);
    }

    @Test
    void aSecondStoreIsRefusedAndTheFirstGoesOn() {
        try (FileStore first = FileStore.open(directory)) {
            commit(first, create(running("a"), "1"));

            assertFails("CAIRN-0502", () -> FileStore.open(directory));

            commit(first, next(running("a"), 1, 1, "2"));
            assertThat(entries(first.load("a").await().atMost(PATIENCE).orElseThrow())).containsExactly("1", "2");
        }
        FileStore.open(directory).close();
    }

    @Test
    void aRefusedStoreLetsNoOtherApplicationIn() throws IOException, InterruptedException {
        try (FileStore first = FileStore.open(directory)) {
            Path other = Files.createSymbolicLink(directory.resolveSibling(directory.getFileName() + "-link"), directory);
            for (Path path : List.of(directory, other)) {
                assertThatThrownBy(() -> FileStore.open(path)).hasMessageStartingWith("CAIRN-0502")
                        .hasMessageContaining("this application");
            }
            assertThat(openInAnotherJvm()).contains("CAIRN-0502", "another application");
        }
        assertThat(openInAnotherJvm()).isEqualTo("opened");
        FileStore.open(directory).close();
    }

    private String openInAnotherJvm() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), OpeningJvm.class.getName(),
                directory.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader said = child.inputReader()) {
            return said.readLine();
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "in the way");

        assertFails("CAIRN-0501", () -> FileStore.open(file));
        assertThatThrownBy(() -> FileStore.open(file)).hasMessageContaining(file.toString());
    }

    @Test
    void aForeignIndexIsLeftAsItIs() throws IOException {
        Path index = Files.writeString(directory.resolve(PersistentStoreIndex.FILE), "not an index at all".repeat(1_000));

        assertUnchanged(() -> assertFails("CAIRN-0503", () -> FileStore.open(directory)));
        assertThat(index).content().startsWith("not an index");
    }

    @Test
    void anIndexOfANewerFormatIsLeftAsItIs() throws IOException {
        try (MVStore newer = MVStore.open(directory.resolve(PersistentStoreIndex.FILE).toString())) {
            newer.setStoreVersion(PersistentStoreIndex.FORMAT + 1);
        }
        assertUnchanged(() -> assertThatThrownBy(() -> FileStore.open(directory)).isInstanceOf(StoreException.class)
                .hasMessageMatching("CAIRN-050[34].*"));
    }

    @Test
    void whatWasNotFinishedIsMadeAgain() throws IOException {
        for (int life = 0; life < 2; life++) {
            for (String name : List.of(PersistentStoreIndex.UNFINISHED, LogSegment.UNFINISHED, SegmentPreallocator.NAME)) {
                Files.writeString(directory.resolve(name), "the beginning of it");
            }
            try (FileStore store = FileStore.open(directory)) {
                commit(store, create(running("i-" + life), "1"));
            }
        }
    }

    @Test
    void aMissingSegmentIsNoticed() throws IOException {
        write();
        Files.delete(segment());

        assertUnchanged(() -> assertFails("CAIRN-0503", () -> FileStore.open(directory)));
    }

    @Test
    void aSegmentThatLacksItsEndIsNoticed() throws IOException {
        write();
        byte[] content = Files.readAllBytes(segment());
        Files.write(segment(), Arrays.copyOf(content, content.length / 2));

        assertUnchanged(() -> assertFails("CAIRN-0503", () -> FileStore.open(directory)));
    }

    @Test
    void damagedEntriesAreNotGiven() throws IOException {
        write();
        byte[] content = Files.readAllBytes(segment());
        int at = new String(content, StandardCharsets.ISO_8859_1).lastIndexOf("entry of i-50");
        content[at] = 'E';
        Files.write(segment(), content);

        assertThatThrownBy(() -> {
            try (FileStore store = FileStore.open(directory)) {
                for (int i = 0; i < 100; i++) {
                    store.load("i-" + i).await().atMost(PATIENCE);
                }
            }
        }).isInstanceOf(StoreException.class).hasMessageMatching("CAIRN-050[38].*");
    }

    /** The first instance of the first segment is damaged and still needed; the others of that segment are not, so it would be cleaned. */
    @Test
    void damageKeepsNothingElseFromGoingOn() throws IOException {
        damageKeepsNothingElseFromGoingOn(() -> damage("entry of i-0x"));
    }

    /** Nothing of the first segment can be read. */
    @Test
    void aDamagedHeaderKeepsNothingElseFromGoingOn() throws IOException {
        damageKeepsNothingElseFromGoingOn(() -> {
            byte[] content = Files.readAllBytes(segment());
            content[0]++;
            Files.write(segment(), content);
        });
    }

    private void damageKeepsNothingElseFromGoingOn(Damage damage) throws IOException {
        StoreMaintenanceThresholds small = StoreMaintenanceThresholds.ofLog(64 * 1024, 64 * 1024, 64 * 1024, 64 * 1024);
        StoreMaintenanceThresholds uncleaned = StoreMaintenanceThresholds.ofLog(64 * 1024, 64 * 1024, 64 * 1024 * 1024,
                64 * 1024);
        String entry = "x".repeat(1_000);
        try (FileStore store = FileStore.open(LocalDisk.open(directory), uncleaned)) {
            for (int i = 0; i < 200; i++) {
                commit(store, create(running("i-" + i), "entry of i-" + i + entry));
            }
        }
        damage.run();

        try (FileStore store = FileStore.open(LocalDisk.open(directory), small)) {
            for (int i = 1; i < 200; i++) {
                end(store, "i-" + i, 1);
            }
            for (int i = 0; i < 1_000; i++) {
                commit(store, create(running("new-" + i), entry));
                end(store, "new-" + i, 1);
            }
            assertThatThrownBy(() -> store.load("i-0").await().atMost(PATIENCE)).isInstanceOf(StoreException.class)
                    .hasMessageMatching("CAIRN-050[38].*");
            assertThat(store.row("i-0").await().atMost(PATIENCE)).isPresent();
            commit(store, create(running("last"), "1"));
            assertThat(store.load("last").await().atMost(PATIENCE)).isPresent();
        }
        FileStore.open(LocalDisk.open(directory), small).close();
    }

    /** Changes a letter of a text wherever a segment has it. */
    private void damage(String text) throws IOException {
        int found = 0;
        for (Path file : segments()) {
            byte[] content = Files.readAllBytes(file);
            String characters = new String(content, StandardCharsets.ISO_8859_1);
            for (int at = characters.indexOf(text); at >= 0; at = characters.indexOf(text, at + 1)) {
                content[at]++;
                found++;
            }
            Files.write(file, content);
        }
        assertThat(found).isPositive();
    }

    /** Ends an instance and removes it. */
    private static void end(FileStore store, String id, int position) {
        InstanceRow row = running(id);
        InstanceRow ended = new InstanceRow(id, row.workflow(), row.version(), InstanceStatus.COMPLETED, row.createdAtMillis(),
                row.updatedAtMillis(), InstanceRow.NEVER, null, 1, row.keys());
        assertThat(commit(store, next(ended, 1, position, "end"))).containsExactly(CommitResult.COMMITTED);
        assertThat(store.removeEnded(2, 10).await().atMost(PATIENCE)).isEqualTo(1);
    }

    @Test
    void aNewerSegmentFormatIsNoticed() throws IOException {
        write();
        ByteBuffer newer = SegmentHeader.of(PersistentStoreIndex.FORMAT + 1,
                LogSegment.sequenceOf(segment().getFileName().toString()));
        byte[] content = Files.readAllBytes(segment());
        newer.get(content, 0, newer.remaining());
        Files.write(segment(), content);

        assertUnchanged(() -> {
            assertFails("CAIRN-0504", () -> FileStore.open(directory));
            assertThatThrownBy(() -> FileStore.open(directory))
                    .hasMessageContaining("format=" + (PersistentStoreIndex.FORMAT + 1));
        });
    }

    @Test
    void aDirectoryOfAnEarlierFormatIsLeftAsItIs() throws IOException {
        for (boolean indexed : new boolean[] { false, true }) {
            for (String name : indexed ? List.of(PersistentStoreIndex.FILE)
                    : List.of("journal-00000002.mv", "journal-00000001.mv")) {
                try (MVStore earlier = MVStore.open(directory.resolve(name).toString())) {
                    earlier.setStoreVersion(2);
                }
            }
            assertUnchanged(() -> {
                assertFails("CAIRN-0504", () -> FileStore.open(directory));
                assertThatThrownBy(() -> FileStore.open(directory))
                        .hasMessageContaining("file=journal-00000001.mv, format=2 or earlier")
                        .hasMessageContaining("reads format " + PersistentStoreIndex.FORMAT)
                        .hasMessageContaining("use the version of Cairn that wrote it");
            });
        }
    }

    @Test
    void anIndexOfAnEarlierFormatIsLeftAsItIs() throws IOException {
        FileStore.open(directory).close();
        try (LocalDisk disk = LocalDisk.open(directory)) {
            disk.delete(PersistentStoreIndex.FILE);
            ChecksummedChunkFile file = new ChecksummedChunkFile(disk.open(PersistentStoreIndex.FILE, true), 0,
                    Map.of("cacheSize", 1, "pageSplitSize", 4096));
            MVStore store = new MVStore.Builder().adoptFileStore(file).autoCommitDisabled().open();
            store.setStoreVersion(2);
            store.openMap("numbers").put("marker", 1L);
            store.commit();
            file.sync();
            store.closeImmediately();
        }
        assertUnchanged(() -> {
            assertFails("CAIRN-0504", () -> FileStore.open(directory));
            assertThatThrownBy(() -> FileStore.open(directory)).hasMessageContaining("file=index.mv, format=2]");
        });
    }

    @Test
    void damageBeforeWhatWasAcknowledgedIsLeftAsItIs() throws IOException {
        write();
        damage("entry of i-50");

        assertUnchanged(() -> {
            assertFails("CAIRN-0503", () -> FileStore.open(directory));
            assertThatThrownBy(() -> FileStore.open(directory)).hasMessageContaining("more was written behind it");
        });
    }

    /** Each commit fills a file, so the last files are dropped while the one after them is empty. */
    @Test
    void whatIsKeptIsFoundWhenAllFilesBehindItWereDropped() {
        StoreMaintenanceThresholds tiny = StoreMaintenanceThresholds.ofLog(1, 1, 1024 * 1024, 1024 * 1024);
        LossyDisk disk = LossyDisk.empty(1, true);
        try (FileStore store = FileStore.open(disk, tiny)) {
            commit(store, create(running("kept"), "1"), create(running("removed"), "1"));
            end(store, "removed", 1);
        }
        for (int life = 0; life < 3; life++) {
            LossyDisk left;
            try (FileStore store = FileStore.open(disk, tiny)) {
                assertThat(store.load("kept").await().atMost(PATIENCE)).isPresent();
                // Nothing was written in this life.
                left = disk.cutPower();
            }
            disk = left;
        }
    }

    @Test
    void afterAFailedWriteNothingIsAcknowledged() {
        LossyDisk disk = LossyDisk.empty(1, true);
        try (FileStore store = FileStore.open(disk, StoreMaintenanceThresholds.USUAL)) {
            commit(store, create(running("a"), "1"));
            disk.failOnceIn("journal-");

            assertFails("CAIRN-0505", () -> commit(store, next(running("a"), 1, 1, "2")));
            // The disk works again, but what it has is not known.
            assertFails("CAIRN-0505", () -> commit(store, create(running("b"), "1")));
            assertFails("CAIRN-0505", () -> store.load("a").await().atMost(PATIENCE));
            assertFails("CAIRN-0505", () -> store.removeEnded(1, 1).await().atMost(PATIENCE));
            assertFails("CAIRN-0505", () -> store.claim("node", List.of("a")).await().atMost(PATIENCE));
        }
        try (FileStore reopened = FileStore.open(disk.cutPower(), StoreMaintenanceThresholds.USUAL)) {
            assertThat(entries(reopened.load("a").await().atMost(PATIENCE).orElseThrow())).startsWith("1");
            assertThat(reopened.load("b").await().atMost(PATIENCE)).isEmpty();
        }
    }

    /** Writes until the disk is full, and says how much was acknowledged. */
    private static int fill(LossyDisk disk) {
        int acknowledged = 0;
        try (FileStore store = FileStore.open(disk, StoreMaintenanceThresholds.USUAL)) {
            while (true) {
                commit(store, create(running("i-" + acknowledged), "x".repeat(5_000)));
                acknowledged++;
            }
        } catch (StoreException e) {
            assertThat(e).hasMessageStartingWith("CAIRN-0505").hasMessageContaining("No space left");
        }
        return acknowledged;
    }

    @Test
    void aFullDiskIsAFailedWrite() {
        LossyDisk disk = LossyDisk.empty(1, true);
        disk.limit(200_000);
        int acknowledged = fill(disk);
        assertThat(acknowledged).isBetween(1, 40);
        disk.limit(Long.MAX_VALUE);
        try (FileStore reopened = FileStore.open(disk, StoreMaintenanceThresholds.USUAL)) {
            for (int i = 0; i < acknowledged; i++) {
                assertThat(reopened.load("i-" + i).await().atMost(PATIENCE)).isPresent();
            }
            commit(reopened, create(running("new"), "1"));
        }
    }

    @Test
    void aDiskThatAnUnusedFileHasFilledIsOpenedAgain() {
        LossyDisk disk = LossyDisk.empty(1, true);
        disk.limit(3_000_000);
        int acknowledged = fill(disk);
        assertThat(acknowledged).isPositive();
        try (FileStore reopened = FileStore.open(disk, StoreMaintenanceThresholds.USUAL)) {
            for (int i = 0; i < acknowledged; i++) {
                assertThat(reopened.load("i-" + i).await().atMost(PATIENCE)).isPresent();
            }
        }
    }

    @Test
    void anInterruptedThreadClosesInOrder() {
        try (FileStore store = FileStore.open(directory)) {
            commit(store, create(running("a"), "1"));
            Thread.currentThread().interrupt();
        }
        assertThat(Thread.interrupted()).isTrue();
        try (FileStore reopened = FileStore.open(directory)) {
            assertThat(reopened.load("a").await().atMost(PATIENCE)).isPresent();
        }
    }

    @Test
    void closingAnswersWhatWasAsked() {
        List<CompletableFuture<List<CommitResult>>> asked = new ArrayList<>();
        try (FileStore store = FileStore.open(directory)) {
            for (int i = 0; i < 100; i++) {
                asked.add(store.commit(List.of(create(running("i-" + i), "1"))).subscribeAsCompletionStage());
            }
        }
        try (FileStore reopened = FileStore.open(directory)) {
            for (int i = 0; i < 100; i++) {
                assertThat(asked.get(i).orTimeout(1, TimeUnit.MINUTES).join()).containsExactly(CommitResult.COMMITTED);
                assertThat(reopened.row("i-" + i).await().atMost(PATIENCE)).isPresent();
            }
        }
    }

    private void write() {
        try (FileStore store = FileStore.open(directory)) {
            for (int i = 0; i < 100; i++) {
                commit(store, create(running("i-" + i), "entry of i-" + i));
            }
        }
    }

    /** The segment that has the written entries. */
    private Path segment() throws IOException {
        return segments().get(0);
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> LogSegment.isName(file.getFileName().toString())).sorted().toList();
        }
    }

    private interface Damage {

        void run() throws IOException;
    }

    private void assertUnchanged(Runnable call) throws IOException {
        Map<String, byte[]> before = contents();
        call.run();
        assertThat(contents()).containsExactlyInAnyOrderEntriesOf(before);
    }

    private Map<String, byte[]> contents() throws IOException {
        Map<String, byte[]> contents = new HashMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(any -> !any.endsWith(LocalDisk.LOCK_FILE)).toList()) {
                contents.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return contents;
    }
}
