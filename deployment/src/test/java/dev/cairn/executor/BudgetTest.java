package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.executor.Happening.Started;
import dev.cairn.value.Json;
import dev.cairn.value.Payload;

/** Which operations are not tried on an event loop again. */
class BudgetTest {

    private final LinkedProgram program = TestPrograms.linked((ObjectNode) Json.read("""
            {"do": [{"long": {"if": ".long", "set": "${ {n: ([range(950)] | length)} }"}}, {"some": {"set": "${ {n: ([range(.n)] | length)} }"}}]}
            """));

    private Step run(String input, int budget, boolean last) {
        Started start = new Started("test:case", "1.0.0", program.program().shape(), 1, Payload.of(Json.read(input)));
        return Executor.proceed(Executor.begin("instance-1", program, start), budget, last);
    }

    @Test
    void whatHasTheRestOfABudgetOnlyMayBeCheap() {
        assertThat(run("{\"long\": true}", 1_500, false)).isInstanceOf(Step.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, false)).isInstanceOf(Step.Finished.class);
    }

    @Test
    void whatTakesMostOfABudgetIsNotTriedAgain() {
        assertThat(run("{\"n\": 5000}", 1_500, false)).isInstanceOf(Step.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, false)).isInstanceOf(Step.Paused.class);
        assertThat(run("{\"n\": 10}", 1_500, true)).isInstanceOf(Step.Finished.class);
    }
}
