package dev.cairn.crash.harness;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.ObservedEffect;

/**
 * Stops a node while its instances await replies. The node goes on when others have taken these instances over and the
 * replies lie in its sockets. It then writes the replies, unless it first learns that it may not. The other nodes await
 * replies of their own at that time, so they have written nothing, and only the epoch of the late writes shows that they
 * are too late.
 */
final class Standstill {

    private static final long PATIENCE_MILLIS = 60_000;
    private static final long PAUSE_MILLIS = 20;
    private static final String LETS_GO = "CAIRN-0422";
    private static final Pattern OF_INSTANCE = Pattern.compile("instance=([^],]+)");
    private static final String IS_REFUSED = "the store refused its write";

    private final ClusterNodes nodes;
    private final String node;
    private final ClusterLoad load;
    private final CrashRunObservations ledger;
    private final HeldReplies held;

    /**
     * @param node which stands still
     * @param load all of which is given to this node while it answers
     */
    Standstill(ClusterNodes nodes, String node, ClusterLoad load, CrashRunObservations ledger, HeldReplies held) {
        this.nodes = nodes;
        this.node = node;
        this.load = load;
        this.ledger = ledger;
        this.held = held;
    }

    /**
     * The result of a standstill.
     *
     * @param life of the node
     * @param wokeMicros when it went on
     * @param starts starts whose instances it ran when it was stopped
     * @param kept instances that the node has not released when it had time to, according to its log
     * @param refused instances whose write the store refused, according to the node's log
     * @param lost instances that another node had to release, because the store accepts no more of its writes
     */
    record Result(int life, long wokeMicros, Set<String> starts, Set<String> kept, Set<String> refused, Set<String> lost) {

        /** The node has learnt that it must not write before it did. */
        boolean isUndecided() {
            return refused.isEmpty() && kept.isEmpty();
        }
    }

    /** Begins a number of instances, and returns when they have ended. */
    Result run(int instances) throws InterruptedException {
        int life = nodes.life(node);
        Set<String> before = startsSeen(seen -> true);
        held.hold();
        load.begin(instances);
        await(() -> "calls that are not replied to", () -> called(before, seen -> true).size() == instances);
        load.startNoMore();
        nodes.standStill(node);
        held.release(life);
        Predicate<ObservedEffect> ofOthers = seen -> seen.life() != life;
        Set<String> starts = without(called(before, ofOthers.negate()), called(before, ofOthers));
        await(() -> "the others to take over " + without(starts, called(before, ofOthers)),
                () -> called(before, ofOthers).containsAll(starts));
        long wokeMicros = ClusterLoad.nowMicros();
        nodes.goOn(node);
        holds(() -> startsNamed(node, LETS_GO).containsAll(starts));
        Set<String> kept = without(starts, startsNamed(node, LETS_GO));
        Set<String> refused = startsNamed(node, IS_REFUSED);
        refused.retainAll(starts);
        held.release();
        load.finish();
        Set<String> lost = nodes.names().stream().filter(name -> !name.equals(node))
                .flatMap(name -> startsNamed(name, LETS_GO).stream()).filter(starts::contains).collect(Collectors.toSet());
        return new Result(life, wokeMicros, starts, kept, refused, lost);
    }

    private static Set<String> without(Set<String> all, Set<String> some) {
        Set<String> rest = new HashSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    /** Starts since, that have had the effect which is not replied to. */
    private Set<String> called(Set<String> before, Predicate<ObservedEffect> which) {
        Set<String> starts = startsSeen(which.and(seen -> seen.label().equals(held.label())));
        starts.removeAll(before);
        return starts;
    }

    private Set<String> startsSeen(Predicate<ObservedEffect> which) {
        return ledger.sightings().stream().filter(which).map(ObservedEffect::start).collect(Collectors.toSet());
    }

    /** Starts whose instances a node names in messages with this text. */
    private Set<String> startsNamed(String name, String text) {
        Set<String> instances = nodes.said(name, text).stream().map(OF_INSTANCE::matcher).filter(Matcher::find)
                .map(match -> match.group(1)).collect(Collectors.toSet());
        return ledger.starts().stream().filter(start -> start.instance() != null)
                .filter(start -> instances.contains(start.instance().substring(start.instance().lastIndexOf('/') + 1)))
                .map(CrashRunObservations.Start::id).collect(Collectors.toSet());
    }

    private void await(Supplier<String> what, BooleanSupplier condition) {
        if (!holds(condition)) {
            throw new IllegalStateException(
                    "Awaited for " + PATIENCE_MILLIS + " ms and did not come: " + what.get() + nodes.lastWords());
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            new CompletableFuture<Void>().completeOnTimeout(null, PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
        }
        return true;
    }
}
