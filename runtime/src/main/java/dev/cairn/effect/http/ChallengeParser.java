package dev.cairn.effect.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the challenges of a server (RFC 9110, section 11.6.1). */
final class ChallengeParser {

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    /** A parameter; otherwise the name of a scheme with the single token that may follow it. */
    private static final Pattern PART = Pattern.compile(
            "[\\s,]*(?:(" + TOKEN + ")\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]+))(?=\\s*(?:,|$))|(" + TOKEN
                    + ")(?:\\s+[A-Za-z0-9._~+/-]+=*(?=\\s*(?:,|$)))?)");
    /** Longer values are no challenges. */
    private static final int MAX_HEADER_CHARS = 8192;

    private ChallengeParser() {}

    /**
     * The parameters of the challenges of a scheme, by names in lower case. A malformed rest is ignored.
     *
     * @param scheme name of the scheme in lower case
     */
    static List<Map<String, String>> parse(List<String> headers, String scheme) {
        List<Map<String, String>> challenges = new ArrayList<>();
        for (String header : headers) {
            Map<String, String> current = null;
            Matcher part = PART.matcher(header.length() > MAX_HEADER_CHARS ? "" : header);
            while (part.lookingAt()) {
                if (part.group(4) != null) {
                    current = part.group(4).toLowerCase(Locale.ROOT).equals(scheme) ? new HashMap<>() : null;
                    if (current != null) {
                        challenges.add(current);
                    }
                } else if (current != null) {
                    String value = part.group(3) != null ? part.group(3) : part.group(2).replaceAll("\\\\(.)", "$1");
                    current.put(part.group(1).toLowerCase(Locale.ROOT), value);
                }
                part.region(part.end(), header.length());
            }
        }
        return challenges;
    }
}
