package dev.cairn.effect.function;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.port.ErrorResponseException;

/** An exception that carries an answer is an error with that answer. */
class WebExceptionTranslatorTest {

    private static final String DATE = "Mon, 30 Nov 2026 10:00:00 GMT";

    @Test
    void anAnswerThatAsksToRetryAtADateHasTheDateItCountsFrom() {
        JsonNode headers = headers(Response.status(503).header("Retry-After", DATE).build());

        assertThat(headers.get("retry-after").textValue()).isEqualTo(DATE);
        assertThat(headers.get("date").textValue()).endsWith(" GMT").isNotEqualTo(DATE);
    }

    @Test
    void theDateOfTheServerComesFirst() {
        JsonNode headers = headers(Response.status(503).header("Retry-After", DATE).header("Date", DATE).build());

        assertThat(headers.get("date").textValue()).isEqualTo(DATE);
    }

    @Test
    void anyOtherAnswerIsLeftAsItIs() {
        assertThat(headers(Response.status(404).header("X-Reason", "lent").build())).hasToString("{\"x-reason\":\"lent\"}");
    }

    private static JsonNode headers(Response answer) {
        Throwable error = WebExceptionTranslator.translated(new WebApplicationException(answer), "/do/0/ask");
        return ((ErrorResponseException) error).response().get("headers");
    }
}
