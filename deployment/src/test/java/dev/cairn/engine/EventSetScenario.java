package dev.cairn.engine;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

import dev.cairn.api.CairnException;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A workflow that sets of events start, the events, and the rows that they leave in the store. */
abstract class EventSetScenario {

    /** Two events with the same order start an instance. */
    static final String ON_BOTH = """
            schedule:
              on:
                all:
                  - with: {type: paid}
                    correlate: {order: {from: .data.order}}
                  - with: {type: packed}
                    correlate: {order: {from: .data.order}}
            """;
    static final String BOTH = ON_BOTH + "do: [{last: {set: \"${ map(.id) }\"}}]\n";
    static final StoreException DOWN = new StoreException("the disk is full", false, null);
    static final long DAY_MILLIS = 86_400_000;

    final EngineFixture fixture = new EngineFixture();

    /** @param order the value of the correlation, as JSON */
    static CloudEvent event(String type, String id, String order) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/shop")).withType(type)
                .withData("application/json",
                        ("{\"id\":\"" + id + "\",\"order\":" + order + "}").getBytes(StandardCharsets.UTF_8))
                .build();
    }

    UniAssertSubscriber<PublishResult> publish(String type, String id, String order) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(fixture.engine)
                .publish(event(type, id, order)).subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return published;
    }

    static CairnException failure(UniAssertSubscriber<PublishResult> published) {
        return (CairnException) published.assertFailed().getFailure();
    }

    /** The ids of the instances that sets have started. */
    List<String> started() {
        return fixture.store.all().stream().map(stored -> stored.row().id()).filter(InstanceIdGenerator::isOfEvent).toList();
    }

    List<String> outputs() {
        return started().stream().map(fixture::output).toList();
    }

    /** The rows beside those of instances. */
    List<InstanceRow> rows() {
        return fixture.store.all().stream().map(StoredInstance::row)
                .filter(row -> InstanceIdGenerator.isBesideInstances(row.id())).toList();
    }

    long open() {
        return rows().stream().filter(row -> row.workflow().equals("$event-sets") && !row.status().ended()).count();
    }

    static boolean isStart(InstanceWrite write) {
        return InstanceIdGenerator.isOfEvent(write.row().id());
    }

    /** A store that refuses some writes, a number of times. */
    static final class FailingWrites extends ForwardingStore {
        private final Predicate<InstanceWrite> fails;
        private int remaining;

        FailingWrites(InstanceStore real, Predicate<InstanceWrite> fails, int times) {
            super(real);
            this.fails = fails;
            this.remaining = times;
        }

        /** A store that takes no instance that events start. */
        static FailingWrites ofStarts(InstanceStore real) {
            return new FailingWrites(real, EventSetScenario::isStart, Integer.MAX_VALUE);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            if (remaining > 0 && batch.stream().anyMatch(fails)) {
                remaining--;
                return Uni.createFrom().failure(DOWN);
            }
            return super.commit(batch);
        }
    }
}
