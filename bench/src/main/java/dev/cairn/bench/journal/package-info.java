/** Measurements of encoding entries and of bringing them to a store. */
package dev.cairn.bench.journal;
