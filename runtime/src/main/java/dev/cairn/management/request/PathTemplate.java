package dev.cairn.management.request;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A path with parameters in braces: {@code /instances/{id}}. Immutable. */
public final class PathTemplate {

    private final String text;
    private final List<String> segments;

    PathTemplate(String text) {
        this.text = text;
        this.segments = List.of(text.substring(1).split("/"));
    }

    String text() {
        return text;
    }

    List<String> parameters() {
        return segments.stream().filter(PathTemplate::isParameter).map(PathTemplate::name).toList();
    }

    /** The parameters by their names; null if the segments are not those of this template. */
    Map<String, String> match(List<String> path) {
        if (path.size() != segments.size()) {
            return null;
        }
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            String expected = segments.get(i);
            if (isParameter(expected)) {
                parameters.put(name(expected), path.get(i));
            } else if (!expected.equals(path.get(i))) {
                return null;
            }
        }
        return parameters;
    }

    /**
     * The segments of a path, each decoded by itself: a slash that was encoded is part of its segment. An empty segment stays, so that a
     * path with doubled or trailing slashes matches nothing.
     *
     * @param path that begins with a slash
     * @return null if something in it is no valid encoding
     */
    public static List<String> split(String path) {
        List<String> decoded = new ArrayList<>();
        try {
            for (String segment : path.substring(1).split("/", -1)) {
                // In a path a plus sign is one.
                decoded.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
            }
        } catch (IllegalArgumentException malformed) {
            return null;
        }
        return decoded;
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    private static String name(String segment) {
        return segment.substring(1, segment.length() - 1);
    }
}
