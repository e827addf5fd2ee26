package dev.cairn.bench.application.arrival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.EventBus;
import dev.cairn.bench.application.KafkaJson;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Observes by lifecycle events the ends of the instances that records start. The latency of a record begins at its timestamp, the time at
 * which it was due. Producer and observer use the clock of the same machine.
 */
final class RecordObservation {

    private static final String ENDED = "io.serverlessworkflow.workflow.";

    private final ObjectMapper json;
    private final RecordRequest request;
    private final LatencyRecorder latencies;
    private final BitSet ended;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Cancellable subscription;
    private final long beganNanos = System.nanoTime();
    private int repeated;
    private int wrong;
    private String failure;

    RecordObservation(EventBus events, ObjectMapper json, RecordRequest request) {
        this.json = json;
        this.request = request;
        this.latencies = new LatencyRecorder(request.count());
        this.ended = new BitSet(request.count());
        this.subscription = events.lifecycle().filter(event -> event.getType().startsWith(ENDED)).subscribe()
                .with(this::observe, failed -> stop(failed.toString()));
    }

    private synchronized void stop(String reason) {
        failure = reason;
        done.complete(null);
    }

    private void observe(CloudEvent event) {
        boolean completed = event.getType().equals(ENDED + "completed.v1");
        boolean faulted = event.getType().equals(ENDED + "faulted.v1");
        if (completed || faulted) {
            Instant now = Instant.now();
            JsonNode data = data(event);
            if (data.path("definition").path("name").asText().equals(KafkaJson.NAME)) {
                ended(data.path("output"), ChronoUnit.MICROS.between(Instant.EPOCH, now), faulted);
            }
        }
    }

    private synchronized void ended(JsonNode output, long nowMicros, boolean faulted) {
        if (faulted) {
            wrong++;
            failure = "An instance faulted";
            return;
        }
        if (output.path("value").path("order_id").longValue() != request.run()) {
            return;
        }
        int number = output.path("number").intValue();
        if (output.path("value").path("total_price").doubleValue() != 215.25
                || !output.path("value").path("address").asText().equals("Lyon, France")) {
            wrong++;
            failure = "Output " + output;
        } else if (ended.get(number)) {
            repeated++;
            failure = "Record " + number + " started two instances";
        } else {
            ended.set(number);
            latencies.record(number, TimeUnit.MICROSECONDS.toNanos(nowMicros - output.path("due_micros").longValue()));
        }
        if (ended.cardinality() == request.count()) {
            done.complete(null);
        }
    }

    private JsonNode data(CloudEvent event) {
        try {
            return json.readTree(event.getData().toBytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Completes when the instances of all records have ended, or when the subscription fails. */
    CompletableFuture<Void> done() {
        return done;
    }

    /** Ends the observation. */
    synchronized ArrivalReport end(long writes, long commits) {
        subscription.cancel();
        int completed = ended.cardinality();
        int failed = Math.max(request.count() - completed, wrong) + repeated;
        ArrivalCounts counts = new ArrivalCounts(request.count(), completed, 0, failed);
        return new ArrivalReport(counts, ArrivalLatencies.of(latencies, new LatencyRecorder(0)),
                (System.nanoTime() - beganNanos) / 1e9, (double) writes / Math.max(completed, 1),
                (double) commits / Math.max(completed, 1),
                failure, null);
    }
}
