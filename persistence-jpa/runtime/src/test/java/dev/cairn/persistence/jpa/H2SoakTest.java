package dev.cairn.persistence.jpa;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The file of H2. */
@Tag("long")
@Tag("soak")
@Tag("any-jdk")
class H2SoakTest extends JpaSoakContract {

    H2SoakTest(@TempDir Path directory) {
        // Without retention: what was removed is kept for 45 s otherwise, which is longer than the test takes.
        super("jdbc:h2:file:" + directory.toAbsolutePath().resolve("soak") + ";RETENTION_TIME=0",
                "SELECT 'file', CAST(setting_value AS BIGINT) FROM information_schema.settings WHERE setting_name = 'info.FILE_SIZE'",
                "CHECKPOINT SYNC");
    }

    /** It fills what is free only after some seconds, and grows and shrinks by a seventh at a time: how far is known after many rounds. */
    @Override
    protected int rounds() {
        return 15 * super.rounds();
    }
}
