package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.value.Json;
import dev.cairn.value.Payload;
import io.smallrye.mutiny.Uni;

class CallUnderWayTest {

    /** Begun on a worker and cancelled on the event loop, which does that at once. */
    @Test
    void aCallThatIsCancelledBeforeItIsBegunIsNeverMade() {
        EngineFixture fixture = new EngineFixture().workflow("do: [{only: {call: ask, with: {question: 1}}}]");
        List<Runnable> queued = new ArrayList<>();
        boolean[] onLoop = new boolean[1];
        EventLoop loop = action -> {
            if (onLoop[0]) {
                action.run();
            } else {
                queued.add(action);
            }
        };
        CallUnderWay call = new CallUnderWay("i-1", fixture.installed(), unwanted -> Uni.createFrom().nothing(),
                wanted(fixture), loop);
        call.begin(CallTrace.NONE, output -> {}, failure -> {});
        onLoop[0] = true;
        call.cancel();
        queued.forEach(Runnable::run);
        assertThat(fixture.calls).isEmpty();
    }

    private static Step.Call wanted(EngineFixture fixture) {
        State state = fixture.installed().begin("i-1", new Happening.Started("test:case", "1.0.0", 1,
                EngineFixture.NOON, Payload.of(Json.read("{}"))), false, null);
        return (Step.Call) Executor.proceed(state, 1_000, true);
    }
}
