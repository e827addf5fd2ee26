package dev.cairn.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A meter as a page has it.
 *
 * @param family its name in Prometheus, as in a line {@code # TYPE}
 * @param type its type in Prometheus
 */
record MeterRow(String family, String type, Set<String> tags) {

    private static final Pattern ROW = Pattern.compile("\\|`(cairn\\.[a-z.]+)` \\|([a-z, ]+) \\|(.*?)\\|(?:.+)");
    private static final Pattern TAG = Pattern.compile("`([a-z]+)`");

    /** The meters of the page on monitoring. */
    static List<MeterRow> all(String page) {
        List<MeterRow> rows = new ArrayList<>();
        Matcher row = ROW.matcher(page);
        while (row.find()) {
            Set<String> tags = new TreeSet<>();
            Matcher tag = TAG.matcher(row.group(3));
            while (tag.find()) {
                tags.add(tag.group(1));
            }
            rows.add(row(row.group(1).replace('.', '_'), row.group(2).trim(), tags));
        }
        return rows;
    }

    private static MeterRow row(String name, String type, Set<String> tags) {
        return switch (type) {
            case "counter" -> new MeterRow(name + "_total", "counter", tags);
            case "timer" -> new MeterRow(name + "_seconds", "histogram", tags);
            case "summary" -> new MeterRow(name, "histogram", tags);
            case "gauge" -> new MeterRow(name, "gauge", tags);
            default -> new MeterRow(name + "_" + type.substring("gauge, ".length()), "gauge", tags);
        };
    }
}
