package dev.cairn.devui;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Singleton;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.engine.operation.JournalCompatibilityResult;
import dev.cairn.engine.operation.JournalCompatibilityResult.Verdict;
import dev.cairn.spi.ExceptionMessageFormatter;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Checks which instances that have not ended can go on with the current definitions of the application, by replaying their
 * journals. It reads only. Thread-safe; nothing blocks.
 */
@Singleton
public class InstanceCompatibilityCheck {

    /** The newest of each status. More would take long, and a developer learns nothing more from them. */
    private static final int MAX_INSTANCES = 500;
    private static final Duration MAX_TIME = Duration.ofSeconds(15);
    /** Journals that are replayed at a time: others look at instances as well. */
    private static final int CONCURRENCY = 2;
    private static final List<InstanceStatus> UNFINISHED = List.of(InstanceStatus.SUSPENDED, InstanceStatus.WAITING,
            InstanceStatus.RUNNING, InstanceStatus.PENDING);

    private final CairnClient client;
    private final InstanceInspector inspector;

    InstanceCompatibilityCheck(CairnClient client, InstanceInspector inspector) {
        this.client = client;
        this.inspector = inspector;
    }

    /** Checks at most 500 instances, for at most 15 seconds. */
    public Uni<InstanceCompatibilityReport> check() {
        if (!inspector.keepsState()) {
            return Uni.createFrom().item(InstanceCompatibilityReport.ofMemory());
        }
        AtomicInteger found = new AtomicInteger();
        return unfinished(found)
                .onItem().transformToUni(this::checked).merge(CONCURRENCY)
                .select().first(MAX_TIME)
                .collect().in(InstanceCompatibilityReport::new, InstanceCompatibilityReport::add)
                .invoke(report -> report.searched(found.get(), MAX_INSTANCES));
    }

    private Multi<InstanceSummary> unfinished(AtomicInteger found) {
        // One after the other: an instance that changes meanwhile is seen once at the least.
        return Multi.createFrom().iterable(UNFINISHED)
                .onItem().transformToUniAndConcatenate(status -> client
                        .find(InstanceFilter.all().withStatus(status), MAX_INSTANCES, null))
                .onItem().<InstanceSummary>transformToIterable(page -> page.instances())
                .select().first(MAX_INSTANCES)
                .invoke(instance -> found.incrementAndGet());
    }

    private Uni<InstanceCompatibilityReport.Checked> checked(InstanceSummary instance) {
        return inspector.fit(instance.id()).onFailure()
                .recoverWithItem(failure -> new JournalCompatibilityResult(instance.id(), instance.workflow(),
                        instance.version(), Verdict.UNREADABLE, null, JournalCompatibilityResult.NO_ENTRY,
                        ExceptionMessageFormatter.of(failure)))
                .map(fit -> new InstanceCompatibilityReport.Checked(instance, fit));
    }
}
