package dev.cairn.persistence.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts that the server executes atomically. Each file says what its arguments and its answer are. */
enum ServerScript {
    COMMIT, CLAIM, ORPHANS, HEARTBEAT, TIMES, FIND, OWNED, REMOVE, POST, MESSAGES, HANDLED, ALIVE, TELL, TOLD, UNHEARD, HEARD,
    SETTLE, TALLY, COUNTS;

    private final String text;
    private final String sha;

    ServerScript() {
        text = read("common") + read(name().toLowerCase(Locale.ROOT)) + read("each");
        try {
            sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1", e);
        }
    }

    /** The source, for a server that does not know it yet. */
    String text() {
        return text;
    }

    /** The server's name of a loaded script. */
    String sha() {
        return sha;
    }

    private static String read(String name) {
        try (InputStream in = ServerScript.class.getResourceAsStream(name + ".lua")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + name + ".lua", e);
        }
    }
}
