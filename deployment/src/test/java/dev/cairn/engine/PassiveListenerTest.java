package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.KeptEventOptions;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;

/** An instance that only listens leaves the memory, and an event that fits brings it back. */
class PassiveListenerTest {

    private static final String ORDER = """
            do:
              - paid:
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: ".[0].sum"}
            """;
    private static final String SELECTED = """
            do:
              - paid:
                  listen:
                    to:
                      one:
                        with: {type: paid, data: "${ .sum > 10 }"}
                        correlate: {order: {from: .data.order, expect: "${ .order }"}}
                  output: {as: ".[0].sum"}
            """;
    private static final String THREE = """
            do:
              - some:
                  listen:
                    to:
                      any: [{with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}]
                      until: length == 3
                  output: {as: "map(.sum)"}
            """;
    private static final String DEADLINE = """
            do:
              - guard:
                  try:
                    - paid:
                        listen:
                          to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                        timeout: {after: PT1H}
                  catch: {errors: {with: {status: 408}}, do: [{late: {set: {late: true}}}]}
            """;
    private static final String WAITS = "$passive-listeners";
    private static final long LONG_MILLIS = 30_000;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private static CloudEvent paid(String id, String order, int sum) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid")
                .withData("application/json",
                        ("{\"order\":" + order + ",\"sum\":" + sum + "}").getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private PublishResult publish(CloudEvent event) {
        return operations.ask(new EngineCloudEventBus(fixture.engine).publish(event)).assertCompleted().getItem();
    }

    private String begin(String input) {
        String id = fixture.begin(input).instanceId();
        fixture.threads.runAll();
        return id;
    }

    private String leave(String yaml, String input) {
        fixture.workflow(yaml).start();
        String id = begin(input);
        fixture.advance(LONG_MILLIS);
        assertThat(inMemory()).as("it has left the memory").isZero();
        return id;
    }

    private int inMemory() {
        return fixture.engine.condition().load().instances();
    }

    private long subscriptions() {
        return fixture.store.all().stream().filter(stored -> stored.row().workflow().equals(WAITS)
                && stored.row().status() == InstanceStatus.CANCELLED).count();
    }

    @Test
    void anEventWakesTheInstanceThatItConcerns() {
        String id = leave(ORDER, "{\"order\":7}");
        String other = begin("{\"order\":8}");
        fixture.advance(LONG_MILLIS);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        assertThat(fixture.store.get(id).row().owner()).isNull();
        assertThat(publish(paid("1", "7", 5))).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(fixture.store.get(other).row().owner()).as("it was not touched").isNull();
        assertThat(subscriptions()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { "7", "7.0", "7e0", "\"x\"", "{\"a\":1,\"b\":[null,2.0]}", "true", "1e300" })
    void equalValuesFindEachOther(String order) {
        String id = leave(ORDER, "{\"order\":" + order + "}");
        String same = order.equals("7.0") || order.equals("7e0") ? "7"
                : order.startsWith("{") ? "{\"b\":[null,2],\"a\":1.0}" : order;
        assertThat(publish(paid("1", same, 5))).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(subscriptions()).isZero();
    }

    /** The step at which it has waited before is not the one at which it listens. */
    @Test
    void anInstanceThatHasWaitedOutsideOfMemoryIsFoundWhenItListens() {
        fixture.workflow(ORDER.replace("do:\n", "do:\n  - pause: {wait: {minutes: 1}}\n")).start();
        String id = begin("{\"order\":7}");
        fixture.advance(60_000);
        fixture.advance(LONG_MILLIS);
        assertThat(inMemory()).isZero();
        assertThat(subscriptions()).isEqualTo(1);
        assertThat(publish(paid("1", "7", 5))).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void itIsFoundAfterARestart() {
        String id = leave(ORDER, "{\"order\":7}");
        fixture.start();
        assertThat(inMemory()).as("the start loads no listener").isZero();
        assertThat(publish(paid("1", "8", 4))).isEqualTo(PublishResult.takenBy(0));
        assertThat(publish(paid("1", "7", 5))).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(subscriptions()).isZero();
    }

    @Test
    void anInstanceThatDoesNotWantTheEventLeavesAgain() {
        String id = leave(SELECTED, "{\"order\":7}");
        assertThat(publish(paid("1", "7", 5)).outcome()).isEqualTo(Outcome.NOBODY);
        assertThat(inMemory()).isZero();
        assertThat(fixture.store.get(id).row().owner()).isNull();
        assertThat(publish(paid("2", "7", 15))).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("15");
    }

    @Test
    void aTaskThatTakesSeveralKeepsItsSubscriptionAndTakesEachOnce() {
        String id = leave(THREE, "{\"order\":7}");
        assertThat(publish(paid("1", "7", 1))).isEqualTo(PublishResult.takenBy(1));
        assertThat(publish(paid("1", "7", 1))).as("it has it").isEqualTo(PublishResult.takenBy(1));
        assertThat(subscriptions()).isEqualTo(1);
        fixture.advance(LONG_MILLIS);
        assertThat(inMemory()).isZero();
        assertThat(subscriptions()).isEqualTo(1);
        assertThat(publish(paid("1", "7", 1))).as("it has it").isEqualTo(PublishResult.takenBy(1));
        publish(paid("2", "7", 2));
        fixture.advance(LONG_MILLIS);
        publish(paid("3", "7", 3));
        assertThat(fixture.output(id)).isEqualTo("[1,2,3]");
        assertThat(subscriptions()).isZero();
    }

    @Test
    void aDeadlineEndsTheListeningAndTheSubscription() {
        String id = leave(DEADLINE, "{\"order\":7}");
        fixture.advance(3_600_000);
        assertThat(fixture.output(id)).isEqualTo("{\"late\":true}");
        assertThat(subscriptions()).isZero();
        assertThat(publish(paid("1", "7", 1)).outcome()).isEqualTo(Outcome.NOBODY);
    }

    @Test
    void anInstanceStaysThatAnIndexCannotFind() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid, data: \"${ .sum > 10 }\"}}}}}}]").start();
        String id = begin("{}");
        fixture.advance(LONG_MILLIS);
        assertThat(inMemory()).isEqualTo(1);
        assertThat(publish(paid("1", "7", 11))).isEqualTo(PublishResult.takenBy(1));
        fixture.outcome(id).assertCompleted();
    }

    @Test
    void anInstanceStaysThatListensForLifecycleEvents() {
        fixture.workflow("do: [{e: {listen: {to: {one: {with: {type: io.serverlessworkflow.workflow.completed.v1}}}}}}]")
                .start();
        begin("{}");
        fixture.advance(LONG_MILLIS);
        assertThat(inMemory()).isEqualTo(1);
    }

    @Test
    void aPlainTypeFindsAllItsListeners() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid, subject: a}}}}}}]").start();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            ids.add(begin("{}"));
        }
        fixture.advance(LONG_MILLIS);
        assertThat(inMemory()).isZero();
        assertThat(publish(paid("1", "7", 11)).outcome()).isEqualTo(Outcome.NOBODY);
        assertThat(inMemory()).isZero();
        assertThat(publish(CloudEventBuilder.v1(paid("2", "7", 11)).withSubject("a").build()))
                .isEqualTo(PublishResult.takenBy(600));
        ids.forEach(id -> fixture.outcome(id).assertCompleted());
        assertThat(subscriptions()).isZero();
    }

    @Test
    void peopleSeeAWaitingInstanceAndCanOperateIt() {
        String id = leave(ORDER, "{\"order\":7}");
        InstanceFilter waiting = InstanceFilter.all().withStatus(InstanceStatus.WAITING);
        assertThat(operations.ask(new EngineClient(fixture.engine, new ObjectMapper())
                .find(waiting, 10, null)).assertCompleted().getItem().instances()).extracting(view -> view.id())
                .containsExactly(id);
        operations.suspend(id);
        assertThat(publish(paid("1", "7", 5)).outcome()).isEqualTo(Outcome.KEPT);
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("5");

        String sent = begin("{\"order\":7}");
        String cancelled = begin("{\"order\":7}");
        fixture.advance(LONG_MILLIS);
        operations.ask(operations.handle(sent).send(paid("2", "7", 6))).assertCompleted();
        assertThat(fixture.output(sent)).isEqualTo("6");
        operations.cancel(cancelled);
        fixture.advance(LONG_MILLIS);
        assertThat(subscriptions()).isZero();
        operations.refused(operations.handle(cancelled).send(paid("3", "7", 6)), Reason.WRONG_PHASE, "CAIRN-0441");
    }

    @Test
    void aKeptTypeIsNotKeptIfAnInstanceOutsideOfMemoryTakesTheEvent() {
        fixture.options = fixture.options.with(new KeptEventOptions(Map.of("paid", 60_000L), 10, 10_000));
        String id = leave(ORDER, "{\"order\":7}");
        assertThat(publish(paid("1", "7", 5))).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(publish(paid("2", "8", 5)).outcome()).isEqualTo(Outcome.KEPT);
    }

    @Test
    void searchesAreMadeOnlyIfAnInstanceMayListenOutsideOfMemory() {
        fixture.session = fixture.store.open();
        Searches searches = new Searches(fixture.session);
        fixture.workflow(ORDER).start(searches);
        searches.seen.clear();
        publish(paid("1", "7", 5));
        assertThat(searches.seen).as("no instance has left the memory").isEmpty();
        begin("{\"order\":7}");
        fixture.advance(LONG_MILLIS);
        searches.seen.clear();
        publish(CloudEventBuilder.v1(paid("1", "7", 5)).withType("other").build());
        assertThat(searches.seen).as("no task listens for this type").isEmpty();
        publish(paid("1", "8", 5));
        assertThat(searches.seen).hasSize(1);
    }

    /** Otherwise the next task of an instance in memory could take the event. */
    @Test
    void anEmittedEventIsOfferedInMemoryOnceThoughTheStoreCannotBeSearched() {
        fixture.workflow(ORDER);
        UnsearchableStore store = new UnsearchableStore(fixture.store.open());
        fixture.start(store);
        String id = begin("{\"order\":7}");
        fixture.advance(LONG_MILLIS);
        String twice = fixture.beginAlso("""
                do:
                  - first: {listen: {to: {one: {with: {type: paid}}}}}
                  - second: {listen: {to: {one: {with: {type: paid}}}}}
                """, "{}").instanceId();
        fixture.threads.runAll();
        store.unsearchable = true;
        fixture.beginAlso("do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {order: 7, sum: 5}}}}}}]",
                "{}");
        fixture.advance(5_000);
        assertThat(store.failures).isGreaterThan(1);
        store.unsearchable = false;
        fixture.advance(5_000);
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(operations.status(twice)).as("its second task still listens").isEqualTo(InstanceStatus.WAITING);
    }

    /** Cannot find subscriptions at times. */
    private static final class UnsearchableStore extends ForwardingStore {
        private boolean unsearchable;
        private int failures;

        UnsearchableStore(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<InstancePage> find(InstanceQuery query) {
            boolean fails = unsearchable && !query.keys().attributes().isEmpty();
            failures += fails ? 1 : 0;
            return fails
                    ? Uni.createFrom().failure(new StoreException("planted", false, null))
                    : super.find(query);
        }
    }

    /** Notes the searches by attributes. */
    private static final class Searches extends ForwardingStore {
        private final List<InstanceQuery> seen = new ArrayList<>();

        Searches(InstanceStore store) {
            super(store);
        }

        @Override
        public Uni<InstancePage> find(InstanceQuery query) {
            if (!query.keys().attributes().isEmpty()) {
                seen.add(query);
            }
            return super.find(query);
        }
    }

    @Test
    void leavingIsNoChangeThatPeopleSee() {
        fixture.workflow(ORDER).start();
        String id = begin("{\"order\":7}");
        InstanceRow before = fixture.store.get(id).row();
        fixture.advance(LONG_MILLIS);
        InstanceRow after = fixture.store.get(id).row();
        assertThat(after.updatedAtMillis()).isEqualTo(before.updatedAtMillis());
        assertThat(after.phase()).isEqualTo(before.phase()).isEqualTo(InstanceStatus.WAITING);
        assertThat(after.deadlineMillis()).isEqualTo(before.deadlineMillis());
    }
}
