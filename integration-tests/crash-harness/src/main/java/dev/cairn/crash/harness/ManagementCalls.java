package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonCodec;

/** A client of the management API of a node under test. */
final class ManagementCalls {

    private static final String API = "/q/cairn/api/v1";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Fails unless the answer has the status 200. */
    JsonNode get(URI node, String path) {
        return answer(request(node, path).GET(), 200);
    }

    /** Fails unless the answer has this status. */
    JsonNode get(URI node, String path, int status) {
        return answer(request(node, path).GET(), status);
    }

    /** Fails unless the answer has this status. */
    JsonNode post(URI node, String path, String body, int status) {
        return answer(request(node, path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)),
                status);
    }

    /** Fails unless the answer has the status 200. */
    JsonNode delete(URI node, String path) {
        return answer(request(node, path).DELETE(), 200);
    }

    private static HttpRequest.Builder request(URI node, String path) {
        return HttpRequest.newBuilder(node.resolve(API + path)).timeout(PATIENCE);
    }

    private JsonNode answer(HttpRequest.Builder request, int status) {
        HttpRequest built = request.build();
        try {
            HttpResponse<String> answer = client.send(built, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as("%s %s: %s", built.method(), built.uri(), answer.body()).isEqualTo(status);
            return JsonCodec.read(answer.body().getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
