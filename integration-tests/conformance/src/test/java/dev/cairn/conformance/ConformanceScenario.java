package dev.cairn.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario of the conformance kit.
 *
 * @param id feature and number: {@code try-2}
 * @param title as written
 * @param steps in the order they were written
 */
record ConformanceScenario(String id, String title, List<Line> steps) {

    /**
     * A step.
     *
     * @param text without its keyword
     * @param block the text between triple quotes that follows, or null
     */
    record Line(String text, String block) {}

    /** The definition. */
    String definition() {
        return block("a workflow with definition:");
    }

    /** The input, or null for none. */
    String input() {
        return block("given the workflow input is:");
    }

    private String block(String step) {
        return steps.stream().filter(line -> line.text().equals(step)).map(Line::block).findFirst().orElse(null);
    }

    /** The expected result: all lines after the line that runs the workflow. */
    List<Line> expectations() {
        int run = 0;
        while (!steps.get(run).text().equals("the workflow is executed")) {
            run++;
        }
        return steps.subList(run + 1, steps.size());
    }

    /** The scenarios of all features. */
    static List<ConformanceScenario> all() {
        List<ConformanceScenario> scenarios = new ArrayList<>();
        for (Path feature : ConformanceData.files("ctk/features", ".feature")) {
            read(feature.getFileName().toString().replace(".feature", ""), ConformanceData.text(feature), scenarios);
        }
        return scenarios;
    }

    private static void read(String feature, String text, List<ConformanceScenario> into) {
        List<String> lines = text.lines().toList();
        List<Line> steps = null;
        int number = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("Scenario:")) {
                steps = new ArrayList<>();
                into.add(
                        new ConformanceScenario(feature + "-" + ++number, line.substring("Scenario:".length()).strip(), steps));
            } else if (steps != null && line.matches("(Given|When|Then|And|But) .*")) {
                boolean hasBlock = i + 1 < lines.size() && lines.get(i + 1).strip().startsWith("\"\"\"");
                StringBuilder block = new StringBuilder();
                int end = i + 2;
                while (hasBlock && !lines.get(end).strip().startsWith("\"\"\"")) {
                    block.append(lines.get(end++)).append('\n');
                }
                steps.add(new Line(line.substring(line.indexOf(' ') + 1), hasBlock ? block.toString().stripIndent() : null));
                i = hasBlock ? end : i;
            }
        }
    }
}
