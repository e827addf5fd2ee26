package dev.cairn.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyProxyTest {

    private static final int PATIENCE_SECONDS = 30;

    private final List<String> handled = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private FaultyProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        daemon(this::serve);
        proxy = FaultyProxy.to(server.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    /** Answers each line with itself. */
    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                daemon(() -> answer(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** A thread of its own: the common pool may have only one, and what is done here waits. */
    private static void daemon(Runnable action) {
        Thread thread = new Thread(action);
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(Socket client) {
        try (client; Client lines = new Client(client)) {
            for (String line = lines.read(); line != null; line = lines.read()) {
                handled.add(line);
                lines.send(line);
            }
        } catch (IOException cut) {
            handled.add("cut");
        }
    }

    private Client connect() throws IOException {
        return new Client(new Socket(InetAddress.getLoopbackAddress(), proxy.port()));
    }

    @Test
    void itPassesOn() throws IOException {
        try (Client client = connect()) {
            assertThat(client.ask("one")).isEqualTo("one");
            assertThat(client.ask("two")).isEqualTo("two");
        }
    }

    @Test
    void itCuts() throws IOException {
        try (Client client = connect()) {
            client.ask("one");
            proxy.cut();
            assertThat(client.ask("two")).isNull();
        }
        try (Client later = connect()) {
            assertThat(later.ask("three")).isEqualTo("three");
        }
        assertThat(handled).contains("one", "three").doesNotContain("two");
    }

    @Test
    void itRefusesUntilItServes() throws IOException {
        proxy.refuse();
        try (Client client = connect()) {
            assertThat(client.ask("one")).isNull();
        }
        proxy.serve();
        try (Client client = connect()) {
            assertThat(client.ask("two")).isEqualTo("two");
        }
        assertThat(handled).doesNotContain("one");
    }

    @Test
    void itLosesTheReplyToWhatTheServerHasDone() throws Exception {
        CompletableFuture<Void> lost = proxy.loseReply(request -> request.startsWith("set"), 2);
        try (Client client = connect()) {
            assertThat(client.ask("set 1")).isEqualTo("set 1");
            assertThat(client.ask("get")).isEqualTo("get");
            assertThat(lost).isNotDone();
            assertThat(client.ask("set 2")).isNull();
            lost.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(handled).contains("set 1", "get", "set 2");
        }
        try (Client later = connect()) {
            assertThat(later.ask("set 3")).isEqualTo("set 3");
        }
    }

    @Test
    void itLosesAnotherReplyIfTheConnectionEndsBeforeTheFirst() throws Exception {
        CompletableFuture<Void> lost = proxy.loseReply(request -> request.startsWith("set"), 1);
        try (Client client = connect();
                Client other = new Client(new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()))) {
            client.ask("one");
            proxy.silence();
            client.send("set 1");
            while (!handled.contains("set 1")) {
                other.ask("is it there?");
            }
            proxy.cut();
            proxy.serve();
            assertThat(client.read()).isNull();
        }
        assertThat(lost).isNotDone();
        try (Client later = connect()) {
            assertThat(later.ask("set 2")).isNull();
            lost.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        try (Client last = connect()) {
            assertThat(last.ask("set 3")).isEqualTo("set 3");
        }
    }

    @Test
    void itHoldsBackWhatTheServerSays() throws Exception {
        try (Client client = connect()) {
            client.ask("one");
            proxy.silence();
            client.send("two");
            CompletableFuture<String> answer = new CompletableFuture<>();
            daemon(() -> answer.complete(client.read()));
            // The server has it, on another connection, which is not silent.
            try (Client other = new Client(new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()))) {
                while (!handled.contains("two")) {
                    other.ask("is it there?");
                }
            }
            assertThat(answer).isNotDone();
            proxy.serve();
            assertThat(answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("two");
        }
    }

    @Test
    void itStrandsTheConnectionsThereAre() throws Exception {
        try (Client client = connect()) {
            client.ask("one");
            proxy.strand();
            client.send("two");
            CompletableFuture<String> answer = new CompletableFuture<>();
            daemon(() -> answer.complete(client.read()));
            try (Client last = connect()) {
                while (!handled.contains("two")) {
                    assertThat(last.ask("three")).isEqualTo("three");
                }
            }
            assertThat(answer).isNotDone();
        }
    }

    @Test
    void itLeadsLaterConnectionsElsewhere() throws Exception {
        try (Client client = connect(); ServerSocket other = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            client.ask("one");
            proxy.lead(other.getLocalPort());
            try (Client later = connect(); Socket accepted = other.accept()) {
                later.send("two");
                assertThat(new Client(accepted).read()).isEqualTo("two");
            }
            assertThat(client.ask("three")).isEqualTo("three");
        }
    }

    /** Lines over a connection; a connection that was cut has no more. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;
        private final PrintStream out;

        Client(Socket socket) throws IOException {
            this.socket = socket;
            in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            out = new PrintStream(socket.getOutputStream(), true);
        }

        String ask(String line) {
            send(line);
            return read();
        }

        void send(String line) {
            // In one go, so that it is one request.
            byte[] bytes = (line + "\n").getBytes();
            out.write(bytes, 0, bytes.length);
            out.flush();
        }

        String read() {
            try {
                return in.readLine();
            } catch (IOException cut) {
                return null;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
