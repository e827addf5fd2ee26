package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.testkit.ForwardingStore;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A start that fails for an unknown reason is no refusal of the event. */
class EventTriggerFailureTest {

    private static final String PAID = """
            schedule: {on: {one: {with: {type: paid}}}}
            do: [{last: {set: {done: true}}}]
            """;
    private static final CloudEvent EVENT = CloudEventBuilder.v1().withId("1").withSource(URI.create("/payments"))
            .withType("paid").build();

    private final EngineFixture fixture = new EngineFixture();
    private boolean broken;

    private UniAssertSubscriber<PublishResult> publish() {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(fixture.engine).publish(EVENT).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return published;
    }

    private void start() {
        fixture.workflow(PAID).start(new ForwardingStore(fixture.store.open()) {
            @Override
            protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
                return name.equals("commit") && broken ? Uni.createFrom().failure(new IllegalStateException("a mistake"))
                        : forward.get();
            }
        });
    }

    @Test
    void aPublisherIsToldThatItMayPublishTheEventAgain() {
        start();
        broken = true;
        assertThat(publish().getFailure()).isInstanceOfSatisfying(CairnException.class,
                failure -> assertThat(failure.reason()).isEqualTo(Reason.INSTANCE_SUSPENDED));
        broken = false;
        assertThat(publish().assertCompleted().getItem().instances()).isEqualTo(1);
    }
}
