package dev.cairn.bench.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Random;

import dev.cairn.bench.store.Latencies;

/**
 * Time of a server for the smallest durable write: one value in a list, or one row in a table without an index, with nothing
 * else to do. No store can make one write after the other faster than that.
 */
public final class LeastWrite {

    /** About what a store writes for an effect. */
    private static final int BYTES = 600;
    private static final int UNMEASURED = 1_000;
    private static final int MEASURED = 1_000;
    private static final String NAME = "cairn_bench_least_write";
    private static final int PATIENCE_MILLIS = 60_000;

    private LeastWrite() {}

    /**
     * Prints how many bytes and writes, and the median and the 95th percentile in milliseconds: {@code 600 1000 0.281 0.415}.
     * The written data are removed.
     *
     * @param arguments the server's URL, {@code jdbc:} or {@code redis://}
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        Latencies took = arguments[0].startsWith("jdbc:") ? rows(arguments[0]) : values(URI.create(arguments[0]));
        System.out.printf(Locale.ROOT, "%d %d %.3f %.3f%n", BYTES, MEASURED, took.millis(0.5), took.millis(0.95));
    }

    private static Latencies rows(String url) throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + NAME + " (content bytea)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + NAME + " VALUES (?)")) {
                insert.setBytes(1, content());
                return measured(insert::executeUpdate);
            } finally {
                statement.execute("DROP TABLE " + NAME);
            }
        }
    }

    private static Latencies values(URI url) throws IOException, SQLException {
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            byte[] push = command("RPUSH", new String(content(), StandardCharsets.ISO_8859_1));
            OutputStream to = socket.getOutputStream();
            BufferedReader from = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            try {
                return measured(() -> ask(to, from, push));
            } finally {
                ask(to, from, command("DEL"));
            }
        }
    }

    /** A command about the one key, as RESP has it. */
    private static byte[] command(String name, String... arguments) {
        StringBuilder text = new StringBuilder("*" + (2 + arguments.length) + "\r\n").append(text(name)).append(text(NAME));
        for (String argument : arguments) {
            text.append(text(argument));
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(String word) {
        return "$" + word.length() + "\r\n" + word + "\r\n";
    }

    private static void ask(OutputStream to, BufferedReader from, byte[] command) throws IOException {
        to.write(command);
        to.flush();
        String reply = from.readLine();
        if (reply == null || !reply.startsWith(":")) {
            throw new IOException("The server does not keep a value: " + reply);
        }
    }

    private static Latencies measured(Write write) throws IOException, SQLException {
        for (int i = 0; i < UNMEASURED; i++) {
            write.make();
        }
        Latencies took = new Latencies();
        for (int i = 0; i < MEASURED; i++) {
            long begun = System.nanoTime();
            write.make();
            took.add(System.nanoTime() - begun);
        }
        return took;
    }

    /** Not compressible, as what is encrypted. */
    private static byte[] content() {
        byte[] content = new byte[BYTES];
        new Random(1).nextBytes(content);
        return content;
    }

    @FunctionalInterface
    private interface Write {
        void make() throws IOException, SQLException;
    }
}
