/** Computes the state of an instance from its journal. */
package dev.cairn.engine.replay;
