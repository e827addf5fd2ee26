/** Observers of the engine, for metrics and traces. */
package dev.cairn.engine.observer;
