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
 * @param error its error if it is faulted; the error of a compensation if it is cancelled; the reason if it is parked; else
 *        null
 * @param businessKey the application's key, or null
 * @param attributes further search attributes; never null
 * @param wakesAt when it goes on by itself if it waits: the earliest of its timers and deadlines; or null
 * @param parked true if it is {@linkplain InstanceStatus#SUSPENDED suspended} because it cannot go on. The node that it is
 *        parked on knows the reason; other nodes show no error
 * @param parentId the instance that started it, or null if none did or it has {@value SearchKeys#MAX_ATTRIBUTES} attributes of its own
 * @param endedAt when it ended, or null
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
        Instant wakesAt,
        boolean parked,
        String parentId,
        Instant endedAt,
        String traceId) {}
