package dev.cairn.engine.instance;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceView;

/**
 * A cache of the instances that ended last, for a store that keeps nothing: bounded in number and in estimated bytes. The
 * oldest goes first.
 */
public final class EndedInstanceCache {

    private static final int BYTES_PER_NODE = 48;

    private final int maxInstances;
    private final long maxBytes;
    private final ConcurrentMap<String, Kept> byId = new ConcurrentHashMap<>();
    private final Queue<Kept> byAge = new ConcurrentLinkedQueue<>();
    private final AtomicLong instances = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    public EndedInstanceCache(int maxInstances, long maxBytes) {
        this.maxInstances = maxInstances;
        this.maxBytes = maxBytes;
    }

    /** Remembers an instance; one whose output alone is over the bound is not remembered. */
    void add(InstanceView view) {
        long size = BYTES_PER_NODE * 4L + (view.output() == null ? 0 : bytes(view.output(), maxBytes));
        if (maxInstances == 0 || size > maxBytes) {
            return;
        }
        Kept kept = new Kept(view, size);
        byId.put(view.id(), kept);
        byAge.add(kept);
        bytes.addAndGet(size);
        instances.incrementAndGet();
        while (instances.get() > maxInstances || bytes.get() > maxBytes) {
            Kept oldest = byAge.poll();
            if (oldest == null) {
                return;
            }
            byId.remove(oldest.view.id(), oldest);
            instances.decrementAndGet();
            bytes.addAndGet(-oldest.bytes);
        }
    }

    /** All of them, in any order. */
    Stream<InstanceView> all() {
        return byId.values().stream().map(Kept::view);
    }

    /** The instance with this id, or null. */
    InstanceView get(String id) {
        Kept kept = byId.get(id);
        return kept == null ? null : kept.view;
    }

    /** About how many bytes a tree takes; stops counting above the bound. */
    private static long bytes(JsonNode node, long bound) {
        long sum = BYTES_PER_NODE;
        if (node.isTextual()) {
            return sum + node.textValue().length();
        }
        for (JsonNode child : node) {
            if (sum > bound) {
                break;
            }
            sum += bytes(child, bound - sum);
        }
        return sum;
    }

    private record Kept(InstanceView view, long bytes) {}
}
