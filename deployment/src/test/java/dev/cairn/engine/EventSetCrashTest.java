package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An application is killed at each call that it makes of its store while it gathers events. No event is lost, and none counts twice. */
class EventSetCrashTest {

    private static final String PAIRS = """
            schedule: {on: {all: [{with: {type: paid}}, {with: {type: packed}}]}}
            do: [{last: {set: "${ map(.id) }"}}]
            """;
    /** More calls than the events of the test need. */
    private static final int MAX_CALLS = 400;
    private static final long LONG_MILLIS = 60_000;
    private static final List<String> EVENTS = List.of("paid-1", "paid-2", "packed-3", "packed-4", "packed-5", "paid-6");

    /** @param afterwards true if the call at which the application dies is executed */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void eachEventCountsOnceWhereverTheApplicationDies(boolean afterwards) {
        int calls = 0;
        boolean died = true;
        while (died) {
            assertThat(calls).isLessThan(MAX_CALLS);
            died = dies(++calls, afterwards);
        }
        assertThat(calls).as("the application died at many calls").isGreaterThan(40);
    }

    /** @return false if the application made fewer calls than that */
    private static boolean dies(int call, boolean afterwards) {
        EngineFixture fixture = new EngineFixture();
        MortalStore store = new MortalStore(fixture.store.open(), call, afterwards);
        fixture.workflow(PAIRS).start(store);
        Map<String, UniAssertSubscriber<PublishResult>> published = new TreeMap<>();
        for (String event : EVENTS) {
            published.put(event, publish(fixture, event));
        }
        fixture.advance(LONG_MILLIS);
        List<String> acknowledged = published.entrySet().stream().filter(each -> each.getValue().getItem() != null)
                .map(Map.Entry::getKey).toList();
        fixture.start();
        fixture.advance(LONG_MILLIS);
        // A broker may also deliver an event again that was acknowledged.
        Stream.concat(acknowledged.stream().limit(1), EVENTS.stream().filter(event -> !acknowledged.contains(event)))
                .forEach(event -> publish(fixture, event).assertCompleted());
        fixture.advance(LONG_MILLIS);
        List<String> counted = new ArrayList<>();
        fixture.store.all().stream().map(stored -> stored.row().id()).filter(InstanceIdGenerator::isOfEvent)
                .forEach(id -> fixture.outcome(id).assertCompleted().getItem().output().tree()
                        .forEach(value -> counted.add(value.asText())));
        assertThat(counted).as("call %s, afterwards %s, acknowledged %s", call, afterwards, acknowledged)
                .containsExactlyInAnyOrderElementsOf(EVENTS);
        return store.isDead();
    }

    private static UniAssertSubscriber<PublishResult> publish(EngineFixture fixture, String id) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(fixture.engine)
                .publish(CloudEventBuilder.v1().withId(id).withSource(URI.create("/shop"))
                        .withType(id.substring(0, id.indexOf('-')))
                        .withData("application/json", ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8)).build())
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return published;
    }

    /** Answers no call from one of them on. */
    private static final class MortalStore extends ForwardingStore {
        private final boolean afterwards;
        private int remaining;

        MortalStore(InstanceStore real, int call, boolean afterwards) {
            super(real);
            this.remaining = call;
            this.afterwards = afterwards;
        }

        boolean isDead() {
            return remaining <= 0;
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (name.equals("heartbeat") || name.equals("dueTimers") || name.equals("claimOrphans")) {
                return isDead() ? Uni.createFrom().nothing() : forward.get();
            }
            return Uni.createFrom().deferred(() -> {
                if (--remaining > 0) {
                    return forward.get();
                }
                if (remaining == 0 && afterwards) {
                    forward.get().subscribe().with(done -> {}, failure -> {});
                }
                return Uni.createFrom().nothing();
            });
        }
    }
}
