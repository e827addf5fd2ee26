package dev.cairn.extension;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import dev.cairn.http.UploadMemoryBudget;
import dev.cairn.time.TimeSource;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;

/** Bodies of triggers take no more memory together than is allowed, and those that do not arrive end. */
@Timeout(60)
class UploadLimitTest {

    private static final int LIMIT = 100_000;
    /** Two of them do not fit. */
    private static final int LARGE = 60_000;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Echo.class, ShiftedTime.class))
            .overrideConfigKey("quarkus.cairn.http.max-upload-size", String.valueOf(LIMIT));

    @TestHTTPResource("/echo")
    URI echo;

    @Workflow(name = "echo")
    @HttpTrigger(path = "/echo")
    static class Echo {
        static Flow define() {
            return flow(set("echo", "."));
        }
    }

    /** A clock that the test sets forward. */
    static class ShiftedTime {
        static final AtomicLong SHIFT_MILLIS = new AtomicLong();

        @Produces
        @Singleton
        TimeSource time() {
            return new TimeSource() {
                @Override
                public long millis() {
                    return TimeSource.system().millis() + SHIFT_MILLIS.get();
                }

                @Override
                public long elapsedMillis() {
                    return TimeSource.system().elapsedMillis() + SHIFT_MILLIS.get();
                }

                @Override
                public long elapsedNanos() {
                    return TimeSource.system().elapsedNanos() + TimeUnit.MILLISECONDS.toNanos(SHIFT_MILLIS.get());
                }
            };
        }
    }

    @Inject
    UploadMemoryBudget uploads;

    /** Requests that are still open keep their room. */
    @AfterEach
    void waitForRoom() {
        await(bytes -> bytes == 0);
    }

    private void await(LongPredicate reserved) {
        while (!reserved.test(uploads.reservedBytes())) {
            assertThat(Thread.interrupted()).isFalse();
            Thread.onSpinWait();
        }
    }

    /** Quarkus REST matches paths without their matrix parameters; routes of Vert.x match paths with them. */
    @ParameterizedTest
    @ValueSource(strings = { "/echo", "/echo/", "/echo;a=b" })
    void refusesABodyBesideOneThatIsHalfSent(String path) throws IOException {
        try (Client half = new Client(path); Client other = new Client(path); Client honest = new Client("/echo")) {
            half.headers("Content-Length: " + LARGE).send("\"half");
            await(bytes -> bytes > LARGE / 2);
            other.headers("Content-Length: " + LARGE).send("\"");

            String refused = other.answer();
            assertThat(refused).startsWith("HTTP/1.1 503 ").contains("application/problem+json")
                    .containsIgnoringCase("retry-after: ");

            honest.headers("Content-Length: 7").send("\"small\"");
            assertThat(honest.answer()).startsWith("HTTP/1.1 200 ").endsWith("\"small\"");
        }
    }

    /** The client is still sending when it gets the answer; the connection goes on behind what it sends. */
    @Test
    void keepsTheConnectionOfABodyItRefuses() throws IOException {
        try (Client half = new Client("/echo"); Client other = new Client("/echo")) {
            half.headers("Content-Length: " + LARGE).send("\"half");
            await(bytes -> bytes > LARGE / 2);
            other.headers("Content-Length: " + LARGE).send("\"");
            assertThat(other.answer()).startsWith("HTTP/1.1 503 ");

            other.send("x".repeat(LARGE - 2) + '"').headers("Content-Length: 7").send("\"again\"");
            assertThat(other.answer()).startsWith("HTTP/1.1 200 ").endsWith("\"again\"");
        }
    }

    @Test
    void countsABodyWithoutALengthAsItArrives() throws IOException {
        try (Client half = new Client("/echo"); Client other = new Client("/echo")) {
            half.headers("Content-Length: " + LARGE).send("\"half");
            await(bytes -> bytes > LARGE / 2);
            other.headers("Transfer-Encoding: chunked").chunk("\"" + "x".repeat(10_000)).chunk("x".repeat(LARGE));

            assertThat(other.answer()).startsWith("HTTP/1.1 503 ").containsIgnoringCase("retry-after: ");
        }
        try (Client alone = new Client("/echo")) {
            alone.headers("Transfer-Encoding: chunked").chunk("\"" + "x".repeat(10_000)).chunk("x\"").chunk("");
            assertThat(alone.answer()).startsWith("HTTP/1.1 200 ");
        }
    }

    /** It could never be sent otherwise. */
    @Test
    void takesABodyThatIsLargerThanAllowedWhenItIsAlone() throws IOException {
        assertThat(status(LIMIT + 50_000)).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = { "Content-Length: " + LARGE, "Transfer-Encoding: chunked" })
    void endsABodyThatDoesNotArrive(String length) throws IOException {
        try (Client half = new Client("/echo")) {
            half.headers(length).chunk("\"" + "x".repeat(LARGE - 100));
            await(bytes -> bytes > LARGE / 2);
            ShiftedTime.SHIFT_MILLIS.addAndGet(TimeUnit.MINUTES.toMillis(2));

            assertThat(half.answer()).startsWith("HTTP/1.1 408 ").contains("application/problem+json");
            assertThat(half.isAtEnd()).isTrue();
        }
    }

    /** Clients that state large bodies and send nothing would keep all others out. */
    @ParameterizedTest
    @ValueSource(ints = { 90_000, 200_000 })
    void largeBodiesLeaveRoomForSmallOnes(int large) throws IOException {
        try (Client first = new Client("/echo"); Client second = new Client("/echo"); Client small = new Client("/echo")) {
            first.headers("Content-Length: " + large);
            await(bytes -> bytes == large);
            second.headers("Content-Length: " + (LIMIT - 20_000));
            assertThat(second.answer()).startsWith("HTTP/1.1 503 ");

            small.headers("Content-Length: 20000").send('"' + "x".repeat(19_998) + '"');
            assertThat(small.answer()).startsWith("HTTP/1.1 200 ");
        }
    }

    /** The body is dropped as it comes, and the dropping has an end, too. */
    @ParameterizedTest
    @ValueSource(strings = { "Content-Length: " + LARGE, "Transfer-Encoding: chunked" })
    void endsABodyThatWasRefusedAndDoesNotArrive(String length) throws IOException {
        try (Client half = new Client("/echo"); Client refused = new Client("/echo")) {
            half.headers("Content-Length: " + LARGE).send("\"half");
            await(bytes -> bytes > LARGE / 2);
            refused.headers(length).chunk("\"" + "x".repeat(LARGE - 100));
            assertThat(refused.answer()).startsWith("HTTP/1.1 503 ");
            ShiftedTime.SHIFT_MILLIS.addAndGet(TimeUnit.MINUTES.toMillis(2));

            assertThat(refused.isAtEnd()).isTrue();
        }
    }

    @Test
    void endsABodyThatWasRefusedAndHasNoEnd() throws IOException {
        try (Client half = new Client("/echo"); Client refused = new Client("/echo")) {
            half.headers("Content-Length: " + LARGE).send("\"half");
            await(bytes -> bytes > LARGE / 2);
            refused.headers("Transfer-Encoding: chunked").chunk("\"" + "x".repeat(LARGE));
            assertThat(refused.answer()).startsWith("HTTP/1.1 503 ");

            assertThatIOException().isThrownBy(() -> {
                for (long sent = 0; sent < 100L << 20; sent += LARGE) {
                    refused.chunk("x".repeat(LARGE));
                }
            });
        }
    }

    private int status(int length) throws IOException {
        try (Client client = new Client("/echo")) {
            client.headers("Content-Length: " + length).send('"' + "x".repeat(length - 2) + '"');
            return Integer.parseInt(client.answer().substring("HTTP/1.1 ".length()).substring(0, 3));
        }
    }

    /** A client that sends what it is told to. */
    private final class Client implements AutoCloseable {
        private final String path;
        private final Socket socket = new Socket(echo.getHost(), echo.getPort());
        private final InputStream in = new BufferedInputStream(socket.getInputStream());

        Client(String path) throws IOException {
            this.path = path;
            socket.setSoTimeout(30_000);
        }

        Client headers(String length) throws IOException {
            return send("POST " + path + " HTTP/1.1\r\nHost: " + echo.getAuthority()
                    + "\r\nContent-Type: application/json\r\n" + length + "\r\n\r\n");
        }

        Client chunk(String text) throws IOException {
            return send(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
        }

        Client send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return this;
        }

        /** One answer, with headers and body. */
        String answer() throws IOException {
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\n") < 0) {
                answer.append((char) next());
            }
            String headers = answer.toString().toLowerCase(Locale.ROOT);
            int at = headers.indexOf("content-length: ") + "content-length: ".length();
            int length = Integer.parseInt(headers.substring(at, headers.indexOf('\r', at)));
            for (int i = 0; i < length; i++) {
                answer.append((char) next());
            }
            return answer.toString();
        }

        private int next() throws IOException {
            int next = in.read();
            if (next < 0) {
                throw new IOException("The server has closed the connection");
            }
            return next;
        }

        boolean isAtEnd() throws IOException {
            return in.read() < 0;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
