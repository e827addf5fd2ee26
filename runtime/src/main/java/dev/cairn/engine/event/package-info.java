/** Events between nodes and instances. */
package dev.cairn.engine.event;
