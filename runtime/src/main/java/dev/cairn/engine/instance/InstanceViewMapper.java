package dev.cairn.engine.instance;

import java.time.Instant;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TraceContext;
import dev.cairn.spi.InstanceRow;

/** Converts rows and states of instances to the views that applications get. */
public final class InstanceViewMapper {

    private InstanceViewMapper() {}

    private static InstanceView of(InstanceRow row, JsonNode output, WorkflowError error, TraceContext trace) {
        return new InstanceView(row.id(), row.workflow(), row.version(), row.phase(),
                Instant.ofEpochMilli(row.createdAtMillis()), Instant.ofEpochMilli(row.updatedAtMillis()), output, error,
                row.keys().businessKey(), row.keys().attributes(), instant(row.deadlineMillis()), row.isParked(),
                row.parentId(), instant(row.endedAtMillis()), trace == null ? null : trace.traceId());
    }

    /** An instance as its row has it; with how it ended, or null if it has not. */
    public static InstanceView of(InstanceRow row, Ended ended, TraceContext trace) {
        return of(row, ended == null || ended.output() == null ? null : ended.output().tree(),
                ended == null ? null : ended.error(), trace);
    }

    /** An instance as a search finds it. */
    public static InstanceSummary summary(InstanceRow row) {
        return new InstanceSummary(row.id(), row.workflow(), row.version(), row.phase(),
                Instant.ofEpochMilli(row.createdAtMillis()), Instant.ofEpochMilli(row.updatedAtMillis()),
                instant(row.deadlineMillis()), row.keys().businessKey(), row.keys().attributes(), row.isParked(),
                row.parentId(), instant(row.endedAtMillis()), row.errorType());
    }

    private static Instant instant(long millis) {
        return millis == InstanceRow.NEVER ? null : Instant.ofEpochMilli(millis);
    }

    /** About the row that a view was made of: it has no owner. */
    public static InstanceRow row(InstanceView view) {
        long wakeAtMillis = view.wakesAt() == null ? InstanceRow.NEVER : view.wakesAt().toEpochMilli();
        InstanceRow row = new InstanceRow(view.id(), view.workflow(), view.version(), view.status(),
                view.createdAt().toEpochMilli(), view.updatedAt().toEpochMilli(), wakeAtMillis, null)
                .withKeys(new SearchKeys(view.businessKey(), view.attributes()));
        return view.parked() ? row.parked() : view.error() == null ? row : row.withErrorType(view.error().type());
    }

    /** The same instance, standing still for a reason. */
    static InstanceView parked(InstanceView view, WorkflowError reason) {
        return new InstanceView(view.id(), view.workflow(), view.version(), InstanceStatus.SUSPENDED, view.createdAt(),
                view.updatedAt(), null, reason, view.businessKey(), view.attributes(), null, true, view.parentId(), null,
                view.traceId());
    }
}
