package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.jboss.logging.MDC;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.RecordedCommand;
import dev.cairn.api.StartRequest;
import dev.cairn.engine.audit.CommandAuditRecord;

/** The journal of an instance and the audit log say which principal gave a command, and why. */
class CommandOriginTest {

    private static final Logger LOG = Logger.getLogger(CommandAuditRecord.CATEGORY);
    private static final CommandOrigin ALICE = new CommandOrigin("alice", "Ticket 42");
    private static final CommandOrigin BOB = CommandOrigin.of("bob");
    private static final CommandOrigin APPLICATION = new CommandOrigin(null, null);
    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: 1}}
              - second: {call: ask, with: {question: 2}}
            """;

    private record Line(String text, Map<String, Object> fields) {}

    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            lines.add(new Line(entry.getMessage(), new TreeMap<>(ExtLogRecord.wrap(entry).getMdcCopy())));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @BeforeEach
    void hear() {
        LOG.addHandler(handler);
        LOG.setLevel(Level.INFO);
    }

    @AfterEach
    void hearNothing() {
        MDC.clear();
        LOG.removeHandler(handler);
        LOG.setLevel(null);
    }

    private CairnClient as(CommandOrigin origin) {
        return new EngineClient(fixture.engine, new ObjectMapper()).as(origin);
    }

    private InstanceHandle as(CommandOrigin origin, String id) {
        return as(origin).instance(id);
    }

    private String startAs(CommandOrigin origin) {
        return operations.ask(as(origin).start(StartRequest.of("case").withBusinessKey("order-7"))).assertCompleted().getItem()
                .id();
    }

    private List<RecordedCommand> commands(String id) {
        return operations.ask(operations.handle(id).commands()).assertCompleted().getItem();
    }

    private static List<String> shown(List<RecordedCommand> commands) {
        return commands.stream().map(command -> command.kind() + " " + command.origin().principal()).toList();
    }

    private List<String> texts() {
        return lines.stream().map(Line::text).toList();
    }

    @Test
    void eachCommandIsInTheEntryThatItWrites() {
        fixture.workflow(TWO_CALLS).start();
        String id = startAs(ALICE);
        operations.ask(as(BOB, id).suspend()).assertCompleted();
        operations.ask(as(ALICE, id).resume()).assertCompleted();
        int before = fixture.store.get(id).entries().size();
        fixture.advance(1_000);
        operations.ask(as(BOB, id).cancel()).assertCompleted();

        assertThat(fixture.store.get(id).entries()).hasSize(before + 1);
        assertThat(shown(commands(id))).containsExactly("START alice", "SUSPEND bob", "RESUME alice", "CANCEL bob");
        RecordedCommand started = commands(id).get(0);
        assertThat(started.origin()).isEqualTo(ALICE);
        assertThat(started.at().toEpochMilli()).isEqualTo(EngineFixture.NOON);
        assertThat(commands(id).get(3).at().toEpochMilli()).isEqualTo(EngineFixture.NOON + 1_000);
    }

    @Test
    void aCommandThatChangesNothingWritesNothingAndIsInTheLog() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{}").instanceId();
        operations.ask(as(ALICE, id).suspend()).assertCompleted();
        int before = fixture.store.get(id).entries().size();
        operations.ask(as(BOB, id).suspend()).assertCompleted();
        assertThat(fixture.store.get(id).entries()).hasSize(before);
        assertThat(shown(commands(id))).containsExactly("START null", "SUSPEND alice");
        assertThat(lines).extracting(line -> line.fields.get("cairn.principal")).containsExactly("alice", "bob");
    }

    @Test
    void whatIsNotInMemoryHasItToo() {
        fixture.workflow(TWO_CALLS).start();
        String id = startAs(ALICE);
        operations.suspend(id);
        fixture.answer("/do/0/first", "1");
        assertThat(fixture.store.get(id).row().owner()).isNull();
        operations.ask(as(BOB, id).cancel()).assertCompleted();
        assertThat(shown(commands(id))).containsExactly("START alice", "SUSPEND null", "CANCEL bob");
    }

    @Test
    void oneThatIsParkedHasIt() {
        fixture.workflow(TWO_CALLS).start();
        String id = startAs(ALICE);
        fixture.answer("/do/0/first", "1");
        fixture.workflow("do: [{other: {call: ask, with: {question: 1}}}]").start();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        operations.ask(as(BOB, id).cancel()).assertCompleted();
        assertThat(shown(commands(id))).containsExactly("START alice", "CANCEL bob");
    }

    @Test
    void aFaultedInstanceSaysWhoTriedItAgain() {
        fixture.workflow(TWO_CALLS).start();
        String id = startAs(ALICE);
        fixture.fail("/do/0/first", new IllegalStateException("down"));
        operations.ask(as(BOB, id).retry()).assertCompleted();
        fixture.answer("/do/0/first", "1");
        fixture.start();
        fixture.answer("/do/1/second", "2");
        assertThat(shown(commands(id))).containsExactly("START alice", "RETRY bob");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void undoingSaysWhoAskedForItAlsoOfOneThatWasSuspended() {
        fixture.workflow("""
                do:
                  - pay:
                      try: [{first: {call: ask, with: {question: 1}}}, {second: {call: ask, with: {question: 2}}}]
                      catch:
                        do: [{undo: {call: ask, with: {question: 3}}}, {fail: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}}]
                """).start();
        String id = startAs(ALICE);
        fixture.answer("/do/0/pay/try/0/first", "1");
        operations.ask(as(BOB, id).suspend()).assertCompleted();
        operations.ask(as(ALICE, id).cancelAndCompensate()).assertCompleted();
        assertThat(shown(commands(id))).startsWith("START alice", "SUSPEND bob").contains("COMPENSATE alice")
                .doesNotContain("RESUME null", "CANCEL null");
        fixture.answer("/do/0/pay/catch/do/0/undo", "1");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(commands(id)).last().extracting(RecordedCommand::kind).isEqualTo(CommandKind.COMPENSATE);
    }

    @Test
    void aForkSaysWhoMadeItAndNotWhoAskedTheOther() {
        fixture.workflow(TWO_CALLS).start();
        String id = startAs(ALICE);
        fixture.fail("/do/0/first", new IllegalStateException("down"));
        operations.ask(as(ALICE, id).retry()).assertCompleted();
        fixture.answer("/do/0/first", "1");
        fixture.advance(1);
        String fork = operations.ask(as(BOB, id).fork(ForkRequest.of("/do/1/second", Map.of()))).assertCompleted().getItem()
                .id();
        assertThat(shown(commands(fork))).containsExactly("FORK bob");
        fixture.advance(1);
        String second = operations.ask(as(ALICE, fork).fork(ForkRequest.of("/do/1/second", Map.of()))).assertCompleted()
                .getItem().id();
        assertThat(shown(commands(second))).containsExactly("FORK alice");
    }

    @Test
    void oneThatComputesTooMuchWasSuspendedByNobody() {
        fixture.options = fixture.options.withWorkBounds(1_000, 100);
        fixture.workflow("do: [{turn: {set: {n: 1}}}, {back: {set: {n: 2}, then: turn}}]").start();
        String id = startAs(ALICE);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.FAULTED);
        assertThat(shown(commands(id))).containsExactly("START alice");
    }

    @Test
    void theLogHasALineForEachCommand() {
        fixture.workflow(TWO_CALLS).start();
        MDC.put("cairn.reason", "of the caller");
        String id = startAs(ALICE);
        operations.ask(as(ALICE, id).suspend()).assertCompleted();
        assertThat(texts()).containsExactly(
                "CAIRN-0752: Command done [command=start, workflow=case, instance=" + id + ", principal=alice]: Ticket 42",
                "CAIRN-0752: Command done [command=suspend, workflow=test:case, version=1.0.0, instance=" + id
                        + ", businessKey=order-7, principal=alice]: Ticket 42");
        assertThat(lines.get(1).fields).containsExactlyInAnyOrderEntriesOf(Map.of("cairn.command", "suspend",
                "cairn.workflow", "test:case", "cairn.version", "1.0.0", "cairn.instance", id, "cairn.businessKey", "order-7",
                "cairn.principal", "alice", "cairn.reason", "Ticket 42", "cairn.outcome", "done"));
        assertThat(MDC.getMap()).containsExactlyEntriesOf(Map.of("cairn.reason", "of the caller"));
    }

    @Test
    void theLogNamesTheInstanceThatWasMade() {
        fixture.workflow(TWO_CALLS).start();
        String id = operations.ask(as(ALICE).start(StartRequest.of("case").withIdempotencyKey("k"))).assertCompleted().getItem()
                .id();
        ForkRequest request = ForkRequest.of("/do/0/first", Map.of()).withIdempotencyKey("f");
        String fork = operations.ask(as(BOB, id).fork(request)).assertCompleted().getItem().id();
        operations.ask(as(ALICE).start(StartRequest.of("case").withIdempotencyKey("k"))).assertCompleted();
        operations.ask(as(BOB, id).fork(request)).assertCompleted();
        String ofFork = "CAIRN-0752: Command done [command=fork, workflow=test:case, version=1.0.0, instance=" + id
                + ", newInstance=" + fork;
        assertThat(texts()).containsExactly(
                "CAIRN-0752: Command done [command=start, workflow=case, instance=" + id + ", principal=alice]: Ticket 42",
                ofFork + ", principal=bob]",
                "CAIRN-0752: Command done [command=start, workflow=case, instance=" + id
                        + ", created=false, principal=alice]: Ticket 42",
                ofFork + ", created=false, principal=bob]");
        assertThat(lines.get(1).fields).containsEntry("cairn.instance", id).containsEntry("cairn.newInstance", fork)
                .doesNotContainKey("cairn.created");
        assertThat(lines.get(3).fields).containsEntry("cairn.created", "false");
    }

    @Test
    void theLogHasWhatWasRefused() {
        fixture.workflow("do: [{done: {set: {n: 1}}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.refused(as(new CommandOrigin("alice\nCAIRN-0752: Command done", "a\u2028b"), id).retry(), Reason.WRONG_PHASE,
                "CAIRN-0442");
        operations.refused(as(ALICE, "nobody").cancel(), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
        operations.refused(as(ALICE).start("unknown", null), Reason.UNKNOWN_WORKFLOW, "unknown");
        assertThat(texts()).hasSize(3);
        assertThat(texts().get(0)).startsWith("CAIRN-0753: Command refused [command=retry, workflow=test:case, version=1.0.0,"
                + " instance=" + id + ", principal=alice CAIRN-0752: Command done]: CAIRN-0442: ").endsWith(": a b");
        assertThat(texts().get(1)).startsWith("CAIRN-0753: Command refused [command=cancel, instance=nobody, principal=alice]");
        assertThat(texts().get(2)).startsWith("CAIRN-0753: Command refused [command=start, workflow=unknown, principal=alice]");
        assertThat(lines.get(0).fields).containsEntry("cairn.outcome", "refused");
    }

    @Test
    void theLogHasTheBeginningOfNamesThatAreTooLong() {
        fixture.workflow(TWO_CALLS).start();
        String much = "x".repeat(100_000);
        for (String id : List.of(fixture.begin("{}").instanceId(), much)) {
            as(ALICE, id).fork(ForkRequest.of("/do/" + much, Map.of())).subscribe().with(made -> {}, refused -> {});
            fixture.threads.runAll();
        }
        as(ALICE).start(much, null).subscribe().with(made -> {}, refused -> {});
        fixture.threads.runAll();
        assertThat(texts()).hasSize(3).allSatisfy(line -> assertThat(line).startsWith("CAIRN-0753").hasSizeLessThan(3_000));
    }

    @Test
    void whatTheApplicationAsksForIsAttributedToNobody() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        operations.resume(id);
        assertThat(commands(id)).extracting(RecordedCommand::kind).containsExactly(CommandKind.START, CommandKind.SUSPEND,
                CommandKind.RESUME);
        assertThat(commands(id)).extracting(RecordedCommand::origin).containsOnly(APPLICATION);
        // Starts are no commands of operators unless they have an origin.
        assertThat(texts()).containsExactly(
                "CAIRN-0752: Command done [command=suspend, workflow=test:case, version=1.0.0, instance=" + id + "]",
                "CAIRN-0752: Command done [command=resume, workflow=test:case, version=1.0.0, instance=" + id + "]");
    }

    @Test
    void whatIsTooLongIsRefused() {
        assertThatThrownBy(() -> CommandOrigin.of("p".repeat(256))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A principal has at most 255 characters, not 256");
        assertThatThrownBy(() -> new CommandOrigin("p", "r".repeat(1_001))).isInstanceOf(IllegalArgumentException.class);
    }
}
