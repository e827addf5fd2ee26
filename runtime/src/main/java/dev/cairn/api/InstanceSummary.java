package dev.cairn.api;

import java.time.Instant;
import java.util.Map;

/**
 * An instance as a search finds it: the columns that are known without reading its journal.
 *
 * @param id its id
 * @param workflow qualified name of its definition, {@code namespace:name}
 * @param version version of its definition
 * @param status its phase
 * @param createdAt when it was started
 * @param updatedAt when its last entry was written
 * @param wakesAt when it goes on by itself if it waits: the earliest of its timers and deadlines; or null
 * @param businessKey the application's key, or null
 * @param attributes further search attributes; never null
 * @param parked true if it is {@linkplain InstanceStatus#SUSPENDED suspended} because it cannot go on
 * @param parentId the instance that started it, or null if none did or it has {@value SearchKeys#MAX_ATTRIBUTES} attributes of its own
 * @param endedAt when it ended, or null
 * @param errorType the type of the error it ended with; null if there is none, or a version of Cairn wrote its end that kept none
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
        Map<String, String> attributes,
        boolean parked,
        String parentId,
        Instant endedAt,
        String errorType) {}
