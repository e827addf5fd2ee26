package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;

/** Commands share the room for bodies, and each has to arrive in time. */
class CommandUploadTest {

    private static final String PATH = "/q/cairn/api/v1/workflows/echo/instances";
    /** Two of them do not fit. */
    private static final int LARGE = 70_000;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Echo.class))
            .overrideConfigKey("quarkus.cairn.http.max-upload-size", "100000")
            .overrideConfigKey("quarkus.cairn.http.body-timeout", "2s");

    @TestHTTPResource(PATH)
    URI starts;

    @Workflow(name = "echo")
    static class Echo {
        static Flow define() {
            return flow(set("echo", "."));
        }
    }

    @Test
    void aBodyThatDribblesIsEndedAndLeavesRoomForOthers() throws IOException {
        try (Socket slow = open("Content-Length: " + LARGE); Socket other = open("Content-Length: " + (LARGE - 1))) {
            // The first body takes the room.
            String first = answer(slow);
            String second = answer(other);
            assertThat(first + second).contains("HTTP/1.1 503 ", "HTTP/1.1 408 ", "application/problem+json");
        }
        String body = "{\"input\":{\"text\":\"" + "x".repeat(LARGE) + "\"}}";
        try (Socket honest = open("Connection: close\r\nContent-Length: " + body.length())) {
            honest.getOutputStream().write(body.substring(1).getBytes(UTF_8));
            assertThat(answer(honest)).startsWith("HTTP/1.1 201 ");
        }
    }

    @Test
    void theRestOfARefusedBodyHasToArriveAsWell() throws IOException {
        try (Socket refused = open("Content-Length: 2000000")) {
            assertThat(answer(refused)).startsWith("HTTP/1.1 413 ");
        }
    }

    /** This API refuses the smaller body, Quarkus the larger one. */
    @Test
    void aRefusedBodyThatNeverComesKeepsNoConnectionOpen() throws IOException {
        for (long bytes : new long[] { 2_000_000, 20_000_000 }) {
            for (String connection : new String[] { "", "Connection: close\r\n" }) {
                try (Socket refused = open(connection + "Content-Length: " + bytes)) {
                    assertThat(answer(refused)).as("%d bytes, %s", bytes, connection).startsWith("HTTP/1.1 413 ")
                            .contains("application/problem+json", "\"status\":413");
                }
            }
        }
    }

    @Test
    void aClientThatWaitsForContinueIsToldTo() throws IOException {
        String invitation = "HTTP/1.1 100 Continue\r\n\r\n";
        try (Socket polite = head("Connection: close\r\nExpect: 100-continue\r\nContent-Length: 2")) {
            assertThat(new String(polite.getInputStream().readNBytes(invitation.length()), UTF_8)).isEqualTo(invitation);
            polite.getOutputStream().write("{}".getBytes(UTF_8));
            assertThat(answer(polite)).startsWith("HTTP/1.1 201 ");
        }
        try (Socket refused = head("Expect: 100-continue\r\nContent-Length: 2000000")) {
            assertThat(answer(refused)).startsWith("HTTP/1.1 413 ");
        }
    }

    /** The beginning of a start. */
    private Socket open(String headers) throws IOException {
        Socket socket = head(headers);
        socket.getOutputStream().write('{');
        return socket;
    }

    /** A start without its body. */
    private Socket head(String headers) throws IOException {
        Socket socket = new Socket(starts.getHost(), starts.getPort());
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(("POST " + PATH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + headers + "\r\n\r\n").getBytes(UTF_8));
        return socket;
    }

    /** All until the connection ends. */
    private static String answer(Socket socket) throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        socket.getInputStream().transferTo(received);
        return received.toString(UTF_8);
    }
}
