package dev.cairn.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.value.JsonPayload;

/** Events that wait are bounded in bytes and in number, and a refused publisher may try again. */
class PublicationLimitTest {

    private final List<Promise<String>> waiting = new ArrayList<>();

    private Promise<String> hold(PublicationLimit limit, int size) {
        JsonPayload event = JsonPayload.of(JsonNodeFactory.instance.objectNode().put("data", "x".repeat(size)));
        return limit.hold(event, () -> {
            Promise<String> delivery = new Promise<>();
            waiting.add(delivery);
            return delivery;
        });
    }

    @Test
    void thereIsRoomAgainWhenADeliveryEnds() {
        PublicationLimit limit = new PublicationLimit(1_000);
        assertThat(hold(limit, 500).settled()).isFalse();

        List<Throwable> failures = new ArrayList<>();
        hold(limit, 500).listen((item, failure) -> failures.add(failure));
        assertThat(failures).singleElement().isInstanceOfSatisfying(CairnException.class, failure -> {
            assertThat(failure.reason()).isEqualTo(Reason.OVERLOADED);
            assertThat(failure).hasMessageStartingWith("CAIRN-0839");
        });
        assertThat(waiting).hasSize(1);

        waiting.get(0).fail(new IllegalStateException("planted"));
        assertThat(hold(limit, 5_000).settled()).as("larger than the bound, and alone").isFalse();
        assertThat(hold(limit, 1).settled()).isTrue();
    }

    @Test
    void manySmallEventsAreTooManyAsWell() {
        PublicationLimit limit = new PublicationLimit(1 << 30);
        IntStream.range(0, 10_000).forEach(i -> hold(limit, 1));
        assertThat(hold(limit, 1).settled()).isTrue();
        assertThat(waiting).hasSize(10_000);
    }
}
