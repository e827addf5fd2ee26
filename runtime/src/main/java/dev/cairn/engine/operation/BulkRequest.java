package dev.cairn.engine.operation;

import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;

/**
 * A request for a command to many instances.
 *
 * @param id of the operation
 * @param filter the instances
 * @param origin the caller, or null for the application
 */
record BulkRequest(String id, CommandKind kind, InstanceFilter filter, CommandOrigin origin) {}
