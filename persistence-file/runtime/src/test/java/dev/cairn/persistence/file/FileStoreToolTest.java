package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogSegment;

class FileStoreToolTest {

    @TempDir
    Path directory;

    private final Population population = new Population();
    private String said;

    private int run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = new FileStoreTool(new PrintStream(out, true, StandardCharsets.UTF_8)).run(List.of(arguments));
        said = out.toString(StandardCharsets.UTF_8);
        return status;
    }

    private FileStore open(Path path) {
        return FileStore.open(LocalDisk.open(path), Population.SMALL);
    }

    private void assertAnswers(Path path) {
        try (FileStore store = open(path)) {
            assertThat(population.wrongAnswers(store)).isEmpty();
            assertThat(population.refusals()).isZero();
        }
    }

    @Test
    void anUnknownCommandSaysHowToCallIt() {
        for (List<String> arguments : List.of(List.<String>of(), List.of("mend", "."), List.of("verify"),
                List.of("copy", "."))) {
            assertThat(run(arguments.toArray(String[]::new))).isEqualTo(2);
            assertThat(said).startsWith("Usage: FileStoreTool verify DIRECTORY");
        }
        assertThat(run("verify", directory.resolve("none").toString())).isEqualTo(2);
        assertThat(said).contains("No such directory");
    }

    @Test
    void aDamagedIndexIsFoundAndRebuilt() throws IOException {
        try (FileStore store = open(directory)) {
            population.live(store, 100);
        }
        assertThat(run("verify", directory.toString())).as(said).isZero();
        assertThat(said).contains("The index can be rebuilt from it", "The index is whole: ");

        Path index = directory.resolve(PersistentStoreIndex.FILE);
        byte[] content = Files.readAllBytes(index);
        for (int at = 9_000; at < content.length; at += 1_000) {
            content[at]++;
        }
        Files.write(index, content);
        assertThat(run("verify", directory.toString())).isEqualTo(1);
        assertThat(said).contains("The journal is whole", "The index is damaged: ");

        assertThat(run("rebuild", directory.toString())).as(said).isZero();
        assertThat(said).contains("The index was rebuilt: ");
        assertThat(run("verify", directory.toString())).as(said).isZero();
        assertAnswers(directory);
    }

    @Test
    void filesThatWereUsedAgainAreVerifiedCopiedAndRebuiltFrom(@TempDir Path backups) throws IOException {
        Path copy = null;
        try (FileStore store = open(directory)) {
            // A store that closes cuts its files where they end. While it is open, the head may be written to its end just now.
            for (int i = 0; i < 50 && (copy == null || !RecycledFiles.areIn(copy)); i++) {
                population.live(store, 20);
                copy = backups.resolve("copy-" + i);
                assertThat(run("copy", directory.toString(), copy.toString())).as(said).isZero();
            }
        }
        assertThat(RecycledFiles.areIn(copy)).isTrue();
        assertThat(run("verify", copy.toString())).as(said).isZero();
        assertThat(said).contains("The index can be rebuilt from it");
        assertThat(run("rebuild", copy.toString())).as(said).isZero();
        assertAnswers(copy);
    }

    @Test
    void aDamagedJournalIsFound() throws IOException {
        try (FileStore store = open(directory)) {
            population.live(store, 100);
        }
        List<Path> segments = segments();
        byte[] content = Files.readAllBytes(segments.get(0));
        content[LogSegment.BLOCK_BYTES + 10]++;
        Files.write(segments.get(0), content);

        for (String command : List.of("verify", "rebuild")) {
            assertThat(run(command, directory.toString())).isEqualTo(1);
            assertThat(said).contains("CAIRN-0503", segments.get(0).getFileName().toString());
        }
    }

    @Test
    void aStoreIsCopiedWhileItRuns(@TempDir Path backups) throws IOException {
        try (FileStore store = open(directory)) {
            for (int i = 0; i < 10; i++) {
                // Cleaning and dropping go on while the files are copied.
                population.live(store, 40);
                Path copy = backups.resolve("copy-" + i);
                assertThat(run("copy", directory.toString(), copy.toString())).as(said).isZero();
                assertAnswers(copy);
            }
            assertThat(run("verify", directory.toString())).isEqualTo(1);
            assertThat(said).contains("CAIRN-0502");
        }
        assertThat(run("copy", directory.toString(), backups.resolve("copy-0").toString())).isEqualTo(1);
        assertThat(said).contains("The target is not empty");
    }

    private List<Path> segments() throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> LogSegment.isName(file.getFileName().toString())).sorted().toList();
        }
    }

    @Test
    void whatTheIndexKnowsToBeAcknowledgedIsMissed(@TempDir Path backups) throws IOException {
        try (FileStore store = open(directory)) {
            population.live(store, 100);
        }
        // The index of a store that was just opened knows the end of the log.
        open(directory).close();
        try (LocalDisk disk = LocalDisk.open(directory)) {
            Damage.toLastGroup(disk);
        }

        assertThat(run("verify", directory.toString())).as(said).isEqualTo(1);
        assertThat(said).contains("CAIRN-0503", "the journal ");
        assertThat(run("rebuild", directory.toString())).as(said).isEqualTo(1);
        assertThat(said).contains("CAIRN-0503", "the journal ");
        assertThat(run("copy", directory.toString(), backups.resolve("copy").toString())).as(said).isEqualTo(1);
        assertThat(said).contains("CAIRN-0503", "the journal ");
    }

    private void assertRefused(String code, Path target, String... commands) throws IOException {
        for (String command : commands) {
            int status = command.equals("copy") ? run(command, directory.toString(), target.toString())
                    : run(command, directory.toString());
            assertThat(status).as("%s: %s", command, said).isEqualTo(1);
            assertThat(said).as(command).contains(code);
        }
        assertThat(target).doesNotExist();
        assertThat(directory.resolve(PersistentStoreIndex.UNFINISHED)).doesNotExist();
    }

    @Test
    void aDirectoryWithoutItsJournalIsRefused(@TempDir Path backups) throws IOException {
        try (FileStore store = open(directory)) {
            population.live(store, 10);
        }
        for (Path segment : segments()) {
            Files.delete(segment);
        }

        assertRefused("CAIRN-0503", backups.resolve("copy"), "verify", "rebuild", "copy");
    }

    @Test
    void theLastFileOfTheJournalIsMissed() throws IOException {
        try (FileStore store = open(directory)) {
            population.live(store, 100);
        }
        Files.delete(segments().get(segments().size() - 1));

        assertRefused("CAIRN-0503", directory.resolve("copy"), "verify", "rebuild");
    }

    @Test
    void aDirectoryThatIsNoStoreIsRefused(@TempDir Path backups) throws IOException {
        assertRefused("CAIRN-0503", backups.resolve("copy"), "rebuild", "copy");
        assertThat(directory.resolve(PersistentStoreIndex.FILE)).doesNotExist();
    }

    @Test
    void aDirectoryOfAnEarlierFormatIsRefused(@TempDir Path backups) throws IOException {
        Files.createFile(directory.resolve("journal-00000001.mv"));

        assertRefused("CAIRN-0504", backups.resolve("copy"), "verify", "rebuild", "copy");
    }
}
