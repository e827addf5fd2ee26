package dev.cairn.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** PostgreSQL 18, from the binaries that Maven Central has as an artifact. Every user may connect without a password. */
public final class PostgresServer extends LocalServer {

    private static final String READY = "database system is ready to accept connections";
    private static final String READY_TO_BE_READ = "database system is ready to accept read-only connections";
    private static final String ARCHIVE = "postgres-linux-x86_64.txz";

    private final Path binaries = Downloads.directory("postgres-18.6.0", PostgresServer::unpack).resolve("bin");
    private final List<String> settings;
    private String ready = READY;

    private PostgresServer(Path directory, LosingDisk disk, String... settings) {
        super(directory, disk);
        this.settings = List.of(settings);
    }

    /**
     * Makes a cluster if the directory has none, and starts it. Its settings are those of a new installation: commits wait for the
     * disk.
     *
     * @param directory the directory of its files, kept when it is closed
     * @param settings lines of {@code postgresql.conf}, such as {@code synchronous_commit=off}
     */
    public static PostgresServer open(Path directory, String... settings) {
        return new PostgresServer(directory, null, settings).open();
    }

    /** The same on a disk that can lose its power; a cluster that is made is on it for good. */
    public static PostgresServer open(LosingDisk disk, String... settings) {
        return new PostgresServer(disk.directory(), disk, settings).open();
    }

    /**
     * Starts a standby, which does what its primary does until it is {@linkplain #promote() promoted}.
     *
     * @param primary has to be stopped, and started afterwards: its files are copied
     * @param port the port at which the standby reaches it
     * @param directory the directory of the standby's files
     */
    public static PostgresServer standbyOf(PostgresServer primary, int port, Path directory) {
        PostgresServer standby = new PostgresServer(directory, null,
                "primary_conninfo=host=127.0.0.1 port=" + port + " user=postgres");
        Commands.run(null, "cp", "-a", primary.data().toString(), standby.data().toString());
        standby.makeStandby();
        standby.ready = READY_TO_BE_READ;
        standby.startOnFreePort();
        standby.ready = READY;
        return standby;
    }

    /** Makes a standby a primary, with what it has; returns when it can be written to. */
    public void promote() {
        Commands.run(null, command("pg_ctl", "promote", "-w", "-D", data().toString()).toArray(String[]::new));
    }

    private void makeStandby() {
        try {
            Files.createFile(data().resolve("standby.signal"));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a standby in " + data(), e);
        }
    }

    private PostgresServer open() {
        if (!Files.exists(data())) {
            Commands.run(null, command("initdb", "-D", data().toString(), "-U", "postgres", "-A", "trust", "-E",
                    "UTF8", "--no-locale").toArray(String[]::new));
        }
        startOnFreePort();
        return this;
    }

    private static void unpack(Path into) throws IOException {
        Path archive = into.resolve(ARCHIVE);
        try (InputStream packed = PostgresServer.class.getResourceAsStream("/" + ARCHIVE)) {
            if (packed == null) {
                throw new IllegalStateException("The class path has no " + ARCHIVE);
            }
            Files.copy(packed, archive, StandardCopyOption.REPLACE_EXISTING);
        }
        Commands.run(into, "tar", "-xJf", archive.toString());
        Files.delete(archive);
    }

    private Path data() {
        return directory().resolve("data");
    }

    /** PostgreSQL refuses to run as root; in a user namespace of its own it does not know that it does. */
    private List<String> command(String tool, String... arguments) {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(binaries.resolve(tool).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    ServerProcess launch() {
        List<String> command = command("postgres", "-D", data().toString(), "-p", String.valueOf(port()), "-h", "127.0.0.1",
                "-k", "");
        for (String setting : settings) {
            command.add("-c");
            command.add(setting);
        }
        return ServerProcess.start(command, environment(null), ready);
    }

    @Override
    String stopSignal() {
        return "INT";
    }

    /** Its address, as JDBC takes it, user included. */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/postgres?user=postgres";
    }
}
