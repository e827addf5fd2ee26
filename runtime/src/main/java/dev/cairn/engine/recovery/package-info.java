/** Lease, claim, load, replay and takeover. */
package dev.cairn.engine.recovery;
