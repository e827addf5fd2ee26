package dev.cairn.value.grpc;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the names of the headers that an author gives a gRPC call. */
public final class CallHeaderName {

    /** The header that credentials are sent in. */
    public static final String AUTHORIZATION = "authorization";

    /** Names that end like this have bytes as values, written as base64. */
    public static final String BINARY_SUFFIX = "-bin";

    private static final Pattern NAME = Pattern.compile("[0-9a-z_.-]+");
    /** gRPC sets them, or HTTP/2 does not allow them. */
    private static final Set<String> RESERVED = Set.of("connection", "content-length", "content-type", "expect", "host",
            "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "user-agent");

    private CallHeaderName() {}

    /** The name as gRPC sends it: in lower case. */
    public static String canonical(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** True if authors may set a header of this canonical name. */
    public static boolean isAllowed(String name) {
        return NAME.matcher(name).matches() && !name.startsWith("grpc-") && !name.equals(BINARY_SUFFIX)
                && !RESERVED.contains(name);
    }
}
