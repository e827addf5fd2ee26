package dev.cairn.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The codes of errors: where each is written in the sources, and which the page about errors explains.
 */
final class ErrorCodes {

    private static final Pattern IN_A_STRING = Pattern.compile("\"(CAIRN-\\d{4})");
    private static final Pattern EXPLAINED = Pattern.compile("^\\[\\[(CAIRN-\\d{4})]]\\1::", Pattern.MULTILINE);

    private final Map<String, List<String>> places;
    private final List<String> explained;

    private ErrorCodes(Map<String, List<String>> places, List<String> explained) {
        this.places = places;
        this.explained = explained;
    }

    /**
     * @param top the directory that paths are relative to
     * @param sources Java files; tests and harnesses of tests do not count
     * @param page AsciiDoc that explains codes as {@code [[CAIRN-0101]]CAIRN-0101:: …}
     */
    static ErrorCodes of(Path top, List<Path> sources, Path page) {
        Map<String, List<String>> places = new TreeMap<>();
        for (Path source : sources) {
            String file = top.relativize(source).toString().replace('\\', '/');
            if (file.contains("src/main/") && !file.startsWith("integration-tests/")) {
                matches(IN_A_STRING, source)
                        .forEach(code -> places.computeIfAbsent(code, key -> new ArrayList<>()).add(file));
            }
        }
        return new ErrorCodes(places, matches(EXPLAINED, page));
    }

    /** Codes found in the sources. */
    Set<String> written() {
        return places.keySet();
    }

    /** The faults of the codes; empty if there are none. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        places.forEach((code, files) -> {
            if (files.size() > 1) {
                faults.add(
                        code + " is written " + files.size() + " times, in " + files + ": one code, one meaning, one constant");
            }
            if (!explained.contains(code)) {
                faults.add(code + " of " + files + " is not explained on the page about errors");
            }
        });
        Set<String> seen = new TreeSet<>();
        for (String code : explained) {
            if (!seen.add(code)) {
                faults.add(code + " is explained twice");
            }
            if (!places.containsKey(code)) {
                faults.add(code + " is explained and does not exist");
            }
        }
        return faults;
    }

    private static List<String> matches(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file)).results().map((MatchResult match) -> match.group(1)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
