package dev.cairn.engine.audit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import dev.cairn.executor.TransitionResult;
import dev.cairn.program.Program;

/** Logs the tasks that leave events because their filters take too long, each task once. For any thread. */
public final class CostlyEventFilterLog {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final int budget;
    private final Set<String> reportedTasks = ConcurrentHashMap.newKeySet();

    /** @param budget the work that the filters of a task may do for an event */
    public CostlyEventFilterLog(int budget) {
        this.budget = budget;
    }

    /** A task has left an event. */
    public void leftEvent(Program program, TransitionResult.Listening wanted) {
        String task = program.tasks().get(program.operations().get(wanted.operation()).task()).reference();
        if (reportedTasks.add(program.id() + task)) {
            LOG.warnf(
                    "CAIRN-0458: Left an event [workflow=%s, task=%s]: to tell whether it fits takes more than the %d steps that"
                            + " filters and correlations may take (quarkus.cairn.work.worker-budget). More events may be left,"
                            + " without another message. Make the expressions cheaper, or raise the setting.",
                    program.id(), task, budget);
        }
    }
}
