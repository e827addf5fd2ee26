package dev.cairn.http;

import jakarta.ws.rs.core.Response.Status;

import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * Sets up what stands before the generated resources.
 */
@Recorder
public class HttpRecorder {

    private final RuntimeValue<VertxHttpConfig> config;

    public HttpRecorder(RuntimeValue<VertxHttpConfig> config) {
        this.config = config;
    }

    /**
     * Answers requests that state a body larger than {@code quarkus.http.limits.max-body-size} with problem details. Quarkus would
     * refuse them by itself, a little later and without a word.
     */
    public Handler<RoutingContext> refuseLargeBodies() {
        long limit = config.getValue().limits().maxBodySize().map(size -> size.asLongValue()).orElse(Long.MAX_VALUE);
        return routing -> {
            if (isMultiplexed(routing)) {
                // RFC 9113, section 8.2.2: there is no such header.
                routing.addHeadersEndHandler(written -> routing.response().headers().remove(HttpHeaders.CONNECTION));
            }
            if (statedLength(routing) > limit) {
                refuse(routing);
            } else {
                routing.next();
            }
        };
    }

    private static boolean isMultiplexed(RoutingContext routing) {
        return routing.request().version() == HttpVersion.HTTP_2;
    }

    private static void endInput(RoutingContext routing) {
        if (!isMultiplexed(routing)) {
            routing.request().connection().close();
        }
    }

    private static long statedLength(RoutingContext routing) {
        String length = routing.request().getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }

    private static void refuse(RoutingContext routing) {
        HttpServerResponse response = routing.response();
        response.setStatusCode(Status.REQUEST_ENTITY_TOO_LARGE.getStatusCode())
                .putHeader(HttpHeaders.CONTENT_TYPE, ProblemDetails.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                .endHandler(sent -> endInput(routing))
                .end(Buffer.buffer(RequestBody.tooLarge().text()));
    }
}
