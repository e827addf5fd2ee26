package dev.cairn.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
@Tag("failover")
class LosingDiskTest {

    /** Enough for each way to lose three writes of three bytes, or of one. */
    private static final int TRIES = 200;
    private static final String SYNCED = "dd of=f conv=notrunc,fdatasync status=none; ";
    private static final String APPENDED = "dd of=f bs=3 oflag=append conv=notrunc status=none; ";
    private static final String OVERWRITTEN = "dd of=f bs=3 seek=1 conv=notrunc status=none; ";

    @TempDir
    Path directory;

    private final Random random = new Random(1);
    private int disks;

    private Set<String> afterPowerLoss(String script) throws IOException, InterruptedException {
        Set<String> found = new HashSet<>();
        for (int i = 0; i < TRIES; i++) {
            LosingDisk disk = new LosingDisk(directory.resolve(String.valueOf(disks++)), random);
            ProcessBuilder builder = new ProcessBuilder("sh", "-ec", script).directory(disk.directory().toFile()).inheritIO();
            builder.environment().putAll(disk.environment());
            assertThat(builder.start().waitFor()).isZero();
            disk.lose();
            found.add(Files.readString(disk.directory().resolve("f"), UTF_8));
        }
        return found;
    }

    @Test
    void whatWasSyncedStays() throws Exception {
        assertThat(afterPowerLoss("echo abcdef | " + SYNCED)).containsExactly("abcdef\n");
        assertThat(afterPowerLoss("printf abc | " + APPENDED + "sync -d f")).containsExactly("abc");
    }

    @Test
    void whatWasAppendedSinceIsLostFromSomewhereOn() throws Exception {
        assertThat(afterPowerLoss("printf abc | " + SYNCED + "printf defghi | " + APPENDED)).containsExactlyInAnyOrder("abc",
                "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi");
    }

    @Test
    void whatWasOverwrittenIsBack() throws Exception {
        assertThat(afterPowerLoss("printf abcdefg | " + SYNCED + "printf xyz | " + OVERWRITTEN)).containsExactlyInAnyOrder(
                "abcdefg", "abcxefg", "abcxyfg", "abcxyzg");
    }

    @Test
    void aFileThatHasTheInodeOfOneThatIsGoneLosesNothingOfIts() throws Exception {
        assertThat(afterPowerLoss("printf abc | " + APPENDED + "rm f; printf abcdefg | " + SYNCED)).containsExactly("abcdefg");
    }
}
