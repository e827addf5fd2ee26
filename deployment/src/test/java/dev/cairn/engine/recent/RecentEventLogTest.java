package dev.cairn.engine.recent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.testkit.ManualTime;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/** The last events are remembered, of a bounded size. */
class RecentEventLogTest {

    private final ManualTime time = new ManualTime(1_700_000_000_000L);
    private final RecentEventLog events = new RecentEventLog(time);

    private static JsonPayload event(String id, String type, String data) {
        return JsonPayload
                .of(JsonCodec.read("{\"id\":\"" + id + "\",\"source\":\"/shop\",\"type\":\"" + type + "\",\"data\":\"" + data
                        + "\"}"));
    }

    @Test
    void theLatestAreKept() {
        for (int i = 0; i <= RecentEventLog.MAX_EVENTS; i++) {
            events.eventOffered(event("e" + i, "paid", "x"), false);
        }
        assertThat(events.all()).hasSize(RecentEventLog.MAX_EVENTS).extracting(event -> event.attributes().path("id").asText())
                .startsWith("e200", "e199").endsWith("e2", "e1");
    }

    @Test
    void oneThatComesAgainIsTheLatest() {
        events.eventOffered(event("a", "paid", "x"), true);
        events.eventOffered(event("b", "paid", "x"), true);
        time.advance(1_000);
        events.eventOffered(event("a", "paid", "x"), true);
        List<RecentEventView> all = events.all();
        assertThat(all).extracting(event -> event.attributes().path("id").asText()).containsExactly("a", "b");
        assertThat(all.get(0).at()).isAfter(all.get(1).at());
    }

    @Test
    void anotherEventWithTheSameIdHasItsOwnData() {
        events.eventOffered(event("a", "paid", "secret"), true);
        events.eventOffered(event("a", "paid", "mine"), true);
        events.eventOffered(event("a", "refunded", "mine"), true);
        assertThat(events.all()).hasSize(1).allSatisfy(event -> {
            assertThat(event.data().asText()).isEqualTo("mine");
            assertThat(event.attributes().path("type").asText()).isEqualTo("refunded");
        });
    }

    @Test
    void longIdsAreKeptAsFarAsTheyAreShown() {
        String id = "i".repeat(RecentEventEntry.MAX_CHARACTERS);
        events.eventOffered(event(id + "1", "paid", "x"), true);
        events.eventOffered(event(id + "2", "paid", "y"), true);
        assertThat(events.all()).hasSize(1).allMatch(event -> event.data().asText().equals("y"));
    }

    @Test
    void largeOnesAreShortened() {
        events.eventOffered(event("i".repeat(1_000), "paid", "x".repeat(RecentEventEntry.MAX_DATA_BYTES)), false);
        RecentEventView kept = events.all().get(0);
        assertThat(kept.attributes().path("id").asText()).hasSize(RecentEventEntry.MAX_CHARACTERS + 1).endsWith("…");
        assertThat(kept.data()).isNull();
        assertThat(kept.dataOmitted()).isTrue();
    }

    @Test
    void theirDataAreBoundedTogether() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 100; i++) {
                events.eventOffered(event("e" + i, "paid", "x".repeat(RecentEventEntry.MAX_DATA_BYTES - 100)), false);
            }
            assertThat(events.all()).hasSizeBetween(60, 70).allMatch(event -> !event.dataOmitted()).first()
                    .extracting(event -> event.attributes().path("id").asText()).isEqualTo("e99");
        }
        for (int i = 0; i < 300; i++) {
            events.eventOffered(event("e99", "paid", "x".repeat(RecentEventEntry.MAX_DATA_BYTES - 100)), false);
        }
        assertThat(events.all()).as("the same event again").hasSizeBetween(60, 70);
    }

    @Test
    void theLifecycleIsLeftOutUnlessItWasTaken() {
        String type = LifecycleEventTypes.workflow("completed");
        events.eventOffered(event("a", type, "x"), false);
        assertThat(events.all()).isEmpty();
        events.eventOffered(event("a", type, "x"), true);
        assertThat(events.all()).hasSize(1);
    }
}
