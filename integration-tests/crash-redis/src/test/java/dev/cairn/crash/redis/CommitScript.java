package dev.cairn.crash.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Predicate;

/** The script by which the store commits, as requests name it. */
final class CommitScript {

    private CommitScript() {}

    /** Tells whether a request runs it. */
    static Predicate<String> requests() {
        String sha = sha(source("common") + source("commit") + source("each"));
        return request -> request.contains(sha);
    }

    private static String sha(String source) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1", e);
        }
    }

    private static String source(String name) {
        try (InputStream in = CommitScript.class.getResourceAsStream("/dev/cairn/persistence/redis/" + name + ".lua")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read " + name + ".lua", e);
        }
    }
}
