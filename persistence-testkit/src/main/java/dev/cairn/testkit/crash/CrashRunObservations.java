package dev.cairn.testkit.crash;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Observations of an application from outside: lives, acknowledgements, effects, ends. Times are microseconds since the epoch.
 * Thread-safe.
 */
public final class CrashRunObservations {

    /**
     * A life of the application.
     *
     * @param number from 1
     * @param startedMicros when its process was started
     * @param readyMicros when it answered requests, or {@link Long#MAX_VALUE} if it was killed before
     */
    public record Life(int number, long startedMicros, long readyMicros) {}

    /**
     * An acknowledged start.
     *
     * @param id of the start
     * @param scenario the scenario
     * @param instance address of the instance in the application's answer, or null if it answered with the result at once
     */
    public record Start(String id, Scenario scenario, String instance) {}

    /**
     * An acknowledged end.
     *
     * @param atMicros when it was seen
     * @param output the output, or null if the instance did not complete
     * @param detail the whole answer of the application
     */
    public record End(long atMicros, JsonNode output, String detail) {}

    /**
     * A time in which the application lacked a server that it depends on.
     *
     * @param fromMicros when it began
     * @param untilMicros when the server was there again
     */
    public record Outage(long fromMicros, long untilMicros) {}

    /**
     * A time in which the machine left the JVM of the test without processor time.
     *
     * @param fromMicros when its thread was due
     * @param untilMicros when its thread ran
     */
    public record Stall(long fromMicros, long untilMicros) {

        /** Its duration. */
        public long micros() {
            return untilMicros - fromMicros;
        }
    }

    /**
     * A life was killed, stopped or paused: another life may repeat the effects that were in flight.
     *
     * @param life which
     * @param fromMicros when that began
     * @param untilMicros when it was done
     */
    public record Disturbance(int life, long fromMicros, long untilMicros) {}

    private volatile Consumer<ObservedEffect> countdown = sighting -> {};
    private final List<Life> lives = new ArrayList<>();
    private final Collection<Outage> outages = new ConcurrentLinkedQueue<>();
    private final Map<String, Start> starts = new ConcurrentHashMap<>();
    private final Map<String, End> ends = new ConcurrentHashMap<>();
    private final Map<String, JsonNode> outputs = new ConcurrentHashMap<>();
    private final Collection<ObservedEffect> sightings = new ConcurrentLinkedQueue<>();
    private final Collection<ContractViolation> violations = new ConcurrentLinkedQueue<>();
    private final Collection<Stall> stalls = new ConcurrentLinkedQueue<>();
    private final Collection<Disturbance> disturbances = new ConcurrentLinkedQueue<>();

    /** A life began; gives its number. */
    public synchronized int lifeStarted(long atMicros) {
        lives.add(new Life(lives.size() + 1, atMicros, Long.MAX_VALUE));
        return lives.size();
    }

    /** The life that began last answers requests. */
    public synchronized void lifeReady(long atMicros) {
        Life life = lives.remove(lives.size() - 1);
        lives.add(new Life(life.number(), life.startedMicros(), atMicros));
    }

    /** All lives in order. */
    public synchronized List<Life> lives() {
        return List.copyOf(lives);
    }

    /** A server was absent for a time. */
    public void lacked(Outage outage) {
        outages.add(outage);
    }

    /** All outages in order. */
    public List<Outage> outages() {
        return List.copyOf(outages);
    }

    /** The machine left the JVM of the test without processor time. */
    public void stalled(Stall stall) {
        stalls.add(stall);
    }

    /** All stalls in order. */
    public List<Stall> stalls() {
        return List.copyOf(stalls);
    }

    /** Stalls within this time, by which time limits are extended. */
    public long stalledMicros(long fromMicros, long untilMicros) {
        return stalls.stream()
                .mapToLong(stall -> Math.min(untilMicros, stall.untilMicros()) - Math.max(fromMicros, stall.fromMicros()))
                .filter(overlap -> overlap > 0).sum();
    }

    /** A life was disturbed. */
    public void disturbed(Disturbance disturbance) {
        disturbances.add(disturbance);
    }

    /** All disturbances in order. */
    public List<Disturbance> disturbances() {
        return List.copyOf(disturbances);
    }

    /** The output of an instance of this scenario that no crash disturbed. */
    public void expect(Scenario scenario, JsonNode output) {
        outputs.put(scenario.name(), output);
    }

    /** The application answered for a start. A second acknowledgement of the same start changes nothing. */
    public void acknowledged(Start start) {
        starts.putIfAbsent(start.id(), start);
    }

    /** The application said that an instance has ended. */
    public void ended(String start, End end) {
        ends.putIfAbsent(start, end);
    }

    /** An effect was seen. */
    public void seen(ObservedEffect sighting) {
        sightings.add(sighting);
        countdown.accept(sighting);
    }

    /** Removes an effect that a test has found to be permitted. */
    public void excused(ObservedEffect sighting) {
        sightings.remove(sighting);
    }

    /** Completes when a number of effects have been seen from now on; replaces an earlier request. */
    public CompletableFuture<Void> whenSeen(int effects) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        AtomicInteger missing = new AtomicInteger(effects);
        countdown = sighting -> {
            if (missing.decrementAndGet() <= 0) {
                reached.complete(null);
            }
        };
        return effects <= 0 ? CompletableFuture.completedFuture(null) : reached;
    }

    /** Records a violation that is known without a comparison of observations. */
    public void violated(ContractViolation violation) {
        violations.add(violation);
    }

    /** Acknowledged starts, by id. */
    public Collection<Start> starts() {
        return new TreeMap<>(starts).values();
    }

    /** The end of a start's instance, or null if none was seen. */
    public End end(String start) {
        return ends.get(start);
    }

    /** The expected output, or null if none was given. */
    public JsonNode expectedOutput(Scenario scenario) {
        return outputs.get(scenario.name());
    }

    /** All effects seen, in no order. */
    public Collection<ObservedEffect> sightings() {
        return List.copyOf(sightings);
    }

    /** A summary of the run, in a line. */
    @Override
    public String toString() {
        long effects = sightings.stream().map(ObservedEffect::key).distinct().count();
        long longestStallMicros = stalls.stream().mapToLong(Stall::micros).max().orElse(0);
        return lives().size() + " lives, " + starts.size() + " acknowledged starts, " + effects + " effects, "
                + (sightings.size() - effects) + " repetitions, the longest stall " + longestStallMicros / 1_000 + " ms";
    }

    /** The violations that were noticed at once. */
    public List<ContractViolation> violations() {
        return List.copyOf(violations);
    }
}
