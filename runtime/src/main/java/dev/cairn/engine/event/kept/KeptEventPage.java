package dev.cairn.engine.event.kept;

import java.util.List;

/**
 * A page of kept events.
 *
 * @param events in any order
 * @param next cursor of the next page, or null after the last one
 */
record KeptEventPage(List<KeptEvent> events, String next) {}
