package dev.cairn.console;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.testkit.crash.ChildJvm;

/** The packaged application, in a JVM of its own. It can be killed and started again, at the same port. */
final class ConsoleApplication implements AutoCloseable {

    /** May do everything. */
    static final String OPERATOR = "olga";
    /** May see, but neither payloads nor commands. */
    static final String VIEWER = "vera";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path directory;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();
    private ChildJvm jvm;
    private URI address;

    /** @param directory for its store and its log */
    ConsoleApplication(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        this.port = freePort();
        start();
    }

    void start() throws InterruptedException {
        jvm = ChildJvm.start(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "-Dquarkus.http.port=" + port,
                "-Dquarkus.cairn.file.path=" + directory.resolve("store"),
                "-jar", Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString()),
                directory.resolve("log"));
        address = jvm.awaitReady(PATIENCE);
    }

    void kill() {
        jvm.kill();
    }

    /** The origin, without a slash at its end. */
    String origin() {
        return "http://" + address.getAuthority();
    }

    /** The console. */
    String console() {
        return origin() + "/q/cairn/";
    }

    /** The password of a user. */
    static String password(String user) {
        return user.substring(0, 1);
    }

    /** Starts an instance, and gives its id. */
    String run(String workflow, String input) throws IOException, InterruptedException {
        return post("workflows/" + workflow + "/instances", "{\"input\": " + input + "}").path("instance").textValue();
    }

    /** Gives a command to the management API, as the operator. */
    JsonNode post(String path, String body) throws IOException, InterruptedException {
        return send(path, request -> request.POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Asks the management API, as the operator. */
    JsonNode get(String path) throws IOException, InterruptedException {
        return send(path, HttpRequest.Builder::GET);
    }

    private JsonNode send(String path, UnaryOperator<HttpRequest.Builder> method) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin() + "/q/cairn/api/v1/" + path))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString((OPERATOR + ":o").getBytes()))
                .header("Content-Type", "application/json");
        HttpResponse<byte[]> response = http.send(method.apply(request).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(path + " answers " + response.statusCode() + ": " + new String(response.body()));
        }
        return MAPPER.readTree(response.body());
    }

    @Override
    public void close() {
        jvm.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
