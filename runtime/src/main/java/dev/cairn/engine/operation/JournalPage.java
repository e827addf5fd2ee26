package dev.cairn.engine.operation;

import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.WorkflowError;

/**
 * Some entries of a journal.
 *
 * @param workflow qualified name of the definition that the instance runs
 * @param entries in the order they were written
 * @param next opaque cursor of the next page, or null if this is the last
 */
public record JournalPage(String workflow, List<DecodedEntry> entries, String next) {

    public JournalPage {
        entries = List.copyOf(entries);
    }

    /**
     * An entry of a journal.
     *
     * @param position from 0
     * @param at when it was written
     * @param kind kind of the entry: {@code started}, {@code completed}…
     * @param facts facts of the entry beside values: the effect, a due time…
     * @param value the value that it has, or null; shared, not to be changed
     * @param error the error that it has, or null
     * @param origin the caller and its reason, or null if none is known
     */
    public record DecodedEntry(int position, Instant at, String kind, ObjectNode facts, JsonNode value, WorkflowError error,
            CommandOrigin origin) {}
}
