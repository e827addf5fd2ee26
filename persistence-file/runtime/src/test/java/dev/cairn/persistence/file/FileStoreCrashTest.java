package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills JVMs that write to a store with SIGKILL, and checks that everything they acknowledged is there and nothing is torn.
 */
@Tag("crash")
@Tag("crash-file")
class FileStoreCrashTest {

    private static final int KILLS = Integer.getInteger("cairn.kills", 5);
    private static final long SEED = Long.getLong("cairn.seed", 20_261_121);

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final Ledger ledger = new Ledger();

    @Test
    void whatWasAcknowledgedSurvivesEveryKill() throws IOException, InterruptedException {
        boolean recycled = false;
        for (int life = 0; life < KILLS; life++) {
            killOne(life, "honest");
            recycled |= RecycledFiles.areIn(directory);
            try (FileStore store = FileStore.open(directory)) {
                assertThat(ledger.violations(store)).as("seed %d, life %d", SEED, life).isEmpty();
            }
        }
        assertThat(ledger.size()).isGreaterThan(KILLS * 24);
        assertThat(recycled).as("files were used again").isTrue();
    }

    @Test
    void aWriterThatAcknowledgesBeforeTheCommitIsFoundOut() throws IOException, InterruptedException {
        List<String> violations = new ArrayList<>();
        for (int life = 0; life < 50 && violations.isEmpty(); life++) {
            killOne(life, "early");
            try (FileStore store = FileStore.open(directory)) {
                violations = ledger.violations(store);
            }
        }
        assertThat(violations).isNotEmpty();
    }

    /** Reads what a writer says, kills it at some line, and takes in what it had said before it died. */
    private void killOne(int life, String manner) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process writer = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), KilledWriter.class.getName(),
                directory.toString(), "life-" + life + "-", manner, life % 2 == 0 ? "small" : "usual")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader said = writer.inputReader()) {
            int lines = 100 + random.nextInt(6_000);
            for (int i = 0; i < lines; i++) {
                takeIn(said.readLine());
            }
            assertThatThrownBy(() -> FileStore.open(directory)).hasMessageStartingWith("CAIRN-0502");
            // Not through the process: that would close the pipe, with what is in it.
            writer.toHandle().destroyForcibly();
            StringWriter rest = new StringWriter();
            said.transferTo(rest);
            // Behind the last end of a line there may be a part of one.
            rest.toString().substring(0, rest.toString().lastIndexOf('\n') + 1).lines().forEach(this::takeIn);
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    private void takeIn(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "asked" -> ledger.asked(words[1], Long.parseLong(words[2]));
            case "done" -> ledger.acknowledged(words[1], Long.parseLong(words[2]));
            case "removing" -> ledger.removing(words[1]);
            case "removed" -> ledger.removed(words[1]);
            default -> throw new IllegalStateException("Not a line of a writer: " + line);
        }
    }
}
