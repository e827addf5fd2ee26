package dev.cairn.conformance;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.OperationHandler;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.link.ProgramLinker;
import dev.cairn.program.Program;
import dev.cairn.value.JsonPayload;

/** Runs a program without effects, and sees in which order its tasks come. */
final class TaskOrder implements OperationHandler {

    private static final int BUDGET = 1_000_000;

    private final OperationHandler handler;
    private final String task;
    private final List<String> order;

    private TaskOrder(OperationHandler handler, String task, List<String> order) {
        this.handler = handler;
        this.task = task;
        this.order = order;
    }

    /** Names of the tasks, once for each visit. */
    static List<String> of(Program program, JsonNode input) {
        LinkedProgram linked = ProgramLinker.link(program);
        List<String> order = new ArrayList<>();
        List<OperationHandler> handlers = new ArrayList<>();
        for (int i = 0; i < program.operations().size(); i++) {
            int task = program.operations().get(i).task();
            // The first stands for the workflow itself.
            handlers.add(task == 0 ? linked.handler(i)
                    : new TaskOrder(linked.handler(i), program.tasks().get(task).name(), order));
        }
        JournalEvent.Started started = new JournalEvent.Started(program.workflow(), program.version(), program.shape(), 0,
                JsonPayload.of(input));
        InstanceState state = ProgramExecutor.begin("kit", new LinkedProgram(program, handlers), started);
        ProgramExecutor.proceed(state, BUDGET, true);
        return order;
    }

    @Override
    public int run(InstanceState state) {
        if (order.isEmpty() || !order.get(order.size() - 1).equals(task)) {
            order.add(task);
        }
        return handler.run(state);
    }

    @Override
    public int resume(InstanceState state, JournalEvent.OfEffect happening) {
        return handler.resume(state, happening);
    }
}
