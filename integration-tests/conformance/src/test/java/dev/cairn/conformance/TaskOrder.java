package dev.cairn.conformance;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.Executor;
import dev.cairn.executor.Handler;
import dev.cairn.executor.Happening;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.State;
import dev.cairn.link.Linker;
import dev.cairn.program.Program;
import dev.cairn.value.Payload;

/** Runs a program without effects, and sees in which order its tasks come. */
final class TaskOrder implements Handler {

    private static final int BUDGET = 1_000_000;

    private final Handler handler;
    private final String task;
    private final List<String> order;

    private TaskOrder(Handler handler, String task, List<String> order) {
        this.handler = handler;
        this.task = task;
        this.order = order;
    }

    /** Names of the tasks, once for each visit. */
    static List<String> of(Program program, JsonNode input) {
        LinkedProgram linked = Linker.link(program);
        List<String> order = new ArrayList<>();
        List<Handler> handlers = new ArrayList<>();
        for (int i = 0; i < program.operations().size(); i++) {
            int task = program.operations().get(i).task();
            // The first stands for the workflow itself.
            handlers.add(task == 0 ? linked.handler(i)
                    : new TaskOrder(linked.handler(i), program.tasks().get(task).name(), order));
        }
        Happening.Started started = new Happening.Started(program.workflow(), program.version(), program.shape(), 0,
                Payload.of(input));
        State state = Executor.begin("kit", new LinkedProgram(program, handlers), started);
        Executor.proceed(state, BUDGET, true);
        return order;
    }

    @Override
    public int run(State state) {
        if (order.isEmpty() || !order.get(order.size() - 1).equals(task)) {
            order.add(task);
        }
        return handler.run(state);
    }

    @Override
    public int resume(State state, Happening.OfEffect happening) {
        return handler.resume(state, happening);
    }
}
