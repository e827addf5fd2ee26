package dev.cairn.spi.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;

/** Answers come in parts, whose number and pace the server chooses. */
class OutboundHttpAnswerTest {

    private static final int MAX_BYTES = 10;

    @ParameterizedTest
    @CsvSource({ "199,false", "200,true", "299,true", "300,false" })
    void tellsSuccessFromRefusal(int status, boolean success) {
        assertThat(new OutboundHttpAnswer(status, Map.of(), Multi.createFrom().empty()).isSuccess()).isEqualTo(success);
    }

    @ParameterizedTest
    @CsvSource({ "text/event-stream,true", "Text/Event-Stream; charset=utf-8,true", "application/json,false" })
    void tellsEventsFromOneMessage(String type, boolean events) {
        assertThat(new OutboundHttpAnswer(200, Map.of("content-type", type), Multi.createFrom().empty()).isEventStream())
                .isEqualTo(events);
    }

    @Test
    void quotesTheBeginning() {
        assertThat(excerpt("no such ", "field")).isEqualTo("no such field");
        assertThat(excerpt()).isEmpty();
        // One word goes on for longer than an error can be.
        assertThat(excerpt("x".repeat(20_000), "y")).isEqualTo("x".repeat(20_000));
    }

    /** Blanks take no place in an error: the end of the excerpt may be in there. */
    @Test
    void quotesNoPartOfASecret() {
        assertThat(excerpt("Wrong token:" + " ".repeat(17_000) + "sec", "ret")).isEqualTo("Wrong token:" + " ".repeat(17_000));
        assertThat(excerpt("Wrong token: " + "s".repeat(8_000), "ecret", " ".repeat(10_000))).contains("secret");
    }

    private static String excerpt(String... parts) {
        return answer(parts).excerpt().await().indefinitely();
    }

    private static OutboundHttpAnswer answer(String... parts) {
        return new OutboundHttpAnswer(403, Map.of(), Multi.createFrom()
                .items(Arrays.stream(parts).map(part -> part.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void readsNoMoreThanAllowed() {
        assertThat(answer("12345", "67890").body(MAX_BYTES, IllegalStateException::new).await().indefinitely())
                .asString(StandardCharsets.UTF_8).isEqualTo("1234567890");
        AssertSubscriber<byte[]> reader = answer("12345", "67890", "1").bounded(MAX_BYTES, IllegalStateException::new)
                .subscribe().withSubscriber(AssertSubscriber.create(Long.MAX_VALUE));
        reader.assertFailedWith(IllegalStateException.class);
        assertThat(reader.getItems()).hasSize(2);
    }

    /** Otherwise a fast server fills the memory while a message is being read. */
    @Test
    void countsPartsThatWaitForASlowReader() {
        AtomicInteger ended = new AtomicInteger();
        Multi<byte[]> content = Multi.createFrom().emitter(emitter -> {
            emitter.onTermination(ended::incrementAndGet);
            List.of("1", "2345", "678901").forEach(part -> emitter.emit(part.getBytes(StandardCharsets.UTF_8)));
        });
        AssertSubscriber<byte[]> reader = new OutboundHttpAnswer(200, Map.of(), content)
                .bounded(MAX_BYTES, IllegalStateException::new).subscribe().withSubscriber(AssertSubscriber.create(1));

        reader.assertFailedWith(IllegalStateException.class);
        assertThat(reader.getItems()).hasSize(1);
        assertThat(ended).hasValue(1);
    }
}
