package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class RetryTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: "${ .n }"}}
              - second: {call: ask, with: {question: "${ . }"}}
            """;
    private static final WorkflowException DOWN = new WorkflowException(
            new WorkflowError("https://example.com/errors/down", 503, "Down", null, null));

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    /** An instance whose second call is under way. */
    private String begun() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.answer("/do/0/first", "2");
        return id;
    }

    private String faulted() {
        String id = begun();
        fixture.fail("/do/1/second", DOWN);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        return id;
    }

    @Test
    void theFailedTaskIsDoneAgainWithANewKeyAndNothingBeforeIt() {
        String id = faulted();
        operations.retry(id);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(fixture.store.get(id).row().keepUntilMillis()).isEqualTo(InstanceRow.NEVER);
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/first", id + ":/do/1/second", id + ":/do/1/second!1");
        assertThat(fixture.calls.get(2).arguments()).isEqualTo(fixture.calls.get(1).arguments());
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void itCanFailAndBeRetriedAgain() {
        String id = faulted();
        operations.retry(id);
        fixture.fail("/do/1/second", DOWN);
        operations.refused(operations.handle(id).resume(), Reason.WRONG_PHASE, "it is faulted");
        operations.retry(id);
        fixture.start();
        assertThat(fixture.keys()).endsWith(id + ":/do/1/second!2", id + ":/do/1/second!2");
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void aRetryThatIsNotDurableIsNotAcknowledgedAndLeavesTheInstanceFaulted() {
        String id = faulted();
        fixture.session.fail(new StoreException("down", false, null), false);
        operations.refused(operations.handle(id).retry(), Reason.STORE_UNAVAILABLE, "CAIRN-0445");
        fixture.session.fail(null, false);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.FAULTED);
        operations.retry(id);
        assertThat(fixture.calls).hasSize(3);
    }

    @Test
    void aRetryWhoseReplyWasLostGoesOnAtOnceAndAfterACrash() {
        String id = faulted();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        operations.refused(operations.handle(id).retry(), Reason.STORE_UNAVAILABLE, "connection reset");
        assertThat(fixture.keys()).hasSize(3).endsWith(id + ":/do/1/second!1");
        fixture.start();
        assertThat(fixture.keys()).hasSize(4).endsWith(id + ":/do/1/second!1");
        operations.refused(operations.handle(id).retry(), Reason.WRONG_PHASE, "it is running, and has to be faulted");
    }

    @Test
    void anErrorThatWasCaughtIsNotRetried() {
        fixture.workflow("""
                do:
                  - careful:
                      try: [{risky: {call: ping}}]
                      catch: {do: [{handle: {call: ask, with: {question: 1}}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/careful/try/0/risky", DOWN);
        fixture.fail("/do/0/careful/catch/do/0/handle", DOWN);
        operations.retry(id);
        assertThat(fixture.keys()).endsWith(id + ":/do/0/careful/catch/do/0/handle!1");
        fixture.answer("/do/0/careful/catch/do/0/handle", "7");
        assertThat(fixture.output(id)).isEqualTo("7");
    }

    @Test
    void onlyOneOfTwoRetriesAtOnceCounts() {
        String id = faulted();
        fixture.session.hold();
        var first = operations.ask(operations.handle(id).retry());
        var second = operations.ask(operations.handle(id).retry());
        fixture.session.release();
        fixture.threads.runAll();
        first.assertCompleted();
        second.assertFailedWith(CairnException.class, "CAIRN-0442");
        assertThat(fixture.calls).hasSize(3);
    }

    @Test
    void whoWaitsForAResultOfTheRetryGetsIt() {
        String id = faulted();
        operations.retry(id);
        var result = operations.ask(operations.handle(id).result());
        result.assertNotTerminated();
        fixture.answer("/do/1/second", "3");
        assertThat(result.assertCompleted().getItem()).hasToString("3");
    }

    @Test
    void whoIsToldThatItFailedMayRetryItAtOnce() {
        String id = begun();
        var result = operations.ask(operations.handle(id).result().onFailure(WorkflowException.class)
                .recoverWithUni(() -> operations.handle(id).retry().chain(() -> operations.handle(id).result())));
        fixture.fail("/do/1/second", DOWN);
        result.assertNotTerminated();
        fixture.answer("/do/1/second", "3");
        assertThat(result.assertCompleted().getItem()).hasToString("3");
    }

    @Test
    void whoWatchesTheLifecycleMayRetryItAtOnce() {
        String id = begun();
        List<UniAssertSubscriber<JsonNode>> results = new ArrayList<>();
        fixture.engine.events().lifecycle().watch(event -> {
            if (event.getType().contains("workflow.faulted")) {
                results.add(operations.handle(id).retry().chain(() -> operations.handle(id).result()).subscribe()
                        .withSubscriber(UniAssertSubscriber.create()));
            }
        });
        fixture.fail("/do/1/second", DOWN);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
        results.get(0).assertNotTerminated();
        fixture.answer("/do/1/second", "3");
        assertThat(results.get(0).assertCompleted().getItem()).hasToString("3");
    }

    @Test
    void itMayBeRetriedBeforeTheInstanceHasSeenThatItsEndIsDurable() {
        String id = begun();
        fixture.pending.remove("/do/1/second").fail(DOWN);
        while (operations.stored(id) != InstanceStatus.FAULTED) {
            fixture.threads.runNext();
        }
        var retried = operations.handle(id).retry().subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        retried.assertCompleted();
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    private static final String TWO_BRANCHES = """
            do:
              - both:
                  fork:
                    branches:
                      - a: {try: [%s], catch: {%s, do: [{ha: {set: {n: 1}}}]}}
                      - b: {try: [%s], catch: {do: [{hb: {call: ping}}]}}
            """;
    private static final String BRANCH_A = "/do/0/both/fork/branches/0/a/";
    private static final String BRANCH_B = "/do/0/both/fork/branches/1/b/";
    private static final String NOT_CAUGHT = "errors: {with: {status: 404}}";

    @Test
    void ofTwoBranchesThatFailedWhileItWasSuspendedTheOneThatNothingHandlesIsRetried() {
        fixture.workflow(TWO_BRANCHES.formatted("{x: {call: ping}}", NOT_CAUGHT, "{y: {call: ping}}")).start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.fail(BRANCH_A + "try/0/x", DOWN);
        fixture.fail(BRANCH_B + "try/0/y", DOWN);
        operations.resume(id);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.FAULTED);
        operations.retry(id);
        assertThat(fixture.pending.keySet()).containsExactlyInAnyOrder(BRANCH_A + "try/0/x", BRANCH_B + "catch/do/0/hb");
        fixture.start();
        fixture.answer(BRANCH_A + "try/0/x", "1");
        fixture.answer(BRANCH_B + "catch/do/0/hb", "2");
        assertThat(fixture.output(id)).isEqualTo("[1,2]");
    }

    @Test
    void aDeadlineThatPassedInOneOfTwoBranchesThatFailedIsLifted() {
        fixture.workflow(TWO_BRANCHES.formatted("{limited: {timeout: {after: PT1M}, do: [{x: {call: ping}}]}}", NOT_CAUGHT,
                "{y: {call: ping}}")).start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.advance(60_000);
        fixture.fail(BRANCH_B + "try/0/y", DOWN);
        operations.resume(id);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.FAULTED);
        operations.retry(id);
        fixture.advance(600_000);
        fixture.answer(BRANCH_A + "try/0/limited/do/0/x", "1");
        fixture.answer(BRANCH_B + "catch/do/0/hb", "2");
        assertThat(fixture.output(id)).isEqualTo("[1,2]");
    }

    @Test
    void aBranchThatFailedIsRetriedThoughAnotherFailedBeforeItWasDecided() {
        fixture.workflow(TWO_BRANCHES.formatted("{x: {raise: {error: {type: 'https://example.com/a', status: 400}}}}",
                "when: 'now < 0'", "{y: {raise: {error: {type: 'https://example.com/b', status: 500}}}}")).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.FAULTED);
        operations.retry(id);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.FAULTED);
        assertThat(operations.ask(operations.handle(id).view()).assertCompleted().getItem().error().instance())
                .isEqualTo(BRANCH_A + "try/0/x");
    }

    @Test
    void anErrorThatRetriesDidNotHelpSaysHowManyAttemptsWereMade() {
        fixture.workflow("""
                do:
                  - careful:
                      try:
                        - ask: {call: ask, with: {question: 1}}
                      catch: {retry: {limit: {attempt: {count: 4}}}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        for (int retries = 0; retries <= 4; retries++) {
            fixture.fail("/do/0/careful/try/0/ask", new WorkflowException(
                    new WorkflowError("https://example.com/errors/down", 503, "Down", "No answer", null)));
        }
        assertThat(fixture.calls).hasSize(5);
        WorkflowError error = operations.ask(operations.handle(id).view()).getItem().error();
        assertThat(error).isEqualTo(new WorkflowError("https://example.com/errors/down", 503, "Down",
                "After 5 attempts: No answer", "/do/0/careful/try/0/ask"));
        assertThat(fixture.outcome(id).assertCompleted().getItem().error()).isEqualTo(error);
    }

    @Test
    void aFilterFurtherOutSeesTheErrorWithoutTheNumberOfAttempts() {
        fixture.workflow("""
                do:
                  - outer:
                      try:
                        - careful:
                            try:
                              - ask: {call: ask, with: {question: 1}}
                            catch: {retry: {limit: {attempt: {count: 1}}}}
                      catch:
                        errors: {with: {detail: No answer}}
                        do:
                          - handled: {set: {detail: $error.detail}}
                """.replace("$error.detail", "\"${ $error.detail }\"")).start();
        String id = fixture.begin("{}").instanceId();
        for (int retries = 0; retries <= 1; retries++) {
            fixture.fail("/do/0/outer/try/0/careful/try/0/ask", new WorkflowException(
                    new WorkflowError("https://example.com/errors/down", 503, "Down", "No answer", null)));
        }
        assertThat(fixture.output(id)).isEqualTo("{\"detail\":\"No answer\"}");
    }
}
