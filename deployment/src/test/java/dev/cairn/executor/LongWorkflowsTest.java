package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.value.JsonPayload;

/** However long a workflow is, the stack does not grow with it: each runs on a small one. */
class LongWorkflowsTest {

    private static final int STACK_BYTES = 192 * 1024;
    private static final int TURNS = 1_000_000;
    private static final int TASKS = 10_000;
    private static final int BUDGET = Integer.MAX_VALUE;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Test
    void aMillionTurns() throws InterruptedException {
        ObjectNode loop = JSON.objectNode();
        loop.putObject("for").put("in", "[range(0; " + TURNS + ")]");
        set(loop.putArray("do"), "add");
        assertThat(output(JSON.arrayNode().add(JSON.objectNode().set("loop", loop)))).isEqualTo(IntNode.valueOf(TURNS));
    }

    @Test
    void aMillionBackwardJumps() throws InterruptedException {
        ArrayNode tasks = JSON.arrayNode();
        set(tasks, "add");
        tasks.addObject().putObject("again").putArray("switch").addObject().putObject("more")
                .put("when", ". < " + TURNS).put("then", "add");
        assertThat(output(tasks)).isEqualTo(IntNode.valueOf(TURNS));
    }

    @Test
    void tenThousandTasks() throws InterruptedException {
        ArrayNode tasks = JSON.arrayNode();
        for (int i = 0; i < TASKS; i++) {
            set(tasks, "t" + i);
        }
        assertThat(output(tasks)).isEqualTo(IntNode.valueOf(TASKS));
    }

    private static void set(ArrayNode tasks, String name) {
        tasks.addObject().putObject(name).put("set", "${ . + 1 }");
    }

    private static JsonNode output(ArrayNode tasks) throws InterruptedException {
        LinkedProgram program = TestPrograms.linked(JSON.objectNode().set("do", tasks));
        Started started = new Started("test:case", "1.0.0", program.program().shape(), 0, JsonPayload.of(IntNode.valueOf(0)));
        TransitionResult[] step = new TransitionResult[1];
        Throwable[] failure = new Throwable[1];
        Thread small = new Thread(null,
                () -> step[0] = ProgramExecutor.proceed(ProgramExecutor.begin("instance", program, started), BUDGET, true),
                "small", STACK_BYTES);
        small.setUncaughtExceptionHandler((thread, thrown) -> failure[0] = thrown);
        small.start();
        small.join();
        assertThat(failure[0]).isNull();
        assertThat(step[0]).isInstanceOf(TransitionResult.Finished.class);
        return ((TransitionResult.Finished) step[0]).output();
    }
}
