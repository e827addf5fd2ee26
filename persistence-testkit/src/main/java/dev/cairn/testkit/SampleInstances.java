package dev.cairn.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoredInstance;

/** Instances to test a store with. */
public final class SampleInstances {

    /** A node of the application. */
    public static final Node A = new Node("node-a", "1");
    /** Another one. */
    public static final Node B = new Node("node-b", "1");
    /** {@link #A} as an owner. */
    public static final String NODE = A.id();
    /** {@link #B} as an owner. */
    public static final String OTHER_NODE = B.id();
    /** Longer than any test runs. */
    public static final long LONG_MILLIS = 3_600_000;
    /** When the samples were created, unless they say otherwise; milliseconds since the epoch. */
    public static final long CREATED_AT_MILLIS = 1_700_000_000_000L;
    /** Long after any test runs. */
    public static final long FUTURE_MILLIS = 4_102_444_800_000L;

    private SampleInstances() {}

    /** A running instance that a node owns. */
    public static InstanceRow running(String id) {
        return inPhase(id, InstanceStatus.RUNNING, NODE);
    }

    /** An instance in a phase, owned by a node or, with null, without an owner. */
    public static InstanceRow inPhase(String id, InstanceStatus status, String owner) {
        return new InstanceRow(id, "shop:orders", "1.0.0", status, CREATED_AT_MILLIS, CREATED_AT_MILLIS, InstanceRow.NEVER,
                owner);
    }

    /** An instance that waits for a timer and has no owner. */
    public static InstanceRow waiting(String id, long wakeAtMillis) {
        return new InstanceRow(id, "shop:orders", "1.0.0", InstanceStatus.WAITING, CREATED_AT_MILLIS, CREATED_AT_MILLIS,
                wakeAtMillis, null);
    }

    /** An instance that ended and is kept until a time. */
    public static InstanceRow ended(String id, long keepUntilMillis) {
        return inPhase(id, InstanceStatus.COMPLETED, null).withKeepUntil(keepUntilMillis);
    }

    /** An instance in the first phase there is, with keys to find it by. */
    public static InstanceRow keyed(String id, long createdAtMillis, String businessKey, Map<String, String> attributes) {
        return created(id, "shop:orders", InstanceStatus.PENDING, createdAtMillis)
                .withKeys(new SearchKeys(businessKey, attributes));
    }

    /** An instance of a workflow that was created at a time. */
    public static InstanceRow created(String id, String workflow, InstanceStatus status, long createdAtMillis) {
        return new InstanceRow(id, workflow, "1.0.0", status, createdAtMillis, createdAtMillis, InstanceRow.NEVER, null);
    }

    /** A write that brings an instance into being, with epoch 1. */
    public static InstanceWrite create(InstanceRow row, String... entries) {
        return next(row, 1, 0, entries);
    }

    /** A write that continues an instance. */
    public static InstanceWrite next(InstanceRow row, long epoch, long position, String... entries) {
        List<byte[]> encoded = new ArrayList<>();
        for (String entry : entries) {
            encoded.add(entry.getBytes(StandardCharsets.UTF_8));
        }
        return InstanceWrite.of(row, epoch, position, encoded);
    }

    /** The entries of an instance, as they were given to {@link #create} and {@link #next}. */
    public static List<String> entries(StoredInstance instance) {
        return instance.entries().stream().map(entry -> new String(entry, StandardCharsets.UTF_8)).toList();
    }
}
