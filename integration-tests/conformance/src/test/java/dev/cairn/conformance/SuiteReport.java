package dev.cairn.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Results of the cases of a suite: printed in one line, listed in a file, and compared with the earlier ones. */
final class SuiteReport {

    private static final String FLOORS = "/floors.properties";

    private final String name;
    private final Map<String, String> misses = new TreeMap<>();
    private int cases;

    /** @param name as the line begins with it */
    SuiteReport(String name) {
        this.name = name;
    }

    /** @param reason reason of the failure, or null if the case passes */
    void add(String id, String reason) {
        cases++;
        if (reason != null) {
            misses.put(id, reason);
        }
    }

    int passed() {
        return cases - misses.size();
    }

    int cases() {
        return cases;
    }

    Map<String, String> misses() {
        return misses;
    }

    /** Prints {@code name: N of M} and each miss, and writes the same below {@code target}. */
    void publish() throws IOException {
        StringBuilder text = new StringBuilder(name + ": " + passed() + " of " + cases + "\n");
        misses.forEach(
                (id, reason) -> text.append("  ").append(id).append(": ").append(reason.replace('\n', ' ')).append('\n'));
        System.out.print(text);
        Path file = Path.of("target", "conformance", name.replace(' ', '-') + ".txt");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Fails if fewer cases pass than did before; the recorded number may only grow. */
    void holdFloor() throws IOException {
        int floor = floor();
        if (passed() > floor) {
            System.out.println(name + ": more than the recorded " + floor + "; record " + passed() + " in floors.properties");
        }
        assertThat(passed()).as(name + ": cases that pass").isGreaterThanOrEqualTo(floor);
    }

    private int floor() throws IOException {
        Properties floors = new Properties();
        try (InputStream in = SuiteReport.class.getResourceAsStream(FLOORS)) {
            floors.load(in);
        }
        return Integer.parseInt(floors.getProperty(name.replace(' ', '-')));
    }
}
