package dev.cairn.value.http;

import java.util.regex.Pattern;

/**
 * Checks the path of a URI for the segments {@code .} and {@code ..}. A server, or a proxy before it, removes them (RFC 3986,
 * section 5.2.4), so that the request is for another resource.
 */
public final class DotSegmentCheck {

    /**
     * Also with dots in percent encoding and with path parameters: some servers remove these segments too. Some servers and proxies decode a
     * separator before they resolve the path, or take a backslash for one.
     */
    private static final Pattern SEGMENT = Pattern.compile(
            "(?:/|%2f|%5c|\\\\)(?:\\.|%2e){1,2}(?:;[^/]*)?(?:/|%2f|%5c|\\\\|$)", Pattern.CASE_INSENSITIVE);

    private DotSegmentCheck() {}

    /** True if a raw path, which may be null, has one. */
    public static boolean areIn(String path) {
        return path != null && SEGMENT.matcher(path).find();
    }
}
