package dev.cairn.engine.observer;

/**
 * Load of an engine at a moment.
 *
 * @param instances number of instances in memory
 * @param recovering number of instances that are being brought into memory
 * @param parked number of instances parked on this node
 * @param waitingWrites number of writes that wait for a group of the journal
 */
public record EngineLoad(int instances, int recovering, int parked, int waitingWrites) {}
