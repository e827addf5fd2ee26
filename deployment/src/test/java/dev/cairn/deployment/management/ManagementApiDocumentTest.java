package dev.cairn.deployment.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        JsonNode described = document.path("paths").path("/api" + operation.path())
                .path(operation.method().toLowerCase(Locale.ROOT)).path("responses");
        assertThat(described.has("200") || described.has("201")).isTrue();
        assertThat(described.path("409").path("description").textValue()).isEqualTo(description);
    }
}
