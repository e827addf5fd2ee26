package dev.cairn.persistence.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.BiFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.RedisServer;
import dev.cairn.servers.ValkeyServer;

/** Kills servers with SIGKILL while they are written to, and checks that everything they acknowledged is there, once. */
class RedisServerCrashTest {

    private static final int KILLS = Integer.getInteger("cairn.kills", 5);
    private static final int WRITES_A_LIFE = 100;

    @TempDir
    Path directory;

    @Test
    void redisThatAlwaysWritesToItsDiskLosesNothing() throws Exception {
        survives(RedisServer::new, "appendonly yes", "appendfsync always");
    }

    @Test
    void valkeyThatAlwaysWritesToItsDiskLosesNothing() throws Exception {
        survives(ValkeyServer::new, "appendonly yes", "appendfsync always");
    }

    @Test
    void valkeyThatIsWaitedForLosesNothing() throws Exception {
        survives(ValkeyServer::new, "appendonly yes", "appendfsync everysec");
    }

    private void survives(BiFunction<Path, String[], KeyValueServer> servers, String... settings) throws Exception {
        try (StoreOpener opener = new StoreOpener(servers, directory, 6, settings);
                RedisStore store = opener.open("crash", 4, Durability.STRICT);
                CrashWriters writers = new CrashWriters(store, false)) {
            for (int life = 0; life < KILLS; life++) {
                writers.awaitMore(WRITES_A_LIFE);
                opener.server().killAndStart();
            }
            writers.awaitMore(WRITES_A_LIFE);
            assertThat(writers.violations()).isEmpty();
        }
    }

    @Test
    void aServerThatKeepsNothingIsFoundOut() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly no", "save ");
                RedisStore store = opener.open("crash", 4, Durability.STRICT);
                CrashWriters writers = new CrashWriters(store, false)) {
            writers.awaitMore(WRITES_A_LIFE);
            opener.server().killAndStart();
            writers.awaitMore(WRITES_A_LIFE);
            assertThat(writers.violations()).isNotEmpty();
        }
    }

    @Test
    void acknowledgingBeforeTheCommitIsFoundOut() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync always");
                RedisStore store = opener.open("crash", 4, Durability.STRICT);
                CrashWriters writers = new CrashWriters(store, true)) {
            for (int life = 0; life < 50 && writers.violations().isEmpty(); life++) {
                writers.awaitMore(WRITES_A_LIFE);
                opener.server().killAndStart();
            }
            writers.awaitMore(WRITES_A_LIFE);
            assertThat(writers.violations()).isNotEmpty();
        }
    }
}
