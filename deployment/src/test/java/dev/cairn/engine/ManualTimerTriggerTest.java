package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.RecordedCommand;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.operation.PendingEffect;
import dev.cairn.executor.JournalEvent;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A timer that an operator has fire does what it does when it is due, once, and the journal says who asked. */
class ManualTimerTriggerTest {

    private static final CommandOrigin ALICE = new CommandOrigin("alice", "Ticket 42");
    private static final String PAUSES = """
            do:
              - pause: {wait: {hours: 1}}
              - done: {set: {done: true}}
            """;
    private static final String TIMER = "/do/0/pause";
    private static final long HOUR_MILLIS = 3_600_000;
    /** Journals are searched on as many threads as there are processors, and 64 more searches wait. */
    private static final int MAX_AT_A_TIME = Runtime.getRuntime().availableProcessors() + 64;
    private static final StoreException DOWN = new StoreException("the disk is full", false, null);

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private String started(String yaml) {
        fixture.workflow(yaml).start();
        return fixture.begin("{}").instanceId();
    }

    private UniAssertSubscriber<Void> fire(String id, String timer) {
        return operations.ask(operations.handle(id).fireTimer(timer));
    }

    private List<JournalEvent> journal(String id) {
        JournalDecoder journal = fixture.engine.journal().decoder(fixture.store.get(id));
        List<JournalEvent> happenings = new ArrayList<>();
        for (int position = 1; position < journal.size(); position++) {
            happenings.add(journal.read(position).event());
        }
        return happenings;
    }

    @Test
    void itIsAcknowledgedWhenTheJournalHasIt() {
        String id = started(PAUSES);
        assertThat(fixture.engine.condition().load().instances()).as("it waits out of memory").isZero();
        fixture.session.hold();
        UniAssertSubscriber<Void> fired = fire(id, TIMER);
        fired.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        fired.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("{\"done\":true}");
    }

    @Test
    void theJournalIsThatOfATimerThatWasDue() {
        String due = started(PAUSES);
        fixture.advance(HOUR_MILLIS);
        assertThat(operations.status(due)).isEqualTo(InstanceStatus.COMPLETED);
        List<JournalEvent> natural = journal(due);
        String fired = fixture.begin("{}").instanceId();
        fire(fired, TIMER).assertCompleted();
        assertThat(journal(fired)).extracting(Object::getClass).isEqualTo(natural.stream().map(Object::getClass).toList());
        assertThat(journal(fired)).contains(new JournalEvent.Fired(TIMER)).last().isEqualTo(natural.get(natural.size() - 1));
    }

    @Test
    void itIsInMemory() {
        String id = started("""
                do:
                  - both: {fork: {branches: [{ask: {call: ask, with: {question: 1}}}, {pause: {wait: {hours: 1}}}]}}
                """);
        fire(id, "/do/0/both/fork/branches/1/pause").assertCompleted();
        fixture.answer("/do/0/both/fork/branches/0/ask", "1");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void theJournalSaysWhoAsked() {
        String id = started(PAUSES);
        InstanceHandle handle = new EngineClient(fixture.engine, new ObjectMapper()).as(ALICE).instance(id);
        operations.ask(handle.fireTimer(TIMER)).assertCompleted();
        List<RecordedCommand> commands = operations.ask(handle.commands()).assertCompleted().getItem();
        assertThat(commands).extracting(command -> command.kind().name()).containsExactly("START", "FIRE");
        assertThat(commands.get(1).origin()).isEqualTo(ALICE);
    }

    @Test
    void itFiresOnce() {
        String id = started("""
                do:
                  - pause: {wait: {hours: 1}}
                  - again: {wait: {hours: 1}}
                """);
        fire(id, TIMER).assertCompleted();
        int entries = journal(id).size();
        fire(id, TIMER).assertCompleted();
        assertThat(journal(id)).hasSize(entries);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        fire(id, "/do/1/again").assertCompleted();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.COMPLETED);
        fire(id, TIMER).assertCompleted();
    }

    @Test
    void thePauseBeforeARetryEnds() {
        String id = started("""
                do:
                  - attempt:
                      try: [{ask: {call: ask, with: {question: 1}}}]
                      catch: {retry: {delay: {hours: 1}, limit: {attempt: {count: 3}}}}
                """);
        fixture.fail(fixture.pending.keySet().iterator().next(), new IllegalStateException("no answer"));
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        List<PendingEffect> pending = operations
                .ask(new InstanceInspector(fixture.engine, fixture.session).details(id)).assertCompleted().getItem().pending();
        assertThat(pending).extracting(PendingEffect::kind).containsExactly("retry");
        fire(id, pending.get(0).effect()).assertCompleted();
        assertThat(fixture.pending).as("the next attempt is made").hasSize(1);
    }

    @Test
    void whatTheInstanceDoesNotWaitForIsRefused() {
        String id = started(PAUSES);
        operations.refused(operations.handle(id).fireTimer("/do/1/done"), Reason.NO_TIMER,
                "CAIRN-0785: Cannot fire a timer of instance " + id + " [timer=/do/1/done, phase=waiting]");
        operations.suspend(id);
        operations.refused(operations.handle(id).fireTimer(TIMER), Reason.NO_TIMER, "Resume the instance first.");
        operations.resume(id);
        String calling = started("""
                do:
                  - both: {fork: {branches: [{ask: {call: ask, with: {question: 1}}}, {pause: {wait: {hours: 1}}}]}}
                """);
        operations.suspend(calling);
        assertThat(fixture.engine.condition().load().instances()).as("its call keeps it in memory").isEqualTo(1);
        operations.refused(operations.handle(calling).fireTimer("/do/0/both/fork/branches/1/pause"), Reason.NO_TIMER,
                "Resume the instance first.");
        operations.refused(operations.handle(calling).fireTimer("/do/0/both/fork/branches/0/ask"), Reason.NO_TIMER,
                "CAIRN-0785");
    }

    @Test
    void itIsRefusedWhenThereIsNoSuchInstanceOrItHasEnded() {
        String id = started(PAUSES);
        operations.refused(operations.handle("nobody").fireTimer(TIMER), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
        operations.cancel(id);
        operations.refused(operations.handle(id).fireTimer(TIMER), Reason.WRONG_PHASE,
                "CAIRN-0441: Cannot fire a timer of instance " + id);
    }

    @Test
    void manyAtATimeAreRefused() {
        String id = started(PAUSES);
        operations.suspend(id);
        List<UniAssertSubscriber<Void>> asked = new ArrayList<>();
        for (int i = 0; i < MAX_AT_A_TIME; i++) {
            asked.add(operations.handle(id).fireTimer("/do/" + i).subscribe().withSubscriber(UniAssertSubscriber.create()));
        }
        operations.handle(id).fireTimer(TIMER).subscribe().withSubscriber(UniAssertSubscriber.create())
                .assertFailedWith(CairnException.class, "CAIRN-0744");
        assertThat(asked).allSatisfy(UniAssertSubscriber::assertNotTerminated);
        fixture.threads.runAll();
        assertThat(asked).allSatisfy(each -> each.assertFailedWith(CairnException.class, "CAIRN-0785"));
    }

    @Test
    void itIsDoneWhenTheStoreIsBack() {
        String id = started(PAUSES);
        fixture.session.fail(DOWN, false);
        UniAssertSubscriber<Void> fired = fire(id, TIMER);
        fired.assertNotTerminated();
        fixture.session.fail(null, false);
        fixture.advance(1_000);
        fired.assertCompleted();
        fixture.start();
        assertThat(fixture.output(id)).isEqualTo("{\"done\":true}");
    }

    @Test
    void aStoreThatKeepsNothingHasTimersToo() {
        fixture.workflow(PAUSES).start(new ForgetfulStore());
        String id = fixture.begin("{}").instanceId();
        fire(id, TIMER).assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("{\"done\":true}");
    }

    @Test
    void anotherNodeTakesItToTheOneThatRunsTheInstance() {
        ClusterFixture cluster = new ClusterFixture("""
                do:
                  - both: {fork: {branches: [{ask: {call: ask, with: {question: 1}}}, {pause: {wait: {hours: 1}}}]}}
                """);
        cluster.world = call -> cluster.answerAfter(600_000);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        String id = a.start("{}");
        InstanceHandle handle = new EngineClient(b.engine, new ObjectMapper()).as(ALICE).instance(id);
        String timer = "/do/0/both/fork/branches/1/pause";
        UniAssertSubscriber<Void> fired = handle.fireTimer(timer).subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        fired.assertNotTerminated();
        cluster.advance(2_000);
        fired.assertCompleted();
        UniAssertSubscriber<List<RecordedCommand>> commands = handle.commands().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        assertThat(commands.assertCompleted().getItem()).extracting(command -> command.kind() + " " + command.origin()
                .principal()).containsExactly("START null", "FIRE alice");
        UniAssertSubscriber<Void> refused = handle.fireTimer("/do/9/none").subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.advance(2_000);
        refused.assertFailedWith(CairnException.class, "CAIRN-0785");
    }
}
