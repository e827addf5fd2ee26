package dev.cairn.engine.schedule;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.SemanticVersionOrder;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.program.Program;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstancePage;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Brings the rows of schedules in line with the definitions of this application when it starts: makes missing ones, changes those
 * that say something else, and ends those that no definition has any more. A definition never undoes the work of a newer one, so
 * nodes of different versions may start in any order.
 */
final class ScheduleReconciler {

    private static final int PAGE = 100;

    private final NodeContext context;
    private final ScheduledPrograms programs;
    private final ScheduleRows rows;
    private final OccurrenceReporter reports;
    private final Consumer<String> changed;

    /** @param changed receives the ids of schedules that are to be evaluated anew */
    ScheduleReconciler(ScheduleDependencies dependencies, ScheduleRows rows, Consumer<String> changed) {
        this.context = dependencies.context();
        this.programs = dependencies.programs();
        this.rows = rows;
        this.reports = dependencies.reports();
        this.changed = changed;
    }

    /** Brings all rows in line. Fails as the store does, and can be repeated. */
    Uni<Void> sync() {
        Map<String, Program> scheduled = programs.all().stream().map(InstalledProgram::program)
                .collect(Collectors.toMap(Program::workflow, Function.identity()));
        return Multi.createFrom().iterable(scheduled.values()).onItem().transformToUniAndConcatenate(this::sync).collect()
                .last().chain(any -> endOthers(scheduled, null));
    }

    private Uni<Void> sync(Program program) {
        return Multi.createFrom().iterable(programs.specs(program)).onItem()
                .transformToUniAndConcatenate(spec -> sync(program, spec)).collect().last().replaceWithVoid();
    }

    private Uni<Void> sync(Program program, ScheduleSpec spec) {
        String id = InstanceIdGenerator.ofSchedule(program.workflow(), spec.name());
        ScheduleChangeOrigin changeOrigin = ScheduleChangeOrigin.definition(program.version());
        return rows.load(id).chain(found -> {
            long now = context.time().millis();
            if (found.isEmpty()) {
                return rows.create(program.workflow(), program.version(), spec, changeOrigin, now);
            }
            StoredSchedule stored = found.get();
            int order = SemanticVersionOrder.ORDER.compare(program.version(), stored.version());
            boolean same = !stored.isEnded() && stored.spec().equals(spec) && order == 0;
            if (order < 0 && !stored.isEnded()) {
                reports.newer(program, spec.name(), stored.version());
            }
            return order < 0 || same ? Uni.createFrom().item(CommitResult.EXISTS)
                    : rows.specify(stored, spec, changeOrigin, now);
        }).onFailure(ScheduleRows::isUnreadable).recoverWithUni(failure -> {
            reports.unreadable(id, program.workflow(), failure);
            return Uni.createFrom().item(CommitResult.EXISTS);
        }).chain(result -> {
            if (result == CommitResult.COMMITTED) {
                changed.accept(id);
            }
            // Another node wrote in between.
            return result == CommitResult.FENCED ? sync(program, spec) : Uni.createFrom().voidItem();
        });
    }

    /** Ends the schedules that the newest versions do not have, or no longer: one search for all workflows. */
    private Uni<Void> endOthers(Map<String, Program> scheduled, String cursor) {
        return rows.find(null, true, PAGE, cursor).chain((InstancePage page) -> {
            Uni<Void> ended = Multi.createFrom().iterable(page.rows()).onItem().transformToUniAndConcatenate(row -> {
                Program program = scheduled.get(ScheduleRowMarkers.workflow(row));
                return program == null || states(program, row.id()) ? Uni.createFrom().voidItem() : end(program, row.id());
            }).collect().last().replaceWithVoid();
            return page.next() == null ? ended : ended.chain(any -> endOthers(scheduled, page.next()));
        });
    }

    private boolean states(Program program, String id) {
        return programs.specs(program).stream()
                .anyMatch(spec -> InstanceIdGenerator.ofSchedule(program.workflow(), spec.name()).equals(id));
    }

    private Uni<Void> end(Program program, String id) {
        return rows.load(id).onFailure(ScheduleRows::isUnreadable).recoverWithItem(Optional.empty())
                .chain(found -> {
                    StoredSchedule stored = found.orElse(null);
                    boolean ends = stored != null && !stored.isEnded()
                            && SemanticVersionOrder.ORDER.compare(program.version(), stored.version()) >= 0;
                    return ends
                            ? rows.delete(stored.position(), ScheduleChangeOrigin.definition(program.version()),
                                    context.time().millis())
                            : Uni.createFrom().item(CommitResult.COMMITTED);
                })
                .chain(result -> result == CommitResult.FENCED ? end(program, id) : Uni.createFrom().voidItem());
    }
}
