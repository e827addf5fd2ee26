package dev.cairn.engine.event;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.value.JsonPayload;

/**
 * An event that was published.
 *
 * @param done settles when each instance that takes the event has it durably, or when that is not known
 */
record PublishedEvent(JsonPayload event, Promise<Void> done) {}
