package dev.cairn.bench.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

import org.hibernate.SessionFactory;

import dev.cairn.persistence.jpa.JpaSettings;
import dev.cairn.persistence.jpa.JpaStore;
import dev.cairn.servers.MariaDbServer;
import dev.cairn.servers.PostgresServer;
import io.agroal.api.AgroalDataSource;

/** Measures committed writes through the JPA store, on a server beside. Rounds take turns; look at the ratios. */
public final class JpaStoreMeasurement {

    private static final int ROUNDS = 5;

    private JpaStoreMeasurement() {}

    /**
     * @param args {@code postgres}, {@code mariadb} or {@code h2}; a directory on the disk to measure; seconds per round (2 if
     *        missing); commits at once
     */
    public static void main(String[] args) throws IOException, SQLException {
        Path directory = Files.createTempDirectory(Path.of(args[1]), "store-measurement");
        long nanos = Duration.ofSeconds(args.length > 2 ? Long.parseLong(args[2]) : 2).toNanos();
        int commits = args.length > 3 ? Integer.parseInt(args[3]) : JpaSettings.USUAL.concurrentCommits();
        switch (args[0]) {
            case "postgres":
                try (PostgresServer server = PostgresServer.open(directory)) {
                    measure(server.jdbcUrl(), commits, nanos);
                }
                break;
            case "mariadb":
                try (MariaDbServer server = MariaDbServer.open(directory)) {
                    measure(server.jdbcUrl(), commits, nanos);
                }
                break;
            case "h2":
                measure("jdbc:h2:file:" + directory.resolve("h2") + ";WRITE_DELAY=0", commits, nanos);
                break;
            default:
                throw new IllegalArgumentException("Not postgres, mariadb or h2: " + args[0]);
        }
    }

    private static void measure(String jdbcUrl, int commits, long nanos) throws SQLException {
        JpaSettings settings = new JpaSettings(commits, JpaSettings.USUAL.timeout(), true);
        try (AgroalDataSource dataSource = OpenStore.dataSource(jdbcUrl);
                SessionFactory sessions = OpenStore.sessions(dataSource);
                JpaStore store = JpaStore.open(sessions, settings)) {
            StoreWriters.begin(store);
            for (int round = 0; round < ROUNDS; round++) {
                System.out.printf("round %d%n", round);
                print(CpuTime.now(), StoreWriters.append(store, round, 1, nanos));
                print(CpuTime.now(), StoreWriters.append(store, round, 128, nanos));
                print(CpuTime.now(), StoreWriters.complete(store, round, 128, nanos));
            }
        }
    }

    /** Prints the cost of writes for the server and this JVM, which depends less than times on other load of the machine. */
    private static void print(CpuTime before, long writes) {
        CpuTime used = CpuTime.now().since(before);
        System.out.printf("    CPU a write: server %.1f us, client %.1f us%n", used.serverNanos() / 1e3 / writes,
                used.clientNanos() / 1e3 / writes);
    }
}
