package dev.cairn.api;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A workflow to start, with its input. Immutable; each {@code with…} gives a changed copy.
 *
 * @param workflow {@code name} if only one namespace has it, or {@code namespace:name}
 * @param version a version, or null for the highest there is
 * @param input anything Jackson can convert to JSON, or null for an empty object
 * @param idempotencyKey 1 to 255 characters, or null. A second start of the same workflow with the same key and input
 *        starts nothing and gives the instance that the first one started, for as long as that is retained; with another input it fails
 * @param keys search keys of the instance, which take precedence over those of the definition. Never null. Names of attributes
 *        that begin with {@code cairn.} are reserved, and refused
 */
public record StartRequest(String workflow, String version, Object input, String idempotencyKey, SearchKeys keys) {

    public StartRequest {
        Objects.requireNonNull(workflow, "workflow is required");
        Objects.requireNonNull(keys, "keys is required");
        if (idempotencyKey != null && (idempotencyKey.isEmpty() || idempotencyKey.length() > 255)) {
            throw new IllegalArgumentException("An idempotency key has 1 to 255 characters, not " + idempotencyKey.length());
        }
        keys.attributes().keySet().forEach(StartRequest::refuseReserved);
    }

    private static void refuseReserved(String name) {
        if (name.startsWith("cairn.")) {
            throw new IllegalArgumentException("The attribute " + name + " cannot be given: names that begin with cairn. are"
                    + " reserved");
        }
    }

    /** Starts the highest version, with an empty input. */
    public static StartRequest of(String workflow) {
        return new StartRequest(workflow, null, null, null, SearchKeys.NONE);
    }

    /** With this input. */
    public StartRequest withInput(Object newInput) {
        return new StartRequest(workflow, version, newInput, idempotencyKey, keys);
    }

    /** With exactly this version. */
    public StartRequest withVersion(String newVersion) {
        return new StartRequest(workflow, newVersion, input, idempotencyKey, keys);
    }

    /** With this idempotency key. */
    public StartRequest withIdempotencyKey(String key) {
        return new StartRequest(workflow, version, input, key, keys);
    }

    /**
     * With a business key, which overrides the definition's.
     *
     * @throws IllegalArgumentException if it has more than 255 characters
     */
    public StartRequest withBusinessKey(String businessKey) {
        return new StartRequest(workflow, version, input, idempotencyKey, new SearchKeys(businessKey, keys.attributes()));
    }

    /**
     * With one more attribute, which overrides the definition's.
     *
     * @throws IllegalArgumentException if name or value is null or has more than 255 characters, the name is reserved, or it is
     *         the 17th attribute
     */
    public StartRequest withAttribute(String name, String value) {
        Map<String, String> attributes = new HashMap<>(keys.attributes());
        attributes.put(name, value);
        return new StartRequest(workflow, version, input, idempotencyKey, new SearchKeys(keys.businessKey(), attributes));
    }
}
