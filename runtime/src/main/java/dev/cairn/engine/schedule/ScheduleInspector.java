package dev.cairn.engine.schedule;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.cairn.api.CairnException;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.InstanceViewMapper;
import dev.cairn.engine.operation.NonEmptyPageSearch;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.schedule.ScheduleDetails.ScheduleDetailsPage;
import dev.cairn.engine.schedule.ScheduleDetails.ScheduleTrigger;
import dev.cairn.engine.schedule.ScheduleDetails.StartedOccurrence;
import dev.cairn.program.Program;
import dev.cairn.schedule.RuleDescription;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/** Shows schedules to people who operate them. Failures are {@link CairnException}. Thread-safe; nothing blocks. */
public final class ScheduleInspector {

    /** Maximum number of due times that are shown. */
    private static final int MAX_DUES = 5;
    /** Maximum number of instances that are shown. */
    private static final int MAX_OCCURRENCES = 10;
    private static final int MAX_EMPTY_PAGES = 4;

    private final ScheduledPrograms programs;
    private final InstanceStore store;
    private final ScheduleRows rows;
    private final ScheduleCommands commands;

    ScheduleInspector(ScheduleDependencies dependencies, InstanceStore store, ScheduleRows rows, ScheduleCommands commands) {
        this.programs = dependencies.programs();
        this.store = store;
        this.rows = rows;
        this.commands = commands;
    }

    /** The schedules that the definition of a program states, as the configuration changes them; none if they are turned off. */
    public List<ScheduleTrigger> ofDefinition(Program program) {
        return programs.specs(program).stream().map(spec -> new ScheduleTrigger(spec.name(),
                ScheduleViewMapper.rule(spec.rule()), RuleDescription.of(spec.rule()), spec.overlap())).toList();
    }

    /**
     * Shows a schedule.
     *
     * @param workflow qualified name
     */
    public Uni<ScheduleDetails> details(String workflow, String name) {
        return commands.asked(() -> commands.get(workflow, name).chain(stored -> {
            ScheduleDetails details = details(stored);
            return occurrences(stored).map(details::with);
        }));
    }

    /**
     * A page of schedules, in no particular order.
     *
     * @param workflows qualified names of the workflows whose schedules are wanted, at least one; or null for all
     */
    public Uni<ScheduleDetailsPage> page(Set<String> workflows, int limit, String cursor) {
        return commands.asked(() -> rows.find(workflows, false, limit, cursor).chain(page -> rows.loadAll(page.rows())
                .map(found -> new ScheduleDetailsPage(found.stream().map(this::details).toList(), page.next()))));
    }

    private ScheduleDetails details(StoredSchedule stored) {
        return new ScheduleDetails(ScheduleViewMapper.view(stored), RuleDescription.of(stored.spec().rule()),
                stored.nextDues(MAX_DUES).stream().map(Instant::ofEpochMilli).toList(),
                programs.obstacle(stored), stored.version(), List.of());
    }

    /** The newest of both kinds together. */
    private Uni<List<StartedOccurrence>> occurrences(StoredSchedule stored) {
        return occurrences(stored, stored.id(), false)
                .chain(due -> occurrences(stored, ScheduleRowMarkers.beside(stored.id()), true)
                        .map(asked -> Stream.concat(due.stream(), asked.stream())
                                .sorted(Comparator.comparing(
                                        (StartedOccurrence started) -> started.instance().createdAt()).reversed())
                                .limit(MAX_OCCURRENCES).toList()));
    }

    private Uni<List<StartedOccurrence>> occurrences(StoredSchedule stored, String mark, boolean byCommand) {
        InstanceQuery query = InstanceQuery.all(MAX_OCCURRENCES).withWorkflow(stored.workflow())
                .withKeys(new SearchKeys(null, Map.of(ScheduleRowMarkers.SCHEDULE_ATTRIBUTE, mark)));
        return NonEmptyPageSearch.find(store, query, MAX_EMPTY_PAGES).map(page -> page.rows().stream()
                .map(row -> new StartedOccurrence(InstanceViewMapper.summary(row), byCommand)).toList());
    }
}
