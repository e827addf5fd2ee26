package dev.cairn.api;

/**
 * What to start. Immutable; each {@code with…} gives a changed copy.
 *
 * @param workflow {@code name} if only one namespace has it, or {@code namespace:name}
 * @param version a version, or null for the highest there is
 * @param input anything Jackson can convert to JSON, or null for an empty object
 * @param idempotencyKey 1 to 255 characters, or null. A second start of the same workflow with the same key starts nothing and
 *        gives the instance that the first one started, for as long as that is retained
 */
public record StartRequest(String workflow, String version, Object input, String idempotencyKey) {

    public StartRequest {
        if (idempotencyKey != null && (idempotencyKey.isEmpty() || idempotencyKey.length() > 255)) {
            throw new IllegalArgumentException("An idempotency key has 1 to 255 characters, not " + idempotencyKey.length());
        }
    }

    /** Starts the highest version, with an empty input. */
    public static StartRequest of(String workflow) {
        return new StartRequest(workflow, null, null, null);
    }

    /** With this input. */
    public StartRequest withInput(Object newInput) {
        return new StartRequest(workflow, version, newInput, idempotencyKey);
    }

    /** With exactly this version. */
    public StartRequest withVersion(String newVersion) {
        return new StartRequest(workflow, newVersion, input, idempotencyKey);
    }

    /** With this idempotency key. */
    public StartRequest withIdempotencyKey(String key) {
        return new StartRequest(workflow, version, input, key);
    }
}
