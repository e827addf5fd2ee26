package dev.cairn.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class WorkflowErrorTest {

    @Test
    void anErrorOfAnApplicationHasTypeStatusAndTitle() {
        WorkflowError error = WorkflowError.of("https://acme.example/sold-out", 409, "Sold out");
        assertThat(error).isEqualTo(new WorkflowError("https://acme.example/sold-out", 409, "Sold out", null, null));
        assertThat(error.toJson())
                .hasToString("{\"type\":\"https://acme.example/sold-out\",\"status\":409,\"title\":\"Sold out\"}");
        assertThatNullPointerException().isThrownBy(() -> WorkflowError.of(null, 409, "Sold out"))
                .withMessage("type is required");
    }
}
