package dev.cairn.engine.event;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.value.JsonPayload;

/**
 * An event that was published.
 *
 * @param done settles with the instances that the event has reached, once each that takes it has it durably; fails when that is not known
 */
record PublishedEvent(JsonPayload event, Promise<EventReach> done) {}
