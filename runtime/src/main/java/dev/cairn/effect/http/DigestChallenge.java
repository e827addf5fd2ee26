package dev.cairn.effect.http;

import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A challenge of HTTP Digest (RFC 7616) that can be answered: MD5, SHA-256 or SHA-512-256, each also as a session, with the quality of
 * protection {@code auth} or, as older servers have it, with none. Counts the uses of its nonce. Thread-safe.
 */
final class DigestChallenge {

    /** By the name in a challenge, in lower case, the name of Java; the best last. */
    private static final List<String> NAMES = List.of("md5", "sha-512-256", "sha-256");
    private static final Map<String, String> ALGORITHMS = Map.of("md5", "MD5", "sha-512-256", "SHA-512/256", "sha-256",
            "SHA-256");
    private static final String SESSION = "-sess";

    private final Map<String, String> parameters;
    private final String algorithm;
    private final boolean session;
    private final boolean protectedRequest;
    private final Charset charset;
    private final String clientNonce;
    private final AtomicInteger uses = new AtomicInteger();

    private DigestChallenge(Map<String, String> parameters, String clientNonce) {
        String named = parameters.getOrDefault("algorithm", "MD5").toLowerCase(Locale.ROOT);
        this.parameters = parameters;
        this.session = named.endsWith(SESSION);
        this.algorithm = session ? named.substring(0, named.length() - SESSION.length()) : named;
        this.protectedRequest = parameters.containsKey("qop");
        this.charset = "utf-8".equalsIgnoreCase(parameters.get("charset")) ? StandardCharsets.UTF_8
                : StandardCharsets.ISO_8859_1;
        this.clientNonce = clientNonce;
    }

    /**
     * The best challenge that can be answered.
     *
     * @param headers values of {@code WWW-Authenticate}, each with one challenge or several
     * @param clientNonce an unpredictable text
     * @return null if there is none
     */
    static DigestChallenge best(List<String> headers, String clientNonce) {
        DigestChallenge best = null;
        for (Map<String, String> parameters : ChallengeParser.parse(headers, "digest")) {
            DigestChallenge challenge = new DigestChallenge(parameters, clientNonce);
            if (challenge.isAnswerable() && (best == null || challenge.rank() > best.rank())) {
                best = challenge;
            }
        }
        return best;
    }

    private boolean isAnswerable() {
        return parameters.containsKey("nonce") && parameters.containsKey("realm") && rank() >= 0
                && (!protectedRequest
                        || List.of(parameters.get("qop").toLowerCase(Locale.ROOT).split("[,\\s]+")).contains("auth"));
    }

    private int rank() {
        return NAMES.indexOf(algorithm);
    }

    /** The value of the {@code Authorization} header of a request. */
    String answer(String username, String password, String method, String uri) {
        String realm = parameters.get("realm");
        String nonce = parameters.get("nonce");
        String count = String.format("%08x", uses.incrementAndGet());
        // A name that Latin-1 does not have can only be meant in UTF-8.
        Charset text = charset.newEncoder().canEncode(username + password) ? charset : StandardCharsets.UTF_8;
        String first = hash(username + ":" + realm + ":" + password, text);
        if (session) {
            first = hash(first + ":" + nonce + ":" + clientNonce, text);
        }
        String second = hash(method + ":" + uri, text);
        String response = protectedRequest
                ? hash(first + ":" + nonce + ":" + count + ":" + clientNonce + ":auth:" + second, text)
                : hash(first + ":" + nonce + ":" + second, text);
        StringBuilder header = new StringBuilder("Digest ");
        if ("true".equalsIgnoreCase(parameters.get("userhash"))) {
            header.append("username=").append(quoted(hash(username + ":" + realm, text))).append(", userhash=true");
        } else if (isAscii(username)) {
            header.append("username=").append(quoted(username));
        } else {
            header.append("username*=UTF-8''")
                    .append(URLEncoder.encode(username, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A"));
        }
        header.append(", realm=").append(quoted(realm)).append(", nonce=").append(quoted(nonce)).append(", uri=")
                .append(quoted(uri)).append(", response=").append(quoted(response));
        if (parameters.containsKey("algorithm")) {
            header.append(", algorithm=").append(parameters.get("algorithm"));
        }
        if (parameters.containsKey("opaque")) {
            header.append(", opaque=").append(quoted(parameters.get("opaque")));
        }
        if (protectedRequest) {
            header.append(", qop=auth, nc=").append(count);
        }
        if (protectedRequest || session) {
            header.append(", cnonce=").append(quoted(clientNonce));
        }
        return header.toString();
    }

    private String hash(String value, Charset text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance(ALGORITHMS.get(algorithm)).digest(value.getBytes(text)));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(character -> character < 0x80);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
