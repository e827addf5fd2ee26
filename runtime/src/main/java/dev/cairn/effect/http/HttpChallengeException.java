package dev.cairn.effect.http;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;

/** An answer of status 401 to a request that can be made again with other credentials. */
final class HttpChallengeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient BufferedHttpResponse answer;
    private final transient HttpOutcomeReader reader;

    HttpChallengeException(BufferedHttpResponse answer, HttpOutcomeReader reader) {
        super("401", null, false, false);
        this.answer = answer;
        this.reader = reader;
    }

    /** The challenges of the answer: the values of {@code WWW-Authenticate}. */
    List<String> challenges() {
        return answer.headers().getAll("www-authenticate");
    }

    /** The outcome of the call if the request is not made again: an error with the status 401. */
    Uni<JsonNode> outcome() {
        return reader.outcome(answer);
    }
}
