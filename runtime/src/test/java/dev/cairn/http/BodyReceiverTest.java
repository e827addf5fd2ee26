package dev.cairn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.concurrent.Promise;

/** A body of which a part is lost because the memory does not suffice is no bad input: it is not read at all. */
class BodyReceiverTest {

    private final List<Throwable> failures = new ArrayList<>();
    private final List<byte[]> bodies = new ArrayList<>();

    private JsonBodyReader.Receiver receiver(ByteArrayOutputStream received) {
        Promise<byte[]> body = new Promise<>();
        body.listen((bytes, failure) -> {
            if (failure == null) {
                bodies.add(bytes);
            } else {
                failures.add(failure);
            }
        });
        return new JsonBodyReader.Receiver(null, 1_000, () -> false, null, body, received);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void failsWhenAPartIsLost() {
        OutOfMemoryError memory = new OutOfMemoryError("planted");
        JsonBodyReader.Receiver receiver = receiver(new ByteArrayOutputStream() {
            @Override
            public void writeBytes(byte[] bytes) {
                if (size() == 6) {
                    throw memory;
                }
                super.writeBytes(bytes);
            }
        });

        for (String part : List.of("{\"a\": ", "1, \"b\"", ": 2}")) {
            receiver.data(bytes(part));
        }
        receiver.done();

        assertThat(bodies).isEmpty();
        assertThat(failures).containsExactly(memory);
    }

    @Test
    void failsWhenTheWholeDoesNotFit() {
        OutOfMemoryError memory = new OutOfMemoryError("planted");
        JsonBodyReader.Receiver receiver = receiver(new ByteArrayOutputStream() {
            @Override
            public synchronized byte[] toByteArray() {
                throw memory;
            }
        });

        receiver.data(bytes("{}"));
        receiver.done();

        assertThat(failures).containsExactly(memory);
    }

    @Test
    void isAnsweredWithTheAdviceToTryAgain() {
        assertThat(HttpProblemMapper.response("orders", new OutOfMemoryError("planted")).getStatus()).isEqualTo(503);
        assertThat(
                HttpProblemMapper.response("orders", new IllegalStateException(new OutOfMemoryError("planted"))).getHeaders())
                .containsKey("Retry-After");
        assertThat(HttpProblemMapper.response("orders", new StackOverflowError("planted")).getStatus()).isEqualTo(500);
    }
}
