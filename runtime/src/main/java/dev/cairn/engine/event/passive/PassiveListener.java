package dev.cairn.engine.event.passive;

/**
 * An instance that a subscription names.
 *
 * @param instanceId the instance
 * @param position number of entries of its journal when it subscribed
 */
record PassiveListener(String instanceId, long position) {}
