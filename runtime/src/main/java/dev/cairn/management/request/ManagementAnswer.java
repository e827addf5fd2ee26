package dev.cairn.management.request;

import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.http.ProblemDetails;
import dev.cairn.management.live.ChangeFilter;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.time.TimerService;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** The answer to a request that does not fail. */
public sealed interface ManagementAnswer {

    /**
     * A value as JSON.
     *
     * @param status of HTTP
     * @param body the value to write; not to be changed any more
     */
    record JsonAnswer(int status, JsonNode body) implements ManagementAnswer {

        /** The text of the body, which may take a while to be made. */
        public TextAnswer text() {
            return new TextAnswer(status, JsonCodec.writeAsJq(body));
        }
    }

    /** JSON text. */
    record TextAnswer(int status, byte[] body) implements ManagementAnswer {}

    /** JSON text to be saved under a name: letters, digits, hyphens, underscores and dots. */
    record FileAnswer(String name, byte[] body) implements ManagementAnswer {}

    /** Problem details (RFC 9457). */
    record ProblemAnswer(ProblemDetails details) implements ManagementAnswer {}

    /**
     * Values as lines of JSON.
     *
     * @param first the first page
     * @param limit the most lines
     * @param source gives the page behind a cursor
     */
    record LinesAnswer(JsonLinesWriter.Page first, int limit, Function<String, Uni<JsonLinesWriter.Page>> source)
            implements
            ManagementAnswer {}

    /**
     * Changes as they happen.
     *
     * @param hub source of the changes
     * @param lastEventId id of the last event that the client has seen, or null
     * @param millisUntilExpiry time from now until the credentials of the client expire; empty if they do not
     * @param timers end the stream at that time
     */
    record LiveAnswer(ChangeHub hub, ChangeFilter filter, String lastEventId, Optional<Long> millisUntilExpiry,
            TimerService timers)
            implements
            ManagementAnswer {}

    /**
     * Something that was made, or goes on.
     *
     * @param status of HTTP
     * @param path its path below the path of the API
     */
    record LocatedAnswer(int status, String path, JsonNode body) implements ManagementAnswer {}

    static ManagementAnswer ok(JsonNode body) {
        return new JsonAnswer(200, body);
    }
}
