package dev.cairn.engine.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.api.WorkflowSchedules.BackfillResult;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Changes schedules on demand. A change needs no claim: the store refuses it if another write came in between, and it is tried again on
 * the new state. Failures are refusals, or those of the store.
 */
final class ScheduleCommands {

    private static final int MAX_STARTS_AT_ONCE = 8;

    private final NodeContext context;
    private final ScheduleRows rows;
    private final OccurrenceStarter starter;
    private final Consumer<InstanceRow> changed;

    /** @param changed receives the row of each schedule that was changed: its wake time may be another one */
    ScheduleCommands(ScheduleDependencies dependencies, ScheduleRows rows, Consumer<InstanceRow> changed) {
        this.context = dependencies.context();
        this.rows = rows;
        this.starter = dependencies.starter();
        this.changed = changed;
    }

    /** Asks for something of stored schedules; failures are those that callers see. */
    <T> Uni<T> asked(Supplier<Uni<T>> asked) {
        return Uni.createFrom().<T>deferred(() -> {
            if (!context.keepsState()) {
                throw ScheduleExceptionFactory.noStore();
            }
            return asked.get();
        }).onFailure().transform(ScheduleExceptionFactory::ofStore);
    }

    /** The program that the schedules of a workflow start; a {@code name} suffices if only one namespace has it. */
    InstalledProgram program(String workflow) {
        return context.programs().find(workflow, null);
    }

    /** The qualified name of a workflow, which the application need not have if the name has a namespace. */
    String qualifiedName(String workflow) {
        return context.programs().qualifiedName(workflow);
    }

    /** Makes a schedule of the program's workflow, unless there is the same one. */
    Uni<StoredSchedule> create(InstalledProgram program, ScheduleSpec spec, CommandOrigin origin) {
        String workflow = program.program().workflow();
        if (!OccurrenceStarter.hasRoom(program)) {
            throw ScheduleExceptionFactory.invalid(workflow, spec.name(), "The workflow has " + SearchKeys.MAX_ATTRIBUTES
                    + " attributes, so none is left for the schedule. Remove one.", null);
        }
        return rows.load(InstanceIdGenerator.ofSchedule(workflow, spec.name())).chain(found -> {
            StoredSchedule stored = found.orElse(null);
            long now = context.time().millis();
            ScheduleChangeOrigin changeOrigin = ScheduleChangeOrigin.caller(origin);
            if (stored == null) {
                return rows.create(workflow, program.program().version(), spec, changeOrigin, now);
            }
            if (stored.isEnded()) {
                return rows.specify(stored, spec, changeOrigin, now);
            }
            return stored.spec().equals(spec) ? Uni.createFrom().item(CommitResult.COMMITTED)
                    : Uni.createFrom().failure(ScheduleExceptionFactory.exists(workflow, spec.name()));
        }).chain(result -> result == CommitResult.COMMITTED ? written(workflow, spec.name()) : create(program, spec, origin));
    }

    /** Changes a schedule. */
    Uni<StoredSchedule> replace(String workflow, ScheduleSpec spec, CommandOrigin origin) {
        return change(workflow, spec.name(), stored -> {
            if (ScheduleRows.isOfDefinition(stored.row())) {
                return Uni.createFrom().failure(ScheduleExceptionFactory.ofDefinition(workflow, spec.name()));
            }
            return stored.spec().equals(spec) ? Uni.createFrom().item(CommitResult.COMMITTED)
                    : rows.specify(stored, spec, ScheduleChangeOrigin.caller(origin), context.time().millis());
        });
    }

    Uni<StoredSchedule> pause(String workflow, String name, CommandOrigin origin) {
        return change(workflow, name, stored -> stored.isPaused() ? Uni.createFrom().item(CommitResult.COMMITTED)
                : rows.pause(stored, ScheduleChangeOrigin.caller(origin), context.time().millis()));
    }

    Uni<StoredSchedule> resume(String workflow, String name, CommandOrigin origin) {
        return change(workflow, name, stored -> stored.isPaused()
                ? rows.resume(stored, ScheduleChangeOrigin.caller(origin), context.time().millis())
                : Uni.createFrom().item(CommitResult.COMMITTED));
    }

    /** Ends a schedule, if it exists. A damaged schedule can be deleted: its journal is not read. */
    Uni<Void> delete(String workflow, String name, CommandOrigin origin) {
        return rows.position(InstanceIdGenerator.ofSchedule(workflow, name)).chain(found -> {
            if (found.isEmpty() || found.get().row().status().ended()) {
                return Uni.createFrom().item(CommitResult.COMMITTED);
            }
            return ScheduleRows.isOfDefinition(found.get().row())
                    ? Uni.createFrom().failure(ScheduleExceptionFactory.ofDefinition(workflow, name))
                    : rows.delete(found.get(), ScheduleChangeOrigin.caller(origin), context.time().millis());
        }).chain(result -> result == CommitResult.COMMITTED ? Uni.createFrom().voidItem() : delete(workflow, name, origin));
    }

    /** A schedule; fails if there is none of this name. */
    Uni<StoredSchedule> get(String workflow, String name) {
        return rows.load(InstanceIdGenerator.ofSchedule(workflow, name)).map(found -> found.filter(stored -> !stored.isEnded())
                .orElseThrow(() -> ScheduleExceptionFactory.unknown(workflow, name)));
    }

    /** Starts an instance beside the occurrences. */
    Uni<DurableStartResult> runNow(InstalledProgram program, String name, CommandOrigin origin) {
        return get(program.program().workflow(), name).chain(stored -> {
            long now = context.time().millis();
            OptionalLong previous = stored.lastDueMillis();
            return starter.runNow(program, stored.spec(), now, previous, origin);
        });
    }

    /**
     * Starts the occurrences of a range that were not started before. A worker computes their due times, of which cron expressions
     * need long for many.
     */
    Uni<BackfillResult> backfill(InstalledProgram program, String name, long fromMillis, long toMillis, CommandOrigin origin) {
        return get(program.program().workflow(), name).emitOn(context.threads()::worker).chain(stored -> {
            List<Long> dues = dues(stored, fromMillis, Math.min(toMillis, context.time().millis() + 1));
            OptionalLong beforeFirst = dues.isEmpty() ? OptionalLong.empty()
                    : stored.spec().rule().previous(dues.get(0), stored.specified().anchorMillis());
            Multi<DurableStartResult> starts = Multi.createFrom().range(0, dues.size()).onItem()
                    .transformToUni(i -> starter.backfill(program, stored.spec(), dues.get(i),
                            i == 0 ? beforeFirst : OptionalLong.of(dues.get(i - 1)), origin))
                    .merge(MAX_STARTS_AT_ONCE);
            return starts.filter(DurableStartResult::created).collect().with(Collectors.counting())
                    .map(started -> new BackfillResult(started.intValue(), dues.size() - started.intValue()));
        });
    }

    private static List<Long> dues(StoredSchedule stored, long fromMillis, long toMillis) {
        if (stored.spec().rule() instanceof AfterRule) {
            throw ScheduleExceptionFactory.backfill(stored.workflow(), stored.spec().name(),
                    "The rule \"after\" has no due times that a backfill could start.");
        }
        List<Long> dues = new ArrayList<>();
        OptionalLong due = stored.spec().rule().next(fromMillis - 1, stored.specified().anchorMillis());
        while (due.isPresent() && due.getAsLong() < toMillis) {
            if (dues.size() == WorkflowSchedules.MAX_BACKFILL) {
                throw ScheduleExceptionFactory.backfill(stored.workflow(), stored.spec().name(), "The range has more than "
                        + WorkflowSchedules.MAX_BACKFILL + " occurrences. Divide it.");
            }
            dues.add(due.getAsLong());
            due = stored.spec().rule().next(due.getAsLong(), stored.specified().anchorMillis());
        }
        return dues;
    }

    private Uni<StoredSchedule> change(String workflow, String name, Function<StoredSchedule, Uni<CommitResult>> change) {
        return get(workflow, name).chain(change::apply).chain(
                result -> result == CommitResult.COMMITTED ? written(workflow, name) : change(workflow, name, change));
    }

    private Uni<StoredSchedule> written(String workflow, String name) {
        return get(workflow, name).invoke(stored -> changed.accept(stored.row()));
    }
}
