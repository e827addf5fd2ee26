package dev.cairn.engine.instance;

import dev.cairn.api.CommandOrigin;
import dev.cairn.value.JsonPayload;

/**
 * A request to fork an instance: the task to start from and its new input.
 *
 * @param task reference of the task that gets another input
 * @param run which beginning of the task, from 1, or 0 for the last
 * @param input raw input of the task in canonical form
 * @param origin the caller, or null
 */
public record InstanceForkRequest(String task, int run, JsonPayload input, CommandOrigin origin) {}
