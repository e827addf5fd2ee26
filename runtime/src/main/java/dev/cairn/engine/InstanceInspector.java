package dev.cairn.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceHistory;
import dev.cairn.api.InstanceSummaryPage;
import dev.cairn.api.InstanceView;
import dev.cairn.api.RecordedCommand;
import dev.cairn.api.TaskRun;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.operation.InspectionLimiter;
import dev.cairn.engine.operation.InstanceDetails;
import dev.cairn.engine.operation.JournalCompatibilityCheck;
import dev.cairn.engine.operation.JournalCompatibilityResult;
import dev.cairn.engine.operation.JournalEntryPresenter;
import dev.cairn.engine.operation.JournalPage;
import dev.cairn.engine.operation.JournalPage.DecodedEntry;
import dev.cairn.engine.operation.PendingEffect;
import dev.cairn.engine.operation.PendingEffectPresenter;
import dev.cairn.engine.operation.StoredInstanceReader;
import dev.cairn.engine.port.MissingDefinitionException;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.program.Program;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * Looks into instances for people who operate them. It shows durable state: it reads journals and replays them on workers, so
 * it does not delay running instances. Thread-safe; nothing blocks.
 */
public final class InstanceInspector {

    private static final int MAX_ENTRIES = 1_000;
    private static final Pattern CURSOR = Pattern.compile("\\d{1,9}");

    private final Engine engine;
    private final InstanceStore store;
    private final StoredInstanceReader instances;
    private final InspectionLimiter gate;
    /** Details replay only the journals of instances that have not ended: they do not wait for pages of long histories. */
    private final InspectionLimiter detailsGate;
    /** Searches read rows and no journals: neither waits for the other. */
    private final InspectionLimiter searchGate;

    /** Of the instances of an engine and its store. */
    public InstanceInspector(Engine engine, InstanceStore store) {
        this.engine = engine;
        this.store = store;
        this.instances = new StoredInstanceReader(engine.context());
        this.gate = new InspectionLimiter(Runtime.getRuntime().availableProcessors());
        this.detailsGate = new InspectionLimiter(Runtime.getRuntime().availableProcessors());
        this.searchGate = new InspectionLimiter(Runtime.getRuntime().availableProcessors());
    }

    /** True if instances outlive the application. */
    public boolean keepsState() {
        return engine.context().keepsState();
    }

    /**
     * The qualified name of the workflow that an instance runs, without reading its journal.
     *
     * @return fails with {@link CairnException}: {@code UNKNOWN_INSTANCE} if there is none with this id
     */
    public Uni<String> workflow(String id) {
        if (!engine.context().keepsState()) {
            return engine.gateway().view(id).map(InstanceView::workflow);
        }
        return Uni.createFrom().deferred(() -> store.row(id)).onFailure()
                .transform(failure -> CommandRejections.unavailable(id, failure))
                .map(row -> row.filter(found -> !InstanceIdGenerator.isBesideInstances(id))
                        .orElseThrow(() -> CommandRejections.unknown(id))
                        .workflow());
    }

    /**
     * Shows an instance.
     *
     * @return fails with {@link CairnException}: {@code UNKNOWN_INSTANCE} if there is none with this id, {@code OVERLOADED} if too many are being
     *         looked at
     */
    public Uni<InstanceDetails> details(String id) {
        return !engine.context().keepsState()
                ? engine.gateway().view(id).map(view -> new InstanceDetails(view, null, 0, null, List.of(), null))
                : inspect(detailsGate, id, (stored, slot) -> details(engine.view(stored), stored, slot));
    }

    /**
     * Tells if an instance can go on with the current definition of the application. Only for an instance that has not ended.
     *
     * @return fails as {@link #details}; with {@code NO_JOURNAL} if the store keeps nothing
     */
    public Uni<JournalCompatibilityResult> fit(String id) {
        return !engine.context().keepsState() ? Uni.createFrom().failure(CommandRejections.noJournal(id))
                : inspect(detailsGate, id, (stored, slot) -> JournalCompatibilityCheck.of(engine.context(), stored, slot));
    }

    /** As {@link dev.cairn.api.InstanceHandle#commands()}; fails with {@code OVERLOADED} if too many are being looked at. */
    public Uni<List<RecordedCommand>> commands(String id) {
        return gate.admit(Uni.createFrom().deferred(() -> engine.operations().commands(id)));
    }

    /** Has a search wait for its turn; fails with {@code OVERLOADED} if too many wait. */
    public <T> Uni<T> searched(Supplier<Uni<? extends T>> search) {
        return searchGate.admit(Uni.createFrom().<T>deferred(search));
    }

    /**
     * Finds instances of some workflows, as {@link dev.cairn.api.CairnClient#find}; fails with {@code OVERLOADED} if too many searches wait.
     *
     * @param workflows qualified names, at least one; or null for the workflow of the filter
     */
    public Uni<InstanceSummaryPage> find(InstanceFilter filter, Set<String> workflows, int limit, String cursor) {
        return searched(() -> EngineClient.summaries(() -> workflows == null ? engine.find(filter, limit, cursor)
                : engine.find(filter, workflows, limit, cursor)));
    }

    /** As {@link dev.cairn.api.InstanceHandle#history(int, String)}; fails with {@code OVERLOADED} if too many are being looked at. */
    public Uni<InstanceHistory> history(String id, int limit, String cursor) {
        return gate.admit(Uni.createFrom().deferred(() -> engine.histories().page(id, limit, cursor)));
    }

    /**
     * Shows one run of a task.
     *
     * @param task its reference
     * @param run which beginning of the task, from 1
     * @return empty if the instance has not come to it, or its definition has no such task. Fails as {@link #history}
     */
    public Uni<Optional<TaskRun>> run(String id, String task, int run) {
        return gate.admit(Uni.createFrom().deferred(() -> engine.histories().run(id, task, run)));
    }

    /**
     * Decodes entries of a journal.
     *
     * @param limit entries a page, 1 to 1,000
     * @param cursor the cursor that the previous page returned, or null for the first page
     * @return fails with {@link CairnException}: {@code NO_JOURNAL} if the store keeps nothing, {@code OVERLOADED} if too many are being looked at
     * @throws IllegalArgumentException if limit or cursor are none
     */
    public Uni<JournalPage> journal(String id, int limit, String cursor) {
        if (limit < 1 || limit > MAX_ENTRIES) {
            throw new IllegalArgumentException("A page has 1 to 1,000 entries, not " + limit);
        }
        if (cursor != null && !CURSOR.matcher(cursor).matches()) {
            throw new IllegalArgumentException("Not a cursor that this journal gave: " + cursor);
        }
        int from = cursor == null ? 0 : Integer.parseInt(cursor);
        if (!engine.context().keepsState()) {
            return Uni.createFrom().failure(CommandRejections.noJournal(id));
        }
        return inspect(gate, id, (stored, slot) -> page(stored, from, limit));
    }

    private <T> Uni<T> inspect(InspectionLimiter room, String id, BiFunction<StoredInstance, PureWorkScheduler.Slot, T> look) {
        return room.admit(instances.read(id, look));
    }

    private InstanceDetails details(InstanceView view, StoredInstance stored, PureWorkScheduler.Slot slot) {
        InstanceRow row = stored.row();
        JournalDecoder journal = engine.journal().decoder(stored);
        JsonNode input = null;
        List<PendingEffect> pending = List.of();
        String misfit = null;
        try {
            input = journal.size() > 0 && journal.read(0).event() instanceof Started started ? started.input().tree()
                    : null;
            // A queued start has begun nothing, although a replay would show that it has.
            boolean wantsSomething = !row.status().ended() && !row.isQueued();
            pending = wantsSomething ? pending(row, journal, slot) : List.of();
        } catch (JournalMismatchException | DamagedEntryException | PayloadCodecException | MissingDefinitionException unfit) {
            misfit = ExceptionMessageFormatter.of(unfit);
        }
        return new InstanceDetails(view, row.owner(), stored.entries().size(), input, pending, misfit);
    }

    private List<PendingEffect> pending(InstanceRow row, JournalDecoder journal, PureWorkScheduler.Slot slot) {
        InstalledProgram installed = engine.programs().exactly(row.workflow(), row.version());
        if (installed == null) {
            throw new MissingDefinitionException(row);
        }
        Program program = installed.program();
        InstanceReplay replay = InstanceReplay.of(row.id(), installed.linked(), journal,
                ReplayPacing.toShow(engine.context(), slot), false, InstanceReplay.Watcher.NONE);
        return PendingEffectPresenter.of(program, replay.state().effects());
    }

    private JournalPage page(StoredInstance stored, int from, int limit) {
        JournalDecoder journal = engine.journal().decoder(stored);
        int end = (int) Math.min((long) from + limit, journal.size());
        List<DecodedEntry> entries = new ArrayList<>();
        for (int position = from; position < end; position++) {
            entries.add(JournalEntryPresenter.decode(position, journal.read(position)));
        }
        return new JournalPage(stored.row().workflow(), entries, end < journal.size() ? Integer.toString(end) : null);
    }
}
