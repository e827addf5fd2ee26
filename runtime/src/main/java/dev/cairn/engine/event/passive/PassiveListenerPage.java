package dev.cairn.engine.event.passive;

import java.util.List;

/**
 * A page of instances that a key finds.
 *
 * @param listeners the instances, some perhaps twice
 * @param next the cursor of the next page; null if there is none
 */
record PassiveListenerPage(List<PassiveListener> listeners, String next) {}
