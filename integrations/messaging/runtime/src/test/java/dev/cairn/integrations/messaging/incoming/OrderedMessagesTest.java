package dev.cairn.integrations.messaging.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

class OrderedMessagesTest {

    private final OrderedMessages ordered = new OrderedMessages();

    @Test
    void messagesOfOneKeyComeOneAfterAnother() {
        ReceivedMessage first = message("a");
        ReceivedMessage second = message("a");
        ReceivedMessage third = message("a");
        ReceivedMessage other = message("b");

        assertThat(ordered.isNext(first)).isTrue();
        assertThat(ordered.isNext(second)).isFalse();
        assertThat(ordered.isNext(third)).isFalse();
        assertThat(ordered.isNext(other)).isTrue();

        assertThat(ordered.after(first)).isSameAs(second);
        assertThat(ordered.after(other)).isNull();
        assertThat(ordered.after(second)).isSameAs(third);
        assertThat(ordered.after(third)).isNull();
        assertThat(ordered.isNext(message("a"))).isTrue();
    }

    @Test
    void messagesWithoutAKeyDoNotWait() {
        assertThat(ordered.isNext(message(null))).isTrue();
        assertThat(ordered.isNext(message(null))).isTrue();
        assertThat(ordered.after(message(null))).isNull();
    }

    private static ReceivedMessage message(String key) {
        return new ReceivedMessage(Message.of("payload"), 7, null, key);
    }
}
