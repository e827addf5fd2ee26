package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceFilter;
import dev.cairn.engine.option.EventSetOptions;
import dev.cairn.spi.InstanceRow;

/** Sets of events start instances: each event stands in one set, and each complete set starts one instance. */
class EventSetTest extends EventSetScenario {

    private static final String THREE = """
            schedule: {on: {any: [{with: {type: paid}}], until: length == 3}}
            do: [{last: {set: "${ map(.id) }"}}]
            """;
    private static final String UNTIL_CLOSED = """
            schedule:
              on:
                any:
                  - with: {type: paid}
                    correlate: {order: {from: .data.order}}
                until:
                  one:
                    with: {type: closed}
                    correlate: {order: {from: .data.order}}
            do: [{last: {set: "${ map(.id) }"}}]
            """;

    @RegisterExtension
    private final EngineLog log = new EngineLog(Level.INFO);

    private final RecordingObserver observer = new RecordingObserver();

    @Test
    void anEventForEachFilterStartsOneInstance() {
        fixture.workflow(BOTH).start();
        assertThat(publish("packed", "2", "7").assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(started()).isEmpty();
        assertThat(publish("paid", "1", "7").assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(outputs()).containsExactly("[\"2\",\"1\"]");
        InstanceRow row = fixture.store.get(started().get(0)).row();
        assertThat(row.workflow()).isEqualTo("test:case");
        assertThat(row.keys().attributes()).containsEntry("cairn.event", "/shop 1");
    }

    @Test
    void setsAreOfEventsWithTheSameValues() {
        fixture.workflow(BOTH).start();
        publish("paid", "1", "1234567890123456789");
        publish("packed", "2", "1234567890123456788");
        publish("packed", "3", "\"7\"");
        publish("paid", "4", "7");
        assertThat(started()).isEmpty();
        publish("packed", "5", "1234567890123456789");
        publish("packed", "6", "7.0");
        assertThat(outputs()).containsExactlyInAnyOrder("[\"1\",\"5\"]", "[\"4\",\"6\"]");
        assertThat(publish("paid", "8", "null").assertCompleted().getItem().outcome()).isEqualTo(Outcome.NOBODY);
    }

    /** The second payment belongs to the second set. */
    @Test
    void anEventForWhichASetHasNoRoomOpensTheNext() {
        fixture.workflow(BOTH).start();
        publish("paid", "1", "7");
        publish("paid", "2", "7");
        publish("packed", "3", "7");
        assertThat(outputs()).containsExactly("[\"1\",\"3\"]");
        publish("packed", "4", "7");
        assertThat(outputs()).containsExactlyInAnyOrder("[\"1\",\"3\"]", "[\"2\",\"4\"]");
    }

    @Test
    void aConditionEndsASetAndTheNextEventOpensAnother() {
        fixture.workflow(THREE).start();
        for (int i = 1; i <= 7; i++) {
            publish("paid", String.valueOf(i), "7").assertCompleted();
        }
        assertThat(outputs()).containsExactlyInAnyOrder("[\"1\",\"2\",\"3\"]", "[\"4\",\"5\",\"6\"]");
    }

    @Test
    void anEventEndsASetAndIsNotInItsInput() {
        fixture.workflow(UNTIL_CLOSED).start();
        assertThat(publish("closed", "1", "7").assertCompleted().getItem().outcome()).isEqualTo(Outcome.NOBODY);
        publish("paid", "2", "7");
        publish("paid", "3", "7");
        publish("paid", "4", "8");
        assertThat(publish("closed", "5", "7").assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(outputs()).containsExactly("[\"2\",\"3\"]");
    }

    @Test
    void anEventThatBeginsASetDoesNotEndItToo() {
        fixture.workflow("""
                schedule:
                  on: {any: [{with: {type: paid}}], until: {one: {with: {type: paid, data: "${ .order == 7 }"}}}}
                do: [{last: {set: "${ map(.id) }"}}]
                """).start();
        publish("paid", "1", "7");
        publish("paid", "2", "8");
        assertThat(started()).isEmpty();
        publish("paid", "3", "7");
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
    }

    @Test
    void allOfSeveralEventsEndASet() {
        fixture.workflow("""
                schedule: {on: {any: [{with: {type: paid}}], until: {all: [{with: {type: closed}}, {with: {type: counted}}]}}}
                do: [{last: {set: "${ map(.id) }"}}]
                """).start();
        publish("paid", "1", "7");
        publish("closed", "2", "7");
        publish("closed", "3", "7");
        publish("paid", "4", "7");
        assertThat(started()).isEmpty();
        publish("counted", "5", "7");
        assertThat(outputs()).containsExactly("[\"1\",\"4\"]");
    }

    @Test
    void readGivesTheEnvelope() {
        fixture.workflow(BOTH.replace("do: [{last: {set: \"${ map(.id) }\"}}]", "do: [{last: {set: \"${ map(.type) }\"}}]")
                .replace("do:", "  read: envelope\ndo:")).start();
        publish("packed", "2", "7");
        publish("paid", "1", "7");
        assertThat(outputs()).containsExactly("[\"packed\",\"paid\"]");
    }

    @Test
    void anEventThatComesAgainCountsOnce() {
        fixture.options = fixture.options.with(observer);
        fixture.workflow(THREE).start();
        publish("paid", "1", "7");
        assertThat(publish("paid", "1", "7").assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        fixture.start();
        publish("paid", "1", "7");
        publish("paid", "2", "7");
        assertThat(started()).isEmpty();
        publish("paid", "3", "7");
        publish("paid", "3", "7");
        publish("paid", "1", "7");
        publish("paid", "4", "7");
        publish("paid", "2", "7");
        fixture.advance(3_000_000);
        fixture.start();
        publish("paid", "3", "7");
        publish("paid", "5", "7");
        assertThat(outputs()).containsExactly("[\"1\",\"2\",\"3\"]");
        publish("paid", "6", "7");
        assertThat(outputs()).containsExactlyInAnyOrder("[\"1\",\"2\",\"3\"]", "[\"4\",\"5\",\"6\"]");
        assertThat(observer.take()).contains("by event test:case GATHERED", "by event test:case KNOWN",
                "by event test:case STARTED");
    }

    @Test
    void aSetSurvivesARestart() {
        fixture.workflow(BOTH).start();
        publish("paid", "1", "7");
        fixture.start();
        publish("packed", "2", "7");
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
    }

    /** The publisher hears of no success, and the set is complete. */
    @Test
    void aCompleteSetStartsItsInstanceInTheNextLife() {
        fixture.workflow(BOTH).start(FailingWrites.ofStarts(fixture.store.open()));
        publish("paid", "1", "7");
        assertThat(failure(publish("packed", "2", "7")).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        assertThat(started()).isEmpty();
        fixture.start();
        fixture.advance(11_000);
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
        publish("packed", "2", "7").assertCompleted();
        publish("paid", "3", "7");
        assertThat(started()).hasSize(1);
    }

    @Test
    void aPublisherThatTriesAgainHasTheInstanceStarted() {
        fixture.workflow(BOTH).start(FailingWrites.ofStarts(fixture.store.open()));
        publish("paid", "1", "7");
        failure(publish("packed", "2", "7"));
        fixture.start();
        publish("packed", "2", "7").assertCompleted();
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
        fixture.advance(60_000);
        assertThat(started()).hasSize(1);
    }

    @Test
    void aSetWhoseTimeIsOverIsRemovedAndStartsNothing() {
        fixture.options = fixture.options.with(observer).with(new EventSetOptions(10, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start();
        publish("paid", "1", "7");
        fixture.advance(DAY_MILLIS + 10_000);
        publish("packed", "2", "7");
        assertThat(started()).isEmpty();
        assertThat(observer.take()).contains("by event test:case EXPIRED");
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0836")).singleElement().asString()
                .contains("workflow=test:case", "events=1", "first=/shop 1");
        publish("paid", "3", "7");
        assertThat(outputs()).containsExactly("[\"2\",\"3\"]");
        fixture.advance(3 * DAY_MILLIS);
        assertThat(rows()).as("nothing is left").isEmpty();
    }

    @Test
    void theNumberOfSetsIsBounded() {
        fixture.options = fixture.options.with(new EventSetOptions(2, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start();
        publish("paid", "1", "1");
        publish("paid", "2", "2");
        CairnException refusal = failure(publish("paid", "3", "3"));
        assertThat(refusal.reason()).isEqualTo(Reason.OVERLOADED);
        assertThat(refusal).hasMessageStartingWith("CAIRN-0835").hasMessageContaining("quarkus.cairn.events.max-sets=2");
        fixture.start();
        assertThat(failure(publish("paid", "3", "3")).reason()).isEqualTo(Reason.OVERLOADED);
        publish("packed", "4", "1").assertCompleted();
        publish("paid", "3", "3").assertCompleted();
        assertThat(outputs()).containsExactly("[\"1\",\"4\"]");
    }

    @Test
    void theNumberOfEventsOfASetIsBoundedAndItCanStillEnd() {
        fixture.options = fixture.options.with(new EventSetOptions(10, 2, DAY_MILLIS));
        fixture.workflow(UNTIL_CLOSED).start();
        publish("paid", "1", "7");
        publish("paid", "2", "7");
        CairnException refusal = failure(publish("paid", "3", "7"));
        assertThat(refusal.reason()).isEqualTo(Reason.INVALID_INPUT);
        assertThat(refusal).hasMessageStartingWith("CAIRN-0830")
                .hasMessageContaining("CAIRN-0834: The set of events is full").hasMessageContaining("max-set-events=2");
        publish("closed", "4", "7").assertCompleted();
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
    }

    @Test
    void anInputThatTheWorkflowRefusesEndsTheSet() {
        fixture.workflow(BOTH + "input: {schema: {document: {items: {type: object, required: [good]}}}}\n").start();
        publish("paid", "1", "7");
        assertThat(failure(publish("packed", "2", "7")).reason()).isEqualTo(Reason.INVALID_INPUT);
        publish("packed", "2", "7").assertCompleted();
        publish("packed", "3", "7").assertCompleted();
        fixture.advance(60_000);
        assertThat(started()).isEmpty();
        assertThat(open()).isEqualTo(1);
    }

    @Test
    void searchesAndCountsShowInstancesAlone() {
        fixture.workflow(BOTH).start();
        publish("paid", "1", "7");
        publish("paid", "2", "8");
        publish("packed", "3", "8");
        assertThat(fixture.engine.find(InstanceFilter.all(), 100, null).await().indefinitely().rows())
                .extracting(InstanceRow::id).isEqualTo(started());
        assertThat(fixture.engine.counts().await().indefinitely()).singleElement()
                .satisfies(count -> assertThat(count.workflow()).isEqualTo("test:case"));
    }

    @Test
    void withoutAStoreSetsAreInMemory() {
        fixture.options = fixture.options.with(observer).with(new EventSetOptions(2, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start(new ForgetfulStore());
        publish("paid", "1", "7");
        publish("paid", "1", "7");
        publish("packed", "2", "7");
        publish("packed", "2", "7");
        assertThat(observer.take()).filteredOn("by event test:case STARTED"::equals).hasSize(1);
        publish("paid", "3", "8");
        publish("paid", "4", "9");
        assertThat(failure(publish("paid", "5", "10")).reason()).isEqualTo(Reason.OVERLOADED);
        fixture.advance(DAY_MILLIS + 5_000);
        assertThat(observer.take()).filteredOn("by event test:case EXPIRED"::equals).hasSize(2);
        publish("paid", "5", "10").assertCompleted();
    }

    @Test
    void eventsThatTasksEmitAreGathered() {
        fixture.workflow(BOTH).start();
        fixture.beginAlso("do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {id: a, order: 7}}}}}}]",
                "{}");
        fixture.beginAlso("do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, data: {id: a, order: 7}}}}}}]",
                "{}");
        publish("packed", "2", "7");
        assertThat(outputs()).containsExactly("[\"a\",\"2\"]");
        publish("packed", "3", "7");
        assertThat(started()).hasSize(1);
    }

    /** It would be the event of another task. */
    @Test
    void anInstanceDoesNotTakeTheEventThatCompletedItsSet() {
        fixture.workflow(BOTH.replace("do: [", "do: [{next: {listen: {to: {one: {with: {type: packed}}}}}}, ")).start();
        publish("paid", "1", "7");
        publish("packed", "2", "7");
        publish("packed", "2", "7");
        assertThat(fixture.outcome(started().get(0)).getItem()).isNull();
        publish("packed", "3", "7");
        assertThat(fixture.outcome(started().get(0)).assertCompleted().getItem().output().toString()).isEqualTo("[\"3\"]");
    }

    @Test
    void aNewVersionWithTheSameEventsGoesOnWithTheSets() {
        fixture.workflow(BOTH).start();
        publish("paid", "1", "7");
        fixture.workflow(document("case", "1.1.0") + BOTH.replace("map(.id)", "map(.order)")).start();
        publish("packed", "2", "7");
        assertThat(outputs()).containsExactly("[7,7]");
    }

    @Test
    void aNewVersionWithOtherEventsBeginsAnew() {
        fixture.options = fixture.options.with(new EventSetOptions(10, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start();
        publish("paid", "1", "7");
        fixture.workflow(document("case", "1.1.0") + BOTH.replace("type: packed", "type: sent")).start();
        publish("sent", "2", "7");
        assertThat(started()).isEmpty();
        publish("paid", "3", "7");
        assertThat(outputs()).containsExactly("[\"2\",\"3\"]");
        fixture.advance(2 * DAY_MILLIS);
        assertThat(open()).isZero();
    }

    /** The event has started an instance of the version that needed no other. */
    @Test
    void anEventThatHasStartedAnInstanceAloneCompletesASetOfANewVersion() {
        fixture.workflow("schedule: {on: {one: {with: {type: packed}}}}\ndo: [{last: {set: \"${ map(.id) }\"}}]").start();
        publish("packed", "2", "7");
        assertThat(outputs()).containsExactly("[\"2\"]");
        fixture.workflow(document("case", "1.1.0") + BOTH).start();
        publish("paid", "1", "7");
        publish("packed", "2", "7");
        assertThat(started()).hasSize(2);
    }

    @Test
    void theSetsOfAWorkflowThatIsGoneEnd() {
        fixture.options = fixture.options.with(new EventSetOptions(10, 10, DAY_MILLIS));
        fixture.workflow(BOTH).start(FailingWrites.ofStarts(fixture.store.open()));
        publish("paid", "1", "7");
        publish("paid", "2", "8");
        failure(publish("packed", "3", "8"));
        fixture.workflow(document("other", "1.0.0") + "do: [{a: {set: {b: 1}}}]").start();
        fixture.advance(DAY_MILLIS / 2);
        assertThat(open()).isEqualTo(2);
        fixture.advance(DAY_MILLIS);
        assertThat(open()).as("the complete set waits for its workflow").isEqualTo(1);
        fixture.advance(DAY_MILLIS);
        assertThat(open()).isZero();
        assertThat(started()).isEmpty();
    }

    @Test
    void aConditionThatFailsLetsTheSetGoOn() {
        fixture.workflow(UNTIL_CLOSED.substring(0, UNTIL_CLOSED.indexOf("    until:"))
                + "    until: \"(.[-1].id | tonumber) > 1\"\ndo: [{last: {set: \"${ map(.id) }\"}}]\n").start();
        publish("paid", "x", "7").assertCompleted();
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0837")).singleElement().asString()
                .contains("workflow=test:case:1.0.0");
        publish("paid", "2", "7");
        assertThat(outputs()).containsExactly("[\"x\",\"2\"]");
    }

    @Test
    void aStoppingNodeRefusesAnEventAndAFailingStoreFailsPublish() {
        fixture.workflow(BOTH).start();
        fixture.session.fail(DOWN, true);
        assertThat(failure(publish("paid", "1", "7")).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        fixture.session.fail(null, false);
        publish("paid", "1", "7").assertCompleted();
        fixture.engine.stop();
        assertThat(failure(publish("packed", "2", "7")).reason()).isEqualTo(Reason.STOPPING);
        fixture.start();
        publish("packed", "2", "7").assertCompleted();
        assertThat(outputs()).containsExactly("[\"1\",\"2\"]");
    }

    /** Ended sets do not accumulate, and the numbers of sets grow. */
    @Test
    void fewRowsStayOfManySets() {
        fixture.workflow(BOTH).start();
        for (int i = 0; i < 20; i++) {
            publish("paid", "a" + i, "7").assertCompleted();
            publish("packed", "b" + i, "7").assertCompleted();
        }
        assertThat(started()).hasSize(20);
        assertThat(rows()).filteredOn(row -> row.workflow().equals("$event-sets")).hasSize(1);
        fixture.advance(2 * DAY_MILLIS);
        assertThat(rows()).isEmpty();
    }

    private static String document(String name, String version) {
        return "document: {dsl: 1.0.3, namespace: test, name: " + name + ", version: " + version + "}\n";
    }
}
