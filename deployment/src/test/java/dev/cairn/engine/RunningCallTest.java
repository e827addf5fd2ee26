package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.instance.RunningCall;
import dev.cairn.engine.observer.CallSpan;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

class RunningCallTest {

    /** Begun on a worker and cancelled on the event loop, which does that at once. */
    @Test
    void aCallThatIsCancelledBeforeItIsBegunIsNeverMade() {
        EngineFixture fixture = new EngineFixture().workflow("do: [{only: {call: ask, with: {question: 1}}}]");
        List<Runnable> queued = new ArrayList<>();
        boolean[] onLoop = new boolean[1];
        EventLoopExecutor loop = action -> {
            if (onLoop[0]) {
                action.run();
            } else {
                queued.add(action);
            }
        };
        RunningCall call = new RunningCall("i-1", fixture.installed(), unwanted -> Uni.createFrom().nothing(),
                wanted(fixture), loop);
        call.begin(CallSpan.NONE, output -> {}, failure -> {});
        onLoop[0] = true;
        call.cancel();
        queued.forEach(Runnable::run);
        assertThat(fixture.calls).isEmpty();
    }

    private static TransitionResult.Call wanted(EngineFixture fixture) {
        InstanceState state = fixture.installed().begin("i-1", new JournalEvent.Started("test:case", "1.0.0", 1,
                EngineFixture.NOON, JsonPayload.of(JsonCodec.read("{}"))), false, null);
        return (TransitionResult.Call) ProgramExecutor.proceed(state, 1_000, true);
    }
}
