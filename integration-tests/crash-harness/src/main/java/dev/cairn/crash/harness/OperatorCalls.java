package dev.cairn.crash.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Gives commands to instances of an application under test, with an origin. */
public final class OperatorCalls {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int UNAVAILABLE = 503;
    private static final int ATTEMPTS = 60;
    private static final long PAUSE_MILLIS = 500;

    private final HttpClient client = HttpClient.newHttpClient();

    /** Starts an instance that waits for events; gives its id once that is durable. While the node refuses starts it is asked again. */
    public String start(URI node, String principal) throws IOException, InterruptedException {
        return start(node, principal, "hears");
    }

    /** The same for an instance of a certain workflow. */
    public String start(URI node, String principal, String workflow) throws IOException, InterruptedException {
        HttpResponse<String> answer = null;
        for (int attempt = 0; attempt < ATTEMPTS && (answer == null || answer.statusCode() == UNAVAILABLE); attempt++) {
            pause(attempt);
            answer = client.send(
                    request(node, "/operator/start?principal=" + principal + "&workflow=" + workflow)
                            .POST(BodyPublishers.noBody()).build(),
                    BodyHandlers.ofString());
        }
        return answer(answer);
    }

    /** Asks an instance for something, and again if that was not acknowledged, which changes nothing; true if it was. */
    public boolean askUntilDone(URI node, String id, String command, String principal) {
        boolean done = false;
        for (int attempt = 0; attempt < ATTEMPTS && !done; attempt++) {
            pause(attempt);
            done = ask(node, id, command, principal).join();
        }
        return done;
    }

    private static void pause(int attempt) {
        if (attempt > 0) {
            new CompletableFuture<Void>().completeOnTimeout(null, PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
        }
    }

    /** Asks an instance for something; completes with true if that was acknowledged, with false if not. */
    public CompletableFuture<Boolean> ask(URI node, String id, String command, String principal) {
        return client.sendAsync(request(node, "/operator/" + id + "/" + command + "?principal=" + principal)
                .POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString())
                .handle((answer, failure) -> failure == null && answer.statusCode() < 300);
    }

    /** The commands in the journal of an instance, as a JSON array of kinds and principals. */
    public String commands(URI node, String id) throws IOException, InterruptedException {
        return answer(client.send(request(node, "/operator/" + id).GET().build(), BodyHandlers.ofString()));
    }

    /** The phase of an instance. */
    public String phase(URI node, String id) {
        return client.sendAsync(request(node, "/operator/" + id + "/phase").GET().build(), BodyHandlers.ofString()).join()
                .body();
    }

    /** Publishes the first event for the instance of a principal; completes with true if that was acknowledged, with false if not. */
    public CompletableFuture<Boolean> publish(URI node, String principal) {
        return publish(node, principal, 1);
    }

    /** The same for an event with a number, from 1. */
    public CompletableFuture<Boolean> publish(URI node, String principal, int number) {
        return client.sendAsync(request(node, "/words").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"start\":\"" + principal + "\",\"number\":" + number + "}")).build(),
                BodyHandlers.ofString()).handle((answer, failure) -> failure == null && answer.statusCode() < 300);
    }

    private static HttpRequest.Builder request(URI node, String path) {
        return HttpRequest.newBuilder(node.resolve(path)).timeout(PATIENCE);
    }

    private static String answer(HttpResponse<String> answer) {
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
