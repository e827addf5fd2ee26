package dev.cairn.driver;

import dev.cairn.value.Payload;

/**
 * An event that was published.
 *
 * @param done settles when each instance that takes the event has it durably, or when that is not known
 */
record PublishedEvent(Payload event, Once<Void> done) {}
