package dev.cairn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.program.AnswerPlan;
import dev.cairn.program.InstanceSettingsPlan;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramMetadata;
import dev.cairn.program.ProgramTriggers;
import dev.cairn.program.TaskInfo;

class PublicErrorTest {

    private static final String DETAIL = "NullPointerException: com.acme.Inventory";

    @Test
    void tellsWhatAnAuthorMadeUp() {
        PublicError error = PublicError.of(
                new WorkflowError("https://acme.example/sold-out", 409, "Sold out", "No A-7", "/do/0/x"),
                null, false);

        assertThat(error.status()).isEqualTo(409);
        assertThat(error.json().path("detail").textValue()).isEqualTo("No A-7");
    }

    @Test
    void tellsAStandardErrorThatARaiseTaskRaised() {
        PublicError error = PublicError.of(WorkflowError.of(Standard.AUTHORIZATION, "No", "Not yours", "/do/1/refuse"),
                program(), false);

        assertThat(error.status()).isEqualTo(403);
        assertThat(error.json().path("detail").textValue()).isEqualTo("Not yours");
    }

    @Test
    void keepsToItselfWhatWentWrongInside() {
        for (Standard kind : Standard.values()) {
            PublicError error = PublicError.of(WorkflowError.of(kind, "The call failed", DETAIL, "/do/0/reserve"), program(),
                    false);

            assertThat(error.status()).isEqualTo(kind == Standard.COMMUNICATION ? 502 : 500);
            assertThat(error.json().path("status").intValue()).isEqualTo(error.status());
            assertThat(error.json().has("detail")).isFalse();
            assertThat(error.json().path("title").textValue())
                    .isEqualToIgnoringCase(kind + " error");
        }
    }

    @Test
    void keepsToItselfWhatAnotherServiceAnswered() {
        WorkflowError refused = new WorkflowError(Standard.COMMUNICATION.type(), 500, "HTTP status 500 db7.internal is down",
                DETAIL, "/do/0/reserve");

        assertThat(PublicError.of(refused, program(), false).json())
                .hasToString("{\"type\":\"" + refused.type()
                        + "\",\"status\":502,\"instance\":\"/do/0/reserve\",\"title\":\"Communication error\"}");
        assertThat(PublicError.of(refused, program(), true).json().path("title").textValue()).isEqualTo(refused.title());
        WorkflowError odd = new WorkflowError(WorkflowError.STANDARD_TYPES + "odd", 500, "db7.internal", null, null);
        assertThat(PublicError.of(odd, program(), false).json().path("title").textValue()).isEqualTo("Error");
    }

    @Test
    void tellsDevelopersWhatWentWrongInside() {
        PublicError error = PublicError.of(WorkflowError.of(Standard.RUNTIME, "The call failed", DETAIL, "/do/0/reserve"),
                program(), true);

        assertThat(error.status()).isEqualTo(500);
        assertThat(error.json().path("detail").textValue()).isEqualTo(DETAIL);
    }

    @Test
    void keepsEarlierStandardTypesToItselfAsWell() {
        PublicError error = PublicError.of(
                new WorkflowError(WorkflowError.EARLIER_STANDARD_TYPES + "runtime", 500, "Failed", DETAIL, null), null, false);

        assertThat(error.json().has("detail")).isFalse();
    }

    @Test
    void givesNoStatusThatIsNoError() {
        assertThat(PublicError.of(new WorkflowError("urn:acme:odd", 200, null, null, null), null, false).status())
                .isEqualTo(500);
        assertThat(PublicError.of(new WorkflowError("urn:acme:odd", 600, null, null, null), null, false).status())
                .isEqualTo(500);
    }

    private static Program program() {
        return new Program(
                new ProgramMetadata("acme:orders", "1.0.0", ProgramTriggers.NONE, InstanceSettingsPlan.NONE, AnswerPlan.NONE),
                List.of(),
                List.of(new TaskInfo("orders", "workflow", ""), new TaskInfo("reserve", "call", "/do/0/reserve"),
                        new TaskInfo("refuse", "raise", "/do/1/refuse")),
                List.of(), List.of(), List.of(), List.of(), -1, 0, 0, 0);
    }
}
