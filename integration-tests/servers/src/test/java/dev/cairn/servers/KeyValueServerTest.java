package dev.cairn.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyValueServerTest {

    private static final int SILENCE_MILLIS = 200;

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
            assertThatThrownBy(() -> ask(server, "PING")).isInstanceOf(SocketTimeoutException.class);
            server.resume();
            assertThat(ask(server, "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void aServerThatDoesNotStartSaysWhy() {
        assertThatThrownBy(() -> new ValkeyServer(directory, "appendfsync sometimes")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("appendfsync");
    }

    /** Sends one command, and gives the first line of the answer. */
    private static String ask(KeyValueServer server, String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(SILENCE_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
        }
    }
}
