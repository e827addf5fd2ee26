package dev.cairn.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Breaches of the writing guide that each file has today. The list may only shrink.
 *
 * @param counts breaches by path below the top directory
 */
record ProseExceptions(SortedMap<String, Integer> counts) {

    private static final String HEADER = "# breaches of the writing guide, file; checked by ProseTest, may only shrink\n";

    static ProseExceptions read(Path list) throws IOException {
        SortedMap<String, Integer> counts = new TreeMap<>();
        for (String line : Files.readAllLines(list)) {
            if (!line.startsWith("#")) {
                String[] columns = line.split(" ", 2);
                counts.put(columns[1], Integer.valueOf(columns[0]));
            }
        }
        return new ProseExceptions(counts);
    }

    /** Reports files with more breaches than listed, with the sentences, and entries that list too many. */
    List<String> faults(Map<String, List<String>> breaches) {
        List<String> faults = new ArrayList<>();
        breaches.forEach((file, sentences) -> {
            int listed = counts.getOrDefault(file, 0);
            if (sentences.size() > listed) {
                faults.add(file + " has " + sentences.size() + " breaches, " + listed + " are listed:\n  "
                        + String.join("\n  ", sentences));
            }
        });
        counts.forEach((file, listed) -> {
            int today = breaches.getOrDefault(file, List.of()).size();
            if (today < listed) {
                faults.add(file + " has shrunk to " + today + " breaches: record that, not " + listed);
            }
        });
        return faults;
    }

    /** Writes today's breaches to a list, but never more of them in all: files move and shrink, prose does not get worse. */
    void record(Map<String, List<String>> breaches, Path list) throws IOException {
        int listed = counts.values().stream().mapToInt(Integer::intValue).sum();
        int today = breaches.values().stream().mapToInt(List::size).sum();
        if (today > listed) {
            throw new IllegalStateException(
                    "Cannot record " + today + " breaches: the list has " + listed + " and may only shrink");
        }
        StringBuilder lines = new StringBuilder(HEADER);
        new TreeMap<>(breaches)
                .forEach((file, sentences) -> lines.append(sentences.size()).append(' ').append(file).append('\n'));
        Files.writeString(list, lines);
    }
}
