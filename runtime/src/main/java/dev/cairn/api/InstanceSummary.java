package dev.cairn.api;

import java.time.Instant;
import java.util.Map;

/**
 * An instance as a search finds it: what is known without reading its journal.
 *
 * @param id its id
 * @param workflow qualified name of its definition, {@code namespace:name}
 * @param version version of its definition
 * @param status its phase
 * @param createdAt when it was started
 * @param updatedAt when its last entry was written
 * @param wakesAt when the earliest of its timers is due, or null
 * @param businessKey what the application calls it, or null
 * @param attributes what else it is found by; never null
 */
public record InstanceSummary(
        String id,
        String workflow,
        String version,
        InstanceStatus status,
        Instant createdAt,
        Instant updatedAt,
        Instant wakesAt,
        String businessKey,
        Map<String, String> attributes) {}
