package dev.cairn.deployment.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.management.request.ManagementOperation;

class ManagementApiDocumentTest {

    private final JsonNode document = new ManagementApiDocument("/api", true).document(false);

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = { "CREATE_SCHEDULE, The workflow has another schedule of this name",
            "REPLACE_SCHEDULE, 'A definition states the schedule: pause it, or change the definition'",
            "DELETE_SCHEDULE, 'A definition states the schedule: pause it, or remove it from the definition'",
            "PAUSE_SCHEDULE, -", "RESUME_SCHEDULE, -", "RUN_SCHEDULE, -", "BACKFILL_SCHEDULE, -", "LIST_SCHEDULES, -",
            "SUSPEND_INSTANCE, The instance is not in a phase in which it can do this" })
    void aConflictIsDescribedByItsOperation(ManagementOperation operation, String description) {
        JsonNode described = responses(operation);
        assertThat(described.has("200") || described.has("201")).isTrue();
        assertThat(described.path("409").path("description").textValue()).isEqualTo(description);
    }

    private JsonNode responses(ManagementOperation operation) {
        return document.path("paths").path("/api" + operation.path()).path(operation.method().toLowerCase(Locale.ROOT))
                .path("responses");
    }

    /** Only the router of commands, and the nodes that run bulk operations, leave a caller without an outcome. */
    @ParameterizedTest
    @EnumSource(ManagementOperation.class)
    void statusesAreThoseThatTheOperationCanAnswer(ManagementOperation operation) {
        boolean hasKey = Set.of("START_INSTANCE", "FORK_INSTANCE", "SEND_EVENT", "SEND_UPDATE").contains(operation.name());
        boolean isAsked = Set.of("QUERY_INSTANCE", "QUERY_INSTANCE_WITH_ARGUMENT", "SEND_UPDATE").contains(operation.name());
        boolean isRouted = Set.of("SUSPEND_INSTANCE", "RESUME_INSTANCE", "CANCEL_INSTANCE", "COMPENSATE_INSTANCE", "SEND_EVENT",
                "SEND_UPDATE", "FIRE_TIMER", "PUBLISH_EVENT", "SHOW_OPERATION", "STOP_OPERATION").contains(operation.name());
        JsonNode described = responses(operation);
        assertThat(described.has("422")).as("422").isEqualTo(hasKey || isAsked);
        assertThat(described.has("504")).as("504").isEqualTo(isRouted);
        if (isAsked) {
            assertThat(described.has("409") && described.has("501")).as("without a journal that can be replayed").isTrue();
        }
    }
}
