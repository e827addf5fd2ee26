package dev.cairn.engine.operation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.cairn.api.InstanceHistory;
import dev.cairn.api.TaskRun;
import dev.cairn.api.TaskRun.Status;
import dev.cairn.engine.audit.CommandHistoryReader;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.ReplayedTaskRunCollector;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.program.Program;
import dev.cairn.program.TaskInfo;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/** Shows the tasks that instances came to, by replaying their journals on workers. */
public final class TaskHistoryReader {

    private static final int MAX_ENTRIES = 1_000;
    private static final Pattern CURSOR = Pattern.compile("\\d{1,18}");

    private final NodeContext context;
    private final StoredInstanceReader instances;

    public TaskHistoryReader(NodeContext context) {
        this.context = context;
        this.instances = new StoredInstanceReader(context);
    }

    public Uni<InstanceHistory> page(String id, int limit, String cursor) {
        if (limit < 1 || limit > MAX_ENTRIES) {
            throw new IllegalArgumentException("A page has 1 to 1,000 tasks, not " + limit);
        }
        long from = cursor == null ? 0 : position(cursor);
        return watched(id, (program, state) -> ReplayedTaskRunCollector.of(state, from, limit),
                shown -> new InstanceHistory(shown.tasks(), from == 0 ? CommandHistoryReader.of(shown.journal()) : List.of(),
                        shown.more() ? Long.toString(from + limit) : null));
    }

    /** One run of a task; empty if the instance has not come to it, or the definition has no such task. */
    public Uni<Optional<TaskRun>> run(String id, String task, int run) {
        return watched(id, (program, state) -> ReplayedTaskRunCollector.ofRun(state, index(program, task), run),
                shown -> shown.tasks().stream().findFirst());
    }

    private static int index(Program program, String task) {
        List<TaskInfo> tasks = program.tasks();
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i).reference().equals(task)) {
                return i;
            }
        }
        return tasks.size();
    }

    /**
     * Replays an instance and returns the retained part of its tasks.
     *
     * @param keep begins to watch
     * @param show makes the answer of them
     */
    private <T> Uni<T> watched(String id, BiFunction<Program, InstanceState, ReplayedTaskRunCollector> keep,
            Function<ReplayedTasks, T> show) {
        if (!context.keepsState()) {
            return Uni.createFrom().failure(CommandRejections.noJournal(id));
        }
        return instances.read(id, (stored, slot) -> replay(stored, keep, show, slot));
    }

    private static long position(String cursor) {
        if (!CURSOR.matcher(cursor).matches()) {
            throw new IllegalArgumentException("Not a cursor that this store gave: " + cursor);
        }
        return Long.parseLong(cursor);
    }

    private <T> T replay(StoredInstance stored, BiFunction<Program, InstanceState, ReplayedTaskRunCollector> keep,
            Function<ReplayedTasks, T> show, PureWorkScheduler.Slot slot) {
        InstanceRow row = stored.row();
        if (row.isQueued()) {
            // A replay would show tasks that have not begun.
            return show.apply(new ReplayedTasks(List.of(), false, context.journal().decoder(stored)));
        }
        InstalledProgram installed = instances.installed(row);
        JournalDecoder journal = context.journal().decoder(stored);
        Watcher watcher = new Watcher(journal, state -> keep.apply(installed.program(), state));
        InstanceReplay.of(row.id(), installed.linked(), journal, ReplayPacing.toShow(context, slot),
                context.keepsTasks(installed), watcher);
        List<TaskRun> tasks = watcher.history.window().stream()
                .map(run -> view(installed.program().tasks().get(run.task()), run, row)).toList();
        return show.apply(new ReplayedTasks(tasks, watcher.history.more(), journal));
    }

    /**
     * The task runs that a replay has shown.
     *
     * @param tasks the task runs that were kept
     * @param more true if others come behind them
     * @param journal has commands of all of it
     */
    private record ReplayedTasks(List<TaskRun> tasks, boolean more, JournalDecoder journal) {}

    private static TaskRun view(TaskInfo task, ReplayedTaskRunCollector.Run run, InstanceRow row) {
        boolean stopped = !run.ended() && row.status().ended();
        long endedAtMillis = stopped ? row.updatedAtMillis() : run.endedAtMillis();
        return new TaskRun(task.reference(), task.name(), task.kind(), run.run(), stopped ? Status.CANCELLED : status(run),
                Instant.ofEpochMilli(run.startedAtMillis()),
                run.ended() || stopped ? Instant.ofEpochMilli(endedAtMillis) : null, run.input(), run.output(), run.error(),
                run.attempts(), run.children().stream().map(InstanceIdGenerator::ofChild).toList(), run.context(), run.turn(),
                run.startStep(), run.endStep(), run.caught(), run.pauses());
    }

    private static Status status(ReplayedTaskRunCollector.Run run) {
        if (!run.ended()) {
            return Status.RUNNING;
        }
        if (run.abandoned()) {
            return Status.CANCELLED;
        }
        if (run.error() != null) {
            return Status.FAULTED;
        }
        return run.skipped() ? Status.SKIPPED : Status.COMPLETED;
    }

    private static final class Watcher implements InstanceReplay.Watcher {
        private final JournalDecoder journal;
        private final Function<InstanceState, ReplayedTaskRunCollector> keep;
        private ReplayedTaskRunCollector history;

        Watcher(JournalDecoder journal, Function<InstanceState, ReplayedTaskRunCollector> keep) {
            this.journal = journal;
            this.keep = keep;
        }

        @Override
        public void begins(InstanceState state) {
            history = keep.apply(state);
        }

        @Override
        public void takes(int position) {
            history.time(journal.read(position).atMillis());
        }
    }
}
