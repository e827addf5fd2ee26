package dev.cairn.testkit.crash;

/**
 * An effect was seen to happen.
 *
 * @param start id of the start whose instance had the effect
 * @param label which of its effects
 * @param key the idempotency key the effect carried
 * @param life the life of the application in which it happened, from 1
 * @param atMicros when, microseconds since the epoch
 */
public record ObservedEffect(String start, String label, String key, int life, long atMicros) {}
