package dev.cairn.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.management.EventStream.Event;
import io.quarkus.test.QuarkusProdModeTest;

/** An application that stops ends streams at once, and its next life says that changes were missed. */
class RestartedStreamTest {

    private static final int PORT = freePort();
    private static final Path STORE = Path.of("target", "restarted-stream").toAbsolutePath();

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: short, version: 1.0.0}
                    do: [{set: {set: {n: 1}}}]
                    """), "workflows/short.yaml"))
            .setApplicationName("restarted-stream")
            .setRun(true)
            .overrideConfigKey("quarkus.cairn.management.enabled", "true")
            .overrideConfigKey("quarkus.cairn.management.permit-all", "true")
            .setRuntimeProperties(Map.of("quarkus.http.port", String.valueOf(PORT), "quarkus.cairn.file.path", STORE.toString(),
                    // It waits for requests that are under way, and a stream is one.
                    "quarkus.shutdown.timeout", "1H"));

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aStreamEndsWithAWordAndTheNextOneBeginsWithOne() {
        URI changes = URI.create("http://localhost:" + PORT + "/q/cairn/api/v1/changes");
        String lastId;
        try (EventStream stream = EventStream.open(changes)) {
            APPLICATION.stop();
            Event last = stream.next();
            assertThat(last.name()).isEqualTo("closed");
            assertThat(last.text("reason")).isEqualTo("stopping");
            assertThat(stream.next()).isNull();
            lastId = stream.lastId();
        }
        APPLICATION.start();
        try (EventStream stream = EventStream.open(changes, "Last-Event-ID", lastId)) {
            Event first = stream.next();
            assertThat(first.name()).isEqualTo("reset");
            assertThat(first.text("reason")).isEqualTo("missed");
            assertThat(stream.lastId()).isNotEqualTo(lastId);
        }
    }
}
