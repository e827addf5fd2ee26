/** Finds instances that listen outside of memory, and brings events to them. */
package dev.cairn.engine.event.passive;
