/** The engine: it wires the parts of a node, and is the front for clients, changes and nodes. */
package dev.cairn.engine;
