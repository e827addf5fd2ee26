package dev.cairn.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
@Tag("failover")
class KeyValueServerTest {

    private static final int SILENCE_MILLIS = 200;
    /** For answers that come: the disk of a busy machine may take its time. */
    private static final int ANSWER_MILLIS = 30_000;

    @TempDir
    Path directory;

    @Test
    void redisKeepsWhatItSyncedOverAKill() throws IOException {
        try (KeyValueServer server = new RedisServer(directory, "appendonly yes", "appendfsync always")) {
            keepsOverAKill(server);
        }
    }

    @Test
    void valkeyKeepsWhatItSyncedOverAKill() throws IOException {
        try (KeyValueServer server = new ValkeyServer(directory, "appendonly yes", "appendfsync always")) {
            keepsOverAKill(server);
        }
    }

    private static void keepsOverAKill(KeyValueServer server) throws IOException {
        assertThat(ask(server, "SET a 1")).isEqualTo("+OK");
        server.kill();
        assertThatThrownBy(() -> ask(server, "GET a")).isInstanceOf(ConnectException.class);
        server.start();
        assertThat(ask(server, "GET a")).isEqualTo("$1");
        server.stop();
        server.start();
        assertThat(ask(server, "GET a")).isEqualTo("$1");
    }

    @Test
    void aPausedServerKeepsSilent() throws IOException {
        try (KeyValueServer server = new ValkeyServer(directory)) {
            server.pause();
            assertThatThrownBy(() -> ask(server, "PING", SILENCE_MILLIS)).isInstanceOf(SocketTimeoutException.class);
            server.resume();
            assertThat(ask(server, "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void aRestartWaitsForItsPort() throws IOException {
        try (KeyValueServer server = new ValkeyServer(directory);
                ServerSocket taken = killAndTakePort(server)) {
            CompletableFuture.delayedExecutor(SILENCE_MILLIS, TimeUnit.MILLISECONDS).execute(() -> close(taken));
            server.start();
            assertThat(ask(server, "PING")).isEqualTo("+PONG");
        }
    }

    private static ServerSocket killAndTakePort(KeyValueServer server) throws IOException {
        server.kill();
        return new ServerSocket(server.port(), 1, InetAddress.getLoopbackAddress());
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aServerThatDoesNotStartSaysWhy() {
        assertThatThrownBy(() -> new ValkeyServer(directory, "appendfsync sometimes")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("appendfsync");
    }

    /** Sends one command, and gives the first line of the answer. */
    private static String ask(KeyValueServer server, String command) throws IOException {
        return ask(server, command, ANSWER_MILLIS);
    }

    private static String ask(KeyValueServer server, String command, int withinMillis) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(withinMillis);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
        }
    }
}
