/** Gathers events into sets that start instances. */
package dev.cairn.engine.event.gather;
