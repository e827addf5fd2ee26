package dev.cairn.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** MariaDB, installed or from packages of the machine. It needs no password. */
public final class MariaDbServer extends LocalServer {

    private static final String READY = "ready for connections";
    private static final String[] SYSTEM_TABLES = { "mysql_system_tables.sql", "mysql_performance_tables.sql",
            "mysql_system_tables_data.sql" };

    private final ServerExecutable executable = ServerExecutable.mariaDb();
    private final List<String> settings;

    private MariaDbServer(Path directory, LosingDisk disk, String... settings) {
        super(directory, disk);
        this.settings = List.of(settings);
    }

    /**
     * Makes a database if the directory has none, and starts the server. Its settings are its own: commits wait for the disk.
     *
     * @param directory the directory of its files, kept when it is closed
     * @param settings options of {@code mariadbd}, such as {@code innodb-flush-log-at-trx-commit=0}
     * @throws MissingServerException if the machine has no server and cannot fetch one
     * @throws IllegalStateException if it does not start; the message says what it said
     */
    public static MariaDbServer open(Path directory, String... settings) {
        return new MariaDbServer(directory, null, settings).open();
    }

    /** The same on a disk that can lose its power; a database that is made is on it for good. */
    public static MariaDbServer open(LosingDisk disk, String... settings) {
        return new MariaDbServer(disk.directory(), disk, settings).open();
    }

    private MariaDbServer open() {
        if (!Files.exists(data())) {
            makeSystemTables();
        }
        startOnFreePort();
        return this;
    }

    private Path data() {
        return directory().resolve("data");
    }

    /** The work of {@code mariadb-install-db}, which needs tools that the server's package does not have. */
    private void makeSystemTables() {
        Path scripts = installation().resolve("share/mysql");
        StringBuilder script = new StringBuilder("mkdir -p '" + data() + "/mysql' && { echo 'USE mysql;'; cat");
        for (String table : SYSTEM_TABLES) {
            script.append(" '").append(scripts.resolve(table)).append('\'');
        }
        script.append("; echo 'CREATE DATABASE cairn CHARACTER SET utf8mb4;'; } | ");
        if (executable.libraries() != null) {
            script.append("LD_LIBRARY_PATH='").append(executable.libraries()).append("' ");
        }
        command("--bootstrap").forEach(word -> script.append('\'').append(word).append("' "));
        Commands.run(directory(), "sh", "-c", script.toString());
    }

    private Path installation() {
        return executable.file().getParent().getParent();
    }

    private List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of(executable.file().toString(), "--no-defaults", "--basedir="
                + installation(), "--datadir=" + data(), "--lc-messages-dir=" + installation().resolve("share/mysql"),
                "--user=" + System.getProperty("user.name"), "--skip-networking=0", "--bind-address=127.0.0.1"));
        command.addAll(List.of(options));
        return command;
    }

    @Override
    ServerProcess launch() {
        List<String> command = command("--port=" + port(), "--socket=" + directory().resolve("socket"), "--skip-grant-tables",
                "--skip-networking=0");
        settings.forEach(setting -> command.add("--" + setting));
        return ServerProcess.start(command, environment(executable.libraries()), READY);
    }

    /** Its address, as JDBC takes it, user included. */
    public String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + port() + "/cairn?user=root";
    }
}
