/** The phases of an instance in memory, and the switch between them. */
package dev.cairn.engine.instance.phase;
