package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.jboss.logging.MDC;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.audit.FaultLog;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** The log has one line for each instance that fails. */
class FaultLogTest {

    private static final Logger LOG = Logger.getLogger(FaultLog.CATEGORY);
    private static final String CALL = """
            do:
              - charge: {call: ask, with: {question: 1}}
            """;
    private static final String RETRIED = """
            do:
              - pay:
                  try:
                    - charge: {call: ask, with: {question: 1}}
                  catch:
                    retry: {delay: {seconds: 1}, limit: {attempt: {count: 2}}}
            """;

    private record Line(LogRecord entry, Map<String, Object> fields) {

        String text() {
            return entry.getMessage();
        }
    }

    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            Map<String, Object> fields = new TreeMap<>(ExtLogRecord.wrap(entry).getMdcCopy());
            if (entry.getParameters() != null) {
                entry.setMessage(entry.getMessage().formatted(entry.getParameters()));
            }
            lines.add(new Line(entry, fields));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void hear() {
        LOG.addHandler(handler);
        LOG.setLevel(Level.FINE);
    }

    @AfterEach
    void hearNothing() {
        LOG.removeHandler(handler);
        LOG.setLevel(null);
        MDC.clear();
    }

    private static WorkflowException down(String detail) {
        return new WorkflowException(new WorkflowError("https://example.com/errors/down", 503, "Down", detail, null));
    }

    private List<String> texts() {
        return lines.stream().map(Line::text).toList();
    }

    @Test
    void anErrorThatHasAdviceOfItsOwnIsToldWithoutMore() {
        fixture.workflow(CALL).start();
        fixture.begin("{}");
        fixture.fail("/do/0/charge", down("CAIRN-0478: Too much. Raise the bound."));
        assertThat(texts()).singleElement().asString().endsWith("Raise the bound.");
    }

    @Test
    void oneThatFaultsIsToldOfOnceWithAllThatIsKnown() {
        fixture.workflow(CALL).start();
        MDC.put("cairn.task", "of the caller");
        UniAssertSubscriber<DurableStartResult> start = fixture.engine.gateway()
                .start(fixture.installed(), JsonPayload.of(JsonCodec.read("{}")), null,
                        StartMetadata.of(new SearchKeys("order-7", Map.of())), new CallerWaitLimit())
                .uni().subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        String id = start.assertCompleted().getItem().instanceId();
        fixture.fail("/do/0/charge", down("The card was refused."));
        assertThat(texts()).containsExactly("CAIRN-0486: Instance faulted [workflow=test:case, version=1.0.0, instance=" + id
                + ", businessKey=order-7, task=/do/0/charge, error.type=https://example.com/errors/down, error.status=503]:"
                + " Down: The card was refused. Mend the cause, then retry the instance.");
        Line line = lines.get(0);
        assertThat(line.entry.getLevel().intValue()).isEqualTo(Level.WARNING.intValue());
        assertThat(line.entry.getThrown()).isNull();
        assertThat(line.fields).containsExactlyInAnyOrderEntriesOf(Map.of("cairn.workflow", "test:case", "cairn.version",
                "1.0.0", "cairn.instance", id, "cairn.businessKey", "order-7", "cairn.task", "/do/0/charge",
                "cairn.error.type", "https://example.com/errors/down", "cairn.error.status", "503", "cairn.error.title", "Down",
                "cairn.error.detail", "The card was refused."));
        assertThat(MDC.getMap()).containsExactlyEntriesOf(Map.of("cairn.task", "of the caller"));
        fixture.start();
        assertThat(lines).hasSize(1);
    }

    @Test
    void whereNothingIsKeptNothingCanBeRetried() {
        fixture.workflow(CALL).start(new ForgetfulStore());
        fixture.begin("{}");
        fixture.fail("/do/0/charge", down(null));
        assertThat(texts().get(0)).endsWith("error.status=503]: Down");
    }

    @Test
    void nothingIsSaidBeforeItIsDurable() {
        fixture.workflow(CALL).start();
        fixture.begin("{}");
        fixture.session.hold();
        fixture.fail("/do/0/charge", down(null));
        assertThat(lines).isEmpty();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(lines).hasSize(1);
    }

    /** As when the memory does not suffice, or the timers have ended. */
    @Test
    void anInstanceHasEndedThoughThatCannotBeTold() {
        AtomicBoolean broken = new AtomicBoolean();
        fixture.seenTimers = (delayMillis, action) -> {
            if (broken.get()) {
                throw new RejectedExecutionException("planted");
            }
            return fixture.time.after(delayMillis, action);
        };
        fixture.workflow(CALL).start();
        String id = fixture.begin("{}").instanceId();
        UniAssertSubscriber<Ended> outcome = fixture.outcome(id);
        broken.set(true);
        fixture.fail("/do/0/charge", down(null));
        assertThat(outcome.assertCompleted().getItem().status()).isEqualTo(InstanceStatus.FAULTED);
        assertThat(fixture.engine.condition().load().parked()).isZero();
    }

    @Test
    void aRetriedInstanceThatFaultsAgainIsToldOfAgain() {
        fixture.workflow(CALL).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/charge", down(null));
        new OperationsFixture(fixture).retry(id);
        fixture.fail("/do/0/charge", down(null));
        assertThat(lines).hasSize(2);
    }

    @Test
    void retriesAreToldAndWhatEndsThemOnce() {
        fixture.workflow(RETRIED).start();
        fixture.begin("{}");
        fixture.fail("/do/0/pay/try/0/charge", down(null));
        fixture.advance(1_000);
        // Another life says nothing again of what it replays.
        fixture.start();
        fixture.fail("/do/0/pay/try/0/charge", down(null));
        fixture.advance(1_000);
        fixture.fail("/do/0/pay/try/0/charge", down(null));
        assertThat(lines).extracting(line -> line.text().split("[:\\[]")[0].strip() + " " + line.fields.get("cairn.attempts"))
                .containsExactly("Trying again 1", "Trying again 2", "CAIRN-0486 3");
        assertThat(lines.get(0).entry.getLevel().intValue()).isEqualTo(Level.FINE.intValue());
    }

    @Test
    void retriesThatAreUsedUpAreToldWhereSomethingCatchesThat() {
        fixture.workflow(RETRIED + "        do: [{sorry: {set: {sorry: true}}}]\n").start();
        String id = fixture.begin("{}").instanceId();
        for (int attempt = 1; attempt <= 3; attempt++) {
            fixture.fail("/do/0/pay/try/0/charge", down(null));
            fixture.advance(1_000);
        }
        assertThat(fixture.output(id)).isEqualTo("{\"sorry\":true}");
        assertThat(texts().get(2)).startsWith("CAIRN-0487: Retries are used up [").contains("attempts=3");
        assertThat(lines).hasSize(3);
    }

    @Test
    void aFailedCompensationOfACancelledInstanceIsTold() {
        fixture.workflow("""
                do:
                  - travel:
                      try:
                        - pay: {call: ping}
                      catch:
                        do:
                          - undo: {call: ask, with: {question: 1}}
                          - fail: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.engine.command(id, OperatorCommandKind.COMPENSATE).subscribe().with(done -> {});
        fixture.threads.runAll();
        fixture.fail("/do/0/travel/catch/do/0/undo", down(null));
        assertThat(texts()).hasSize(1);
        assertThat(texts().get(0)).startsWith("CAIRN-0489: ");
    }

    @Test
    void oneThatIsParkedIsToldOfWithoutATraceIfItsJournalIsTheCause() {
        fixture.workflow("do: [{first: {call: ping}}, {second: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "1");
        fixture.workflow("do: [{other: {call: ping}}, {second: {call: ping}}]");
        fixture.start();
        assertThat(texts()).hasSize(1);
        assertThat(texts().get(0)).startsWith("CAIRN-0423: Parked instance [workflow=test:case, version=1.0.0, instance=" + id);
        assertThat(lines.get(0).entry.getThrown()).isNull();
    }

    @Test
    void aMistakeOfCairnComesWithItsTrace() {
        FaultLog log = new FaultLog((delay, action) -> () -> {}, true);
        fixture.workflow(CALL).start();
        IllegalStateException mistake = new IllegalStateException("impossible");
        log.parked(fixture.store.get(fixture.begin("{}").instanceId()).row(), down(null).error(), null, "Next.", mistake);
        assertThat(lines.get(0).entry.getThrown()).isSameAs(mistake);
    }

    @Test
    void theTraceIsSaidOfOneThatIsInATrace() {
        FaultLog log = new FaultLog((delay, action) -> () -> {}, true);
        fixture.workflow(CALL).start();
        log.parked(fixture.store.get(fixture.begin("{}").instanceId()).row(), down(null).error(),
                "0af7651916cd43dd8448eb211c80319c", "Next.", null);
        assertThat(texts().get(0)).contains(", traceId=0af7651916cd43dd8448eb211c80319c]: ");
        assertThat(lines.get(0).fields).containsEntry("cairn.traceId", "0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void whatAWorkflowHasTooManyOfIsCounted() {
        fixture.functions.put("ask", call -> Uni.createFrom().failure(down(null)));
        fixture.workflow(CALL).start();
        for (int i = 0; i < 1_000; i++) {
            fixture.begin("{}");
        }
        assertThat(lines).hasSize(FaultLog.MAX_LINES);
        fixture.advance(FaultLog.WINDOW_MILLIS);
        assertThat(texts().get(FaultLog.MAX_LINES))
                .isEqualTo("CAIRN-0488: More instances of a workflow failed than the log has lines for [workflow=test:case,"
                        + " kind=faulted, left out=990, within=1000 ms].");
        fixture.begin("{}");
        assertThat(lines).hasSize(FaultLog.MAX_LINES + 2);
        fixture.advance(FaultLog.WINDOW_MILLIS);
        assertThat(lines).hasSize(FaultLog.MAX_LINES + 2);
    }

    @Test
    void whatOthersSayIsOneLine() {
        fixture.workflow(CALL).start();
        fixture.begin("{}");
        fixture.fail("/do/0/charge", down("No\r\n2026-01-01 ERROR forged\u2028line"));
        assertThat(texts().get(0)).contains("Down: No  2026-01-01 ERROR forged line. ");
    }

    @Test
    void whatOthersSayDoesNotHideOrTurnTheLine() {
        fixture.workflow(CALL).start();
        fixture.begin("{}");
        fixture.fail("/do/0/charge",
                down("a\u202Eb\u2066c\u200Bd\uFEFFe\u001Bf" + Character.toString(0xE0041) + "g\uD83D\uDE00"));
        assertThat(texts().get(0)).contains("Down: a b c d e f g\uD83D\uDE00. ");
        assertThat(lines.get(0).fields).containsEntry("cairn.error.detail", "a b c d e f g\uD83D\uDE00");
    }

    /** A workflow may put input into its errors, and the input may come from any sender. */
    @Test
    void whatOthersSayAtLengthIsCutOff() {
        String much = "x".repeat(100_000);
        fixture.workflow(CALL).start();
        fixture.begin("{}");
        fixture.fail("/do/0/charge", new WorkflowException(new WorkflowError("urn:" + much, 503, much, much, null)));
        assertThat(texts().get(0)).hasSizeLessThan(4_000).endsWith("x\u2026. Mend the cause, then retry the instance.");
        assertThat(lines.get(0).fields.values()).allSatisfy(value -> assertThat((String) value).hasSizeLessThan(1_100));
    }
}
