package dev.cairn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import jakarta.ws.rs.core.Response;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EventRefusalException;
import dev.cairn.engine.port.OverloadException;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonCodec;

class HttpProblemMapperTest {

    /** The constants of the enum that the exception gives, each with a status. */
    @Test
    void eachReasonHasAStatusThatSaysWhoCanMendIt() {
        Map<Reason, Integer> statuses = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            Response response = HttpProblemMapper
                    .ofResource(new CairnException(reason, "CAIRN-0400: secret", new Exception("a cause")))
                    .response();
            statuses.put(reason, response.getStatus());
            assertThat(new String((byte[]) response.getEntity())).doesNotContain("CAIRN", "secret");
        }
        assertThat(statuses).containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                Map.entry(Reason.UNKNOWN_WORKFLOW, 404), Map.entry(Reason.UNKNOWN_INSTANCE, 404),
                Map.entry(Reason.INVALID_INPUT, 400), Map.entry(Reason.KEY_REUSED, 422),
                Map.entry(Reason.STORE_UNAVAILABLE, 503), Map.entry(Reason.OVERLOADED, 503),
                Map.entry(Reason.INSTANCE_SUSPENDED, 409),
                Map.entry(Reason.INSTANCE_CANCELLED, 409), Map.entry(Reason.WRONG_PHASE, 409),
                Map.entry(Reason.UNKNOWN_QUERY, 404), Map.entry(Reason.EXPRESSION_FAILED, 422),
                Map.entry(Reason.NOT_ANSWERED, 409),
                Map.entry(Reason.NOT_LISTENING, 409), Map.entry(Reason.NO_TIMER, 409),
                Map.entry(Reason.UNKNOWN_OPERATION, 404),
                Map.entry(Reason.UNKNOWN_SCHEDULE, 404), Map.entry(Reason.INVALID_SCHEDULE, 400),
                Map.entry(Reason.SCHEDULE_CONFLICT, 409),
                Map.entry(Reason.UNKNOWN_TASK, 404), Map.entry(Reason.NOT_CONFIRMED, 504),
                Map.entry(Reason.NO_JOURNAL, 501), Map.entry(Reason.STOPPING, 503)));
    }

    /** A client can tell whether to wait, and its operator what to look at. */
    @Test
    void aRefusalForWantOfRoomSaysWhichLimitWasMet() {
        assertThat(detail(new OverloadException(OverloadException.Limit.MEMORY, "CAIRN-0468: secret")))
                .isEqualTo(
                        "The instances in memory take up all of the room for them. Nothing was started. Try again in 5 seconds.");
        assertThat(detail(new OverloadException(OverloadException.Limit.PURE_WORK, "CAIRN-0480: secret")))
                .startsWith("Too many computations wait for a worker.");
        assertThat(detail(new StoreException("secret", true, null))).startsWith("The store does not answer.");
        assertThat(detail(new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0413: secret", null)))
                .startsWith("The store does not answer.");
        assertThat(detail(new CairnException(Reason.STOPPING, "CAIRN-0412: secret", null)))
                .startsWith("The application is stopping.");
        assertThat(detail(new OutOfMemoryError("secret"))).startsWith("The heap does not suffice");
        assertThat(new String(UploadMemoryBudget.noRoom().text()))
                .contains("The bodies of other requests leave no room for this one.");
    }

    /** Operators give commands, and starts with a key in their body. */
    @Test
    void operatorsAreToldWhatConcernsThem() {
        for (Throwable failure : List.of(new StoreException("secret", true, null),
                new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0413: secret", null))) {
            String told = new String(HttpProblemMapper.ofManagement("test:case", failure).text());
            assertThat(told).contains("The store does not answer.", "Look at the instance").doesNotContain("Idempotency-Key",
                    "secret");
        }
        CairnException crowd = new CairnException(Reason.OVERLOADED, "CAIRN-0744: secret", null);
        assertThat(new String(HttpProblemMapper.ofManagement("test:case", crowd).text())).contains("CAIRN-0744")
                .doesNotContain("memory", "secret");
    }

    /** Others may have the event, and a part of what is to be done may be done. */
    @Test
    void aPublisherIsToldWhoHasTheEvent() {
        CairnException input = new CairnException(Reason.INVALID_INPUT, "CAIRN-0413: No number. Nothing was started.", null);
        assertThat(ofEvent(400, new EventRefusalException(Reason.INVALID_INPUT,
                "CAIRN-0830: Cannot start an instance: CAIRN-0413: No number. The other recipients have the event.", input)))
                .isEqualTo("Cannot start an instance: CAIRN-0413: No number. The other recipients have the event.");
        CairnException internal = new CairnException(Reason.INVALID_INPUT, "CAIRN-0420: secret",
                new StoreException("secret", true, null));
        assertThat(ofEvent(400, new EventRefusalException(Reason.INVALID_INPUT, "CAIRN-0830: Cannot start an instance: secret",
                internal))).contains("The other recipients have the event.").doesNotContain("secret", "Nothing was started");
        assertThat(ofEvent(400,
                new EventRefusalException(Reason.INVALID_INPUT, "CAIRN-0482: Cannot keep an event: too large.", null)))
                .isEqualTo("Cannot keep an event: too large.");
        assertThat(
                ofEvent(503, new EventRefusalException(Reason.OVERLOADED, "CAIRN-0482: Cannot keep an event: too many.", null)))
                .startsWith("Cannot keep an event: too many.");
        assertThat(ofEvent(400, new EventRefusalException(Reason.INVALID_INPUT, "CAIRN-0453: Cannot take in an event: no type.",
                new IllegalArgumentException("no type")))).isEqualTo("Cannot take in an event: no type.");
    }

    private static String ofEvent(int status, CairnException failure) {
        ProblemDetails told = HttpProblemMapper.ofManagement("/events", failure);
        assertThat(told.status()).isEqualTo(status);
        JsonNode json = JsonCodec.read(new String(told.text()));
        assertThat(json.path("code").asText()).isEqualTo(HttpProblemMapper.code(failure).orElseThrow());
        return json.path("detail").asText();
    }

    /** The sender of an update may read payloads. */
    @Test
    void anUpdateOfAnInstanceThatFaultedSaysWhy() {
        ProblemDetails told = HttpProblemMapper.ofManagement("test:case",
                new WorkflowException(new WorkflowError("https://example.com/e", 404, "No price", "of tea", "/do/0/a")));
        assertThat(told.status()).isEqualTo(409);
        JsonNode json = JsonCodec.read(new String(told.text()));
        assertThat(json.path("detail").asText()).isEqualTo("The instance faulted before it answered.");
        assertThat(json.path("error").path("detail").asText()).isEqualTo("of tea");
        assertThat(json.path("error").path("status").asInt()).isEqualTo(404);
    }

    /** It need not be a mistake of the client only because something in the engine throws it. */
    @Test
    void anArgumentThatIsIllegalInsideIsNotTold() {
        ProblemDetails told = HttpProblemMapper.ofManagement("test:case",
                new NumberFormatException("For input string: secret"));
        assertThat(told.status()).isEqualTo(500);
        assertThat(new String(told.text())).doesNotContain("secret");
    }

    private static String detail(Throwable failure) {
        Response response = HttpProblemMapper.response("test:case", failure);
        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeaderString("Retry-After")).isEqualTo("5");
        String text = new String((byte[]) response.getEntity());
        assertThat(text).doesNotContain("CAIRN", "secret");
        return JsonCodec.read(text).get("detail").asText();
    }
}
