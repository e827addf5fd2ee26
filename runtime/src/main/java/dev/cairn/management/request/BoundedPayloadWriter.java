package dev.cairn.management.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;

/**
 * Puts payloads into one answer, up to a size for each and for all. Without the permission to read payloads, the answer has none. A payload
 * that is too large is named in {@code omitted} of the same object. For one thread.
 */
public final class BoundedPayloadWriter {

    /** Maximum bytes of the JSON text of a value. The answer leaves out a larger one, which is of no use in a list. */
    static final int MAX_VALUE_BYTES = 64 << 10;
    /** Maximum bytes of all values of one answer. */
    static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final String OMITTED = "omitted";

    private final CallerAccess access;
    private int remainingBytes = MAX_ANSWER_BYTES;

    public BoundedPayloadWriter(CallerAccess access) {
        this.access = access;
    }

    /** @param value shared, not changed; null puts nothing */
    public void put(ObjectNode target, String name, JsonNode value, String workflow) {
        if (value == null || !access.may(ManagementPermission.PAYLOAD, workflow)) {
            return;
        }
        int most = Math.min(MAX_VALUE_BYTES, remainingBytes);
        int bytes = JsonPayload.textBytes(value, most, ValueDepthLimits.MAX_DEPTH);
        if (bytes < 0 || bytes >= most) {
            target.withArrayProperty(OMITTED).add(name);
        } else {
            remainingBytes -= bytes;
            target.set(name, value);
        }
    }
}
