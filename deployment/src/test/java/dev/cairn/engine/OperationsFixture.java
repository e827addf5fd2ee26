package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Asks instances of an {@link EngineFixture} for things. */
final class OperationsFixture {

    private final EngineFixture fixture;

    OperationsFixture(EngineFixture fixture) {
        this.fixture = fixture;
    }

    InstanceHandle handle(String id) {
        return new EngineClient(fixture.engine, new ObjectMapper()).instance(id);
    }

    /** Asks, and runs what can be run. */
    <T> UniAssertSubscriber<T> ask(Uni<T> question) {
        UniAssertSubscriber<T> answer = question.subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return answer;
    }

    void suspend(String id) {
        ask(handle(id).suspend()).assertCompleted();
    }

    void resume(String id) {
        ask(handle(id).resume()).assertCompleted();
    }

    void cancel(String id) {
        ask(handle(id).cancel()).assertCompleted();
    }

    void retry(String id) {
        ask(handle(id).retry()).assertCompleted();
    }

    String fork(String id, String task, Object input) {
        return ask(handle(id).fork(ForkRequest.of(task, input))).assertCompleted().getItem().id();
    }

    void refused(Uni<?> question, Reason reason, String message) {
        Throwable failure = ask(question).assertFailedWith(CairnException.class, message).getFailure();
        assertThat(((CairnException) failure).reason()).isEqualTo(reason);
    }

    InstanceStatus status(String id) {
        return ask(handle(id).view()).assertCompleted().getItem().status();
    }

    InstanceStatus stored(String id) {
        return fixture.store.get(id).row().status();
    }
}
