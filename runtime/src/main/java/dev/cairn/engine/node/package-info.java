/** The parts of a node that every class of the engine may use: context, lease, health of the store, programs, memory. */
package dev.cairn.engine.node;
