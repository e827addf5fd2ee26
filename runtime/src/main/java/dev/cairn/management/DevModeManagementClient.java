package dev.cairn.management;

import java.nio.charset.StandardCharsets;
import java.util.List;

import jakarta.inject.Singleton;

import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.request.InProcessViewerSink;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.LiveAnswer;
import dev.cairn.management.request.ServerSentEventSink;
import dev.cairn.spi.ManagementClient.Reply;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.vertx.core.Vertx;

/**
 * The operations of the management API without HTTP, for the developer who runs the application in dev mode. Everything is permitted, so
 * this is a bean in dev mode only. Thread-safe; nothing blocks.
 */
@Singleton
public final class DevModeManagementClient {

    private final InProcessRequests requests;
    private final Vertx vertx;

    /** @throws IllegalStateException in production */
    DevModeManagementClient(InProcessRequests requests, Vertx vertx) {
        if (LaunchMode.current() == LaunchMode.NORMAL) {
            throw new IllegalStateException("Nobody is the developer of an application in production");
        }
        this.requests = requests;
        this.vertx = vertx;
    }

    /**
     * Answers a request. It never fails: a problem is an answer.
     *
     * @param method of HTTP
     * @param path below that of the API, with a slash at its beginning; its segments are encoded
     * @param query encoded, without the question mark; null or empty if there is none
     * @param body JSON, or null for an empty object
     */
    public Uni<Reply> request(String method, String path, String query, String body) {
        return requests.reply(CallerAccess.ofDeveloper(), method, path, query, body);
    }

    /**
     * Shows changes as they happen: parts of an event stream, each some whole blocks as {@code GET /changes} sends them. It ends after a
     * minute: the caller goes on with the last id that it has seen. So nothing stays behind of a page whose connection is lost.
     *
     * @param query as that of {@code GET /changes}
     * @param lastEventId the last id that the caller has seen; null or empty if there is none
     */
    public Multi<String> changes(String query, String lastEventId) {
        List<String> seen = lastEventId == null || lastEventId.isEmpty() ? List.of() : List.of(lastEventId);
        return Multi.createFrom().emitter(
                emitter -> requests.answer(CallerAccess.ofDeveloper(), "GET", "/changes", query, null, seen).subscribe()
                        .with(answer -> begin(answer, emitter)));
    }

    private void begin(ManagementAnswer answer, MultiEmitter<? super String> emitter) {
        if (!(answer instanceof LiveAnswer live)) {
            emitter.fail(new IllegalArgumentException(InProcessRequests.encoded(answer).body()));
        } else if (!InProcessViewerSink.begin(live, emitter, vertx.getOrCreateContext())) {
            emitter.fail(new IllegalStateException(new String(ServerSentEventSink.refusal().text(), StandardCharsets.UTF_8)));
        }
    }
}
