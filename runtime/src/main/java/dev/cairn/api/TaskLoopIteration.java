package dev.cairn.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One iteration of the loop that a task run belongs to: of a {@code for}, or of a {@code listen} that runs tasks for each
 * event.
 *
 * @param index of the turn, from 0
 * @param item the item of the turn, or the value read from its event; shared, not to be changed
 */
public record TaskLoopIteration(int index, JsonNode item) {}
