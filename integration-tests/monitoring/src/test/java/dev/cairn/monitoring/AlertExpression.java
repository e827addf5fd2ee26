package dev.cairn.monitoring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates the part of PromQL that the alert rules use: selectors, {@code increase} over all scrapes there are, {@code sum by},
 * {@code -} and {@code /} of vectors with the same labels, and a comparison with a number. An increase is not extrapolated.
 */
final class AlertExpression {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([a-zA-Z_][a-zA-Z0-9_]*)|(\\d+(?:\\.\\d+)?)|\"([^\"]*)\"|\\[(\\d+[smh])]|(!=|==|[(){},=<>/-]))");

    private final List<MetricsScrape> scrapes;
    private final List<String> tokens = new ArrayList<>();
    private int at;

    private AlertExpression(String expression, List<MetricsScrape> scrapes) {
        this.scrapes = scrapes;
        Matcher matcher = TOKEN.matcher(expression.strip());
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            tokens.add(matcher.group().strip());
            end = matcher.end();
        }
        if (end != expression.strip().length()) {
            throw new IllegalArgumentException("Cannot read \"" + expression.strip().substring(end) + "\"");
        }
    }

    /**
     * Gives the values of an expression, by their labels; empty if an alert does not fire.
     *
     * @param scrapes in their order; the last one is now
     */
    static Map<Map<String, String>, Double> evaluate(String expression, List<MetricsScrape> scrapes) {
        AlertExpression query = new AlertExpression(expression, scrapes);
        Map<Map<String, String>, Double> result = query.comparison();
        if (query.at < query.tokens.size()) {
            throw new IllegalArgumentException("Unexpected " + query.tokens.get(query.at) + " in " + expression);
        }
        return result;
    }

    private String next() {
        return at < tokens.size() ? tokens.get(at++) : "";
    }

    private boolean accept(String token) {
        boolean there = at < tokens.size() && tokens.get(at).equals(token);
        at += there ? 1 : 0;
        return there;
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw new IllegalArgumentException("Expected " + token + " at " + tokens.subList(at, tokens.size()));
        }
    }

    private Map<Map<String, String>, Double> comparison() {
        Map<Map<String, String>, Double> left = difference();
        if (at == tokens.size() || !List.of(">", "<", "==").contains(tokens.get(at))) {
            return left;
        }
        String operator = next();
        double limit = Double.parseDouble(next());
        DoublePredicate kept = switch (operator) {
            case ">" -> value -> value > limit;
            case "<" -> value -> value < limit;
            default -> value -> value == limit;
        };
        left.values().removeIf(value -> !kept.test(value));
        return left;
    }

    private Map<Map<String, String>, Double> difference() {
        Map<Map<String, String>, Double> left = quotient();
        while (accept("-")) {
            left = join(left, quotient(), (a, b) -> a - b);
        }
        return left;
    }

    private Map<Map<String, String>, Double> quotient() {
        Map<Map<String, String>, Double> left = vector();
        while (accept("/")) {
            left = join(left, vector(), (a, b) -> a / b);
        }
        return left;
    }

    private static Map<Map<String, String>, Double> join(Map<Map<String, String>, Double> left,
            Map<Map<String, String>, Double> right, DoubleBinaryOperator operator) {
        Map<Map<String, String>, Double> joined = new LinkedHashMap<>();
        left.forEach((labels, value) -> {
            if (right.containsKey(labels)) {
                joined.put(labels, operator.applyAsDouble(value, right.get(labels)));
            }
        });
        return joined;
    }

    private Map<Map<String, String>, Double> vector() {
        String name = next();
        if (name.equals("sum")) {
            return sum();
        }
        if (name.equals("increase")) {
            expect("(");
            String series = next();
            List<String[]> matchers = matchers();
            if (!next().startsWith("[")) {
                throw new IllegalArgumentException("increase needs a range");
            }
            expect(")");
            return increase(series, matchers);
        }
        return withoutName(select(name, matchers(), scrapes.get(scrapes.size() - 1)));
    }

    private Map<Map<String, String>, Double> sum() {
        List<String> kept = new ArrayList<>();
        expect("by");
        expect("(");
        do {
            kept.add(next());
        } while (accept(","));
        expect(")");
        expect("(");
        Map<Map<String, String>, Double> inner = difference();
        expect(")");
        Map<Map<String, String>, Double> sums = new LinkedHashMap<>();
        inner.forEach((labels, value) -> {
            Map<String, String> group = new TreeMap<>(labels);
            group.keySet().retainAll(kept);
            sums.merge(group, value, Double::sum);
        });
        return sums;
    }

    private List<String[]> matchers() {
        List<String[]> matchers = new ArrayList<>();
        if (accept("{")) {
            do {
                matchers.add(new String[] { next(), next(), next().replace("\"", "") });
            } while (accept(","));
            expect("}");
        }
        return matchers;
    }

    private Map<Map<String, String>, Double> increase(String series, List<String[]> matchers) {
        Map<Map<String, String>, Double> first = withoutName(select(series, matchers, scrapes.get(0)));
        Map<Map<String, String>, Double> last = withoutName(select(series, matchers, scrapes.get(scrapes.size() - 1)));
        // As in Prometheus: what a series began with is no increase.
        return join(last, first, (now, before) -> now - before);
    }

    private static List<MetricsScrape.Series> select(String name, List<String[]> matchers, MetricsScrape scrape) {
        List<MetricsScrape.Series> found = scrape.series().stream().filter(one -> one.name().equals(name)).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("The application has no series " + name);
        }
        return found.stream().filter(one -> matchers.stream().allMatch(matcher -> {
            boolean same = matcher[2].equals(one.labels().getOrDefault(matcher[0], ""));
            return matcher[1].equals("=") ? same : !same;
        })).toList();
    }

    private static Map<Map<String, String>, Double> withoutName(List<MetricsScrape.Series> series) {
        Map<Map<String, String>, Double> values = new LinkedHashMap<>();
        series.forEach(one -> values.put(one.labels(), one.value()));
        return values;
    }
}
