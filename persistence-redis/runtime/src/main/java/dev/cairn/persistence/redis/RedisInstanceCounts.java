package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.RedisScriptRunner.bytes;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.jboss.logging.Logger;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Response;

/**
 * The counts of instances that the server keeps. The scripts update them. Earlier versions keep no numbers and no index by
 * end: their instances are counted and indexed in the background, a few in each call of a script, beside all writers.
 * Thread-safe.
 */
final class RedisInstanceCounts {

    private static final Logger LOG = Logger.getLogger(RedisStoreLogCategory.CATEGORY);

    /** During a call, the server does nothing else: about 5 µs for each instance. */
    private static final int MAX_COUNTED_INSTANCES = 200;
    private static final long PROGRESS_INSTANCES = 100_000;
    private static final String ALL = "all";
    private static final String OLD = "old";
    private static final char PARKED = 'p';
    /** A counted field begins with the letter n, and a phase. */
    private static final int PHASE_AT = 1;

    private final RedisScriptRunner server;
    private final List<Part> everyShard;
    private final AtomicBoolean counting = new AtomicBoolean();
    private final AtomicBoolean reportedOld = new AtomicBoolean();
    private final AtomicInteger heartbeats = new AtomicInteger();

    RedisInstanceCounts(RedisScriptRunner server, RedisKeys keys) {
        this.server = server;
        everyShard = IntStream.range(0, keys.shards()).mapToObj(shard -> new Part(shard, List.of())).toList();
    }

    /** Empty until all instances are counted; this call then begins to count them. */
    Uni<Optional<List<InstanceCount>>> counts() {
        return server.read("read how many instances there are", ServerScript.COUNTS, everyShard).map(shards -> {
            if (shards.stream().anyMatch(fields -> fields.size() == 0)) {
                begin();
                return Optional.empty();
            }
            InstanceCountTally tally = new InstanceCountTally();
            shards.forEach(fields -> add(fields, tally));
            return Optional.of(tally.counts());
        });
    }

    private static void add(Response fields, InstanceCountTally tally) {
        for (int i = 1; i < fields.size(); i += 2) {
            tally.add(group(fields.get(i).toString()), fields.get(i + 1).toLong());
        }
    }

    private static InstanceCountTally.Group group(String field) {
        char phase = field.charAt(PHASE_AT);
        int end = field.indexOf('\0');
        return new InstanceCountTally.Group(field.substring(end + 1), field.substring(PHASE_AT + 1, end),
                phase == PARKED ? InstanceStatus.SUSPENDED : InstanceStatus.ofCode(phase - '0'), phase == PARKED);
    }

    /** Called after each heartbeat. By the second one the node has started, and begins to count the uncounted instances. */
    void heard(long aliveForMillis) {
        if (aliveForMillis > 0 && heartbeats.get() < 2 && heartbeats.incrementAndGet() == 2) {
            begin();
        }
    }

    /** Tells whether instances are being counted in the background. */
    boolean isCounting() {
        return counting.get();
    }

    private void begin() {
        if (counting.compareAndSet(false, true)) {
            Progress progress = new Progress();
            Uni.createFrom().deferred(() -> step(progress)).repeat().until(ended -> ended).collect().last()
                    .onTermination().invoke(() -> counting.set(false)).subscribe()
                    .with(ended -> progress.report(), RedisInstanceCounts::failed);
        }
    }

    private static void failed(Throwable failure) {
        if (failure instanceof StoreException told && told.permanent()) {
            // The store is closed.
            return;
        }
        LOG.warnf(
                "CAIRN-0580: Stored instances not counted: %s Until they are, searches determine the numbers, and searches by end are slower. The next query"
                        + " of the numbers tries again.",
                failure.getMessage());
    }

    /** Counts some more instances; true if all are counted, or if counting has to wait. */
    private Uni<Boolean> step(Progress progress) {
        Part part = new Part(progress.shard, List.of(bytes(MAX_COUNTED_INSTANCES)));
        return server.write("count instances", ServerScript.TALLY, List.of(part)).map(answers -> {
            String state = answers.get(0).get(0).toString();
            if (state.equals(OLD)) {
                reportOld();
                return true;
            }
            progress.add(answers.get(0).get(1).toInteger());
            progress.shard += state.equals(ALL) ? 1 : 0;
            return progress.shard == everyShard.size();
        });
    }

    private void reportOld() {
        if (reportedOld.compareAndSet(false, true)) {
            LOG.info(
                    "Nodes of an earlier version of Cairn write to the Redis store. As long as they do, searches determine the"
                            + " numbers of instances.");
        }
    }

    /** The progress of a count. Used by one step at a time. */
    private static final class Progress {
        private int shard;
        private long instances;

        void add(int more) {
            if (more > 0 && instances == 0) {
                LOG.info("Counting the instances that the Redis store already has");
            }
            if ((instances + more) / PROGRESS_INSTANCES > instances / PROGRESS_INSTANCES) {
                LOG.infof("Counted %d instances in the Redis store so far", instances + more);
            }
            instances += more;
        }

        void report() {
            if (instances > 0) {
                LOG.infof("Counted %d instances in the Redis store", instances);
            }
        }
    }
}
