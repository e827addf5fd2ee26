package dev.cairn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;

import jakarta.ws.rs.core.Response;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;

class HttpFailuresTest {

    /** The constants of the enum that the exception gives, each with a status. */
    @Test
    void eachReasonHasAStatusThatSaysWhoCanMendIt() {
        Map<Reason, Integer> statuses = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            Response response = HttpFailures
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
                Map.entry(Reason.NOT_LISTENING, 409), Map.entry(Reason.UNKNOWN_OPERATION, 404),
                Map.entry(Reason.UNKNOWN_TASK, 404), Map.entry(Reason.NOT_CONFIRMED, 504),
                Map.entry(Reason.NO_JOURNAL, 501), Map.entry(Reason.STOPPING, 503)));
    }
}
