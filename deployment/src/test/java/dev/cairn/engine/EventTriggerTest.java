package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.option.ConcurrencyRules;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.executor.TraceContext;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Events start instances of the workflows that want them, each event one instance of a workflow. */
class EventTriggerTest {

    private static final String PAID = """
            schedule: {on: {one: {with: {type: paid}}}}
            do:
              - last: {set: "${ {sum: .[0].sum, input: $workflow.input} }"}
            """;
    private static final String PENDING = """
            schedule: {on: {one: {with: {type: paid}}}}
            do:
              - next: {listen: {to: {one: {with: {type: paid}}}}}
            """;
    private static final StoreException DOWN = new StoreException("the disk is full", false, null);

    @RegisterExtension
    private final EngineLog log = new EngineLog(Level.INFO);

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void anEventStartsAnInstanceWhoseInputIsAnArrayOfItsData() {
        fixture.workflow(PAID).start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(fixture.output(id("case", "1"))).isEqualTo(
                "{\"sum\":5,\"input\":[{\"order\":7,\"sum\":5}]}");
        assertThat(fixture.store.get(id("case", "1")).row().keys().attributes())
                .containsEntry("cairn.event", "/payments 1");
    }

    @Test
    void readGivesTheEnvelopeOrTheText() {
        fixture.workflow("schedule: {on: {one: {with: {type: paid}}}, read: envelope}\ndo: [{a: {set: \"${ .[0].source }\"}}]")
                .start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(fixture.output(id("case", "1"))).isEqualTo("\"/payments\"");
        fixture.workflow("schedule: {on: {one: {with: {type: paid}}}, read: raw}\ndo: [{a: {set: \"${ .[0] }\"}}]").start();
        publish(paid("2", 7)).assertCompleted();
        assertThat(fixture.output(id("case", "2"))).isEqualTo("\"{\\\"order\\\":7,\\\"sum\\\":5}\"");
    }

    @Test
    void theInputIsTransformed() {
        fixture.workflow("schedule: {on: {one: {with: {type: paid}}}}\ninput: {from: \".[0].order\"}\n"
                + "do: [{a: {set: \"${ [., ($workflow.input | length)] }\"}}]").start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(fixture.output(id("case", "1"))).isEqualTo("[7,1]");
    }

    @Test
    void publishCompletesWhenTheInstanceIsDurableAndNotBefore() {
        fixture.workflow(PENDING).start();
        fixture.session.hold();
        UniAssertSubscriber<PublishResult> published = publish(paid("1", 7));
        published.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(started()).containsExactly(id("case", "1"));
    }

    @Test
    void anEventThatComesAgainStartsNothing() {
        fixture.workflow(PAID).start();
        publish(paid("1", 7)).assertCompleted();
        publish(paid("1", 7)).assertCompleted();
        fixture.start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(started()).hasSize(1);
        publish(paid("2", 7)).assertCompleted();
        assertThat(started()).hasSize(2);
    }

    @Test
    void aStartWhoseAnswerWasLostIsNotRepeated() {
        fixture.workflow(PAID).start();
        fixture.session.fail(DOWN, true);
        assertThat(failure(publish(paid("1", 7))).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        fixture.start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(started()).hasSize(1);
    }

    @Test
    void withoutAStoreAnEventStartsOneInstanceAsWell() {
        RecordingObserver observer = new RecordingObserver();
        fixture.options = fixture.options.with(observer);
        fixture.workflow(PAID).start(new ForgetfulStore());
        publish(paid("1", 7)).assertCompleted();
        publish(paid("1", 7)).assertCompleted();
        assertThat(observer.take()).containsSubsequence("by event test:case STARTED", "by event test:case KNOWN");
    }

    /** A redelivery is no later than that, so the id is there to find. */
    @Test
    void theInstanceIsRetainedForAnHourAtLeast() {
        fixture.workflow("""
                document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0, metadata: {cairn: {retention: PT1S}}}
                schedule: {on: {one: {with: {type: paid}}}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        publish(paid("1", 7)).assertCompleted();
        fixture.advance(3_599_000);
        publish(paid("1", 7)).assertCompleted();
        String other = fixture.begin("{}").instanceId();
        assertThat(fixture.store.get(id("case", "1")).row().createdAtMillis()).isEqualTo(EngineFixture.NOON);
        fixture.advance(60_000);
        assertThat(fixture.store.all()).extracting(stored -> stored.row().id()).doesNotContain(id("case", "1"), other);
    }

    @Test
    void anyStartsOneInstanceForEachEventThatFitsAFilter() {
        fixture.workflow("""
                schedule: {on: {any: [{with: {type: paid}}, {with: {type: "pa.*", source: /payments}}, {with: {type: sent}}]}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        publish(paid("1", 7)).assertCompleted();
        publish(event("2", "sent", "{}")).assertCompleted();
        publish(event("3", "parted", "{}")).assertCompleted();
        publish(event("4", "refused", "{}")).assertCompleted();
        assertThat(started()).containsExactlyInAnyOrder(id("case", "1"), id("case", "2"), id("case", "3"));
    }

    @Test
    void filtersSeeDataAndCorrelationsSeeTheEvent() {
        fixture.workflow("""
                schedule:
                  on:
                    one:
                      with: {type: paid, data: "${ .order > 5 }"}
                      correlate: {sum: {from: .data.sum, expect: "${ .data.order - 2 }"}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        publish(paid("1", 5)).assertCompleted();
        publish(paid("2", 6)).assertCompleted();
        publish(paid("3", 7)).assertCompleted();
        publish(event("4", "paid", "\"text\"")).assertCompleted();
        assertThat(started()).containsExactly(id("case", "3"));
    }

    @Test
    void aCorrelatedValueHasToBeThere() {
        fixture.workflow("""
                schedule: {on: {one: {with: {type: paid}, correlate: {order: {from: .data.order}}}}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        publish(event("1", "paid", "{}")).assertCompleted();
        publish(event("2", "paid", "{\"order\":1}")).assertCompleted();
        assertThat(started()).containsExactly(id("case", "2"));
    }

    @Test
    void aFilterThatNeedsMuchWorkIsExaminedOnAWorkerAndOneThatNeedsTooMuchFitsNothing() {
        fixture.workflow("""
                schedule: {on: {one: {with: {type: paid, data: "${ [range(.order)] | length > 0 }"}}}}
                do: [{a: {set: {b: 1}}}]
                """).start();
        publish(paid("1", 30_000)).assertCompleted();
        publish(paid("2", 90_000_000)).assertCompleted();
        publish(paid("3", 90_000_000)).assertCompleted();
        assertThat(started()).containsExactly(id("case", "1"));
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0831")).singleElement().asString()
                .contains("workflow=test:case:1.0.0", "id=2");
    }

    @Test
    void severalWorkflowsAreStartedByOneEventAndTheNewestVersionOfEach() {
        fixture.workflow(PAID)
                .alsoWorkflow(document("case", "1.10.0") + PENDING)
                .alsoWorkflow(document("case", "1.9.0") + PENDING)
                .alsoWorkflow(document("other", "1.0.0") + PAID).start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(started()).containsExactlyInAnyOrder(id("case", "1"), id("other", "1"));
        assertThat(fixture.store.get(id("case", "1")).row().version()).isEqualTo("1.10.0");
    }

    @Test
    void aVersionWithoutTheTriggerEndsIt() {
        fixture.workflow(PAID).alsoWorkflow(document("case", "1.1.0") + "do: [{a: {set: {b: 1}}}]").start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(started()).isEmpty();
    }

    @Test
    void anEventThatAnotherWorkflowEmitsStartsAnInstanceOnceAlsoIfItIsEmittedAgain() {
        fixture.workflow(PAID).start();
        fixture.beginAlso("do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {sum: 3}}}}}}]", "{}");
        fixture.beginAlso("do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {sum: 3}}}}}}]", "{}");
        String started = InstanceIdGenerator.ofEvent("test:case", "/x e1");
        assertThat(fixture.output(started)).startsWith("{\"sum\":3");
        assertThat(started()).containsExactly(started);
    }

    /** Each instance starts the next, and none stands on the stack of another. */
    @Test
    void aLongChainOfStartsNeedsNoDeepStack() {
        RecordingObserver observer = new RecordingObserver();
        fixture.options = fixture.options.with(observer);
        fixture.workflow("""
                schedule: {on: {one: {with: {type: next}}}}
                input: {from: ".[0]"}
                do:
                  - more:
                      if: .n < 5000
                      emit: {event: {with: {type: next, data: {n: "${ .n + 1 }"}}}}
                """).start(new ForgetfulStore());
        publish(event("1", "next", "{\"n\": 1}")).assertCompleted();
        fixture.advance(60_000);
        assertThat(observer.take()).filteredOn(told -> told.equals("by event test:case STARTED")).hasSize(5_000);
    }

    /** Also when the event comes again. */
    @Test
    void anInstanceDoesNotTakeTheEventThatStartedItButOthersDo() {
        fixture.workflow(PENDING).start();
        publish(paid("1", 1)).assertCompleted();
        publish(paid("1", 1)).assertCompleted();
        assertThat(status("1")).isEqualTo(InstanceStatus.RUNNING);
        publish(paid("2", 2)).assertCompleted();
        assertThat(status("1")).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(status("2")).isEqualTo(InstanceStatus.RUNNING);
        assertThat(fixture.output(id("case", "1"))).isEqualTo("[{\"order\":2,\"sum\":5}]");
    }

    @Test
    void anInputThatTheSchemaRefusesFailsPublishInAWayThatTellsItFromAnOutage() {
        RecordingObserver observer = new RecordingObserver();
        fixture.options = fixture.options.with(observer);
        fixture.workflow(PAID + """
                input: {schema: {document: {type: array, items: {type: object, required: [order]}}}}
                """).alsoWorkflow(document("other", "1.0.0") + PAID).start();
        CairnException failure = failure(publish(event("1", "paid", "{\"sum\":1}")));
        assertThat(failure.reason()).isEqualTo(Reason.INVALID_INPUT);
        assertThat(failure).hasMessageStartingWith("CAIRN-0830: Cannot start an instance by an event")
                .hasMessageContaining("workflow=test:case:1.0.0, type=paid, source=/payments, id=1")
                .hasMessageContaining("CAIRN-0413");
        failure(publish(event("2", "paid", "{\"sum\":1}")));
        assertThat(observer.take()).contains("by event test:case REFUSED", "by event test:other STARTED");
        assertThat(started()).containsExactlyInAnyOrder(id("other", "1"), id("other", "2"));
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0830")).hasSize(1);
    }

    @Test
    void whoEmitsAnEventThatAWorkflowRefusesGoesOn() {
        fixture.workflow(PAID + "input: {schema: {document: {type: array, items: {type: string}}}}\n").start();
        String emitting = fixture
                .beginAlso("do: [{tell: {emit: {event: {with: {type: paid, data: {sum: 3}}}}}}]", "{}").instanceId();
        assertThat(fixture.outcome(emitting).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(started()).isEmpty();
    }

    @Test
    void anOutageCountsBeforeARefusal() {
        fixture.workflow(PAID + "input: {schema: {document: {type: array, items: {type: string}}}}\n")
                .alsoWorkflow(document("other", "1.0.0") + PAID).start();
        fixture.session.fail(DOWN, false);
        assertThat(failure(publish(paid("1", 7))).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
    }

    @Test
    void anEmittingInstanceWaitsUntilTheStoreTakesTheStart() {
        fixture.workflow(PAID).start();
        bus().onEmitted(event -> {
            fixture.session.fail(DOWN, false);
            return Uni.createFrom().voidItem();
        });
        String emitting = fixture.beginAlso(
                "do: [{ask: {call: ping}}, {tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {sum: 3}}}}}}]",
                "{}").instanceId();
        fixture.answer("/do/0/ask", "1");
        fixture.advance(1_000);
        assertThat(started()).isEmpty();
        fixture.session.fail(null, false);
        fixture.advance(5_000);
        assertThat(started()).hasSize(1);
        assertThat(fixture.outcome(emitting).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aPublisherIsToldToWaitIfMemoryIsFullAndAnEmittingInstanceWaits() {
        fixture.options = fixture.options.withMemory(8 * MemoryBudget.MIN_INSTANCE_BYTES);
        fixture.workflow("""
                schedule: {on: {one: {with: {type: paid}}}}
                do:
                  - next: {listen: {to: {one: {with: {type: go}}}}}
                """).start();
        String emitting = fixture.beginAlso(
                "do: [{ask: {call: ping}}, {tell: {emit: {event: {with: {type: paid, id: e1, source: /x}}}}}]", "{}")
                .instanceId();
        int count = 0;
        UniAssertSubscriber<PublishResult> published = publish(paid("0", 1));
        while (published.getFailure() == null && count < 20) {
            published.assertCompleted();
            published = publish(paid(String.valueOf(++count), 1));
        }
        assertThat(failure(published).reason()).isEqualTo(Reason.OVERLOADED);
        fixture.answer("/do/0/ask", "1");
        fixture.outcome(emitting).assertNotTerminated();
        publish(event("g", "go", "{}")).assertCompleted();
        publish(paid(String.valueOf(count), 1)).assertCompleted();
        fixture.advance(10_000);
        assertThat(fixture.outcome(emitting).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(started()).hasSize(count + 2);
    }

    /** The task that listens next would take it for another. */
    @Test
    void anEventWhoseStartIsRepeatedIsOfferedOnce() {
        RecordingObserver observer = new RecordingObserver();
        fixture.options = fixture.options.with(observer);
        fixture.workflow(PAID).start();
        bus().onEmitted(event -> {
            fixture.session.fail(DOWN, false);
            return Uni.createFrom().voidItem();
        });
        fixture.beginAlso("do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {sum: 3}}}}}}]", "{}");
        fixture.advance(3_000);
        fixture.session.fail(null, false);
        fixture.advance(10_000);
        assertThat(started()).hasSize(1);
        assertThat(observer.take()).filteredOn(told -> told.startsWith("offered e1")).hasSize(1);
    }

    /** The array around it is one level more. */
    @Test
    void anEventOfTheDeepestNestingStartsAnInstanceThatSurvivesARestart() {
        fixture.workflow("""
                schedule: {on: {one: {with: {type: paid}}}, read: envelope}
                do:
                  - next: {listen: {to: {one: {with: {type: go}}}}}
                  - last: {set: "${ $workflow.input[0].id }"}
                """).start();
        fixture.beginAlso("""
                do:
                  - tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: "${ reduce range(999) as $i (1; [.]) }"}}}}
                """, "{}");
        fixture.start();
        publish(event("g", "go", "{}")).assertCompleted();
        assertThat(fixture.output(InstanceIdGenerator.ofEvent("test:case", "/x e1"))).isEqualTo("\"e1\"");
    }

    /** The second delivery finds the start in the queue of the store. */
    @Test
    void aWorkflowWithALimitQueuesTheStart() {
        fixture.options = fixture.options.with(new ConcurrencyRules(Map.of("case", 1)));
        fixture.workflow(PENDING).start();
        publish(paid("1", 1)).assertCompleted();
        publish(paid("2", 2)).assertCompleted();
        publish(paid("2", 2)).assertCompleted();
        publish(paid("3", 3)).assertCompleted();
        fixture.advance(1_000);
        publish(paid("3", 3)).assertCompleted();
        fixture.advance(1_000);
        assertThat(started()).containsExactlyInAnyOrder(id("case", "1"), id("case", "2"), id("case", "3"));
    }

    @Test
    void anApplicationThatRunsNoSchedulesOfAWorkflowDoesNotStartItByEvents() {
        InstanceRunOptions run = InstanceRunOptions.stopping(200);
        fixture.options = new EngineOptions(fixture.options.cluster(), fixture.options.memory(), fixture.options.work(),
                fixture.options.retention(), fixture.options.journal(), new InstanceRunOptions(run.history(), run.concurrency(),
                        new ScheduleRules(Map.of(), Map.of("case", false)), run.maxDepth(), run.stopTimeoutMillis()));
        fixture.workflow(PAID).alsoWorkflow(document("other", "1.0.0") + PAID).start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(started()).containsExactly(id("other", "1"));
    }

    @Test
    void aStoppingNodeRefusesAnEventAndTheNextLifeStartsIt() {
        fixture.workflow(PAID).start();
        fixture.engine.stop();
        assertThat(failure(publish(paid("1", 7))).reason()).isEqualTo(Reason.STOPPING);
        fixture.start();
        publish(paid("1", 7)).assertCompleted();
        assertThat(started()).hasSize(1);
    }

    /** Otherwise each instance would start the next. */
    @Test
    void lifecycleEventsOfOtherWorkflowsStartInstancesIfAFilterNamesTheirType() {
        String type = "io.serverlessworkflow.workflow.completed.v1";
        fixture.workflow("schedule: {on: {one: {with: {type: " + type + "}}}, read: envelope}\ndo: [{a: {set: {b: 1}}}]")
                .alsoWorkflow(document("both", "1.0.0") + "schedule: {on: {any: [{with: {type: " + type
                        + ", subject: none}}, {with: {type: \".*\"}}]}}\ndo: [{a: {set: {b: 1}}}]")
                .alsoWorkflow(document("every", "1.0.0") + "schedule: {on: {any: []}}\ndo: [{a: {set: {b: 1}}}]")
                .alsoWorkflow(document("pattern", "1.0.0")
                        + "schedule: {on: {any: [{with: {type: paid}}, {with: {type: \".*\"}}]}}\ndo: [{a: {set: {b: 1}}}]")
                .alsoWorkflow(document("plain", "1.0.0") + "do: [{a: {set: {b: 1}}}]").start();
        fixture.engine.start(fixture.engine.programs().find("plain", null), JsonPayload.NULL, null).subscribe()
                .with(done -> {});
        fixture.advance(1_000);
        assertThat(fixture.store.all()).extracting(stored -> stored.row().workflow())
                .containsExactlyInAnyOrder("test:plain", "test:case");
    }

    @Test
    void theInstanceIsInTheTraceOfTheEvent() {
        List<TraceContext> traces = new ArrayList<>();
        TraceContext publisher = new TraceContext("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", null, 1, null);
        fixture.options = fixture.options.with(new EngineObserver() {
            @Override
            public TraceContext publisher(JsonNode event) {
                return event.has("traceparent") ? publisher : null;
            }
        });
        fixture.workflow(PENDING).start();
        publish(CloudEventBuilder.v1(paid("1", 7)).withExtension("traceparent", publisher.traceparent()).build())
                .assertCompleted();
        publish(paid("2", 7)).assertCompleted();
        for (String id : List.of("1", "2")) {
            traces.add(fixture.engine.journal().decoder(fixture.store.get(id("case", id))).trace(0));
        }
        assertThat(traces.get(0).traceId()).isEqualTo(publisher.traceId());
        assertThat(traces.get(1)).isNull();
    }

    private EngineCloudEventBus bus() {
        return new EngineCloudEventBus(fixture.engine);
    }

    private UniAssertSubscriber<PublishResult> publish(CloudEvent event) {
        UniAssertSubscriber<PublishResult> published = bus().publish(event).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return published;
    }

    private static CairnException failure(UniAssertSubscriber<PublishResult> published) {
        return (CairnException) published.assertFailed().getFailure();
    }

    private InstanceStatus status(String event) {
        return fixture.store.get(id("case", event)).row().status();
    }

    private static String id(String workflow, String event) {
        return InstanceIdGenerator.ofEvent("test:" + workflow, "/payments " + event);
    }

    /** The ids of the instances that events have started. */
    private List<String> started() {
        return fixture.store.all().stream().filter(EventTriggerTest::byEvent).map(stored -> stored.row().id()).toList();
    }

    private static boolean byEvent(StoredInstance stored) {
        return stored.row().keys().attributes().containsKey("cairn.event");
    }

    private static String document(String name, String version) {
        return "document: {dsl: 1.0.3, namespace: test, name: " + name + ", version: " + version + "}\n";
    }

    private static CloudEvent paid(String id, int order) {
        return event(id, "paid", "{\"order\":" + order + ",\"sum\":5}");
    }

    private static CloudEvent event(String id, String type, String json) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType(type)
                .withData("application/json", json.getBytes(StandardCharsets.UTF_8)).build();
    }
}
