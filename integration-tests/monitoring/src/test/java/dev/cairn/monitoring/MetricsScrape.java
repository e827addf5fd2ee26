package dev.cairn.monitoring;

import static io.restassured.RestAssured.given;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that Prometheus reads from an application at one moment. */
record MetricsScrape(Map<String, String> types, List<Series> series) {

    private static final Pattern LINE = Pattern.compile("([a-zA-Z0-9_:]+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z0-9_]+)=\"([^\"]*)\",?");

    /** The value of one series. */
    record Series(String name, Map<String, String> labels, double value) {}

    /** Reads the metrics of the application under test. */
    static MetricsScrape take() {
        return parse(given().accept("text/plain").get("/q/metrics").then().statusCode(200).extract().asString());
    }

    static MetricsScrape parse(String text) {
        Map<String, String> types = new TreeMap<>();
        List<Series> series = new ArrayList<>();
        for (String line : text.split("\n")) {
            if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ");
                types.put(words[2], words[3]);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                Matcher matcher = LINE.matcher(line);
                if (!matcher.matches()) {
                    throw new IllegalArgumentException("Not a line of a scrape: " + line);
                }
                series.add(new Series(matcher.group(1), labels(matcher.group(2)), value(matcher.group(3))));
            }
        }
        return new MetricsScrape(types, series);
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        Matcher matcher = LABEL.matcher(text == null ? "" : text);
        while (matcher.find()) {
            labels.put(matcher.group(1), matcher.group(2));
        }
        return labels;
    }

    private static double value(String text) {
        return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    /** Names of all series. */
    TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>();
        series.forEach(one -> names.add(one.name()));
        return names;
    }

    /** The sum of the series with a name and some labels, given as name and value by turns. */
    double sum(String name, String... labels) {
        return series.stream().filter(one -> one.name().equals(name) && has(one, labels)).mapToDouble(Series::value).sum();
    }

    private static boolean has(Series one, String... labels) {
        for (int i = 0; i < labels.length; i += 2) {
            if (!labels[i + 1].equals(one.labels().get(labels[i]))) {
                return false;
            }
        }
        return true;
    }
}
