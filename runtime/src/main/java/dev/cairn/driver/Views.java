package dev.cairn.driver;

import java.time.Instant;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.TraceMark;
import dev.cairn.spi.InstanceRow;

/** Shows instances to applications. */
final class Views {

    private Views() {}

    /** An instance as its row has it. */
    static InstanceView of(InstanceRow stored, JsonNode output, WorkflowError error, TraceMark trace) {
        InstanceRow row = QueuedStart.seen(stored);
        return new InstanceView(row.id(), row.workflow(), row.version(), row.status(),
                Instant.ofEpochMilli(row.createdAtMillis()), Instant.ofEpochMilli(row.updatedAtMillis()), output, error,
                row.keys().businessKey(), row.keys().attributes(), trace == null ? null : trace.traceId());
    }

    /** An instance as its row has it; with how it ended, or null if it has not. */
    static InstanceView of(InstanceRow row, Ended ended, TraceMark trace) {
        return of(row, ended == null || ended.output() == null ? null : ended.output().tree(),
                ended == null ? null : ended.error(), trace);
    }

    /** An instance as a search finds it. */
    static InstanceSummary summary(InstanceRow row) {
        return new InstanceSummary(row.id(), row.workflow(), row.version(), row.status(),
                Instant.ofEpochMilli(row.createdAtMillis()), Instant.ofEpochMilli(row.updatedAtMillis()),
                row.hasTimer() ? Instant.ofEpochMilli(row.wakeAtMillis()) : null, row.keys().businessKey(),
                row.keys().attributes());
    }

    /** About the row that a view was made of: it has no timer and no owner. */
    static InstanceRow row(InstanceView view) {
        return new InstanceRow(view.id(), view.workflow(), view.version(), view.status(), view.createdAt().toEpochMilli(),
                view.updatedAt().toEpochMilli(), InstanceRow.NEVER, null)
                .withKeys(new SearchKeys(view.businessKey(), view.attributes()));
    }

    /** The same instance, standing still for a reason. */
    static InstanceView parked(InstanceView view, WorkflowError reason) {
        return new InstanceView(view.id(), view.workflow(), view.version(), InstanceStatus.SUSPENDED, view.createdAt(),
                view.updatedAt(), null, reason, view.businessKey(), view.attributes(), view.traceId());
    }
}
