package dev.cairn.api;

import java.time.Instant;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An instance as it is now.
 *
 * @param id its id
 * @param workflow qualified name of its definition, {@code namespace:name}
 * @param version version of its definition
 * @param status its phase
 * @param createdAt when it was started
 * @param updatedAt when its last entry was written
 * @param output its output if it is completed, else null; shared, not to be changed
 * @param error its error if it is faulted; what went wrong with undoing if it is cancelled; why it was parked; else null
 * @param businessKey what the application calls it, or null
 * @param attributes what else it is found by; never null
 * @param traceId id of the distributed trace that its start belongs to, 32 hexadecimal digits, or null if it was not traced
 */
public record InstanceView(
        String id,
        String workflow,
        String version,
        InstanceStatus status,
        Instant createdAt,
        Instant updatedAt,
        JsonNode output,
        WorkflowError error,
        String businessKey,
        Map<String, String> attributes,
        String traceId) {}
