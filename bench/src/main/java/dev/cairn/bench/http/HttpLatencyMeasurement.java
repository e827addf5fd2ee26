package dev.cairn.bench.http;

import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Latency of {@code POST /bench/order100} at a constant arrival rate, on several applications in turn: rounds are interleaved, so
 * that what disturbs the machine disturbs all of them. Latency counts from when a request was due, not from when it was sent.
 */
public final class HttpLatencyMeasurement {

    private static final PrintStream OUT = System.out;
    private static final String ORDER = "{\"orderId\":\"o-1\",\"amount\":149.5,\"customerId\":\"c-7\"}";
    /** Enough for the JIT to have compiled what is measured. */
    private static final int WARM_UP_RATE = 1_000;
    private static final int WARM_UP_SECONDS = 15;
    private static final String ANSWER = "COMPLETED_100_STEPS";
    private static final Pattern COUNTS = Pattern.compile("\"(commits|writes)\":(\\d+)");

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger wrong = new AtomicInteger();

    private HttpLatencyMeasurement() {}

    /** Arguments: rate, seconds a round, rounds, then {@code name=http://host:port} for each application. */
    public static void main(String[] arguments) throws Exception {
        int rate = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        Map<String, String> applications = new LinkedHashMap<>();
        for (String application : List.of(arguments).subList(3, arguments.length)) {
            applications.put(application.substring(0, application.indexOf('=')),
                    application.substring(application.indexOf('=') + 1));
        }
        new HttpLatencyMeasurement().measure(applications, rate, seconds, rounds);
    }

    private void measure(Map<String, String> applications, int rate, int seconds, int rounds) throws Exception {
        for (String url : applications.values()) {
            round(url, WARM_UP_RATE, WARM_UP_SECONDS);
        }
        Map<String, Histogram> results = new LinkedHashMap<>();
        Map<String, long[]> before = new LinkedHashMap<>();
        for (Map.Entry<String, String> application : applications.entrySet()) {
            results.put(application.getKey(), new Histogram(3));
            before.put(application.getKey(), counts(application.getValue()));
        }
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, String> application : applications.entrySet()) {
                results.get(application.getKey()).add(round(application.getValue(), rate, seconds));
            }
        }
        for (Map.Entry<String, String> application : applications.entrySet()) {
            report(application.getKey(), results.get(application.getKey()), before.get(application.getKey()),
                    counts(application.getValue()));
        }
        clock.shutdown();
        if (wrong.get() > 0) {
            throw new IllegalStateException(wrong + " requests failed or had a wrong answer");
        }
    }

    private Histogram round(String url, int rate, int seconds) throws InterruptedException {
        Histogram histogram = new ConcurrentHistogram(3);
        int requests = rate * seconds;
        CountDownLatch done = new CountDownLatch(requests);
        long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
        for (int i = 0; i < requests; i++) {
            long due = start + i * TimeUnit.SECONDS.toNanos(1) / rate;
            clock.schedule(() -> request(url, due, histogram, done), due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        if (!done.await(seconds + 60L, TimeUnit.SECONDS)) {
            throw new IllegalStateException(done.getCount() + " requests were not answered");
        }
        return histogram;
    }

    private void request(String url, long due, Histogram histogram, CountDownLatch done) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/bench/order100"))
                .header("Content-Type", "application/json").POST(BodyPublishers.ofString(ORDER)).build();
        client.sendAsync(request, BodyHandlers.ofString()).whenComplete((response, failure) -> {
            histogram.recordValue(System.nanoTime() - due);
            if (failure != null || response.statusCode() != 200 || !response.body().contains(ANSWER)) {
                wrong.incrementAndGet();
            }
            done.countDown();
        });
    }

    private long[] counts(String url) throws Exception {
        String body = client.send(HttpRequest.newBuilder(URI.create(url + "/bench/writes")).build(), BodyHandlers.ofString())
                .body();
        List<Long> counts = new ArrayList<>(List.of(0L, 0L));
        for (Matcher matcher = COUNTS.matcher(body); matcher.find();) {
            counts.set(matcher.group(1).equals("commits") ? 0 : 1, Long.parseLong(matcher.group(2)));
        }
        return new long[] { counts.get(0), counts.get(1) };
    }

    private static void report(String name, Histogram histogram, long[] before, long[] after) {
        OUT.printf(Locale.ROOT,
                "%-6s %,7d requests  median %.3f ms  p95 %.3f ms  p99 %.3f ms  max %.1f ms  writes/instance %.3f"
                        + "  commits/instance %.3f%n",
                name, histogram.getTotalCount(), histogram.getValueAtPercentile(50) / 1e6,
                histogram.getValueAtPercentile(95) / 1e6, histogram.getValueAtPercentile(99) / 1e6,
                histogram.getMaxValue() / 1e6,
                (after[1] - before[1]) / (double) histogram.getTotalCount(),
                (after[0] - before[0]) / (double) histogram.getTotalCount());
    }
}
